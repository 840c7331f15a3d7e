import { fromBase64, parseParameters } from "./hashes/decode.ts";
import { toBase64url } from "../../crypto/base64url.ts";
import { isEqual } from "../../crypto/equal.ts";
import { scrypt, type ScryptCost, toMemory } from "../../crypto/scrypt.ts";
import type { PasswordFormat } from "./hashes/format.ts";
import type { HashPackages } from "./hashes/packages.ts";
import { computeInTurn } from "./password_queue.ts";

/** Options for the cost of a password hash. */
export interface PasswordOptions {
  /**
   * Binary logarithm of scrypt's N, 14 to 20. One more doubles time and memory.
   * Default 17: 128 MiB and about a third of a second.
   */
  cost?: number | undefined;
}

/** Options for verifying a password. */
export interface VerifyPasswordOptions extends PasswordOptions, HashPackages {
  /**
   * The library that made the hashes, if they have no prefix that shows it.
   * Hashes with a prefix are recognised with any value. Default: all have one.
   */
  format?: PasswordFormat | undefined;
}

/** No real password is longer, and an attacker cannot make us hash megabytes. */
const MAX_LENGTH = 1024;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
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
 * @param password 1 to 1024 characters, none of them NUL (U+0000)
 * @returns `$scrypt$ln=17,r=8,p=1$<salt>$<hash>`, about 90 characters
 * @throws RangeError for an empty or too long password and for one with NUL,
 * Overloaded if the queue is full, TypeError if the runtime has no scrypt
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
  // A program that ends texts at NUL would compare the beginning only.
  if (password.includes("\0")) {
    throw new RangeError("A password must not contain the character NUL.");
  }
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const text = password.normalize("NFKC");
  const key = await derive(text, { cost, salt, bytes: KEY_BYTES });
  const { ln, r, p } = cost;
  return `$scrypt$ln=${ln},r=${r},p=${p}$${toBase64(salt)}$${toBase64(key)}`;
}

/**
 * Returns whether a password matches a hash of {@link hashPassword} or of
 * another library: bcrypt (needs the option `bcrypt`), Argon2 (`crypto.argon2` of
 * Node 24.7, else the option `argon2`), PBKDF2 and scrypt, in the formats of
 * PHC, Django, Werkzeug and passlib, and those of `format`.
 *
 * Without a hash (no such user, or the user has no password) it does the same
 * work and returns false, so that timing does not reveal which users exist. A
 * hash of another library is computed beside that work, so it shows only if it
 * takes longer. The text is tried as it was typed, and normalised (NFKC).
 *
 * @param password what the user typed; an empty text never matches
 * @param hash the stored hash; null, undefined and an empty text count as no
 * hash
 * @param options the options that new hashes are made with, for the work
 * without a hash; the format of hashes without a prefix; and the packages that
 * bcrypt and Argon2 need
 * @throws UnknownPasswordHash, after the same work, for a hash that cannot be
 * checked: of another format, too costly (more than bcrypt's cost 16, 10
 * million iterations of PBKDF2, or 1 GiB), or with a package that was not
 * passed. If `authorize` lets it through, the user sees the same as for a
 * wrong password, and the log says what is wrong; Overloaded if the queue is
 * full, for known and unknown users alike; TypeError if the runtime has no
 * scrypt
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { verifyPassword } from "@latchkey/auth/password";
 *
 * // From the table of a Django application.
 * const hash =
 *   "pbkdf2_sha1$1000$salt$um5PLH8ivEcrRJVasTZXh8+vxX0=";
 * assert.ok(await verifyPassword("correct horse", hash));
 * ```
 */
export async function verifyPassword(
  password: string | null | undefined,
  hash: string | null | undefined,
  options: VerifyPasswordOptions = {},
): Promise<boolean> {
  const own = toCost(options);
  const text = isUsable(password) ? password : null;
  const typed = text ?? "x";
  const stored = readHash(hash);
  const isForeign = stored === null && !isNothing(hash);
  const salt = new Uint8Array(SALT_BYTES);
  const recipe = stored ?? { cost: own, salt, bytes: KEY_BYTES, key: null };
  // Both run in any case, and a failure of the first takes precedence: the time
  // must not tell a visitor that a hash cannot be checked.
  const [ours, theirs] = await Promise.allSettled([
    matches(typed, recipe),
    isForeign && verifyForeign(typed, hash, options),
  ]);
  if (ours.status === "rejected") throw ours.reason;
  if (theirs.status === "rejected") throw theirs.reason;
  return (ours.value || theirs.value) && text !== null;
}

/**
 * Returns whether a hash was made by another library, or with parameters other
 * than those of new hashes, so that the password should be hashed again at the
 * next successful sign-in.
 *
 * @param hash the stored hash
 * @param options the options that new hashes are made with
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

/** A recipe, and its result for the password. */
interface Stored extends Recipe {
  readonly key: string;
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

/** Compares the text with the key; without a key, does the same work in vain. */
async function matches(
  typed: string,
  { key, ...recipe }: Recipe & { readonly key: string | null },
): Promise<boolean> {
  // Our hashes are of normalised texts; others of the same form may not be.
  for (const text of new Set([typed.normalize("NFKC"), typed])) {
    const derived = toBase64url(await derive(text, recipe));
    // Without a key, the derived one is compared with itself: the comparison is
    // part of the work.
    if (isEqual(derived, key ?? derived) && key !== null) return true;
  }
  return false;
}

/** Verifies a hash of another form, as the text was typed and normalised. */
async function verifyForeign(
  typed: string,
  hash: unknown,
  options: VerifyPasswordOptions,
): Promise<boolean> {
  const foreign = await import("./hashes/verify_foreign.ts");
  const texts = [...new Set([typed, typed.normalize("NFKC")])];
  return await foreign.verifyForeign(texts, hash, options);
}

async function derive(
  text: string,
  { cost, salt, bytes }: Recipe,
): Promise<Uint8Array> {
  const password = new TextEncoder().encode(text);
  return await computeInTurn(
    toMemory(cost) * cost.p,
    () => scrypt(password, salt, bytes, cost),
  );
}

/** The salt and the key have 8 to 64 bytes. */
const FORM =
  /^\$scrypt\$([a-z\d=,]{12,30})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{11,86})$/;

/** Parses a hash; null if it has another format or asks for too much memory. */
function readHash(hash: unknown): Stored | null {
  const match = typeof hash === "string" ? FORM.exec(hash) : null;
  const [, costs = "", ...rest] = match ?? [];
  const [ln = 0, r = 0, p = 0] = parseParameters(costs, ["ln", "r", "p"]) ?? [];
  if (ln < 10 || ln > 20 || r > 16 || p > 16) return null;
  const cost = { ln, r, p };
  const [salt, key] = rest.map(fromBase64);
  if (!salt || !key || toMemory(cost) * p > MAX_MEMORY) return null;
  return { cost, salt, bytes: key.length, key: toBase64url(key) };
}

function isNothing(hash: unknown): boolean {
  return hash === null || hash === undefined || hash === "";
}

/** Base64 without padding, as used in hashes of this form. */
function toBase64(bytes: Uint8Array): string {
  return toBase64url(bytes).replaceAll("-", "+").replaceAll("_", "/");
}
