/**
 * The ways in which a user can sign in besides the one that is removed.
 *
 * @module
 */

import type { AccountKey, AdapterAuthenticator } from "../model/adapter.ts";
import { mayBeOf } from "../providers/oauth/account_id.ts";
import type { SessionContext } from "../request/context.ts";
import { toAdapter } from "../session/rows/row.ts";
import { findPasswords } from "./address/passwords.ts";
import { listMails, listPasskeys } from "./ways.ts";

/**
 * Whether an account can sign in. It cannot if its provider is gone, if its
 * issuer is not that of the provider here, or if its passkey is gone.
 */
export function isWayIn(
  { settings: { providers } }: SessionContext,
  account: AccountKey,
  passkeys: readonly AdapterAuthenticator[],
): boolean {
  const { providerAccountId } = account;
  const provider = providers.get(account.provider);
  if (provider === undefined) return false;
  return provider.type === "webauthn"
    ? passkeys.some((one) => one.providerAccountId === providerAccountId)
    : mayBeOf(provider, account);
}

/** Whether a mail signs in this very user. */
export async function canComeByMail(
  ctx: SessionContext,
  userId: string,
): Promise<boolean> {
  const { providers } = ctx.settings;
  if (![...providers.values()].some(({ type }) => type === "email")) {
    return false;
  }
  const user = await toAdapter(ctx).getUser(userId);
  return user !== null && (await listMails(ctx, user)).length > 0;
}

/**
 * Whether the user has a password that signs in. One that the adapter stores
 * does so only for a proved address.
 *
 * @throws AdapterError, or CallbackRouteError if `passwords.exists` fails
 */
export async function canComeByPassword(
  ctx: SessionContext,
  userId: string,
): Promise<boolean> {
  const { providers } = ctx.settings;
  const own = [...providers.values()].flatMap((one) =>
    one.type === "credentials" ? [one] : []
  );
  if (!own.some((one) => one.stored !== null || one.passwords !== null)) {
    return false;
  }
  const user = await toAdapter(ctx).getUser(userId);
  if (user === null) return false;
  const ids = await findPasswords(ctx, user);
  return own.some((one) =>
    ids.includes(one.id) &&
    (one.stored === null || user.emailVerified !== null)
  );
}

/**
 * Whether the user can sign in without the password that the adapter stores: by
 * a mail, an account or a passkey.
 */
export async function hasWayBesidePassword(
  ctx: SessionContext,
  userId: string,
): Promise<boolean> {
  const adapter = toAdapter(ctx);
  if (await canComeByMail(ctx, userId)) return true;
  const passkeys = await listPasskeys(ctx, userId);
  const accounts = adapter.has("listAccountsByUserId")
    ? await adapter.listAccountsByUserId(userId)
    : [];
  return accounts.some((one) => isWayIn(ctx, one, passkeys));
}
