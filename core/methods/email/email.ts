import { findPresentUser } from "../../accounts/current_user.ts";
import { admit } from "../../accounts/admit.ts";
import { findOwner } from "../../accounts/facts.ts";
import { isAddressOf } from "../../accounts/address/verify_address.ts";
import { toStableId } from "../../accounts/identity/stable_id.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { Context } from "../../request/context.ts";
import { createAttemptId } from "../../http/sealed_cookies.ts";
import { toAddress } from "../../model/email_address.ts";
import type { ResolvedEmail } from "../../providers/email_provider.ts";
import { InvalidAddress } from "../../errors/errors.ts";
import type { Identity } from "../../providers/provider.ts";
import { type Outcome, redirect } from "../../request/outcome.ts";
import { resolveTarget } from "../../request/redirect_target.ts";
import {
  type MailAttempt,
  makeCode,
  openMailAttempt,
  startMailAttempt,
} from "../../attempts/mail_attempt.ts";
import { toMailUrl } from "../../attempts/mail_link.ts";
import { assertMailHost, readAddress } from "./recipient.ts";
import { sendInTurn, toPause } from "./again.ts";
import { toIdentity, toVerifyRequest } from "./identity.ts";
import { findMark } from "../../attempts/mail_mark.ts";
import {
  type IssuedToken,
  issueToken,
  type MailToken,
  voidToken,
} from "../../attempts/mail_token.ts";
import { mayArrive, sendMail } from "./mail/send.ts";

/** A mail that signs in, or that verifies the address of `asker`. */
interface MailRequest {
  readonly identifier: string;
  readonly target: string;
  readonly asker: AdapterUser | null;
}

/**
 * Sends a mail with a link and a code to an address. The behaviour and the
 * response are the same whether or not the address belongs to a user.
 *
 * @param input the address as typed
 * @param target where to go after signing in
 * @throws InvalidAddress, AccessDenied, EmailSignInError, AdapterError,
 * StoreError
 */
export async function askForMail(
  ctx: Context,
  provider: ResolvedEmail,
  input: string,
  target: string,
): Promise<Outcome> {
  const identifier = await readAddress(provider, input);
  const hasUsers = ctx.effects.adapter !== null;
  const user = hasUsers ? await findPresentUser(ctx) : null;
  const isOwn = user?.emailVerified === null && isAddressOf(user, identifier);
  const asker = isOwn ? user : null;
  return await askWithin(ctx, provider, { identifier, target, asker });
}

/**
 * Sends a mail to the current user's address, which verifies it in this browser.
 * If it is verified already, no mail is sent.
 *
 * @param asker the current user
 * @param target where to go afterwards
 * @throws InvalidAddress, and what {@link askForMail} throws
 */
export async function askToVerify(
  ctx: Context,
  provider: ResolvedEmail,
  asker: AdapterUser,
  target: string,
): Promise<Outcome> {
  if (asker.emailVerified !== null) return redirect(target);
  const { localDomains } = provider;
  const identifier = toAddress(asker.email ?? "", { localDomains });
  if (identifier === null || !isAddressOf(asker, identifier)) {
    throw new InvalidAddress("The user has no address that mails are sent to.");
  }
  return await askWithin(ctx, provider, { identifier, target, asker });
}

/** Every request for a mail passes through here. */
async function askWithin(
  ctx: Context,
  provider: ResolvedEmail,
  request: MailRequest,
): Promise<Outcome> {
  assertMailHost(ctx);
  const { identifier, target, asker } = request;
  const mail = {
    identifier,
    provider: provider.id,
    parts: [target, asker?.id ?? null],
    isOnItsWay: (id: string) => isOnItsWay(ctx, provider, id),
  };
  return await sendInTurn(
    ctx,
    mail,
    (id, onSent) => sendToken(ctx, provider, { ...request, id }, onSent),
  );
}

/** Whether the mail of an attempt was sent a moment ago, and can still be used. */
async function isOnItsWay(
  ctx: Context,
  provider: ResolvedEmail,
  id: string,
): Promise<boolean> {
  if (toPause(ctx, { id }) === 0) return false;
  const attempt = await openMailAttempt(ctx, id);
  return attempt === null || await findMark(ctx, provider, attempt) === null;
}

async function sendToken(
  ctx: Context,
  provider: ResolvedEmail,
  { id, identifier, target, asker }: MailRequest & { readonly id: string },
  onSent: () => void,
): Promise<Outcome> {
  const admission = await admit(
    ctx,
    await toAsking(ctx, provider, identifier, asker),
    { verificationRequest: true },
  );
  if (admission.kind === "redirect") {
    return redirect(await resolveTarget(ctx, admission.url));
  }
  const named = { identifier, asker: asker?.id ?? null };
  const issued = await issueToken(ctx, provider, named);
  const attempt = toAttempt(provider, issued, { id, target });
  try {
    const { token, expires } = issued;
    await sendMail(ctx, provider, {
      identifier,
      token,
      expires,
      url: toMailUrl(ctx, attempt),
      code: attempt.code,
      purpose: asker === null ? "signIn" : "verify",
    });
  } catch (error) {
    await discard(ctx, provider, issued, error);
    throw error;
  }
  onSent();
  const cookies = await startMailAttempt(ctx, attempt);
  return redirect(toVerifyRequest(ctx, provider, id), ...cookies);
}

function toAttempt(
  provider: ResolvedEmail,
  { identifier, token, asker, expires }: IssuedToken,
  { id, target }: Pick<MailAttempt, "id" | "target">,
): Omit<MailAttempt, "sid"> {
  return {
    id,
    provider: provider.id,
    identifier,
    token,
    asker,
    code: makeCode(),
    target,
    expires: expires.getTime(),
    isProved: false,
  };
}

/**
 * Moves a proved mail to this browser, although another one requested it. It
 * gets a new token, because the mailed one is spent.
 */
export async function moveHere(
  ctx: Context,
  provider: ResolvedEmail,
  identifier: string,
  target: string,
): Promise<Outcome> {
  const named = { identifier, asker: null };
  const issued = await issueToken(ctx, provider, named);
  const id = createAttemptId(ctx);
  const attempt = toAttempt(provider, issued, { id, target });
  const cookies = await startMailAttempt(ctx, { ...attempt, isProved: true });
  return redirect(toMailUrl(ctx, attempt), ...cookies);
}

/** The identity that the `signIn` callback sees: nothing is proved yet. */
async function toAsking(
  ctx: Context,
  provider: ResolvedEmail,
  identifier: string,
  asker: AdapterUser | null,
): Promise<Identity> {
  const identity = toIdentity(provider, identifier);
  const hasUsers = ctx.effects.adapter !== null;
  const known = asker ?? (hasUsers ? await findOwner(ctx, identity) : null);
  const id = await toStableId(identity);
  return { ...identity, user: known ?? { ...identity.user, id } };
}

/**
 * Voids the token of a mail that was not sent. If the mail may still arrive,
 * the token stays valid.
 */
async function discard(
  ctx: Context,
  provider: ResolvedEmail,
  issued: MailToken,
  error: unknown,
): Promise<void> {
  if (mayArrive(error)) return;
  try {
    await voidToken(ctx, provider, issued);
  } catch {
    // The token expires by itself, and was never delivered.
    ctx.effects.log.warn(
      "mail-token",
      "The token of a mail that was not sent could not be removed.",
    );
  }
}
