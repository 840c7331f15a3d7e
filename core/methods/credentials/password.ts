import { fromBase64url, toBase64url } from "../../crypto/base64url.ts";
import { isEqual } from "../../crypto/equal.ts";
import { scrypt, type ScryptCost, toMemory } from "../../crypto/scrypt.ts";
import { Overloaded, UnknownPasswordHash } from "../../errors/errors.ts";
import { sharedPasswordQueue } from "../../runtime/serial_queue.ts";

/** Options for the cost of a password hash. */
export interface PasswordOptions {
  /**
   * Binary logarithm of scrypt's N, 14 to 20. One more doubles time and memory.
   * Default 17: 128 MiB and about a third of a second.
   */
  cost?: number | undefined;
}

/** Characters. No real password is longer, and an attacker cannot make us hash megabytes. */
const MAX_LENGTH = 1024;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** Seconds. By then the queue is empty if no new requests arrive. */
const RETRY_AFTER = 5;
/** Maximum bytes of memory that a hash made elsewhere may require. */
const MAX_MEMORY = 2 ** 30;

/**
 * Hashes a password for storage, with scrypt (RFC 7914) and a random salt. The
 * parameters are part of the hash, so they can change later; see
 * {@link needsRehash}. The text is normalised first (NFKC), because keyboards
 * differ in how they encode the same letter. Each hash takes memory, 128 MiB by
 * default; three are computed at a time, off the event loop. Further calls wait
 * in a queue, and are rejected when it is full.
 *
 * @param password 1 to 1024 characters
 * @returns `$scrypt$ln=17,r=8,p=1$<salt>$<hash>`, about 90 characters
 * @throws RangeError for an empty or too long password, Overloaded if the queue
 * is full, TypeError if the runtime has no scrypt
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { hashPassword, verifyPassword } from "@latchkey/auth/password";
 *
 * const hash = await hashPassword("correct horse battery staple");
 * assert.ok(await verifyPassword("correct horse battery staple", hash));
 * assert.ok(!await verifyPassword("a wrong one", hash));
 * ```
 */
export async function hashPassword(
  password: string,
  options: PasswordOptions = {},
): Promise<string> {
  const cost = toCost(options);
  if (!isUsable(password)) {
    throw new RangeError(`A password has 1 to ${MAX_LENGTH} characters.`);
  }
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const key = await derive(password, { cost, salt, bytes: KEY_BYTES });
  const { ln, r, p } = cost;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${toBase64(salt)}$${toBase64(key)}`;
}

/**
 * Returns whether a password matches a hash. Without a hash (no such user, or
 * the user has no password) it does the same work and returns false, so that
 * timing does not reveal which users exist.
 *
 * @param password what the user typed; an empty text never matches
 * @param hash from {@link hashPassword}, or another scrypt hash of this form;
 * null, undefined and an empty text count as no hash
 * @param options those that new hashes are made with, for the work without a
 * hash
 * @throws UnknownPasswordHash, after the same work, for a hash of another
 * format: if `authorize` lets it through, the user sees the same as for a wrong
 * password, and the log names the format; Overloaded if the queue is full, for
 * known and unknown users alike; TypeError if the runtime has no scrypt
 */
export async function verifyPassword(
  password: string | null | undefined,
  hash: string | null | undefined,
  options: PasswordOptions = {},
): Promise<boolean> {
  const own = toCost(options);
  const stored = readHash(hash);
  const salt = new Uint8Array(SALT_BYTES);
  const recipe = stored ?? { cost: own, salt, bytes: KEY_BYTES };
  const text = isUsable(password) ? password : null;
  const key = toBase64url(await derive(text ?? "x", recipe));
  // Without a hash, the key is compared with itself: the comparison is part of the work.
  const isSame = isEqual(key, stored?.key ?? key);
  if (stored === null && !isNothing(hash)) throw toUnknown(hash);
  return isSame && text !== null && stored !== null;
}

/**
 * Returns whether a hash was made with other parameters than new ones are, so
 * that the password should be hashed again at the next successful sign-in.
 *
 * @param hash the stored hash
 * @param options those that new hashes are made with
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { hashPassword, needsRehash } from "@latchkey/auth/password";
 *
 * const hash = await hashPassword("a password of some length", { cost: 14 });
 * assert.ok(needsRehash(hash));
 * assert.ok(!needsRehash(hash, { cost: 14 }));
 * ```
 */
export function needsRehash(
  hash: string,
  options: PasswordOptions = {},
): boolean {
  const own = toCost(options);
  const stored = readHash(hash);
  if (stored === null) return true;
  const { cost: { ln, r, p }, salt, bytes } = stored;
  return ln !== own.ln || r !== own.r || p !== own.p ||
    salt.length !== SALT_BYTES || bytes !== KEY_BYTES;
}

/** Everything that determines a hash, except the password. */
interface Recipe {
  readonly cost: ScryptCost;
  readonly salt: Uint8Array;
  readonly bytes: number;
}

function toCost({ cost = 17 }: PasswordOptions): ScryptCost {
  if (!Number.isInteger(cost) || cost < 14 || cost > 20) {
    throw new RangeError("`cost` must be a whole number from 14 to 20.");
  }
  return { ln: cost, r: 8, p: 1 };
}

function isUsable(password: unknown): password is string {
  return typeof password === "string" && password !== "" &&
    password.length <= MAX_LENGTH;
}

async function derive(
  password: string,
  { cost, salt, bytes }: Recipe,
): Promise<Uint8Array> {
  const text = new TextEncoder().encode(password.normalize("NFKC"));
  return await sharedPasswordQueue.run(
    toMemory(cost) * cost.p,
    () => scrypt(text, salt, bytes, cost),
    toRefusal,
  );
}

/**
 * Rejecting when the queue is full keeps a flood of passwords from using up
 * memory, and keeps callers from waiting in vain.
 */
function toRefusal(): Overloaded {
  return new Overloaded(
    `Too many passwords are being hashed in this process. Try again in ${RETRY_AFTER} seconds.`,
    RETRY_AFTER,
  );
}

/** `ln` up to 20, `r` and `p` up to 16; the salt and the key have 8 to 64 bytes. */
const FORM =
  /^\$scrypt\$ln=(1\d|20),r=([1-9]|1[0-6]),p=([1-9]|1[0-6])\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{11,86})$/;

/** Parses a hash; null if it has another format or asks for too much memory. */
function readHash(
  hash: unknown,
): (Recipe & { readonly key: string }) | null {
  const match = typeof hash === "string" ? FORM.exec(hash) : null;
  if (match === null) return null;
  const [ln = 0, r = 0, p = 0] = match.slice(1, 4).map(Number);
  const cost = { ln, r, p };
  const [salt, key] = match.slice(4).map((text) => fromBase64url(toUrl(text)));
  if (!salt || !key || toMemory(cost) * p > MAX_MEMORY) return null;
  return { cost, salt, bytes: key.length, key: toBase64url(key) };
}

function isNothing(hash: unknown): boolean {
  return hash === null || hash === undefined || hash === "";
}

/** Matches the name of a hash format; the rest of the hash is secret. */
const FORMAT =
  /^\$(?:2[abxy]|argon2(?:id|i|d)|scrypt|pbkdf2(?:-sha(?:1|256|512))?|[1567y])\$/;

function toUnknown(hash: unknown): UnknownPasswordHash {
  const [format = null] = typeof hash === "string"
    ? FORMAT.exec(hash) ?? []
    : [];
  const found = typeof hash !== "string"
    ? `is no text (${typeof hash})`
    : format === null
    ? "has an unknown format"
    : `begins with "${format}"`;
  return new UnknownPasswordHash(
    `A stored password hash ${found}, which \`verifyPassword\` cannot check: it takes "$scrypt$ln=…,r=…,p=…$<salt>$<hash>" with ln 10 to 20, 1 GiB of work at most, and nothing before or after it. Check this user's hash with the function that made it, then store a new one of \`hashPassword\`.`,
  );
}

function toUrl(base64: string): string {
  return base64.replaceAll("+", "-").replaceAll("/", "_");
}

/** Base64 without padding, as used in hashes of this form. */
function toBase64(bytes: Uint8Array): string {
  return toBase64url(bytes).replaceAll("-", "+").replaceAll("_", "/");
}
