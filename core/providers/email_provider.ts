/**
 * The e-mail provider: its options, and their resolved form.
 *
 * @module
 */

import type { Theme } from "../model/theme.ts";
import type { Awaitable } from "../model/model.ts";
import type { CustomFetch, customFetch } from "./oauth/oauth_config.ts";

/** A mail, ready to be sent. */
export interface Mail {
  /** The sender, from the option `from`: an address, or `Name <address>`. */
  readonly from: string;
  /** The recipient: one bare address. */
  readonly to: string;
  /** The subject: one line. */
  readonly subject: string;
  /** The mail as plain text. */
  readonly text: string;
  /** The mail as an HTML document. */
  readonly html: string;
  /** The link in the mail, for services with their own templates. */
  readonly url: string;
  /** The code in the mail: eight digits. */
  readonly code: string;
}

/** Parameters of {@link EmailConfig.sendMail}. */
export interface SendMailParams {
  /** The mail to send. */
  readonly mail: Mail;
  /** The provider, including its options from the environment. */
  readonly provider: EmailConfig;
  /** For the requests to a mail service: the provider's own `fetch`, else the global one. */
  readonly fetch: CustomFetch;
  /** Aborted when sending takes too long. */
  readonly signal: AbortSignal;
  /** The time of the request. */
  readonly now: Date;
  /** HMAC-SHA-256 and SHA-256, for services that require signed requests. */
  readonly crypto: MailCrypto;
}

/** Cryptography for signing a request to a mail service. */
export interface MailCrypto {
  /** HMAC-SHA-256 of a text's UTF-8 bytes. */
  hmac(key: Uint8Array, text: string): Promise<Uint8Array>;
  /** SHA-256 of a text's UTF-8 bytes. */
  sha256(text: string): Promise<Uint8Array>;
}

/** Parameters of {@link EmailConfig.sendVerificationRequest} and {@link EmailConfig.renderMail}. */
export interface VerificationRequestParams {
  /** The address to send to: one bare address, exactly as it is stored. */
  readonly identifier: string;
  /** The link that signs in. */
  readonly url: string;
  /** Eight digits that sign in when typed into the browser that requested them. */
  readonly code: string;
  /** The time when link and code expire. */
  readonly expires: Date;
  /** The token in the link. */
  readonly token: string;
  /** Whether the mail signs in, or verifies the address of the current user. */
  readonly purpose: "signIn" | "verify";
  /** The provider, including its options from the environment. */
  readonly provider: EmailConfig;
  /** The option `theme` of the configuration. */
  readonly theme: Theme;
  /** The request for the mail, with its public URL and its original headers and body. */
  readonly request: Request;
}

/** The content of a mail. */
export type MailContent = Pick<Mail, "subject" | "text" | "html">;

/**
 * A provider that signs in with a link or a code in a mail. The mail is sent by
 * `sendMail`, by SMTP to a `server` (see `Nodemailer`), or made and sent by
 * `sendVerificationRequest`.
 *
 * @example
 * ```ts
 * import type { EmailConfig } from "@latchkey/auth";
 *
 * const email: EmailConfig = {
 *   id: "email",
 *   type: "email",
 *   from: "Example <sign-in@example.com>",
 *   sendMail: async ({ mail, signal }) => {
 *     const body = JSON.stringify(mail);
 *     await fetch("https://mail.example.com/", { method: "POST", body, signal });
 *   },
 * };
 * ```
 */
export interface EmailConfig {
  /** Id, used in URLs and names of environment variables: letters, digits, `-` and `_`. */
  id: string;
  /** Name of the provider, shown on its button if there are several of this type. Default `Email`. */
  name?: string | undefined;
  /** Type of the provider. */
  type: "email";
  /** The sender: an address, or `Name <address>`. Default: `AUTH_<ID>_FROM`. */
  from?: string | undefined;
  /**
   * The SMTP server of `Nodemailer`: a URL such as
   * `smtps://user:password@mail.example.com`, or its transport options.
   * Default: `AUTH_<ID>_SERVER`.
   */
  server?: string | object | undefined;
  /** API key of the mail service. Default: `AUTH_<ID>_KEY`. */
  apiKey?: string | undefined;
  /** Lifetime of link and code in seconds. Default 600, at most 86,400. */
  maxAge?: number | undefined;
  /** Submits a mail for delivery; throws if it is not accepted. Default: SMTP to `server`. */
  sendMail?: ((params: SendMailParams) => Awaitable<unknown>) | undefined;
  /** Submits a mail to `server`. `Nodemailer` brings it, so that no other application needs the package. */
  sendBySmtp?: ((params: SendMailParams) => Promise<void>) | undefined;
  /** Renders and sends the mail. Default: the built-in one, in the visitor's language, by `sendMail`. */
  sendVerificationRequest?:
    | ((params: VerificationRequestParams) => Awaitable<unknown>)
    | undefined;
  /** Renders the mail that `sendMail` sends. Default: the built-in one, in the visitor's language. */
  renderMail?:
    | ((params: VerificationRequestParams) => Awaitable<MailContent>)
    | undefined;
  /**
   * Transforms the typed address before it is checked, for example to complete
   * addresses of your own domain typed without it. The result must be one bare
   * address. Default: no change.
   */
  normalizeIdentifier?: ((identifier: string) => Awaitable<string>) | undefined;
  /**
   * Generates the token of the link: at least 22 unguessable characters.
   * Default: 32 random bytes.
   */
  generateVerificationToken?: (() => Awaitable<string>) | undefined;
  /** Whether addresses may have a domain without a dot, as in an intranet. Default false. */
  localDomains?: boolean | undefined;
  /** Secret for the stored hashes of tokens; a list allows rotation. Default: the `secret` of the configuration. */
  secret?: string | readonly string[] | undefined;
  /** Used for every request to the mail service. Default: the global `fetch`. */
  [customFetch]?: CustomFetch | undefined;
}

/** An e-mail provider with every default filled in. */
export interface ResolvedEmail {
  readonly id: string;
  readonly name: string;
  readonly type: "email";
  /** Empty if the application sends mails itself. */
  readonly from: string;
  /** Seconds. */
  readonly maxAge: number;
  /** Null: the `secret` of the configuration. */
  readonly secrets: readonly string[] | null;
  readonly localDomains: boolean;
  readonly fetch: CustomFetch;
  /** Keys and passwords to redact from logs. */
  readonly hidden: readonly string[];
  /** The options of the application and of the environment. */
  readonly source: EmailConfig;
}
