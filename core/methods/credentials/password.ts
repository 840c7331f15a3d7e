import type { HashPackages } from "../../model/hash_packages.ts";
import type { PasswordFormat } from "../../model/password_format.ts";
import {
  isOfAlgorithm,
  isOfRecipe,
  type PasswordOptions,
  type Recipe,
  toRecipe,
} from "./recipe.ts";
import {
  hashByScrypt,
  isOfCost,
  matchesScrypt,
  parseScryptHash,
} from "./scrypt_hash.ts";

export type { PasswordOptions };

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

/**
 * Hashes a password for storage, with scrypt (RFC 7914), or else Argon2id
 * (RFC 9106) or PBKDF2 (RFC 8018), and a random salt. The parameters are part of
 * the hash, so they can change later; see {@link needsRehash}. The text is normalised first (NFKC), because keyboards
 * differ in how they encode the same letter. Each hash takes memory, 128 MiB by
 * default; three are computed at a time, off the event loop. Further calls wait
 * in a queue, and are rejected when it is full.
 *
 * @param password 1 to 1024 characters, none of them NUL (U+0000)
 * @returns `$scrypt$ln=17,r=8,p=1$<salt>$<hash>`, about 90 characters
 * @throws RangeError for an empty or too long password and for one with NUL,
 * Overloaded if the queue is full, TypeError if the runtime has no such algorithm
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
  const recipe = toRecipe(options);
  if (!isUsable(password)) {
    throw new RangeError(`A password has 1 to ${MAX_LENGTH} characters.`);
  }
  // A program that ends texts at NUL would compare the beginning only.
  if (password.includes("\0")) {
    throw new RangeError("A password must not contain the character NUL.");
  }
  return await make(password.normalize("NFKC"), recipe, options);
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
  const recipe = toRecipe(options);
  const text = isUsable(password) ? password : null;
  const typed = text ?? "x";
  const stored = parseScryptHash(hash);
  const isForeign = stored === null && !isNothing(hash);
  // All run in any case, and a failure of the first takes precedence: the time
  // must not tell a visitor that a hash cannot be checked.
  const [work, ours, theirs] = await Promise.allSettled([
    !isOwn(hash, recipe) && workInVain(typed, recipe, options),
    stored !== null && matchesScrypt(listNormalFirst(typed), stored),
    isForeign && verifyForeign(typed, hash, options),
  ]);
  if (work.status === "rejected") throw work.reason;
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
  const recipe = toRecipe(options);
  if (recipe.algorithm !== "scrypt") return !isOfRecipe(hash, recipe);
  const stored = parseScryptHash(hash);
  return stored === null || !isOfCost(stored, recipe.cost);
}

async function make(
  text: string,
  recipe: Recipe,
  { argon2 }: PasswordOptions,
): Promise<string> {
  if (recipe.algorithm === "scrypt") {
    return await hashByScrypt(text, recipe.cost);
  }
  const { makeHash } = await import("./hashes/make.ts");
  return await makeHash(text, recipe, argon2);
}

/** Whether verifying a hash is the work of a recipe, at any cost. */
function isOwn(hash: unknown, recipe: Recipe): boolean {
  return recipe.algorithm === "scrypt"
    ? parseScryptHash(hash) !== null
    : isOfAlgorithm(hash, recipe);
}

/** Does the work of verifying a hash, where there is none. */
async function workInVain(
  typed: string,
  recipe: Recipe,
  options: PasswordOptions,
): Promise<void> {
  const texts = listNormalFirst(typed);
  if (recipe.algorithm === "scrypt") {
    await matchesScrypt(texts, recipe.cost);
    return;
  }
  for (const text of texts) await make(text, recipe, options);
}

/** Our hashes are of normalised texts; others of the same form may not be. */
function listNormalFirst(typed: string): readonly string[] {
  return [...new Set([typed.normalize("NFKC"), typed])];
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

function isUsable(password: unknown): password is string {
  return typeof password === "string" && password !== "" &&
    password.length <= MAX_LENGTH;
}

function isNothing(hash: unknown): boolean {
  return hash === null || hash === undefined || hash === "";
}
