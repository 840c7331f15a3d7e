import type {
  AccountKey,
  AdapterTokens,
  AdapterUser,
} from "../../model/adapter.ts";
import { toClaimedAddress } from "../../model/email_address.ts";
import type { SessionContext } from "../../request/context.ts";
import { ConfigurationError } from "../../errors/errors.ts";
import {
  isOAuth,
  type ResolvedOAuth,
} from "../../providers/oauth/oauth_provider.ts";
import { toAccountId } from "../../providers/oauth/account_id.ts";
import type { Identity, ResolvedProvider } from "../../providers/provider.ts";
import type { AdapterCalls } from "../../storage/adapter_calls.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { keepsTokens } from "../../vault/keep_tokens.ts";
import type { KeptTokens } from "../../vault/keeper.ts";
import { toKeeper } from "../../vault/keepers.ts";
import type { TokenOwner } from "../../vault/record.ts";
import { toAddressProof } from "./address_proof.ts";
import { pickTokens } from "./stored_tokens.ts";

/** A proven identity, under its stored key. */
export interface Arriving {
  readonly provider: ResolvedProvider;
  readonly identity: Identity;
  /** The user who asked to add a sign-in method; null: an ordinary sign-in. */
  readonly linkTo: AdapterUser | null;
}

/**
 * Stores an account under its id, if it is still stored under the former one of
 * a provider whose definition has changed to ids that never pass to another
 * person.
 *
 * @throws ConfigurationError if the former id may have passed from the owner of
 * the stored account to this person
 */
export async function moveFormerAccount(
  ctx: SessionContext,
  { provider, identity, linkTo }: Arriving,
): Promise<void> {
  if (!isOAuth(provider)) return;
  const { account, profile = {} } = identity;
  const formerId = provider.source.formerId?.(profile);
  if (!formerId) return;
  const adapter = toAdapter(ctx);
  const key = { ...account, providerAccountId: toAccountId(null, formerId) };
  if (key.providerAccountId === account.providerAccountId) return;
  const known = await adapter.getUserByAccount(account);
  const owner = await adapter.getUserByAccount(key);
  if (owner === null) return;
  const right = known ?? linkTo;
  if (right !== null && right.id !== owner.id) return;
  if (right === null && !isSamePerson(provider, identity, owner)) {
    throw toFormerIdError(provider);
  }
  const own = { ...toKey(account), userId: owner.id };
  const former = { ...toKey(key), userId: owner.id };
  const kept = await findKept(ctx, provider, former);
  // A move that failed halfway goes on here at the next sign-in.
  if (known === null) {
    const tokens = kept === null ? await readTokens(adapter, former) : {};
    await adapter.linkAccount({ ...tokens, ...own, type: account.type });
  }
  if (kept !== null) {
    // Tokens are sealed for their account.
    if (await findKept(ctx, provider, own) === null) {
      await toKeeper(ctx).save(own, kept.record, null);
    }
    await toKeeper(ctx).remove(former);
  }
  // The next person with the former id must not find this account.
  await adapter.unlinkAccount(key);
}

async function findKept(
  ctx: SessionContext,
  provider: ResolvedOAuth,
  owner: TokenOwner,
): Promise<KeptTokens | null> {
  if (!keepsTokens(ctx, provider)) return null;
  const { providerAccountId: account } = owner;
  return await toKeeper(ctx).find({ ...owner, account });
}

async function readTokens(
  adapter: AdapterCalls,
  { provider, providerAccountId }: AccountKey,
): Promise<AdapterTokens> {
  if (!adapter.has("getAccount")) return {};
  return pickTokens(
    await adapter.getAccount(providerAccountId, provider) ?? {},
  );
}

function toKey({ provider, providerAccountId }: AccountKey): AccountKey {
  return { provider, providerAccountId };
}

/** Whether the owner of the former id's account must be this person. */
function isSamePerson(
  { source: { acceptFormerIds } }: ResolvedOAuth,
  identity: Identity,
  { email, emailVerified }: AdapterUser,
): boolean {
  const isProved = toAddressProof(identity) === "verified" &&
    emailVerified !== null;
  return acceptFormerIds === true ||
    isProved && toClaimedAddress(email) === identity.user.email;
}

function toFormerIdError({ id }: ResolvedOAuth): ConfigurationError {
  return new ConfigurationError([
    `Provider "${id}": an account is stored under the former id of this person, which may have belonged to somebody else when it was stored. If you trust the former ids, write \`acceptFormerIds: true\` in the provider's entry; otherwise remove the account, or have its user connect the provider while signed in.`,
  ]);
}
