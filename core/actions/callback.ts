import { enter } from "../accounts/enter.ts";
import { toAdapter } from "../session/rows/row.ts";
import type { AdapterUser } from "../model/adapter.ts";
import type { Context } from "../request/context.ts";
import {
  InvalidCheck,
  OAuthCallbackError,
  SignInRequired,
} from "../errors/errors.ts";
import { limitFailures } from "../rate_limits/limits.ts";
import { loadOAuth } from "../methods/load_oauth.ts";
import {
  type Attempt,
  consumeAttempt,
  findAttempt,
} from "../attempts/oauth_attempt.ts";
import { findReturn } from "../attempts/redirect_proxy.ts";
import { type Outcome, redirect } from "../request/outcome.ts";
import {
  isOAuth,
  type ResolvedOAuth,
} from "../providers/oauth/oauth_provider.ts";
import { withQuery } from "../http/redirects.ts";
import { readSession, toStrategy } from "../session/strategy.ts";
import {
  keepTargetOfSignIn,
  resolveTarget,
} from "../request/redirect_target.ts";

/** `GET /callback/<provider>`: handles the redirect back from an OAuth provider. */
export async function callback(ctx: Context): Promise<Outcome> {
  const provider = toProvider(ctx);
  const onward = await findReturn(ctx, provider);
  if (onward !== null) return redirect(onward);
  const found = await findAttempt(ctx, provider);
  if (found.kind === "invalid") return await arriveLate(ctx, found);
  const { attempt } = found;
  return await limitFailures(ctx, () => comeBack(ctx, provider, attempt));
}

/** Completes the attempt of this browser. */
async function comeBack(
  ctx: Context,
  provider: ResolvedOAuth,
  attempt: Attempt,
): Promise<Outcome> {
  const { target } = attempt;
  try {
    return await keepTargetOfSignIn(ctx, target, async () => {
      await consumeAttempt(ctx, attempt);
      return await finish(ctx, provider, attempt);
    });
  } catch (error) {
    if (attempt.silent && hasDeclined(error)) {
      ctx.effects.log.debug(`No silent sign-in: ${error.message}`);
      return redirect(target);
    }
    if (!(error instanceof InvalidCheck)) throw error;
    return await arriveLate(ctx, { reason: error.message, target });
  }
}

/**
 * The errors by which a provider says that the user would have to act (OpenID
 * Connect Core section 3.1.2.6, and Unmet Authentication Requirements 1.0).
 */
const DECLINED: readonly unknown[] = [
  "login_required",
  "interaction_required",
  "consent_required",
  "account_selection_required",
  "unmet_authentication_requirements",
];

/** Whether a provider declined a silent sign-in: that is an answer, not a failure. */
function hasDeclined(error: unknown): error is OAuthCallbackError {
  return error instanceof OAuthCallbackError && DECLINED.includes(error.code);
}

/**
 * `POST /callback/<provider>`: handles a form that the provider had the browser
 * send. If the attempt's cookie is missing, because the form came from another
 * site, a redirect to our own callback makes the browser send it.
 */
export async function callbackForm(ctx: Context): Promise<Outcome> {
  const provider = toProvider(ctx);
  if (ctx.attemptId !== null) return await callback(ctx);
  return redirect(
    withQuery(
      ctx.url("callback", provider.id),
      Object.fromEntries(ctx.callbackParams),
    ),
  );
}

function toProvider({ provider }: Context): ResolvedOAuth {
  if (isOAuth(provider)) return provider;
  throw new TypeError("the route needs an OAuth provider");
}

/** Proves the identity, then continues as every sign-in method does. */
async function finish(
  ctx: Context,
  provider: ResolvedOAuth,
  attempt: Attempt,
): Promise<Outcome> {
  const linkTo = await findLinking(ctx, attempt);
  const { proveOAuth } = await loadOAuth();
  const identity = await proveOAuth(ctx, provider, attempt);
  const { target, sid: before = null, linkTo: userId, account } = attempt;
  const { confirmation, remember } = attempt;
  const connect = userId === null || account === undefined
    ? undefined
    : { userId, account };
  const proof = { provider, identity, target, linkTo, before, connect };
  return await enter(ctx, { ...proof, confirmation, remember });
}

/**
 * Returns the user that the attempt links an account to, if it is for linking.
 * The same user must still be signed in: otherwise an attacker's account could
 * be linked to this user, or this user's account to an attacker.
 */
async function findLinking(
  ctx: Context,
  { linkTo = null, account }: Attempt,
): Promise<AdapterUser | null> {
  if (linkTo === null) return null;
  const present = await toStrategy(ctx).find(ctx);
  if (present?.userId === linkTo) {
    const { adapter } = ctx.effects;
    // Without an adapter, no user is stored: the account is the user.
    if (adapter === null && account !== undefined) return null;
    const user = adapter === null ? null : await toAdapter(ctx).getUser(linkTo);
    if (user !== null) return user;
  }
  throw new SignInRequired(
    "The user who started linking is no longer signed in.",
  );
}

/**
 * Handles a callback without a usable attempt: an old tab, the back button, a
 * second delivery, or another user's link. A signed-in user continues to their
 * target; any other visitor gets an error page that offers a fresh start.
 */
async function arriveLate(
  ctx: Context,
  late: { readonly reason: string; readonly target: string | null },
): Promise<Outcome> {
  const { session, cookies } = await readSession(ctx);
  if (session !== null) {
    return redirect(late.target ?? await resolveTarget(ctx, null), ...cookies);
  }
  const error = new InvalidCheck(`Callback refused: ${late.reason}.`);
  error.target = late.target ?? undefined;
  throw error;
}
