import { findUserWithSameEmail } from "../../accounts/facts.ts";
import {
  INVITATION_MAX_AGE,
  sealLink,
  toPasswordUrl,
} from "../../attempts/password_link.ts";
import { ConfigurationError, InvalidAddress } from "../../errors/errors.ts";
import { createAttemptId } from "../../http/sealed_cookies.ts";
import { toAddress } from "../../model/email_address.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { type PasswordContext, sendPasswordMail } from "./ask.ts";
import { readHash, toFingerprint } from "./fingerprint.ts";
import { toMailer } from "./mailer.ts";
import { findStored } from "../../providers/stored_provider.ts";

/** An invitation. */
export interface Invitation {
  /** The address as the application has it. */
  readonly address: string;
  /** The URL to redirect to once the account exists. */
  readonly target: string;
  /** The name of the new user; null: they have none yet. */
  readonly name: string | null;
}

/**
 * Sends an invitation: a link that works once, for seven days, even if nobody
 * else can sign up. Somebody with an account is told so.
 *
 * @throws InvalidAddress, ConfigurationError, EmailSignInError or AdapterError
 */
export async function sendInvitation(
  ctx: PasswordContext,
  { address, target, name }: Invitation,
): Promise<void> {
  const mailer = toMailer(ctx);
  if (findStored(ctx.settings) === null) {
    throw new ConfigurationError([
      "`invite` needs the provider `Password` of `@latchkey/auth/providers/password`.",
    ]);
  }
  const { localDomains } = mailer;
  const identifier = toAddress(address, { localDomains });
  if (identifier === null) {
    throw new InvalidAddress(
      "`invite` needs one bare e-mail address, such as `ada@example.com`.",
    );
  }
  const user = await findUserWithSameEmail(toAdapter(ctx), identifier);
  const isMember = user !== null && user.emailVerified !== null;
  const url = isMember
    ? ctx.url("signin")
    : await toUrl(ctx, { identifier, target, name, user });
  const purpose = isMember ? "invitationKnown" : "invitation";
  const mail = { identifier, url, code: null, purpose } as const;
  await sendPasswordMail(ctx, mailer, { ...mail, maxAge: INVITATION_MAX_AGE });
  const userId = user?.id ?? null;
  await ctx.effects.emit("invitationSent", { email: identifier, userId });
}

async function toUrl(
  ctx: PasswordContext,
  { identifier, target, name, user }: Omit<Invitation, "address"> & {
    readonly identifier: string;
    readonly user: AdapterUser | null;
  },
): Promise<string> {
  const state = createAttemptId(ctx);
  const token = await sealLink(ctx, {
    ...{ id: state, use: "invitation", identifier, name },
    before: await toFingerprint(ctx, user, await readHash(ctx, user)),
    origin: ctx.origin,
    expires: ctx.now + INVITATION_MAX_AGE * 1000,
  });
  return toPasswordUrl(ctx, { token, state, target });
}
