/**
 * Sign-in by mail through Forward Email.
 *
 * @module
 */

import {
  defineEmail,
  type EmailFactory,
} from "../core/providers/define_email.ts";

/**
 * Sign-in by mail through Forward Email.
 *
 * @see https://forwardemail.net/en/email-api
 *
 * @example
 * ```ts
 * import { ForwardEmail } from "@latchkey/auth/providers/forwardemail";
 *
 * // Sender and key from AUTH_FORWARDEMAIL_FROM and AUTH_FORWARDEMAIL_KEY.
 * const providers = [ForwardEmail];
 * ```
 */
export const ForwardEmail: EmailFactory<object> = defineEmail(() => ({
  id: "forwardemail",
  toRequest: ({ apiKey, from, to, subject, html, text }) => ({
    url: "https://api.forwardemail.net/v1/emails",
    headers: { authorization: `Basic ${btoa(`${apiKey}:`)}` },
    body: { from, to, subject, html, text },
  }),
}));

export default ForwardEmail;
