/**
 * Sign-in by mail through Resend.
 *
 * @module
 */

import {
  defineEmail,
  type EmailFactory,
} from "../core/providers/define_email.ts";

/**
 * Sign-in by mail through Resend.
 *
 * @see https://resend.com/docs/api-reference/emails/send-email
 *
 * @example
 * ```ts
 * import { Resend } from "@latchkey/auth/providers/resend";
 *
 * // Sender and key from AUTH_RESEND_FROM and AUTH_RESEND_KEY.
 * const providers = [Resend];
 * ```
 */
export const Resend: EmailFactory<object> = defineEmail(() => ({
  id: "resend",
  toRequest: ({ apiKey, from, to, subject, html, text }) => ({
    url: "https://api.resend.com/emails",
    headers: { authorization: `Bearer ${apiKey}` },
    body: { from, to, subject, html, text },
  }),
}));

export default Resend;
