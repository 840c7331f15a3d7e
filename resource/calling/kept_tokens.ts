/**
 * Tokens for other APIs, kept by a hash of everything that they were asked for
 * with.
 *
 * @module
 */

import { setLatest } from "../../core/runtime/lru.ts";

const MAX_TOKENS = 10_000;
const MINUTE = 60_000;

/** A token for another API. */
export interface KeptToken {
  readonly token: string;
  readonly scopes: readonly string[];
  /** When it was asked for, in milliseconds since the epoch. */
  readonly at: number;
  /** When it expires, in milliseconds since the epoch; null: nobody knows. */
  readonly expires: number | null;
  /** When another one has to be asked for, in milliseconds since the epoch. */
  readonly until: number;
}

const tokens = new Map<string, KeptToken>();

/** Returns a token that can still be used. */
export function findToken(key: string, now: number): KeptToken | null {
  const known = tokens.get(key);
  // If the clock was set back, nobody knows when the token expires.
  const isUsable = known !== undefined && now < known.until &&
    now > known.at - MINUTE;
  return isUsable ? known : null;
}

/** Keeps a token. */
export function keepToken(key: string, token: KeptToken): void {
  setLatest(tokens, MAX_TOKENS, [key, token]);
}

/** Forgets a token that an API refused, unless it is new: the next one would be refused, too. */
export function forgetToken(key: string, now: number): void {
  const known = tokens.get(key);
  if (known !== undefined && now - known.at > MINUTE) tokens.delete(key);
}
