/**
 * Sealed values in cookies other than the session's: unfinished sign-ins and
 * sign-outs, the parameters of guards, kept forms and passkey challenges.
 *
 * @module
 */

import type { Keyring, Purpose } from "../crypto/keys.ts";
import { randomText } from "../crypto/random.ts";
import { open, seal } from "../crypto/seal.ts";
import type { CookiePolicy } from "./cookie_policy.ts";
import {
  ATTEMPT_COOKIE_MAX_AGE,
  CHALLENGE_MAX_AGE,
  type CookieChange,
  type CookieJar,
  FACTOR_MAX_AGE,
  FORM_MAX_AGE,
  MAX_ATTEMPTS,
  REMEMBERED_MAX_AGE,
  SILENT_TRY_MAX_AGE,
} from "./cookies.ts";

/** The part of a context that is needed to seal and open cookies. */
export interface SealingContext {
  readonly jar: CookieJar;
  readonly policy: CookiePolicy;
  readonly settings: { readonly keyring: Keyring };
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The cookie of each kind of value, and the seconds for which a value opens. */
const KINDS = {
  attempt: { role: "attempt", maxAge: ATTEMPT_COOKIE_MAX_AGE },
  mail: { role: "attempt", maxAge: ATTEMPT_COOKIE_MAX_AGE },
  password: { role: "attempt", maxAge: ATTEMPT_COOKIE_MAX_AGE },
  signout: { role: "attempt", maxAge: ATTEMPT_COOKIE_MAX_AGE },
  guard: { role: "attempt", maxAge: ATTEMPT_COOKIE_MAX_AGE },
  silent: { role: "attempt", maxAge: SILENT_TRY_MAX_AGE },
  typed: { role: "attempt", maxAge: CHALLENGE_MAX_AGE },
  form: { role: "attempt", maxAge: FORM_MAX_AGE },
  challenge: { role: "challenge", maxAge: CHALLENGE_MAX_AGE },
  factor: { role: "attempt", maxAge: FACTOR_MAX_AGE },
  remembered: { role: "remembered", maxAge: REMEMBERED_MAX_AGE },
} as const;

/** Each kind has its own keys, so that no value is accepted as one of another kind. */
type Kind = keyof typeof KINDS;

function toPurpose({ policy }: SealingContext, kind: Kind): Purpose {
  const { role, maxAge } = KINDS[kind];
  return { name: kind, cookie: policy.names[role], maxAge, isDated: true };
}

/**
 * A value that a cookie held. `started` is when it was sealed, in milliseconds
 * since the epoch.
 */
export type FromCookie<T> = T & { readonly started: number };

/** Seals a value for a cookie. */
export async function sealCookie(
  ctx: SealingContext,
  kind: Kind,
  value: object,
): Promise<string> {
  const { settings: { keyring }, now } = ctx;
  return await seal(keyring, toPurpose(ctx, kind), { ...value }, now);
}

/**
 * Opens the values of a cookie, unless they are too old. Two are tried, since a neighbouring host may
 * have put a second one beside ours.
 */
export async function openCookies<T>(
  ctx: SealingContext,
  kind: Kind,
  values: readonly string[] = [],
): Promise<readonly FromCookie<T>[]> {
  // Most requests have none.
  if (values.length === 0) return [];
  const { settings: { keyring }, now } = ctx;
  const purpose = toPurpose(ctx, kind);
  const opened = await Promise.all(
    values.slice(0, 2).map((value) => open(keyring, purpose, value, now)),
  );
  return opened.flatMap((one) =>
    one === null ? [] : [one.payload as FromCookie<T>]
  );
}

/** Makes an attempt's id. It starts with the time, so that ids sort by age without being opened. */
export function createAttemptId({ now }: Pick<SealingContext, "now">): string {
  return now.toString(36).padStart(9, "0") + randomText(9);
}

/** Seals an attempt into a cookie of its own. */
export async function sealAttempt<T extends { readonly id: string }>(
  ctx: SealingContext,
  kind: Kind,
  attempt: T,
): Promise<CookieChange & { role: "attempt" }> {
  const value = await sealCookie(ctx, kind, attempt);
  return { role: "attempt", key: attempt.id, value };
}

/** Opens an attempt of this browser. */
export async function openAttempt<T extends { readonly id: string }>(
  ctx: SealingContext,
  kind: Kind,
  id: string,
): Promise<FromCookie<T> | null> {
  const opened = await openCookies<T>(ctx, kind, ctx.jar.attempts.get(id));
  // The sealed value has the id, too: it cannot be moved to another attempt's name.
  return opened.find((one) => one.id === id) ?? null;
}

/** Removes the oldest attempts if there is no room for a new one. */
export function toForgotten(
  { jar }: Pick<SealingContext, "jar">,
): readonly CookieChange[] {
  const old = [...jar.attempts.keys()].sort();
  // Limited per response: an attacker may have planted hundreds, and proxies limit headers.
  return old.slice(0, Math.max(0, old.length - MAX_ATTEMPTS + 1))
    .slice(0, 4 * MAX_ATTEMPTS)
    .map((key) => ({ role: "attempt", key, value: null }));
}
