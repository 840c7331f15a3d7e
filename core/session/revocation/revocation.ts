import { chain, isPromise } from "../../runtime/maybe_promise.ts";
import { CLOCK_TOLERANCE } from "../../runtime/clock.ts";
import type { SessionContext } from "../../request/context.ts";
import { CLAIMED } from "../../storage/revocation_cache.ts";
import type { Authentication } from "../../model/authentication.ts";
import type { Awaitable } from "../../model/model.ts";
import { revocationCache } from "../../storage/process_cache.ts";
import type { SessionClaims } from "../jwt/claims.ts";
import { toProviderKeys } from "../../model/provider_keys.ts";

/**
 * The sessions to end: one session, all sessions of a user, or all sessions.
 * With `before`, only those that began before that moment (a number:
 * milliseconds since the epoch); default: now.
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
 * The state of a session by its marks. `rotated`: it got another id a moment
 * ago, so a late request may still carry the old cookie while the browser has
 * the new one, which must not be cleared.
 */
export type Standing = "live" | "over" | "rotated";

/**
 * Finds out whether a session is live, was ended, or got another id a moment
 * ago.
 *
 * @throws StoreError if the store failed: an outage must not look like "signed
 * out", and never like "signed in"
 */
export function findStanding(
  ctx: SessionContext,
  claims: SessionClaims,
): Awaitable<Standing> {
  return ask(
    ctx,
    { id: claims.sid, findKeys: () => toKeys(claims) },
    (marks) => judge(ctx, claims, marks),
  );
}

/**
 * Returns the state of a session from the store alone, bypassing the cache. A
 * cookie that is about to be written must not replace one that another process
 * has written since.
 *
 * @throws StoreError
 */
export async function confirmStanding(
  ctx: SessionContext,
  claims: SessionClaims,
): Promise<Standing> {
  return judge(ctx, claims, await readMarks(ctx, toKeys(claims)));
}

function toKeys({ sid, sub, authn }: SessionClaims): readonly string[] {
  const own = [toUserKey(sub), ALL_KEY, toSessionKey(sid)];
  return authn?.iss ? [...own, ...toProviderKeys(authn)] : own;
}

function judge(
  { now }: SessionContext,
  { auth_time, authn }: SessionClaims,
  marks: Marks,
): Standing {
  const own = toStanding(marks[2] ?? null, now);
  // A session that was rotated while the others of its user ended has a
  // successor.
  if (own === "rotated") return own;
  return isOver(marks, auth_time * 1000) || isLoggedOut(marks.slice(3), authn)
    ? "over"
    : own;
}

/**
 * Whether the provider ended a session after the sign-in. Its marks and `iat`
 * are in seconds, by the clock of the provider.
 */
export function isLoggedOut(
  marks: Marks,
  authentication: Authentication | null | undefined,
): boolean {
  return marks.some((mark) => isBefore(authentication?.iat ?? NaN, mark));
}

/**
 * Whether a session was ended, or got another id.
 *
 * @throws StoreError
 */
export async function isRevoked(
  ctx: SessionContext,
  claims: SessionClaims,
): Promise<boolean> {
  return await findStanding(ctx, claims) !== "live";
}

/**
 * Returns the state of a session by its own mark. Session ids are never reused:
 * whatever the clocks of two processes say, any mark except a claim ends the
 * session.
 */
function toStanding(mark: Mark, now: number): Standing {
  if (mark === null || mark.startsWith(CLAIMED)) return "live";
  return mark.startsWith(ROTATED) && isRecent(mark, now) ? "rotated" : "over";
}

/** Whether a mark belongs to a rotation so recent that late requests are to be expected. */
export function isRecent(mark: Mark, now: number): boolean {
  return Math.abs(now - readMarkTime(mark ?? "")) < LATE;
}

/** Returns when a claim or rotation wrote its mark, in milliseconds since the epoch. */
export function readMarkTime(mark: string): number {
  return Number(mark.split(":", 2)[1] || NaN);
}

/** The prefix of a rotated session's mark; the rest has the format of a claim. */
export const ROTATED = "rotated:";
/**
 * Milliseconds during which requests with the old cookie count as late: a
 * minute, by any clock within the tolerance.
 */
export const LATE = (60 + CLOCK_TOLERANCE) * 1000;

/** A query for the marks of a session. */
export interface Question {
  /** The id of the session. */
  readonly id: string;
  /** Finds the keys of its marks; not called if the answer is cached. */
  readonly findKeys: () => Awaitable<readonly string[]>;
}

/**
 * Returns the state by the marks: from the store, or as cached a moment ago if
 * the configuration allows it.
 */
export function ask(
  ctx: SessionContext,
  question: Question,
  judge: (marks: Marks) => Standing,
): Awaitable<Standing> {
  return ctx.settings.session.revocationCheck === 0
    ? chain(question.findKeys(), (keys) => chain(readMarks(ctx, keys), judge))
    : askSometimes(ctx, question, judge);
}

function askSometimes(
  ctx: SessionContext,
  { id, findKeys }: Question,
  judge: (marks: Marks) => Standing,
): Awaitable<Standing> {
  const { key, session: { revocationCheck } } = ctx.settings;
  const at = revocationCache.find(key, id);
  // A cached answer from the future means that the clock has been set back.
  if (at !== null && at <= ctx.now && ctx.now - at < revocationCheck * 1000) {
    return "live";
  }
  const version = revocationCache.version();
  return chain(findKeys(), (keys) => {
    const marks = readMarks(ctx, keys);
    // A store that answers synchronously is queried every time.
    if (!isPromise(marks)) return judge(marks);
    return marks.then((marks) => {
      const standing = judge(marks);
      const answer = { marks: keys, at: ctx.now, version };
      if (standing === "live") revocationCache.keep(key, id, answer);
      return standing;
    });
  });
}

/**
 * Whether the mark of a user, or the mark for all users, ends a session that
 * began at that moment, in milliseconds since the epoch.
 */
export function isOver(
  [user = null, all = null]: Marks,
  began: number,
): boolean {
  return isBefore(began, user) || isBefore(began, all);
}

/** Whether a session began before a mark. A mark that is not a number revokes. */
function isBefore(began: number, mark: Mark): boolean {
  return mark !== null && !(began > Number(mark || NaN));
}

/** The value of a mark in the store. */
export type Mark = string | null;
type Marks = readonly Mark[];

/**
 * Reads the marks under some keys.
 *
 * @throws StoreError if the store failed
 */
export function readMarks(
  ctx: Pick<SessionContext, "effects">,
  keys: readonly string[],
): Awaitable<Marks> {
  return ctx.effects.store.get(keys);
}

/** The key of the mark for the sessions of all users. */
export const ALL_KEY = "revoked:all";

/** Returns the key of the mark for one session. */
export function toSessionKey(sid: string): string {
  return `revoked:session:${sid}`;
}

/** Returns the key of the mark for all sessions of a user. */
export function toUserKey(sub: string): string {
  return `revoked:user:${sub}`;
}
