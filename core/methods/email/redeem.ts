/**
 * A mail that came back, by its link or its code.
 *
 * @module
 */

import type { Inspection } from "../../accounts/address/address_facts.ts";
import { enter } from "../../accounts/enter.ts";
import { loadAccounts } from "../../accounts/load.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { Context } from "../../request/context.ts";
import type { ResolvedEmail } from "../../providers/email_provider.ts";
import {
  AdapterError,
  CallbackRouteError,
  SignInRequired,
  StoreError,
  toAuthError,
  Verification,
  withTarget,
} from "../../errors/errors.ts";
import { recordSuccess, rememberBrowser } from "../../rate_limits/limits.ts";
import { type Outcome, redirect } from "../../request/outcome.ts";
import { moveHere } from "./email.ts";
import { toIdentity, toMailTry } from "./identity.ts";
import {
  endMailAttempt,
  keepProof,
  type MailAttempt,
  toAskedAt,
  toMailUrl,
} from "../../attempts/mail_attempt.ts";
import { showOtherWays } from "./pages.ts";
import { type MailToken, spendToken } from "../../attempts/mail_token.ts";

/** A mail that came back. */
export interface MailReturn {
  readonly provider: ResolvedEmail;
  readonly link: MailToken;
  readonly target: string;
  /** That of the browser that asked; null elsewhere. */
  readonly attempt: MailAttempt | null;
  /** Whether the person has seen the user's other ways in, and gives them up. */
  readonly takesOver: boolean;
}

/**
 * Uses a mail that came back: signs in, or verifies the current user's address,
 * or shows the other ways in that the user has. In the browser that
 * asked, the token is spent only by what uses it.
 *
 * @throws Verification, SignInRequired, OAuthAccountNotLinked, and what `enter` throws
 */
export async function redeem(
  ctx: Context,
  mail: MailReturn,
): Promise<Outcome> {
  const { attempt, target } = mail;
  try {
    return attempt === null
      ? await redeemElsewhere(ctx, mail)
      : await redeemHere(ctx, mail, attempt);
  } catch (error) {
    const known = toAuthError(error);
    throw known === null ? error : withTarget(known, target);
  }
}

/** The browser that asked has shown already that the link is a real one. */
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
    return await onceSpent(ctx, () => use(ctx, mail, found));
  }
  if (!attempt.isProved) {
    return redirect(toMailUrl(ctx, attempt), await keepProof(ctx, attempt));
  }
  if (kind === "ask") return await showOtherWays(ctx, attempt, found.ways);
  const { toAddressRefusal } = await loadAccounts();
  throw toAddressRefusal(ctx);
}

/** Elsewhere a link has to be spent before anything is said about the address. */
async function redeemElsewhere(
  ctx: Context,
  mail: MailReturn,
): Promise<Outcome> {
  const { provider, link, target } = mail;
  await spendToken(ctx, provider, link);
  return await onceSpent(ctx, async () => {
    const found = await inspect(ctx, mail);
    const kind = found?.verdict.kind;
    if (kind !== "ask" && kind !== "refuse") return await use(ctx, mail, found);
    const here = await moveHere(ctx, provider, link.identifier, target);
    return redirect(here.url, ...here.cookies);
  });
}

/** Null where no users are stored. */
async function inspect(
  ctx: Context,
  { provider, link: { identifier, asker }, takesOver }: MailReturn,
): Promise<Inspection | null> {
  if (ctx.effects.adapter === null) return null;
  const { inspectAddress } = await loadAccounts();
  const identity = toIdentity(provider, identifier, takesOver);
  return await inspectAddress(ctx, identity, asker);
}

/** Signs in, or verifies the address, with a token that is spent by now. */
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
      tried,
    });
  const asked = attempt === null ? null : toAskedAt(attempt);
  await recordSuccess(ctx, tried, asked);
  const done = attempt === null ? [] : [endMailAttempt(attempt)];
  return { ...outcome, cookies: [...outcome.cookies, ...done] };
}

/** The session goes on as it is: only what is known of its user has changed. */
async function verify(
  ctx: Context,
  { id }: AdapterUser,
  { link: { identifier }, target }: MailReturn,
): Promise<Outcome> {
  const { verifyAddress } = await loadAccounts();
  await verifyAddress(ctx, id, identifier);
  const known = { userId: id, began: ctx.now };
  const cookies = await rememberBrowser(ctx, toMailTry(identifier), known);
  return redirect(target, ...cookies);
}

/** The token is gone although nothing came of it: that has to be said. */
async function onceSpent(
  ctx: Context,
  act: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await act();
  } catch (thrown) {
    const isOutage = thrown instanceof AdapterError ||
      thrown instanceof StoreError || thrown instanceof CallbackRouteError;
    if (!isOutage) throw thrown;
    ctx.effects.log.error(thrown);
    const error = new Verification(
      "A mail came to nothing after it was spent.",
    );
    error.code = "spent";
    throw error;
  }
}
