import { findReturn } from "../attempts/redirect_proxy.ts";
import { takeSignOut } from "../attempts/sign_out_return.ts";
import { isOAuth, isProxyAt } from "../providers/oauth/oauth_provider.ts";
import type { Context } from "../request/context.ts";
import { type Outcome, page, redirect } from "../request/outcome.ts";
import { findSignOutTarget, toOwnPage } from "../request/redirect_target.ts";
import { mayBeSignedIn } from "../session/page_user.ts";

/**
 * `GET /signed-out`: the provider returns after a sign-out (OpenID Connect
 * RP-Initiated Logout section 3). With the `state` that was sent there, the
 * visitor goes on to the target of the sign-out. Anything else leaves nothing
 * to go by, but is not an error: the user is signed out by now.
 */
export async function signedOut(ctx: Context): Promise<Outcome> {
  const onward = await findOnward(ctx);
  if (onward !== null) return redirect(onward);
  const { target, cookies } = await takeSignOut(ctx);
  if (
    target !== null || mayBeSignedIn(ctx) || toOwnPage(ctx, "signOut") !== null
  ) {
    return redirect(await findSignOutTarget(ctx, target), ...cookies);
  }
  return page({
    name: "signedOut",
    home: `${ctx.origin}/`,
    signInUrl: toOwnPage(ctx, "signIn") ?? ctx.url("signin"),
  }, ...cookies);
}

/** On a redirect proxy, finds the URL of the deployment that the user has signed out of. */
async function findOnward(ctx: Context): Promise<string | null> {
  for (const provider of ctx.settings.providers.values()) {
    if (!isOAuth(provider) || !isProxyAt(ctx.origin, provider)) continue;
    return await findReturn(ctx, provider);
  }
  return null;
}
