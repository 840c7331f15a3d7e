/**
 * One-time codes of authenticator apps (RFC 6238): HMAC-SHA-1, 6 digits, steps
 * of 30 seconds. Most apps ignore any other choice.
 *
 * @module
 */

import { isEqual } from "../../crypto/equal.ts";
import { toBase32 } from "./base32.ts";

/** Milliseconds of a time step (RFC 6238 section 4.1). */
const STEP = 30_000;
const DIGITS = 6;
/** Time steps by which the clocks may differ, in each direction (RFC 6238 section 5.2 recommends one). */
const DRIFT = 1;
/** Bytes of a secret: the length of the HMAC output (RFC 4226 section 4). */
const SECRET_BYTES = 20;

/** Makes a secret. */
export function createTotpSecret(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
}

/** Returns the time step of a moment, in milliseconds since the epoch. */
export function toStep(now: number): number {
  return Math.floor(now / STEP);
}

/** Computes the code of a time step (RFC 4226 section 5.3). */
export async function computeTotp(
  secret: Uint8Array,
  step: number,
): Promise<string> {
  const key = await crypto.subtle.importKey(
    "raw",
    Uint8Array.from(secret),
    { name: "HMAC", hash: "SHA-1" },
    false,
    ["sign"],
  );
  const counter = new DataView(new ArrayBuffer(8));
  counter.setBigUint64(0, BigInt(step));
  const mac = new DataView(
    await crypto.subtle.sign("HMAC", key, counter.buffer),
  );
  const offset = mac.getUint8(mac.byteLength - 1) & 15;
  const number = mac.getUint32(offset) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
}

/**
 * Finds the time step that a code belongs to. Each step is compared, so the time
 * that it takes tells nothing.
 *
 * @param after codes of this step, and of earlier ones, no longer count
 * @returns null if the code is not valid now
 */
export async function findStep(
  secret: Uint8Array,
  code: string,
  { now, after }: { readonly now: number; readonly after: number },
): Promise<number | null> {
  const current = toStep(now);
  let found: number | null = null;
  for (let step = current - DRIFT; step <= current + DRIFT; step++) {
    const isRight = isEqual(await computeTotp(secret, step), code);
    if (isRight && step > after) found = step;
  }
  return found;
}

/** Reads a code as people type it: in groups, or with digits of another script; null for any other text. */
export function readTotpCode(typed: string): string | null {
  const digits = typed.slice(0, 100).normalize("NFKC").replace(/[\s-]/g, "");
  return /^\d{6}$/.test(digits) ? digits : null;
}

/** The names that an app shows beside a code. */
export interface TotpLabel {
  /** The site. */
  readonly issuer: string;
  /** The user's address or name. */
  readonly account: string;
}

/** Makes the URI that tells an app its secret (Key URI Format of Google Authenticator). */
export function toTotpUri(
  secret: Uint8Array,
  { issuer, account }: TotpLabel,
): string {
  // A colon separates the two names.
  const [site, user] = [issuer, account].map((one) => one.replaceAll(":", " "));
  const label = `${encodeURIComponent(site ?? "")}:${
    encodeURIComponent(user ?? "")
  }`;
  const issued = encodeURIComponent(site ?? "");
  return `otpauth://totp/${label}?secret=${
    toBase32(secret)
  }&issuer=${issued}&algorithm=SHA1&digits=${DIGITS}&period=${STEP / 1000}`;
}
