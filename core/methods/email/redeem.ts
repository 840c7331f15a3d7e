/**
 * Redeems a mail, by its link or its code.
 *
 * @module
 */

import type { Inspection } from "../../accounts/address/address_facts.ts";
import { enter } from "../../accounts/enter.ts";
import {
  inspectAddress,
  toAddressRefusal,
} from "../../accounts/address/address_facts.ts";
import { verifyAddress } from "../../accounts/address/verify_address.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { Context } from "../../request/context.ts";
import type { ResolvedEmail } from "../../providers/email_provider.ts";
import {
  AdapterError,
  CallbackRouteError,
  SignInRequired,
  StoreError,
} from "../../errors/errors.ts";
import { recordSuccess, rememberBrowser } from "../../rate_limits/limits.ts";
import { type Outcome, redirect } from "../../request/outcome.ts";
import { keepTarget } from "../../request/redirect_target.ts";
import { moveHere } from "./email.ts";
import { toIdentity, toMailTry } from "./identity.ts";
import {
  endMailAttempt,
  keepProof,
  type MailAttempt,
  toAskedAt,
} from "../../attempts/mail_attempt.ts";
import { readRemember } from "../../attempts/remember.ts";
import { toMailUrl } from "../../attempts/mail_link.ts";
import { showOtherWays } from "./pages.ts";
import { toDead } from "../../attempts/mail_mark.ts";
import { type MailToken, spendToken } from "../../attempts/mail_token.ts";

/** A mail that is being redeemed. */
export interface MailReturn {
  readonly provider: ResolvedEmail;
  readonly link: MailToken;
  readonly target: string;
  /** The attempt of the browser that requested the mail; null in any other browser. */
  readonly attempt: MailAttempt | null;
  /** Whether the user has seen their other sign-in methods and gives them up. */
  readonly takesOver: boolean;
}

/**
 * Redeems a mail: signs in, or verifies the current user's address, or shows
 * the user's other sign-in methods. In the browser that requested the mail, the
 * token is spent only when it signs in or verifies.
 *
 * @throws Verification, SignInRequired, OAuthAccountNotLinked, and what `enter`
 * throws
 */
export async function redeem(
  ctx: Context,
  mail: MailReturn,
): Promise<Outcome> {
  const { attempt, target } = mail;
  return await keepTarget(
    target,
    () =>
      attempt === null
        ? redeemElsewhere(ctx, mail)
        : redeemHere(ctx, mail, attempt),
  );
}

/** Redeems in the browser that requested the mail: its attempt cookie proves that the link is genuine. */
async function redeemHere(
  ctx: Context,
  mail: MailReturn,
  attempt: MailAttempt,
): Promise<Outcome> {
  const found = await inspect(ctx, mail);
  const kind = found?.verdict.kind;
  if (kind === "sign in") {
    throw new SignInRequired(
      "Verifying an address needs the session that asked for it.",
    );
  }
  if (found === null || kind !== "ask" && kind !== "refuse") {
    await spendToken(ctx, mail.provider, mail.link);
    return await onceSpent(ctx, mail, () => use(ctx, mail, found));
  }
  if (!attempt.isProved) {
    const url = toMailUrl(ctx, attempt);
    return redirect(url, await keepProof(ctx, attempt));
  }
  if (kind === "ask") return await showOtherWays(ctx, attempt, found.ways);
  throw toAddressRefusal(ctx);
}

/** Redeems in another browser: the link is spent before anything about the address is shown. */
async function redeemElsewhere(
  ctx: Context,
  mail: MailReturn,
): Promise<Outcome> {
  const { provider, link, target } = mail;
  await spendToken(ctx, provider, link);
  return await onceSpent(ctx, mail, async () => {
    const found = await inspect(ctx, mail);
    const kind = found?.verdict.kind;
    if (kind !== "ask" && kind !== "refuse") return await use(ctx, mail, found);
    return await moveHere(ctx, provider, link.identifier, target);
  });
}

/** Looks up what the proved address means for its user; null if no users are stored. */
async function inspect(
  ctx: Context,
  { provider, link: { identifier, asker }, takesOver }: MailReturn,
): Promise<Inspection | null> {
  if (ctx.effects.adapter === null) return null;
  const identity = toIdentity(provider, identifier, takesOver);
  return await inspectAddress(ctx, identity, asker);
}

/** Signs in, or verifies the address, after the token was spent. */
async function use(
  ctx: Context,
  mail: MailReturn,
  found: Inspection | null,
): Promise<Outcome> {
  const { provider, link: { identifier }, attempt, target, takesOver } = mail;
  const tried = toMailTry(identifier);
  const outcome = found?.verdict.kind === "verify" && found.present !== null
    ? await verify(ctx, found.present, mail)
    : await enter(ctx, {
      provider,
      identity: toIdentity(provider, identifier, takesOver),
      target,
      linkTo: null,
      before: attempt?.sid ?? null,
      confirmation: attempt?.confirmation,
      remember: attempt === null
        ? await readRemember(ctx, null)
        : attempt.remember,
      tried,
    });
  const asked = attempt === null ? null : toAskedAt(attempt);
  await recordSuccess(ctx, tried, asked);
  const done = attempt === null ? [] : [endMailAttempt(attempt)];
  return { ...outcome, cookies: [...outcome.cookies, ...done] };
}

/** Verifies the address. The session stays as it is; only its user changes. */
async function verify(
  ctx: Context,
  { id }: AdapterUser,
  { link: { identifier }, target }: MailReturn,
): Promise<Outcome> {
  await verifyAddress(ctx, id, identifier);
  const known = { userId: id, began: ctx.now };
  const cookies = await rememberBrowser(ctx, toMailTry(identifier), known);
  return redirect(target, ...cookies);
}

/** Reports an outage as a spent link: the token is gone although it had no effect. */
async function onceSpent(
  ctx: Context,
  { link }: MailReturn,
  act: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await act();
  } catch (thrown) {
    const isOutage = thrown instanceof AdapterError ||
      thrown instanceof StoreError || thrown instanceof CallbackRouteError;
    if (!isOutage) throw thrown;
    ctx.effects.log.error(thrown);
    throw toDead("spent", link.identifier);
  }
}
