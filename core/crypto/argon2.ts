import { findBuiltIn } from "../runtime/built_in.ts";

/** The part of `node:crypto` that is used: Node 24.7 and later have it. */
export interface NodeArgon2 {
  argon2(
    algorithm: string,
    params: {
      message: Uint8Array;
      nonce: Uint8Array;
      parallelism: number;
      tagLength: number;
      memory: number;
      passes: number;
    },
    done: (error: Error | null, key: Uint8Array) => void,
  ): void;
}

/** Everything that determines a key, except the password. */
export interface Argon2Params {
  readonly algorithm: string;
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Uint8Array;
  /** The length of the key. */
  readonly bytes: number;
}

/** Returns the Argon2 of the runtime; null if it has none. */
export function findNodeArgon2(): NodeArgon2 | null {
  const argon2 = findBuiltIn<Partial<NodeArgon2>>("node:crypto")?.argon2;
  return typeof argon2 === "function" ? { argon2 } : null;
}

/** Computes Argon2 (RFC 9106), off the event loop. */
export function deriveByNode(
  { argon2 }: NodeArgon2,
  { algorithm, memory, passes, parallelism, salt, bytes }: Argon2Params,
  message: Uint8Array,
): Promise<Uint8Array> {
  const cost = { memory, passes, parallelism, tagLength: bytes };
  return new Promise((resolve, reject) => {
    argon2(
      algorithm,
      { ...cost, message, nonce: salt },
      (error, derived) =>
        error ? reject(error) : resolve(new Uint8Array(derived)),
    );
  });
}
