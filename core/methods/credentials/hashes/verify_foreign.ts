/**
 * Verifies hashes that other libraries made. The module loads with the first
 * such hash: an application whose users all have hashes of `hashPassword` never
 * needs it.
 *
 * @module
 */

import { UnknownPasswordHash } from "../../../errors/errors.ts";
import { computeInTurn } from "../password_queue.ts";
import { parseArgon2 } from "./argon2.ts";
import { parseBcrypt } from "./bcrypt.ts";
import { toBadFormat, toFailed, toUnknown } from "./complaints.ts";
import { parseFirebase } from "./firebase.ts";
import type { PasswordFormat } from "../../../model/password_format.ts";
import type { HashPackages } from "../../../model/hash_packages.ts";
import { parseAspNetIdentity, parsePbkdf2 } from "./pbkdf2.ts";
import type { Scheme } from "./scheme.ts";
import {
  assertNoPair,
  parseBetterAuth,
  parseNodeScrypt,
  parseScrypt,
} from "./scrypt.ts";

/** The maximum number of characters; no known format has more. */
const MAX_LENGTH = 1024;

/** The options that some hashes need. */
export interface ForeignOptions extends HashPackages {
  format?: PasswordFormat | undefined;
}

/**
 * Returns whether one of the texts is the password.
 *
 * @throws UnknownPasswordHash if the hash cannot be checked, Overloaded if the
 * queue is full
 */
export async function verifyForeign(
  texts: readonly string[],
  hash: unknown,
  options: ForeignOptions,
): Promise<boolean> {
  const isText = typeof hash === "string" && hash.length <= MAX_LENGTH;
  const scheme = isText ? parse(hash, options) : null;
  if (scheme === null) throw toUnknown(hash);
  for (const text of texts) {
    const isSame = await computeInTurn(
      scheme.size,
      () => compare(scheme, text),
    );
    if (isSame) return true;
  }
  return false;
}

/** Prefixes come first: a table may have hashes of several makers. */
function parse(
  hash: string,
  { format, bcrypt, argon2 }: ForeignOptions,
): Scheme | null {
  return parseBcrypt(hash, bcrypt) ?? parseArgon2(hash, argon2) ??
    parsePbkdf2(hash) ??
    parseScrypt(hash) ?? parseNamed(hash, format);
}

function parseNamed(
  hash: string,
  format: PasswordFormat | undefined,
): Scheme | null {
  switch (format) {
    case undefined:
      assertNoPair(hash);
      return null;
    case "better-auth":
      return parseBetterAuth(hash);
    case "node-scrypt":
      return parseNodeScrypt(hash);
    case "aspnet-identity":
      return parseAspNetIdentity(hash);
  }
  // JavaScript callers may pass anything.
  const { firebase } = Object(format) as Partial<typeof format>;
  if (firebase) return parseFirebase(hash, firebase);
  throw toBadFormat(
    '"better-auth", "node-scrypt", "aspnet-identity" or `{ firebase }`',
  );
}

/**
 * A failed algorithm is the operator's concern, and must tell visitors nothing
 * about the account.
 */
async function compare(scheme: Scheme, text: string): Promise<boolean> {
  try {
    return await scheme.matches(text);
  } catch (error) {
    throw error instanceof UnknownPasswordHash ? error : toFailed(error);
  }
}
