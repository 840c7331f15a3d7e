/**
 * Asking for a mail that lets its reader choose a password: to sign up, or to
 * replace a password that was forgotten. The answer, and the work for it, are
 * the same whether or not the address has a user: only the mail tells.
 *
 * @module
 */

import { admit } from "../../accounts/admit.ts";
import { findUserWithSameEmail } from "../../accounts/facts.ts";
import { toStableId } from "../../accounts/identity/stable_id.ts";
import { makeCode } from "../../attempts/mail_attempt.ts";
import {
  type EarlyChoice,
  startPasswordAttempt,
} from "../../attempts/password_attempt.ts";
import {
  LINK_MAX_AGE,
  type PasswordLink,
  sealLink,
  toPasswordUrl,
} from "../../attempts/password_link.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import type { StoredProvider } from "../../providers/stored_provider.ts";
import type { ResolvedEmail } from "../../providers/email_provider.ts";
import type { Client } from "../../request/client.ts";
import type { Context } from "../../request/context.ts";
import { type Outcome, redirect } from "../../request/outcome.ts";
import { resolveTarget } from "../../request/redirect_target.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { sendInTurn, toPause } from "../email/again.ts";
import { toVerifyRequest } from "../email/identity.ts";
import { sendOwnMail, toContent } from "../email/mail/send.ts";
import type { MailPurpose } from "../email/mail/words.ts";
import { assertMailHost, readAddress } from "../email/recipient.ts";
import { readHash, toFingerprint } from "./fingerprint.ts";
import { toMailer } from "./mailer.ts";
import { toEntrance, toMailIdentity } from "./identity.ts";

/** A mail that is asked for. */
export interface PasswordAsk {
  readonly use: "signUp" | "reset";
  /** The address as typed. */
  readonly input: string;
  /** The URL to redirect to afterwards. */
  readonly target: string;
  /** The password and the fields that were chosen already. */
  readonly early: EarlyChoice | null;
}

/**
 * Sends exactly one mail, whoever has the address.
 *
 * @throws InvalidAddress, AccessDenied, EmailSignInError, RateLimited,
 * AdapterError or StoreError
 */
export async function askForPasswordMail(
  ctx: Context,
  provider: StoredProvider,
  ask: PasswordAsk,
): Promise<Outcome> {
  assertMailHost(ctx);
  const mailer = toMailer(ctx);
  const identifier = await readAddress(mailer, ask.input);
  const mail = {
    identifier,
    provider: provider.id,
    parts: [ask.use, ask.target, ask.early?.hash ?? null],
    isOnItsWay: (id: string) => Promise.resolve(toPause(ctx, { id }) > 0),
  };
  const letter = { provider, mailer, identifier, ask };
  return await sendInTurn(
    ctx,
    mail,
    (id, onSent) => sendLetter(ctx, { ...letter, id }, onSent),
  );
}

/** A mail that is this browser's turn. */
interface Letter {
  readonly provider: StoredProvider;
  readonly mailer: ResolvedEmail;
  readonly identifier: string;
  readonly ask: PasswordAsk;
  /** Id of the attempt. */
  readonly id: string;
}

async function sendLetter(
  ctx: Context,
  letter: Letter,
  onSent: () => void,
): Promise<Outcome> {
  const { provider, mailer, identifier, ask, id } = letter;
  const { use, target, early } = ask;
  const user = await findUserWithSameEmail(toAdapter(ctx), identifier);
  const before = await toFingerprint(ctx, user, await readHash(ctx, user));
  const admission = await admit(ctx, await toAsking(letter, user), {
    verificationRequest: true,
  });
  if (admission.kind === "redirect") {
    return redirect(await resolveTarget(ctx, admission.url));
  }
  const expires = ctx.now + LINK_MAX_AGE * 1000;
  const link: PasswordLink = {
    ...{ id, use, identifier, before, expires },
    origin: ctx.origin,
  };
  const token = await sealLink(ctx, link);
  const code = makeCode();
  const purpose = toMailPurpose(provider, ask, user);
  const url = toPasswordUrl(ctx, { token, state: id, target });
  await sendPasswordMail(ctx, mailer, { identifier, url, code, purpose });
  onSent();
  const attempt = { id, link, code, target, isProved: false, early };
  const cookies = await startPasswordAttempt(ctx, attempt);
  return redirect(toVerifyRequest(ctx, provider, id), ...cookies);
}

/** A mail about a password, before it is composed. */
export interface PasswordMail {
  readonly identifier: string;
  readonly url: string;
  readonly code: string | null;
  readonly purpose: MailPurpose;
  /** Seconds for which link and code work. */
  readonly maxAge?: number;
}

/** The context of mails about passwords; an invitation answers no request. */
export type PasswordContext =
  & Pick<Context, "settings" | "effects" | "origin" | "now" | "url">
  & { readonly request: Client | null };

/** Composes a mail about a password, and sends it. */
export async function sendPasswordMail(
  ctx: PasswordContext,
  mailer: ResolvedEmail,
  mail: PasswordMail,
): Promise<void> {
  const { identifier, purpose, maxAge = LINK_MAX_AGE } = mail;
  const isClosed = purpose === "resetClosed";
  const url = isClosed ? null : mail.url;
  const code = isClosed ? null : mail.code;
  const content = toContent(ctx, { maxAge }, { url, code, purpose });
  await sendOwnMail(ctx, mailer, {
    ...content,
    identifier,
    url: url ?? ctx.url("signin"),
    code: code ?? "",
  });
}

function toMailPurpose(
  { stored }: StoredProvider,
  { use }: PasswordAsk,
  user: AdapterUser | null,
): MailPurpose {
  if (use === "signUp") return user === null ? "signUp" : "signUpKnown";
  if (user !== null) return "reset";
  return stored.signUp ? "resetUnknown" : "resetClosed";
}

/** The identity that the `signIn` callback sees: nothing is proved yet. */
async function toAsking(
  { provider, mailer, identifier }: Letter,
  user: AdapterUser | null,
) {
  const identity = toMailIdentity(toEntrance(mailer, provider), identifier);
  const id = await toStableId(identity);
  return { ...identity, user: user ?? { ...identity.user, id } };
}
