/**
 * The reference of an error: a diagnosis that is sealed with the application's
 * secret, so that whoever keeps the secret can tell from an error page alone
 * what happened. It holds nothing secret or personal, and fits into a mail.
 *
 * @module
 */

import type { Encrypted } from "../../crypto/engine.ts";
import type { Keyring, Purpose } from "../../crypto/keys.ts";
import { randomText } from "../../crypto/random.ts";
import { type Numbers, pack, unpack } from "./pack.ts";

/** A cookie that came with a request. */
export type CookieFact =
  | "session"
  | "repeated session"
  | "csrf"
  | "this attempt"
  | "other attempts"
  | "challenge"
  | "device"
  | "remembered"
  | "tokens"
  | "of other applications"
  | "ours under other names";

/** What else is true of a request. */
export type RequestFact =
  | "https"
  | "host configured"
  | "host refused"
  | "x-forwarded-proto"
  | "x-forwarded-host"
  | "same origin"
  | "cross-site"
  | "foreign origin header"
  | "for a program"
  | "names an attempt"
  | "code"
  | "error of the provider"
  | "iss"
  | "prefetch";

/** The method of a request. */
export type FailedMethod = "GET" | "POST" | "HEAD" | "another method";

/** The cookies in the order of their bits. */
export const COOKIES: readonly CookieFact[] = [
  "session",
  "repeated session",
  "csrf",
  "this attempt",
  "other attempts",
  "challenge",
  "device",
  "remembered",
  "tokens",
  "of other applications",
  "ours under other names",
];

/** The facts in the order of their bits. */
export const FACTS: readonly RequestFact[] = [
  "https",
  "host configured",
  "host refused",
  "x-forwarded-proto",
  "x-forwarded-host",
  "same origin",
  "cross-site",
  "foreign origin header",
  "for a program",
  "names an attempt",
  "code",
  "error of the provider",
  "iss",
  "prefetch",
];

/** The methods by their number. */
export const METHODS: readonly FailedMethod[] = [
  "GET",
  "POST",
  "HEAD",
  "another method",
];

/** A diagnosis opens for this many days. */
export const DAYS = 400;
const DAY = 86_400_000;

const purpose: Purpose = {
  name: "diagnosis",
  cookie: "",
  maxAge: DAYS * 86_400,
};

/** Twelve bytes of a nonce, fifteen of text, sixteen of a tag, as base64url. */
const FORM = /^([\w-]{16})([\w-]{20})([\w-]{22})$/;

/** The characters of a random reference. */
const RANDOM = 8;

/**
 * Seals a diagnosis. If that fails, the error must still be told: the reference
 * is then a random one.
 *
 * @param now milliseconds since the epoch
 */
export async function sealDiagnosis(
  keyring: Keyring,
  numbers: Omit<Numbers, "second">,
  now: number,
): Promise<string> {
  const second = Math.floor(now % DAY / 1000);
  try {
    const { key } = await keyring.sealing(purpose, Math.floor(now / DAY));
    const text = pack({ ...numbers, second });
    const sealed = await keyring.engine.encrypt(key, text);
    return `${sealed.iv}${sealed.text}${sealed.tag}`;
  } catch {
    return randomText(6);
  }
}

/** An opened diagnosis. */
export interface OpenedDiagnosis {
  readonly numbers: Numbers;
  /** Milliseconds since the epoch, to the second. */
  readonly time: number;
}

/**
 * Opens a reference that was made with this keyring's first secret in the last
 * {@link DAYS}; null for any other.
 *
 * @param now milliseconds since the epoch
 */
export async function openDiagnosis(
  keyring: Keyring,
  reference: string,
  now: number,
): Promise<OpenedDiagnosis | null> {
  const match = FORM.exec(reference);
  if (match === null) return null;
  const [, iv = "", text = "", tag = ""] = match;
  // A clock may be ahead of this one.
  const latest = Math.floor(now / DAY) + 1;
  for (let day = latest; day > latest - DAYS; day--) {
    const numbers = await openOn(keyring, day, { iv, text, tag });
    if (numbers !== null) {
      return { numbers, time: day * DAY + numbers.second * 1000 };
    }
  }
  return null;
}

async function openOn(
  { engine, sealing }: Keyring,
  day: number,
  encrypted: Encrypted,
): Promise<Numbers | null> {
  const { key } = await sealing(purpose, day);
  const plain = await engine.decrypt(key, encrypted);
  return plain === null ? null : unpack(plain);
}

/** Whether a text has the form of our references; no other is shown. */
export function isReference(text: string): boolean {
  return FORM.test(text) || /^[\w-]+$/.test(text) && text.length === RANDOM;
}
