import type { AdapterSession } from "../../model/adapter.ts";
import type { AdapterCalls } from "../../storage/adapter_calls.ts";
import type { SessionContext } from "../../request/context.ts";
import { ConfigurationError } from "../../errors/errors.ts";
import { findRow, toAdapter, toBegan } from "./row.ts";
import type { LiveRow } from "./live_row.ts";
import { withoutRevoked } from "./row_standing.ts";

/** One session of a user, as a page may list it. */
export interface SessionInfo {
  /** The id of the session; `revoke({ session: id })` ends it. It is not a token. */
  readonly id: string;
  /** Whether it is the session of this request. */
  readonly current: boolean;
  /** When the user signed in; null if the adapter does not keep it. */
  readonly createdAt: Date | null;
  /** When it was last used, to the nearest `updateAge`; null if the adapter does not keep it. */
  readonly lastSeenAt: Date | null;
  /** When it ends unless it is used again. */
  readonly expires: Date;
  /** The browser's `User-Agent` at sign-in. */
  readonly userAgent: string | null;
}

/** The hash of a token. Rows of another library hold the token itself, which no page may show. */
const HASH = /^[\w-]{43}$/;

/** The part of a list of sessions to read. */
export interface SessionPageOptions {
  /** The number of sessions of a page, 1 to 1,000. Default 50. */
  readonly limit?: number | undefined;
  /** The `cursor` of the page before; without it, the first page is read. */
  readonly cursor?: string | null | undefined;
}

/** A page of a list of sessions. */
export interface SessionPage {
  /** The sessions, in descending order of their start. */
  readonly sessions: readonly SessionInfo[];
  /** The cursor of the next page; null if this is the last one. */
  readonly cursor: string | null;
}

/** Lists the sessions of the current user; empty without a session. */
export interface ListSessions<R> {
  /**
   * Lists all of them, most recently used first.
   *
   * @throws ConfigurationError without the strategy `database`, or if the
   * adapter lacks `listSessionsByUserId` or `hashedTokens`
   */
  (request: R): Promise<SessionInfo[]>;
  /**
   * Lists a page of them, in descending order of their start, which does not
   * change while they are used. The `cursor` of a page leads to the next one,
   * even if its last session has ended meanwhile.
   *
   * @throws ConfigurationError as above, or for a `limit` out of range;
   * InvalidRequest for a text that is not a cursor
   */
  (request: R, page: SessionPageOptions): Promise<SessionPage>;
}

/**
 * Lists the current user's sessions, most recently used first.
 *
 * @throws ConfigurationError if the strategy or the adapter cannot list
 * sessions
 */
export async function readSessionList(
  ctx: SessionContext,
): Promise<SessionInfo[]> {
  assertListing(ctx);
  const live = await findRow(ctx);
  return live === null ? [] : await readSessionsOf(ctx, live);
}

/** The session that reads a list: its cookie may know more than its row. An empty key: none does. */
export type Reader = Pick<LiveRow, "key" | "started" | "user">;

/**
 * Lists the sessions of a user, most recently used first.
 *
 * @throws ConfigurationError if the strategy or the adapter cannot list
 * sessions
 */
export async function readSessionsOf(
  ctx: SessionContext,
  live: Reader,
): Promise<SessionInfo[]> {
  const rows = await assertListing(ctx).listSessionsByUserId(live.user.id);
  return (await selectShown(ctx, live, rows))
    .map((row) => toInfo(live, row))
    .sort((a, b) => toTime(b.lastSeenAt) - toTime(a.lastSeenAt));
}

/** Returns the adapter if it can list sessions without showing their tokens. */
export function assertListing(ctx: SessionContext): AdapterCalls {
  const adapter = ctx.settings.strategy === "database" ? toAdapter(ctx) : null;
  if (adapter?.has("listSessionsByUserId") && adapter.hashesTokens) {
    return adapter;
  }
  throw new ConfigurationError([
    'Sessions can be listed with the strategy "database" and an adapter with `listSessionsByUserId` and `hashedTokens`: without hashes, a list of sessions would be a list of tokens.',
  ]);
}

/** Selects the rows of a user that are live sessions and may be shown. */
export async function selectShown(
  ctx: SessionContext,
  live: Reader,
  rows: readonly AdapterSession[],
): Promise<readonly AdapterSession[]> {
  const { absoluteMaxAge } = ctx.settings.session;
  const marked = rows
    .filter(({ sessionToken, expires, createdAt }) =>
      HASH.test(sessionToken) && ctx.now < expires.getTime() &&
      !(createdAt && createdAt.getTime() + absoluteMaxAge * 1000 <= ctx.now)
    )
    .map((session) => {
      const key = session.sessionToken;
      // Its cookie may know more than the row.
      const started = key === live.key
        ? live.started
        : session.createdAt?.getTime() ?? null;
      const began = toBegan(ctx, { session, started });
      return { key, session, user: live.user, began };
    });
  return (await withoutRevoked(ctx, marked)).map(({ session }) => session);
}

/** Converts a row to what a page may show. */
export function toInfo(live: Reader, row: AdapterSession): SessionInfo {
  return {
    id: row.sessionToken,
    current: row.sessionToken === live.key,
    createdAt: row.createdAt ?? null,
    lastSeenAt: row.lastSeenAt ?? null,
    expires: row.expires,
    userAgent: row.userAgent ?? null,
  };
}

function toTime(date: Date | null): number {
  return date?.getTime() ?? 0;
}
