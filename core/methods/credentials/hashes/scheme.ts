import { toBase64url } from "../../../crypto/base64url.ts";
import { isEqual } from "../../../crypto/equal.ts";

/** A parsed hash of another library, whose cost is within the limits. */
export interface Scheme {
  /**
   * The work of comparing one text, in the unit of the queue: the bytes that
   * scrypt goes through in the same time.
   */
  readonly size: number;
  /** Whether a text is the password. */
  matches(text: string): Promise<boolean>;
}

/** A computation that turns a password into the stored key. */
export interface KeyDerivation {
  readonly size: number;
  /** The stored key. */
  readonly key: Uint8Array;
  derive(password: Uint8Array): Promise<Uint8Array>;
}

/** The maximum memory that a hash of another library may require, in bytes. */
export const MAX_MEMORY: number = 2 ** 30;

/** Returns the scheme of a stored key. */
export function toScheme({ size, key, derive }: KeyDerivation): Scheme {
  const stored = toBase64url(key);
  return {
    size,
    matches: async (text) =>
      isEqual(toBase64url(await derive(toBytes(text))), stored),
  };
}

/** Encodes a text as UTF-8. */
export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
