/**
 * Nonces for proofs (RFC 9449 section 9). They are authenticated times, so that
 * nothing has to be stored.
 *
 * @module
 */

import { toBase64url } from "../../core/crypto/base64url.ts";
import { isEqual } from "../../core/crypto/equal.ts";
import { hmac } from "../../core/crypto/hmac.ts";
import { once } from "../../core/runtime/once.ts";

/** Milliseconds after which there is a new nonce. */
const STEP = 60_000;
/** Milliseconds for which a nonce can be used. */
export const NONCE_LIFETIME = 5 * STEP;

/** Returns the key of this process. Workers have no randomness before the first request. */
export const readOwnKey: () => Promise<Uint8Array> = once(() =>
  Promise.resolve(crypto.getRandomValues(new Uint8Array(32)))
);

/** Makes the nonce of this minute. */
export function makeNonce(key: Uint8Array, now: number): Promise<string> {
  return write(key, Math.floor(now / STEP));
}

/** The nonce of a proof. */
export interface ReadNonce {
  /** When it was made, in milliseconds since the epoch. */
  readonly at: number;
  /** Whether there is a newer one. */
  readonly isOld: boolean;
}

/** Reads a nonce; null for one that is too old, or not ours. */
export async function readNonce(
  key: Uint8Array,
  nonce: unknown,
  now: number,
): Promise<ReadNonce | null> {
  if (typeof nonce !== "string") return null;
  const step = parseInt(nonce.split(".", 1)[0] ?? "", 36);
  const age = Math.floor(now / STEP) - step;
  // The clock of the process that made it may be ahead.
  const isInTime = age >= -1 && age * STEP < NONCE_LIFETIME;
  if (!isInTime || !isEqual(await write(key, step), nonce)) return null;
  return { at: step * STEP, isOld: age > 0 };
}

async function write(key: Uint8Array, step: number): Promise<string> {
  const mark = await hmac(key, `latchkey dpop nonce ${step}`);
  return `${step.toString(36)}.${toBase64url(mark)}`;
}
