import { fromBase64url, toBase64url } from "../../crypto/base64url.ts";
import { hmac } from "../../crypto/hmac.ts";
import { randomText } from "../../crypto/random.ts";
import type { RecoveryCodes } from "../../accounts/factors/factors.ts";
import { toGroups } from "./base32.ts";

/** The number of codes that a user gets. */
export const CODES = 10;
/** Characters of a code: 80 bits. */
const LENGTH = 16;
/** Letters and digits that cannot be taken for one another (Crockford's base 32). */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** New recovery codes: as the user gets them, and as they are stored. */
export interface NewRecoveryCodes {
  /** The codes, in groups of four characters. */
  readonly shown: readonly string[];
  readonly stored: RecoveryCodes;
}

/** Makes recovery codes. A random key of their own keys the hashes. */
export async function createRecoveryCodes(
  now: number,
): Promise<NewRecoveryCodes> {
  const plain = Array.from({ length: CODES }, createCode);
  const key = randomText(32);
  const codes = await Promise.all(
    plain.map(async (code) => ({
      hash: await hashCode(key, code),
      used: null,
    })),
  );
  return {
    shown: plain.map((code) => toGroups(code, "-")),
    stored: { key, codes, created: now },
  };
}

function createCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return [...bytes].map((byte) => ALPHABET[byte & 31]).join("");
}

/** Hashes a code. It has too many values to be guessed, so the hash need not be slow. */
export async function hashCode(key: string, code: string): Promise<string> {
  const bytes = fromBase64url(key) ?? new Uint8Array();
  return toBase64url(await hmac(bytes, code));
}

/** Reads a code as people type it: in any case and grouping, O for 0, I and L for 1; null for any other text. */
export function readRecoveryCode(typed: string): string | null {
  const code = typed.slice(0, 100).normalize("NFKC").toUpperCase()
    .replace(/[\s-]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  const isCode = code.length === LENGTH &&
    [...code].every((one) => ALPHABET.includes(one));
  return isCode ? code : null;
}
