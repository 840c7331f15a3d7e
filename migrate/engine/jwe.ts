/**
 * Opens claims that other libraries encrypted with a key derived from their
 * secret.
 *
 * @module
 */

import { compactDecrypt } from "jose";

/** The content encryptions that these libraries used, and their key lengths in bytes. */
export const KEY_LENGTHS = { "A256CBC-HS512": 64, A256GCM: 32 } as const;

/** A content encryption of RFC 7518 section 5. */
export type Encryption = keyof typeof KEY_LENGTHS;

/** The claims of a session, as they were sealed. */
export type Claims = Readonly<Record<string, unknown>>;

/** The salt and the information of HKDF (RFC 5869). */
export interface Derivation {
  readonly salt: string;
  readonly info: string;
}

/** Derives a key of some bytes with HKDF and SHA-256. */
export async function deriveKey(
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

/**
 * Decrypts a JWE in compact form whose key is the derived one itself
 * (`alg: "dir"`).
 *
 * @returns the claims; null if the key does not open it, or it holds no object
 */
export async function decryptClaims(
  text: string,
  key: Uint8Array,
  encryption: Encryption,
): Promise<Claims | null> {
  try {
    const { plaintext } = await compactDecrypt(text, key, {
      keyManagementAlgorithms: ["dir"],
      contentEncryptionAlgorithms: [encryption],
    });
    return parseObject(plaintext);
  } catch {
    return null;
  }
}

/** Parses the JSON of an object; null for anything else. */
export function parseObject(json: Uint8Array | string | null): Claims | null {
  if (json === null) return null;
  try {
    const value: unknown = JSON.parse(
      typeof json === "string" ? json : new TextDecoder().decode(json),
    );
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether a value is an object, and not a list. */
export function isObject(value: unknown): value is Claims {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
