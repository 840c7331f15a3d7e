import type { ProviderContext } from "../request/context.ts";
import { limitTime } from "../runtime/timeout.ts";
import type { KeptTokens } from "./keeper.ts";
import { toKeeper } from "./keepers.ts";
import { createLease } from "./lease.ts";
import type { TokenOwner } from "./record.ts";

/** Milliseconds to wait for a refresh in progress. */
const PATIENCE = 1000;

/**
 * Removes the tokens of an account, and returns them so that they can be
 * revoked. A refresh in progress may finish first: the token that it replaces
 * would be all that is left to revoke.
 *
 * @param remove removes them, or the whole account
 * @returns null if none were kept
 * @throws AdapterError, StoreError or an error of `remove`
 */
export async function takeTokens(
  ctx: ProviderContext,
  owner: TokenOwner,
  remove: () => Promise<void>,
): Promise<KeptTokens | null> {
  const { userId, provider, providerAccountId: account } = owner;
  if (!ctx.settings.tokens?.providers.includes(provider)) {
    await remove();
    return null;
  }
  const release = await hold(ctx, owner);
  try {
    const kept = await toKeeper(ctx).find({ userId, provider, account });
    await remove();
    return kept;
  } finally {
    await release();
  }
}

/**
 * Takes the lease of an account, and goes on without it if it is not free soon.
 */
async function hold(
  ctx: ProviderContext,
  owner: TokenOwner,
): Promise<() => Promise<void>> {
  const { take, release } = await createLease(ctx, owner);
  const taken = take(() => Promise.resolve(null));
  try {
    await limitTime(taken, PATIENCE, "A refresh", () => {
      taken.then(release, () => {});
    });
    return release;
  } catch {
    return () => Promise.resolve();
  }
}
