/**
 * The keys and algorithms of the sessions of Auth.js and NextAuth.js.
 *
 * @module
 */

import { compactDecrypt } from "jose";
import { fromBase64url } from "../../core/crypto/base64url.ts";

/** The content encryptions that these libraries used, and their key lengths in bytes. */
const LENGTHS = { "A256CBC-HS512": 64, A256GCM: 32 } as const;

type Encryption = keyof typeof LENGTHS;

/** The salt and the information of HKDF (RFC 5869). */
interface Derivation {
  readonly salt: string;
  readonly info: string;
}

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

/** The claims of a session, as the application's `jwt` callback returned them. */
export type Claims = Readonly<Record<string, unknown>>;

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
    const derived = known.get(id) ?? derive(secret, how, length);
    if (known.size < MAX_KEYS) known.set(id, derived);
    return derived;
  };
  return {
    open: async (text, name) => {
      const encryption = readEncryption(text);
      if (encryption === null) return null;
      for (const how of toDerivations(encryption, name, salt)) {
        for (const secret of secrets) {
          const key = await find(secret, how, LENGTHS[encryption]);
          const claims = await decrypt(text, key, encryption);
          if (claims !== null) return claims;
        }
      }
      return null;
    },
  };
}

/** Reads which encryption a header names; null for any that these libraries never used. */
function readEncryption(text: string): Encryption | null {
  const header = parseJson(fromBase64url(text.split(".", 1)[0] ?? ""));
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

async function derive(
  secret: string,
  { salt, info }: Derivation,
  length: number,
): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const bytes = encoder.encode(secret);
  const base = await crypto.subtle
    .importKey("raw", bytes, "HKDF", false, ["deriveBits"]);
  const bits = await crypto.subtle.deriveBits(
    {
      name: "HKDF",
      hash: "SHA-256",
      salt: encoder.encode(salt),
      info: encoder.encode(info),
    },
    base,
    length * 8,
  );
  return new Uint8Array(bits);
}

async function decrypt(
  text: string,
  key: Uint8Array,
  encryption: Encryption,
): Promise<Claims | null> {
  try {
    const { plaintext } = await compactDecrypt(text, key, {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: [encryption],
    });
    return parseJson(plaintext);
  } catch {
    return null;
  }
}

function parseJson(bytes: Uint8Array | null): Claims | null {
  if (bytes === null) return null;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === "object" && value !== null &&
        !Array.isArray(value)
      ? value as Claims
      : null;
  } catch {
    return null;
  }
}
