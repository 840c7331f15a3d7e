import type { Context } from "../request/context.ts";
import type { CookieChange } from "../http/cookies.ts";
import {
  openAttempt,
  sealAttempt,
  toForgotten,
} from "../http/sealed_cookies.ts";
import { toStrategy } from "../session/strategy.ts";
import { findConfirmation } from "./confirmation.ts";
import type { Confirmation } from "./guard_params.ts";
import type { MailToken } from "./mail_token.ts";
import { readRemember } from "./remember.ts";

/**
 * The sealed state in the browser that requested a mail: there the link signs
 * in immediately, and the code of the mail unlocks the same token.
 */
export interface MailAttempt extends MailToken {
  readonly id: string;
  readonly provider: string;
  readonly code: string;
  /** The session that the browser had at the request; signing in ends it. */
  readonly sid: string | null;
  /** The proof that a page asks for; null or absent: any sign-in will do. */
  readonly confirmation?: Confirmation | null | undefined;
  /** Whether the session is to be remembered; absent: not asked. */
  readonly remember?: boolean | undefined;
  /** The URL to redirect to afterwards. */
  readonly target: string;
  /** Milliseconds since the epoch. */
  readonly expires: number;
  /** Whether this browser has opened the link or typed the code, without using it yet. */
  readonly isProved: boolean;
}

/** When the mail was requested, in milliseconds since the epoch. */
export function toAskedAt({ id }: Pick<MailAttempt, "id">): number {
  return parseInt(id.slice(0, 9), 36);
}

/** Makes a code of eight digits: an attacker has five tries at a hundred million. */
export function makeCode(): string {
  // 64 random bits make the bias of the modulo negligible.
  const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
  const number = (BigInt(high) << 32n | BigInt(low)) % 100_000_000n;
  return number.toString().padStart(8, "0");
}

/** Seals an attempt into a cookie of its own. The oldest ones beyond the limit are removed. */
export async function startMailAttempt(
  ctx: Context,
  attempt: Omit<MailAttempt, "sid">,
): Promise<readonly CookieChange[]> {
  const sid = await toStrategy(ctx).bindingId(ctx);
  const confirmation = await findConfirmation(ctx);
  const remember = await readRemember(ctx, confirmation);
  const sealed = { ...attempt, sid, confirmation, remember };
  const cookie = await sealAttempt(ctx, "mail", sealed);
  return [cookie, ...toForgotten(ctx)];
}

/** Records that this browser opened the link or typed the code. */
export async function keepProof(
  ctx: Context,
  attempt: MailAttempt,
): Promise<CookieChange> {
  return await sealAttempt(ctx, "mail", { ...attempt, isProved: true });
}

/**
 * Finds the attempt of this browser that the request's `state` names; null in
 * another browser, if it expired, or if the browser only prefetches the link.
 */
export async function findMailAttempt(
  ctx: Context,
): Promise<MailAttempt | null> {
  return isAhead(ctx) ? null : await openMailAttempt(ctx, ctx.attemptId ?? "");
}

/** Opens an attempt of this browser by its id; null if there is none or it expired. */
export async function openMailAttempt(
  ctx: Context,
  id: string,
): Promise<MailAttempt | null> {
  const sealed = await openAttempt<MailAttempt>(ctx, "mail", id);
  if (sealed === null || !(ctx.now < sealed.expires)) return null;
  // These fields are absent in attempts of an earlier release.
  const { asker = null, isProved = false } = sealed;
  return { ...sealed, asker, isProved };
}

/** Headers that mark a prefetch. */
const AHEAD: readonly string[] = ["sec-purpose", "purpose", "x-moz"];

/** Whether the browser prefetches the link of a mail, before any click. */
function isAhead({ request: { action, method, sent } }: Context): boolean {
  if (action !== "callback" || method === "POST") return false;
  for (const [name, value] of sent.headers()) {
    if (AHEAD.includes(name) && /\bprefetch\b/i.test(value)) return true;
  }
  return false;
}

/** Removes the cookie of a finished attempt. */
export function endMailAttempt({ id }: MailAttempt): CookieChange {
  return { role: "attempt", key: id, value: null };
}
