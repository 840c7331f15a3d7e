import type { Persistence } from "../../accounts/proof.ts";
import { assertPresent, unlinkAgain } from "../../accounts/still_there.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { Context } from "../../request/context.ts";
import { AccountNotLinked, AdapterError } from "../../errors/errors.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { forgetPending, keepPending, type Pending } from "./pending.ts";
import { tellAdded } from "./tell.ts";

/** Stores a new passkey, in two steps around its account. */
export function keepPasskey(ctx: Context, pending: Pending): Persistence {
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
      if (pending.registrant.isNew) return undefined;
      await keepOrRemove(ctx, pending, user);
      await tellAdded(ctx, user, pending.passkey.credentialID);
    },
  };
}

/**
 * Checks that the session which asked to add a passkey is still live, now that
 * the passkey is stored. If not, or if that cannot be determined, the passkey
 * is removed.
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
      // Without its account the passkey cannot sign in.
      await unlinkAgain(ctx, { provider, providerAccountId });
    } finally {
      if (adapter.has("deleteAuthenticator")) {
        await adapter.deleteAuthenticator({ credentialID, userId: user.id });
      }
    }
    throw error;
  }
}

/** Completes the storage of a passkey that was left half-stored. */
export function finishPasskey(ctx: Context, pending: Pending): Persistence {
  return {
    prepare: async () => {},
    finish: async (user) => {
      await storePasskey(ctx, pending, user);
      if (pending.registrant.isNew) return undefined;
      await tellAdded(ctx, user, pending.passkey.credentialID);
    },
  };
}

/** Stores a passkey. A call that failed may still have taken effect, so the row is checked. */
async function storePasskey(
  ctx: Context,
  { passkey }: Pending,
  { id: userId }: AdapterUser,
): Promise<void> {
  const adapter = toAdapter(ctx);
  try {
    await adapter.createAuthenticator({
      ...passkey,
      userId,
      // Other adapters may have no columns for them.
      ...(adapter.has("updateAuthenticator")
        ? { name: null, createdAt: new Date(ctx.now), lastUsedAt: null }
        : {}),
    });
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    const stored = await adapter.getAuthenticator(passkey.credentialID);
    const isDone = stored?.userId === userId &&
      stored.credentialPublicKey === passkey.credentialPublicKey;
    if (!isDone) throw error;
  }
  await forgetPending(ctx, passkey);
}
