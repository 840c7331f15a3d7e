/**
 * Sign-in by mail through Mailchimp Transactional (Mandrill).
 *
 * @module
 */

import {
  defineEmail,
  type EmailFactory,
} from "../core/providers/define_email.ts";

/**
 * Sign-in by mail through Mailchimp Transactional (Mandrill).
 *
 * @see https://mailchimp.com/developer/transactional/api/messages/send-new-message/
 *
 * @example
 * ```ts
 * import { MailchimpTransactional } from "@latchkey/auth/providers/mailchimp-transactional";
 *
 * // Sender and key from AUTH_MAILCHIMP_TRANSACTIONAL_FROM and AUTH_MAILCHIMP_TRANSACTIONAL_KEY.
 * const providers = [MailchimpTransactional];
 * ```
 */
export const MailchimpTransactional: EmailFactory<object> = defineEmail(() => ({
  id: "mailchimp-transactional",
  toRequest: ({ apiKey, sender, to, subject, html, text }) => ({
    url: "https://mandrillapp.com/api/1.0/messages/send",
    body: {
      key: apiKey,
      message: {
        from_email: sender.email,
        ...(sender.name === undefined ? {} : { from_name: sender.name }),
        to: [{ email: to }],
        subject,
        html,
        text,
        // A rewritten link would pass through a third party first.
        track_clicks: false,
        track_opens: false,
      },
    },
  }),
  // A status of 200 does not mean that the mail was accepted.
  isAccepted: (answer) =>
    Array.isArray(answer) && answer.length === 1 &&
    ["sent", "queued", "scheduled"].includes(answer[0]?.status),
}));

export default MailchimpTransactional;
