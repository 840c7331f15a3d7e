import type { Adapter, AdapterSession } from "../../core/model/adapter.ts";
import type { Awaitable } from "../../core/model/model.ts";
import { readClock } from "../../core/runtime/clock.ts";
import { each, sessionColumns, toSession } from "./records.ts";
import { list, type Sql, type SqlValue } from "./sql.ts";

/**
 * Lists sessions of a user in pages, newest first. Those without a start time
 * come after the others, from a statement of their own: an index on user and
 * start time then finds each page without reading the pages before it.
 */
export function createListSessionPage(
  sql: Sql,
): NonNullable<Adapter["listSessionPage"]> {
  const read = createRead(sql);
  return async (userId, after, limit) => {
    const isUndated = after !== null && !after.createdAt;
    if (isUndated) return await read({ userId, after, limit, isDated: false });
    const dated = await read({ userId, after, limit, isDated: true });
    const left = limit - dated.length;
    if (left <= 0) return dated;
    const rest = { userId, after: null, limit: left, isDated: false };
    return [...dated, ...await read(rest)];
  };
}

/** The sessions of a page to read. */
interface PageQuery {
  readonly userId: string;
  readonly after: Pick<AdapterSession, "sessionToken" | "createdAt"> | null;
  readonly limit: number;
  /** Whether the sessions have a start time. */
  readonly isDated: boolean;
}

function createRead(
  sql: Sql,
): (query: PageQuery) => Awaitable<AdapterSession[]> {
  const { sessions } = sql.tables;
  const start = sessions.column("createdAt");
  const token = sessions.column("sessionToken");
  const from = `SELECT ${list(sessions, sessionColumns)} ` +
    `FROM ${sessions.name} WHERE ${sessions.column("userId")} = $1 ` +
    `AND ${sessions.column("expires")} > ${sessions.value("expires", "$2")}`;
  const place = sessions.value("createdAt", "$5");
  return ({ userId, after, limit, isDated }) => {
    const params: SqlValue[] = [
      sessions.toParam("userId", userId),
      sessions.toParam("expires", new Date(readClock())),
      limit,
    ];
    let where = ` AND ${start} IS ${isDated ? "NOT NULL" : "NULL"}`;
    if (after !== null) params.push(after.sessionToken);
    if (after !== null && !isDated) where += ` AND ${token} < $4`;
    if (after?.createdAt) {
      params.push(sessions.toParam("createdAt", after.createdAt));
      // The first condition is the one that an index can use.
      where += ` AND ${start} <= ${place} ` +
        `AND (${start} < ${place} OR ${token} < $4)`;
    }
    // A plain name would mean the expression that SELECT makes of the column,
    // which no index has.
    const order = (isDated ? [start, token] : [token])
      .map((column) => `${sessions.name}.${column} DESC`).join(", ");
    const text = `${from}${where} ORDER BY ${order} LIMIT $3`;
    // A plan for the average user sorts all sessions of one who has many.
    return sql.readPlanned(text, params, each(toSession));
  };
}
