import { findPresentUser } from "../../accounts/current_user.ts";
import { isAddressOf } from "../../accounts/address/verify_address.ts";
import type { Context } from "../../request/context.ts";
import { toAddress } from "../../model/email_address.ts";
import type { ResolvedEmail } from "../../providers/email_provider.ts";
import { Verification } from "../../errors/errors.ts";
import {
  limitAttempt,
  limitFailures,
  recordSuccess,
} from "../../rate_limits/limits.ts";
import {
  isAttemptFor,
  toMailTry,
  toVerifyRequest,
} from "../../methods/email/identity.ts";
import {
  findMailAttempt,
  type MailAttempt,
} from "../../attempts/mail_attempt.ts";
import { tryCode } from "../../methods/email/code.ts";
import { showCode, showMailLink } from "../../methods/email/pages.ts";
import { redeem } from "../../methods/email/redeem.ts";
import { assertUnused } from "../../attempts/mail_mark.ts";
import type { MailToken } from "../../attempts/mail_token.ts";
import { type Outcome, redirect } from "../../request/outcome.ts";
import { withError } from "../../request/with_error.ts";
import { readSession, toStrategy } from "../../session/strategy.ts";
import { keepTarget, resolveTarget } from "../../request/redirect_target.ts";

/**
 * `GET /callback/<provider>`: the link of a mail was opened, by a person or by
 * a mail scanner. It signs in only in the browser that requested it; elsewhere
 * the page names the address and asks for a click on a button. A link that
 * verifies an address does so only in the session that requested it, and shows
 * its code elsewhere.
 */
export async function openMailLink(ctx: Context): Promise<Outcome> {
  const provider = ctx.provider as ResolvedEmail;
  const { query } = ctx.request;
  const link = readLink(provider, query.get("email"), query.get("token"));
  const code = readCode(query.get("code"));
  const target = await resolveTarget(ctx);
  const attempt = await findMailAttempt(ctx);
  if (
    isAttemptFor(attempt, provider, link) && await isAskerHere(ctx, attempt)
  ) {
    const mail = { provider, link: attempt, target, attempt, takesOver: false };
    return await limitFailures(ctx, () => redeem(ctx, mail));
  }
  if (code !== null) {
    if (await isVerifiedHere(ctx, link)) return redirect(target);
    await keepTarget(target, () => assertUnused(ctx, provider, link));
    return showCode(link, code);
  }
  const { session, cookies } = await readSession(ctx);
  // The link was opened again after it had signed in.
  if (session?.user?.email === link.identifier) {
    return redirect(target, ...cookies);
  }
  await keepTarget(target, () => assertUnused(ctx, provider, link));
  const { id } = provider;
  const outcome = await showMailLink(ctx, { ...link, provider: id, target });
  return { ...outcome, cookies: [...cookies, ...outcome.cookies] };
}

/** Whether the user who requested the verification is signed in. A mail that signs in needs no session. */
async function isAskerHere(
  ctx: Context,
  { asker }: MailAttempt,
): Promise<boolean> {
  if (asker === null) return true;
  const present = await toStrategy(ctx).find(ctx);
  return present?.userId === asker;
}

/** Whether the address is verified already, because the link is opened again. */
async function isVerifiedHere(
  ctx: Context,
  { identifier }: MailToken,
): Promise<boolean> {
  if (ctx.effects.adapter === null) return false;
  const user = await findPresentUser(ctx);
  return isAddressOf(user, identifier) && user?.emailVerified !== null;
}

/**
 * `POST /callback/<provider>`: redeems a mail by the button of the page for
 * other browsers, by the button that gives up other sign-in methods, or by a
 * code.
 */
export async function redeemMail(ctx: Context): Promise<Outcome> {
  const provider = ctx.provider as ResolvedEmail;
  const { code, email, token, takeOver } = ctx.request.form;
  if (code !== undefined) return await redeemCode(ctx, provider, code);
  const link = readLink(provider, email, token);
  const target = await resolveTarget(ctx);
  const found = takeOver === "yes" ? await findMailAttempt(ctx) : null;
  const attempt = isAttemptFor(found, provider, link) ? found : null;
  // The button is on a page that only opens after the mail was proved.
  const takesOver = attempt?.isProved ?? false;
  const mail = { provider, link, target, attempt, takesOver };
  return await limitFailures(ctx, () => redeem(ctx, mail));
}

async function redeemCode(
  ctx: Context,
  provider: ResolvedEmail,
  code: string,
): Promise<Outcome> {
  const attempt = await findMailAttempt(ctx);
  if (attempt?.provider !== provider.id) {
    throw new Verification("No mail was asked for in this browser.");
  }
  const { target, identifier } = attempt;
  const trial = { ...toMailTry(identifier), kind: "code" } as const;
  const outcome = await keepTarget(target, async () => {
    const isRight = await limitAttempt(
      ctx,
      trial,
      () => tryCode(ctx, provider, attempt, code),
    );
    if (!isRight) return null;
    await recordSuccess(ctx, trial);
    const mail = { provider, link: attempt, target, attempt };
    return await redeem(ctx, { ...mail, takesOver: false });
  });
  if (outcome !== null) return outcome;
  const error = new Verification("A wrong code was typed.");
  error.code = "wrong_code";
  const problem = { error: error.type, code: error.code };
  const url = toVerifyRequest(ctx, provider, attempt.id, problem);
  return await withError(ctx, error, redirect(url));
}

/** Reads the token and address from a link or its form. A mailed address is always in normalised form. */
function readLink(
  { localDomains }: ResolvedEmail,
  email: string | null | undefined,
  token: string | null | undefined,
): MailToken {
  const isAddress = email && toAddress(email, { localDomains }) === email;
  if (!isAddress || !token || token.length > 512) {
    throw new Verification("The link is not complete.");
  }
  return { identifier: email, token, asker: null };
}

/** Reads the code from a link that verifies an address; null if the link signs in. */
function readCode(code: string | null): string | null {
  return code !== null && /^\d{8}$/.test(code) ? code : null;
}
