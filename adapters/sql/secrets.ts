import type {
  UserSecretChange,
  UserSecrets,
} from "../../core/model/user_secret.ts";
import type { Awaitable } from "../../core/model/model.ts";
import { createAccountPasswords } from "./account_passwords.ts";
import { hasRow, type Sql } from "./sql.ts";

/** The methods for passwords and second factors. */
export type SecretMethods = Required<UserSecrets>;

/**
 * Methods for secrets, one statement each. Nothing but these names the table, so
 * a database that lacks it works as before until a password is used.
 */
export function createSecretMethods(sql: Sql): SecretMethods {
  const own = createOwnSecrets(sql);
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

/** Adds a secret where there is none; with nothing to add, only looks. */
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
      `${known} ON CONFLICT (${owner}, ${name}) DO NOTHING RETURNING ${value}`,
    [...key, after],
    hasRow,
  );
}
