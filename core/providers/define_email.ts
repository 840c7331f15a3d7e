import { mergeProvider, type ProviderOptions } from "./define.ts";
import type {
  EmailConfig,
  Mail,
  MailCrypto,
  SendMailParams,
} from "./email_provider.ts";

/** The request that hands a mail over to a mail service. Always a POST. */
export interface MailRequest {
  /** Where to. */
  readonly url: string;
  /** Headers beside the content type. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON, or as a form where it is one. */
  readonly body: object | URLSearchParams;
}

/** A sender in its parts. */
export interface Sender {
  /** The bare address. */
  readonly email: string;
  /** The name in front of it. */
  readonly name?: string;
}

/** How a mail service is used. */
export interface MailService {
  /** Provider id. */
  id: string;
  /** Name of the provider, on its button where there are several of this type. Default `Email`. */
  name?: string | undefined;
  /** Key for the service, where it is made of several options. */
  apiKey?: string | undefined;
  /** The request for a mail. */
  toRequest: (
    mail: Mail & {
      /** The service's key. */
      readonly apiKey: string;
      /** The sender in its parts. */
      readonly sender: Sender;
      /** The time of the request. */
      readonly now: Date;
      /** For services whose requests are signed. */
      readonly crypto: MailCrypto;
    },
  ) => MailRequest | Promise<MailRequest>;
  /** Whether an answer with a status of 200 to 299 accepts the mail. Default: each does. */
  isAccepted?: ((answer: unknown) => boolean) | undefined;
}

/** What the application calls (or lists uncalled) to get the provider. */
export type EmailFactory<Extra> = (
  options: ProviderOptions<EmailConfig> & Extra,
) => EmailConfig;

/** A mail service did not take a mail. */
class MailRefused extends Error {
  override readonly name = "MailRefused";
}

/**
 * Makes a factory for a service that sends mail over HTTP.
 *
 * @param define gives the service for the application's options
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { defineEmail } from "@latchkey/auth/providers";
 *
 * const Post = defineEmail(() => ({
 *   id: "post",
 *   toRequest: ({ apiKey, from, to, subject, text, html }) => ({
 *     url: "https://mail.example.com/send",
 *     headers: { authorization: `Bearer ${apiKey}` },
 *     body: { from, to, subject, text, html },
 *   }),
 * }));
 *
 * assert.equal(Post({ from: "sign-in@example.com" }).type, "email");
 * ```
 */
export function defineEmail<Extra extends object = object>(
  define: (options: ProviderOptions<EmailConfig> & Extra) => MailService,
): EmailFactory<Extra> {
  return (options) => {
    const { id, name, apiKey, toRequest, isAccepted } = define(options);
    const definition: EmailConfig = {
      id,
      name,
      type: "email",
      apiKey,
      sendMail: (params) => post(params, toRequest, isAccepted),
    };
    // A key that is made of several options is not one of them.
    const { apiKey: own, ...others } = options;
    return {
      ...mergeProvider(definition, others),
      apiKey: apiKey ?? own,
      type: "email",
    };
  };
}

/** An answer that broke off, or is no JSON. */
const UNREADABLE = Symbol();

async function post(
  params: SendMailParams,
  toRequest: MailService["toRequest"],
  isAccepted: MailService["isAccepted"],
): Promise<void> {
  const { mail, provider: { apiKey }, fetch, signal, now, crypto } = params;
  if (!apiKey) throw new MailRefused("There is no key for the mail service.");
  const sender = toSender(mail.from);
  const { url, headers, body } = await toRequest({
    ...mail,
    apiKey,
    sender,
    now,
    crypto,
  });
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(url, {
    method: "POST",
    headers: {
      accept: "application/json",
      "content-type": isForm
        ? "application/x-www-form-urlencoded"
        : "application/json",
      ...headers,
    },
    body: isForm ? body.toString() : JSON.stringify(body),
    // A key is sent to one place only.
    redirect: "error",
    signal,
  });
  if (response.ok && isAccepted === undefined || !response.ok) {
    // Nobody reads it, so it does not matter how it ends.
    await response.body?.cancel().catch(() => {});
  }
  if (!response.ok) {
    throw new MailRefused(`The mail service answered ${response.status}.`);
  }
  if (isAccepted === undefined) return;
  const answer = await response.json().catch(() => UNREADABLE);
  // It said yes before; what it would have said besides makes no no of it.
  if (answer !== UNREADABLE && !isAccepted(answer)) {
    throw new MailRefused("The mail service took the request, not the mail.");
  }
}

/** `Name <address>` in its parts. */
export function toSender(from: string): Sender {
  const [, written = "", email = from] = /^(.*)<([^<>]+)>\s*$/.exec(from) ?? [];
  const name = written.trim().replace(/^"(.*)"$/, "$1");
  return name === "" ? { email: email.trim() } : { email: email.trim(), name };
}
