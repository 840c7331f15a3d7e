import {
  defineEmail,
  type EmailFactory,
} from "../core/providers/define_email.ts";

/** Options of {@link SendGrid} beside those of every e-mail provider. */
export interface SendGridOptions {
  /** Where the mail is handled. Default: the United States. */
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
      // In this order: the last one is the preferred one.
      content: [
        { type: "text/plain", value: text },
        { type: "text/html", value: html },
      ],
      // A rewritten link would be opened by somebody else first.
      tracking_settings: {
        click_tracking: { enable: false },
        open_tracking: { enable: false },
      },
    },
  }),
}));

export default SendGrid;
