import { isOAuth } from "../providers/oauth/oauth_provider.ts";
import type { Identity, ResolvedProvider } from "../providers/provider.ts";
import type { ProviderContext } from "../request/context.ts";
import { toAdapter } from "../session/rows/row.ts";
import { toKeeper } from "./keepers.ts";
import { mergeTokens, type TokenOwner } from "./record.ts";

/** Whether the tokens of a provider are kept for use, and so not stored as they come. */
export function keepsTokens(
  { settings: { tokens } }: Pick<ProviderContext, "settings">,
  { id }: Pick<ResolvedProvider, "id">,
): boolean {
  return tokens?.providers.includes(id) ?? false;
}

/**
 * Keeps the tokens of a sign-in for use. A refresh token stays if the provider
 * sent none this time.
 *
 * @throws AdapterError or StoreError
 */
export async function keepTokens(
  ctx: ProviderContext,
  provider: ResolvedProvider,
  { account, userId, dpop: key }: Pick<Identity, "account" | "dpop"> & {
    readonly userId: string;
  },
): Promise<void> {
  if (!isOAuth(provider) || !keepsTokens(ctx, provider)) return;
  const { providerAccountId } = account;
  const owner = { userId, provider: provider.id, providerAccountId };
  const keeper = toKeeper(ctx);
  const query = { userId, provider: provider.id, account: providerAccountId };
  const known = await keeper.find(query);
  const record = mergeTokens(known?.record ?? null, account, {
    aim: "",
    facts: provider.source,
    now: ctx.now,
    key,
  });
  // Other access tokens may have been granted fewer scopes, or at another time.
  const access = record.access.filter(({ aim }) => aim === "");
  // The next ID token is compared with the one that came with the refresh token.
  const idToken = account.refresh_token
    ? record.idToken
    : known?.record.idToken ?? record.idToken;
  await keeper.save(owner, { ...record, access, idToken }, null);
  if (await isGone(ctx, userId)) await keeper.remove(owner);
}

/**
 * Whether the user was deleted during the sign-in. Tokens in the store would
 * wait there for the next user with that id.
 */
async function isGone(ctx: ProviderContext, userId: string): Promise<boolean> {
  const { settings: { tokens }, effects } = ctx;
  if (tokens?.keep !== "store" || effects.adapter === null) return false;
  const adapter = toAdapter(ctx);
  return adapter.has("getUser") && await adapter.getUser(userId) === null;
}

/**
 * Forgets the tokens of an account that was unlinked.
 *
 * @throws StoreError
 */
export async function forgetTokens(
  ctx: ProviderContext,
  owner: TokenOwner,
): Promise<void> {
  if (ctx.settings.tokens?.providers.includes(owner.provider)) {
    await toKeeper(ctx).remove(owner);
  }
}
