import type { Context } from "../../../request/context.ts";
import { hmac } from "../../../crypto/hmac.ts";
import type {
  Mail,
  MailContent,
  ResolvedEmail,
  VerificationRequestParams,
} from "../../../providers/email_provider.ts";
import { EmailSignInError } from "../../../errors/errors.ts";
import { toWebRequest } from "../../../request/original_request.ts";
import { inSpan } from "../../../runtime/spans.ts";
import { limitTime } from "../../../runtime/timeout.ts";
import { composeMail } from "./compose.ts";
import type { MailPurpose } from "./words.ts";
import { isRefusal, isUnreached } from "./refusal.ts";
import { withoutWords } from "./without_words.ts";
import { type Client, readUserAgent } from "../../../request/client.ts";

/** The time limit for sending a mail, in milliseconds. */
const PATIENCE = 15_000;

/** The mail may still be on its way: sending took too long. */
const LATE = "late";
/** The mail may be on its way: the transport failed, and did not say at which point. */
const UNSURE = "unsure";

/** Whether the mail may arrive although sending it failed. */
export function mayArrive(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return code === LATE || code === UNSURE;
}

/** The mail server could not be reached, regardless of the recipient. */
export class MailUnreached extends EmailSignInError {}

/** The parameters of one mail: its content and its recipient. */
export type OutgoingMail = Pick<
  VerificationRequestParams,
  "identifier" | "url" | "code" | "expires" | "token" | "purpose"
>;

/**
 * Sends the mail, within a time limit.
 *
 * @throws EmailSignInError, with the code `late` or `unsure` if the mail may
 * arrive
 */
export async function sendMail(
  ctx: Context,
  provider: ResolvedEmail,
  outgoing: OutgoingMail,
): Promise<void> {
  await sendInSpan(
    provider,
    (delivery) => deliver(ctx, provider, outgoing, delivery),
  );
}

async function sendInSpan(
  provider: ResolvedEmail,
  send: (delivery: Delivery) => Promise<void>,
): Promise<void> {
  const attributes = { "latchkey.provider": provider.id };
  await inSpan(
    () => ({ name: "mail send", attributes }),
    () => sendInTime(provider, send),
  );
}

async function sendInTime(
  provider: ResolvedEmail,
  send: (delivery: Delivery) => Promise<void>,
): Promise<void> {
  const stop = new AbortController();
  const delivery: Delivery = { signal: stop.signal, isUnderWay: false };
  let isLate = false;
  try {
    await limitTime(
      send(delivery),
      PATIENCE,
      "The mail transport",
      (reason) => {
        isLate = true;
        stop.abort(reason);
      },
    );
  } catch (thrown) {
    const Failure = isUnreached(thrown) ? MailUnreached : EmailSignInError;
    const error = new Failure(
      isLate
        ? `The mail transport of provider "${provider.id}" took longer than ${PATIENCE} ms.`
        : `The mail transport of provider "${provider.id}" failed.`,
      isLate ? {} : { cause: withoutWords(thrown) },
    );
    if (isLate) error.code = LATE;
    else if (delivery.isUnderWay && !isRefusal(thrown)) error.code = UNSURE;
    throw error;
  }
}

/** A mail that the library composes, whatever the application does with its own. */
export type OwnMail =
  & Pick<Mail, "subject" | "text" | "html" | "url" | "code">
  & {
    readonly identifier: string;
  };

/**
 * Sends a mail by the provider's transport, within a time limit.
 *
 * @throws EmailSignInError, as {@link sendMail}
 */
export async function sendOwnMail(
  ctx: Pick<Context, "now">,
  provider: ResolvedEmail,
  mail: OwnMail,
): Promise<void> {
  await sendInSpan(provider, async (delivery) => {
    delivery.isUnderWay = true;
    await submit({ provider, now: ctx.now, ...delivery }, mail);
  });
}

interface Delivery {
  readonly signal: AbortSignal;
  /** Whether the mail has been handed to a transport. */
  isUnderWay: boolean;
}

/** Async, so that a transport that throws synchronously rejects like any other. */
async function deliver(
  ctx: Context,
  provider: ResolvedEmail,
  outgoing: OutgoingMail,
  delivery: Delivery,
): Promise<void> {
  const { source } = provider;
  const { theme } = ctx.settings;
  const request = toWebRequest(ctx);
  const params = { ...outgoing, provider: source, theme, request };
  if (source.sendVerificationRequest !== undefined) {
    delivery.isUnderWay = true;
    await source.sendVerificationRequest(params);
    return;
  }
  const content = await source.renderMail?.(params) ??
    toContent(ctx, provider, outgoing);
  const hand = { provider, now: ctx.now, signal: delivery.signal };
  delivery.isUnderWay = true;
  await submit(hand, { ...outgoing, ...content });
}

/** What a transport is given besides the mail. */
interface Handover {
  readonly provider: ResolvedEmail;
  readonly now: number;
  readonly signal: AbortSignal;
}

/** Hands a mail to the transport. */
async function submit(
  { provider, now, signal }: Handover,
  { identifier, subject, text, html, url, code }: OwnMail,
): Promise<void> {
  const { source, from } = provider;
  // A line break would begin another header.
  const line = subject.replace(/[\r\n]+/g, " ");
  const send = source.sendMail ?? source.sendBySmtp;
  if (send === undefined) throw new Error("The start has checked this.");
  await send({
    mail: { from, to: identifier, subject: line, text, html, url, code },
    provider: source,
    fetch: provider.fetch,
    signal,
    now: new Date(now),
    crypto: { hmac, sha256 },
  });
}

/** A mail of one purpose, before it is composed. */
interface Draft {
  readonly url: string | null;
  readonly code: string | null;
  readonly purpose: MailPurpose;
}

/**
 * Composes a mail in the design of the built-in ones.
 *
 * @param maxAge seconds for which link and code work
 */
export function toContent(
  ctx: Pick<Context, "settings" | "origin" | "now"> & {
    readonly request: Client | null;
  },
  { maxAge }: Pick<ResolvedEmail, "maxAge">,
  { url, code, purpose }: Draft,
): MailContent {
  const { request, settings: { theme, locale } } = ctx;
  const { host } = new URL(ctx.origin);
  return composeMail({
    url,
    code,
    purpose,
    site: theme.name ?? host,
    host,
    minutes: Math.max(1, Math.floor(maxAge / 60)),
    asked: ctx.now,
    userAgent: request && readUserAgent(request),
    acceptLanguage: locale ?? request?.header("accept-language") ?? null,
    theme,
  });
}

async function sha256(text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}
