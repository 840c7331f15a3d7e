/**
 * The way back from a sign-out at a provider. The target is sealed into a cookie
 * of its own, which `state` names, so that the return finds it and a link made
 * by others does not.
 *
 * @module
 */

import { isEqual } from "../crypto/equal.ts";
import { randomText } from "../crypto/random.ts";
import type { CookieChange } from "../http/cookies.ts";
import {
  createAttemptId,
  openAttempt,
  sealAttempt,
  toForgotten,
} from "../http/sealed_cookies.ts";
import type { ResolvedOAuth } from "../providers/oauth/oauth_provider.ts";
import type { Context } from "../request/context.ts";
import { sealReturn, toRegistered } from "./redirect_proxy.ts";

/** The route that providers return to after a sign-out. */
const ROUTE = ["signed-out"];

/** A sign-out in progress at a provider. */
interface SignOut {
  readonly id: string;
  /** The `state` parameter: the id, a dot, a secret, and behind a redirect proxy another dot and the sealed return URL. */
  readonly state: string;
  readonly target: string;
}

/** The parameters of a logout request for the way back. */
export interface KeptSignOut {
  readonly state: string;
  /** The URL that is registered at the provider (`post_logout_redirect_uri`). */
  readonly returnUrl: string;
  readonly cookies: readonly CookieChange[];
}

/**
 * Keeps the target of a sign-out until the provider returns.
 *
 * @throws ConfigurationError if a redirect proxy cannot know this deployment
 */
export async function keepSignOut(
  ctx: Context,
  provider: ResolvedOAuth,
  target: string,
): Promise<KeptSignOut> {
  const id = createAttemptId(ctx);
  const sealed = await sealReturn(ctx, provider, ROUTE);
  const state = `${id}.${randomText(32)}${sealed}`;
  const kept: SignOut = { id, state, target };
  const cookie = await sealAttempt(ctx, "signout", kept);
  return {
    state,
    returnUrl: toRegistered(ctx, provider, ROUTE),
    cookies: [cookie, ...toForgotten(ctx)],
  };
}

/**
 * Takes the target of the sign-out that a return's `state` names, once.
 *
 * @returns the target, or null if this browser has no such sign-out; and the
 * cookie to clear
 */
export async function takeSignOut(
  ctx: Context,
): Promise<{ target: string | null; cookies: readonly CookieChange[] }> {
  const kept = ctx.attemptId === null
    ? null
    : await openAttempt<SignOut>(ctx, "signout", ctx.attemptId);
  // A sign-in in progress, which also has such a cookie, goes on.
  if (kept === null) return { target: null, cookies: [] };
  const [state = "", ...more] = ctx.callbackParams.getAll("state");
  const isNamed = more.length === 0 && isEqual(state, kept.state);
  return {
    target: isNamed ? kept.target : null,
    cookies: [{ role: "attempt", key: kept.id, value: null }],
  };
}
