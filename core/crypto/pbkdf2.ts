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
 * Computes PBKDF2 (RFC 8018 section 5.2), off the event loop.
 *
 * @throws TypeError if the runtime does not have it
 */
export function pbkdf2(
  password: Uint8Array,
  { digest, salt, iterations, bytes }: Pbkdf2Params,
): Promise<Uint8Array> {
  const derive = findBuiltIn<Partial<NodePbkdf2>>("node:crypto")?.pbkdf2;
  if (typeof derive !== "function") {
    throw new TypeError("This runtime has no PBKDF2 (node:crypto).");
  }
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
