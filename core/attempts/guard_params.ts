/**
 * Authorization parameters of a guard, kept until the sign-in that it requires.
 * They are stored in a sealed cookie, so that every sign-in page (ours, the
 * application's, a script) passes them on, and no visitor can change them.
 *
 * @module
 */

import { readClock } from "../runtime/clock.ts";
import type { Context } from "../request/context.ts";
import {
  ATTEMPT_COOKIE_MAX_AGE,
  type CookieChange,
  GUARD_PARAMS,
} from "../http/cookies.ts";
import {
  openCookies,
  sealCookie,
  type SealingContext,
} from "../http/sealed_cookies.ts";
import { hash } from "../crypto/hash.ts";
import { isFlowParam, toTexts } from "../providers/endpoint_params.ts";
import { ConfigurationError } from "../errors/errors.ts";
import type { EndpointParams } from "../providers/endpoints.ts";
import { toHostTarget } from "../http/redirects.ts";
import type { RequestHead } from "../request/request_head.ts";
import type { Settings } from "../config/settings.ts";
import { readCallbackUrl } from "../request/redirect_target.ts";

/** Authorization parameters as text. */
export type ParamTexts = Readonly<Record<string, string>>;

/** The parameters of one guard. */
interface Entry {
  /** Hash of the page that it guards; null if the sign-in does not return there. */
  readonly target: string | null;
  readonly params: ParamTexts;
  /** Milliseconds since the epoch. */
  readonly started: number;
}

/** The number of guarded pages that are remembered, the latest first. */
const MAX_ENTRIES = 5;
/** Maximum bytes of one guard's parameters, as JSON: they have to fit into the attempt's cookie, too. */
const MAX_PARAMS = 1000;
/** Maximum bytes of all entries. Sealing adds a third, and a cookie is limited to 4096 bytes. */
const MAX_TOTAL = 2500;

/**
 * Converts a guard's parameters to text.
 *
 * @throws ConfigurationError if the library sets one of them, or if they are
 * too long
 */
export function readGuardParams(params: EndpointParams): ParamTexts {
  const texts = toTexts(params);
  const problems = Object.keys(texts).filter(isFlowParam).map((name) =>
    `\`params\` of a guard must not have \`${name}\`: the library sets it. Remove it.`
  );
  if (toSize(texts) > MAX_PARAMS) {
    problems.push(
      `\`params\` of a guard must not take more than ${MAX_PARAMS} bytes as JSON. Write what is the same for all guards into \`authorization.params\` of the provider.`,
    );
  }
  if (problems.length > 0) throw new ConfigurationError(problems);
  return texts;
}

/** Makes the cookie that keeps a guard's parameters until the visitor signs in for its page. */
export async function keepGuardParams(
  head: RequestHead,
  settings: Settings,
  { target, params }: { target: string | null; params: ParamTexts },
): Promise<CookieChange> {
  const ctx = { ...head, settings, now: readClock() };
  const entry: Entry = {
    target: await toKey(target, head.origin),
    params,
    started: ctx.now,
  };
  const others = (await readEntries(ctx))
    .filter((one) => one.target !== entry.target);
  const entries: Entry[] = [];
  let size = 0;
  for (const one of [entry, ...others].slice(0, MAX_ENTRIES)) {
    size += toSize(one);
    if (size <= MAX_TOTAL) entries.push(one);
  }
  const value = await sealCookie(ctx, "guard", { entries });
  return { role: "attempt", key: GUARD_PARAMS, value };
}

/**
 * Finds the parameters of the guard that sent the visitor to sign in: the guard
 * of the page that this sign-in returns to, else one without such a page.
 */
export async function findGuardParams(ctx: Context): Promise<ParamTexts> {
  const entries = await readEntries(ctx);
  if (entries.length === 0) return {};
  const target = await toKey(readCallbackUrl(ctx), ctx.origin);
  const found = entries.find((one) => one.target === target) ??
    entries.find((one) => one.target === null);
  return found?.params ?? {};
}

/** Counts the bytes of a value as JSON. */
function toSize(value: object): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

/** Hashes the page of a target without its query, because guards belong to routes; null if it is not usable. */
async function toKey(
  target: string | null,
  origin: string,
): Promise<string | null> {
  const url = toHostTarget(target, origin);
  if (url === null) return null;
  const { origin: host, pathname } = new URL(url);
  return await hash(host + pathname);
}

async function readEntries(ctx: SealingContext): Promise<readonly Entry[]> {
  const values = ctx.jar.attempts.get(GUARD_PARAMS);
  const opened = await openCookies<{ readonly entries: readonly Entry[] }>(
    ctx,
    "guard",
    values,
  );
  // Written so that entries are dropped if the clock is NaN.
  return opened.flatMap(({ entries }) => entries).filter(({ started }) =>
    Math.abs(ctx.now - started) < ATTEMPT_COOKIE_MAX_AGE * 1000
  );
}
