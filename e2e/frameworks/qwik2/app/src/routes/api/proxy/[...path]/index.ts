import { proxy } from "@latchkey/auth/qwik";
import { env } from "../../../../env.ts";

export const onRequest = proxy({
  provider: "op",
  target: env.CONTRACT_API ?? "http://localhost",
  prefix: "/api/proxy",
});
