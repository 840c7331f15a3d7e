/**
 * For tests only: the statements that an adapter sends, and the plans that a
 * database makes of them.
 *
 * @module
 */

import type pg from "pg";
import type { Store } from "@latchkey/auth";
import {
  type Adapter,
  runAdapterContract,
} from "@latchkey/auth/testing/adapter-contract";
import { runStoreContract } from "@latchkey/auth/testing/store-contract";
import type { DatabaseSync } from "node:sqlite";
import type { SqliteDatabase } from "@latchkey/auth/adapters/sqlite";
import type { PgNamedQuery } from "./postgres/handle.ts";
import { toInputs } from "./sqlite_testkit.ts";

/** A statement, and parameters that it was sent with. */
export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** A client that remembers each statement once. */
export interface Recorder {
  readonly sent: Map<string, Sent>;
  query(
    query: string | PgNamedQuery,
    values?: unknown[],
  ): Promise<{ rows: unknown[] }>;
}

/** Records the statements that are sent over a pool. */
export function record(pool: pg.Pool): Recorder {
  const sent = new Map<string, Sent>();
  return {
    sent,
    query: (query, values = []) => {
      const text = typeof query === "string" ? query : query.text;
      if (!sent.has(text)) sent.set(text, { text, values });
      return pool.query(text, values);
    },
  };
}

/** Returns a database like this one that remembers each statement once. */
export function recordSqlite(
  db: DatabaseSync,
): { handle: SqliteDatabase; texts: Set<string> } {
  const texts = new Set<string>();
  const handle = {
    exec: (text: string) => db.exec(text),
    prepare: (text: string) => {
      texts.add(text);
      const statement = db.prepare(text);
      return {
        all: (...values: unknown[]) => statement.all(...toInputs(values)),
        run: (...values: unknown[]) => statement.run(...toInputs(values)),
      };
    },
  };
  return { handle, texts };
}

/** Fills PostgreSQL or SQLite with rows, of which most users have a few. */
export function toRows(
  series: string,
  now: string,
  day: (i: string) => string,
): string[] {
  const later = `${now} + ${day("i % 30 - 5")}`;
  return [
    `INSERT INTO auth_users ("id", "name", "email")
      SELECT 'user ' || i, 'User', i || '@example.com' FROM ${series}`,
    `INSERT INTO auth_accounts ("provider", "providerAccountId", "userId", "type")
      SELECT 'example', i, 'user ' || i, 'oidc' FROM ${series}`,
    `INSERT INTO auth_sessions ("sessionToken", "userId", "expires", "createdAt")
      SELECT 'session ' || i, 'user ' || (i % 2000 + 1), ${later}, ${later}
      FROM ${series}`,
    // One user has many sessions.
    `INSERT INTO auth_sessions ("sessionToken", "userId", "expires", "createdAt")
      SELECT 'own ' || i, 'user 1', ${now} + ${day("9")}, ${now} - ${day("i")}
      FROM ${series} WHERE i <= 5000`,
    `INSERT INTO auth_verification_tokens
      SELECT i || '@example.com', 'token ' || i, ${later} FROM ${series}`,
    `INSERT INTO auth_authenticators SELECT 'passkey ' || i, 'user ' || i,
      'account ' || i, 'key', 0, ${now} IS NULL, 'singleDevice', NULL,
      'phone', ${now}, ${now} FROM ${series}`,
    `INSERT INTO auth_secrets SELECT 'user ' || i, 'password', 'hash' FROM ${series}`,
    `INSERT INTO auth_audit SELECT 'id ' || i, '2027 ' || i, 'user ' || i % 1000, 'signIn', '{}' FROM ${series}`,
    `INSERT INTO auth_store SELECT 'key ' || i, 'value', ${later} FROM ${series}`,
  ];
}

/** A step of a plan of PostgreSQL, as EXPLAIN (FORMAT JSON) shows it. */
export interface PlanStep {
  readonly "Node Type": string;
  readonly "Plan Rows": number;
  readonly "Relation Name"?: string;
  readonly Plans?: readonly PlanStep[];
}

/** Lists a plan's steps. */
export function listSteps(step: PlanStep): PlanStep[] {
  return [step, ...(step.Plans ?? []).flatMap(listSteps)];
}

/** The statements that are about every session there is. */
export const aboutAll = [
  `DELETE FROM auth_sessions`,
  `DELETE FROM auth_sessions WHERE ("createdAt" IS NULL OR "createdAt" < $1)`,
];

/** Calls every method, so that every statement is sent. */
export async function callAll(
  adapter: Required<Adapter>,
  store: Store,
): Promise<void> {
  await runAdapterContract(() => adapter);
  await callRest(adapter, store);
}

/** Calls what the adapter's contract does not call, or not in each way. */
export async function callRest(
  adapter: Required<Adapter>,
  store: Store,
): Promise<void> {
  await runStoreContract(() => store);
  const unknown = crypto.randomUUID();
  const { id } = await adapter.createUser({
    id: unknown,
    email: "somebody@example.com",
    emailVerified: null,
  });
  await adapter.updateUser({ id });
  await adapter.deleteUser(id);
}
