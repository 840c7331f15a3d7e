import { hash as sha256 } from "../../../crypto/hash.ts";
import { fromBase64url } from "../../../crypto/base64url.ts";
import { toMissing, toTooCostly } from "./complaints.ts";
import type { BcryptPackage } from "../../../model/hash_packages.ts";
import type { Scheme } from "./scheme.ts";

/**
 * Matches bcrypt, as itself and as Django stores it. `$2x$` is the broken
 * variant of old versions of PHP, in which several passwords have one hash.
 */
const BCRYPT =
  /^(?:(bcrypt_sha256)\$|bcrypt\$)?(\$2[aby]\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53})$/;

/** The binary logarithm of the rounds; 16 takes seconds. */
const MAX_COST = 16;

/** Parses a bcrypt hash; null for any other. */
export function parseBcrypt(
  hash: string,
  bcrypt: BcryptPackage | undefined,
): Scheme | null {
  const [, django, own = "", cost] = BCRYPT.exec(hash) ?? [];
  if (cost === undefined) return null;
  if (Number(cost) > MAX_COST) {
    throw toTooCostly("bcrypt", `the cost ${MAX_COST}`);
  }
  const toText = django === undefined ? (text: string) => text : toDigest;
  return {
    // A cost of 12 takes about the time of scrypt with 128 MiB.
    size: 2 ** (15 + Number(cost)),
    matches: async (text) => {
      if (bcrypt === undefined) throw toMissing("bcrypt", "bcryptjs");
      // bcrypt reads 72 bytes and ignores the rest, as did the library that
      // made the hash.
      return await bcrypt.compare(await toText(text), own);
    },
  };
}

/** Returns the SHA-256 of a text in hexadecimal digits. */
async function toDigest(text: string): Promise<string> {
  const bytes = fromBase64url(await sha256(text)) ?? [];
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
