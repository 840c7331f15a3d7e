/**
 * Seals tokens, so that read access to a table or a store is not enough to use
 * them. The key has no last day: a refresh token may be used for the first time
 * after a year.
 *
 * @module
 */

import { open, seal } from "../crypto/seal.ts";
import type { Keyring, Purpose } from "../crypto/keys.ts";
import type { ProviderContext } from "../request/context.ts";
import type { TokenOwner } from "./record.ts";

const PURPOSE: Purpose = { name: "tokens", cookie: "", maxAge: Infinity };
/** Tells a sealed value from a plain one of an existing table. */
const PREFIX = "latchkey:";

/** Seals a value of an account; it opens only for the same account. */
export async function sealFor(
  keyring: Keyring,
  owner: TokenOwner,
  { value, now }: { readonly value: unknown; readonly now: number },
): Promise<string> {
  const payload = { of: toOwner(owner), value };
  return PREFIX + await seal(keyring, PURPOSE, payload, now);
}

/** A value that was opened. */
export interface OpenedFor {
  readonly value: unknown;
  /** Whether it was sealed under a secret that is no longer the first. */
  readonly outdated: boolean;
}

/** Whether a text is sealed; anything else is a plain token. */
export function isSealed(text: string): boolean {
  return text.startsWith(PREFIX);
}

/**
 * Opens a sealed value; null if the secret is unknown, or it belongs to another
 * account.
 */
export async function openFor(
  keyring: Keyring,
  owner: TokenOwner,
  { text, now }: { readonly text: string; readonly now: number },
): Promise<OpenedFor | null> {
  const token = text.slice(PREFIX.length);
  const opened = await open(keyring, PURPOSE, token, now);
  if (opened === null || opened.payload.of !== toOwner(owner)) return null;
  return { value: opened.payload.value, outdated: opened.outdated };
}

/** Opens a sealed value as {@link openFor} does, and logs if it does not open. */
export async function openKept(
  { settings, effects, now }: ProviderContext,
  owner: TokenOwner,
  text: string,
): Promise<OpenedFor | null> {
  const opened = await openFor(settings.keyring, owner, { text, now });
  if (opened !== null) return opened;
  effects.log.warn(
    "tokens",
    `A token of provider "${owner.provider}" did not open: it was sealed with a secret that is not configured, or belongs to another account.`,
  );
  return null;
}

function toOwner({ userId, provider, providerAccountId }: TokenOwner): string {
  return JSON.stringify([userId, provider, providerAccountId]);
}
