/**
 * Makes the keys that tokens are signed with.
 *
 * @module
 */

import type { Buffer } from "node:buffer";
import {
  constants,
  createHash,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from "node:crypto";

/** The algorithms that the probe signs with. */
export const ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"] as const;

/** The name of an algorithm. */
export type Algorithm = typeof ALGORITHMS[number];

/** A key pair. */
export interface Key {
  readonly kid: string;
  readonly alg: Algorithm;
  /** The members of the public key. */
  readonly jwk: Readonly<Record<string, string>>;
  readonly publicKey: KeyObject;
  /** Signs a text; returns the signature in base64url. */
  sign(text: string): string;
}

/** Makes a key pair. */
export function makeKey(alg: Algorithm, kid: string): Key {
  const { privateKey, publicKey } = generate(alg);
  const jwk = publicKey.export({ format: "jwk" }) as Record<string, string>;
  return {
    kid,
    alg,
    jwk,
    publicKey,
    sign: (text) => {
      const data = new TextEncoder().encode(text);
      return signData(alg, data, privateKey).toString("base64url");
    },
  };
}

function generate(alg: Algorithm) {
  if (alg === "EdDSA") return generateKeyPairSync("ed25519");
  if (alg === "ES256") {
    return generateKeyPairSync("ec", { namedCurve: "P-256" });
  }
  return generateKeyPairSync("rsa", { modulusLength: 2048 });
}

function signData(alg: Algorithm, data: Uint8Array, key: KeyObject): Buffer {
  if (alg === "EdDSA") return sign(null, data, key);
  if (alg === "ES256") {
    return sign("sha256", data, { key, dsaEncoding: "ieee-p1363" });
  }
  const padding = alg === "PS256"
    ? constants.RSA_PKCS1_PSS_PADDING
    : constants.RSA_PKCS1_PADDING;
  return sign("sha256", data, { key, padding, saltLength: 32 });
}

/** The SHA-256 hash of a text in base64url. */
export function toHash(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** The thumbprint of a key on an elliptic curve (RFC 7638). */
export function toThumbprint({ jwk: { crv, kty, x, y } }: Key): string {
  return toHash(JSON.stringify({ crv, kty, x, y }));
}
