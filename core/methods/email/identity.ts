import type { Context } from "../../request/context.ts";
import type { ResolvedEmail } from "../../providers/email_provider.ts";
import type { Try } from "../../rate_limits/limits.ts";
import type { Account, User } from "../../model/model.ts";
import type { Identity, ResolvedProvider } from "../../providers/provider.ts";
import { withQuery } from "../../http/redirects.ts";
import type { MailAttempt } from "../../attempts/mail_attempt.ts";
import type { MailToken } from "../../attempts/mail_token.ts";

/** The rate-limit key for tries with an address. */
export function toMailTry(identifier: string): Try {
  const person = JSON.stringify(["email", identifier]);
  return { kind: "email", account: identifier, person };
}

/** The URL of the page that says where the mail went and takes the code. */
export function toVerifyRequest(
  ctx: Context,
  { id: provider, type }: Pick<ResolvedProvider, "id" | "type">,
  state: string,
  problem: { readonly error: string; readonly code?: string } | null = null,
): string {
  return withQuery(ctx.url("verify-request"), {
    provider,
    type,
    state,
    ...problem,
  });
}

/** The identity that a proved address stands for. */
export function toIdentity(
  provider: ResolvedEmail,
  identifier: string,
  takesOver = false,
): Identity {
  // Fields that the application declares on `User` are not known yet.
  const user = { email: identifier } as User;
  return {
    user: Object.assign(user, { emailVerified: null }),
    account: {
      provider: provider.id,
      providerAccountId: identifier,
      type: "email",
    } as Account,
    // An address is one person, whichever provider sends the mail.
    subject: ["email", identifier],
    takesOver,
  };
}

/** Whether this attempt belongs to this link. */
export function isAttemptFor(
  attempt: MailAttempt | null,
  provider: ResolvedEmail,
  { identifier, token }: Pick<MailToken, "identifier" | "token">,
): attempt is MailAttempt {
  return attempt !== null && attempt.provider === provider.id &&
    attempt.identifier === identifier && attempt.token === token;
}
