import type { AccountKey } from "../model/adapter.ts";
import type { SessionContext } from "../request/context.ts";
import { ConfigurationError, InvalidRequest } from "../errors/errors.ts";
import { toAdapter } from "../session/rows/row.ts";
import { toStrategy } from "../session/strategy.ts";
import { assertPresent } from "./still_there.ts";
import { listPasskeys } from "./ways.ts";
import { unlinkAccount, unlinkFor } from "./unlink.ts";

/** One passkey of a user, as shown in a list. */
export interface PasskeyInfo {
  /** The id of the passkey, which is not secret. */
  readonly credentialID: string;
  /** Whether it can be on several devices of its owner (`multiDevice`). */
  readonly deviceType: string;
  /** Whether it is backed up. */
  readonly backedUp: boolean;
  /** Ways to reach the authenticator, such as `internal`, `hybrid` or `usb`. */
  readonly transports: readonly string[];
  /** The name that the user gave it. */
  readonly name: string | null;
  /** The time at which it was added. */
  readonly createdAt: Date | null;
  /** The time of the last sign-in with it. */
  readonly lastUsedAt: Date | null;
}

/** Selects one passkey of a user. */
export interface PasskeyChoice {
  /** The id from the list. */
  readonly credentialID: string;
}

/** Names one passkey of a user. */
export interface PasskeyName extends PasskeyChoice {
  /** The name, at most 64 characters; an empty one removes it. */
  readonly name: string;
}

/** Lists the passkeys of the current user. */
export async function readPasskeys(
  ctx: SessionContext,
): Promise<PasskeyInfo[]> {
  if (ctx.effects.adapter === null) return [];
  if (!toAdapter(ctx).has("listAuthenticatorsByUserId")) return [];
  const present = await toStrategy(ctx).find(ctx);
  return present === null ? [] : await readPasskeysOf(ctx, present.userId);
}

/** Lists the passkeys of a user; empty if the adapter cannot. */
export async function readPasskeysOf(
  ctx: SessionContext,
  userId: string,
): Promise<PasskeyInfo[]> {
  const rows = await listPasskeys(ctx, userId);
  return rows.map((row) => ({
    credentialID: row.credentialID,
    deviceType: row.credentialDeviceType,
    // Some databases return 0 and 1.
    backedUp: Boolean(row.credentialBackedUp),
    transports: row.transports?.split(",").filter(Boolean) ?? [],
    name: row.name ?? null,
    createdAt: row.createdAt ?? null,
    lastUsedAt: row.lastUsedAt ?? null,
  }));
}

/**
 * Removes a passkey of the current user, unless it is the last sign-in method.
 *
 * @throws SignInRequired if the session has ended, InvalidRequest if the user
 * has no such passkey, LastAccount, or ConfigurationError if the adapter cannot
 * remove it
 */
export async function removePasskey(
  ctx: SessionContext,
  userId: string,
  which: PasskeyChoice,
): Promise<void> {
  assertRemoval(ctx);
  await assertPresent(ctx, userId);
  await remove(ctx, { userId, ...which }, unlinkAccount);
}

/**
 * Removes a passkey of a user for an administrator, with the errors of
 * {@link removePasskey}.
 */
export async function removePasskeyFor(
  ctx: SessionContext,
  userId: string,
  which: PasskeyChoice,
): Promise<void> {
  assertRemoval(ctx);
  await remove(ctx, { userId, ...which }, unlinkFor);
}

function assertRemoval(ctx: SessionContext): void {
  const adapter = ctx.effects.adapter === null ? null : toAdapter(ctx);
  if (adapter?.has("listAuthenticatorsByUserId", "deleteAuthenticator")) return;
  throw new ConfigurationError([
    "Removing passkeys needs an adapter with `listAuthenticatorsByUserId` and `deleteAuthenticator`.",
  ]);
}

async function remove(
  ctx: SessionContext,
  { userId, credentialID }: PasskeyChoice & { readonly userId: string },
  unlink: typeof unlinkAccount,
): Promise<void> {
  const adapter = toAdapter(ctx);
  const own = await adapter.listAuthenticatorsByUserId(userId);
  const passkey = own.find((one) => one.credentialID === credentialID);
  if (passkey === undefined) throw toUnknown();
  const account = await findAccount(ctx, userId, passkey.providerAccountId);
  if (account !== null) await unlink(ctx, userId, account);
  // A passkey without its account, left by a failed removal, cannot sign in.
  else await adapter.deleteAuthenticator({ credentialID, userId });
}

/**
 * Names a passkey of the current user.
 *
 * @throws SignInRequired if the session has ended, InvalidRequest if the user
 * has no such passkey or the name is not allowed, or ConfigurationError if the
 * adapter keeps no names
 */
export async function renamePasskey(
  ctx: SessionContext,
  userId: string,
  { credentialID, name }: PasskeyName,
): Promise<void> {
  const adapter = ctx.effects.adapter === null ? null : toAdapter(ctx);
  if (!adapter?.has("listAuthenticatorsByUserId", "updateAuthenticator")) {
    throw new ConfigurationError([
      "Naming passkeys needs an adapter with `listAuthenticatorsByUserId` and `updateAuthenticator`.",
    ]);
  }
  const changes = { credentialID, userId, name: toName(name) };
  await assertPresent(ctx, userId);
  // An id that comes from a form may be one that the database cannot compare.
  const own = await adapter.listAuthenticatorsByUserId(userId);
  const isOwn = own.some((one) => one.credentialID === credentialID) &&
    await adapter.updateAuthenticator(changes);
  if (!isOwn) throw toUnknown();
}

function toName(value: string): string | null {
  // The name comes from a form, so it may be missing.
  const name = typeof value === "string" ? value.trim() : null;
  const isAllowed = name !== null && name.length <= 64 &&
    !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(name);
  if (isAllowed) return name === "" ? null : name;
  throw new InvalidRequest(
    "The name of a passkey must be a string of at most 64 characters without control characters.",
  );
}

/** Another user's passkey is answered like one that does not exist. */
function toUnknown(): InvalidRequest {
  return new InvalidRequest("The user has no such passkey.");
}

/**
 * Finds the account of a passkey at any provider, since another application may
 * have one that this configuration lacks.
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
