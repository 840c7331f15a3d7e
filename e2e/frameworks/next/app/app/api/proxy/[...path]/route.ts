import { auth, prefix } from "../../../../auth";

export const { GET, POST, PUT, PATCH, DELETE } = auth.apiHandlers({
  provider: "op",
  target: process.env.CONTRACT_API ?? "",
  prefix: `${prefix}/api/proxy`,
});
