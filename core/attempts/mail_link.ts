/**
 * The link of a mail. It carries its expiry under a code that only this site
 * can make, so that a page can say that a link has expired before anything is
 * submitted. Whether a token is valid is decided by the token alone.
 *
 * @module
 */

import type { Context } from "../request/context.ts";
import { isEqual } from "../crypto/equal.ts";
import type { ResolvedEmail } from "../providers/email_provider.ts";
import { withQuery } from "../http/redirects.ts";
import type { MailAttempt } from "./mail_attempt.ts";
import { findMark, toDead, toLinkMacs } from "./mail_mark.ts";
import { type MailToken, voidToken } from "./mail_token.ts";

/**
 * Builds the link of a mail. One that verifies an address carries its code,
 * too: opened in another browser it only shows the code.
 */
export async function toMailUrl(
  ctx: Context,
  provider: ResolvedEmail,
  attempt: Omit<MailAttempt, "sid" | "isProved">,
): Promise<string> {
  const { id, identifier, token, target, asker, code } = attempt;
  const expires = Math.floor(attempt.expires / 1000);
  const [mac = ""] = await toLinkMacs(ctx, provider, {
    identifier,
    token,
    of: expires,
  });
  return withQuery(ctx.url("callback", provider.id), {
    callbackUrl: target,
    token,
    email: identifier,
    state: id,
    code: asker === null ? null : code,
    expires: `${expires}.${mac}`,
  });
}

/**
 * Makes sure that a link can still be used, as far as that is known without
 * spending its token. A link of an earlier release has an expiry without a
 * code, which is only a hint, like a forged one.
 *
 * @throws Verification, with the address if the link is proved to be of this
 * site
 */
export async function assertAlive(
  ctx: Context,
  provider: ResolvedEmail,
  link: MailToken,
): Promise<void> {
  const expires = ctx.request.query.get("expires") ?? "";
  const [, digits = "", mac = ""] = /^(\d{1,12})(?:\.(.*))?$/.exec(expires) ??
    [];
  // An expiry that cannot be read is not a number, and so has never passed.
  const seconds = parseInt(digits);
  if (ctx.now >= seconds * 1000) {
    const macs = await toLinkMacs(ctx, provider, { ...link, of: seconds });
    const isProved = macs.some((one) => isEqual(one, mac));
    // The link is used up, as if its button had been pressed.
    if (isProved) await voidToken(ctx, provider, link);
    throw toDead("expired", isProved ? link.identifier : undefined);
  }
  const mark = await findMark(ctx, provider, link);
  if (mark !== null) throw toDead(mark, link.identifier);
}
