/**
 * Sign-in with a passkey.
 *
 * @module
 */

import type { WebAuthnConfig } from "../core/providers/webauthn_provider.ts";
import { WebAuthn } from "./webauthn.ts";

/**
 * Sign-in with passkeys under the id `passkey`; otherwise the same as
 * `WebAuthn`. Needs an `adapter`, the package `@simplewebauthn/server`, and
 * `experimental: { enableWebAuthn: true }`.
 *
 * @param options override the definition
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { Passkey } from "@latchkey/auth/providers/passkey";
 *
 * assert.equal(Passkey().id, "passkey");
 * ```
 */
export function Passkey(
  options: Partial<Omit<WebAuthnConfig, "type">> = {},
): WebAuthnConfig {
  return WebAuthn({ id: "passkey", ...options });
}

export default Passkey;
