/**
 * The provider of passwords that the adapter stores: its options, and their
 * resolved form.
 *
 * @module
 */

import type { AdapterUser } from "../model/adapter.ts";
import type { Awaitable } from "../model/model.ts";
import type { EmailConfig, ResolvedEmail } from "./email_provider.ts";
import type { SignUpField, SignUpFields } from "./sign_up_fields.ts";
import type { PasswordRuleOptions, ResolvedRules } from "./password_rules.ts";

/**
 * Whether signing in takes a second factor: of users who have set one up
 * (`optional`), or of everybody (`required`).
 */
export type SecondFactorRule = "optional" | "required";

/** Options of passwords that the adapter stores. */
export interface PasswordOptions extends PasswordRuleOptions {
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
  /**
   * When a new user proves the address: `before` they choose a password, or
   * `after` it, on one page with the address. The account begins with the proof
   * in either case. Opened in another browser, the link of the mail asks for
   * a password of its own. Default `before`.
   */
  confirm?: "before" | "after" | undefined;
  /** What else a new user fills in. Default: nothing. */
  fields?: SignUpFields | undefined;
  /**
   * Whether signing in takes a second factor, however the user signs in: a code
   * of an authenticator app (RFC 6238), or a recovery code. A passkey that
   * verified its user is two factors in one, and so is a sign-in at an OpenID
   * provider whose ID token says `mfa` in `amr`. With `required`, a user without
   * one sets it up before there is a session. A function decides for each user,
   * and has 10 seconds. Default `optional`.
   */
  secondFactor?:
    | SecondFactorRule
    | ((user: AdapterUser) => Awaitable<SecondFactorRule>)
    | undefined;
}

/** The options of stored passwords with every default filled in. */
export interface ResolvedPassword extends ResolvedRules {
  /** Sends the mails; null: the first e-mail provider of the configuration. */
  readonly mail: ResolvedEmail | null;
  readonly signUp: boolean;
  readonly confirm: "before" | "after";
  readonly fields: readonly (readonly [name: string, field: SignUpField])[];
  readonly secondFactor: NonNullable<PasswordOptions["secondFactor"]>;
}
