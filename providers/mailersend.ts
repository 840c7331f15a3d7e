/**
 * Sign-in by mail through MailerSend.
 *
 * @module
 */

import {
  defineEmail,
  type EmailFactory,
} from "../core/providers/define_email.ts";

/**
 * Sign-in by mail through MailerSend.
 *
 * @see https://developers.mailersend.com/api/v1/email.html
 *
 * @example
 * ```ts
 * import { MailerSend } from "@latchkey/auth/providers/mailersend";
 *
 * // Sender and key from AUTH_MAILERSEND_FROM and AUTH_MAILERSEND_KEY.
 * const providers = [MailerSend];
 * ```
 */
export const MailerSend: EmailFactory<object> = defineEmail(() => ({
  id: "mailersend",
  toRequest: ({ apiKey, sender, to, subject, html, text }) => ({
    url: "https://api.mailersend.com/v1/email",
    headers: { authorization: `Bearer ${apiKey}` },
    body: {
      from: sender,
      to: [{ email: to }],
      subject,
      html,
      text,
      // A rewritten link would pass through a third party first.
      settings: { track_clicks: false, track_opens: false },
    },
  }),
}));

export default MailerSend;
