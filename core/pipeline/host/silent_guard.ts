/**
 * The light part of a guard that asks the provider silently. The rest is loaded
 * for a browser without a session.
 *
 * @module
 */

import { knowsSilence, rememberSilentTry } from "../../attempts/silent_try.ts";
import type { Settings } from "../../config/settings.ts";
import type { Cookie } from "../../http/cookie_policy.ts";
import { writeCookies } from "../../http/write_cookies.ts";
import { type Incoming, readHead } from "../../request/request_head.ts";
import { readClock } from "../../runtime/clock.ts";
import type { RequireOptions } from "./guard.ts";
import type { SilentAnswer, SilentRequest, SilentSignIn } from "./silent.ts";

/**
 * Tells a signed-in browser, once, that a guard here signs in silently: signing
 * out has to prevent that.
 */
export async function introduceSilence(
  { silent }: Pick<RequireOptions, "silent">,
  incoming: Incoming,
  settings: Settings,
): Promise<readonly Cookie[]> {
  if (!silent) return [];
  const head = readHead(incoming, settings);
  if (knowsSilence(head)) return [];
  const ctx = { ...head, settings, now: readClock() };
  return writeCookies([await rememberSilentTry(ctx, 0)], head.jar, head.policy);
}

/** Sends a browser without a session to the provider, if the guard wants that. */
export async function leaveSilently(
  request: SilentRequest,
  sought: SilentSignIn,
): Promise<SilentAnswer> {
  if (!sought.silent) return { url: null, cookies: [] };
  const own = await import("./silent.ts");
  return await own.leaveSilently(request, sought);
}
