import { findBuiltIn } from "../runtime/built_in.ts";

/** The work factors of scrypt (RFC 7914 section 2). */
export interface ScryptCost {
  /** The binary logarithm of N: CPU and memory. */
  readonly ln: number;
  /** Block size. */
  readonly r: number;
  /** Parallelisation. */
  readonly p: number;
}

/** The part of `node:crypto` that is used. */
interface NodeScrypt {
  scrypt(
    password: Uint8Array,
    salt: Uint8Array,
    bytes: number,
    options: { N: number; r: number; p: number; maxmem: number },
    done: (error: Error | null, key: Uint8Array) => void,
  ): void;
}

/** Returns the bytes of memory that one computation takes. */
export function toMemory({ ln, r }: ScryptCost): number {
  return 128 * r * 2 ** ln;
}

/**
 * Computes scrypt (RFC 7914), off the event loop.
 *
 * @throws TypeError if the runtime does not have it
 */
export async function scrypt(
  password: Uint8Array,
  salt: Uint8Array,
  bytes: number,
  cost: ScryptCost,
): Promise<Uint8Array> {
  const node = findScrypt();
  if (node === null) {
    throw new TypeError(
      "This runtime has no scrypt (node:crypto). Hash passwords elsewhere, or with a library of your own.",
    );
  }
  const { ln, r, p } = cost;
  // The limit is meant for unchecked costs, and these were checked. The factor
  // leaves room for memory besides the blocks.
  const maxmem = 2 * toMemory(cost);
  return await new Promise((resolve, reject) => {
    node.scrypt(
      password,
      salt,
      bytes,
      { N: 2 ** ln, r, p, maxmem },
      (error, key) => error ? reject(error) : resolve(new Uint8Array(key)),
    );
  });
}

/** Whether the runtime has scrypt. */
export function hasScrypt(): boolean {
  return findScrypt() !== null;
}

function findScrypt(): NodeScrypt | null {
  const scrypt = findBuiltIn<Partial<NodeScrypt>>("node:crypto")?.scrypt;
  return typeof scrypt === "function" ? { scrypt } : null;
}
