import type { Context } from "../request/context.ts";
import { rememberSilentTry } from "../attempts/silent_try.ts";
import { readCsrfToken } from "../session/csrf.ts";
import { AuthError, SignOutError } from "../errors/errors.ts";
import { type Outcome, page, redirect } from "../request/outcome.ts";
import { readPageError } from "../config/pages/page_errors.ts";
import { withQuery } from "../http/redirects.ts";
import { loadOAuth } from "../methods/load_oauth.ts";
import type { Leave } from "../methods/oauth/logout/leave.ts";
import { isOAuth } from "../providers/oauth/oauth_provider.ts";
import { toAcceptance } from "../session/acceptance.ts";
import type { CookieChange } from "../http/cookies.ts";
import { findPageUser, mayBeSignedIn } from "../session/page_user.ts";
import { isCrowded } from "../session/candidates.ts";
import { toStrategy } from "../session/strategy.ts";
import type { SignOutMessage } from "../session/session_strategy.ts";
import {
  findSignOutTarget,
  readSafeCallbackUrl,
  toOwnPage,
} from "../request/redirect_target.ts";

/**
 * `GET /signout`: asks for confirmation. A visitor who signed out in another
 * tab sees that they are signed out.
 */
export async function signOutPage(ctx: Context): Promise<Outcome> {
  const { query } = ctx.request;
  const callbackUrl = readSafeCallbackUrl(ctx);
  const own = toOwnPage(ctx, "signOut");
  if (own !== null) return redirect(withQuery(own, { callbackUrl }));
  if (!mayBeSignedIn(ctx)) {
    const signIn = toOwnPage(ctx, "signIn") ?? ctx.url("signin");
    return page({
      name: "signedOut",
      home: callbackUrl ?? `${ctx.origin}/`,
      signInUrl: withQuery(signIn, { callbackUrl }),
    });
  }
  const { token, cookies } = await readCsrfToken(ctx);
  // The token of the form belongs to the session as it is.
  const present = await findPageUser({ ...ctx, isReadOnly: true });
  return page({
    name: "signOut",
    action: ctx.url("signout"),
    csrfToken: token,
    callbackUrl,
    error: readPageError(query),
    user: present?.user,
  }, ...cookies);
}

/**
 * `POST /signout`: ends every session whose cookie the browser sent, and with
 * it every copy of the cookie. If that cannot be guaranteed, the cookies stay
 * and the user sees an error. The application's callbacks and event handlers
 * run afterwards, and the provider is asked last: they cannot keep a session
 * alive.
 */
export async function signOut(ctx: Context): Promise<Outcome> {
  // They are found by the session, which is about to end.
  const endTokens = await findTokens(ctx);
  const leave = await findLeave(ctx);
  let failure: SignOutError | null = null;
  let ended: readonly SignOutMessage[] = [];
  let cleared: readonly CookieChange[] = [];
  try {
    ended = await toStrategy(ctx).end(ctx);
    cleared = await toAcceptance(ctx.settings)?.end(ctx) ?? [];
    assertAllSeen(ctx);
  } catch (error) {
    failure = new SignOutError("The session could not be revoked.", {
      cause: error instanceof AuthError ? error.cause?.err : error,
    });
  }
  // In parallel, so that the time-outs of hanging handlers do not add up.
  await Promise.all([
    failure ?? endTokens?.(),
    ...ended.map((message) => ctx.effects.emit("signOut", message)),
  ]);
  const target = await findSignOutTarget(ctx);
  if (failure !== null) {
    failure.target = target;
    throw failure;
  }
  const outcome = await leave?.(target) ?? redirect(target);
  const cookies: readonly CookieChange[] = [
    { role: "session", value: null },
    { role: "csrf", value: null },
    ...cleared,
    // No guard may immediately sign in again a user who is still signed in at
    // the provider.
    ...mayBeSilent(ctx) ? [await rememberSilentTry(ctx)] : [],
    ...outcome.cookies,
  ];
  return { ...outcome, cookies };
}

/**
 * Whether a guard could have a provider sign the user in without a click;
 * guards are not known here.
 */
function mayBeSilent({ settings: { providers } }: Context): boolean {
  return [...providers.values()].some((one) =>
    isOAuth(one) && one.type === "oidc"
  );
}

/** Finds the tokens of providers that end with the session; null: none do. */
async function findTokens(ctx: Context): Promise<(() => Promise<void>) | null> {
  if (!ctx.settings.tokens?.revokeOnSignOut) return null;
  const { findOwnTokens } = await loadOAuth();
  return await findOwnTokens(ctx);
}

/** Finds the way to sign out at the provider as well; null: the form and the configuration ask for none. */
async function findLeave(ctx: Context): Promise<Leave | null> {
  const { federated } = ctx.request.form;
  const isAsked = federated === "true" ||
    federated !== "false" &&
      [...ctx.settings.providers.values()].some((one) =>
        isOAuth(one) && one.source.logout
      );
  if (!isAsked) return null;
  const oauth = await loadOAuth();
  return await oauth.findLeave(ctx);
}

/** Asserts that no session cookie was left out: its session would stay alive. */
function assertAllSeen(ctx: Context): void {
  if (isCrowded(ctx)) {
    throw new Error(
      "The browser sent more than 16 different session cookies. The first 16 were ended.",
    );
  }
  if (ctx.jar.isAmbiguous) {
    throw new Error(
      "The browser sent a part of a session cookie twice, with different values.",
    );
  }
}
