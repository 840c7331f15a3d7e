/**
 * Sign-in by mail through Mailjet.
 *
 * @module
 */

import {
  defineEmail,
  type EmailFactory,
} from "../core/providers/define_email.ts";

/** Options of {@link Mailjet} in addition to those of every e-mail provider. */
export interface MailjetOptions {
  /** Private key. Default: the part of `apiKey` after a colon. */
  apiSecret?: string | undefined;
}

/**
 * Sign-in by mail through Mailjet. The key is the public key, a colon, and the
 * private key.
 *
 * @see https://dev.mailjet.com/email/guides/send-api-v31/
 *
 * @example
 * ```ts
 * import { Mailjet } from "@latchkey/auth/providers/mailjet";
 *
 * // Sender and key from AUTH_MAILJET_FROM and AUTH_MAILJET_KEY.
 * const providers = [Mailjet];
 * ```
 */
export const Mailjet: EmailFactory<MailjetOptions> = defineEmail<
  MailjetOptions
>(({ apiKey, apiSecret }) => ({
  id: "mailjet",
  apiKey: apiKey && apiSecret ? `${apiKey}:${apiSecret}` : apiKey,
  toRequest: ({ apiKey, sender, to, subject, html, text }) => ({
    url: "https://api.mailjet.com/v3.1/send",
    headers: { authorization: `Basic ${btoa(apiKey)}` },
    body: {
      Messages: [{
        From: {
          Email: sender.email,
          ...(sender.name === undefined ? {} : { Name: sender.name }),
        },
        To: [{ Email: to }],
        Subject: subject,
        TextPart: text,
        HTMLPart: html,
        // A rewritten link would pass through a third party first.
        TrackClicks: "disabled",
        TrackOpens: "disabled",
      }],
    },
  }),
  isAccepted: (answer) =>
    (answer as { Messages?: { Status?: string }[] } | null)?.Messages?.[0]
      ?.Status === "success",
}));

export default Mailjet;
