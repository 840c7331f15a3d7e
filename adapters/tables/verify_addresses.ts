import type { AdapterAccount } from "../../core/model/adapter.ts";
import type { ProviderInput } from "../../core/providers/provider.ts";
import {
  accountColumns,
  each,
  toAccount,
  userColumns,
} from "../sql/records.ts";
import { assign, list, type Sql } from "../sql/sql.ts";
import { findProof, type Providers, toProviders } from "./address_proof.ts";
import { openTables, type TablesClient } from "./open.ts";
import type { TableOptions } from "./resolve.ts";

/** Users that are read at a time. */
const SLICE = 200;

/** Options of `verifyAddresses`. */
export interface VerifyOptions extends TableOptions {
  /**
   * The providers that the application has, with their `issuer`. Only what they
   * have stated counts, in the way that their definitions say.
   */
  readonly providers: readonly ProviderInput[];
  /** Whether to change nothing, and only report. Default true. */
  readonly dryRun?: boolean | undefined;
}

/** A user whose address a provider has verified. */
export interface VerifiedUser {
  /** Id of the user. */
  readonly id: string;
  /** Id of the provider that stated it. */
  readonly provider: string;
  /** The time at which it did. */
  readonly at: Date;
}

/** The result of `verifyAddresses`. */
export interface AddressReport {
  /** The users whose address was marked; with `dryRun`, those who would be. */
  readonly verified: readonly VerifiedUser[];
  /** Number of users with an address that stays unverified. */
  readonly unverified: number;
}

interface Candidate {
  readonly id: string;
  readonly email: string;
}

/** Marks addresses as verified; see the entry for the documentation. */
export async function verifyStored(
  client: TablesClient,
  { providers: inputs, dryRun = true, ...names }: VerifyOptions,
): Promise<AddressReport> {
  const providers = toProviders(inputs);
  const sql = openTables(client, names);
  const verified: VerifiedUser[] = [];
  let unverified = 0;
  for (let last: string | null | undefined = null; last !== undefined;) {
    const users: Candidate[] = await readUsers(sql, last);
    last = users.length < SLICE ? undefined : users.at(-1)?.id;
    const accounts = await readAccounts(sql, users.map(({ id }) => id));
    for (const user of users) {
      const proof = toProof(providers, user, accounts);
      const isMarked = proof !== null &&
        (dryRun || await mark(sql, user, proof.at));
      if (isMarked) verified.push(proof);
      else unverified++;
    }
  }
  return { verified, unverified };
}

async function readUsers(sql: Sql, last: string | null): Promise<Candidate[]> {
  const { users } = sql.tables;
  return await sql.read(
    `SELECT "id", "email" FROM ` +
      `(SELECT ${list(users, userColumns)} FROM ${users.name}) AS u ` +
      `WHERE "emailVerified" IS NULL AND "email" IS NOT NULL ` +
      `${last === null ? "" : `AND "id" > $1 `}ORDER BY "id" LIMIT ${SLICE}`,
    last === null ? [] : [users.toParam("id", last)],
    each(({ id, email }) => ({ id: String(id), email: String(email) })),
  );
}

async function readAccounts(
  sql: Sql,
  ids: readonly string[],
): Promise<AdapterAccount[]> {
  if (ids.length === 0) return [];
  const { accounts } = sql.tables;
  const places = ids.map((_, i) => `$${i + 1}`).join(", ");
  return await sql.read(
    `SELECT ${list(accounts, accountColumns)} FROM ${accounts.name} ` +
      `WHERE ${accounts.column("userId")} IN (${places}) ` +
      `AND ${accounts.column("id_token")} IS NOT NULL`,
    ids.map((id) => accounts.toParam("userId", id)),
    each(toAccount),
  );
}

function toProof(
  providers: Providers,
  { id, email }: Candidate,
  accounts: readonly AdapterAccount[],
): VerifiedUser | null {
  for (const { userId, provider, id_token: idToken = "" } of accounts) {
    if (userId !== id) continue;
    const at = findProof(providers, { provider, idToken, email });
    if (at !== null) return { id, provider, at };
  }
  return null;
}

/** Marks the address that was examined, unless it has changed meanwhile. */
async function mark(sql: Sql, user: Candidate, at: Date): Promise<boolean> {
  const { users } = sql.tables;
  const { set, params } = assign(users, ["emailVerified"], {
    values: { emailVerified: at },
    first: 3,
  });
  return await sql.read(
    `UPDATE ${users.name} SET ${set} WHERE ${users.column("id")} = $1 ` +
      `AND ${users.column("email")} = $2 ` +
      `AND ${users.column("emailVerified")} IS NULL ` +
      `RETURNING ${users.column("id")}`,
    [users.toParam("id", user.id), user.email, ...params],
    (rows) => rows.length > 0,
  );
}
