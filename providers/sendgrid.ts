/**
 * Sign-in by mail through SendGrid.
 *
 * @module
 */

import {
  defineEmail,
  type EmailFactory,
} from "../core/providers/define_email.ts";

/** Options of {@link SendGrid} in addition to those of every e-mail provider. */
export interface SendGridOptions {
  /** Region of the service that processes the mail. Default: the United States. */
  region?: "eu" | undefined;
}

/**
 * Sign-in by mail through SendGrid.
 *
 * @see https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send
 *
 * @example
 * ```ts
 * import { SendGrid } from "@latchkey/auth/providers/sendgrid";
 *
 * // Sender and key from AUTH_SENDGRID_FROM and AUTH_SENDGRID_KEY.
 * const providers = [SendGrid];
 * ```
 */
export const SendGrid: EmailFactory<SendGridOptions> = defineEmail<
  SendGridOptions
>(({ region }) => ({
  id: "sendgrid",
  toRequest: ({ apiKey, sender, to, subject, html, text }) => ({
    url: `https://api.${region === "eu" ? "eu." : ""}sendgrid.com/v3/mail/send`,
    headers: { authorization: `Bearer ${apiKey}` },
    body: {
      personalizations: [{ to: [{ email: to }] }],
      from: sender,
      subject,
      // The order matters: the last one is preferred.
      content: [
        { type: "text/plain", value: text },
        { type: "text/html", value: html },
      ],
      // A rewritten link would pass through a third party first.
      tracking_settings: {
        click_tracking: { enable: false },
        open_tracking: { enable: false },
      },
    },
  }),
}));

export default SendGrid;
