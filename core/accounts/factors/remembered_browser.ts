/**
 * Browsers in which a second factor was given, and which are not asked for one
 * again for 30 days. The cookie has a random id for each user; its hash is among
 * the user's factors, so a browser is forgotten with them. Ending all sessions
 * of the user, or of all users, forgets it as well.
 *
 * @module
 */

import { hash } from "../../crypto/hash.ts";
import { randomText } from "../../crypto/random.ts";
import { type CookieChange, REMEMBERED_MAX_AGE } from "../../http/cookies.ts";
import { openCookies, sealCookie } from "../../http/sealed_cookies.ts";
import { readUserAgent } from "../../request/client.ts";
import type { Context, SessionContext } from "../../request/context.ts";
import { CLOCK_TOLERANCE } from "../../runtime/clock.ts";
import {
  EVERYBODY,
  readDeviceMark,
  toOwners,
} from "../../session/revocation/device_mark.ts";
import {
  addBrowser,
  type Factors,
  type RememberedBrowser,
  touchBrowser,
} from "./factors.ts";
import { changeFactors } from "./stored_factors.ts";

/** The limit on users that one browser is remembered for. */
const MAX_USERS = 5;
/** Milliseconds between two writes of when a browser was seen. */
const SEEN = 86_400_000;

/** The browser's id for one user. */
interface Entry {
  readonly user: string;
  readonly id: string;
}

/** The content of the cookie. */
interface Content {
  readonly entries: readonly Entry[];
}

/**
 * Finds the entry among a user's factors that this browser has the id of; null
 * if it is not remembered, or no longer.
 *
 * @throws StoreError
 */
export async function findRemembered(
  ctx: SessionContext,
  userId: string,
  { browsers }: Factors,
): Promise<RememberedBrowser | null> {
  if (browsers.length === 0) return null;
  for (const { user, id } of await listEntries(ctx)) {
    if (user !== userId) continue;
    const name = await hash(id);
    const known = browsers.find((one) => one.hash === name);
    if (known !== undefined && await isValid(ctx, userId, known)) return known;
  }
  return null;
}

/** Lists those of a user's remembered browsers that are still valid, the latest first. */
export async function listRemembered(
  ctx: SessionContext,
  userId: string,
  { browsers }: Factors,
): Promise<readonly RememberedBrowser[]> {
  const valid = await Promise.all(
    browsers.map((one) => isValid(ctx, userId, one)),
  );
  return browsers.filter((_, i) => valid[i]);
}

async function isValid(
  { settings, now }: SessionContext,
  userId: string,
  { created }: RememberedBrowser,
): Promise<boolean> {
  const age = (now - created) / 1000;
  // Written so that NaN is refused.
  if (!(age >= -CLOCK_TOLERANCE && age < REMEMBERED_MAX_AGE)) return false;
  for (const owner of [...await toOwners(settings, userId), EVERYBODY]) {
    const mark = await readDeviceMark(settings, owner);
    // A mark that is not a number ends all earlier entries.
    if (mark !== null && !(created > Number(mark || NaN))) return false;
  }
  return true;
}

/**
 * Remembers the browser for a user who has just given a second factor.
 *
 * @throws AdapterError
 */
export async function rememberFactor(
  ctx: Context,
  userId: string,
): Promise<readonly CookieChange[]> {
  const id = randomText(32);
  const created = ctx.now;
  const userAgent = readUserAgent(ctx.request);
  const name = await hash(id);
  const browser = { hash: name, created, lastSeen: created, userAgent };
  await changeFactors(ctx, userId, (factors) => addBrowser(factors, browser));
  const others = (await listEntries(ctx)).filter(({ user }) => user !== userId);
  const entries = [{ user: userId, id }, ...others].slice(0, MAX_USERS);
  const value = await sealCookie(ctx, "remembered", { entries });
  await ctx.effects.emit("browserRemembered", { userId });
  return [{ role: "remembered", value }];
}

/** Notes that a remembered browser was seen, once a day. A failure does not fail the sign-in. */
export async function noteSeen(
  ctx: SessionContext,
  userId: string,
  { hash, lastSeen }: RememberedBrowser,
): Promise<void> {
  const { now } = ctx;
  if (now - lastSeen < SEEN) return;
  try {
    await changeFactors(ctx, userId, (all) => touchBrowser(all, hash, now));
  } catch (error) {
    ctx.effects.log.error(error as Error);
  }
}

async function listEntries(ctx: SessionContext): Promise<readonly Entry[]> {
  const { remembered } = ctx.jar;
  const opened = await openCookies<Content>(ctx, "remembered", remembered);
  return opened.flatMap(({ entries }) => entries);
}
