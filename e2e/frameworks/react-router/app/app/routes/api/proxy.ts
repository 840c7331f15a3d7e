import { auth, env, prefix } from "../../auth.server";

const proxy = auth.proxy({
  provider: "op",
  target: env.CONTRACT_API ?? "",
  prefix: `${prefix}/api/proxy`,
});

export { proxy as action, proxy as loader };
