/**
 * Keys passwords with a secret that is not in the database. A hash of a keyed
 * password is `$hmac-sha256$<id>`, then the hash: the id names the secret.
 *
 * @module
 */

import { toBase64url } from "../../crypto/base64url.ts";
import { hmac } from "../../crypto/hmac.ts";

/** A hash, and the id of the secret that its password was keyed with. */
export interface Keyed {
  readonly id: string;
  readonly hash: string;
}

const FORM = /^\$hmac-sha256\$([A-Za-z0-9_-]{8})(\$.*)$/s;

/** Takes the hash of a keyed password apart; null for any other. */
export function parseKeyed(text: string | null): Keyed | null {
  const [, id, hash] = FORM.exec(text ?? "") ?? [];
  return id === undefined || hash === undefined ? null : { id, hash };
}

/** Writes a hash of a keyed password. */
export function formatKeyed({ id, hash }: Keyed): string {
  return `$hmac-sha256$${id}${hash}`;
}

/** Returns the id of a secret, from which nothing can be learnt about it. */
export async function toPepperId(pepper: string): Promise<string> {
  return toBase64url((await keyWith(pepper, "id")).slice(0, 6));
}

/** Finds the secret with an id; null if it is no longer in the list. */
export async function findPepper(
  peppers: readonly string[],
  id: string,
): Promise<string | null> {
  for (const pepper of peppers) {
    if (await toPepperId(pepper) === id) return pepper;
  }
  return null;
}

/** Keys a password, in its normal form (NFKC). */
export async function keyPassword(
  pepper: string,
  password: string,
): Promise<string> {
  // No password is keyed as the text that the id is made of.
  const text = `password ${password.normalize("NFKC")}`;
  return toBase64url(await keyWith(pepper, text));
}

async function keyWith(pepper: string, text: string): Promise<Uint8Array> {
  return await hmac(new TextEncoder().encode(pepper), text);
}
