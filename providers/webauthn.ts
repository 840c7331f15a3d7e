/**
 * Sign-in with a passkey (WebAuthn).
 *
 * @module
 */

import { ConfigurationError } from "../core/errors/errors.ts";
import type { WebAuthnConfig } from "../core/providers/webauthn_provider.ts";
import type { WebAuthnServer } from "../core/providers/webauthn_server.ts";

/**
 * Sign-in with passkeys under the id `webauthn`. Needs an `adapter`, the
 * package `@simplewebauthn/server`, and `experimental: { enableWebAuthn: true
 * }`.
 *
 * @param options override the definition
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createAuth } from "@latchkey/auth";
 * import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
 * import { WebAuthn } from "@latchkey/auth/providers/webauthn";
 *
 * const auth = createAuth({
 *   secret: "a random text of at least 32 characters",
 *   origin: "https://app.example.com",
 *   adapter: createMemoryAdapter(),
 *   providers: [WebAuthn({ relyingParty: { name: "Our App" } })],
 *   experimental: { enableWebAuthn: true },
 * });
 * const request = new Request("https://app.example.com/auth/providers");
 * const response = await auth.handler(request);
 * assert.equal((await response.json()).webauthn.type, "webauthn");
 * ```
 */
export function WebAuthn(
  options: Partial<Omit<WebAuthnConfig, "type">> = {},
): WebAuthnConfig {
  return {
    id: "webauthn",
    name: "Passkey",
    loadServer,
    ...options,
    type: "webauthn",
  };
}

async function loadServer(): Promise<WebAuthnServer> {
  try {
    const server = await import("@simplewebauthn/server");
    const { decodeAttestationObject } = await import(
      "@simplewebauthn/server/helpers"
    );
    return { ...server, decodeAttestationObject };
  } catch (error) {
    throw new ConfigurationError([
      "Passkeys need the package `@simplewebauthn/server`: `npm install @simplewebauthn/server@14`.",
    ], { cause: error });
  }
}

export default WebAuthn;
