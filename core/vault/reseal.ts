/**
 * Seals kept tokens under the newest secret, so that an older one can be given
 * up.
 *
 * @module
 */

import { ConfigurationError } from "../errors/errors.ts";
import type { AccountKey, AdapterAccount } from "../model/adapter.ts";
import type { ProviderContext } from "../request/context.ts";
import { toAdapter } from "../session/rows/row.ts";
import { openAccount } from "./keeper_adapter.ts";
import type { KeptTokens } from "./keeper.ts";
import { toKeeper } from "./keepers.ts";
import { createLease } from "./lease.ts";
import { isSealed } from "./sealed.ts";

/** The result of sealing all tokens again. */
export interface ResealResult {
  /** The number of accounts whose tokens were sealed under an older secret, or not at all. */
  readonly resealed: number;
  /** The number of accounts with tokens that no secret opens: their users have to sign in there again. */
  readonly unreadable: number;
}

/** The number of accounts that are listed at a time. */
const SLICE = 100;

/**
 * Seals the tokens of all accounts under the newest secret.
 *
 * @throws ConfigurationError if tokens are not kept, sealed, in an adapter that
 * lists accounts; AdapterError, StoreError, or ProviderUnavailable if a refresh
 * takes too long
 */
export async function resealAll(ctx: ProviderContext): Promise<ResealResult> {
  const { tokens } = ctx.settings;
  if (tokens?.keep !== "adapter" || !tokens.seal) {
    throw new ConfigurationError([
      '`resealTokens` needs `tokens.keep: "adapter"`, and `tokens.seal` not false. Tokens in the store and in cookies are sealed again when they are used.',
    ]);
  }
  const adapter = toAdapter(ctx);
  if (!adapter.has("listAccounts")) {
    throw new ConfigurationError([
      "`resealTokens` needs an adapter with `listAccounts`; without it, tokens are sealed again when they are used.",
    ]);
  }
  let [resealed, unreadable] = [0, 0];
  for (let after: AccountKey | null = null;;) {
    const accounts: AdapterAccount[] = await adapter.listAccounts(after, SLICE);
    for (const account of accounts) {
      if (!tokens.providers.includes(account.provider)) continue;
      const kept = await openAccount(ctx, account);
      if (kept === null) unreadable += hasSealed(account) ? 1 : 0;
      else if (kept.seal !== "current") {
        resealed += await reseal(ctx, kept, UNTIL_FREE) ? 1 : 0;
      }
    }
    const last = accounts.at(-1);
    if (last === undefined) return { resealed, unreadable };
    const { provider, providerAccountId } = last;
    after = { provider, providerAccountId };
  }
}

function hasSealed(
  { access_token, refresh_token }: AdapterAccount,
): boolean {
  return [access_token, refresh_token].some((one) => one && isSealed(one));
}

/** Waits until no process renews the tokens. */
const UNTIL_FREE = () => Promise.resolve(null);
/** Gives up if a process is renewing the tokens. */
const IF_FREE = () => Promise.resolve("busy" as const);

/**
 * Seals tokens as {@link reseal} does. If that fails, or another process renews
 * them, the next request does it: a valid token does not wait for that.
 */
export async function resealQuietly(
  ctx: ProviderContext,
  kept: KeptTokens,
): Promise<void> {
  try {
    await reseal(ctx, kept, IF_FREE);
  } catch (error) {
    ctx.effects.log.error(error as Error);
  }
}

/**
 * Seals the tokens of an account under the newest secret, while no process
 * renews them.
 *
 * @param look decides whether to wait for one that does
 * @returns whether it did; false if they were renewed or removed meanwhile
 * @throws ProviderUnavailable if a refresh takes too long, AdapterError or
 * StoreError
 */
async function reseal(
  ctx: ProviderContext,
  { owner, seal }: KeptTokens,
  look: () => Promise<"busy" | null>,
): Promise<boolean> {
  const lease = await createLease(ctx, owner);
  if (await lease.take(look) !== null) return false;
  try {
    const { userId, provider, providerAccountId: account } = owner;
    const keeper = toKeeper(ctx);
    const latest = await keeper.find({ userId, provider, account });
    if (latest?.seal !== seal) return false;
    return await keeper.save(owner, latest.record, latest);
  } finally {
    await lease.release();
  }
}
