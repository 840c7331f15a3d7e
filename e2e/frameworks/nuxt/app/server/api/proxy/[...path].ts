export default defineEventHandler(auth.proxy({
  provider: "op",
  target: env.CONTRACT_API ?? "",
  prefix: `${prefix}/api/proxy`,
}));
