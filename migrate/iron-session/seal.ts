/**
 * Opens the seals of iron-session (Fe26.2).
 *
 * @module
 */

import { fromBase64url, toBase64url } from "../../core/crypto/base64url.ts";
import { isEqual } from "../../core/crypto/equal.ts";
import { hmac } from "../../core/crypto/hmac.ts";
import type { Refusal } from "../engine/bridge.ts";

/** The content of a session, as the application stored it. */
export type IronContent = Readonly<Record<string, unknown>>;

/** An opened seal, or the reason why it is refused. */
export type Unsealed =
  | {
    readonly content: IronContent;
    /** Milliseconds since the epoch; null: never. */
    readonly expiry: number | null;
  }
  | { readonly reason: Refusal };

/** Lists the passwords that a seal with this id may have been made with. */
export type FindPasswords = (id: string) => readonly string[];

/**
 * The prefix with the id of the password; salt, vector, ciphertext and expiry;
 * salt and code of the MAC; and the version, which the MAC does not cover.
 */
const SEAL =
  /^(Fe26\.2\*(\w{1,64})\*([0-9a-f]{64})\*([\w-]{22})\*([\w-]+)\*(\d{0,16}))\*([0-9a-f]{64})\*([\w-]{43})(~2)?$/;
/** iron-session itself writes at most four cookies of this size. */
const LONGEST = 4 * 4096;
/** Milliseconds by which a seal outlives its expiry. */
export const SKEW = 60_000;

/**
 * Opens a seal.
 *
 * @param text the value of the cookie
 * @param passwords those to try
 * @param now milliseconds since the epoch
 */
export async function unseal(
  text: string,
  passwords: FindPasswords,
  now: number,
): Promise<Unsealed> {
  if (text.length > LONGEST) return { reason: "too large" };
  const parts = SEAL.exec(text);
  if (parts === null) return { reason: "malformed" };
  const [, signed = "", id = "", , , , end = "", salt = "", code = ""] = parts;
  for (const password of passwords(id)) {
    const key = await deriveKey(password, salt);
    if (!isEqual(toBase64url(await hmac(key, signed)), code)) continue;
    const expiry = end === "" ? null : Number(end);
    if (expiry !== null && expiry <= now - SKEW) return { reason: "expired" };
    const content = toContent(await decrypt(parts, password), parts[9]);
    return content === null ? { reason: "malformed" } : { content, expiry };
  }
  return { reason: "forged" };
}

async function deriveKey(
  password: string,
  salt: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const base = await crypto.subtle.importKey(
    "raw",
    encoder.encode(password),
    "PBKDF2",
    false,
    ["deriveBits"],
  );
  // One round is enough: the passwords are long, and not those of people.
  const bits = await crypto.subtle.deriveBits(
    {
      name: "PBKDF2",
      hash: "SHA-1",
      // The text of the salt is used, not the bytes that it encodes.
      salt: encoder.encode(salt),
      iterations: 1,
    },
    base,
    256,
  );
  return new Uint8Array(bits);
}

/**
 * Decrypts a seal whose MAC is right; null if its parts are not a ciphertext.
 */
async function decrypt(
  [, , , salt = "", vector = "", ciphertext = ""]: RegExpExecArray,
  password: string,
): Promise<string | null> {
  const [iv, bytes] = [fromBase64url(vector), fromBase64url(ciphertext)];
  if (iv === null || bytes === null) return null;
  const name = "AES-CBC";
  const raw = await deriveKey(password, salt);
  const key = await crypto.subtle
    .importKey("raw", raw, name, false, ["decrypt"]);
  try {
    return new TextDecoder()
      .decode(await crypto.subtle.decrypt({ name, iv }, key, bytes));
  } catch {
    return null;
  }
}

/** Before version 8 the application's members were inside `persistent`. */
function toContent(
  text: string | null,
  version: string | undefined,
): IronContent | null {
  const content = parseObject(text);
  if (version !== undefined || content === null) return content;
  return Object.hasOwn(content, "persistent")
    ? toObject(content.persistent)
    : null;
}

function parseObject(text: string | null): IronContent | null {
  if (text === null) return null;
  try {
    return toObject(JSON.parse(text));
  } catch {
    return null;
  }
}

function toObject(value: unknown): IronContent | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as IronContent
    : null;
}
