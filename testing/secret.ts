import { randomHex } from "./provider_keys.ts";

/**
 * Makes a secret for one instance under test. Instances with the same secret
 * share the memory of a process, as an application that is reloaded has to:
 * with a secret of its own, no test meets the rate limits, the ended sessions
 * or the used mails of another.
 *
 * @example
 * ```ts
 * import { createAuth } from "@latchkey/auth";
 * import { createTestSecret } from "@latchkey/auth/testing";
 *
 * const auth = createAuth({ secret: createTestSecret(), providers: [] });
 * ```
 */
export function createTestSecret(): string {
  return randomHex(32);
}
