import type { ProviderOptions } from "./definition/define.ts";
import { mergeProvider } from "./definition/merge_provider.ts";
import type {
  EmailConfig,
  Mail,
  MailCrypto,
  SendMailParams,
} from "./email_provider.ts";

/** The request that submits a mail to a mail service. Always a POST. */
export interface MailRequest {
  /** The URL of the service's API. */
  readonly url: string;
  /** Headers besides the content type. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Body, sent as JSON, or as a form if it is URLSearchParams. */
  readonly body: object | URLSearchParams;
}

/** The parts of a sender. */
export interface Sender {
  /** The bare address. */
  readonly email: string;
  /** The display name. */
  readonly name?: string;
}

/** The definition of a mail service. */
export interface MailService {
  /** Provider id. */
  id: string;
  /** Name of the provider, shown on its button if there are several of this type. Default `Email`. */
  name?: string | undefined;
  /** Key for the service, if it is composed of several options. */
  apiKey?: string | undefined;
  /** Returns the request that sends a mail. */
  toRequest: (
    mail: Mail & {
      /** The service's key. */
      readonly apiKey: string;
      /** The parts of the sender. */
      readonly sender: Sender;
      /** The time of the request. */
      readonly now: Date;
      /** Cryptography for services that require signed requests. */
      readonly crypto: MailCrypto;
    },
  ) => MailRequest | Promise<MailRequest>;
  /** Whether a response with a status of 200 to 299 accepts the mail. Default: always. */
  isAccepted?: ((answer: unknown) => boolean) | undefined;
}

/** A function that makes an e-mail provider. The application calls it, or lists it uncalled. */
export type EmailFactory<Extra> = (
  options: ProviderOptions<EmailConfig> & Extra,
) => EmailConfig;

/** Thrown when a mail service does not accept a mail. */
class MailRefused extends Error {
  override readonly name = "MailRefused";
}

/**
 * Makes a factory for a service that sends mail over HTTP.
 *
 * @param define returns the service for the application's options
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
    // A composed key overrides the `apiKey` option.
    const { apiKey: own, ...others } = options;
    return {
      ...mergeProvider(definition, others),
      apiKey: apiKey ?? own,
      type: "email",
    };
  };
}

/** Marks a response that was cut off or is not JSON. */
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
    // The key must not be sent to another URL.
    redirect: "error",
    signal,
  });
  if (response.ok && isAccepted === undefined || !response.ok) {
    // The body is not read, so errors are ignored.
    await response.body?.cancel().catch(() => {});
  }
  if (!response.ok) {
    throw new MailRefused(`The mail service answered ${response.status}.`);
  }
  if (isAccepted === undefined) return;
  const answer = await response.json().catch(() => UNREADABLE);
  // The status accepted the mail; an unreadable body does not change that.
  if (answer !== UNREADABLE && !isAccepted(answer)) {
    throw new MailRefused("The mail service answered, but refused the mail.");
  }
}

/** Splits `Name <address>` into its parts. */
function toSender(from: string): Sender {
  const [, written = "", email = from] = /^(.*)<([^<>]+)>\s*$/.exec(from) ?? [];
  const name = written.trim().replace(/^"(.*)"$/, "$1");
  return name === "" ? { email: email.trim() } : { email: email.trim(), name };
}
