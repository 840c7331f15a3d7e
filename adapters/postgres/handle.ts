import type { Row, Sql, SqlValue } from "../sql/sql.ts";
import type { Tables } from "../sql/tables.ts";

/** A statement under a name, which PostgreSQL then plans once for each connection. */
export interface PgNamedQuery {
  /** The name. */
  name: string;
  /** The statement. */
  text: string;
  /** Its parameters. */
  values: unknown[];
}

/** A `Pool` or `Client` of `pg`, or whatever has the same `query`. */
export interface PgClient {
  /** Runs one statement. */
  query(
    query: string | PgNamedQuery,
    values?: unknown[],
  ): Promise<{ rows: unknown[] }>;
}

/** What `postgres` (postgres.js) gives: a function that carries `unsafe`. */
export interface PostgresJsClient {
  /** Runs one statement that is a text; parameters stay apart from it. */
  unsafe(
    query: string,
    // deno-lint-ignore no-explicit-any -- the driver's own type of a parameter is built on its options
    parameters?: any[],
    options?: { prepare?: boolean },
  ): PromiseLike<readonly object[]>;
  /** What the application told the driver. */
  readonly options?: { readonly prepare?: boolean | undefined } | undefined;
}

/** The part of {@link Sql} that waits for a server. */
export interface PostgresSql extends Sql {
  read<T>(
    text: string,
    params: readonly SqlValue[],
    convert: (rows: readonly Row[]) => T,
  ): Promise<T>;
  write(text: string, params: readonly SqlValue[]): Promise<void>;
}

/** How statements reach the server. */
export interface PostgresConnection {
  readonly client: PgClient | PostgresJsClient;
  /** Whether statements have names, so that the server plans them once; undefined: as the driver does. */
  readonly prepare: boolean | undefined;
}

/** The one place where the drivers differ. */
export function openPostgres(
  connection: PostgresConnection,
  tables: Tables,
): PostgresSql {
  const run = toRun(connection);
  return {
    tables,
    lock: " FOR UPDATE",
    skipLocked: " FOR UPDATE SKIP LOCKED",
    read: async (text, params, convert) => convert(await run(text, params)),
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
  const names = new Map<string, string>();
  return async (text, params) => {
    const values = [...params];
    const { rows } = wish.prepare
      ? await client.query({ name: toName(names, text), text, values })
      : await client.query(text, values);
    return rows as Row[];
  };
}

/** One name for one text: names are the connection's, which others may use too. */
function toName(names: Map<string, string>, text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  const name = `auth_${crypto.randomUUID()}`;
  names.set(text, name);
  return name;
}
