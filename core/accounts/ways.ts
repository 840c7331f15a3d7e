import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterUser,
} from "../model/adapter.ts";
import type { SessionContext } from "../request/context.ts";
import { toAdapter } from "../session/rows/row.ts";
import { mayBeOf } from "./identity/account_key.ts";
import { findPasswords } from "./address/passwords.ts";

/** How a user can sign in, as far as the adapter and the host say. */
export interface WaysIn {
  readonly accounts: readonly AdapterAccount[];
  readonly passkeys: readonly AdapterAuthenticator[];
  /** Ids of the credentials providers where the user has a password. */
  readonly passwords: readonly string[];
}

/**
 * The ways in of a user.
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

/** The passkeys of a user; none where the adapter cannot list them. */
export async function listPasskeys(
  ctx: SessionContext,
  userId: string,
): Promise<readonly AdapterAuthenticator[]> {
  const adapter = toAdapter(ctx);
  return adapter.has("listAuthenticatorsByUserId")
    ? await adapter.listAuthenticatorsByUserId(userId)
    : [];
}

/** Whether there is any. */
export function hasWays({ accounts, passkeys, passwords }: WaysIn): boolean {
  return accounts.length + passkeys.length + passwords.length > 0;
}

/** Ids of the configured providers that these ways lead through, in their configured order. */
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
