import { NuxtAuth } from "@latchkey/auth/nuxt";
import {
  type ContractEnvironment,
  createContractConfig,
} from "@latchkey/auth/testing/host-config";

export const env: ContractEnvironment = process.env;
export const prefix = env.CONTRACT_PREFIX ?? "";

let config: ReturnType<typeof createContractConfig> | undefined;

/** The build has no configuration, so it is read at the first request. */
export const auth = NuxtAuth(() => config ??= createContractConfig(env));
