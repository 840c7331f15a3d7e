/**
 * A cookie for guards that ask the provider silently: it says when the browser
 * was last sent there, or signed out. A provider that declines is not asked
 * again for an hour, and a user who signs out stays signed out.
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

/** Milliseconds between two tries. */
const PAUSE = 3_600_000;

/** The content of the cookie. */
interface SilentTry {
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Makes the cookie. */
export async function rememberSilentTry(
  ctx: SealingContext,
): Promise<CookieChange> {
  const content: SilentTry = { at: ctx.now };
  return {
    role: "attempt",
    key: SILENT_TRY,
    value: await sealCookie(ctx, "silent", content),
    maxAge: SILENT_TRY_MAX_AGE,
  };
}

/** Whether this browser was sent to a provider, or signed out, in the last hour. */
export async function wasSilentTry(ctx: SealingContext): Promise<boolean> {
  const values = ctx.jar.attempts.get(SILENT_TRY);
  const tries = await openCookies<SilentTry>(ctx, "silent", values);
  return tries.some(({ at }) => Math.abs(ctx.now - at) < PAUSE);
}
