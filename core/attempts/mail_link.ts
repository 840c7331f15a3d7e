import type { Context } from "../request/context.ts";
import { withQuery } from "../http/redirects.ts";
import type { MailAttempt } from "./mail_attempt.ts";

/**
 * Builds the link of a mail. One that verifies an address carries its code,
 * too: opened in another browser it only shows the code.
 */
export function toMailUrl(
  ctx: Context,
  attempt: Omit<MailAttempt, "sid" | "isProved">,
): string {
  const { id, provider, identifier, token, target, asker, code } = attempt;
  return withQuery(ctx.url("callback", provider), {
    callbackUrl: target,
    token,
    email: identifier,
    state: id,
    code: asker === null ? null : code,
  });
}
