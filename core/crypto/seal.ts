import { compactDecrypt, CompactEncrypt } from "jose";
import { fromBase64url, isCanonicalBase64url } from "./base64url.ts";
import type { Keyring, Purpose } from "./keys.ts";

/** What came out of a sealed value. */
export interface Opened {
  readonly payload: Readonly<Record<string, unknown>>;
  /** Whether it was sealed under a secret that is no longer the first. */
  readonly outdated: boolean;
}

/** Longer than any cookie set that we write; garbage above it is not even parsed. */
const MAX_LENGTH = 16_384;
const DAY = 86_400_000;

/**
 * Encrypts and authenticates a value as a compact JWE (RFC 7516): `dir`,
 * `A256GCM`, and a `kid` that names secret and day.
 *
 * @param now milliseconds since the epoch
 */
export async function seal(
  keyring: Keyring,
  purpose: Purpose,
  payload: Readonly<Record<string, unknown>>,
  now: number,
): Promise<string> {
  const day = Math.floor(now / DAY);
  const [id] = await keyring.ids();
  if (id === undefined) throw new TypeError("a keyring needs a secret");
  return await new CompactEncrypt(
    new TextEncoder().encode(JSON.stringify(payload)),
  )
    .setProtectedHeader({
      alg: "dir",
      enc: "A256GCM",
      kid: `${id}.${day.toString(36)}`,
    })
    .encrypt(await keyring.key(id, purpose, day));
}

/**
 * Opens what {@link seal} made for the same purpose. Anything else, whatever is
 * wrong with it, gives the same `null`.
 *
 * @param now milliseconds since the epoch
 */
export async function open(
  keyring: Keyring,
  purpose: Purpose,
  token: string,
  now: number,
): Promise<Opened | null> {
  const kid = readKid(token);
  if (kid === null) return null;
  const today = Math.floor(now / DAY);
  const oldest = today - Math.ceil(purpose.maxAge * 1000 / DAY) - 1;
  // Written so that a clock of NaN refuses.
  if (!(kid.day >= oldest && kid.day <= today + 1)) return null;
  const ids = await keyring.ids();
  const index = ids.indexOf(kid.secretId);
  if (index < 0) return null;
  try {
    const { plaintext } = await compactDecrypt(
      token,
      await keyring.key(kid.secretId, purpose, kid.day),
      {
        keyManagementAlgorithms: ["dir"],
        contentEncryptionAlgorithms: ["A256GCM"],
      },
    );
    const payload: unknown = JSON.parse(strictly.decode(plaintext));
    return isRecord(payload) ? { payload, outdated: index > 0 } : null;
  } catch {
    return null;
  }
}

/** A byte order mark is no part of our header, so it must not be swallowed. */
const asWritten = new TextDecoder("utf-8", { ignoreBOM: true });
const strictly = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Exactly our own header text: no other algorithm, no `zip`, no `crit`, no second spelling. */
const HEADER =
  /^\{"alg":"dir","enc":"A256GCM","kid":"([A-Za-z0-9_-]{11})\.([0-9a-z]{1,6})"\}$/;

function readKid(token: string): { secretId: string; day: number } | null {
  if (token.length > MAX_LENGTH) return null;
  const parts = token.split(".");
  const [header = "", key, iv = "", text = "", tag = ""] = parts;
  if (parts.length !== 5 || key !== "" || iv.length !== 16) return null;
  if (tag.length !== 22 || text === "") return null;
  if (![iv, text, tag].every(isCanonicalBase64url)) return null;
  const bytes = fromBase64url(header);
  const match = bytes && HEADER.exec(asWritten.decode(bytes));
  if (!match) return null;
  const [, secretId = "", day = ""] = match;
  const number = parseInt(day, 36);
  return number.toString(36) === day ? { secretId, day: number } : null;
}
