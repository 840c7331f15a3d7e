import type { AdapterSession, AdapterUser } from "../../model/adapter.ts";
import {
  AdapterCalls,
  type SessionAndUser,
} from "../../storage/adapter_calls.ts";
import { hasMethod } from "../../storage/adapter_needs.ts";
import { chain, isPromise } from "../../runtime/awaitable.ts";
import type { SessionContext } from "../../request/context.ts";
import type { Awaitable } from "../../model/model.ts";
import { isCrowded, listCandidates, refuseSeveral } from "../candidates.ts";
import { decideRow } from "./decide_row.ts";
import {
  ALL_KEY,
  isOver,
  isUserRevoked,
  readMarks,
  toUserKey,
} from "../revocation/revocation.ts";
import {
  type CookieParts,
  isToken,
  mayHoldToken,
  readCookieText,
  toKey,
} from "../token.ts";

/** A stored session that is one now. */
export interface LiveRow {
  readonly cookie: CookieParts;
  /** What the adapter knows it by. */
  readonly key: string;
  readonly session: AdapterSession;
  readonly user: AdapterUser;
  /** When the person signed in, in milliseconds since the epoch, if that is known. */
  readonly started: number | null;
  /** Milliseconds since the epoch. */
  readonly ends: number;
  /** The end to write, if one is due. */
  readonly renewTo: number | null;
}

/** The adapter of an application that has one. */
export function toAdapter(
  ctx: Pick<SessionContext, "effects">,
): AdapterCalls {
  const { adapter } = ctx.effects;
  if (adapter === null) throw new TypeError("there is no adapter");
  return new AdapterCalls(adapter);
}

/**
 * The live session of a browser. Where it sends several, the one that is there
 * counts; two different ones are refused, because one of them was planted.
 *
 * @throws AdapterError or StoreError: an outage must not look like "signed out"
 */
export function findRow(ctx: SessionContext): Awaitable<LiveRow | null> {
  const { session } = ctx.jar;
  const [only] = session;
  if (only === undefined) return null;
  return session.length === 1 ? lookUp(ctx, only) : findOneOf(ctx);
}

async function findOneOf(ctx: SessionContext): Promise<LiveRow | null> {
  if (isCrowded(ctx)) return refuseSeveral(ctx);
  let found: LiveRow | null = null;
  for (const text of listCandidates(ctx)) {
    const live = await lookUp(ctx, text);
    if (live === null) continue;
    if (found !== null && found.key !== live.key) return refuseSeveral(ctx);
    found = live;
  }
  return found;
}

/** The session of a cookie's text. One that has ended is removed, wherever it is met. */
export function lookUp(
  ctx: SessionContext,
  text: string,
): Awaitable<LiveRow | null> {
  if (!mayHoldToken(text)) return null;
  return chain(readCookieText(ctx, text), (cookie) => {
    if (!isToken(cookie.token)) return null;
    return chain(
      toKey(ctx, cookie.token),
      (key) =>
        chain(
          toAdapter(ctx).getSessionAndUser(key),
          (found) => found === null ? null : judge(ctx, { cookie, key }, found),
        ),
    );
  });
}

/** The keys of the sessions whose cookies the browser shows, live or not. */
export async function listKeys(
  ctx: SessionContext,
): Promise<readonly string[]> {
  const keys = await Promise.all(
    listCandidates(ctx).map((text) => toShownKey(ctx, text)),
  );
  return [...new Set(keys)].filter((key) => key !== null);
}

/** The key that a cookie's text stands for; null for a text that can be no session. */
export function toShownKey(
  ctx: SessionContext,
  text: string,
): Awaitable<string | null> {
  if (!mayHoldToken(text)) return null;
  return chain(
    readCookieText(ctx, text),
    ({ token }) => isToken(token) ? toKey(ctx, token) : null,
  );
}

function judge(
  ctx: SessionContext,
  { cookie, key }: Pick<LiveRow, "cookie" | "key">,
  { session, user }: SessionAndUser,
): Awaitable<LiveRow | null> {
  // A database that compares without regard to case found somebody else's.
  if ((session.sessionToken ?? key) !== key) return null;
  const { createdAt, lastSeenAt, expires } = session;
  const started = cookie.started ?? createdAt?.getTime() ?? null;
  const times = {
    expires: expires.getTime(),
    started,
    lastSeen: lastSeenAt?.getTime() ?? null,
  };
  const verdict = decideRow(times, ctx.settings.session, ctx.now);
  if (verdict.kind === "ended") return sweep(ctx, key);
  const { ends, renewTo } = verdict;
  const live = { cookie, key, session, user, started, ends, renewTo };
  if (canDeleteAll(ctx)) return live;
  return chain(
    isUserRevoked(ctx, user.id, toBegan(ctx, live)),
    (over) => over ? null : live,
  );
}

/**
 * Whether a session is one still, by the database and the store alone: another
 * process may have rotated or ended it since it was read.
 *
 * @throws AdapterError or StoreError
 */
export async function confirmRow(
  ctx: SessionContext,
  live: LiveRow,
): Promise<boolean> {
  if (await toAdapter(ctx).getSessionAndUser(live.key) === null) return false;
  if (canDeleteAll(ctx)) return true;
  const marks = await readMarks(ctx, [toUserKey(live.user.id), ALL_KEY]);
  return !isOver(marks, toBegan(ctx, live));
}

/** When a session began, as far as is known: it was alive when it was written last. */
export function toBegan(
  { settings }: SessionContext,
  { session, started }: Pick<LiveRow, "session" | "started">,
): number {
  return started ?? session.expires.getTime() - settings.session.maxAge * 1000;
}

/** Whether all sessions of a person can be removed; if not, marks in the store end them. */
export function canDeleteAll(ctx: Pick<SessionContext, "effects">): boolean {
  const { adapter } = ctx.effects;
  return adapter !== null && hasMethod(adapter, "deleteSessionsByUserId");
}

/** Removes what has ended already. It ended whether this works or not. */
function sweep(ctx: SessionContext, key: string): Awaitable<null> {
  if (ctx.isReadOnly) return null;
  const fail = (error: unknown): null => {
    ctx.effects.log.error(error as Error);
    return null;
  };
  try {
    const removed = toAdapter(ctx).deleteSession(key);
    return isPromise(removed) ? removed.then(() => null, fail) : null;
  } catch (error) {
    return fail(error);
  }
}

/**
 * Removes a session, for certain.
 *
 * @param key what the adapter knows it by
 * @throws AdapterError if it may still be there
 */
export async function endRow(
  adapter: AdapterCalls,
  key: string,
): Promise<void> {
  try {
    await adapter.deleteSession(key);
  } catch (error) {
    // Some adapters throw for what is gone already.
    if (await adapter.getSessionAndUser(key) !== null) throw error;
  }
}
