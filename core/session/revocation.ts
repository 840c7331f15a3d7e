import { chain, isPromise } from "../awaitable.ts";
import { CLOCK_TOLERANCE } from "../clock.ts";
import type { SessionContext } from "../context.ts";
import { StoreError } from "../errors.ts";
import type { Awaitable } from "../model.ts";
import type { Settings } from "../settings.ts";
import type { SessionClaims } from "./claims.ts";

/** Whose sessions end: one session, or all of a person that began before now. */
export type Revocation =
  | { readonly session: string; readonly user?: undefined }
  | { readonly user: string; readonly session?: undefined };

/**
 * Marks sessions as ended. A mark outlives every copy of a cookie that could
 * still be renewed, so that a copy is as dead as the original. Marks hold
 * milliseconds: who signs in again right after is not caught by the mark.
 *
 * @throws StoreError if the store failed
 */
export async function revoke(
  settings: Settings,
  what: Revocation,
  now: number,
): Promise<void> {
  const key = what.session !== undefined
    ? toSessionKey(what.session)
    : toUserKey(what.user);
  const ttl = settings.session.maxAge + CLOCK_TOLERANCE;
  try {
    const [known = null] = await settings.store.get([key]);
    // A process with a slower clock must not move a mark back.
    const at = Math.max(now, Number(known ?? 0));
    await settings.store.set(key, String(at), ttl);
  } catch (error) {
    throw new StoreError("The store could not keep a revocation.", {
      cause: error,
    });
  }
}

/**
 * Whether a session was ended.
 *
 * @throws StoreError if the store failed: an outage must not look like "signed
 * out", and never like "signed in"
 */
export function isRevoked(
  ctx: SessionContext,
  claims: SessionClaims,
): Awaitable<boolean> {
  return chain(
    readMarks(ctx, claims),
    ([session, user]) =>
      // No session has its id again: whatever the clocks of two processes say, it is over.
      session !== null ||
      // A mark that is no number revokes.
      user !== null && !(claims.auth_time * 1000 > Number(user || NaN)),
  );
}

type Mark = string | null;
type Marks = readonly [session: Mark, user: Mark];

function readMarks(
  ctx: SessionContext,
  claims: SessionClaims,
): Awaitable<Marks> {
  const keys = [toSessionKey(claims.sid), toUserKey(claims.sub)];
  try {
    const values = ctx.effects.store.get(keys);
    return isPromise(values) ? awaitMarks(values) : toMarks(values);
  } catch (error) {
    throw toStoreError(error);
  }
}

async function awaitMarks(
  values: PromiseLike<readonly unknown[]>,
): Promise<Marks> {
  try {
    return toMarks(await values);
  } catch (error) {
    throw toStoreError(error);
  }
}

function toMarks([session, user]: readonly unknown[]): Marks {
  if (isMark(session) && isMark(user)) return [session, user];
  throw new TypeError("the store gave neither a text nor null for a key");
}

function toStoreError(cause: unknown): StoreError {
  const message = "The store could not be asked for revocations.";
  return new StoreError(message, { cause });
}

function isMark(value: unknown): value is Mark {
  return value === null || typeof value === "string";
}

function toSessionKey(sid: string): string {
  return `revoked:session:${sid}`;
}

function toUserKey(sub: string): string {
  return `revoked:user:${sub}`;
}
