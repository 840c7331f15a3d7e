import { ReactRouterAuth } from "@latchkey/auth/react-router";
import { createContractConfig } from "@latchkey/auth/testing/host-config";

export const env = process.env;
export const auth = ReactRouterAuth(createContractConfig(env));
export const prefix = env.CONTRACT_PREFIX ?? "";
