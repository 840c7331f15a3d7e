import { admit } from "../../accounts/admit.ts";
import { isPublic } from "../../config/origin/public_host.ts";
import { isOutage, limitAttempt } from "../../rate_limits/limits.ts";
import { findOwner } from "../../accounts/facts.ts";
import {
  findPresentUser,
  isAddressOf,
} from "../../accounts/address/verify_address.ts";
import { toStableId } from "../../accounts/identity/stable_id.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { Context } from "../../request/context.ts";
import { createAttemptId } from "../../http/sealed_cookies.ts";
import { toAddress } from "../../model/email_address.ts";
import type { ResolvedEmail } from "../../providers/email_provider.ts";
import { ConfigurationError, InvalidAddress } from "../../errors/errors.ts";
import type { Identity } from "../../providers/provider.ts";
import { type Outcome, redirect } from "../../request/outcome.ts";
import { resolveTarget } from "../../request/redirect_target.ts";
import { waitForHost } from "../../runtime/timeout.ts";
import {
  type MailAttempt,
  makeCode,
  startMailAttempt,
} from "../../attempts/mail_attempt.ts";
import { toMailUrl } from "../../attempts/mail_link.ts";
import { type MailRequest, refuseTurn, takeMailTurn } from "./again.ts";
import { toIdentity, toMailTry, toVerifyRequest } from "./identity.ts";
import {
  type IssuedToken,
  issueToken,
  type MailToken,
  voidToken,
} from "../../attempts/mail_token.ts";
import { MailUnreached, mayArrive, sendMail } from "./mail/send.ts";

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
  const { id, earlier, giveBack } = await takeMailTurn(ctx, provider, request);
  if (earlier !== null) return await refuseTurn(ctx, provider, earlier);
  let isSent = false;
  try {
    return await limitAttempt(
      ctx,
      toMailTry(request.identifier),
      () => sendToken(ctx, provider, { ...request, id }, () => isSent = true),
      // A store failure after the mail was sent does not undo the sending.
      (error) => !isSent && (isOutage(error) || error instanceof MailUnreached),
    );
  } finally {
    if (!isSent) await giveBack();
  }
}

/**
 * Refuses a mail whose link would lead to a host that only the request names:
 * otherwise anybody could have a mail sent to somebody else, with a link to a
 * host of their own.
 *
 * @throws ConfigurationError
 */
function assertMailHost({ origin, request, settings }: Context): void {
  if (request.isHostNamed || !isPublic(settings, origin)) return;
  throw new ConfigurationError([
    `The mail was not sent: its link would lead to "${origin}", which only the request names. Set AUTH_URL to the public address, such as AUTH_URL=https://app.example.com, list the host in \`trustHost\`, or trust the proxy in Express.`,
  ]);
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
      "verification",
      "The token of a mail that was not sent could not be removed.",
    );
  }
}
