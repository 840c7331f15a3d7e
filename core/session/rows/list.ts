import type { SessionContext } from "../../request/context.ts";
import { ConfigurationError } from "../../errors/errors.ts";
import { findRow, toAdapter, toBegan } from "./row.ts";
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

/**
 * Lists the current user's sessions, most recently used first.
 *
 * @throws ConfigurationError if the strategy or the adapter cannot list
 * sessions
 */
export async function readSessionList(
  ctx: SessionContext,
): Promise<SessionInfo[]> {
  const adapter = ctx.settings.strategy === "database" ? toAdapter(ctx) : null;
  if (!adapter?.has("listSessionsByUserId") || !adapter.hashesTokens) {
    throw new ConfigurationError([
      'Sessions can be listed with the strategy "database" and an adapter with `listSessionsByUserId` and `hashedTokens`: without hashes, a list of sessions would be a list of tokens.',
    ]);
  }
  const live = await findRow(ctx);
  if (live === null) return [];
  const { user } = live;
  const rows = await adapter.listSessionsByUserId(user.id);
  const { absoluteMaxAge } = ctx.settings.session;
  const marked = rows
    .filter(({ sessionToken, expires, createdAt }) =>
      HASH.test(sessionToken) && ctx.now < expires.getTime() &&
      !(createdAt && createdAt.getTime() + absoluteMaxAge * 1000 <= ctx.now)
    )
    .map((session) => {
      const started = session.createdAt?.getTime() ?? null;
      const began = toBegan(ctx, { session, started });
      return { key: session.sessionToken, session, user, began };
    });
  return (await withoutRevoked(ctx, marked))
    .map(({ session: row }) => ({
      id: row.sessionToken,
      current: row.sessionToken === live.key,
      createdAt: row.createdAt ?? null,
      lastSeenAt: row.lastSeenAt ?? null,
      expires: row.expires,
      userAgent: row.userAgent ?? null,
    }))
    .sort((a, b) => toTime(b.lastSeenAt) - toTime(a.lastSeenAt));
}

function toTime(date: Date | null): number {
  return date?.getTime() ?? 0;
}
