import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterUser,
} from "../model/adapter.ts";
import type { SessionContext } from "../request/context.ts";
import { toAddress } from "../model/email_address.ts";
import { toAdapter } from "../session/rows/row.ts";
import { mayBeOf } from "../providers/oauth/account_id.ts";
import { findPasswords } from "./address/passwords.ts";
import { findUserWithSameEmail } from "./facts.ts";

/**
 * The sign-in methods of a user, as far as the adapter and the application know
 * them.
 */
export interface WaysIn {
  readonly accounts: readonly AdapterAccount[];
  readonly passkeys: readonly AdapterAuthenticator[];
  /** Ids of the credentials providers where the user has a password. */
  readonly passwords: readonly string[];
}

/**
 * Lists the sign-in methods of a user.
 *
 * @throws AdapterError, or CallbackRouteError if `passwords.exists` fails
 */
export async function listWays(
  ctx: SessionContext,
  user: AdapterUser,
): Promise<WaysIn> {
  const adapter = toAdapter(ctx);
  return {
    passwords: await findPasswords(ctx, user),
    accounts: adapter.has("listAccountsByUserId")
      ? await adapter.listAccountsByUserId(user.id)
      : [],
    passkeys: await listPasskeys(ctx, user.id),
  };
}

/** Lists the passkeys of a user; empty if the adapter cannot list them. */
export async function listPasskeys(
  ctx: SessionContext,
  userId: string,
): Promise<readonly AdapterAuthenticator[]> {
  const adapter = toAdapter(ctx);
  return adapter.has("listAuthenticatorsByUserId")
    ? await adapter.listAuthenticatorsByUserId(userId)
    : [];
}

/** Whether there is any sign-in method. */
export function hasWays({ accounts, passkeys, passwords }: WaysIn): boolean {
  return accounts.length + passkeys.length + passwords.length > 0;
}

/**
 * Returns ids of the configured providers that offer these methods, in their
 * configured order.
 */
export function toProviderIds(
  { settings }: SessionContext,
  { accounts, passkeys, passwords }: WaysIn,
): readonly string[] {
  return [...settings.providers.values()]
    .filter((provider) =>
      accounts.some((one) =>
        one.provider === provider.id && mayBeOf(provider, one)
      ) || passwords.includes(provider.id) ||
      provider.type === "webauthn" && passkeys.length > 0
    )
    .map(({ id }) => id);
}

/**
 * Lists ids of the providers whose mails sign in this very user: their address
 * is verified, can receive mail, and is found in its canonical form.
 */
export async function listMails(
  ctx: SessionContext,
  { id, email, emailVerified }: AdapterUser,
): Promise<readonly string[]> {
  if (!email || emailVerified === null) return [];
  const found: string[] = [];
  for (const provider of ctx.settings.providers.values()) {
    if (provider.type !== "email") continue;
    const { localDomains } = provider;
    const address = toAddress(email, { localDomains });
    if (address === null) continue;
    const owner = await findUserWithSameEmail(toAdapter(ctx), address);
    if (owner?.id === id) found.push(provider.id);
  }
  return found;
}
