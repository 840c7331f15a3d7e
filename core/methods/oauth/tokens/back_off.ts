/**
 * Pauses after a refresh that failed, so that requests of this process do not
 * hammer a provider that is down or overloaded.
 *
 * @module
 */

import { ProviderUnavailable } from "../../../errors/errors.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import { readClock } from "../../../runtime/clock.ts";
import { beginPause, findPause } from "../../../runtime/serial_queue.ts";
import type { KeptTokens } from "../../../vault/keeper.ts";

/** The refresh that a pause is for. */
export interface RefreshTarget {
  readonly provider: ResolvedOAuth;
  readonly kept: KeptTokens;
}

/** Seconds, if the provider does not say how long. */
const USUAL_PAUSE = 2;

/** @throws ProviderUnavailable during a pause */
export function assertNoPause(target: RefreshTarget): void {
  const now = readClock();
  const left = Math.max(
    findPause(toServer(target), now),
    findPause(toAccount(target), now),
  );
  if (left === 0) return;
  const error = new ProviderUnavailable(
    `The last refresh at provider "${target.provider.id}" failed a moment ago.`,
  );
  error.retryAfter = Math.ceil(left / 1000);
  throw error;
}

/**
 * Begins a pause: of all refreshes at the server if it asked for one, else only
 * of those for this account, because another account's may well succeed.
 */
export function pauseAfter(
  target: RefreshTarget,
  error: ProviderUnavailable,
): void {
  const { retryAfter: asked } = error;
  const key = asked === undefined ? toAccount(target) : toServer(target);
  const pause = 1000 * (asked ?? USUAL_PAUSE);
  error.retryAfter = beginPause(key, readClock(), pause) / 1000;
}

function toServer(
  { provider: { clientId, issuer, token, source } }: RefreshTarget,
): string {
  const url = source.refresh?.url ?? token.url;
  return JSON.stringify(["refresh at", clientId, issuer, url]);
}

function toAccount({ kept: { owner, record } }: RefreshTarget): string {
  return JSON.stringify(["refresh of", owner, record.refreshToken]);
}
