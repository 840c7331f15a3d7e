import { scrypt, type ScryptCost, toMemory } from "../../../crypto/scrypt.ts";
import { toAmbiguous, toTooCostly } from "./complaints.ts";
import { fromBase64, fromHex } from "./decode.ts";
import { MAX_MEMORY, type Scheme, toBytes, toScheme } from "./scheme.ts";

/** `scrypt$16384$<text>$8$5$<base64>`: N, salt, r, p and the key. */
const DJANGO =
  /^scrypt\$([1-9]\d{0,9})\$([!-#%-~]{1,128})\$([1-9]\d{0,2})\$([1-9]\d{0,2})\$([A-Za-z0-9+/]{86}==)$/;
/** `scrypt:32768:8:1$<text>$<hex>` */
const WERKZEUG =
  /^scrypt:([1-9]\d{0,9}):([1-9]\d{0,2}):([1-9]\d{0,2})\$([!-#%-~]{1,128})\$([0-9a-f]{128})$/;
/** `<hex>:<hex>`, which several libraries and applications write. */
const PAIR = /^([0-9a-f]{16,128}):([0-9a-f]{128})$/;

/** The costs that a pair may have; neither is written into it. */
const BETTER_AUTH: ScryptCost = { ln: 14, r: 16, p: 1 };
/** The defaults of `node:crypto`. */
const NODE: ScryptCost = { ln: 14, r: 8, p: 1 };

/** Parses a scrypt hash with a prefix; null for any other. */
export function parseScrypt(hash: string): Scheme | null {
  const django = DJANGO.exec(hash);
  if (django !== null) {
    const [, n, salt = "", r, p, key = ""] = django;
    const cost = toCost(n, r, p);
    return cost && toScrypt(cost, salt, fromBase64(key));
  }
  const [, n, r, p, salt, key] = WERKZEUG.exec(hash) ?? [];
  if (salt === undefined || key === undefined) return null;
  const cost = toCost(n, r, p);
  return cost && toScrypt(cost, salt, fromHex(key));
}

/** Parses a hash of Better Auth; null for any other. */
export function parseBetterAuth(hash: string): Scheme | null {
  const [, salt = "", key = ""] = PAIR.exec(hash) ?? [];
  // The salt is the digits themselves.
  return salt.length === 32 ? toScrypt(BETTER_AUTH, salt, fromHex(key)) : null;
}

/** Parses a pair of salt and key; null for any other hash. */
export function parseNodeScrypt(hash: string): Scheme | null {
  const [, salt = "", key = ""] = PAIR.exec(hash) ?? [];
  const decoded = fromHex(salt);
  if (decoded === null) return null;
  // Some applications use the digits as the salt, others the bytes they stand for.
  const readings = [salt, decoded].map((one) =>
    toScrypt(NODE, one, fromHex(key))
  );
  return {
    size: readings.length * toMemory(NODE),
    matches: async (text) => {
      for (const reading of readings) {
        if (await reading?.matches(text)) return true;
      }
      return false;
    },
  };
}

/** @throws UnknownPasswordHash for a hash whose maker has to be named */
export function assertNoPair(hash: string): void {
  if (PAIR.test(hash)) throw toAmbiguous();
}

/** Returns null if N is not a power of two. */
function toCost(n = "", r = "", p = ""): ScryptCost | null {
  const ln = Math.log2(Number(n));
  return Number.isInteger(ln) && ln > 0
    ? { ln, r: Number(r), p: Number(p) }
    : null;
}

function toScrypt(
  cost: ScryptCost,
  salt: string | Uint8Array,
  key: Uint8Array | null,
): Scheme | null {
  if (key === null) return null;
  const size = toMemory(cost) * cost.p;
  if (size > MAX_MEMORY) throw toTooCostly("scrypt", "1 GiB in all");
  const bytes = typeof salt === "string" ? toBytes(salt) : salt;
  return toScheme({
    size,
    key,
    derive: (password) => scrypt(password, bytes, key.length, cost),
  });
}
