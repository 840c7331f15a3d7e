/**
 * The keys and algorithms of the sessions of Auth.js and NextAuth.js.
 *
 * @module
 */

import { fromBase64url } from "../../core/crypto/base64url.ts";
import {
  type Claims,
  decryptClaims,
  type Derivation,
  deriveKey,
  type Encryption,
  KEY_LENGTHS,
  parseObject,
} from "../engine/jwe.ts";

export type { Claims } from "../engine/jwe.ts";

/** Derives keys, and remembers them. */
export interface OldKeys {
  /**
   * Decrypts a session.
   *
   * @param text a JWE in compact form
   * @param name the name of its cookie, which is the salt of newer versions
   * @returns the claims; null if no secret opens it
   */
  open(text: string, name: string): Promise<Claims | null>;
}

/** The limit on the derived keys that are kept: a visitor cannot choose more. */
const MAX_KEYS = 64;

/**
 * Creates the keys of an application.
 *
 * @param secrets all of its secrets
 * @param salt the salt that the application passed to `encode` itself, if any
 */
export function createKeys(
  secrets: readonly string[],
  salt: string | undefined,
): OldKeys {
  const known = new Map<string, Promise<Uint8Array>>();
  const find = (secret: string, how: Derivation, length: number) => {
    const id = JSON.stringify([secret, how, length]);
    const derived = known.get(id) ?? deriveKey(secret, how, length);
    if (known.size < MAX_KEYS) known.set(id, derived);
    return derived;
  };
  return {
    open: async (text, name) => {
      const encryption = readEncryption(text);
      if (encryption === null) return null;
      for (const how of toDerivations(encryption, name, salt)) {
        for (const secret of secrets) {
          const key = await find(secret, how, KEY_LENGTHS[encryption]);
          const claims = await decryptClaims(text, key, encryption);
          if (claims !== null) return claims;
        }
      }
      return null;
    },
  };
}

/** Reads which encryption a header names; null for any that these libraries never used. */
function readEncryption(text: string): Encryption | null {
  const header = parseObject(fromBase64url(text.split(".", 1)[0] ?? ""));
  const { alg, enc } = header ?? {};
  return alg === "dir" && (enc === "A256CBC-HS512" || enc === "A256GCM")
    ? enc
    : null;
}

/** Lists how the key may have been derived: each version had its own way. */
function toDerivations(
  encryption: Encryption,
  name: string,
  own: string | undefined,
): readonly Derivation[] {
  const salts = own === undefined ? [name] : [own, name];
  const salted = salts.map((salt) => ({
    salt,
    info: `Auth.js Generated Encryption Key (${salt})`,
  }));
  if (encryption === "A256CBC-HS512") return salted;
  const next = "NextAuth.js Generated Encryption Key";
  return [
    { salt: "", info: next },
    { salt: "", info: "Auth.js Generated Encryption Key" },
    ...salted,
    ...(own === undefined ? [] : [{ salt: own, info: `${next} (${own})` }]),
  ];
}
