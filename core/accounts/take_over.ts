import type { AdapterUser } from "../adapter.ts";
import type { Context } from "../context.ts";
import type { Identity } from "../provider.ts";
import { endSessions } from "../session/end_sessions.ts";
import { toAdapter } from "../session/row.ts";
import { toAddressProof } from "./proof.ts";

/**
 * Puts out whoever registered an address that nobody had proved: their ways in
 * first, so that none of them makes a session behind the back of this, then
 * their sessions. A part of it that fails is done at the next try.
 *
 * @returns the user as it is now
 */
export async function takeOver(
  ctx: Context,
  identity: Identity,
  user: AdapterUser,
): Promise<AdapterUser> {
  const adapter = toAdapter(ctx);
  if (adapter.has("listAccountsByUserId", "unlinkAccount")) {
    for (const account of await adapter.listAccountsByUserId(user.id)) {
      await adapter.unlinkAccount(account);
    }
  }
  if (adapter.has("listAuthenticatorsByUserId", "deleteAuthenticator")) {
    const passkeys = await adapter.listAuthenticatorsByUserId(user.id);
    for (const { credentialID } of passkeys) {
      await adapter.deleteAuthenticator({ credentialID, userId: user.id });
    }
  }
  // The session that starts now begins after this moment.
  await endSessions(
    ctx.settings,
    { user: user.id, before: ctx.now - 1 },
    ctx.now,
  );
  if (toAddressProof(identity) !== "verified") return user;
  const proved = { ...user, emailVerified: new Date(ctx.now) };
  const { id, emailVerified } = proved;
  await adapter.updateUser({ id, emailVerified });
  await ctx.effects.emit("updateUser", { user: proved });
  return proved;
}
