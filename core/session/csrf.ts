import type { Context, SessionContext } from "../request/context.ts";
import { type CookieChange, readCookies } from "../http/cookies.ts";
import type { Awaitable } from "../model/model.ts";
import { awaitAll, chain } from "../runtime/maybe_promise.ts";
import { isEqual } from "../crypto/equal.ts";
import { randomText } from "../crypto/random.ts";
import { CrossSiteRequest, MissingCSRF } from "../errors/errors.ts";
import { toStrategy } from "./strategy.ts";
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
 * in is worthless after. Synchronous if nothing on the way is asynchronous.
 */
export function readCsrfToken(ctx: SessionContext): Awaitable<CsrfToken> {
  return chain(readSid(ctx), (sid) => {
    const [known] = listCookies(ctx);
    const value = known ??
      `${randomText(32)}.${Math.floor(ctx.now / DAY).toString(36)}`;
    return chain(toTokens(ctx, sid, value), ([token = ""]) => ({
      token,
      cookies: known === undefined ? [{ role: "csrf", value }] : [],
    }));
  });
}

/** Returns the tokens for a cookie, one for each secret, newest first. */
function toTokens(
  { settings, policy, origin }: SessionContext,
  sid: string,
  value: string,
): Awaitable<readonly string[]> {
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
 * Makes sure that a form was sent by a page of this origin: by what the browser
 * reports about its origin, and by the token, which only such a page can know.
 * Neither check depends on the content type.
 *
 * @throws CrossSiteRequest or MissingCSRF
 */
export async function assertCsrf(ctx: Context): Promise<void> {
  if (ctx.settings.skipsCsrf) return;
  assertSameOrigin(ctx);
  if (!await hasToken(ctx) && !await hasToken(asSent(ctx))) {
    const sent = ctx.request.form.csrfToken ?? "";
    const error = new MissingCSRF(toReason(ctx, sent));
    // A visitor whose form was open for too long still goes on to the target.
    error.target = readSafeCallbackUrl(ctx) ?? undefined;
    throw error;
  }
}

/** Says why no token fits, as far as that is known. */
function toReason({ jar, policy }: Context, sent: string): string {
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

async function hasToken(ctx: Context): Promise<boolean> {
  const sent = ctx.request.form.csrfToken ?? "";
  const sid = await readSid(ctx);
  const tokens = await awaitAll(
    listCookies(ctx).map((value) => toTokens(ctx, sid, value)),
  );
  return tokens.flat().some((token) => isEqual(sent, token));
}

/**
 * Returns the context with the cookies as the browser sent them: the form is
 * older than a new session id that this request has given out already.
 */
function asSent(ctx: Context): Context {
  const sent = [...ctx.request.sent.headers()]
    .filter(([name]) => name === "cookie").map(([, value]) => value);
  return { ...ctx, jar: readCookies(sent.join("; "), ctx.policy.names) };
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
function readSid(ctx: SessionContext): Awaitable<string> {
  return chain(toStrategy(ctx).bindingId(ctx), (id) => id ?? "");
}
