import { toAuthError } from "../../../errors/errors.ts";

/**
 * What a transport says when it never got so far as to hand a mail over: as
 * nodemailer and the system call it. A connection that ends later is not among
 * them, because the mail may have gone out before it did.
 */
const UNSENT: readonly unknown[] = [
  "EAI_AGAIN",
  "EAUTH",
  "ECONFIG",
  "ECONNREFUSED",
  "EDNS",
  "EENVELOPE",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOAUTH",
  "ENOTFOUND",
  "EOAUTH2",
  "EPROXY",
  "EREQUIRETLS",
  "ETLS",
];
/** System calls before anything can be said. */
const EARLY: readonly unknown[] = ["connect", "getaddrinfo"];

/**
 * Whether a transport's error says that nobody was sent the mail: it was
 * refused, or there was nobody to refuse it. Of anything else nobody knows.
 */
export function isRefusal(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  // Ours, and what hosts say so with.
  if (thrown.name === "MailRefused") return true;
  if (toAuthError(thrown)?.type === "EmailSignInError") return true;
  // A fetch that fails says why in its cause.
  return hasRefusal(thrown) || hasRefusal(thrown.cause);
}

/**
 * Whether a transport's error says that it got nowhere, whoever the mail was
 * for. Which recipients are refused is for whoever asks for the mail to choose.
 */
export function isUnreached(thrown: unknown): boolean {
  return [thrown, (thrown as { cause?: unknown } | null)?.cause].some((one) => {
    const { code, syscall } = (one ?? {}) as Readonly<Record<string, unknown>>;
    return code !== "EENVELOPE" && UNSENT.includes(code) ||
      EARLY.includes(syscall);
  });
}

function hasRefusal(error: unknown): boolean {
  const { code, originalCode, syscall, responseCode, status } = (error ??
    {}) as Readonly<Record<string, unknown>>;
  return UNSENT.includes(code) || UNSENT.includes(originalCode) ||
    EARLY.includes(syscall) || isNo(responseCode) || isNo(status);
}

/** The reply of an SMTP server (RFC 5321 section 4.2.1) or an HTTP service: both say no alike. */
function isNo(reply: unknown): boolean {
  return typeof reply === "number" && reply >= 400 && reply < 600;
}
