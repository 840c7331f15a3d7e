import type { Context, SessionContext } from "../request/context.ts";
import type { CookieChange } from "../http/cookies.ts";
import { openCookies, sealCookie } from "../http/sealed_cookies.ts";
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
 */
export async function readCsrfToken(ctx: SessionContext): Promise<CsrfToken> {
  const sid = await readSid(ctx);
  const known = await openToken(ctx, sid);
  if (known !== null) return { token: known, cookies: [] };
  const token = randomText(32);
  const bound: BoundToken = { token, sid, origin: ctx.origin };
  const value = await sealCookie(ctx, "csrf", bound);
  return { token, cookies: [{ role: "csrf", value }] };
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
async function readSid(ctx: SessionContext): Promise<string> {
  return await toStrategy(ctx).bindingId(ctx) ?? "";
}

async function openToken(
  ctx: SessionContext,
  sid: string,
): Promise<string | null> {
  if (ctx.jar.csrf.length === 0) return null;
  const opened = await openCookies<BoundToken>(ctx, "csrf", ctx.jar.csrf);
  const ours = opened.find((one) =>
    one.sid === sid && one.origin === ctx.origin
  );
  return ours?.token ?? null;
}
