/**
 * Sign-in by mail through Mailgun.
 *
 * @module
 */

import {
  defineEmail,
  type EmailFactory,
} from "../core/providers/define_email.ts";

/** Options of {@link Mailgun} in addition to those of every e-mail provider. */
export interface MailgunOptions {
  /** Sending domain. Default: that of `from`. */
  domain?: string | undefined;
  /** Region of the service that processes the mail. Default: the United States. */
  region?: "us" | "eu" | undefined;
}

/**
 * Sign-in by mail through Mailgun.
 *
 * @see https://documentation.mailgun.com/docs/mailgun/api-reference/send/mailgun/messages
 *
 * @example
 * ```ts
 * import { Mailgun } from "@latchkey/auth/providers/mailgun";
 *
 * // Sender and key from AUTH_MAILGUN_FROM and AUTH_MAILGUN_KEY.
 * const providers = [Mailgun];
 * ```
 */
export const Mailgun: EmailFactory<MailgunOptions> = defineEmail<
  MailgunOptions
>(({ domain, region }) => ({
  id: "mailgun",
  toRequest: ({ apiKey, from, sender, to, subject, html, text }) => {
    const host = region === "eu" ? "api.eu.mailgun.net" : "api.mailgun.net";
    const own = domain ?? sender.email.split("@").at(-1) ?? "";
    return {
      url: `https://${host}/v3/${encodeURIComponent(own)}/messages`,
      headers: { authorization: `Basic ${btoa(`api:${apiKey}`)}` },
      body: new URLSearchParams({
        from,
        to,
        subject,
        html,
        text,
        // A rewritten link would pass through a third party first.
        "o:tracking-clicks": "no",
        "o:tracking-opens": "no",
      }),
    };
  },
}));

export default Mailgun;
