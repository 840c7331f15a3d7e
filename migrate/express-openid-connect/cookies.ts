/**
 * The cookies of express-openid-connect: a sealed session, or the id of a
 * stored one, which may be signed.
 *
 * @module
 */

import { fromBase64url, toBase64url } from "../../core/crypto/base64url.ts";
import { isEqual } from "../../core/crypto/equal.ts";
import { hmac } from "../../core/crypto/hmac.ts";
import type { Candidate } from "../engine/bridge.ts";
import {
  type Claims,
  decryptClaims,
  deriveKey,
  parseObject,
} from "../engine/jwe.ts";

/** A session as the library writes it. */
export interface Written {
  /** Its times. */
  readonly header: Claims;
  /** The provider's answer, and what the application added. */
  readonly data: Claims;
}

/** Opens cookies with the keys of the old secrets, which are derived once. */
export interface OldCookieKeys {
  /** Opens a sealed session; null if no secret does. */
  openSealed(text: string): Promise<Written | null>;
  /** Returns the id of a stored session; null if its signature is missing or wrong. */
  openId(candidate: Candidate): Promise<string | null>;
}

const LENGTH = 32;

/**
 * Creates the keys.
 *
 * @param needsSignature whether an id without a signature is refused
 */
export function createKeys(
  secrets: readonly string[],
  needsSignature: boolean,
): OldCookieKeys {
  const sealing = deriveOnce(secrets, "JWE CEK");
  const signing = deriveOnce(secrets, "JWS Cookie Signing");
  return {
    openSealed: async (text) => {
      // The times are in the header, which the encryption authenticates.
      const header = parseObject(fromBase64url(text.split(".", 1)[0] ?? ""));
      if (header === null) return null;
      for (const key of await sealing()) {
        const data = await decryptClaims(text, key, "A256GCM");
        if (data !== null) return { header, data };
      }
      return null;
    },
    openId: async ({ name, text }) => {
      const [id = "", signature] = text.split(".", 2);
      if (!ID.test(id) || text.length > LONGEST) return null;
      if (signature === undefined) return needsSignature ? null : id;
      for (const key of await signing()) {
        if (isEqual(text, `${id}.${await sign(key, `${name}=${id}`)}`)) {
          return id;
        }
      }
      return null;
    },
  };
}

/** An id: the library's own, or that of an application's `genid`. */
const ID = /^[\w-]{16,}$/;
/** The limit on the characters of an id and its signature. */
const LONGEST = 512;

function deriveOnce(
  secrets: readonly string[],
  info: string,
): () => Promise<readonly Uint8Array[]> {
  let keys: Promise<readonly Uint8Array[]> | undefined;
  const how = { salt: "", info };
  return () =>
    keys ??= Promise.all(secrets.map((one) => deriveKey(one, how, LENGTH)));
}

/** Signs a text that is not part of the signature itself (RFC 7797). */
async function sign(key: Uint8Array, text: string): Promise<string> {
  return toBase64url(await hmac(key, `${HEADER}.${text}`));
}

const HEADER = toBase64url(
  new TextEncoder().encode('{"alg":"HS256","b64":false,"crit":["b64"]}'),
);
