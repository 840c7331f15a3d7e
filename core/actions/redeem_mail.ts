import { enter } from "../accounts/enter.ts";
import type { Context } from "../context.ts";
import { randomText } from "../crypto/random.ts";
import { readCsrfToken } from "../csrf.ts";
import { toAddress } from "../email_address.ts";
import type { ResolvedEmail } from "../email_provider.ts";
import {
  AdapterError,
  StoreError,
  toAuthError,
  Verification,
  withTarget,
} from "../errors.ts";
import { limitAttempt, limitFailures, recordSuccess } from "../limits.ts";
import {
  isAttemptFor,
  toIdentity,
  toMailTry,
  toVerifyRequest,
} from "../methods/email.ts";
import {
  endMailAttempt,
  findMailAttempt,
  type MailAttempt,
  toAskedAt,
} from "../methods/email_attempt.ts";
import { tryCode } from "../methods/email_code.ts";
import { type MailToken, spendToken } from "../methods/email_token.ts";
import { type Outcome, page, redirect } from "../outcome.ts";
import { loadLanguage } from "../page_language.ts";
import { readSession } from "../session/strategy.ts";
import { readCallbackUrl, resolveTarget } from "../targets.ts";

/**
 * `GET /callback/<provider>`: somebody, or a scanner of their mail, opened the
 * link. Only in the browser that asked does that sign in; elsewhere a person has
 * to press a button, and sees whose link it is.
 */
export async function openMailLink(ctx: Context): Promise<Outcome> {
  const provider = ctx.provider as ResolvedEmail;
  const { query } = ctx.request;
  const link = readLink(provider, query.get("email"), query.get("token"));
  const target = await resolveTarget(ctx, readCallbackUrl(ctx));
  const attempt = await findMailAttempt(ctx);
  if (isAttemptFor(attempt, provider, link)) {
    return await limitFailures(
      ctx,
      () => redeem(ctx, link, { target, attempt }),
    );
  }
  const { session, cookies } = await readSession(ctx);
  // The link once more, after it has signed in.
  if (session?.user?.email === link.identifier) {
    return redirect(target, ...cookies);
  }
  const csrf = await readCsrfToken(ctx);
  const model = {
    name: "mailLink",
    language: await loadLanguage(ctx.request.acceptLanguage),
    action: ctx.url("callback", provider.id),
    csrfToken: csrf.token,
    callbackUrl: target,
    token: link.token,
    email: link.identifier,
    site: new URL(ctx.origin).host,
  } as const;
  return page(model, ...cookies, ...csrf.cookies);
}

/** `POST /callback/<provider>`: the button of the page above, or a code. */
export async function redeemMail(ctx: Context): Promise<Outcome> {
  const provider = ctx.provider as ResolvedEmail;
  const { code, email, token } = ctx.request.form;
  if (code !== undefined) return await redeemCode(ctx, provider, code);
  const link = readLink(provider, email, token);
  const target = await resolveTarget(ctx, readCallbackUrl(ctx));
  return await limitFailures(
    ctx,
    () => redeem(ctx, link, { target, attempt: null }),
  );
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
      return await redeem(ctx, attempt, { target, attempt });
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

/** How a token came back. */
interface Return {
  readonly target: string;
  /** That of the browser that asked; null elsewhere. */
  readonly attempt: MailAttempt | null;
}

/** Spends the token, and from there on takes the road of every method. */
async function redeem(
  ctx: Context,
  link: MailToken,
  { target, attempt }: Return,
): Promise<Outcome> {
  const provider = ctx.provider as ResolvedEmail;
  try {
    await spendToken(ctx, provider, link);
    const outcome = await enter(ctx, {
      provider,
      identity: toIdentity(provider, link.identifier),
      target,
      linkTo: null,
      before: attempt?.sid ?? null,
    }).catch((error) => {
      throw toSpent(ctx, error);
    });
    const known = await recordSuccess(
      ctx,
      toMailTry(link.identifier),
      attempt === null ? null : toAskedAt(attempt),
    );
    const done = attempt === null ? [] : [endMailAttempt(attempt)];
    return { ...outcome, cookies: [...outcome.cookies, ...known, ...done] };
  } catch (error) {
    const known = toAuthError(error);
    throw known === null ? error : withTarget(known, target);
  }
}

/** The token is gone although nobody is signed in: that has to be said. */
function toSpent(ctx: Context, thrown: unknown): unknown {
  const isOutage = thrown instanceof AdapterError ||
    thrown instanceof StoreError;
  if (!isOutage) return thrown;
  ctx.effects.log.error(thrown);
  const error = new Verification(
    "Signing in failed after the token was spent.",
  );
  error.code = "spent";
  return error;
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
  return { identifier: email, token };
}
