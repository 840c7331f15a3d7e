import type { Row, Sql, SqlValue } from "../sql/sql.ts";
import type { Tables } from "../sql/tables.ts";

/** A named statement, which PostgreSQL plans once per connection. */
export interface PgNamedQuery {
  /** The name. */
  name: string;
  /** The statement. */
  text: string;
  /** Its parameters. */
  values: unknown[];
}

/** A `Pool` or `Client` of `pg`, or any object with the same `query`. */
export interface PgClient {
  /** Runs one statement. */
  query(
    query: string | PgNamedQuery,
    values?: unknown[],
  ): Promise<{ rows: unknown[] }>;
  /** Adds a listener; `pg` has it. */
  on?:
    | ((name: "error", listener: (error: Error) => void) => unknown)
    | undefined;
  /** Counts listeners; `pg` has it. */
  listenerCount?: ((name: "error") => number) | undefined;
}

/** The result of `postgres` (postgres.js): a function that has `unsafe`. */
export interface PostgresJsClient {
  /** Runs one statement given as text; parameters are sent separately. */
  unsafe(
    query: string,
    parameters?: unknown[],
    options?: { prepare?: boolean },
  ): PromiseLike<readonly object[]>;
  /** The options that the application passed to the driver. */
  readonly options?: { readonly prepare?: boolean | undefined } | undefined;
}

/** The asynchronous form of {@link Sql}. */
export interface PostgresSql extends Sql {
  read<T>(
    text: string,
    params: readonly SqlValue[],
    convert: (rows: readonly Row[]) => T,
  ): Promise<T>;
  write(text: string, params: readonly SqlValue[]): Promise<void>;
}

/** The connection that statements are sent over. */
export interface PostgresConnection {
  readonly client: PgClient | PostgresJsClient;
  /**
   * Whether statements are named, so that the server plans them once; undefined
   * leaves it to the driver.
   */
  readonly prepare: boolean | undefined;
}

/** Wraps a driver; the only code that differs between drivers. */
export function openPostgres(
  connection: PostgresConnection,
  tables: Tables,
): PostgresSql {
  const run = toRun(connection);
  const runPlanned = toRun({ ...connection, prepare: false });
  return {
    tables,
    lock: " FOR UPDATE",
    skipLocked: " FOR UPDATE SKIP LOCKED",
    rowPlace: "ctid",
    findTable: 'SELECT 1 AS "one" WHERE to_regclass($1) IS NOT NULL',
    mergeJson: (column, place) =>
      `(COALESCE(${column}, '{}')::jsonb || ${place}::text::jsonb)::text`,
    read: async (text, params, convert) => convert(await run(text, params)),
    readPlanned: async (text, params, convert) =>
      convert(await runPlanned(text, params)),
    write: async (text, params) => {
      await run(text, params);
    },
  };
}

type Run = (
  text: string,
  params: readonly SqlValue[],
) => PromiseLike<readonly Row[]>;

function toRun({ client, ...wish }: PostgresConnection): Run {
  if ("unsafe" in client) {
    const prepare = wish.prepare ?? client.options?.prepare ?? false;
    return (text, params) =>
      client.unsafe(text, [...params], { prepare }) as PromiseLike<Row[]>;
  }
  if (client.listenerCount?.("error") === 0) {
    // An idle connection that the server closes is an event without a query,
    // which ends a process of Node if nobody listens. The pool opens another,
    // and a query that fails is an error of its own.
    client.on?.("error", () => {});
  }
  const names = new Map<string, string>();
  return async (text, params) => {
    const values = [...params];
    const { rows } = wish.prepare
      ? await client.query({ name: toName(names, text), text, values })
      : await client.query(text, values);
    return rows as Row[];
  };
}

/**
 * Returns the same name for the same text: names belong to the connection,
 * which other code may use, too.
 */
function toName(names: Map<string, string>, text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `auth_${crypto.randomUUID()}`;
  names.set(text, name);
  return name;
}
