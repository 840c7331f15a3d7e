/**
 * E-mail as a way to sign in: what the host writes, and what it becomes.
 *
 * @module
 */

import type { Theme } from "../model/theme.ts";
import type { Awaitable } from "../model/model.ts";
import type { CustomFetch, customFetch } from "./oauth_provider.ts";

/** A mail, ready to be sent. */
export interface Mail {
  /** The sender, as the option `from` has it: an address, or `Name <address>`. */
  readonly from: string;
  /** One bare address. */
  readonly to: string;
  /** One line. */
  readonly subject: string;
  /** The mail as plain text. */
  readonly text: string;
  /** The mail as an HTML document. */
  readonly html: string;
  /** The link in it, for services that hold the text themselves. */
  readonly url: string;
  /** The code in it: eight digits. */
  readonly code: string;
}

/** What {@link EmailConfig.sendMail} gets. */
export interface SendMailParams {
  /** What to send. */
  readonly mail: Mail;
  /** The provider, with what the environment holds for it. */
  readonly provider: EmailConfig;
  /** For the requests to a mail service: the provider's own `fetch`, else the global one. */
  readonly fetch: CustomFetch;
  /** Aborted when sending has taken too long. */
  readonly signal: AbortSignal;
  /** The time of the request. */
  readonly now: Date;
  /** HMAC-SHA-256 and SHA-256, for services whose requests are signed. */
  readonly crypto: MailCrypto;
}

/** What signing a request to a mail service takes. */
export interface MailCrypto {
  /** HMAC-SHA-256 of a text's UTF-8 bytes. */
  hmac(key: Uint8Array, text: string): Promise<Uint8Array>;
  /** SHA-256 of a text's UTF-8 bytes. */
  sha256(text: string): Promise<Uint8Array>;
}

/** What {@link EmailConfig.sendVerificationRequest} and {@link EmailConfig.renderMail} get. */
export interface VerificationRequestParams {
  /** The address to send to: one bare address, exactly as it is stored. */
  readonly identifier: string;
  /** The link that signs in. */
  readonly url: string;
  /** Eight digits that sign in when they are typed into the browser that asked. */
  readonly code: string;
  /** When link and code stop working. */
  readonly expires: Date;
  /** The token in the link. */
  readonly token: string;
  /** Whether the mail signs in, or verifies the address of the current user. */
  readonly purpose: "signIn" | "verify";
  /** The provider, with what the environment holds for it. */
  readonly provider: EmailConfig;
  /** The option `theme` of the configuration. */
  readonly theme: Theme;
  /** The request that asked: its public URL, with headers and body as they came. */
  readonly request: Request;
}

/** What a mail says. */
export type MailContent = Pick<Mail, "subject" | "text" | "html">;

/**
 * Signing in by a link or a code in a mail. The mail is sent by `sendMail`, by
 * SMTP through `nodemailer` where there is a `server`, or altogether by
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
  /** Part of the URLs and of environment names: letters, digits, `-` and `_`. */
  id: string;
  /** Name of the provider, on its button where there are several of this type. Default `Email`. */
  name?: string | undefined;
  /** E-mail. */
  type: "email";
  /** The sender: an address, or `Name <address>`. Default: `AUTH_<ID>_FROM`. */
  from?: string | undefined;
  /**
   * Where mail is handed in by SMTP, with the package `nodemailer`: a URL such as
   * `smtps://user:password@mail.example.com`, or its transport options. Default:
   * `AUTH_<ID>_SERVER`.
   */
  server?: string | object | undefined;
  /** Key for the mail service. Default: `AUTH_<ID>_KEY`. */
  apiKey?: string | undefined;
  /** Seconds that link and code work. Default 600, at most 86,400. */
  maxAge?: number | undefined;
  /** Hands a mail over to whoever delivers it; throws if it is not accepted. Default: SMTP to `server`. */
  sendMail?: ((params: SendMailParams) => Awaitable<unknown>) | undefined;
  /** Makes and sends the mail. Default: the built-in one, in the visitor's language, by `sendMail`. */
  sendVerificationRequest?:
    | ((params: VerificationRequestParams) => Awaitable<unknown>)
    | undefined;
  /** Makes the mail, which `sendMail` sends. Default: the built-in one, in the visitor's language. */
  renderMail?:
    | ((params: VerificationRequestParams) => Awaitable<MailContent>)
    | undefined;
  /**
   * Changes what was typed before it is checked, for example for addresses of
   * your own domain that may be written without it. What it gives has to be one
   * bare address, too. Default: nothing is changed.
   */
  normalizeIdentifier?: ((identifier: string) => Awaitable<string>) | undefined;
  /**
   * Makes the token of the link: at least 22 characters that nobody can guess.
   * Default: 32 random bytes.
   */
  generateVerificationToken?: (() => Awaitable<string>) | undefined;
  /** Whether addresses may have a domain without a dot, as in an intranet. Default false. */
  localDomains?: boolean | undefined;
  /** What the stored hashes of tokens are made with. A list rotates. Default: the `secret` of the configuration. */
  secret?: string | readonly string[] | undefined;
  /** Used for every request to the mail service. Default: the global `fetch`. */
  [customFetch]?: CustomFetch | undefined;
}

/** An e-mail provider with every default filled in. */
export interface ResolvedEmail {
  readonly id: string;
  readonly name: string;
  readonly type: "email";
  /** Empty where the host sends mails itself. */
  readonly from: string;
  /** Seconds. */
  readonly maxAge: number;
  /** Null: the `secret` of the configuration. */
  readonly secrets: readonly string[] | null;
  readonly localDomains: boolean;
  readonly fetch: CustomFetch;
  /** Keys and passwords, so that no log line holds one. */
  readonly hidden: readonly string[];
  /** What the host wrote, and the environment's part of it. */
  readonly source: EmailConfig;
}
