import { ConfigurationError, InvalidRequest } from "../../errors/errors.ts";
import type { AdapterSession } from "../../model/adapter.ts";
import type { SessionContext } from "../../request/context.ts";
import type { AdapterCalls } from "../../storage/adapter_calls.ts";
import {
  assertListing,
  selectShown,
  type SessionPage,
  type SessionPageOptions,
  toInfo,
} from "./list.ts";
import { findRow } from "./row.ts";

/** The place of a session in the list. */
type PagePosition = Pick<AdapterSession, "sessionToken" | "createdAt">;

/** The limit on the sessions of a page. */
const MAX = 1000;

/**
 * Lists a page of the current user's sessions, newest first. Rows that may not
 * be shown are left out, and a page is filled up with those after them.
 *
 * @throws ConfigurationError for a limit out of range, or if the strategy or
 * the adapter cannot list sessions; InvalidRequest for a text that is not a
 * cursor
 */
export async function readSessionPage(
  ctx: SessionContext,
  { limit = 50, cursor = null }: SessionPageOptions,
): Promise<SessionPage> {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX) {
    throw new ConfigurationError([
      `\`limit\` of listSessions is a whole number from 1 to ${MAX}.`,
    ]);
  }
  const adapter = assertListing(ctx);
  let after = cursor === null ? null : parseCursor(cursor);
  const live = await findRow(ctx);
  if (live === null) return { sessions: [], cursor: null };
  // One more tells whether there is a next page.
  const wanted = limit + 1;
  const shown: AdapterSession[] = [];
  while (shown.length < wanted) {
    const rows = await readRows(adapter, { id: live.user.id, after, wanted });
    shown.push(...await selectShown(ctx, live, rows));
    after = rows.at(-1) ?? null;
    if (rows.length < wanted) break;
  }
  const page = shown.slice(0, limit);
  const last = page.at(-1);
  return {
    sessions: page.map((row) => toInfo(live, row)),
    cursor: shown.length > limit && last ? toCursor(last) : null,
  };
}

/** The rows to read. */
interface Wanted {
  /** The user's id. */
  readonly id: string;
  readonly after: PagePosition | null;
  readonly wanted: number;
}

/** Reads rows in order. An adapter without pages lists all sessions, which are sorted here. */
async function readRows(
  adapter: AdapterCalls,
  { id, after, wanted }: Wanted,
): Promise<AdapterSession[]> {
  if (adapter.has("listSessionPage")) {
    return await adapter.listSessionPage(id, after, wanted);
  }
  return (await adapter.listSessionsByUserId(id))
    .filter((row) => after === null || compare(after, row) < 0)
    .sort(compare).slice(0, wanted);
}

/** Orders sessions, newest first; those without a start time come last. */
function compare(one: PagePosition, other: PagePosition): number {
  const [start, next] = [toStart(one), toStart(other)];
  if (start !== next) return next > start ? 1 : -1;
  if (one.sessionToken === other.sessionToken) return 0;
  return other.sessionToken > one.sessionToken ? 1 : -1;
}

function toStart({ createdAt }: PagePosition): number {
  return createdAt?.getTime() ?? -Infinity;
}

/** Returns a session's place as text: its start in milliseconds, and its id, which is a hash. */
function toCursor({ createdAt, sessionToken }: PagePosition): string {
  return `${createdAt?.getTime() ?? ""}.${sessionToken}`;
}

const CURSOR = /^(\d{0,15})\.([\w-]{43})$/;

function parseCursor(text: string): PagePosition {
  const [, start, sessionToken] = CURSOR.exec(text) ?? [];
  if (sessionToken === undefined) {
    throw new InvalidRequest(
      "The cursor of the list of sessions is malformed.",
    );
  }
  return start
    ? { sessionToken, createdAt: new Date(Number(start)) }
    : { sessionToken };
}
