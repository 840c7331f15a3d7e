import { toMailer } from "../../methods/password/mailer.ts";
import type { Context } from "../../request/context.ts";
import { readCsrfToken } from "../../session/csrf.ts";
import { type Outcome, page, redirect } from "../../request/outcome.ts";
import { readPageError } from "../../config/pages/page_errors.ts";
import { toMailFacts } from "../../config/providers/mail_facts.ts";
import type { ResolvedEmail } from "../../providers/email_provider.ts";
import {
  findMailAttempt,
  type MailAttempt,
} from "../../attempts/mail_attempt.ts";
import { findPasswordAttempt } from "../../attempts/password_attempt.ts";
import { LINK_MAX_AGE } from "../../attempts/password_link.ts";
import { findStored } from "../../providers/stored_provider.ts";
import { toPause } from "../../methods/email/again.ts";
import { withQuery } from "../../http/redirects.ts";
import {
  readSafeCallbackUrl,
  toOwnPage,
} from "../../request/redirect_target.ts";

/** Query parameters that the application's own page gets, besides the target. */
const PARAMS = ["provider", "type", "state", "error", "code"];

/**
 * `GET /verify-request`: says that a mail was sent. Only the browser that
 * requested it sees the address and can type the code.
 */
export async function verifyRequestPage(ctx: Context): Promise<Outcome> {
  const { query } = ctx.request;
  const own = toOwnPage(ctx, "verifyRequest");
  if (own !== null) {
    const params = PARAMS.map((name) => [name, query.get(name)] as const);
    return redirect(withQuery(own, {
      ...Object.fromEntries(params),
      callbackUrl: readSafeCallbackUrl(ctx),
    }));
  }
  const signInUrl = toOwnPage(ctx, "signIn") ?? ctx.url("signin");
  const shown = { name: "verifyRequest", signInUrl } as const;
  const attempt = ctx.attemptId === null ? null : await findMailAttempt(ctx);
  const provider = ctx.settings.providers.get(attempt?.provider ?? "");
  if (attempt === null || provider?.type !== "email") {
    const found = await findPasswordAsked(ctx);
    if (found === null) return page({ ...shown, error: null, asked: null });
    const { asked, cookies } = found;
    return page({ ...shown, error: readPageError(query), asked }, ...cookies);
  }
  const { asked, cookies } = await toAsked(ctx, provider, {
    attempt,
    seconds: toPause(ctx, attempt),
  });
  return page({ ...shown, error: readPageError(query), asked }, ...cookies);
}

/** The same part, after a mail about a password; null if this browser asked for none. */
async function findPasswordAsked(ctx: Context) {
  const attempt = await findPasswordAttempt(ctx);
  const provider = findStored(ctx.settings);
  if (attempt === null || provider === null) return null;
  const { token: csrfToken, cookies } = await readCsrfToken(ctx);
  const { id: state, link, target: callbackUrl } = attempt;
  const { identifier: email, use } = link;
  const facts = toMailFacts({ ...toMailer(ctx), maxAge: LINK_MAX_AGE });
  const again = use === "signUp" ? "signup" : "reset";
  const seconds = toPause(ctx, attempt);
  const form = { csrfToken, email };
  const resend = {
    ...form,
    action: ctx.url(again),
    callbackUrl,
    seconds,
    // What was chosen already is sent with the next mail, too.
    state: attempt.early === null ? null : state,
  };
  const action = ctx.url("callback", provider.id);
  const kind = { verifies: false, isForPassword: true };
  const asked = { ...form, ...kind, ...facts, action, state, resend };
  return { asked, cookies };
}

/** The part of the page for the browser that requested the mail. */
async function toAsked(
  ctx: Context,
  provider: ResolvedEmail,
  { attempt, seconds }: { attempt: MailAttempt; seconds: number },
) {
  const { token: csrfToken, cookies } = await readCsrfToken(ctx);
  const { id: state, identifier: email, target: callbackUrl } = attempt;
  const verifies = attempt.asker !== null;
  const again = verifies ? ["verify-email"] : ["signin", provider.id];
  const resend = {
    action: ctx.url(...again),
    csrfToken,
    email,
    callbackUrl,
    seconds,
    remember: attempt.remember,
  };
  const action = ctx.url("callback", provider.id);
  const facts = toMailFacts(provider);
  const asked = { email, action, csrfToken, state, verifies, resend, ...facts };
  return { asked, cookies };
}
