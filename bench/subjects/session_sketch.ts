/**
 * The floors under session reads: the least code that reads this library's own
 * session cookie and checks what the documentation promises of every read: the
 * cookie's exact name, one spelling of each sealed value, the day of its key, the
 * audience, the times, and the marks of ended sessions. It knows no other
 * configuration than that of the benchmark, and never renews a session.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import {
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
} from "node:crypto";
import { cookieName } from "./latchkey.ts";
import { origin, secret } from "./subject.ts";

/** The session that a sketch shows. */
export interface SketchedSession {
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly image: string;
  };
  readonly expires: string;
}

/** A key, its header as bytes, and its day since the epoch. */
interface SketchKey {
  readonly key: KeyObject;
  readonly head: Uint8Array;
  readonly day: number;
}

const DAY = 86_400;
const TOLERANCE = 60;
const keys = new Map<string, SketchKey>();
/** When sessions were ended, by session, by user or for all. */
const marks = new Map<string, number>();
const options = { authTagLength: 16 };

/**
 * Reads the session of a Cookie header: finds the cookie, decrypts it with
 * `node:crypto` and a prepared key, parses and checks it; null: there is none.
 */
export function readSketch(
  header: string | null = null,
): SketchedSession | null {
  const claims = readClaims(header);
  if (claims === null) return null;
  const { sub: id, name, email, picture: image } = claims;
  const expires = new Date(claims.exp * 1000).toISOString();
  return { user: { id, name, email, image }, expires };
}

/** Reads the claims of a session that lives. */
function readClaims(header: string | null): Claims | null {
  const now = Date.now() / 1000;
  const claims = openSketch(findCookie(header ?? ""), now);
  if (claims === null) return null;
  const { sub: id, sid, iat, exp, auth_time: began, nbf = iat } = claims;
  if (typeof id !== "string" || typeof sid !== "string") return null;
  const latest = now + TOLERANCE;
  const ends = Math.min(exp, iat + 30 * DAY, began + 365 * DAY);
  const isNow = iat <= latest && began <= latest && nbf <= latest && now < ends;
  if (!isNow || claims.aud !== origin) return null;
  if (iat + DAY <= now) throw new Error("The sketch renews no session.");
  const isEnded = marks.has(`session:${sid}`) || marks.has("all") ||
    marks.has(`user:${id}`);
  return isEnded ? null : claims;
}

function findCookie(text: string): string {
  const mark = `${cookieName}=`;
  const start = text.indexOf(mark);
  const isName = start === 0 || text.startsWith("; ", start - 2);
  // Of two session cookies, one was planted.
  if (start < 0 || !isName || text.includes(mark, start + 1)) return "";
  const end = text.indexOf(";", start);
  return text.slice(start + mark.length, end < 0 ? undefined : end);
}

/** The parts of the payload, which is authentic: only this library writes it. */
interface Claims {
  readonly sub: string;
  readonly sid: string;
  readonly aud: string;
  readonly iat: number;
  readonly nbf?: number;
  readonly exp: number;
  readonly auth_time: number;
  readonly name: string;
  readonly email: string;
  readonly picture: string;
}

function openSketch(token: string, now: number): Claims | null {
  const [head = "", none, iv = "", body = "", tag = "", more] = token.split(
    ".",
  );
  if (none !== "" || more !== undefined) return null;
  const nonce = decode(iv);
  const bytes = decode(body);
  const mark = decode(tag);
  const own = findKey(head);
  if (nonce === null || bytes === null || mark === null) return null;
  if (!(Math.abs(own.day - now / DAY) < 32)) return null;
  try {
    const decipher = createDecipheriv("aes-256-gcm", own.key, nonce, options);
    decipher.setAAD(own.head);
    decipher.setAuthTag(mark);
    const plain = decipher.update(bytes);
    decipher.final();
    return JSON.parse(plain.toString("utf8"));
  } catch {
    return null;
  }
}

/** Decodes the one spelling of bytes; writing them again to compare takes longer. */
function decode(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, "base64url");
  const last = text.charAt(text.length - 1);
  const isCanonical = bytes.length === text.length * 3 >> 2 &&
    Buffer.byteLength(text) === text.length &&
    !text.includes("+") && !text.includes("/") &&
    (text.length % 4 === 0 ||
      (text.length % 4 === 2 ? "AQgw" : "AEIMQUYcgkosw048").includes(last));
  return isCanonical ? bytes : null;
}

/** Derives the key that a header names, once. */
function findKey(head: string): SketchKey {
  const known = keys.get(head);
  if (known !== undefined) return known;
  const { kid } = JSON.parse(Buffer.from(head, "base64url").toString());
  const day = parseInt(String(kid).split(".")[1] ?? "", 36);
  const info = JSON.stringify(["key", "session", cookieName, day]);
  const bytes = hkdfSync("sha256", secret, "latchkey", info, 32);
  const key = createSecretKey(new Uint8Array(bytes));
  const made = { key, head: Buffer.from(head, "latin1"), day };
  keys.set(head, made);
  return made;
}

/** The headers of `GET /auth/session`, apart from its type. */
export const sessionHeaders: readonly (readonly [string, string])[] = [
  ["cache-control", "private, no-cache, no-store"],
  ["vary", "Cookie"],
  ["referrer-policy", "same-origin"],
  ["x-content-type-options", "nosniff"],
];
