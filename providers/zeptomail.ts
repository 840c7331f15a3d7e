/**
 * Sign-in by mail through Zoho ZeptoMail.
 *
 * @module
 */

import {
  defineEmail,
  type EmailFactory,
} from "../core/providers/define_email.ts";

/** Options of {@link ZeptoMail} in addition to those of every e-mail provider. */
export interface ZeptoMailOptions {
  /** Top-level domain of the data centre. Default `com`. */
  region?: "com" | "eu" | "in" | undefined;
}

/**
 * Sign-in by mail through Zoho ZeptoMail.
 *
 * @see https://www.zoho.com/zeptomail/help/api/email-sending.html
 *
 * @example
 * ```ts
 * import { ZeptoMail } from "@latchkey/auth/providers/zeptomail";
 *
 * // Sender and key from AUTH_ZEPTOMAIL_FROM and AUTH_ZEPTOMAIL_KEY.
 * const providers = [ZeptoMail];
 * ```
 */
export const ZeptoMail: EmailFactory<ZeptoMailOptions> = defineEmail<
  ZeptoMailOptions
>(({ region }) => ({
  id: "zeptomail",
  toRequest: ({ apiKey, sender, to, subject, html, text }) => ({
    url: `https://api.zeptomail.${region ?? "com"}/v1.1/email`,
    headers: { authorization: `Zoho-enczapikey ${apiKey}` },
    body: {
      from: {
        address: sender.email,
        ...(sender.name === undefined ? {} : { name: sender.name }),
      },
      to: [{ email_address: { address: to } }],
      subject,
      htmlbody: html,
      textbody: text,
      // A rewritten link would pass through a third party first.
      track_clicks: false,
      track_opens: false,
    },
  }),
}));

export default ZeptoMail;
