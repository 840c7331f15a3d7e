import type { Adapter } from "../../core/model/adapter.ts";
import { createAuthenticatorMethods } from "./authenticators.ts";
import { createDeleteExpired } from "./expired.ts";
import {
  createSessionMethods,
  createVerificationTokenMethods,
} from "./sessions.ts";
import type { Sql } from "./sql.ts";
import { createAccountMethods, createUserMethods } from "./users.ts";

/** Options of the adapters and stores that keep their records in SQL tables. */
export interface SqlOptions {
  /**
   * What the names of the tables begin with, `auth_` by default: at most 32
   * lower-case letters, digits and underscores. Statements hold it as text, so
   * anything else is refused with a `TypeError`.
   */
  prefix?: string | undefined;
}

/** What each database does in its own way: several records at once. */
export type OwnMethods = Required<
  Pick<Adapter, "createUserWithAccount" | "deleteUser">
>;

/** All methods over one way of running statements. */
export function createSqlAdapter(sql: Sql, own: OwnMethods): Required<Adapter> {
  return {
    ...createUserMethods(sql),
    ...createAccountMethods(sql),
    ...createSessionMethods(sql),
    ...createVerificationTokenMethods(sql),
    ...createAuthenticatorMethods(sql),
    ...own,
    deleteExpired: createDeleteExpired(sql),
    hashedTokens: true,
    sessionDetails: true,
  };
}
