import {
  createFaultProvider,
  type FaultProvider,
  type FaultProviderOptions,
} from "@latchkey/auth/testing";

/**
 * Creates a provider that signs with EdDSA, unless the options name another
 * algorithm: Deno takes 3 ms for a signature of the usual RS256, which is a
 * third of a sign-in.
 */
export function createQuickProvider(
  options: FaultProviderOptions = {},
): Promise<FaultProvider> {
  return createFaultProvider({ alg: "EdDSA", ...options });
}
