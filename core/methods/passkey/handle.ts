/**
 * User handles: the id under which an authenticator files a user's passkeys
 * (WebAuthn section 5.4.3). All passkeys of a user have the same one, so that a
 * second passkey replaces the first in the same authenticator. It reveals
 * nothing about the user.
 *
 * A new user has no id yet when their passkey is made. The handle is therefore
 * made from a proposed id, which can be read back out of it: this distinguishes
 * a user whose database assigned another id from a handle of another user.
 *
 * @module
 */

import type { Context } from "../../request/context.ts";
import { fromBase64url, toBase64url } from "../../crypto/base64url.ts";
import { hash } from "../../crypto/hash.ts";
import { WebAuthnVerificationError } from "../../errors/errors.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { toHex } from "../../crypto/hex.ts";

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
/** Matches handles made by other libraries of this family: random, so the user is unknown. */
const MADE_ELSEWHERE = /^[0-9a-f]{64}$/;

/** The handle of a user, 32 bytes as base64url. */
export async function toHandle(userId: string): Promise<string> {
  const digest = await hash(JSON.stringify(["latchkey passkey", userId]));
  if (!UUID.test(userId)) return digest;
  const bytes = fromBase64url(digest) ?? new Uint8Array();
  const digits = userId.replaceAll("-", "").match(/../g) ?? [];
  bytes.set(digits.map((two) => parseInt(two, 16)));
  return toBase64url(bytes);
}

/** The id in a handle; null if it has none or was not made by this library. */
export async function readHandle(handle: string): Promise<string | null> {
  const digits = toHex(
    (fromBase64url(handle) ?? new Uint8Array()).slice(0, 16),
  );
  const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return UUID.test(id) && await toHandle(id) === handle ? id : null;
}

/**
 * Checks the handle that comes with a passkey (WebAuthn section 7.2, step 6).
 * It is not covered by the signature: it can only be evidence against a
 * sign-in.
 *
 * @param handle as received; null if there is none
 * @param userId the passkey's owner
 * @throws WebAuthnVerificationError for another user's handle
 */
export async function assertHandle(
  ctx: Context,
  handle: string | null,
  userId: string,
): Promise<void> {
  if (handle === null) return;
  const spellings = [handle, toSpelling(handle)];
  if (spellings.some((one) => MADE_ELSEWHERE.test(one))) return;
  const own = await toHandle(userId);
  for (const one of spellings) {
    if (one === own) return;
    const wished = await readHandle(one);
    if (wished !== null && await isNobodys(ctx, wished, userId)) return;
  }
  throw new WebAuthnVerificationError(
    "The passkey's user handle is not that of its owner.",
  );
}

/** Decodes a handle once more: older scripts of this family encode its text as bytes. */
function toSpelling(handle: string): string {
  return new TextDecoder().decode(fromBase64url(handle) ?? new Uint8Array());
}

/** Whether a proposed id was never assigned, because the database makes its own. */
async function isNobodys(
  ctx: Context,
  wished: string,
  userId: string,
): Promise<boolean> {
  // A database with ids of another form may throw when given a UUID.
  return !UUID.test(userId) || await toAdapter(ctx).getUser(wished) === null;
}
