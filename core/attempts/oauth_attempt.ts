import type { Context } from "../request/context.ts";
import { type CookieChange, UNPROTECTED_ATTEMPT } from "../http/cookies.ts";
import {
  createAttemptId,
  openAttempt,
  sealAttempt,
  toForgotten,
} from "../http/sealed_cookies.ts";
import { isEqual } from "../crypto/equal.ts";
import { randomText } from "../crypto/random.ts";
import { InvalidCheck } from "../errors/errors.ts";
import type { DpopKey } from "../model/dpop_key.ts";
import type { Confirmation, Guarded, ParamTexts } from "./guard_params.ts";
import type { ResolvedOAuth } from "../providers/oauth/oauth_provider.ts";
import { toStrategy } from "../session/strategy.ts";
import { sealReturn, toRedirectUri } from "./redirect_proxy.ts";

/**
 * A sign-in in progress, sealed into a cookie of its own, so that several tabs
 * can finish in any order.
 */
export interface Attempt {
  readonly id: string;
  readonly provider: string;
  /** The issuer that has to answer; another one under the same provider id is refused. */
  readonly issuer: string;
  /**
   * The `state` parameter: the id, a dot, a secret, and behind a redirect proxy
   * another dot and the sealed return URL.
   */
  readonly state: string;
  /** Null if the provider does not return one. */
  readonly nonce: string | null;
  /** The origin that started it, if a redirect proxy gives several hosts one redirect URI. */
  readonly origin?: string | undefined;
  /** PKCE code verifier (RFC 7636); null if the definition disables it. */
  readonly verifier: string | null;
  /** The redirect URI; the token request repeats it. */
  readonly redirectUri: string;
  /** Maximum seconds since the user's sign-in that were requested (`max_age`), or null. */
  readonly maxAge: number | null;
  /** A guard's authorization parameters; absent in attempts of older versions. */
  readonly params?: ParamTexts | undefined;
  /** Whether the visitor asked for an answer without a page of the provider (`prompt=none`). */
  readonly silent?: boolean | undefined;
  /** The proof that a page asks for. */
  readonly confirmation?: Confirmation | undefined;
  /** Whether the session is to be remembered; absent: not asked. */
  readonly remember?: boolean | undefined;
  /** The key that the tokens will be bound to (RFC 9449). */
  readonly dpop?: DpopKey | undefined;
  /** The session that the browser had at the start; signing in ends it. */
  readonly sid: string | null;
  /** The URL to redirect to afterwards. */
  readonly target: string;
  /** The user who asked to link an account; null for an ordinary sign-in. */
  readonly linkTo: string | null;
  /** The account that has to come back, so that more is granted; null: any. Absent in other attempts. */
  readonly account?: string | null | undefined;
  /** All scopes that were asked for, if more than a sign-in asks for. */
  readonly scope?: string | undefined;
}

/** The purpose of an attempt. */
export interface AttemptPurpose
  extends Pick<Attempt, "target" | "linkTo" | "account"> {
  /** Scopes to ask for besides those of a sign-in. */
  readonly scopes?: readonly string[] | undefined;
  /** Whether the provider must not show a page (`prompt=none`), unless a guard asks for one. */
  readonly silent?: boolean | undefined;
  /** The demands of the guard. Default: those in its cookie. */
  readonly guarded?: Pick<Guarded, "params" | "confirmation"> | undefined;
}

/** Milliseconds that the user has to sign in at the provider. */
const LIFETIME = 900_000;

/** Starts an attempt. The oldest ones beyond the limit are removed. */
export async function startAttempt(
  ctx: Context,
  provider: ResolvedOAuth,
  asked:
    & AttemptPurpose
    & Pick<
      Attempt,
      "maxAge" | "params" | "confirmation" | "remember" | "scope" | "dpop"
    >,
): Promise<{ attempt: Attempt; cookies: readonly CookieChange[] }> {
  const { checks } = provider;
  const { target, linkTo, account, scope, maxAge } = asked;
  const { params, silent, confirmation, remember, dpop } = asked;
  const kept = { params, silent, confirmation, remember, dpop };
  const id = checks.none ? UNPROTECTED_ATTEMPT : createAttemptId(ctx);
  const attempt: Attempt = {
    id,
    provider: provider.id,
    issuer: provider.issuer,
    state: `${id}.${randomText(32)}${await sealReturn(ctx, provider)}`,
    origin: provider.redirectProxyUrl === null ? undefined : ctx.origin,
    nonce: checks.nonce ? randomText(32) : null,
    verifier: checks.pkce ? randomText(32) : null,
    redirectUri: toRedirectUri(ctx, provider),
    maxAge,
    ...kept,
    sid: await toStrategy(ctx).bindingId(ctx),
    target,
    linkTo,
    account,
    scope,
  };
  const cookie = await sealAttempt(ctx, "attempt", attempt);
  // When linking, the attempt's cookie stays same-site: a form from the
  // provider's site is then redirected to our own callback, which gets the
  // session cookie.
  const crossSite = provider.formPost && linkTo === null;
  return { attempt, cookies: [{ ...cookie, crossSite }, ...toForgotten(ctx)] };
}

/** Whether the `state` holds a return URL for a redirect proxy, which needs it. */
export function hasReturn(attempt: Attempt): boolean {
  return attempt.state.split(".").length > 2;
}

/** The result of looking up a callback's `state`. */
export type AttemptFound =
  | { readonly kind: "valid"; readonly attempt: Attempt }
  /** Not usable, but it may still hold the visitor's target. */
  | {
    readonly kind: "invalid";
    readonly reason: string;
    readonly target: string | null;
  };

/** Finds the attempt of this browser that the callback's `state` names. */
export async function findAttempt(
  ctx: Context,
  provider: ResolvedOAuth,
): Promise<AttemptFound> {
  const invalid = (reason: string, target: string | null = null) =>
    ({ kind: "invalid", reason, target }) as const;
  if (ctx.attemptId === null) {
    return invalid(
      `the state names no attempt of this browser, which sent no cookie "${ctx.policy.names.attempt}" for it`,
    );
  }
  const attempt = await openAttempt<Attempt>(ctx, "attempt", ctx.attemptId);
  if (attempt === null) {
    return invalid(
      "the attempt cookie cannot be opened: was it sealed with another secret?",
    );
  }
  const state = ctx.callbackParams.getAll("state");
  const isNamed = state.length === 1 && isEqual(state[0] ?? "", attempt.state);
  if (!isNamed && !provider.checks.none) {
    return invalid("the state is not that of the attempt");
  }
  // The redirect URI contains the provider's id.
  if (
    attempt.issuer !== provider.issuer ||
    (attempt.origin ?? ctx.origin) !== ctx.origin ||
    attempt.redirectUri !== toRedirectUri(ctx, provider)
  ) {
    return invalid("the attempt was started at another provider");
  }
  if (Math.abs(ctx.now - attempt.started) >= LIFETIME) {
    return invalid("the attempt is too old", attempt.target);
  }
  return { kind: "valid", attempt };
}

/**
 * Consumes an attempt: the first callback with it wins, even against a copy of
 * its cookie in another browser.
 *
 * @throws InvalidCheck for every later one
 */
export async function consumeAttempt(
  ctx: Context,
  attempt: Attempt,
): Promise<void> {
  // All attempts of a provider without checks share one id.
  if (attempt.id === UNPROTECTED_ATTEMPT) return;
  const key = `attempt:${attempt.id}`;
  const isFirst = await ctx.effects.store.compareAndSet(
    key,
    null,
    "used",
    2 * LIFETIME / 1000,
  );
  if (!isFirst) throw new InvalidCheck("The attempt was used already.");
}
