/**
 * Sign-in by mail through SparkPost.
 *
 * @module
 */

import {
  defineEmail,
  type EmailFactory,
} from "../core/providers/define_email.ts";

/** Options of {@link SparkPost} in addition to those of every e-mail provider. */
export interface SparkPostOptions {
  /** Region of the service that processes the mail. Default: the United States. */
  region?: "eu" | undefined;
}

/**
 * Sign-in by mail through SparkPost.
 *
 * @see https://developers.sparkpost.com/api/transmissions/
 *
 * @example
 * ```ts
 * import { SparkPost } from "@latchkey/auth/providers/sparkpost";
 *
 * // Sender and key from AUTH_SPARKPOST_FROM and AUTH_SPARKPOST_KEY.
 * const providers = [SparkPost];
 * ```
 */
export const SparkPost: EmailFactory<SparkPostOptions> = defineEmail<
  SparkPostOptions
>(({ region }) => ({
  id: "sparkpost",
  toRequest: ({ apiKey, from, to, subject, html, text }) => ({
    url: `https://api.${
      region === "eu" ? "eu." : ""
    }sparkpost.com/api/v1/transmissions`,
    headers: { authorization: apiKey },
    body: {
      recipients: [{ address: to }],
      content: { from, subject, html, text },
      // A rewritten link would pass through a third party first.
      options: {
        transactional: true,
        click_tracking: false,
        open_tracking: false,
      },
    },
  }),
}));

export default SparkPost;
