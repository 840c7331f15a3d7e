import type { AccountKey, AdapterTokens, AdapterUser } from "../adapter.ts";
import type { AdapterCalls } from "../adapter_calls.ts";
import type { Context } from "../context.ts";
import { toClaimedAddress } from "../email_address.ts";
import type { Identity, ResolvedProvider } from "../provider.ts";
import { toAdapter } from "../session/row.ts";
import { hasMark } from "./creation_mark.ts";
import type { LinkFacts, Namesake } from "./decide.ts";
import { toAddressProof } from "./proof.ts";

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
    canBeCleared: !hasPasswords(ctx) && canBeCleared(toAdapter(ctx)),
  };
}

async function hasNoAccount(ctx: Context, userId: string): Promise<boolean> {
  const adapter = toAdapter(ctx);
  return !adapter.has("listAccountsByUserId") ||
    (await adapter.listAccountsByUserId(userId)).length === 0;
}

/** Passwords are the host's: whoever registered with one cannot be put out from here. */
function hasPasswords({ settings }: Context): boolean {
  return [...settings.providers.values()]
    .some(({ type }) => type === "credentials");
}

export function canBeCleared(adapter: AdapterCalls): boolean {
  const hasPasskeys = adapter.has("createAuthenticator");
  return adapter.has("listAccountsByUserId", "unlinkAccount", "updateUser") &&
    (!hasPasskeys ||
      adapter.has("listAuthenticatorsByUserId", "deleteAuthenticator"));
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
