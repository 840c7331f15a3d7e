import { chain, isPromise } from "../awaitable.ts";
import { CLOCK_TOLERANCE } from "../clock.ts";
import type { SessionContext } from "../context.ts";
import { StoreError } from "../errors.ts";
import type { Awaitable } from "../model.ts";
import type { Settings } from "../settings.ts";
import { sharedLiveMemo } from "../shared.ts";
import type { SessionClaims } from "./claims.ts";

/**
 * Whose sessions end: one session, all of a person, or everybody's. With
 * `before` only those that began before that moment (a number: milliseconds
 * since the epoch); default: now.
 */
export type Revocation =
  | {
    readonly session: string;
    readonly user?: undefined;
    readonly all?: undefined;
    readonly before?: undefined;
  }
  | {
    readonly user: string;
    readonly session?: undefined;
    readonly all?: undefined;
    readonly before?: Date | number | undefined;
  }
  | {
    readonly all: true;
    readonly session?: undefined;
    readonly user?: undefined;
    readonly before?: Date | number | undefined;
  };

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
    : what.user !== undefined
    ? toUserKey(what.user)
    : ALL_KEY;
  const ttl = settings.session.maxAge + CLOCK_TOLERANCE;
  const since = toMoment(what, now);
  try {
    const [known = null] = await settings.store.get([key]);
    // A process with a slower clock must not move a mark back.
    const at = Math.max(since, Number(known ?? 0));
    await settings.store.set(key, String(at), ttl);
  } catch (error) {
    throw new StoreError("The store could not keep a revocation.", {
      cause: error,
    });
  } finally {
    // Also what failed: it may have had its effect.
    sharedLiveMemo.forget(what);
  }
}

/** The moment that sessions had to begin before, in milliseconds since the epoch. */
export function toMoment(what: Revocation, now: number): number {
  // Nobody can mean sessions that have not begun.
  return Math.min(now, Number(what.before ?? now));
}

/**
 * Whether a session was ended.
 *
 * @throws StoreError if the store failed: an outage must not look like "signed
 * out", and never like "signed in"
 */
export function isRevoked(
  ctx: SessionContext,
  { sid, sub, auth_time }: SessionClaims,
): Awaitable<boolean> {
  const keys = [toUserKey(sub), ALL_KEY, toSessionKey(sid)];
  return ask(
    ctx,
    { id: sid, user: sub, keys },
    // No session has its id again: whatever the clocks of two processes say, it is over.
    (marks) => marks[2] !== null || isOver(marks, auth_time * 1000),
  );
}

/**
 * Whether all sessions of a person that began then were ended.
 *
 * @param began milliseconds since the epoch
 * @throws StoreError if the store failed
 */
export function isUserRevoked(
  ctx: SessionContext,
  userId: string,
  began: number,
): Awaitable<boolean> {
  const keys = [toUserKey(userId), ALL_KEY];
  const id = `${began} ${userId}`;
  return ask(ctx, { id, user: userId, keys }, (marks) => isOver(marks, began));
}

/** What the marks are asked about. */
interface Question {
  /** Of the session. */
  readonly id: string;
  readonly user: string;
  readonly keys: readonly string[];
}

/** Whether the marks say that it is over: asked for, or as they were a moment ago where the host allows it. */
function ask(
  ctx: SessionContext,
  question: Question,
  judge: (marks: Marks) => boolean,
): Awaitable<boolean> {
  const { revocationCheck } = ctx.settings.session;
  if (revocationCheck === 0) return chain(readMarks(ctx, question.keys), judge);
  return askSometimes(ctx, question, judge);
}

function askSometimes(
  ctx: SessionContext,
  { id, user, keys }: Question,
  judge: (marks: Marks) => boolean,
): Awaitable<boolean> {
  const { key, session: { revocationCheck } } = ctx.settings;
  const at = sharedLiveMemo.find(key, id);
  // An answer from the future is of a clock that has been set back.
  if (at !== null && at <= ctx.now && ctx.now - at < revocationCheck * 1000) {
    return false;
  }
  const version = sharedLiveMemo.version();
  const marks = readMarks(ctx, keys);
  // A store that answers at once is asked each time.
  if (!isPromise(marks)) return judge(marks);
  return marks.then((marks) => {
    const isOver = judge(marks);
    const answer = { user, at: ctx.now, version };
    if (!isOver) sharedLiveMemo.keep(key, id, answer);
    return isOver;
  });
}

function isOver([user = null, all = null]: Marks, began: number): boolean {
  return isBefore(began, user) || isBefore(began, all);
}

/** A mark that is no number revokes. */
function isBefore(began: number, mark: Mark): boolean {
  return mark !== null && !(began > Number(mark || NaN));
}

type Mark = string | null;
type Marks = readonly Mark[];

function readMarks(
  ctx: SessionContext,
  keys: readonly string[],
): Awaitable<Marks> {
  return ctx.effects.store.get(keys);
}

const ALL_KEY = "revoked:all";

function toSessionKey(sid: string): string {
  return `revoked:session:${sid}`;
}

function toUserKey(sub: string): string {
  return `revoked:user:${sub}`;
}
