import type {
  AccountKey,
  AdapterTokens,
  AdapterUser,
} from "../model/adapter.ts";
import type { AdapterCalls, AdapterMethod } from "../storage/adapter_calls.ts";
import type { Context } from "../request/context.ts";
import { toClaimedAddress } from "../model/email_address.ts";
import type { Identity, ResolvedProvider } from "../providers/provider.ts";
import { toAdapter } from "../session/rows/row.ts";
import { hasMark } from "./address/creation_mark.ts";
import type { LinkFacts, Namesake } from "./decide.ts";
import { listUnknownPasswords } from "./address/passwords.ts";
import { toAddressProof } from "./identity/proof.ts";

/** An identity on its way to a user. */
export interface Arrival {
  readonly provider: ResolvedProvider;
  /** As it was proved. */
  readonly identity: Identity;
  /** What of its tokens is stored. */
  readonly tokens: AdapterTokens;
  /** Who asked to add a way in; null: an ordinary sign-in. */
  readonly linkTo: AdapterUser | null;
  /** What this request has created already, without having linked it. */
  readonly created: AdapterUser | null;
}

/** The facts of a decision, and the users that they are about. */
export interface Findings {
  readonly facts: LinkFacts;
  readonly users: readonly AdapterUser[];
}

/** Asks the adapter for what a decision rests on, and for no more. */
export async function gatherFacts(
  ctx: Context,
  arrival: Arrival,
): Promise<Findings> {
  const { identity, linkTo, provider, created } = arrival;
  const adapter = toAdapter(ctx);
  const owner = await adapter.getUserByAccount(identity.account);
  const known = created ??
    (owner === null && linkTo === null
      ? await findNamesake(adapter, identity.user.email)
      : null);
  const facts: LinkFacts = {
    linkTo: linkTo?.id ?? null,
    owner: owner?.id ?? null,
    namesake: known === null ? null : await toNamesake(ctx, arrival, known),
    proof: toAddressProof(identity),
    linksByAddress: linksByAddress(provider),
  };
  const users = [owner, linkTo, known].filter((one) => one !== null);
  return { facts, users };
}

/** Whose account it is: an address is its own account, which nobody stores. */
export async function findOwner(
  ctx: Context,
  identity: Identity,
): Promise<AdapterUser | null> {
  const adapter = toAdapter(ctx);
  return identity.account.type === "email"
    ? await findNamesake(adapter, identity.user.email)
    : await adapter.getUserByAccount(identity.account);
}

/** By the very address: a database that folds more than case finds somebody else. */
export async function findNamesake(
  adapter: AdapterCalls,
  email: string | null | undefined,
): Promise<AdapterUser | null> {
  if (!email) return null;
  const found = await adapter.getUserByEmail(email);
  return toClaimedAddress(found?.email) === email ? found : null;
}

async function toNamesake(
  ctx: Context,
  { identity, created }: Arrival,
  user: AdapterUser,
): Promise<Namesake> {
  const isUnfinished = created !== null ||
    await hasMark(ctx, identity, user) && await hasNoAccount(ctx, user.id);
  return {
    id: user.id,
    isVerified: user.emailVerified !== null,
    isUnfinished,
    canBeCleared: canBeCleared(ctx),
  };
}

async function hasNoAccount(ctx: Context, userId: string): Promise<boolean> {
  const adapter = toAdapter(ctx);
  return !adapter.has("listAccountsByUserId") ||
    (await adapter.listAccountsByUserId(userId)).length === 0;
}

/** Whether all ways in of a user can be found and removed: those in the adapter, and passwords. */
export function canBeCleared(ctx: Context): boolean {
  return listUnknownPasswords(ctx).length === 0 &&
    listMissing(ctx).length === 0;
}

/** The methods that the adapter lacks to find and remove the ways in of a user. */
function listMissing(ctx: Context): readonly AdapterMethod[] {
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

/** Why ways in of a user may stay, and how to mend it. */
export function toUnclear(ctx: Context): string {
  const missing = listMissing(ctx).map((one) => `\`${one}\``).join(", ");
  const reasons = [
    ...missing === "" ? [] : [`The adapter lacks ${missing}.`],
    ...listUnknownPasswords(ctx).map((id) =>
      `Provider "${id}" has no \`passwords: { exists, remove }\`.`
    ),
  ];
  return reasons.join(" ");
}

/** The option; of a provider that has none, nobody is linked by their address. */
export function linksByAddress(
  provider: ResolvedProvider,
): boolean | "verified" {
  return "linksByAddress" in provider && provider.linksByAddress;
}

/** An account's key and nothing else. */
export function toAccountKey(
  { provider, providerAccountId }: AccountKey,
): AccountKey {
  return { provider, providerAccountId };
}
