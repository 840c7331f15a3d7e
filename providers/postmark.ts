/**
 * Sign-in by mail through Postmark.
 *
 * @module
 */

import {
  defineEmail,
  type EmailFactory,
} from "../core/providers/define_email.ts";

/**
 * Sign-in by mail through Postmark.
 *
 * @see https://postmarkapp.com/developer/api/email-api
 *
 * @example
 * ```ts
 * import { Postmark } from "@latchkey/auth/providers/postmark";
 *
 * // Sender and key from AUTH_POSTMARK_FROM and AUTH_POSTMARK_KEY.
 * const providers = [Postmark];
 * ```
 */
export const Postmark: EmailFactory<object> = defineEmail(() => ({
  id: "postmark",
  toRequest: ({ apiKey, from, to, subject, html, text }) => ({
    url: "https://api.postmarkapp.com/email",
    headers: { "x-postmark-server-token": apiKey },
    body: {
      From: from,
      To: to,
      Subject: subject,
      TextBody: text,
      HtmlBody: html,
      MessageStream: "outbound",
      // A rewritten link would pass through a third party first.
      TrackLinks: "None",
      TrackOpens: false,
    },
  }),
}));

export default Postmark;
