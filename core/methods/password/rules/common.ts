/**
 * Finds out whether a password is one of the most common ones. The module
 * carries the filter, and loads with the first password that is checked.
 *
 * @module
 */

import { fromBase64url } from "../../../crypto/base64url.ts";
import { toCanonical, toUnit } from "./canonical.ts";
import { COMMON_PASSWORDS } from "./common_passwords.ts";
import { hasKey, toDigest } from "./filter.ts";

/** What is repeated has to be a password itself. */
const MIN_UNIT = 8;

/**
 * Whether a password in the normal form (NFKC) is common, in any of its usual
 * disguises, or repeats a text of fewer than eight characters. Of other
 * passwords, one in 256 is taken for a common one.
 */
export async function isCommon(text: string): Promise<boolean> {
  const characters = [...text];
  const unit = toUnit(characters);
  if (unit.length < characters.length && unit.length < MIN_UNIT) return true;
  const fingerprints = fromBase64url(COMMON_PASSWORDS);
  if (fingerprints === null) throw new TypeError("The filter is damaged.");
  return hasKey(fingerprints, await toDigest(toCanonical(text)));
}
