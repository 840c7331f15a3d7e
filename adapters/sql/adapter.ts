import type { Adapter } from "../../core/model/adapter.ts";
import type { ExistingTables } from "../tables/map.ts";
import { createAuditMethods } from "./audit.ts";
import { createAuthenticatorMethods } from "./authenticators.ts";
import { createDeleteExpired } from "./expired.ts";
import { createSecretMethods } from "./secrets.ts";
import { createListSessionPage } from "./session_page.ts";
import {
  createSessionMethods,
  createVerificationTokenMethods,
} from "./sessions.ts";
import type { Sql } from "./sql.ts";
import { createAccountMethods, createUserMethods } from "./users.ts";

/** Options of the adapters and stores that keep their records in SQL tables. */
export interface SqlOptions {
  /**
   * The prefix of the library's own tables, `auth_` by default: at most 32
   * lower-case letters, digits and underscores, or an empty text. It is part of
   * the statements' text, so anything else throws a `TypeError`.
   */
  prefix?: string | undefined;
  /**
   * The tables that the application already has; `adapters/tables` has those of
   * other libraries. Tables that are not among them are the library's own.
   */
  tables?: ExistingTables | undefined;
}

/** Options of a migration. */
export interface MigrationOptions extends SqlOptions {
  /** Whether to run nothing, and only return the statements. Default false. */
  dryRun?: boolean | undefined;
}

/**
 * The methods that each database implements itself, because they write several
 * records.
 */
export type OwnMethods = Required<
  Pick<Adapter, "createUserWithAccount" | "deleteUser">
>;

/** Builds all methods over one way of running statements. */
export function createSqlAdapter(sql: Sql, own: OwnMethods): Required<Adapter> {
  return {
    ...createUserMethods(sql),
    ...createAccountMethods(sql),
    ...createSessionMethods(sql),
    listSessionPage: createListSessionPage(sql),
    ...createVerificationTokenMethods(sql),
    ...createAuthenticatorMethods(sql),
    ...createSecretMethods(sql),
    ...createAuditMethods(sql),
    ...own,
    deleteExpired: createDeleteExpired(sql),
    hashedTokens: true,
    sessionDetails: true,
  };
}
