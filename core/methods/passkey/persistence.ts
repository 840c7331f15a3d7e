import type { Keeping } from "../../accounts/enter.ts";
import { assertPresent, unlinkAgain } from "../../accounts/still_there.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { Context } from "../../request/context.ts";
import { AccountNotLinked, AdapterError } from "../../errors/errors.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { forgetPending, keepPending, type Pending } from "./pending.ts";

/** How a new passkey comes to be stored. */
export function keepPasskey(ctx: Context, pending: Pending): Keeping {
  return {
    prepare: async () => {
      if (await keepPending(ctx, pending)) return;
      const error = new AccountNotLinked(
        "The passkey is being stored already.",
      );
      error.code = "in_use";
      throw error;
    },
    finish: async (user) => {
      await storePasskey(ctx, pending, user);
      if (!pending.registrant.isNew) await keepOrRemove(ctx, pending, user);
    },
  };
}

/**
 * Makes sure that the session which asked to add a passkey is live, now that the
 * passkey is stored. Otherwise, or if that cannot be told, it is removed.
 *
 * @throws SignInRequired, StoreError or AdapterError
 */
async function keepOrRemove(
  ctx: Context,
  { provider, passkey }: Pending,
  user: AdapterUser,
): Promise<void> {
  const { credentialID, providerAccountId } = passkey;
  try {
    await assertPresent(ctx, user.id);
  } catch (error) {
    const adapter = toAdapter(ctx);
    try {
      // Without its account a passkey is no way in.
      await unlinkAgain(ctx, { provider, providerAccountId });
    } finally {
      if (adapter.has("deleteAuthenticator")) {
        await adapter.deleteAuthenticator({ credentialID, userId: user.id });
      }
    }
    throw error;
  }
}

/** How one comes to be stored that was left half-way. */
export function finishPasskey(ctx: Context, pending: Pending): Keeping {
  return {
    prepare: async () => {},
    finish: (user) => storePasskey(ctx, pending, user),
  };
}

/** A call that failed may have had its effect: the row says. */
async function storePasskey(
  ctx: Context,
  { passkey }: Pending,
  { id: userId }: AdapterUser,
): Promise<void> {
  const adapter = toAdapter(ctx);
  try {
    await adapter.createAuthenticator({ ...passkey, userId });
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    const stored = await adapter.getAuthenticator(passkey.credentialID);
    const isDone = stored?.userId === userId &&
      stored.credentialPublicKey === passkey.credentialPublicKey;
    if (!isDone) throw error;
  }
  await forgetPending(ctx, passkey);
}
