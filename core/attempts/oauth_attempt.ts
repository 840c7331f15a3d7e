import { askStore } from "../request/store_call.ts";
import type { Context } from "../request/context.ts";
import {
  ATTEMPT_COOKIE_MAX_AGE,
  type CookieChange,
  MAX_ATTEMPTS,
  UNPROTECTED_ATTEMPT,
} from "../http/cookies.ts";
import { isEqual } from "../crypto/equal.ts";
import type { Purpose } from "../crypto/keys.ts";
import { randomText } from "../crypto/random.ts";
import { open, seal } from "../crypto/seal.ts";
import { InvalidCheck } from "../errors/errors.ts";
import type { ParamTexts } from "./guard_params.ts";
import type { ResolvedOAuth } from "../providers/oauth_provider.ts";
import { toStrategy } from "../session/strategy.ts";
import { sealReturn, toRedirectUri } from "./redirect_proxy.ts";

/**
 * One sign-in under way, sealed into a cookie of its own, so that several tabs
 * finish in any order.
 */
export interface Attempt {
  readonly id: string;
  readonly provider: string;
  /** Who has to answer: another issuer under the same provider id has not been asked. */
  readonly issuer: string;
  /**
   * The `state` parameter: the id, a dot, a secret, and behind a redirect proxy
   * another dot and the way back.
   */
  readonly state: string;
  /** Null where the provider does not return one. */
  readonly nonce: string | null;
  /** Where it was started, if a redirect proxy gives several hosts one redirect URI. */
  readonly origin?: string | undefined;
  /** PKCE code verifier (RFC 7636); null where the definition leaves it out. */
  readonly verifier: string | null;
  /** Where the answer has to arrive; the token request says the same. */
  readonly redirectUri: string;
  /** Seconds since sign-in that were asked for (`max_age`), or null. */
  readonly maxAge: number | null;
  /** A guard's authorization parameters; absent in attempts of older versions. */
  readonly params?: ParamTexts | undefined;
  /** The session that the browser had at the start: signing in ends it. */
  readonly sid: string | null;
  /** Where to go afterwards. */
  readonly target: string;
  /** The user who asked to add a way in; null: an ordinary sign-in. */
  readonly linkTo: string | null;
  /** Milliseconds since the epoch. */
  readonly started: number;
}

/** What an attempt is for. */
export type Aim = Pick<Attempt, "target" | "linkTo">;

/** Milliseconds that a person has to sign in at the provider. */
const LIFETIME = 900_000;

function attemptPurpose(ctx: Context): Purpose {
  return {
    name: "attempt",
    cookie: ctx.policy.names.attempt,
    maxAge: ATTEMPT_COOKIE_MAX_AGE,
  };
}

/** Starts an attempt. The oldest ones beyond the limit are forgotten. */
export async function startAttempt(
  ctx: Context,
  provider: ResolvedOAuth,
  asked: Aim & Pick<Attempt, "maxAge" | "params">,
): Promise<{ attempt: Attempt; cookies: readonly CookieChange[] }> {
  const { checks } = provider;
  const { target, linkTo, maxAge, params } = asked;
  // The time comes first, so that ids sort by age without opening anything.
  const id = checks.none
    ? UNPROTECTED_ATTEMPT
    : ctx.now.toString(36).padStart(9, "0") + randomText(9);
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
    params,
    sid: await toStrategy(ctx).name(ctx),
    target,
    linkTo,
    started: ctx.now,
  };
  const value = await seal(
    ctx.settings.keyring,
    attemptPurpose(ctx),
    { ...attempt },
    ctx.now,
  );
  // Without the attempt, a form from the provider's site takes the way round
  // through ourselves, and only there does the session come along.
  const crossSite = provider.formPost && linkTo === null;
  return {
    attempt,
    cookies: [
      { role: "attempt", key: id, value, crossSite },
      ...toForgotten(ctx),
    ],
  };
}

/** Whether the `state` holds the way back from a redirect proxy, which needs it. */
export function hasReturn(attempt: Attempt): boolean {
  return attempt.state.split(".").length > 2;
}

function toForgotten(ctx: Context): readonly CookieChange[] {
  const old = [...ctx.jar.attempts.keys()].sort();
  // So many at a time: somebody may have planted hundreds, and proxies limit headers.
  return old.slice(0, Math.max(0, old.length - MAX_ATTEMPTS + 1))
    .slice(0, 4 * MAX_ATTEMPTS)
    .map((key) => ({ role: "attempt", key, value: null }));
}

/** What a callback's `state` leads to. */
export type AttemptFound =
  | { readonly kind: "valid"; readonly attempt: Attempt }
  /** Not usable, but it may still say where the visitor was going. */
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
    return invalid("the state names no attempt of this browser");
  }
  const attempt = await openAttempt(ctx, ctx.attemptId);
  if (attempt === null) return invalid("the attempt cookie cannot be opened");
  const state = ctx.callbackParams.getAll("state");
  const isNamed = state.length === 1 && isEqual(state[0] ?? "", attempt.state);
  if (!isNamed && !provider.checks.none) {
    return invalid("the state is not that of the attempt");
  }
  // The redirect URI names the provider.
  if (
    attempt.issuer !== provider.issuer ||
    (attempt.origin ?? ctx.origin) !== ctx.origin ||
    attempt.redirectUri !== toRedirectUri(ctx, provider)
  ) {
    return invalid("the attempt was started at another provider");
  }
  // Written so that a clock of NaN refuses.
  if (!(Math.abs(ctx.now - attempt.started) < LIFETIME)) {
    return invalid("the attempt is too old", attempt.target);
  }
  return { kind: "valid", attempt };
}

async function openAttempt(
  ctx: Context,
  id: string,
): Promise<Attempt | null> {
  const values = ctx.jar.attempts.get(id) ?? [];
  for (const value of values.slice(0, 2)) {
    const opened = await open(
      ctx.settings.keyring,
      attemptPurpose(ctx),
      value,
      ctx.now,
    );
    // The id is inside, too: a value cannot be moved to another attempt's name.
    if (opened?.payload.id === id) {
      return opened.payload as unknown as Attempt;
    }
  }
  return null;
}

/**
 * Uses an attempt up: the first callback that comes with it wins, also against
 * a copy of its cookie in another browser.
 *
 * @throws InvalidCheck for every later one
 */
export async function consumeAttempt(
  ctx: Context,
  attempt: Attempt,
): Promise<void> {
  // All attempts of a provider that checks nothing share one id.
  if (attempt.id === UNPROTECTED_ATTEMPT) return;
  const key = `attempt:${attempt.id}`;
  const isFirst = await askStore(
    ctx,
    "an attempt was marked as used",
    (store) => store.compareAndSet(key, null, "used", 2 * LIFETIME / 1000),
  );
  if (!isFirst) throw new InvalidCheck("The attempt was used already.");
}
