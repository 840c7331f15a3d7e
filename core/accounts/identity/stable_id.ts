import { CallbackRouteError } from "../../errors/errors.ts";
import { hash } from "../../crypto/hash.ts";
import { readId } from "../../model/user_id.ts";
import type { Identity } from "../../providers/provider.ts";
import type { SessionContext } from "../../request/context.ts";
import { callHost } from "../../runtime/timeout.ts";

/**
 * Returns the stable id of a user if the application stores none: the same at
 * each sign-in, different for each issuer, and not the provider's own id, so
 * that applications cannot correlate their users.
 */
export function toStableId(identity: Identity): Promise<string> {
  return hash(JSON.stringify(["latchkey user", ...identity.subject]));
}

/**
 * Returns the id of a user that no adapter stores: the application's own, if its
 * callback names one.
 *
 * @throws CallbackRouteError, or an AuthError of the callback
 */
export async function toOwnId(
  { settings: { callbacks }, effects }: SessionContext,
  identity: Identity,
): Promise<string> {
  const { userId } = callbacks;
  const stable = await toStableId(identity);
  if (userId === undefined || effects.adapter !== null) return stable;
  const { account, profile } = identity;
  const user = { ...identity.user, id: stable };
  const id: unknown = await callHost(
    { name: "userId", failure: CallbackRouteError },
    () =>
      userId({ user, account, ...(profile === undefined ? {} : { profile }) }),
  );
  const own = readId(id);
  if (own !== null) return own;
  throw new CallbackRouteError(
    "The userId callback returned no usable id: return a string that identifies the user in your application, the same at each sign-in.",
  );
}
