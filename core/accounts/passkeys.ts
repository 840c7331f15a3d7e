import type { AccountKey } from "../model/adapter.ts";
import type { SessionContext } from "../request/context.ts";
import { ConfigurationError, InvalidRequest } from "../errors/errors.ts";
import { toAdapter } from "../session/rows/row.ts";
import { toStrategy } from "../session/strategy.ts";
import { assertPresent } from "./still_there.ts";
import { unlinkAccount } from "./unlink.ts";

/** One passkey of a person, as a page may list it. */
export interface PasskeyInfo {
  /** Names the passkey; it is no secret. */
  readonly credentialID: string;
  /** Whether it can be on several devices of its owner (`multiDevice`). */
  readonly deviceType: string;
  /** Whether it is backed up. */
  readonly backedUp: boolean;
  /** Ways to reach the authenticator, such as `internal`, `hybrid` or `usb`. */
  readonly transports: readonly string[];
}

/** Which passkey of somebody. */
export interface PasskeyChoice {
  /** As in the list. */
  readonly credentialID: string;
}

/** The passkeys of who is signed in. */
export async function readPasskeys(
  ctx: SessionContext,
): Promise<PasskeyInfo[]> {
  if (ctx.effects.adapter === null) return [];
  const adapter = toAdapter(ctx);
  if (!adapter.has("listAuthenticatorsByUserId")) return [];
  const present = await toStrategy(ctx).find(ctx);
  if (present === null) return [];
  const rows = await adapter.listAuthenticatorsByUserId(present.userId);
  return rows.map((row) => ({
    credentialID: row.credentialID,
    deviceType: row.credentialDeviceType,
    // Some databases give 0 and 1.
    backedUp: Boolean(row.credentialBackedUp),
    transports: row.transports?.split(",").filter(Boolean) ?? [],
  }));
}

/**
 * Takes a passkey from the current user, unless it is the last way in.
 *
 * @throws SignInRequired if the session has ended, InvalidRequest if it is none
 * of theirs, LastAccount, or ConfigurationError where the adapter cannot
 */
export async function removePasskey(
  ctx: SessionContext,
  userId: string,
  { credentialID }: PasskeyChoice,
): Promise<void> {
  const adapter = ctx.effects.adapter === null ? null : toAdapter(ctx);
  if (!adapter?.has("listAuthenticatorsByUserId", "deleteAuthenticator")) {
    throw new ConfigurationError([
      "Removing passkeys needs an adapter with `listAuthenticatorsByUserId` and `deleteAuthenticator`.",
    ]);
  }
  await assertPresent(ctx, userId);
  const own = await adapter.listAuthenticatorsByUserId(userId);
  const passkey = own.find((one) => one.credentialID === credentialID);
  // Somebody else's passkey is as good as none, and looks like none.
  if (passkey === undefined) {
    throw new InvalidRequest("The user has no such passkey.");
  }
  const account = await findAccount(ctx, userId, passkey.providerAccountId);
  if (account !== null) await unlinkAccount(ctx, userId, account);
  // One without its account lets nobody in: the rest of a removal that failed.
  else await adapter.deleteAuthenticator({ credentialID, userId });
}

/**
 * The account of a passkey, whichever provider it belongs to: another host may
 * have one that this configuration does not.
 */
async function findAccount(
  ctx: SessionContext,
  userId: string,
  providerAccountId: string,
): Promise<AccountKey | null> {
  const adapter = toAdapter(ctx);
  if (adapter.has("listAccountsByUserId")) {
    const all = await adapter.listAccountsByUserId(userId);
    return all.find((one) =>
      one.type === "webauthn" && one.providerAccountId === providerAccountId
    ) ?? null;
  }
  for (const { id, type } of ctx.settings.providers.values()) {
    if (type !== "webauthn") continue;
    const account = await adapter.getAccount(providerAccountId, id);
    if (account?.userId === userId) return { provider: id, providerAccountId };
  }
  return null;
}
