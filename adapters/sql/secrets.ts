import type {
  UserSecretChange,
  UserSecrets,
} from "../../core/model/user_secret.ts";
import type { Awaitable } from "../../core/model/model.ts";
import { createAccountPasswords } from "./account_passwords.ts";
import { hasRow, type Sql } from "./sql.ts";

/** The methods for secrets of users. */
export type SecretMethods = Required<UserSecrets>;

/**
 * Methods for secrets, one statement each. A database that lacks the table works
 * as before until a password, a second factor or a personal token is used.
 */
export function createSecretMethods(sql: Sql): SecretMethods {
  const own = explainMissing(sql, createOwnSecrets(sql));
  const { passwords } = sql.tables;
  if (passwords === null) return own;
  const theirs = createAccountPasswords(sql, passwords);
  return {
    getSecret: (userId, kind) =>
      kind === "password"
        ? theirs.getPassword(userId)
        : own.getSecret(userId, kind),
    replaceSecret: (change) =>
      change.kind === "password"
        ? theirs.replacePassword(change)
        : own.replaceSecret(change),
  };
}

/** Makes the methods say what to do if they fail because the table is missing. */
function explainMissing(sql: Sql, own: SecretMethods): SecretMethods {
  const explain = async <T>(work: () => Awaitable<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      // Inside a transaction that has failed, this fails, too.
      const found = await findTable(sql).catch(() => true);
      if (found) throw cause;
      throw new Error(
        `The database has no table ${toPlainName(sql)}, which stores ` +
          "passwords, second factors and personal tokens: run the migration, " +
          "`migratePostgres` or `migrateSqlite`, which creates it.",
        { cause },
      );
    }
  };
  return {
    getSecret: (userId, kind) => explain(() => own.getSecret(userId, kind)),
    replaceSecret: (change) => explain(() => own.replaceSecret(change)),
  };
}

async function findTable(sql: Sql): Promise<boolean> {
  return await sql.read(sql.findTable, [toPlainName(sql)], hasRow);
}

/** Returns the name of the table without quotes, which those of a map have. */
export function toPlainName({ tables }: Pick<Sql, "tables">): string {
  return tables.secrets.name.replaceAll('"', "");
}

function createOwnSecrets(sql: Sql): SecretMethods {
  const { secrets: table } = sql.tables;
  const value = table.column("value");
  const byKey = `${table.column("userId")} = $1 AND ${
    table.column("kind")
  } = $2`;
  return {
    getSecret: (userId, kind) =>
      sql.read(
        `SELECT ${value} AS "value" FROM ${table.name} WHERE ${byKey}`,
        [table.toParam("userId", userId), kind],
        ([row]) => row === undefined ? null : String(row.value),
      ),
    replaceSecret: (change) => {
      const { before, after } = change;
      if (before === null) return add(sql, change);
      const key = [table.toParam("userId", change.userId), change.kind, before];
      return after === null
        ? sql.read(
          `DELETE FROM ${table.name} WHERE ${byKey} AND ${value} = $3 ` +
            `RETURNING ${value}`,
          key,
          hasRow,
        )
        : sql.read(
          `UPDATE ${table.name} SET ${value} = $4 ` +
            `WHERE ${byKey} AND ${value} = $3 RETURNING ${value}`,
          [...key, after],
          hasRow,
        );
    },
  };
}

/**
 * Adds a secret where there is none; with nothing to add, only looks. The user's
 * row is locked, so that one who is being deleted is gone instead of an error.
 */
function add(
  sql: Sql,
  { userId, kind, after }: UserSecretChange,
): Awaitable<boolean> {
  const { users, secrets: table } = sql.tables;
  const [owner, name, value] = [
    table.column("userId"),
    table.column("kind"),
    table.column("value"),
  ];
  const known = `FROM ${users.name} u WHERE u.${users.column("id")} = $1`;
  const key = [users.toParam("id", userId), kind];
  if (after === null) {
    return sql.read(
      `SELECT 1 AS "one" ${known} AND NOT EXISTS (SELECT 1 FROM ${table.name} ` +
        `WHERE ${owner} = u.${users.column("id")} AND ${name} = $2)`,
      key,
      hasRow,
    );
  }
  return sql.read(
    `INSERT INTO ${table.name} (${owner}, ${name}, ${value}) ` +
      `SELECT u.${users.column("id")}, $2, $3 ` +
      `${known}${sql.lock} ON CONFLICT (${owner}, ${name}) DO NOTHING RETURNING ${value}`,
    [...key, after],
    hasRow,
  );
}
