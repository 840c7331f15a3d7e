import { auth } from "../../../../auth.server.ts";
import { env, prefix } from "../../../../env.server.ts";

export const fallback = auth.proxy({
  provider: "op",
  target: env.CONTRACT_API ?? "https://api.example",
  prefix: `${prefix}/api/proxy`,
});
