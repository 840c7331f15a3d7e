import { findBuiltIn } from "../runtime/built_in.ts";

/** The hash functions that PBKDF2 is used with here. */
export type Pbkdf2Digest = "sha1" | "sha256" | "sha512";

/** Everything that determines a key, except the password. */
export interface Pbkdf2Params {
  readonly digest: Pbkdf2Digest;
  readonly salt: Uint8Array;
  readonly iterations: number;
  /** The length of the key. */
  readonly bytes: number;
}

/** The part of `node:crypto` that is used. */
interface NodePbkdf2 {
  pbkdf2(
    password: Uint8Array,
    salt: Uint8Array,
    iterations: number,
    bytes: number,
    digest: string,
    done: (error: Error | null, key: Uint8Array) => void,
  ): void;
}

/**
 * Computes PBKDF2 (RFC 8018 section 5.2), off the event loop: with `node:crypto`,
 * or else with WebCrypto.
 */
export function pbkdf2(
  password: Uint8Array,
  params: Pbkdf2Params,
): Promise<Uint8Array> {
  const derive = findBuiltIn<Partial<NodePbkdf2>>("node:crypto")?.pbkdf2;
  if (typeof derive !== "function") return pbkdf2ByWeb(password, params);
  const { digest, salt, iterations, bytes } = params;
  return new Promise((resolve, reject) => {
    derive(
      password,
      salt,
      iterations,
      bytes,
      digest,
      (error, key) => error ? reject(error) : resolve(new Uint8Array(key)),
    );
  });
}

/** The names of the hash functions in WebCrypto. */
const WEB_DIGESTS = { sha1: "SHA-1", sha256: "SHA-256", sha512: "SHA-512" };

async function pbkdf2ByWeb(
  password: Uint8Array,
  { digest, salt, iterations, bytes }: Pbkdf2Params,
): Promise<Uint8Array> {
  const raw = Uint8Array.from(password);
  const name = "PBKDF2";
  const usages: KeyUsage[] = ["deriveBits"];
  const key = await crypto.subtle.importKey("raw", raw, name, false, usages);
  const hash = WEB_DIGESTS[digest];
  const params = { name, hash, iterations, salt: Uint8Array.from(salt) };
  return new Uint8Array(
    await crypto.subtle.deriveBits(params, key, 8 * bytes),
  );
}
