import { toAuthError } from "../../../errors/errors.ts";

/**
 * Error codes, of nodemailer and of the system, for failures before a mail was
 * handed over. A connection that ends later is not among them, because the mail
 * may have gone out before it did.
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
/** System calls that fail before any data is sent. */
const EARLY: readonly unknown[] = ["connect", "getaddrinfo"];

/**
 * Whether a transport's error proves that no mail was sent: the server rejected
 * it, or could not be reached. After any other error the mail may be on its
 * way.
 */
export function isRefusal(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  // Thrown by our own transport, and by custom ones, to say that it was rejected.
  if (thrown.name === "MailRefused") return true;
  if (toAuthError(thrown)?.type === "EmailSignInError") return true;
  // A failed fetch has the reason in its cause.
  return hasRefusal(thrown) || hasRefusal(thrown.cause);
}

/**
 * Whether a transport's error means that the server could not be reached,
 * regardless of the recipient. Rejected recipients do not count: the requester
 * chooses them.
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

/** A negative reply of an SMTP server (RFC 5321 section 4.2.1) or an HTTP service: both use 4xx and 5xx. */
function isNo(reply: unknown): boolean {
  return typeof reply === "number" && reply >= 400 && reply < 600;
}
