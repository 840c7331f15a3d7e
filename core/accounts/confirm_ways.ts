/**
 * The sign-in methods by which a user can prove their identity again.
 *
 * @module
 */

import type { ResolvedProvider } from "../providers/provider.ts";
import type { Context } from "../request/context.ts";
import type { Demand } from "../session/demand.ts";
import { toAdapter } from "../session/rows/row.ts";
import type { Presence } from "../session/session_strategy.ts";
import { listUnknownPasswords } from "./address/passwords.ts";
import { listMails, listWays, toProviderIds } from "./ways.ts";

/**
 * Lists ids of the providers that this user can sign in with, and whose proof
 * may meet the demand. Methods that nothing is known about are listed: a proof
 * by a different user is refused anyway.
 *
 * @throws AdapterError, or CallbackRouteError if `passwords.exists` fails
 */
export async function listConfirmWays(
  ctx: Context,
  present: Presence,
  demand: Demand,
): Promise<ReadonlySet<string>> {
  const own = ctx.effects.adapter === null
    ? findSame(ctx, present)
    : await findOwn(ctx, present);
  const all = [...ctx.settings.providers.values()];
  return new Set(
    all.filter((one) => own.has(one.id) && mayProve(one, demand))
      .map(({ id }) => id),
  );
}

/** The methods of a passkey that verified its user (RFC 8176). */
const PASSKEY: readonly string[] = ["pop", "user", "mfa"];

/** Whether a provider of this kind may say what is demanded. */
function mayProve(
  provider: ResolvedProvider,
  { maxAge, acr, amr, trustsSignIn }: Demand,
): boolean {
  const { type } = provider;
  if (type === "oidc") return true;
  if (type === "webauthn" && acr === undefined && amr !== undefined) {
    const { authenticate } = provider.verifiesUser;
    return authenticate && amr.every((one) => PASSKEY.includes(one));
  }
  // Only an ID token names its classes and methods.
  if (acr !== undefined || amr !== undefined) return false;
  return type !== "oauth" || maxAge === undefined || trustsSignIn === true;
}

/** Without stored users, the account is the user: no other method leads to them. */
function findSame(
  { settings: { providers } }: Context,
  { authentication }: Presence,
): ReadonlySet<string> {
  const all = [...providers.values()];
  const known = providers.get(authentication?.provider ?? "");
  if (known === undefined) return new Set(providers.keys());
  // An address is one person, whichever provider sends the mail.
  const same = all.filter(({ id, type }) =>
    id === known.id || type === "email" && known.type === "email"
  );
  return new Set(same.map(({ id }) => id));
}

async function findOwn(
  ctx: Context,
  { userId, authentication }: Presence,
): Promise<ReadonlySet<string>> {
  const adapter = toAdapter(ctx);
  const user = await adapter.getUser(userId);
  if (user === null) return new Set();
  const all = [...ctx.settings.providers.values()];
  const isUnlisted = ({ type }: ResolvedProvider) =>
    type === "webauthn"
      ? !adapter.has("listAuthenticatorsByUserId")
      : (type === "oauth" || type === "oidc") &&
        !adapter.has("listAccountsByUserId");
  return new Set([
    ...toProviderIds(ctx, await listWays(ctx, user)),
    ...listUnknownPasswords(ctx),
    ...await listMails(ctx, user),
    ...all.filter(isUnlisted).map(({ id }) => id),
    ...authentication === null ? [] : [authentication.provider],
  ]);
}
