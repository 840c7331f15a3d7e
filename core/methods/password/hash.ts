/**
 * Hashes and verifies the passwords that the adapter stores, as the options of
 * their provider say.
 *
 * @module
 */

import { UnknownPasswordHash } from "../../errors/errors.ts";
import type { ResolvedRules } from "../../providers/password_rules.ts";
import {
  hashPassword,
  needsRehash,
  verifyPassword,
} from "../credentials/password.ts";
import {
  findPepper,
  formatKeyed,
  keyPassword,
  parseKeyed,
  toPepperId,
} from "./pepper.ts";

/** The part of the provider's options that hashing needs. */
type Hashing = Pick<ResolvedRules, "hash" | "peppers">;

/** No real password is longer. */
const MAX_LENGTH = 1024;

/**
 * Hashes a new password, which the rules have accepted.
 *
 * @throws RangeError for a password that cannot be used, Overloaded
 */
export async function hashFor(
  { hash, peppers: [pepper] }: Hashing,
  password: string,
): Promise<string> {
  // The normal form of a password that was accepted is never too long.
  const text = password.normalize("NFKC");
  if (pepper === undefined) return await hashPassword(text, hash);
  if (!isUsable(text)) {
    throw new RangeError(
      `A password has 1 to ${MAX_LENGTH} characters, and none of them is NUL.`,
    );
  }
  const keyed = await keyPassword(pepper, text);
  return formatKeyed({
    id: await toPepperId(pepper),
    hash: await hashPassword(keyed, hash),
  });
}

/**
 * Returns whether a password is that of a hash; does the same work without one.
 *
 * @throws UnknownPasswordHash, after the same work, for a hash that cannot be
 * checked; Overloaded
 */
export async function verifyFor(
  { hash, peppers }: Hashing,
  password: string | null | undefined,
  stored: string | null | undefined,
): Promise<boolean> {
  const keyed = parseKeyed(stored ?? null);
  if (keyed === null) return await verifyPassword(password, stored, hash);
  const pepper = await findPepper(peppers, keyed.id);
  if (pepper === null) {
    await verifyPassword(password, null, hash);
    throw toMissingPepper(keyed.id);
  }
  const text = isUsable(password) ? await keyPassword(pepper, password) : null;
  return await verifyPassword(text, keyed.hash, hash);
}

/**
 * Whether a hash was made with another algorithm, cost or pepper than new ones:
 * then the password is hashed again while it is known.
 */
export async function needsNewHash(
  { hash, peppers: [pepper] }: Hashing,
  stored: string,
): Promise<boolean> {
  const keyed = parseKeyed(stored);
  const id = pepper === undefined ? null : await toPepperId(pepper);
  if (id !== (keyed?.id ?? null)) return true;
  return needsRehash(keyed?.hash ?? stored, hash);
}

function isUsable(password: string | null | undefined): password is string {
  return typeof password === "string" && password !== "" &&
    password.length <= MAX_LENGTH && !password.includes("\0");
}

function toMissingPepper(id: string): UnknownPasswordHash {
  return new UnknownPasswordHash(
    `A stored password hash was made with a pepper that the option \`pepper\` of \`Password\` does not have (its id is "${id}"). Add that secret to the end of the list: without it, these users have to reset their passwords.`,
  );
}
