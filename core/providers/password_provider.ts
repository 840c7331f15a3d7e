/**
 * The provider of passwords that the adapter stores: its options, and their
 * resolved form.
 *
 * @module
 */

import type { EmailConfig, ResolvedEmail } from "./email_provider.ts";

/** Options of passwords that the adapter stores. */
export interface PasswordOptions {
  /**
   * The e-mail provider that sends the mails about passwords. It must be able
   * to send (`sendMail`, or `server`), and offers no way to sign in by itself.
   * Default: the first e-mail provider of the configuration.
   */
  mail?: EmailConfig | undefined;
  /**
   * Whether anybody can sign up. With `false`, only people with an invitation
   * can. Default true.
   */
  signUp?: boolean | undefined;
}

/** The options of stored passwords with every default filled in. */
export interface ResolvedPassword {
  /** Sends the mails; null: the first e-mail provider of the configuration. */
  readonly mail: ResolvedEmail | null;
  readonly signUp: boolean;
  /** The least number of characters of a new password. */
  readonly minLength: number;
}
