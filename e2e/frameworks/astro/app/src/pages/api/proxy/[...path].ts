import { auth, env, prefix } from "../../../auth.ts";

export const ALL = auth.proxy({
  provider: "op",
  target: env.CONTRACT_API ?? "https://api.example",
  prefix: `${prefix}/api/proxy`,
});
