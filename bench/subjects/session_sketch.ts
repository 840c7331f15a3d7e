/**
 * The floors under session reads: the least code that reads this library's own
 * session cookie, without a check of anything but its seal.
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
import { secret } from "./subject.ts";

/** The session that a sketch shows. */
export interface SketchedSession {
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly image: string;
  };
}

const keys = new Map<string, KeyObject>();

/**
 * Reads the session of a Cookie header: finds the cookie, decrypts it with
 * `node:crypto` and a prepared key, and parses it.
 */
export function readSketch(header: string | null = null): SketchedSession {
  const { sub: id, name, email, picture: image } = readClaims(header);
  return { user: { id, name, email, image } };
}

/** The claims of a session, of which the rest is kept as it is. */
interface SketchedClaims {
  readonly sub: string;
  readonly name: string;
  readonly email: string;
  readonly picture: string;
  readonly [name: string]: unknown;
}

/** Reads the claims of a session. */
export function readClaims(header: string | null): SketchedClaims {
  const text = header ?? "";
  const start = text.indexOf(`${cookieName}=`) + cookieName.length + 1;
  const end = text.indexOf(";", start);
  const token = text.slice(start, end < 0 ? undefined : end);
  const [head = "", , iv = "", body = "", tag = ""] = token.split(".");
  const decipher = createDecipheriv(
    "aes-256-gcm",
    findKey(head),
    Buffer.from(iv, "base64url"),
    { authTagLength: 16 },
  );
  decipher.setAAD(Buffer.from(head, "latin1"));
  decipher.setAuthTag(Buffer.from(tag, "base64url"));
  const plain = decipher.update(Buffer.from(body, "base64url"));
  decipher.final();
  return JSON.parse(plain.toString("utf8"));
}

/** Derives the key that a header names, once. */
function findKey(head: string): KeyObject {
  const known = keys.get(head);
  if (known !== undefined) return known;
  const { kid } = JSON.parse(Buffer.from(head, "base64url").toString());
  const day = parseInt(String(kid).split(".")[1] ?? "", 36);
  const info = JSON.stringify(["key", "session", cookieName, day]);
  const bytes = hkdfSync("sha256", secret, "latchkey", info, 32);
  const key = createSecretKey(new Uint8Array(bytes));
  keys.set(head, key);
  return key;
}

/** The headers of `GET /auth/session`, apart from its type. */
export const sessionHeaders: readonly (readonly [string, string])[] = [
  ["cache-control", "private, no-cache, no-store"],
  ["vary", "Cookie"],
  ["referrer-policy", "same-origin"],
  ["x-content-type-options", "nosniff"],
];
