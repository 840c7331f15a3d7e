import type { Context, SessionContext } from "../request/context.ts";
import type { CookieChange } from "../http/cookies.ts";
import { openCookies, sealCookie } from "../http/sealed_cookies.ts";
import type { Awaitable } from "../model/model.ts";
import { chain } from "../runtime/maybe_promise.ts";
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

/** The content of the cookie: a token, and the session and the origin that it is bound to. */
interface BoundToken {
  readonly token: string;
  readonly sid: string;
  readonly origin: string;
}

/**
 * Returns the token that this browser's forms carry. It is bound to the origin
 * and to the session: a token from before signing in is worthless after.
 * Synchronous if nothing on the way is asynchronous.
 */
export function readCsrfToken(ctx: SessionContext): Awaitable<CsrfToken> {
  return chain(readSid(ctx), (sid) =>
    chain(
      openToken(ctx, sid),
      (known) =>
        known === null ? createToken(ctx, sid) : { token: known, cookies: [] },
    ));
}

function createToken(ctx: SessionContext, sid: string): Awaitable<CsrfToken> {
  const token = randomText(32);
  const bound: BoundToken = { token, sid, origin: ctx.origin };
  return chain(
    sealCookie(ctx, "csrf", bound),
    (value) => ({ token, cookies: [{ role: "csrf", value }] }),
  );
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
  const sent = ctx.request.form.csrfToken ?? "";
  const known = await openToken(ctx, await readSid(ctx));
  if (known === null || !isEqual(sent, known)) {
    const error = new MissingCSRF("The form carried no valid csrfToken.");
    // A visitor whose form was open for too long still goes on to the target.
    error.target = readSafeCallbackUrl(ctx) ?? undefined;
    throw error;
  }
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
  if (
    fetchSite !== null && fetchSite !== "same-origin" && fetchSite !== "none"
  ) {
    throw new CrossSiteRequest(`Sec-Fetch-Site is "${fetchSite}".`);
  }
  if (fetchedFrom === null || fetchedFrom === ctx.origin) return;
  // A page with a strict Referrer-Policy makes the browser hide its origin.
  if (fetchedFrom === "null" && fetchSite === "same-origin") return;
  throw new CrossSiteRequest(
    `The form came from "${fetchedFrom}", this site is "${ctx.origin}".`,
  );
}

/** Returns the id of the session that a token is bound to; empty without a session. */
function readSid(ctx: SessionContext): Awaitable<string> {
  return chain(toStrategy(ctx).bindingId(ctx), (id) => id ?? "");
}

function openToken(
  ctx: SessionContext,
  sid: string,
): Awaitable<string | null> {
  if (ctx.jar.csrf.length === 0) return null;
  const opening = openCookies<BoundToken>(ctx, "csrf", ctx.jar.csrf);
  return chain(opening, (opened) => {
    const ours = opened.find((one) =>
      one.sid === sid && one.origin === ctx.origin
    );
    return ours?.token ?? null;
  });
}
