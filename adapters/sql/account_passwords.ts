import type { UserSecretChange } from "../../core/model/user_secret.ts";
import type { Awaitable } from "../../core/model/model.ts";
import { accountColumns } from "./records.ts";
import { countParams, hasRow, insertInto, type Sql, toParams } from "./sql.ts";
import type { PasswordPlace } from "./tables.ts";

/** The methods for passwords that another library keeps with its accounts. */
export interface AccountPasswords {
  getPassword(userId: string): Awaitable<string | null>;
  replacePassword(change: UserSecretChange): Awaitable<boolean>;
}

/** Methods for passwords in a column of the accounts, by compare-and-set. */
export function createAccountPasswords(
  sql: Sql,
  place: PasswordPlace,
): AccountPasswords {
  const { accounts } = sql.tables;
  const { column } = place;
  const byOwner = `${accounts.column("userId")} = $1 AND ${
    accounts.column("provider")
  } = $2`;
  return {
    getPassword: (userId) =>
      sql.read(
        `SELECT ${column} AS "value" FROM ${accounts.name} WHERE ${byOwner} ` +
          `AND ${column} IS NOT NULL`,
        [accounts.toParam("userId", userId), place.provider],
        ([row]) => row === undefined ? null : String(row.value),
      ),
    replacePassword: (change) => {
      const { userId, before, after } = change;
      if (before === null) return add(sql, place, change);
      const key = [accounts.toParam("userId", userId), place.provider, before];
      return after === null
        ? sql.read(
          `DELETE FROM ${accounts.name} WHERE ${byOwner} AND ${column} = $3 ` +
            `RETURNING ${column}`,
          key,
          hasRow,
        )
        : sql.read(
          `UPDATE ${accounts.name} SET ${column} = $4 ` +
            `WHERE ${byOwner} AND ${column} = $3 RETURNING ${column}`,
          [...key, after],
          hasRow,
        );
    },
  };
}

/**
 * Adds a password to a user who has none, with the account if that is missing,
 * too. Of several requests at once, the account's unique key lets one through.
 */
async function add(
  sql: Sql,
  place: PasswordPlace,
  change: UserSecretChange,
): Promise<boolean> {
  const { users, accounts } = sql.tables;
  const { column, provider } = place;
  const { userId, after } = change;
  const byOwner = `${accounts.column("userId")} = $1 AND ${
    accounts.column("provider")
  } = $2`;
  const isFree = await sql.read(
    `SELECT 1 AS "one" FROM ${users.name} WHERE ${users.column("id")} = $1 ` +
      `AND NOT EXISTS (SELECT 1 FROM ${accounts.name} ` +
      `WHERE ${byOwner} AND ${column} IS NOT NULL)`,
    [users.toParam("id", userId), provider],
    hasRow,
  );
  if (!isFree || after === null) return isFree;
  const isSet = await sql.read(
    `UPDATE ${accounts.name} SET ${column} = $3 ` +
      `WHERE ${byOwner} AND ${column} IS NULL RETURNING ${column}`,
    [accounts.toParam("userId", userId), provider, after],
    hasRow,
  );
  return isSet || await addAccount(sql, place, { userId, hash: after });
}

async function addAccount(
  sql: Sql,
  { column, provider }: PasswordPlace,
  { userId, hash }: { readonly userId: string; readonly hash: string },
): Promise<boolean> {
  const { accounts } = sql.tables;
  const account = {
    provider,
    providerAccountId: userId,
    userId,
    type: "credentials",
  };
  const last = `$${countParams(accounts, accountColumns) + 1}`;
  return await sql.read(
    `${insertInto(accounts, accountColumns, { more: [[column, last]] })} ` +
      `ON CONFLICT DO NOTHING RETURNING ${column}`,
    [...toParams(accounts, accountColumns, account), hash],
    hasRow,
  );
}
