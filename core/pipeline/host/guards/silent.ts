/**
 * Sends a browser without a session to the provider before it is shown the
 * sign-in page: a user who is signed in there comes back signed in.
 *
 * @module
 */

import { signInSilently } from "../../../actions/depart.ts";
import type { AttemptPurpose } from "../../../attempts/oauth_attempt.ts";
import {
  rememberSilentTry,
  wasSilentTry,
} from "../../../attempts/silent_try.ts";
import type { Settings } from "../../../config/settings.ts";
import { ConfigurationError, toAuthError } from "../../../errors/errors.ts";
import type { Cookie } from "../../../http/cookie_policy.ts";
import type { CookieChange } from "../../../http/cookies.ts";
import { writeCookies } from "../../../http/write_cookies.ts";
import {
  isOAuth,
  type ResolvedOAuth,
} from "../../../providers/oauth/oauth_provider.ts";
import {
  type Context,
  createSessionContext,
  type SessionContext,
} from "../../../request/context.ts";
import { readLastUsed } from "../../../request/last_used.ts";
import { readRequest } from "../../../request/request.ts";
import {
  type Incoming,
  type RequestHead,
  toBasePath,
} from "../../../request/request_head.ts";
import { readClock } from "../../../runtime/clock.ts";
import { decodeSession } from "../../../session/jwt/codec.ts";
import { isSessionClaims } from "../../../session/decide.ts";
import { createContext } from "../../create_context.ts";
import { reportError } from "../../recover.ts";
import type { RequireOptions } from "./options.ts";
import { toSentJar } from "./sent_jar.ts";

/** The request that a guard refused. */
export interface SilentRequest {
  readonly incoming: Incoming;
  readonly head: RequestHead;
  readonly settings: Settings;
}

/** The silent sign-in that a guard wants. */
export interface SilentSignIn {
  readonly silent: RequireOptions["silent"];
  /** The page that the guard protects; null: no sign-in can lead back there. */
  readonly target: string | null;
  /** The other demands of the guard. */
  readonly guarded: NonNullable<AttemptPurpose["guarded"]>;
}

/** Where the browser goes; null: to sign in as usual. */
export interface SilentAnswer {
  readonly url: string | null;
  readonly cookies: readonly Cookie[];
}

interface Departure extends Pick<SilentAnswer, "url"> {
  readonly cookies: readonly CookieChange[];
}

const NOWHERE: SilentAnswer = { url: null, cookies: [] };

/**
 * Begins a silent sign-in, if the guard wants one, once an hour for each browser.
 * A provider that is down leaves the visitor to the sign-in page, and counts as
 * a try: otherwise every page would wait for it.
 *
 * @throws ConfigurationError if the named provider is not one for OpenID Connect
 */
export async function leaveSilently(
  { incoming, head, settings }: SilentRequest,
  { silent, target, guarded }: SilentSignIn,
): Promise<SilentAnswer> {
  if (!silent) return NOWHERE;
  const provider = findProvider(head, settings, silent);
  // Any other `prompt` of the guard has the provider show a page.
  const isSilent = (guarded.params.prompt ?? "none") === "none";
  const isPossible = isSilent && mayNavigate(incoming, head);
  if (provider === null || target === null || !isPossible) return NOWHERE;
  const now = readClock();
  const known = createSessionContext(settings, head, now);
  if (await wasSilentTry(known)) return NOWHERE;
  if (await wasEnded({ ...known, jar: toSentJar(head.policy, incoming) })) {
    const cookies = [await rememberSilentTry(known)];
    return { url: null, cookies: writeCookies(cookies, head.jar, head.policy) };
  }
  const query = new URLSearchParams({ callbackUrl: target });
  const mount = toBasePath(settings, incoming.mount);
  const route = `${mount}/signin/${provider.id}?${query}`;
  const asked = { ...incoming, mount, target: route };
  const ctx = createContext(settings, await readRequest(asked, settings), now);
  const { url, cookies } = await depart(ctx, guarded);
  return { url, cookies: writeCookies(cookies, head.jar, head.policy) };
}

/**
 * Whether the session of this browser, which has none now, was ended before its
 * time: somebody signed out everywhere, or revoked it. A browser drops the
 * cookie of a session that has expired.
 */
async function wasEnded(ctx: SessionContext): Promise<boolean> {
  const [only] = ctx.jar.session;
  if (only === undefined) return false;
  if (ctx.settings.strategy === "database") return true;
  const claims = (await decodeSession(ctx, only))?.payload;
  return claims !== undefined && isSessionClaims(claims) &&
    claims.exp > ctx.now / 1000;
}

async function depart(
  ctx: Context,
  guarded: AttemptPurpose["guarded"],
): Promise<Departure> {
  try {
    const outcome = await signInSilently(ctx, guarded);
    const { cookies } = outcome;
    return { url: outcome.kind === "redirect" ? outcome.url : null, cookies };
  } catch (error) {
    const known = toAuthError(error);
    if (known === null) throw error;
    const { effects: { log }, settings: { key } } = ctx;
    reportError({ log, key, isShown: false }, known);
    return { url: null, cookies: [await rememberSilentTry(ctx)] };
  }
}

/**
 * Finds the provider to ask: the named one, else the one that was used last,
 * else the only one. Only OpenID Connect knows answers without a page.
 */
function findProvider(
  { jar }: RequestHead,
  settings: Settings,
  silent: string | true,
): ResolvedOAuth | null {
  const all = [...settings.providers.values()].filter(isOAuth)
    .filter(({ type }) => type === "oidc");
  const id = silent === true ? readLastUsed({ jar, settings }) : silent;
  const [only = null, ...more] = all;
  const found = all.find((one) => one.id === id);
  if (found !== undefined) return found;
  if (silent === true) return more.length === 0 ? only : null;
  throw new ConfigurationError([
    `\`silent\` of a guard names "${silent}", which is not an OpenID Connect provider of this configuration. Write the id of one, or true.`,
  ]);
}

/**
 * Whether a browser shows the answer in a window of its own. In a frame or for
 * a prefetch the provider would be asked in vain.
 */
function mayNavigate(incoming: Incoming, { isPrefetch }: RequestHead): boolean {
  const has = (name: string, wanted: string) =>
    (incoming.header(name) ?? wanted) === wanted;
  // Browsers without Fetch Metadata send neither.
  return incoming.method === "GET" && !isPrefetch &&
    has("sec-fetch-mode", "navigate") && has("sec-fetch-dest", "document");
}
