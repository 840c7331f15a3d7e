import { admit } from "../../accounts/admit.ts";
import { isOutage, limitAttempt } from "../../rate_limits/limits.ts";
import { loadAccounts } from "../../accounts/load.ts";
import { toStableId } from "../../accounts/identity/stable_id.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { Context } from "../../request/context.ts";
import type { CookieChange } from "../../http/cookies.ts";
import { createAttemptId } from "../../http/sealed_cookies.ts";
import { toAddress } from "../../model/email_address.ts";
import type { ResolvedEmail } from "../../providers/email_provider.ts";
import { InvalidAddress } from "../../errors/errors.ts";
import type { Identity } from "../../providers/provider.ts";
import { resolveTarget } from "../../request/redirect_target.ts";
import { waitForHost } from "../../runtime/timeout.ts";
import {
  type MailAttempt,
  makeCode,
  startMailAttempt,
} from "../../attempts/mail_attempt.ts";
import { toMailUrl } from "../../attempts/mail_link.ts";
import { toIdentity, toMailTry, toVerifyRequest } from "./identity.ts";
import {
  type IssuedToken,
  issueToken,
  type MailToken,
  voidToken,
} from "../../attempts/mail_token.ts";
import { MailUnreached, mayArrive, sendMail } from "./mail/send.ts";

/** The URL and cookies with which the browser continues after requesting a mail. */
export interface MailAsked {
  readonly url: string;
  readonly cookies: readonly CookieChange[];
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
): Promise<MailAsked> {
  const identifier = await readAddress(provider, input);
  const accounts = ctx.effects.adapter === null ? null : await loadAccounts();
  const user = await accounts?.findPresentUser(ctx) ?? null;
  const isOwn = user?.emailVerified === null &&
    accounts?.isAddressOf(user, identifier) === true;
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
): Promise<MailAsked> {
  if (asker.emailVerified !== null) return { url: target, cookies: [] };
  const { localDomains } = provider;
  const identifier = toAddress(asker.email ?? "", { localDomains });
  const { isAddressOf } = await loadAccounts();
  if (identifier === null || !isAddressOf(asker, identifier)) {
    throw new InvalidAddress("The user has no address that mails are sent to.");
  }
  return await askWithin(ctx, provider, { identifier, target, asker });
}

/** A mail that signs in, or that verifies the address of `asker`. */
interface Wish {
  readonly identifier: string;
  readonly target: string;
  readonly asker: AdapterUser | null;
}

async function askWithin(
  ctx: Context,
  provider: ResolvedEmail,
  wish: Wish,
): Promise<MailAsked> {
  let isSent = false;
  return await limitAttempt(
    ctx,
    toMailTry(wish.identifier),
    () => sendToken(ctx, provider, wish, () => isSent = true),
    // A store failure after the mail was sent does not undo the sending.
    (error) => !isSent && (isOutage(error) || error instanceof MailUnreached),
  );
}

async function sendToken(
  ctx: Context,
  provider: ResolvedEmail,
  { identifier, target, asker }: Wish,
  onSent: () => void,
): Promise<MailAsked> {
  const admission = await admit(
    ctx,
    await toAsking(ctx, provider, identifier, asker),
    { verificationRequest: true },
  );
  if (admission.kind === "redirect") {
    return { url: await resolveTarget(ctx, admission.url), cookies: [] };
  }
  const named = { identifier, asker: asker?.id ?? null };
  const issued = await issueToken(ctx, provider, named);
  const attempt = toAttempt(ctx, provider, issued, target);
  try {
    const { token, expires } = issued;
    await sendMail(ctx, provider, {
      identifier,
      token,
      expires,
      url: await toMailUrl(ctx, provider, attempt),
      code: attempt.code,
      purpose: asker === null ? "signIn" : "verify",
    });
  } catch (error) {
    await discard(ctx, provider, issued, error);
    throw error;
  }
  onSent();
  const cookies = await startMailAttempt(ctx, attempt);
  return { url: toVerifyRequest(ctx, provider, attempt.id), cookies };
}

function toAttempt(
  ctx: Context,
  provider: ResolvedEmail,
  { identifier, token, asker, expires }: IssuedToken,
  target: string,
): Omit<MailAttempt, "sid"> {
  return {
    id: createAttemptId(ctx),
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
): Promise<MailAsked> {
  const named = { identifier, asker: null };
  const issued = await issueToken(ctx, provider, named);
  const attempt = toAttempt(ctx, provider, issued, target);
  const cookies = await startMailAttempt(ctx, { ...attempt, isProved: true });
  return { url: await toMailUrl(ctx, provider, attempt), cookies };
}

/** Returns the normalised form of an address, after the application's own rules. */
async function readAddress(
  { localDomains, source }: ResolvedEmail,
  input: string,
): Promise<string> {
  let text: unknown = input;
  const { normalizeIdentifier: normalize } = source;
  if (normalize !== undefined && input.length <= 320) {
    try {
      text = await waitForHost(normalize(input), "normalizeIdentifier");
    } catch (error) {
      throw new InvalidAddress("normalizeIdentifier threw.", { cause: error });
    }
  }
  const address = typeof text === "string"
    ? toAddress(text, { localDomains })
    : null;
  if (address === null) {
    throw new InvalidAddress("The form held no single bare e-mail address.");
  }
  return address;
}

/** The identity that the `signIn` callback sees: nothing is proved yet. */
async function toAsking(
  ctx: Context,
  provider: ResolvedEmail,
  identifier: string,
  asker: AdapterUser | null,
): Promise<Identity> {
  const identity = toIdentity(provider, identifier);
  const accounts = ctx.effects.adapter === null ? null : await loadAccounts();
  const known = asker ?? await accounts?.findOwner(ctx, identity) ?? null;
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
      "verification",
      "The token of a mail that was not sent could not be removed.",
    );
  }
}
