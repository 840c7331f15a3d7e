import { isCanonicalBase64url } from "../../core/crypto/base64url.ts";
import { hash } from "../../core/crypto/hash.ts";
import { readClock } from "../../core/runtime/clock.ts";
import type { Sql } from "../sql/sql.ts";
import { openTables, type TablesClient } from "./open.ts";
import type { TableOptions } from "./resolve.ts";

/** Rows that are read, and changed, at a time. */
const SLICE = 200;

/** Options of `hashPlainTokens`. */
export interface HashOptions extends TableOptions {
  /** The time from which no session of the other library is accepted. */
  readonly acceptUntil: Date | string;
}

/** The result of `hashPlainTokens`. */
export interface HashReport {
  /** Number of sessions whose token is stored as it is in the cookie. */
  readonly plain: number;
  /** Number of those whose token was replaced: all of them, or none before `acceptUntil`. */
  readonly hashed: number;
}

/** Replaces tokens by hashes that no cookie has; see the entry for the documentation. */
export async function hashTokens(
  client: TablesClient,
  { acceptUntil, ...names }: HashOptions,
): Promise<HashReport> {
  const end = new Date(acceptUntil).getTime();
  if (Number.isNaN(end)) {
    throw new TypeError("acceptUntil: must be a valid date");
  }
  const sql = openTables(client, names);
  const isDue = readClock() >= end;
  let [plain, hashed] = [0, 0];
  for (let last: string | null = ""; last !== null;) {
    const tokens: string[] = await readSlice(sql, last);
    last = tokens.length < SLICE ? null : tokens.at(-1) ?? null;
    const found = tokens.filter(isPlain);
    plain += found.length;
    if (isDue && found.length > 0) hashed += await replace(sql, found);
  }
  return { plain, hashed };
}

/** Whether a text is not one of our hashes, which are 32 bytes as base64url. */
function isPlain(token: string): boolean {
  return token.length !== 43 || !isCanonicalBase64url(token);
}

async function readSlice(sql: Sql, last: string): Promise<string[]> {
  const { sessions } = sql.tables;
  const token = sessions.column("sessionToken");
  return await sql.read(
    `SELECT ${token} AS "token" FROM ${sessions.name} WHERE ${token} > $1 ` +
      `ORDER BY ${token} LIMIT ${SLICE}`,
    [last],
    (rows) => rows.map((row) => String(row.token)),
  );
}

/** Replaces tokens in one statement, and returns the number of changed rows. */
async function replace(sql: Sql, tokens: readonly string[]): Promise<number> {
  const { sessions } = sql.tables;
  const token = sessions.column("sessionToken");
  const params: string[] = [];
  const cases: string[] = [];
  for (const plain of tokens) {
    // The hash of the token itself would make a cookie out of an old copy of
    // this table.
    params.push(plain, await hash(crypto.randomUUID()));
    cases.push(`WHEN $${params.length - 1} THEN $${params.length}`);
  }
  const places = tokens.map((_, i) => `$${2 * i + 1}`).join(", ");
  return await sql.read(
    `UPDATE ${sessions.name} SET ${token} = CASE ${token} ${cases.join(" ")} ` +
      `END WHERE ${token} IN (${places}) RETURNING ${token}`,
    params,
    (rows) => rows.length,
  );
}
