/**
 * Sign-in by mail through Plunk.
 *
 * @module
 */

import {
  defineEmail,
  type EmailFactory,
} from "../core/providers/define_email.ts";

/**
 * Sign-in by mail through Plunk.
 *
 * @experimental Not yet confirmed against the service's API.
 *
 * @see https://docs.useplunk.com/
 *
 * @example
 * ```ts
 * import { Plunk } from "@latchkey/auth/providers/plunk";
 *
 * // Sender and key from AUTH_PLUNK_FROM and AUTH_PLUNK_KEY.
 * const providers = [Plunk];
 * ```
 */
export const Plunk: EmailFactory<object> = defineEmail(() => ({
  id: "plunk",
  toRequest: ({ apiKey, sender, to, subject, html }) => ({
    url: "https://api.useplunk.com/v1/send",
    headers: { authorization: `Bearer ${apiKey}` },
    body: { to, subject, body: html, from: sender.email },
  }),
  isAccepted: (answer) =>
    (answer as { success?: unknown } | null)?.success === true,
}));

export default Plunk;
