import { pbkdf2, type Pbkdf2Digest } from "../../../crypto/pbkdf2.ts";
import { toTooCostly } from "./complaints.ts";
import { fromBase64, fromHex } from "./decode.ts";
import { type Scheme, toBytes, toScheme } from "./scheme.ts";

/** A parsed PBKDF2 hash. */
interface Parsed {
  readonly digest: Pbkdf2Digest;
  readonly iterations: number;
  readonly salt: Uint8Array | null;
  readonly key: Uint8Array | null;
}

/** Bytes of a hash function's result, which all formats but one store whole. */
const DIGEST_BYTES = { sha1: 20, sha256: 32, sha512: 64 } as const;

/** More take several seconds. */
const MAX_ITERATIONS = 10_000_000;

/** Bytes that scrypt goes through in the time of one iteration. */
export const ITERATION = 128;

/** `pbkdf2_sha256$1000000$<text>$<base64>` */
const DJANGO =
  /^pbkdf2_(sha256|sha1)\$([1-9]\d{0,9})\$([!-#%-~]{1,128})\$([A-Za-z0-9+/]{27,43}=)$/;
/** `pbkdf2:sha256:1000000$<text>$<hex>` */
const WERKZEUG =
  /^pbkdf2:(sha(?:1|256|512)):([1-9]\d{0,9})\$([!-#%-~]{1,128})\$([0-9a-f]{40,128})$/;
/** `$pbkdf2-sha256$29000$…$…`, with `.` for `+`; SHA-1 is not named. */
const PASSLIB =
  /^\$pbkdf2(?:-(sha256|sha512))?\$([1-9]\d{0,9})\$([A-Za-z0-9./]{2,86})\$([A-Za-z0-9./]{27,86})$/;
/** `$pbkdf2-sha512$i=10000$…$…` */
const PHC =
  /^\$pbkdf2-(sha(?:1|256|512))\$i=([1-9]\d{0,9})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{27,86})$/;

/** Parses a PBKDF2 hash with a prefix (RFC 8018); null for any other. */
export function parsePbkdf2(hash: string): Scheme | null {
  const parsed = parseText(DJANGO, hash, fromBase64) ??
    parseText(WERKZEUG, hash, fromHex) ??
    parseEncoded(PASSLIB, hash) ??
    parseEncoded(PHC, hash);
  // A shortened key would match with less work than was meant.
  if (parsed?.key?.length !== DIGEST_BYTES[parsed?.digest ?? "sha1"]) {
    return null;
  }
  return toPbkdf2(parsed);
}

/** Parses a hash of ASP.NET Core Identity; null for any other. */
export function parseAspNetIdentity(hash: string): Scheme | null {
  const bytes = hash.length % 4 === 0 ? fromBase64(hash) : null;
  if (bytes === null || bytes.length > 256) return null;
  return bytes[0] === 0 ? parseVersion2(bytes) : parseVersion3(bytes);
}

/** A zero, a salt of 16 bytes, a key of 32. */
function parseVersion2(bytes: Uint8Array): Scheme | null {
  if (bytes.length !== 49) return null;
  return toPbkdf2({
    digest: "sha1",
    iterations: 1000,
    salt: bytes.slice(1, 17),
    key: bytes.slice(17),
  });
}

/** A one, then hash function, iterations and the salt's length with four bytes each, the salt, and the key. */
function parseVersion3(bytes: Uint8Array<ArrayBuffer>): Scheme | null {
  if (bytes[0] !== 1 || bytes.length < 13) return null;
  const view = new DataView(bytes.buffer);
  const digest = (["sha1", "sha256", "sha512"] as const)[view.getUint32(1)];
  const iterations = view.getUint32(5);
  const saltBytes = view.getUint32(9);
  const key = bytes.slice(13 + saltBytes);
  // Identity writes 32 bytes of key; its published examples have 16.
  const isWhole = saltBytes >= 16 && (key.length === 16 || key.length === 32);
  if (digest === undefined || iterations === 0 || !isWhole) return null;
  const salt = bytes.slice(13, 13 + saltBytes);
  return toPbkdf2({ digest, iterations, salt, key });
}

/** Parses a hash whose salt is used as it is written. */
function parseText(
  form: RegExp,
  hash: string,
  decode: (text: string) => Uint8Array | null,
): Parsed | null {
  const [, digest, iterations, salt, key] = form.exec(hash) ?? [];
  if (salt === undefined || key === undefined) return null;
  return {
    digest: digest as Pbkdf2Digest, // the patterns allow no other
    iterations: Number(iterations),
    salt: toBytes(salt),
    key: decode(key),
  };
}

/** Parses a hash whose salt is base64, like its key. */
function parseEncoded(form: RegExp, hash: string): Parsed | null {
  const [, digest = "sha1", iterations, salt, key] = form.exec(hash) ?? [];
  if (salt === undefined || key === undefined) return null;
  return {
    digest: digest as Pbkdf2Digest, // the patterns allow no other
    iterations: Number(iterations),
    salt: fromBase64(salt.replaceAll(".", "+")),
    key: fromBase64(key.replaceAll(".", "+")),
  };
}

function toPbkdf2({ digest, iterations, salt, key }: Parsed): Scheme | null {
  if (salt === null || key === null) return null;
  // A key that is longer than the digest costs the iterations once more for
  // each part.
  const rounds = iterations * Math.ceil(key.length / DIGEST_BYTES[digest]);
  if (rounds > MAX_ITERATIONS) {
    throw toTooCostly("PBKDF2", `${MAX_ITERATIONS} iterations`);
  }
  const params = { digest, salt, iterations, bytes: key.length };
  return toScheme({
    size: rounds * ITERATION,
    key,
    derive: (password) => pbkdf2(password, params),
  });
}
