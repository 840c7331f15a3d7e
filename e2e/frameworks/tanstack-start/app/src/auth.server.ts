import { TanStackStartAuth } from "@latchkey/auth/tanstack-start";
import { createContractConfig } from "@latchkey/auth/testing/host-config";

export const env = process.env;
const config = createContractConfig(env);
export const auth = TanStackStartAuth(() => config);
export const prefix = env.CONTRACT_PREFIX ?? "";
