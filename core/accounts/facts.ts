import type {
  AccountKey,
  AdapterTokens,
  AdapterUser,
} from "../model/adapter.ts";
import type { AdapterCalls, AdapterMethod } from "../storage/adapter_calls.ts";
import type { SessionContext } from "../request/context.ts";
import { toClaimedAddress } from "../model/email_address.ts";
import type { Identity, ResolvedProvider } from "../providers/provider.ts";
import { toAdapter } from "../session/rows/row.ts";
import { hasMark } from "./address/creation_mark.ts";
import type { LinkFacts, UserWithSameEmail } from "./decide.ts";
import { listUnknownPasswords } from "./address/passwords.ts";
import { toAddressProof } from "./identity/address_proof.ts";

/** A proven identity whose user is being found or created. */
export interface Arrival {
  readonly provider: ResolvedProvider;
  /** The identity as it was proved. */
  readonly identity: Identity;
  /** The tokens of the identity that are stored. */
  readonly tokens: AdapterTokens;
  /** The user who asked to add a sign-in method; null: an ordinary sign-in. */
  readonly linkTo: AdapterUser | null;
  /** The user that this request has already created, but not yet linked. */
  readonly created: AdapterUser | null;
}

/** The facts of a decision, and the users that they are about. */
export interface Findings {
  readonly facts: LinkFacts;
  readonly users: readonly AdapterUser[];
}

/** Queries the adapter for the facts of a decision, and for no more. */
export async function gatherFacts(
  ctx: SessionContext,
  arrival: Arrival,
): Promise<Findings> {
  const { identity, linkTo, provider, created } = arrival;
  const adapter = toAdapter(ctx);
  let owner = await adapter.getUserByAccount(identity.account);
  const known = created ??
    (owner === null && linkTo === null
      ? await findUserWithSameEmail(adapter, identity.user.email)
      : null);
  const sameEmail = known === null
    ? null
    : await toUserWithSameEmail(ctx, arrival, known);
  // Between the two queries, another process may have stored this very account
  // with its user, who is then not another person with the same address.
  if (sameEmail?.isUnfinished === false) {
    owner = await adapter.getUserByAccount(identity.account);
  }
  const facts: LinkFacts = {
    linkTo: linkTo?.id ?? null,
    owner: owner?.id ?? null,
    sameEmail,
    proof: toAddressProof(identity),
    linksByAddress: linksByAddress(provider),
  };
  const users = [owner, linkTo, known].filter((one) => one !== null);
  return { facts, users };
}

/**
 * Finds the owner of an account. An e-mail address is an account in itself,
 * which is never stored, and so is a password.
 */
export async function findOwner(
  ctx: SessionContext,
  identity: Identity,
): Promise<AdapterUser | null> {
  if (identity.owner !== undefined) return identity.owner;
  const adapter = toAdapter(ctx);
  return identity.account.type === "email"
    ? await findUserWithSameEmail(adapter, identity.user.email)
    : await adapter.getUserByAccount(identity.account);
}

/**
 * Finds the user with exactly this address: a database that folds more than
 * case may find another user.
 */
export async function findUserWithSameEmail(
  adapter: AdapterCalls,
  email: string | null | undefined,
): Promise<AdapterUser | null> {
  if (!email) return null;
  const found = await adapter.getUserByEmail(email);
  return toClaimedAddress(found?.email) === email ? found : null;
}

async function toUserWithSameEmail(
  ctx: SessionContext,
  { identity, created }: Arrival,
  user: AdapterUser,
): Promise<UserWithSameEmail> {
  const isUnfinished = created !== null ||
    await hasMark(ctx, identity, user) && await hasNoAccount(ctx, user.id);
  return {
    id: user.id,
    isVerified: user.emailVerified !== null,
    isUnfinished,
    canBeCleared: canBeCleared(ctx),
  };
}

async function hasNoAccount(
  ctx: SessionContext,
  userId: string,
): Promise<boolean> {
  const adapter = toAdapter(ctx);
  return !adapter.has("listAccountsByUserId") ||
    (await adapter.listAccountsByUserId(userId)).length === 0;
}

/**
 * Whether all sign-in methods of a user can be found and removed: those in the
 * adapter, and passwords.
 */
export function canBeCleared(ctx: SessionContext): boolean {
  return listUnknownPasswords(ctx).length === 0 &&
    listMissing(ctx).length === 0;
}

/**
 * Lists the methods that the adapter lacks to find and remove the sign-in
 * methods of a user.
 */
function listMissing(ctx: SessionContext): readonly AdapterMethod[] {
  const adapter = toAdapter(ctx);
  const needs: readonly AdapterMethod[] = [
    "listAccountsByUserId",
    "unlinkAccount",
    "updateUser",
    ...adapter.has("createAuthenticator")
      ? ["listAuthenticatorsByUserId", "deleteAuthenticator"] as const
      : [],
  ];
  return needs.filter((one) => !adapter.has(one));
}

/** Explains why sign-in methods of a user may remain, and how to fix it. */
export function toUnclear(ctx: SessionContext): string {
  const missing = listMissing(ctx).map((one) => `\`${one}\``).join(", ");
  const reasons = [
    ...missing === "" ? [] : [`The adapter lacks ${missing}.`],
    ...listUnknownPasswords(ctx).map((id) =>
      `Provider "${id}" has no \`passwords: { exists, remove }\`.`
    ),
  ];
  return reasons.join(" ");
}

/**
 * Returns the option of that name. A provider without it never links by
 * address.
 */
export function linksByAddress(
  provider: ResolvedProvider,
): boolean | "verified" {
  return "linksByAddress" in provider && provider.linksByAddress;
}

/** Picks the key of an account. */
export function toAccountKey(
  { provider, providerAccountId }: AccountKey,
): AccountKey {
  return { provider, providerAccountId };
}
