/**
 * User handles: the id that an authenticator files somebody's passkeys under
 * (WebAuthn section 5.4.3). It is the same for all passkeys of a user, so that
 * a second one takes the place of the first in the same authenticator, and says
 * nothing about them.
 *
 * Who signs up has no id yet when their passkey is made. So the handle is that
 * of an id that is wished for, and it can be read out of it again: a database
 * that gives another id is told from a handle of somebody else.
 *
 * @module
 */

import type { Context } from "../../request/context.ts";
import { fromBase64url, toBase64url } from "../../crypto/base64url.ts";
import { hash } from "../../crypto/hash.ts";
import { WebAuthnVerificationError } from "../../errors/errors.ts";
import { toAdapter } from "../../session/rows/row.ts";

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;
/** Of the published libraries of this family: random, and nobody knows whose. */
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

/** The id in a handle; null: there is none, or the handle is not of our making. */
export async function readHandle(handle: string): Promise<string | null> {
  const digits = [...fromBase64url(handle) ?? []].slice(0, 16)
    .map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const id = digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return UUID.test(id) && await toHandle(id) === handle ? id : null;
}

/**
 * A passkey comes with the handle that it was made with (WebAuthn section 7.2,
 * step 6). No signature covers it: it can only speak against somebody.
 *
 * @param handle as it came; null: none came
 * @param userId whose the passkey is
 * @throws WebAuthnVerificationError for one of somebody else
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

/** Older scripts of this family take the text of a handle for its bytes. */
function toSpelling(handle: string): string {
  return new TextDecoder().decode(fromBase64url(handle) ?? new Uint8Array());
}

/** An id that was wished for and not given: this database makes its own. */
async function isNobodys(
  ctx: Context,
  wished: string,
  userId: string,
): Promise<boolean> {
  // One with other ids may fail at ours.
  return !UUID.test(userId) || await toAdapter(ctx).getUser(wished) === null;
}
