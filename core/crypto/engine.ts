import type { Awaitable } from "../model/model.ts";
import { findBuiltIn } from "../runtime/built_in.ts";
import { endsCanonically } from "./base64url.ts";

/** A secret as the engine that prepared it keeps it; opaque to all other code. */
export type EngineSecret = object;

/** A key of the engine that made it, with the header that it authenticates; opaque to all other code. */
export type EngineKey = object;

/** An encrypted text in the parts of a JWE, as base64url. */
export interface Encrypted {
  readonly iv: string;
  readonly text: string;
  readonly tag: string;
}

/**
 * The algorithms that sealing needs: HKDF-SHA-256 (RFC 5869) and AES-256-GCM.
 * Two engines give the same bytes: `node:crypto` answers synchronously;
 * WebCrypto is available everywhere, but each of its promises costs several
 * times the encryption.
 */
export interface Engine {
  /** Returns the SHA-256 of a text's UTF-8 bytes, as base64url. */
  hash(text: string): Awaitable<string>;
  /** Prepares a secret for {@link derive}. */
  importSecret(secret: string): Awaitable<EngineSecret>;
  /** Derives bytes from a secret. */
  derive(
    secret: EngineSecret,
    info: string,
    bytes: 8 | 32,
  ): Awaitable<Uint8Array>;
  /** Imports a key of 32 bytes for values under this header. */
  importKey(bytes: Uint8Array, header: string): Awaitable<EngineKey>;
  /** Encrypts under a random nonce and authenticates the key's header with it. */
  encrypt(key: EngineKey, text: string): Awaitable<Encrypted>;
  /** Decrypts a text; returns null if anything about it is wrong, its spelling included. */
  decrypt(key: EngineKey, encrypted: Encrypted): Awaitable<string | null>;
}

/** The salt of every derived key. */
export const SALT = "latchkey";
/** Bytes of a nonce. */
export const IV_BYTES = 12;
/** Bytes of an authentication tag. */
export const TAG_BYTES = 16;

/** Loads the engine on WebCrypto, which few runtimes need: reading a session does not wait for it elsewhere. */
async function loadWebEngine(): Promise<Engine> {
  return (await import("./web_engine.ts")).webEngine;
}

/** The same engine before it is loaded. */
const webEngine: Engine = {
  hash: async (text) => (await loadWebEngine()).hash(text),
  importSecret: async (...args) =>
    (await loadWebEngine()).importSecret(...args),
  derive: async (...args) => (await loadWebEngine()).derive(...args),
  importKey: async (...args) => (await loadWebEngine()).importKey(...args),
  encrypt: async (...args) => (await loadWebEngine()).encrypt(...args),
  decrypt: async (...args) => (await loadWebEngine()).decrypt(...args),
};

/** The part of `node:crypto` that is used. Its buffers are Uint8Arrays. */
interface NodeCrypto {
  createHash(name: string): NodeHash;
  /** Hashes in one step: Node 20.12, Deno and Bun have it. */
  hash?(name: string, text: string, encoding: string): string;
  createHmac(name: string, key: string | EngineKey): NodeHmac;
  createSecretKey(bytes: Uint8Array): EngineKey;
  randomBytes(bytes: number): NodeBuffer;
  createCipheriv(name: string, key: EngineKey, iv: Uint8Array): NodeCipher;
  createDecipheriv(
    name: string,
    key: EngineKey,
    iv: Uint8Array,
    options: { authTagLength: number },
  ): NodeCipher;
}

interface NodeHash {
  update(text: string, encoding: string): NodeHash;
  digest(encoding: string): string;
}

interface NodeHmac {
  update(text: string, encoding: string): NodeHmac;
  digest(): NodeBuffer;
}

interface NodeCipher {
  setAAD(bytes: Uint8Array): void;
  setAuthTag(tag: Uint8Array): void;
  getAuthTag(): NodeBuffer;
  update(text: string, from: string): NodeBuffer;
  update(bytes: Uint8Array): NodeBuffer;
  final(): void;
}

interface NodeBuffer extends Uint8Array {
  subarray(start: number, end?: number): NodeBuffer;
  toString(encoding?: string): string;
}

interface NodeBufferClass {
  byteLength(text: string): number;
  from(text: string, encoding: string): NodeBuffer;
}

interface NodeGlobals {
  Buffer?: NodeBufferClass;
}

const CIPHER = "aes-256-gcm";
const TAG_OPTIONS = { authTagLength: TAG_BYTES };

interface NodeKey {
  readonly key: EngineKey;
  readonly header: NodeBuffer;
}

/**
 * Creates what decodes a canonical text; null for any other. The decoder skips
 * characters outside base64, accepts both alphabets, and looks at only eight
 * bits of a character; checking for all of this afterwards is faster than
 * matching a pattern against the text.
 */
function createDecode(
  buffers: NodeBufferClass,
): (text: string) => NodeBuffer | null {
  return (text) => {
    const bytes = buffers.from(text, "base64url");
    return bytes.length === text.length * 3 >> 2 &&
        buffers.byteLength(text) === text.length &&
        !text.includes("+") && !text.includes("/") && endsCanonically(text)
      ? bytes
      : null;
  };
}

/**
 * Creates the two steps of HKDF, so that the first one runs once for each secret
 * (RFC 5869 sections 2.2 and 2.3).
 */
function createDerivation(
  node: NodeCrypto,
): Pick<Engine, "importSecret" | "derive"> {
  const hmac = (key: string | EngineKey, text: string) =>
    node.createHmac("sha256", key).update(text, "utf8").digest();
  return {
    importSecret: (secret) => node.createSecretKey(hmac(SALT, secret)),
    derive: (secret, info, bytes) =>
      hmac(secret, `${info}\x01`).subarray(0, bytes),
  };
}

/** Creates the engine on `node:crypto`. */
function createNodeEngine(node: NodeCrypto, buffers: NodeBufferClass): Engine {
  const decode = createDecode(buffers);
  return {
    hash: node.hash === undefined
      ? (text) =>
        node.createHash("sha256").update(text, "utf8").digest("base64url")
      : (text) => node.hash?.("sha256", text, "base64url") ?? "",
    ...createDerivation(node),
    importKey: (bytes, header): NodeKey => ({
      key: node.createSecretKey(bytes),
      header: buffers.from(header, "latin1"),
    }),
    encrypt: (own, text) => {
      const { key, header } = own as NodeKey;
      const iv = node.randomBytes(IV_BYTES);
      const cipher = node.createCipheriv(CIPHER, key, iv);
      cipher.setAAD(header);
      const body = cipher.update(text, "utf8").toString("base64url");
      // With GCM, this call returns no more text.
      cipher.final();
      const tag = cipher.getAuthTag().toString("base64url");
      return { iv: iv.toString("base64url"), text: body, tag };
    },
    decrypt: (own, { iv, text, tag }) => {
      const { key, header } = own as NodeKey;
      const nonce = decode(iv);
      const body = decode(text);
      const mark = decode(tag);
      if (!nonce || !body || !mark) return null;
      try {
        const decipher = node.createDecipheriv(CIPHER, key, nonce, TAG_OPTIONS);
        decipher.setAAD(header);
        decipher.setAuthTag(mark);
        const plain = decipher.update(body);
        // Throws unless everything is authentic. With GCM, it returns no more text.
        decipher.final();
        return plain.toString("utf8");
      } catch {
        return null;
      }
    },
  };
}

/** Returns the engine of this runtime: Node 20.16, Deno 2.1 and Bun provide `node:crypto`. */
export function findEngine(): Engine {
  const { Buffer } = globalThis as NodeGlobals;
  try {
    const node = findBuiltIn<NodeCrypto>("node:crypto");
    if (node !== undefined && Buffer !== undefined) {
      return createNodeEngine(node, Buffer);
    }
  } catch {
    // A runtime that has the function but refuses the call: WebCrypto works as well.
  }
  return webEngine;
}
