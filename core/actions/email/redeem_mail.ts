import { loadAccounts } from "../../accounts/load.ts";
import type { Context } from "../../request/context.ts";
import { randomText } from "../../crypto/random.ts";
import { toAddress } from "../../model/email_address.ts";
import type { ResolvedEmail } from "../../providers/email_provider.ts";
import { toAuthError, Verification, withTarget } from "../../errors/errors.ts";
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
import { type MailToken, voidToken } from "../../attempts/mail_token.ts";
import { type Outcome, redirect } from "../../request/outcome.ts";
import { readSession, toStrategy } from "../../session/strategy.ts";
import {
  readCallbackUrl,
  resolveTarget,
} from "../../request/redirect_target.ts";

/**
 * `GET /callback/<provider>`: somebody, or a scanner of their mail, opened the
 * link. Only in the browser that asked does that sign in; elsewhere a person has
 * to press a button, and sees whose link it is. A link that verifies an address
 * does so only in the session that asked for it, and shows its code elsewhere.
 */
export async function openMailLink(ctx: Context): Promise<Outcome> {
  const provider = ctx.provider as ResolvedEmail;
  const { query } = ctx.request;
  const link = readLink(provider, query.get("email"), query.get("token"));
  const code = readCode(query.get("code"));
  const target = await resolveTarget(ctx, readCallbackUrl(ctx));
  const attempt = await findMailAttempt(ctx);
  if (
    isAttemptFor(attempt, provider, link) && await isAskerHere(ctx, attempt)
  ) {
    const mail = { provider, link: attempt, target, attempt, takesOver: false };
    return await limitFailures(ctx, () => redeem(ctx, mail));
  }
  if (code !== null) {
    if (await isVerifiedHere(ctx, link)) return redirect(target);
    if (isTooOld(ctx)) throw withTarget(toTooOld(), target);
    return await showCode(ctx, link, code);
  }
  const { session, cookies } = await readSession(ctx);
  // The link once more, after it has signed in.
  if (session?.user?.email === link.identifier) {
    return redirect(target, ...cookies);
  }
  if (isTooOld(ctx)) {
    // As good as its button: the link is used up.
    await voidToken(ctx, provider, link);
    throw withTarget(toTooOld(), target);
  }
  const { id } = provider;
  const outcome = await showMailLink(ctx, { ...link, provider: id, target });
  return { ...outcome, cookies: [...cookies, ...outcome.cookies] };
}

/**
 * Whether the link says that it is too old: then its page says so, too, rather
 * than ask for something that fails. The token has its own end, which decides.
 */
function isTooOld({ request: { query }, now }: Context): boolean {
  const expires = query.get("expires");
  return expires !== null && now >= Number(expires) * 1000;
}

function toTooOld(): Verification {
  return new Verification("The link of a mail has expired.");
}

/** Whether the user who asked to verify their address is signed in. A mail that signs in needs no session. */
async function isAskerHere(
  ctx: Context,
  { asker }: MailAttempt,
): Promise<boolean> {
  if (asker === null) return true;
  const present = await toStrategy(ctx).find(ctx);
  return present?.userId === asker;
}

/** Whether the link has done its work: it is opened once more. */
async function isVerifiedHere(
  ctx: Context,
  { identifier }: MailToken,
): Promise<boolean> {
  if (ctx.effects.adapter === null) return false;
  const { findPresentUser, isAddressOf } = await loadAccounts();
  const user = await findPresentUser(ctx);
  return isAddressOf(user, identifier) && user?.emailVerified !== null;
}

/**
 * `POST /callback/<provider>`: the button of the page that the link opens
 * elsewhere, or that gives up the other ways in, or a code.
 */
export async function redeemMail(ctx: Context): Promise<Outcome> {
  const provider = ctx.provider as ResolvedEmail;
  const { code, email, token, takeOver } = ctx.request.form;
  if (code !== undefined) return await redeemCode(ctx, provider, code);
  const link = readLink(provider, email, token);
  const target = await resolveTarget(ctx, readCallbackUrl(ctx));
  const found = takeOver === "yes" ? await findMailAttempt(ctx) : null;
  const attempt = isAttemptFor(found, provider, link) ? found : null;
  // The button stands on a page that only a proved mail opens.
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
  try {
    const isRight = await limitAttempt(
      ctx,
      trial,
      () => tryCode(ctx, provider, attempt, code),
    );
    if (isRight) {
      await recordSuccess(ctx, trial);
      const mail = { provider, link: attempt, target, attempt };
      return await redeem(ctx, { ...mail, takesOver: false });
    }
  } catch (error) {
    const known = toAuthError(error);
    throw known === null ? error : withTarget(known, target);
  }
  const error = new Verification("A wrong code was typed.");
  error.code = "wrong_code";
  const ref = randomText(6);
  ctx.effects.log.debug(`${error.type}: ${error.message}`, { ref });
  const problem = { error: error.type, code: error.code };
  const url = toVerifyRequest(ctx, provider, attempt.id, problem);
  return { kind: "redirect", url, cookies: [], error, ref };
}

/** What a link or its form names. An address in another spelling than ours was not mailed. */
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

/** The code in a link that verifies an address; null: the link signs in. */
function readCode(code: string | null): string | null {
  return code !== null && /^\d{8}$/.test(code) ? code : null;
}
