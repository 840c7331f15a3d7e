import type { AccountKey, AdapterUser } from "../../model/adapter.ts";
import { toClaimedAddress } from "../../model/email_address.ts";
import type { SessionContext } from "../../request/context.ts";
import { ConfigurationError } from "../../errors/errors.ts";
import { isOAuth, type ResolvedOAuth } from "../../providers/oauth_provider.ts";
import { toAccountId } from "../../providers/account_id.ts";
import type { Identity, ResolvedProvider } from "../../providers/provider.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { keepsTokens } from "../../vault/keep_tokens.ts";
import { toKeeper } from "../../vault/keepers.ts";
import { toAddressProof } from "./proof.ts";
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
  if (await adapter.getUserByAccount(account) !== null) return;
  const owner = await adapter.getUserByAccount(key);
  if (owner === null || linkTo !== null && linkTo.id !== owner.id) return;
  if (linkTo === null && !isSamePerson(provider, identity, owner)) {
    throw toRefusal(provider);
  }
  const own = { ...toKey(account), userId: owner.id };
  const former = { ...toKey(key), userId: owner.id };
  const kept = keepsTokens(ctx, provider)
    ? await toKeeper(ctx).find({ ...former, account: former.providerAccountId })
    : null;
  const stored = kept === null && adapter.has("getAccount")
    ? await adapter.getAccount(key.providerAccountId, key.provider)
    : null;
  await adapter.linkAccount({
    ...pickTokens(stored ?? {}),
    ...own,
    type: account.type,
  });
  if (kept !== null) {
    // They are sealed for their account.
    await toKeeper(ctx).save(own, kept.record, null);
    await toKeeper(ctx).remove(former);
  }
  // Whoever has the former id next must not find this account.
  await adapter.unlinkAccount(key);
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

function toRefusal({ id }: ResolvedOAuth): ConfigurationError {
  return new ConfigurationError([
    `Provider "${id}": an account is stored under the former id of this person, which may have belonged to somebody else when it was stored. If you trust the former ids, write \`acceptFormerIds: true\` in the provider's entry; otherwise remove the account, or have its user connect the provider while signed in.`,
  ]);
}
