/**
 * A new passkey is stored after its user and account, in a call of its own. If
 * that one fails, somebody would have a passkey that nobody knows, for an
 * address that is taken. So it is kept in the store before: whoever comes with
 * it within a day has it finished.
 *
 * @module
 */

import type { AdapterAuthenticator } from "../../model/adapter.ts";
import { askStore } from "../../request/store_call.ts";
import type { Context } from "../../request/context.ts";
import type { Registrant } from "../../attempts/passkey_challenge.ts";

/** Seconds. */
const LIFETIME = 86_400;
const STORING = "a passkey was stored";

/** A passkey without an owner yet. */
export type NewPasskey = Omit<AdapterAuthenticator, "userId">;

/** A passkey that was proved, and may not be stored yet. */
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
 * @returns whether it is the first with this id
 */
export async function keepPending(
  ctx: Context,
  pending: Pending,
): Promise<boolean> {
  const key = toKey(pending.passkey);
  const text = JSON.stringify(pending);
  return await askStore(
    ctx,
    STORING,
    (store) => store.compareAndSet(key, null, text, LIFETIME),
  );
}

/** What is kept of a passkey. */
export async function findPending(
  ctx: Context,
  provider: string,
  credentialID: string,
): Promise<Pending | null> {
  const keys = [toKey({ credentialID })];
  const [text] = await askStore(ctx, STORING, (store) => store.get(keys));
  if (typeof text !== "string") return null;
  const pending: Pending = JSON.parse(text);
  return pending.provider === provider ? pending : null;
}

/** It is stored. What is kept of it for longer does no harm. */
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
