/**
 * Ends the sessions that a provider began, at its own request (OpenID Connect
 * Back-Channel Logout 1.0). One mark in the store ends any number of sessions,
 * in all processes and with both strategies.
 *
 * @module
 */

import type { Settings } from "../../config/settings.ts";
import { StoreError } from "../../errors/errors.ts";
import { revocationCache } from "../../storage/process_cache.ts";
import { toTtl } from "./marks.ts";
import { toProviderKey } from "../../model/provider_keys.ts";

/** The sessions that a provider ended. */
export interface ProviderLogout {
  readonly iss: string;
  /** The user's id at the provider. */
  readonly sub?: string | undefined;
  /** The session at the provider; with `sub`, a session has to match both. */
  readonly sid?: string | undefined;
  /**
   * Seconds since the epoch, by the clock of the provider. Sessions whose ID
   * token was issued later stay.
   */
  readonly iat: number;
}

/**
 * The most seconds between the issue of an ID token and the start of its
 * session.
 */
const SLOWEST_SIGN_IN = 600;
/** The limit on attempts to change a mark that other processes keep changing. */
const MAX_ROUNDS = 20;

/**
 * Marks sessions as ended by their provider. Doing so twice has the same effect
 * as once.
 *
 * @throws StoreError if the mark could not be kept
 */
export async function endProviderSessions(
  settings: Settings,
  logout: ProviderLogout,
): Promise<void> {
  const key = toProviderKey(logout);
  try {
    await raiseMark(settings, key, logout.iat);
  } finally {
    // Also after a failure: the call may have taken effect.
    revocationCache.forget({ mark: key });
  }
}

/** Writes a mark, unless the existing one ends as much. */
async function raiseMark(
  settings: Settings,
  key: string,
  iat: number,
): Promise<void> {
  const { store } = settings;
  const ttl = toTtl(settings) + SLOWEST_SIGN_IN;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [known = null] = await store.get([key]);
    // A mark that is not a number ends all of them.
    if (known !== null && !(Number(known) < iat)) return;
    if (await store.compareAndSet(key, known, String(iat), ttl)) return;
  }
  throw new StoreError(
    "The store's compareAndSet gave `true` in none of 20 tries, although the value was the expected one or had just changed.",
  );
}
