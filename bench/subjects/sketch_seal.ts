import { Buffer } from "node:buffer";
import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  randomBytes,
} from "node:crypto";

/** Seals values, and opens them again; null: this is not one of them. */
export interface Sealer {
  seal(value: object): string;
  open(token: string): Record<string, unknown> | null;
}

/** Creates the smallest possible sealer: `node:crypto`, and one prepared key. */
export function createSealer(): Sealer {
  const key = createSecretKey(randomBytes(32));
  const header = Buffer.from(
    '{"alg":"dir","enc":"A256GCM","kid":"abcdefghijk.1"}',
  ).toString("base64url");
  const additional = Buffer.from(header, "latin1");
  return {
    seal: (value) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      cipher.setAAD(additional);
      const text = cipher.update(JSON.stringify(value), "utf8", "base64url") +
        cipher.final("base64url");
      const tag = cipher.getAuthTag().toString("base64url");
      return `${header}..${iv.toString("base64url")}.${text}.${tag}`;
    },
    open: (token) => {
      const [head = "", , iv = "", text = "", tag = ""] = token.split(".");
      if (head !== header) return null;
      try {
        const nonce = Buffer.from(iv, "base64url");
        const options = { authTagLength: 16 };
        const decipher = createDecipheriv("aes-256-gcm", key, nonce, options);
        decipher.setAAD(additional);
        decipher.setAuthTag(Buffer.from(tag, "base64url"));
        const plain = decipher.update(Buffer.from(text, "base64url"));
        decipher.final();
        return JSON.parse(plain.toString("utf8"));
      } catch {
        return null;
      }
    },
  };
}
