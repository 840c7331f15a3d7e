/**
 * Sign-in by mail through Loops.
 *
 * @module
 */

import {
  defineEmail,
  type EmailFactory,
} from "../core/providers/define_email.ts";

/** Options of {@link Loops} in addition to those of every e-mail provider. */
export interface LoopsOptions {
  /** Id of the published template, which has the variables `url` and `code`. */
  transactionalId: string;
  /** Further variables of the template. Default: none. */
  dataVariables?: Readonly<Record<string, string | number>> | undefined;
}

/**
 * Sign-in by mail through Loops. Subject, sender and text come from a template
 * there.
 *
 * @see https://loops.so/docs/api-reference/send-transactional-email
 *
 * @example
 * ```ts
 * import { Loops } from "@latchkey/auth/providers/loops";
 *
 * // Key from AUTH_LOOPS_KEY; the sender is that of the template.
 * const providers = [
 *   Loops({ transactionalId: "cm4...", from: "sign-in@example.com" }),
 * ];
 * ```
 */
export const Loops: EmailFactory<LoopsOptions> = defineEmail<LoopsOptions>((
  { transactionalId, dataVariables },
) => {
  if (!transactionalId) {
    throw new TypeError("loops needs the option `transactionalId`.");
  }
  return {
    id: "loops",
    toRequest: ({ apiKey, to, url, code }) => ({
      url: "https://app.loops.so/api/v1/transactional",
      headers: { authorization: `Bearer ${apiKey}` },
      body: {
        transactionalId,
        email: to,
        addToAudience: false,
        dataVariables: { ...dataVariables, url, code },
      },
    }),
  };
});

export default Loops;
