/**
 * A new passkey is stored after its user and account, in a separate call. If
 * that call fails, the user would have a passkey that the database does not
 * know, for an address that is taken. The passkey is therefore kept in the
 * store first; a sign-in with it within a day completes the storage.
 *
 * @module
 */

import type { AdapterAuthenticator } from "../../model/adapter.ts";
import type { Context } from "../../request/context.ts";
import type { Registrant } from "../../attempts/passkey_challenge.ts";

/** Seconds. */
const LIFETIME = 86_400;

/** A passkey that has no owner yet. */
export type NewPasskey = Omit<AdapterAuthenticator, "userId">;

/** A passkey that was proved but may not be stored yet. */
export interface Pending {
  readonly provider: string;
  readonly passkey: NewPasskey;
  readonly registrant: Registrant;
}

function toKey({ credentialID }: Pick<NewPasskey, "credentialID">): string {
  return `passkey:${credentialID}`;
}

/**
 * Keeps a passkey until it is stored.
 *
 * @returns whether it is the first one with this id
 */
export async function keepPending(
  ctx: Context,
  pending: Pending,
): Promise<boolean> {
  const key = toKey(pending.passkey);
  const text = JSON.stringify(pending);
  return await ctx.effects.store.compareAndSet(key, null, text, LIFETIME);
}

/** Finds a passkey that is not stored yet. */
export async function findPending(
  ctx: Context,
  provider: string,
  credentialID: string,
): Promise<Pending | null> {
  const keys = [toKey({ credentialID })];
  const [text] = await ctx.effects.store.get(keys);
  if (typeof text !== "string") return null;
  const pending: Pending = JSON.parse(text);
  return pending.provider === provider ? pending : null;
}

/** Forgets a passkey once it is stored. It does no harm if it is kept longer. */
export async function forgetPending(
  ctx: Context,
  passkey: NewPasskey,
): Promise<void> {
  try {
    await ctx.effects.store.delete(toKey(passkey));
  } catch (error) {
    ctx.effects.log.warn(
      "passkey",
      `A finished passkey could not be removed from the store: ${
        error instanceof Error ? error.message : "it threw"
      }`,
    );
  }
}
