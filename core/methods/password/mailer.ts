import type { Settings } from "../../config/settings.ts";
import { ConfigurationError } from "../../errors/errors.ts";
import type { ResolvedEmail } from "../../providers/email_provider.ts";
import { isStored } from "../../providers/stored_provider.ts";

/** What is wrong, and how to mend it, if nobody can send. */
export const NO_MAILER =
  "No provider can send mails about passwords: add an e-mail provider with `server` or `sendMail`, or give one to `Password({ mail })`. One that only has `sendVerificationRequest` makes its own mails.";

/**
 * Finds the provider that sends the mails about accounts: the one of `Password`,
 * else the first e-mail provider that can send a mail of the library's own.
 *
 * @returns null if there is none
 */
export function findMailer(
  { providers }: Pick<Settings, "providers">,
): ResolvedEmail | null {
  const all = [...providers.values()];
  const own = all.filter(isStored)
    .flatMap(({ stored: { mail } }) => mail ?? []);
  const shared = all.filter((one) => one.type === "email");
  return [...own, ...shared].find(canSend) ?? null;
}

/**
 * Returns the provider that sends the mails about accounts.
 *
 * @throws ConfigurationError if there is none
 */
export function toMailer(
  { settings }: { readonly settings: Pick<Settings, "providers"> },
): ResolvedEmail {
  const mailer = findMailer(settings);
  if (mailer !== null) return mailer;
  throw new ConfigurationError([NO_MAILER]);
}

/** Whether a provider sends a mail that the library has composed. */
function canSend({ source: { sendMail, sendBySmtp, server } }: ResolvedEmail) {
  return sendMail !== undefined ||
    sendBySmtp !== undefined && server !== undefined;
}
