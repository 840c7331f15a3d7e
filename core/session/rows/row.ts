import { AdapterCalls } from "../../storage/adapter_calls.ts";
import type { SessionAndUser } from "../../storage/adapter_answers.ts";
import type { LiveRow } from "./live_row.ts";
import type { SessionContext } from "../../request/context.ts";
import { isCrowded, listCandidates, refuseSeveral } from "../candidates.ts";
import { decideRow } from "./decide_row.ts";
import { isRowRevoked, withoutCache } from "./row_standing.ts";
import { isToken, mayHoldToken, readCookieText, toKey } from "./token.ts";

/** Returns the adapter of an application that has one. */
export function toAdapter(
  ctx: Pick<SessionContext, "effects" | "settings">,
): AdapterCalls {
  const { adapter } = ctx.effects;
  if (adapter === null) throw new TypeError("there is no adapter");
  return new AdapterCalls(adapter, ctx.settings.userFields);
}

/**
 * Finds the live session of a browser. If it sends several cookies, the one
 * with a stored session is used; two different sessions are refused, because
 * one of them was planted.
 *
 * @throws AdapterError or StoreError: an outage must not look like "signed out"
 */
export async function findRow(ctx: SessionContext): Promise<LiveRow | null> {
  const { session } = ctx.jar;
  const [only] = session;
  if (only === undefined) return null;
  return session.length === 1 ? await lookUp(ctx, only) : await findOneOf(ctx);
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

/** Looks up the session of a cookie's text. A session that has ended is removed when it is found. */
export async function lookUp(
  ctx: SessionContext,
  text: string,
): Promise<LiveRow | null> {
  if (!mayHoldToken(text)) return null;
  const cookie = await readCookieText(ctx, text);
  if (!isToken(cookie.token)) return null;
  const key = await toKey(ctx, cookie.token);
  const found = await toAdapter(ctx).getSessionAndUser(key);
  return found === null ? null : await judge(ctx, { cookie, key }, found);
}

/** Lists the keys of the sessions whose cookies the browser sends, live or not. */
export async function listKeys(
  ctx: SessionContext,
): Promise<readonly string[]> {
  const keys = await Promise.all(
    listCandidates(ctx).map((text) => toShownKey(ctx, text)),
  );
  return [...new Set(keys)].filter((key) => key !== null);
}

/** Returns the key that a cookie's text stands for; null for a text that cannot be a session. */
export async function toShownKey(
  ctx: SessionContext,
  text: string,
): Promise<string | null> {
  if (!mayHoldToken(text)) return null;
  const { token } = await readCookieText(ctx, text);
  return isToken(token) ? await toKey(ctx, token) : null;
}

async function judge(
  ctx: SessionContext,
  { cookie, key }: Pick<LiveRow, "cookie" | "key">,
  { session, user }: SessionAndUser,
): Promise<LiveRow | null> {
  // A database that ignores case in comparisons found another session.
  if ((session.sessionToken ?? key) !== key) return null;
  const { createdAt, lastSeenAt, expires } = session;
  const started = cookie.started ?? createdAt?.getTime() ?? null;
  const times = {
    expires: expires.getTime(),
    started,
    ceiling: cookie.ceiling,
    life: cookie.life,
    lastSeen: lastSeenAt?.getTime() ?? null,
  };
  const verdict = decideRow(times, ctx.settings.session, ctx.now);
  if (verdict.kind === "ended") return await sweep(ctx, key);
  const { ends, renewTo } = verdict;
  const live = { cookie, key, session, user, started, ends, renewTo };
  const began = toBegan(ctx, live);
  const over = await isRowRevoked(ctx, { key, session, user, began });
  return over ? null : live;
}

/**
 * Whether a session is still live, by the database and the store alone: another
 * process may have rotated or ended it since it was read.
 *
 * @throws AdapterError or StoreError
 */
export async function confirmRow(
  ctx: SessionContext,
  live: LiveRow,
): Promise<boolean> {
  if (await toAdapter(ctx).getSessionAndUser(live.key) === null) return false;
  const began = toBegan(ctx, live);
  return !await isRowRevoked(withoutCache(ctx), { ...live, began });
}

/** Returns when a session began, as far as is known: it was live when it was last written. */
export function toBegan(
  { settings }: SessionContext,
  { session, started }: Pick<LiveRow, "session" | "started">,
): number {
  return started ?? session.expires.getTime() - settings.session.maxAge * 1000;
}

/** Removes a session that has already ended. It counts as ended even if this fails. */
async function sweep(ctx: SessionContext, key: string): Promise<null> {
  if (ctx.isReadOnly) return null;
  try {
    await toAdapter(ctx).deleteSession(key);
  } catch (error) {
    ctx.effects.log.error(error as Error);
  }
  return null;
}

/**
 * Removes a session, and makes sure that it is gone.
 *
 * @param key its key in the adapter
 * @throws AdapterError if it may still be there
 */
export async function endRow(
  adapter: AdapterCalls,
  key: string,
): Promise<void> {
  try {
    await adapter.deleteSession(key);
  } catch (error) {
    // Some adapters throw if the row is already gone.
    if (await adapter.getSessionAndUser(key) !== null) throw error;
  }
}
