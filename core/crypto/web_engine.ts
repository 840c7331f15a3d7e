import { fromBase64url, toBase64url } from "./base64url.ts";
import { type Engine, IV_BYTES, SALT, TAG_BYTES } from "./engine.ts";
import { hash } from "./hash.ts";

const encoder = new TextEncoder();

interface WebKey {
  readonly key: CryptoKey;
  readonly additionalData: Uint8Array<ArrayBuffer>;
}

/** The engine on WebCrypto, which every runtime has. */
export const webEngine: Engine = {
  hash,
  importSecret: (secret) =>
    crypto.subtle.importKey(
      "raw",
      encoder.encode(secret),
      "HKDF",
      false,
      ["deriveBits"],
    ),
  derive: async (secret, info, bytes) => {
    const params = {
      name: "HKDF",
      hash: "SHA-256",
      salt: encoder.encode(SALT),
      info: encoder.encode(info),
    };
    return new Uint8Array(
      await crypto.subtle.deriveBits(params, secret as CryptoKey, 8 * bytes),
    );
  },
  importKey: async (bytes, header) => {
    const own: WebKey = {
      key: await crypto.subtle.importKey(
        "raw",
        Uint8Array.from(bytes),
        "AES-GCM",
        false,
        ["encrypt", "decrypt"],
      ),
      additionalData: encoder.encode(header),
    };
    return own;
  },
  encrypt: async (own, text) => {
    const { key, additionalData } = own as WebKey;
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const sealed = new Uint8Array(
      await crypto.subtle.encrypt(
        { name: "AES-GCM", iv, additionalData },
        key,
        encoder.encode(text),
      ),
    );
    return {
      iv: toBase64url(iv),
      text: toBase64url(sealed.subarray(0, -TAG_BYTES)),
      tag: toBase64url(sealed.subarray(-TAG_BYTES)),
    };
  },
  decrypt: async (own, { iv, text, tag }) => {
    const { key, additionalData } = own as WebKey;
    const [nonce, body, mark] = [iv, text, tag].map(fromBase64url);
    if (!nonce || !body || !mark) return null;
    const sealed = new Uint8Array(body.length + mark.length);
    sealed.set(body);
    sealed.set(mark, body.length);
    try {
      const plain = await crypto.subtle.decrypt(
        { name: "AES-GCM", iv: nonce, additionalData },
        key,
        sealed,
      );
      return decoder.decode(plain);
    } catch {
      return null;
    }
  },
};

/** Keeps a byte order mark, which is part of the text. */
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
