import type { Awaitable } from "../model/model.ts";
import { chain } from "../runtime/maybe_promise.ts";
import type { Keyring, Purpose } from "./keys.ts";

/** The content of a sealed value. */
export interface Opened {
  readonly payload: Readonly<Record<string, unknown>>;
  /** Whether it was sealed under a secret that is no longer the first. */
  readonly outdated: boolean;
}

/**
 * The limit on a sealed value, longer than any set of cookies that the library
 * writes; anything above it is not even parsed. Values that no browser sends,
 * such as tokens of providers, may be longer.
 */
const MAX_LENGTH = 16_384;
const MAX_STORED = 262_144;
const DAY = 86_400_000;
/** The lengths of twelve and sixteen bytes in base64url. */
const IV_LENGTH = 16;
const TAG_LENGTH = 22;

/**
 * Encrypts and authenticates a value as a compact JWE (RFC 7516): `dir`,
 * `A256GCM`, and a `kid` that names secret and day. Any JOSE library that has
 * the key can read it.
 *
 * @param now milliseconds since the epoch
 */
export async function seal(
  keyring: Keyring,
  purpose: Purpose,
  payload: Readonly<Record<string, unknown>>,
  now: number,
): Promise<string> {
  const plain = JSON.stringify(
    purpose.isDated ? { ...payload, started: now } : payload,
  );
  const day = Math.floor(now / DAY);
  const { key, header } = await keyring.sealing(purpose, day);
  const { iv, text, tag } = await keyring.engine.encrypt(key, plain);
  return `${header}..${iv}.${text}.${tag}`;
}

/**
 * Opens a value that {@link seal} made for the same purpose, unless it is too
 * old. Anything else, whatever is wrong with it, gives the same `null`.
 *
 * @param now milliseconds since the epoch
 */
export function open(
  keyring: Keyring,
  purpose: Purpose,
  token: string,
  now: number,
): Awaitable<Opened | null> {
  const most = purpose.cookie === "" ? MAX_STORED : MAX_LENGTH;
  if (token.length > most) return null;
  const parts = token.split(".", 6);
  if (parts.length !== 5) return null;
  const [header = "", none, iv = "", text = "", tag = ""] = parts;
  if (none !== "" || text === "") return null;
  if (iv.length !== IV_LENGTH || tag.length !== TAG_LENGTH) return null;
  const today = Math.floor(now / DAY);
  return chain(keyring.opening(purpose, header, today), (found) => {
    if (found === null) return null;
    const { key, outdated } = found;
    return chain(keyring.engine.decrypt(key, { iv, text, tag }), (plain) => {
      const opened = plain === null ? null : toOpened(plain, outdated);
      return opened !== null && isInTime(opened, purpose, now) ? opened : null;
    });
  });
}

/** Values of earlier versions do not all say when they were sealed. */
function isInTime(
  { payload: { started } }: Opened,
  { isDated, maxAge }: Purpose,
  now: number,
): boolean {
  return !isDated || started === undefined ||
    Math.abs(now - Number(started)) < maxAge * 1000;
}

function toOpened(plain: string, outdated: boolean): Opened | null {
  try {
    const payload: unknown = JSON.parse(plain);
    return isRecord(payload) ? { payload, outdated } : null;
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
