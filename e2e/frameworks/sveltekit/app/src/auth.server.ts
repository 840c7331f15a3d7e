import { SvelteKitAuth } from "@latchkey/auth/sveltekit";
import { createContractConfig } from "@latchkey/auth/testing/host-config";
import { env } from "./env.server.ts";

let config: ReturnType<typeof createContractConfig> | undefined;

/** The build has no configuration, so it is read at the first request. */
export const auth = SvelteKitAuth(() => config ??= createContractConfig(env));
