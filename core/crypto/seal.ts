import { fromBase64url, toBase64url } from "./base64url.ts";
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
const TAG_BYTES = 16;

const encoder = new TextEncoder();

/**
 * Encrypts and authenticates a value as a compact JWE (RFC 7516): `dir`,
 * `A256GCM`, and a `kid` that names secret and day. Any JOSE library that has
 * the key reads it. One algorithm and one header need no library of their own.
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
  const kid = `${id}.${day.toString(36)}`;
  const header = toBase64url(
    encoder.encode(`{"alg":"dir","enc":"A256GCM","kid":"${kid}"}`),
  );
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt(
      toParams(iv, header),
      await keyring.key(id, purpose, day),
      encoder.encode(JSON.stringify(payload)),
    ),
  );
  const text = sealed.subarray(0, -TAG_BYTES);
  const tag = sealed.subarray(-TAG_BYTES);
  return `${header}..${[iv, text, tag].map(toBase64url).join(".")}`;
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
  const parts = readParts(token);
  if (parts === null) return null;
  const today = Math.floor(now / DAY);
  const oldest = today - Math.ceil(purpose.maxAge * 1000 / DAY) - 1;
  // Written so that a clock of NaN refuses.
  if (!(parts.day >= oldest && parts.day <= today + 1)) return null;
  const index = (await keyring.ids()).indexOf(parts.secretId);
  if (index < 0) return null;
  try {
    const plain = await crypto.subtle.decrypt(
      toParams(parts.iv, parts.header),
      await keyring.key(parts.secretId, purpose, parts.day),
      parts.sealed,
    );
    const payload: unknown = JSON.parse(strictly.decode(plain));
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

/** The header is authenticated as it stands in the token (RFC 7516 section 5.1). */
function toParams(iv: BufferSource, header: string): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: encoder.encode(header) };
}

interface Parts {
  readonly header: string;
  readonly secretId: string;
  readonly day: number;
  readonly iv: Uint8Array<ArrayBuffer>;
  /** Ciphertext and tag, as WebCrypto wants them. */
  readonly sealed: Uint8Array<ArrayBuffer>;
}

/** Exactly our own header text: no other algorithm, no `zip`, no `crit`, no second spelling. */
const HEADER =
  /^\{"alg":"dir","enc":"A256GCM","kid":"([A-Za-z0-9_-]{11})\.([0-9a-z]{1,6})"\}$/;

function readParts(token: string): Parts | null {
  if (token.length > MAX_LENGTH) return null;
  const [header = "", key, iv = "", text = "", tag = "", ...rest] = token
    .split(".");
  if (key !== "" || rest.length > 0 || text === "") return null;
  const bytes = [header, iv, text, tag].map(fromBase64url);
  const [head, nonce, body, mark] = bytes;
  if (!head || !nonce || !body || !mark) return null;
  if (nonce.length !== 12 || mark.length !== TAG_BYTES) return null;
  const match = HEADER.exec(asWritten.decode(head));
  if (match === null) return null;
  const [, secretId = "", written = ""] = match;
  const day = parseInt(written, 36);
  if (day.toString(36) !== written) return null;
  const sealed = new Uint8Array(body.length + TAG_BYTES);
  sealed.set(body);
  sealed.set(mark, body.length);
  return { header, secretId, day, iv: nonce, sealed };
}
