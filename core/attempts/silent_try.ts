/**
 * The memory of a browser that it was sent to a provider silently, or signed
 * out: a guard tries once an hour, so that a provider which declines is never
 * asked in a loop, and a user who signs out stays signed out.
 *
 * @module
 */

import {
  type CookieChange,
  SILENT_TRY,
  SILENT_TRY_MAX_AGE,
} from "../http/cookies.ts";
import {
  openCookies,
  sealCookie,
  type SealingContext,
} from "../http/sealed_cookies.ts";

/** Makes the cookie by which a guard knows that this browser was sent away already. */
export async function rememberSilentTry(
  ctx: SealingContext,
): Promise<CookieChange> {
  return {
    role: "attempt",
    key: SILENT_TRY,
    value: await sealCookie(ctx, "silent", { at: ctx.now }),
    maxAge: SILENT_TRY_MAX_AGE,
  };
}

/** Whether this browser was sent away, or signed out, in the last hour. */
export async function wasSilentTry(ctx: SealingContext): Promise<boolean> {
  const values = ctx.jar.attempts.get(SILENT_TRY);
  const tries = await openCookies<{ at: number }>(ctx, "silent", values);
  // Written so that a clock of NaN counts as tried.
  return tries.some(({ at }) =>
    !(Math.abs(ctx.now - at) >= SILENT_TRY_MAX_AGE * 1000)
  );
}
