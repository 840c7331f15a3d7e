/**
 * Ends the tokens of a user who signs out, if the application wants that.
 *
 * @module
 */

import type { SessionContext } from "../../../request/context.ts";
import { limitTime } from "../../../runtime/timeout.ts";
import { toAdapter } from "../../../session/rows/row.ts";
import { toStrategy } from "../../../session/strategy.ts";
import type { KeptTokens } from "../../../vault/keeper.ts";
import { toKeeper } from "../../../vault/keepers.ts";
import { takeTokens } from "../../../vault/take_tokens.ts";
import { PATIENCE, revokeTokens } from "./revoke_tokens.ts";

/**
 * Finds the tokens of the user of this session, while there is one.
 *
 * @returns a function that removes and revokes them, and never fails: a failure
 * is logged
 */
export async function findOwnTokens(
  ctx: SessionContext,
): Promise<() => Promise<void>> {
  try {
    const listed = listOwn(ctx);
    const all = await limitTime(listed, PATIENCE, "Finding the tokens");
    return () => endAll(ctx, all);
  } catch (error) {
    ctx.effects.log.error(error as Error);
    return () => Promise.resolve();
  }
}

async function listOwn(ctx: SessionContext): Promise<readonly KeptTokens[]> {
  const present = await toStrategy(ctx).find(ctx);
  if (present === null) return [];
  const { userId } = present;
  const found: (KeptTokens | null)[] = [];
  for (const provider of ctx.settings.tokens?.providers ?? []) {
    for (const account of await listAccountIds(ctx, userId, provider)) {
      found.push(await toKeeper(ctx).find({ userId, provider, account }));
    }
  }
  return found.filter((one) => one !== null);
}

/** The ids of a user's accounts at a provider; undefined names the only one. */
async function listAccountIds(
  ctx: SessionContext,
  userId: string,
  provider: string,
): Promise<readonly (string | undefined)[]> {
  if (ctx.effects.adapter === null) return [undefined];
  const adapter = toAdapter(ctx);
  if (!adapter.has("listAccountsByUserId")) return [undefined];
  const accounts = await adapter.listAccountsByUserId(userId);
  return accounts
    .filter((one) => one.provider === provider)
    .map(({ providerAccountId }) => providerAccountId);
}

async function endAll(
  ctx: SessionContext,
  all: readonly KeptTokens[],
): Promise<void> {
  const end = async (kept: KeptTokens) => {
    try {
      const remove = () => toKeeper(ctx).remove(kept.owner);
      const latest = await takeTokens(ctx, kept.owner, remove);
      await revokeTokens(ctx, latest ?? kept, "signOut");
    } catch (error) {
      ctx.effects.log.error(error as Error);
    }
  };
  const ended = Promise.all(all.map(end));
  // The work goes on; only the answer does not wait for it any longer.
  await limitTime(ended, PATIENCE, "Ending the tokens").catch(() => {});
}
