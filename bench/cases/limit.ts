/**
 * The lower limit for reading an encrypted cookie: the token is split,
 * decrypted by `node:crypto` with a prepared key, and parsed.
 *
 * @module
 */

import { Buffer } from "node:buffer";
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  randomBytes,
} from "node:crypto";
import { toUser } from "../subjects/subject.ts";

const header = Buffer.from(
  '{"alg":"dir","enc":"A256GCM","kid":"abcdefghijk.1"}',
)
  .toString("base64url");

/** Creates tokens, and the fastest possible read of one. */
export function createLimit(
  count: number,
  pad = "",
): (index: number) => unknown {
  const key = createSecretKey(randomBytes(32));
  const tokens = Array.from({ length: count }, (_, i) => {
    const iv = randomBytes(12);
    const cipher = createCipheriv("aes-256-gcm", key, iv);
    cipher.setAAD(Buffer.from(header, "latin1"));
    const text =
      cipher.update(JSON.stringify(toClaims(i, pad)), "utf8", "base64url") +
      cipher.final("base64url");
    const tag = cipher.getAuthTag().toString("base64url");
    return `${header}..${iv.toString("base64url")}.${text}.${tag}`;
  });
  return (index) => {
    const [head = "", , iv = "", text = "", tag = ""] =
      (tokens[index % count] ?? "").split(".");
    const decipher = createDecipheriv(
      "aes-256-gcm",
      key,
      Buffer.from(iv, "base64url"),
      { authTagLength: 16 },
    );
    decipher.setAAD(Buffer.from(head, "latin1"));
    decipher.setAuthTag(Buffer.from(tag, "base64url"));
    const plain = decipher.update(Buffer.from(text, "base64url"));
    decipher.final();
    return JSON.parse(plain.toString("utf8"));
  };
}

function toClaims(index: number, pad: string): object {
  const { id, name, email, image } = toUser(index);
  const now = Math.floor(Date.now() / 1000);
  return {
    name,
    email,
    picture: image,
    sub: `op|${id}`,
    sid: `session-${String(index).padStart(14, "0")}`,
    auth_time: now,
    aud: "https://app.example.com",
    iat: now,
    exp: now + 86_400,
    ...(pad === "" ? {} : { pad }),
  };
}
