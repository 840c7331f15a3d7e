import { createFileRoute } from "@tanstack/react-router";
import { auth, env, prefix } from "../../../auth.server";

export const Route = createFileRoute("/api/proxy/$")({
  server: {
    handlers: {
      ANY: auth.proxy({
        provider: "op",
        target: env.CONTRACT_API ?? "",
        prefix: `${prefix}/api/proxy`,
      }),
    },
  },
});
