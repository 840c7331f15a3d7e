import type { ClientPrivateKey, PrivateKey } from "./endpoints.ts";

/** Algorithms of all signatures of the FAPI 2.0 Security Profile (section 5.4.1). */
export const FAPI_ALGORITHMS: readonly string[] = [
  "PS256",
  "ES256",
  "EdDSA",
  // Another name for what FAPI 2.0 means by EdDSA (RFC 9864 section 2.2).
  "Ed25519",
];

/** Algorithms with a private key that only an issuer has. Never HMAC or `none`. */
export const ISSUER_ALGORITHMS: readonly string[] = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
  "Ed25519",
];

/** A key, and its id if it has one. */
export interface NamedKey {
  readonly key: PrivateKey;
  readonly kid: string | undefined;
}

/** Returns a configured key and its id. */
export function toNamedKey(own: ClientPrivateKey): NamedKey {
  return "key" in own
    ? { key: own.key, kid: own.kid }
    : { key: own, kid: undefined };
}

/** The algorithm of a key, with the members that some have besides the name (Web Cryptography API sections 20 to 25). */
interface KeyFacts {
  readonly name: string;
  readonly namedCurve?: string;
  readonly hash?: { readonly name: string };
}

/** Returns the JWS algorithm that a key signs with (RFC 7518 section 3.1, RFC 8037). */
export function toJwsAlgorithm(own: ClientPrivateKey): string {
  const facts: KeyFacts = toNamedKey(own).key.algorithm;
  const size = facts.hash?.name.slice(-3);
  switch (facts.name) {
    case "RSA-PSS":
      return `PS${size}`;
    case "RSASSA-PKCS1-v1_5":
      return `RS${size}`;
    case "ECDSA":
      return `ES${facts.namedCurve?.slice(-3).replace("521", "512")}`;
    case "Ed25519":
      return "EdDSA";
    default:
      return facts.name;
  }
}

/**
 * Returns the name that a server has for the algorithm of a key: Ed25519 has an
 * older one, which far more servers know.
 *
 * @param supported the algorithms that the server lists
 */
export function toKnownName(
  alg: string,
  supported: readonly string[] | undefined,
): string {
  const isEdwards = alg === "Ed25519" || alg === "EdDSA";
  return !isEdwards
    ? alg
    : supported?.includes("Ed25519")
    ? "Ed25519"
    : "EdDSA";
}
