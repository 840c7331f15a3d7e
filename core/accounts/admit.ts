import type { Context } from "../request/context.ts";
import { withoutUndefined } from "../runtime/without_undefined.ts";
import { AccessDenied } from "../errors/errors.ts";
import type { Identity } from "../providers/provider.ts";
import { callHost } from "../runtime/timeout.ts";

/**
 * The decision whether a proven identity may sign in; a `redirect` sends it
 * elsewhere instead.
 */
export type Admission =
  | { readonly kind: "admitted" }
  | { readonly kind: "redirect"; readonly url: string };

/**
 * Calls the application's `signIn` callback. Only `true` admits and only a
 * string redirects; anything else, mistakes included, refuses.
 *
 * @param email is set if a mail was requested and nothing is proved yet
 * @throws AccessDenied, or an AuthError that the callback threw
 */
export async function admit(
  ctx: Context,
  identity: Identity,
  email?: { verificationRequest: boolean },
): Promise<Admission> {
  const { signIn } = ctx.settings.callbacks;
  if (signIn === undefined) return { kind: "admitted" };
  const { user, account, profile, credentials } = identity;
  const message = { user, account, profile, credentials, email };
  const verdict = await callHost(
    { name: "signIn", failure: AccessDenied },
    () => signIn(withoutUndefined(message)),
  );
  if (verdict === true) return { kind: "admitted" };
  if (typeof verdict === "string" && verdict !== "") {
    return { kind: "redirect", url: verdict };
  }
  throw new AccessDenied("The signIn callback refused.");
}
