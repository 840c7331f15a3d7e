import type { Context } from "../request/context.ts";
import { knowsSilence, rememberSilentTry } from "../attempts/silent_try.ts";
import { readCsrfToken } from "../session/csrf.ts";
import { AuthError, SignOutError } from "../errors/errors.ts";
import { type Outcome, page, redirect } from "../request/outcome.ts";
import { readPageError } from "../config/page_errors.ts";
import { withQuery } from "../http/redirects.ts";
import { toAcceptance } from "../session/acceptance.ts";
import type { CookieChange } from "../http/cookies.ts";
import { findPageUser } from "../session/page_user.ts";
import { isCrowded } from "../session/candidates.ts";
import { type SignOutMessage, toStrategy } from "../session/strategy.ts";
import {
  readSafeCallbackUrl,
  resolveTarget,
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
 * Whether the browser has something to end: the successor of an expired session
 * cookie may have to end, too.
 */
function mayBeSignedIn(ctx: Context): boolean {
  const { jar, policy, request, settings } = ctx;
  const { names, attributes } = policy;
  // A strict cookie is not sent when a link on another site is followed.
  const isHidden = attributes.session.sameSite === "strict" &&
    request.fetchSite !== "same-origin" && request.fetchSite !== "none";
  return isHidden ||
    [...jar.seen].some((name) => name.startsWith(names.session)) ||
    (toAcceptance(settings)?.isSent(ctx) ?? false);
}

/**
 * `POST /signout`: ends every session whose cookie the browser sent, and with
 * it every copy of the cookie. If that cannot be guaranteed, the cookies stay
 * and the user sees an error. The application's callbacks and event handlers
 * run afterwards: they cannot keep a session alive.
 */
export async function signOut(ctx: Context): Promise<Outcome> {
  // They are found by the session, which is about to end.
  const endTokens = await findTokens(ctx);
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
  const target = await findTarget(ctx);
  if (failure !== null) {
    failure.target = target;
    throw failure;
  }
  return redirect(
    target,
    { role: "session", value: null },
    { role: "csrf", value: null },
    ...cleared,
    // A guard must not sign in again at once who is still signed in there.
    ...knowsSilence(ctx) ? [await rememberSilentTry(ctx)] : [],
  );
}

/** Finds the tokens of providers that end with the session; null: none do. */
async function findTokens(ctx: Context): Promise<(() => Promise<void>) | null> {
  if (!ctx.settings.tokens?.revokeOnSignOut) return null;
  const methods = await import("../methods/oauth/sign_out_tokens.ts");
  return await methods.findOwnTokens(ctx);
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

/** The redirect target; the default if the application's callback fails. */
async function findTarget(ctx: Context): Promise<string> {
  try {
    return await resolveTarget(ctx);
  } catch (error) {
    ctx.effects.log.error(
      new AuthError(
        "The redirect callback failed at a sign-out; the default target was used.",
        { cause: error },
      ),
    );
    return `${ctx.origin}/`;
  }
}
