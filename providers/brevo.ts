/**
 * Sign-in by mail through Brevo.
 *
 * @module
 */

import {
  defineEmail,
  type EmailFactory,
} from "../core/providers/define_email.ts";

/**
 * Sign-in by mail through Brevo.
 *
 * @see https://developers.brevo.com/reference/sendtransacemail
 *
 * @example
 * ```ts
 * import { Brevo } from "@latchkey/auth/providers/brevo";
 *
 * // Sender and key from AUTH_BREVO_FROM and AUTH_BREVO_KEY.
 * const providers = [Brevo];
 * ```
 */
export const Brevo: EmailFactory<object> = defineEmail(() => ({
  id: "brevo",
  toRequest: ({ apiKey, sender, to, subject, html, text }) => ({
    url: "https://api.brevo.com/v3/smtp/email",
    headers: { "api-key": apiKey },
    body: {
      sender,
      to: [{ email: to }],
      subject,
      htmlContent: html,
      textContent: text,
    },
  }),
}));

export default Brevo;
