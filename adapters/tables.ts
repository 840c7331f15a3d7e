/**
 * Tables that an application already has, made by `@auth/pg-adapter`, the
 * adapters for Drizzle, Prisma, Kysely and TypeORM, or Better Auth. Pass the
 * description as `tables` to the adapter, the store and the migration of
 * PostgreSQL or SQLite; the recipes are in `docs/migrate/tables.md`.
 *
 * @module
 */

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
  AuthenticatorColumns,
  DateColumn,
  DateForm,
  EmptyTextColumn,
  ExistingTable,
  ExistingTables,
  FlagColumn,
  IdForm,
  SessionColumns,
  UserColumns,
  VerificationTokenColumns,
} from "./tables/map.ts";
