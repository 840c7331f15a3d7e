import { fromBase64url, toBase64url } from "../../crypto/base64url.ts";
import { isEqual } from "../../crypto/equal.ts";
import { scrypt, type ScryptCost, toMemory } from "../../crypto/scrypt.ts";
import { Overloaded, UnknownPasswordHash } from "../../errors/errors.ts";
import { sharedPasswordQueue } from "../../runtime/serial_queue.ts";

/** How much work a password is. */
export interface PasswordOptions {
  /**
   * Binary logarithm of scrypt's N, 14 to 20. One more doubles time and memory.
   * Default 17: 128 MiB and about a third of a second.
   */
  cost?: number | undefined;
}

/** Characters: nobody types more, and nobody can make us chew on a megabyte. */
const MAX_LENGTH = 1024;
const SALT_BYTES = 16;
const KEY_BYTES = 32;
/** Seconds. The line is done with by then, if nobody else comes. */
const RETRY_AFTER = 5;
/** Bytes of memory that a hash from elsewhere may ask for. */
const MAX_MEMORY = 2 ** 30;

/**
 * Hashes a password for storage, with scrypt (RFC 7914) and a random salt. The
 * parameters are in the hash, so they can change later; see {@link needsRehash}.
 * The text is normalised first (NFKC), because keyboards differ in how they
 * write the same letter. It takes memory, 128 MiB by default, and three are
 * computed at once, beside the event loop. The others wait in a line; when it is
 * full, no more are taken.
 *
 * @param password 1 to 1024 characters
 * @returns `$scrypt$ln=17,r=8,p=1$<salt>$<hash>`, about 90 characters
 * @throws RangeError for an empty or too long password, Overloaded while too many
 * are waiting, TypeError where the run time has no scrypt
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
 * Whether a password is the one that was hashed. Without a hash (nobody has
 * this name, or no password) the answer is no after the same work, so that the
 * time does not tell who exists.
 *
 * @param password what was typed in; nothing is never right
 * @param hash of {@link hashPassword}, or another scrypt hash of this form;
 * null, undefined and an empty text are no hash
 * @param options those that new hashes are made with, for the work without a hash
 * @throws UnknownPasswordHash, after the same work, for a hash of another format:
 * thrown on by `authorize`, it shows what a wrong password shows, and the log
 * names the format; Overloaded while too many are waiting, whoever is asked about;
 * TypeError where the run time has no scrypt
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
  // The comparison is part of the work.
  const isSame = isEqual(key, stored?.key ?? key);
  if (stored === null && !isNothing(hash)) throw toUnknown(hash);
  return isSame && text !== null && stored !== null;
}

/**
 * Whether a hash was made with other parameters than new ones are, so that the
 * password should be hashed anew, at the next sign-in with it.
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

/** All that a hash is made with, but for the password. */
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

/** Whoever floods a site with passwords takes no memory, and nobody waits for nothing. */
function toRefusal(): Overloaded {
  return new Overloaded(
    `Too many passwords are being hashed in this process. Try again in ${RETRY_AFTER} seconds.`,
    RETRY_AFTER,
  );
}

/** `ln` up to 20, `r` and `p` up to 16; the salt and the key have 8 to 64 bytes. */
const FORM =
  /^\$scrypt\$ln=(1\d|20),r=([1-9]|1[0-6]),p=([1-9]|1[0-6])\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{11,86})$/;

/** What a hash says; null for anything that is none, or that asks for too much. */
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

/** Names of formats; what follows them is a secret. */
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

/** The alphabet that hashes of this form are written in, without padding. */
function toBase64(bytes: Uint8Array): string {
  return toBase64url(bytes).replaceAll("-", "+").replaceAll("_", "/");
}
