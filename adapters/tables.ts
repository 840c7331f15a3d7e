/**
 * Tables that an application already has, made by `@auth/pg-adapter`, the
 * adapters for Drizzle, Prisma, Kysely and TypeORM, or Better Auth. Pass the
 * description as `tables` to the adapter, the store and the migration of
 * PostgreSQL or SQLite; the recipes are in `docs/migrate/tables.md`.
 *
 * @module
 */

import type { HashOptions, HashReport } from "./tables/hash_tokens.ts";
import type { ExistingTables, TableNames } from "./tables/map.ts";
import type { TablesClient } from "./tables/open.ts";
import type {
  AddressReport,
  VerifyOptions,
} from "./tables/verify_addresses.ts";

export {
  betterAuthSqliteTables,
  betterAuthTables,
  drizzleSqliteTables,
  drizzleTables,
  kyselySqliteTables,
  kyselyTables,
  pgTables,
  prismaTables,
  typeormTables,
} from "./tables/ready.ts";
export type {
  AccountColumns,
  AccountTable,
  AuthenticatorColumns,
  DateColumn,
  DateForm,
  EmptyTextColumn,
  ExistingTable,
  ExistingTables,
  FlagColumn,
  IdForm,
  LibraryTables,
  PasswordColumn,
  SessionColumns,
  TableNames,
  UserColumns,
  UserTable,
  VerificationTokenColumns,
} from "./tables/map.ts";
export type { TablesClient } from "./tables/open.ts";
export type { HashOptions, HashReport } from "./tables/hash_tokens.ts";
export type { TableOptions } from "./tables/resolve.ts";
export type {
  AddressReport,
  VerifiedUser,
  VerifyOptions,
} from "./tables/verify_addresses.ts";

/**
 * Returns a description with other names of tables.
 *
 * @param tables the description
 * @param names the new names; a table that is left out keeps its own
 * @throws TypeError for a table that the description does not have
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { drizzleTables, renameTables } from "@latchkey/auth/adapters/tables";
 *
 * const tables = renameTables(drizzleTables, { users: "app_user" });
 * assert.equal(tables.users.name, "app_user");
 * assert.equal(tables.accounts.name, "account");
 * ```
 */
export function renameTables(
  tables: ExistingTables,
  names: TableNames,
): ExistingTables {
  const renamed: ExistingTables = { ...tables };
  const given: Readonly<Record<string, string | undefined>> = { ...names };
  for (const [key, name] of Object.entries(given)) {
    const table: unknown = Reflect.get(tables, key);
    if (name === undefined) continue;
    if (typeof table !== "object" || table === null) {
      throw new TypeError(`names: the description has no table "${key}"`);
    }
    Object.assign(renamed, { [key]: { ...table, name } });
  }
  return renamed;
}

/**
 * Replaces session tokens that another library has stored in plain text by
 * random hashes, so that a copy of the table opens no session. Until
 * `acceptUntil`, it changes nothing and counts: programs of the other library
 * still look for the plain token. Run it once after that time, and again if it
 * was interrupted; it works in slices of 200 rows. A token of 43 base64url
 * characters, which is the form of a hash, is taken for one.
 *
 * @param client a client of PostgreSQL, or an open SQLite database
 * @param options the tables, and the time
 * @throws TypeError if `acceptUntil` is not a valid date
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { DatabaseSync } from "node:sqlite";
 * import { drizzleSqliteTables as tables, hashPlainTokens } from "@latchkey/auth/adapters/tables";
 *
 * const db = new DatabaseSync(":memory:");
 * db.exec("CREATE TABLE session (sessionToken text PRIMARY KEY)");
 * db.exec("INSERT INTO session VALUES ('a-plain-token')");
 * const acceptUntil = new Date("2026-01-31");
 * const report = await hashPlainTokens(db, { tables, acceptUntil });
 * assert.deepEqual(report, { plain: 1, hashed: 1 });
 * ```
 */
export async function hashPlainTokens(
  client: TablesClient,
  options: HashOptions,
): Promise<HashReport> {
  const { hashTokens } = await import("./tables/hash_tokens.ts");
  return await hashTokens(client, options);
}

/**
 * Marks as verified the addresses for which there is proof: the ID token that
 * is stored with an account of the user names the same address, comes from the
 * provider's issuer (and for its `clientId`, if that is set), and the
 * provider's definition takes the address as verified. With the usual
 * `emailTrust: "claim"`, that means `email_verified: true` (OpenID Connect Core
 * section 5.1). An account alone proves nothing, because many providers hand
 * out addresses that they have not checked; nor does an ID token of a provider
 * that is not in `providers`.
 *
 * An address that is verified already, and one that changes meanwhile, stays as
 * it is. The date is that of the ID token.
 *
 * @param client a client of PostgreSQL, or an open SQLite database
 * @param options the tables, the providers, and `dryRun: false` to change rows
 * @throws TypeError if the issuer of an OpenID Connect provider is not known
 *
 * @example
 * ```ts ignore
 * import { drizzleTables as tables, verifyAddresses } from "@latchkey/auth/adapters/tables";
 * import { Google } from "@latchkey/auth/providers/google";
 *
 * const providers = [Google];
 * const report = await verifyAddresses(pool, { tables, providers });
 * console.log(`${report.verified.length} of them can be verified`);
 * await verifyAddresses(pool, { tables, providers, dryRun: false });
 * ```
 */
export async function verifyAddresses(
  client: TablesClient,
  options: VerifyOptions,
): Promise<AddressReport> {
  const { verifyStored } = await import("./tables/verify_addresses.ts");
  return await verifyStored(client, options);
}
