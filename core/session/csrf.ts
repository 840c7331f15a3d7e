import type { Context, SessionContext } from "../request/context.ts";
import { type CookieChange, readCookies } from "../http/cookies.ts";
import type { Awaitable } from "../model/model.ts";
import { isEqual } from "../crypto/equal.ts";
import { randomText } from "../crypto/random.ts";
import { CrossSiteRequest, MissingCSRF } from "../errors/errors.ts";
import { toStrategy } from "./strategy.ts";
import {
  findListedOrigin,
  isFromListedScript,
} from "../request/listed_origin.ts";
import { readSafeCallbackUrl } from "../request/redirect_target.ts";

/** The token for this browser's forms, and the cookie to set if it is a new one. */
export interface CsrfToken {
  readonly token: string;
  readonly cookies: readonly CookieChange[];
}

const DAY = 86_400_000;
/**
 * Days for which a cookie is good. An older form is given a fresh token and
 * loses nothing.
 */
const MAX_AGE = 7;
/** The cookie: a random text, and the days since the epoch when it was made, in base 36. */
const COOKIE = /^[\w-]{43}\.([0-9a-z]{1,6})$/;

/**
 * Returns the token that this browser's forms carry: a keyed hash of its
 * cookie, of the origin and of the session, so that a token from before signing
 * in is worthless after.
 */
export async function readCsrfToken(ctx: SessionContext): Promise<CsrfToken> {
  const sid = await readSid(ctx);
  const [known] = listCookies(ctx);
  const value = known ??
    `${randomText(32)}.${Math.floor(ctx.now / DAY).toString(36)}`;
  const [token = ""] = await toTokens(ctx, sid, value);
  return {
    token,
    cookies: known === undefined ? [{ role: "csrf", value }] : [],
  };
}

/** Returns the tokens for a cookie, one for each secret, newest first. */
function toTokens(
  { settings, policy, origin }: SessionContext,
  sid: string,
  value: string,
): Promise<readonly string[]> {
  const bound = ["csrf", policy.names.csrf, origin, sid, value];
  return settings.keyring.namesOf(JSON.stringify(bound));
}

/**
 * Lists the browser's cookies that are good. Two are looked at, since a
 * neighbouring host may have put a second one beside ours.
 */
function listCookies({ jar, now }: SessionContext): readonly string[] {
  return jar.csrf.slice(0, 2).filter((value) => {
    const [, day = ""] = COOKIE.exec(value) ?? [];
    const age = Math.floor(now / DAY) - parseInt(day, 36);
    // The clocks of two processes may be on two sides of midnight. Written so
    // that NaN is refused.
    return age >= -1 && age <= MAX_AGE;
  });
}

/**
 * Makes sure that a form was sent by a page of this origin, or by a script of an
 * origin that `cors` lists: by what the browser reports about its origin, and by
 * the token, which only such a page can know. Neither check depends on the
 * content type.
 *
 * @throws CrossSiteRequest or MissingCSRF
 */
export async function assertCsrf(ctx: Context): Promise<void> {
  if (ctx.settings.skipsCsrf) return;
  if (!isFromListedScript(ctx.settings, ctx.request)) assertSameOrigin(ctx);
  const { form: { csrfToken: sent = "" }, sent: { headers } } = ctx.request;
  if (!await isTokenOf(ctx, sent, headers())) {
    const error = new MissingCSRF(toReason(ctx, sent));
    // A visitor whose form was open for too long still goes on to the target.
    error.target = readSafeCallbackUrl(ctx) ?? undefined;
    throw error;
  }
}

/** Says why no token fits, as far as that is known. */
function toReason({ jar, policy }: SessionContext, sent: string): string {
  if (jar.csrf.length === 0) {
    const { csrf: { domain, path } } = policy.attributes;
    const place = [domain && `domain "${domain}"`, path && `path "${path}"`]
      .filter((one) => one).join(" and ");
    return `The browser sent no cookie "${policy.names.csrf}" with the form. It was set for ${place}: a browser drops or withholds it elsewhere, and where cookies are blocked.`;
  }
  return sent === ""
    ? "The form carried no csrfToken."
    : "The csrfToken of the form does not fit the cookie: the form is an old one, or another process made it, with another secret or another public origin.";
}

/** A request to a route of the application. */
interface OwnRequest {
  header(name: string): string | null;
  headers(): Headings;
  /** The token of its form, if it has one. */
  token(): Awaitable<string | null>;
}

type Headings = Iterable<readonly [name: string, value: string]>;

/**
 * Makes sure that a request to a route of the application was sent by a page of
 * this origin or of one that `cors` lists: the browser says so, or it carries the
 * token. A request from elsewhere is refused, whatever it carries.
 *
 * @throws CrossSiteRequest or MissingCSRF
 */
export async function assertOwnPage(
  ctx: SessionContext,
  request: OwnRequest,
): Promise<void> {
  const { header } = request;
  if (findListedOrigin(ctx.settings, request) !== null) return;
  assertSameOrigin({ origin: ctx.origin, request });
  const isSaid = header("sec-fetch-site") === "same-origin" ||
    header("origin") === ctx.origin;
  if (isSaid) return;
  const sent = header("x-csrf-token") ?? await request.token() ?? "";
  if (await isTokenOf(ctx, sent, request.headers())) return;
  throw new MissingCSRF(
    `The request has neither Origin nor Sec-Fetch-Site. ${
      toReason(ctx, sent)
    } Send the token as the field csrfToken, or in the header X-CSRF-Token.`,
  );
}

/**
 * Whether a token fits the browser's cookies: those that it has now, or as it
 * sent them. A form may be older than a new session id that this request has
 * given out already.
 */
async function isTokenOf(
  ctx: SessionContext,
  token: string,
  headers: Headings,
): Promise<boolean> {
  if (await hasToken(ctx, token)) return true;
  const sent = [...headers].filter(([name]) => name === "cookie")
    .map(([, value]) => value).join("; ");
  const jar = readCookies(sent, ctx.policy.names);
  return await hasToken({ ...ctx, jar }, token);
}

async function hasToken(ctx: SessionContext, sent: string): Promise<boolean> {
  const sid = await readSid(ctx);
  const tokens = await Promise.all(
    listCookies(ctx).map((value) => toTokens(ctx, sid, value)),
  );
  return tokens.flat().some((token) => isEqual(sent, token));
}

/**
 * Makes sure that a request does not come from another origin, as far as the
 * browser says.
 *
 * @throws CrossSiteRequest
 */
export function assertSameOrigin(
  ctx: {
    readonly origin: string;
    readonly request: Pick<Context["request"], "header">;
  },
): void {
  const { header } = ctx.request;
  const fetchSite = header("sec-fetch-site");
  const fetchedFrom = header("origin");
  const isOwn = fetchSite === null || fetchSite === "same-origin" ||
    fetchSite === "none";
  if (isOwn && (fetchedFrom === null || fetchedFrom === ctx.origin)) return;
  // A page with a strict Referrer-Policy makes the browser hide its origin.
  if (fetchedFrom === "null" && fetchSite === "same-origin") return;
  const why = fetchSite === "same-origin"
    ? `The browser is at "${fetchedFrom}" and says that the form is that site's own, but this site is "${ctx.origin}" by AUTH_URL or \`origin\`.`
    : `The form came from "${
      fetchedFrom ?? "an unknown origin"
    }", this site is "${ctx.origin}".` +
      (fetchSite === null ? "" : ` Sec-Fetch-Site is "${fetchSite}".`);
  const error = new CrossSiteRequest(why);
  error.shown = [fetchedFrom ?? "", ctx.origin];
  throw error;
}

/** Returns the id of the session that a token is bound to; empty without a session. */
async function readSid(ctx: SessionContext): Promise<string> {
  return await toStrategy(ctx).bindingId(ctx) ?? "";
}
