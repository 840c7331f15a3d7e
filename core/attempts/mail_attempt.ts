import type { Context } from "../request/context.ts";
import {
  ATTEMPT_COOKIE_MAX_AGE,
  type CookieChange,
  MAX_ATTEMPTS,
} from "../http/cookies.ts";
import type { Purpose } from "../crypto/keys.ts";
import { randomText } from "../crypto/random.ts";
import { open, seal } from "../crypto/seal.ts";
import { withQuery } from "../http/redirects.ts";
import { toStrategy } from "../session/strategy.ts";
import type { MailToken } from "./mail_token.ts";

/**
 * What the browser that asked for a mail keeps, sealed: the link signs it in at
 * once, and the code of the mail unlocks the same token.
 */
export interface MailAttempt extends MailToken {
  readonly id: string;
  readonly provider: string;
  readonly code: string;
  /** The session that the browser had when it asked: signing in ends it. */
  readonly sid: string | null;
  /** Where to go afterwards. */
  readonly target: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
  /** This browser has opened the link, or typed the code, and did not use it yet. */
  readonly isProved: boolean;
}

/** An attempt of its own kind: that of an OAuth provider cannot be taken for one. */
function mailPurpose(ctx: Context): Purpose {
  return {
    name: "mail",
    cookie: ctx.policy.names.attempt,
    maxAge: ATTEMPT_COOKIE_MAX_AGE,
  };
}

/** The id of an attempt that begins now: the time comes first, so that the oldest is known. */
export function toAttemptId(ctx: Context): string {
  return ctx.now.toString(36).padStart(9, "0") + randomText(9);
}

/** When somebody asked, in milliseconds since the epoch. */
export function toAskedAt({ id }: MailAttempt): number {
  return parseInt(id.slice(0, 9), 36);
}

/** Eight digits: five tries of a hundred million. */
export function makeCode(): string {
  // So many that what is left over favours no code in a way that matters.
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  const number = (BigInt(high) << 32n | BigInt(low)) % 100_000_000n;
  return number.toString().padStart(8, "0");
}

/** Seals an attempt into a cookie of its own. The oldest ones beyond the limit are forgotten. */
export async function startMailAttempt(
  ctx: Context,
  attempt: Omit<MailAttempt, "sid">,
): Promise<readonly CookieChange[]> {
  const sid = await toStrategy(ctx).name(ctx);
  const old = [...ctx.jar.attempts.keys()].sort();
  const forgotten = old.slice(0, Math.max(0, old.length - MAX_ATTEMPTS + 1))
    .slice(0, 4 * MAX_ATTEMPTS);
  return [
    await toCookie(ctx, { ...attempt, sid }),
    ...forgotten.map((key) => ({ role: "attempt", key, value: null } as const)),
  ];
}

/** Keeps that this browser opened the link, or typed the code. */
export async function keepProof(
  ctx: Context,
  attempt: MailAttempt,
): Promise<CookieChange> {
  return await toCookie(ctx, { ...attempt, isProved: true });
}

async function toCookie(
  ctx: Context,
  attempt: MailAttempt,
): Promise<CookieChange> {
  const { keyring } = ctx.settings;
  const value = await seal(keyring, mailPurpose(ctx), { ...attempt }, ctx.now);
  return { role: "attempt", key: attempt.id, value };
}

/**
 * The attempt of this browser that the request's `state` names; null: it was
 * another browser, or too long ago, or nobody has opened the link yet.
 */
export async function findMailAttempt(
  ctx: Context,
): Promise<MailAttempt | null> {
  return isAhead(ctx) ? null : await openMailAttempt(ctx, ctx.attemptId ?? "");
}

/** An attempt of this browser by its id; null: there is none, or it is over. */
export async function openMailAttempt(
  ctx: Context,
  id: string,
): Promise<MailAttempt | null> {
  for (const value of ctx.jar.attempts.get(id)?.slice(0, 2) ?? []) {
    const opened = await open(
      ctx.settings.keyring,
      mailPurpose(ctx),
      value,
      ctx.now,
    );
    if (opened?.payload.id !== id) continue;
    const sealed = opened.payload as unknown as MailAttempt;
    // An earlier release did not write these.
    const { asker = null, isProved = false } = sealed;
    const attempt = { ...sealed, asker, isProved };
    return ctx.now < attempt.expires ? attempt : null;
  }
  return null;
}

/**
 * The link of a mail. One that verifies an address carries its code, too: opened
 * elsewhere it shows the code, and does nothing.
 */
export function toMailUrl(
  ctx: Context,
  { id, provider, identifier, token, target, asker, code, expires }: Omit<
    MailAttempt,
    "sid" | "isProved"
  >,
): string {
  return withQuery(ctx.url("callback", provider), {
    callbackUrl: target,
    token,
    email: identifier,
    state: id,
    code: asker === null ? null : code,
    // It decides nothing: a page can say that the link is too old before anybody uses it.
    expires: String(Math.floor(expires / 1000)),
  });
}

/** What browsers say when they open a link ahead, in case that somebody will. */
const AHEAD: readonly string[] = ["sec-purpose", "purpose", "x-moz"];

/** Whether the browser opens the link of a mail without anybody having asked for it. */
function isAhead({ request: { action, method, sent } }: Context): boolean {
  if (action !== "callback" || method === "POST") return false;
  for (const [name, value] of sent.headers()) {
    if (AHEAD.includes(name) && /\bprefetch\b/i.test(value)) return true;
  }
  return false;
}

/** The attempt has done what it was for. */
export function endMailAttempt({ id }: MailAttempt): CookieChange {
  return { role: "attempt", key: id, value: null };
}
