/**
 * Sign-in by mail through any SMTP server, or a transport of Nodemailer.
 *
 * @module
 */

import type { ProviderOptions } from "../core/providers/definition/define.ts";
import { mergeProvider } from "../core/providers/definition/merge_provider.ts";
import type { EmailFactory } from "../core/providers/define_email.ts";
import type { EmailConfig } from "../core/providers/email_provider.ts";
import { sendBySmtp } from "../core/providers/smtp.ts";

/**
 * Sign-in by mail over SMTP. Needs the package `nodemailer`, version 7.0.7 or
 * later, which is loaded when the first mail is sent.
 *
 * @see https://nodemailer.com/smtp/
 *
 * @example
 * ```ts
 * import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
 *
 * // Sender and server from AUTH_NODEMAILER_FROM and AUTH_NODEMAILER_SERVER.
 * const providers = [Nodemailer];
 * ```
 */
export const Nodemailer: EmailFactory<object> = (
  options: ProviderOptions<EmailConfig>,
): EmailConfig => ({
  ...mergeProvider({ id: "nodemailer", sendBySmtp }, options),
  type: "email",
});

export default Nodemailer;
