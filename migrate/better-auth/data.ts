/**
 * The cookies of Better Auth that hold a session or an account themselves.
 *
 * @module
 */

import { compactVerify } from "jose";
import { fromBase64url, toBase64url } from "../../core/crypto/base64url.ts";
import { isEqual } from "../../core/crypto/equal.ts";
import type { Refusal } from "../engine/bridge.ts";
import {
  type Claims,
  decryptClaims,
  deriveKey,
  isObject,
  KEY_LENGTHS,
  parseObject,
} from "../engine/jwe.ts";
import { type BetterAuthAccount, toId, toTime } from "./records.ts";
import { sign } from "./signed.ts";

/** Opens the content of cookies, and remembers keys. */
export interface DataKeys {
  /**
   * Opens a `session_data` cookie in any of its three forms.
   *
   * @param now milliseconds since the epoch
   * @returns the content, or the reason why there is none
   */
  openSession(text: string, now: number): Promise<Claims | Refusal>;
  /**
   * Opens an `account_data` cookie.
   *
   * @param now milliseconds since the epoch
   * @returns the account and the id of its user; null if there is none
   */
  openAccount(text: string, now: number): Promise<OwnedAccount | null>;
}

/** An account, and its user's id in Better Auth. */
export interface OwnedAccount extends BetterAuthAccount {
  readonly userId: string | null;
}

/** Creates the keys of an application. */
export function createDataKeys(secrets: readonly string[]): DataKeys {
  const known = new Map<string, Promise<Uint8Array>>();
  const decrypt = async (text: string, salt: string) => {
    for (const secret of secrets) {
      const id = `${salt} ${secret}`;
      const key = known.get(id) ?? derive(secret, salt);
      known.set(id, key);
      const claims = await decryptClaims(text, await key, ENCRYPTION);
      if (claims !== null) return claims;
    }
    return null;
  };
  return {
    openSession: async (text, now) => {
      const parts = text.split(".", 6).length;
      if (parts === 1) return await openCompact(text, secrets, now);
      const claims = parts === 3
        ? await verify(text, secrets)
        : await decrypt(text, "better-auth-session");
      return claims === null ? "forged" : checkTimes(claims, now);
    },
    openAccount: async (text, now) => {
      const claims = await decrypt(text, "better-auth-account");
      if (claims === null || checkTimes(claims, now) !== claims) return null;
      const { providerId, accountId, userId } = claims;
      return typeof providerId === "string" && typeof accountId === "string"
        ? { providerId, accountId, userId: toId(userId) }
        : null;
    },
  };
}

const ENCRYPTION = "A256CBC-HS512";

function derive(secret: string, salt: string): Promise<Uint8Array> {
  const info = "BetterAuth.js Generated Encryption Key";
  return deriveKey(secret, { salt, info }, KEY_LENGTHS[ENCRYPTION]);
}

async function verify(
  text: string,
  secrets: readonly string[],
): Promise<Claims | null> {
  for (const secret of secrets) {
    const key = new TextEncoder().encode(secret);
    try {
      const { payload } = await compactVerify(text, key, {
        algorithms: ["HS256"],
      });
      return parseObject(payload);
    } catch {
      continue;
    }
  }
  return null;
}

/** Seconds by which a clock may be ahead. */
const AHEAD = 60;

function checkTimes(claims: Claims, now: number): Claims | Refusal {
  const { iat, exp } = claims;
  if (typeof iat !== "number" || typeof exp !== "number") return "malformed";
  if (!(now < exp * 1000)) return "expired";
  return iat * 1000 <= now + AHEAD * 1000 ? claims : "malformed";
}

/** Opens the form that is JSON with a signature in base64url. */
async function openCompact(
  text: string,
  secrets: readonly string[],
  now: number,
): Promise<Claims | Refusal> {
  const { session, expiresAt, signature } = parseObject(fromBase64url(text)) ??
    {};
  if (!isObject(session) || typeof signature !== "string") return "forged";
  const signed = JSON.stringify({ ...session, expiresAt });
  for (const secret of secrets) {
    const expected = toBase64url(await sign(signed, secret));
    if (!isEqual(expected, signature)) continue;
    const endsAt = toTime(expiresAt);
    if (endsAt === null) return "malformed";
    return now < endsAt ? session : "expired";
  }
  return "forged";
}
