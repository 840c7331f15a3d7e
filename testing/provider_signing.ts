/** Signing of the test provider's tokens, which can also be wrong. */

import { base64url, exportSPKI } from "jose";
import type { IdTokenFault } from "./provider_faults.ts";
import {
  type KeyRing,
  type SigningKey,
  withAlgorithm,
} from "./provider_keys.ts";
import type { ProviderState } from "./provider_state.ts";
import type { Claims } from "./provider_types.ts";

/** A token to sign; its header lacks what the key says. */
export interface Unsigned {
  readonly claims: Claims;
  readonly header: Claims;
}

/** Signs the claims of a JWT, under a fault; undefined: it is omitted. */
export async function signClaims(
  state: ProviderState,
  unsigned: Unsigned,
  fault: IdTokenFault = {},
): Promise<string | undefined> {
  const { raw, alg = state.alg } = fault;
  if (raw !== undefined) return raw ?? undefined;
  return await signJwt(await withAlgorithm(state.keys, alg), unsigned, fault);
}

/** Signs a token with the current key, in a compact JWS, under a fault. */
export async function signJwt(
  ring: KeyRing,
  { claims, header }: Unsigned,
  { sign, ...change }: Pick<IdTokenFault, "claims" | "header" | "sign">,
): Promise<string> {
  const payload = toChanged(claims, change.claims);
  const written = toChanged(
    { ...toKeyHeader(ring.current, sign), ...header },
    change.header,
  );
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  // The header is used as it is, even if it contradicts the key.
  const input = `${base64url.encode(JSON.stringify(written))}.${
    base64url.encode(text)
  }`;
  const signature = await makeSignature(ring, input, sign);
  return `${input}.${base64url.encode(signature)}`;
}

/** Returns the claims as a fault changes them. */
export function changeClaims(
  own: Claims,
  change: IdTokenFault["claims"],
): Claims | string {
  return toChanged(own, change);
}

function toChanged<T>(
  own: Claims,
  change: Claims | ((own: Claims) => T) | undefined,
): Claims | T {
  return typeof change === "function" ? change(own) : { ...own, ...change };
}

function toKeyHeader({ kid, alg }: SigningKey, sign?: string): Claims {
  if (sign === "none") return { alg: "none" };
  const id = kid === undefined ? {} : { kid };
  return { alg: sign?.startsWith("hs256") ? "HS256" : alg, ...id };
}

async function makeSignature(
  ring: KeyRing,
  input: string,
  sign: IdTokenFault["sign"],
): Promise<Uint8Array> {
  switch (sign) {
    case "none":
    case "empty":
      return new Uint8Array();
    case "hs256-client-secret":
      return await signHmac(ring.clientSecret, input);
    case "hs256-public-key":
      return await signHmac(
        await exportSPKI(ring.current.pair.publicKey),
        input,
      );
    case "foreign":
      return await signWith(ring.foreign, input);
    case "broken":
      return (await signWith(ring.current, input)).map((byte) => byte ^ 0x55);
    case "zero":
      return (await signWith(ring.current, input)).map(() => 0);
    default:
      return await signWith(ring.current, input);
  }
}

const signParameters = {
  RS256: { name: "RSASSA-PKCS1-v1_5" },
  PS256: { name: "RSA-PSS", saltLength: 32 },
  ES256: { name: "ECDSA", hash: "SHA-256" },
  EdDSA: { name: "Ed25519" },
} as const;

async function signWith(key: SigningKey, input: string): Promise<Uint8Array> {
  const data = new TextEncoder().encode(input);
  const parameters = signParameters[key.alg];
  // With Node's types loaded, jose's keys are Node's CryptoKey and no longer
  // the global one.
  const privateKey = key.pair.privateKey as CryptoKey;
  return new Uint8Array(
    await crypto.subtle.sign(parameters, privateKey, data),
  );
}

async function signHmac(secret: string, input: string): Promise<Uint8Array> {
  const encoder = new TextEncoder();
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey(
    "raw",
    encoder.encode(secret),
    algorithm,
    false,
    [
      "sign",
    ],
  );
  return new Uint8Array(
    await crypto.subtle.sign("HMAC", key, encoder.encode(input)),
  );
}
