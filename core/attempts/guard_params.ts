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
import { isFlowParam, toTexts } from "../providers/oauth/endpoint_params.ts";
import { ConfigurationError } from "../errors/errors.ts";
import type { EndpointParams } from "../providers/oauth/endpoint_params.ts";
import { toHostTarget } from "../http/redirects.ts";
import type { RequestHead } from "../request/request_head.ts";
import type { Settings } from "../config/settings.ts";
import type { Demand } from "../session/demand.ts";
import { readCallbackUrl } from "../request/redirect_target.ts";

/** Authorization parameters as text. */
export type ParamTexts = Readonly<Record<string, string>>;

/** A proof that a page asks for. */
export interface Confirmation {
  /** The signed-in user, who has to prove their identity again; null: there was none. */
  readonly userId: string | null;
  /** The session that was asked for it; absent without one. */
  readonly session?: string | undefined;
  readonly demand: Demand;
}

/** The demands that a guard passes on to the sign-in. */
export interface Guarded {
  /** The page that it guards; null if the sign-in does not return there. */
  readonly target: string | null;
  readonly params: ParamTexts;
  readonly confirmation?: Confirmation | null | undefined;
}

/** The entry of one guard. */
export interface GuardEntry extends Guarded {
  /** Hash of the page. */
  readonly target: string | null;
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
  { target, params, confirmation = null }: Guarded,
): Promise<CookieChange> {
  const ctx = { ...head, settings, now: readClock() };
  const entry: GuardEntry = {
    target: await toKey(target, head.origin),
    params,
    ...(confirmation === null ? {} : { confirmation }),
    started: ctx.now,
  };
  const others = (await readEntries(ctx))
    .filter((one) => one.target !== entry.target);
  const entries: GuardEntry[] = [];
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
  return (await findGuardEntry(ctx, readCallbackUrl(ctx)))?.params ?? {};
}

/**
 * Finds what the guard of a page handed over, else what a guard without such a
 * page did.
 */
export async function findGuardEntry(
  ctx: SealingContext & Pick<RequestHead, "origin">,
  page: string | null,
): Promise<GuardEntry | null> {
  if (!ctx.jar.attempts.has(GUARD_PARAMS)) return null;
  const entries = await readEntries(ctx);
  if (entries.length === 0) return null;
  const target = await toKey(page, ctx.origin);
  return entries.find((one) => one.target === target) ??
    entries.find((one) => one.target === null) ?? null;
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

async function readEntries(
  ctx: SealingContext,
): Promise<readonly GuardEntry[]> {
  const values = ctx.jar.attempts.get(GUARD_PARAMS);
  const opened = await openCookies<{ readonly entries: readonly GuardEntry[] }>(
    ctx,
    "guard",
    values,
  );
  // A guard seals the entries of others once more.
  return opened.flatMap(({ entries }) => entries).filter(({ started }) =>
    Math.abs(ctx.now - started) < ATTEMPT_COOKIE_MAX_AGE * 1000
  );
}
