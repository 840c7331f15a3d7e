import type { AdapterUser } from "../adapter.ts";
import { readClock } from "../clock.ts";
import type { Context } from "../context.ts";
import type { Identity } from "../provider.ts";
import { endSessions } from "../session/end_sessions.ts";
import { toAdapter } from "../session/row.ts";
import { toAccountKey } from "./facts.ts";
import type { Linked } from "./link.ts";
import { removePasswords } from "./passwords.ts";
import { toAddressProof } from "./proof.ts";
import { verifyAddress } from "./verify_address.ts";
import { hasWays, listWays, type WaysIn } from "./ways.ts";

/**
 * Removes the ways in that a user had before the owner of the address came, so
 * that none of them makes a session behind the back of this, and then ends the
 * user's sessions. Passwords go first, because the host's own code may fail: then
 * everything else is still as it was. A part that fails is done at the next try.
 *
 * @returns the user as it is now, and when the owner's session may begin
 * @throws AdapterError, StoreError, or CallbackRouteError if `passwords` fails
 */
export async function takeOver(
  ctx: Context,
  identity: Identity,
  known: AdapterUser,
): Promise<Linked> {
  const ways = await listWays(ctx, known);
  await removeWays(ctx, known, ways);
  // Removing may have taken seconds, in which a stranger could still sign in.
  const ended = Math.max(ctx.now, readClock());
  await endSessions(ctx.settings, { user: known.id, before: ended }, ended);
  const user = toAddressProof(identity) === "verified"
    ? await verifyAddress(ctx, known)
    : known;
  if (hasWays(ways)) await tell(ctx, identity, user, ways);
  return { user, isNewUser: false, begins: ended + 1 };
}

async function removeWays(
  ctx: Context,
  user: AdapterUser,
  { accounts, passkeys, passwords }: WaysIn,
): Promise<void> {
  const adapter = toAdapter(ctx);
  await removePasswords(ctx, user, passwords);
  if (adapter.has("unlinkAccount")) {
    for (const account of accounts) await adapter.unlinkAccount(account);
  }
  if (adapter.has("deleteAuthenticator")) {
    for (const { credentialID } of passkeys) {
      await adapter.deleteAuthenticator({ credentialID, userId: user.id });
    }
  }
}

/** Tells the host what was removed, so that support can answer the user who misses it. */
async function tell(
  ctx: Context,
  { account: { provider } }: Identity,
  user: AdapterUser,
  { accounts, passkeys, passwords }: WaysIn,
): Promise<void> {
  const removed = {
    accounts: accounts.map(toAccountKey),
    passkeys: passkeys.length,
    passwords,
  };
  const names = [
    ...new Set(accounts.map((one) => `an account at "${one.provider}"`)),
    ...passkeys.length > 0 ? [`${passkeys.length} passkey(s)`] : [],
    ...passwords.map((id) => `the password of "${id}"`),
  ];
  ctx.effects.log.warn(
    "take-over",
    `Provider "${provider}" proved the unverified address of a user. The earlier ways in were removed: ${
      names.join(", ")
    }. The event \`addressTakenOver\` has the user's id.`,
  );
  await ctx.effects.emit("addressTakenOver", { user, provider, removed });
}
