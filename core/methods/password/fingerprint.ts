import type { Context } from "../../request/context.ts";
import type { AdapterUser } from "../../model/adapter.ts";
import { AdapterError } from "../../errors/errors.ts";
import { isEqual } from "../../crypto/equal.ts";
import { toAdapter } from "../../session/rows/row.ts";
import { AdapterTimeout } from "../../storage/adapter_calls.ts";

/**
 * Reads the hash of a user's password; null if there is none. Without a user, the
 * adapter is asked all the same, so that the time reveals nothing.
 */
export async function readHash(
  ctx: Pick<Context, "effects" | "settings">,
  user: AdapterUser | null,
): Promise<string | null> {
  const adapter = toAdapter(ctx);
  if (user !== null) return await adapter.getSecret(user.id, "password");
  try {
    await adapter.getSecret(crypto.randomUUID(), "password");
  } catch (error) {
    // A database whose ids are numbers refuses the text.
    if (!(error instanceof AdapterError) || error instanceof AdapterTimeout) {
      throw error;
    }
  }
  return null;
}

/**
 * Returns the fingerprint of a user's password, a keyed hash: the same for
 * everybody who has none. A link that names it replaces no other password.
 */
export async function toFingerprint(
  ctx: Pick<Context, "settings">,
  user: AdapterUser | null,
  hash: string | null,
): Promise<string> {
  const [newest = ""] = await toNames(ctx, user, hash);
  return newest;
}

/** Whether this is the fingerprint of a user's password, under any secret. */
export async function isFingerprint(
  ctx: Pick<Context, "settings">,
  fingerprint: string,
  [user, hash]: readonly [AdapterUser | null, string | null],
): Promise<boolean> {
  const names = await toNames(ctx, user, hash);
  return names.some((one) => isEqual(one, fingerprint));
}

async function toNames(
  { settings }: Pick<Context, "settings">,
  user: AdapterUser | null,
  hash: string | null,
): Promise<readonly string[]> {
  const whose = hash === null ? null : user?.id ?? null;
  const parts = ["password fingerprint", whose, hash];
  return await settings.keyring.namesOf(JSON.stringify(parts));
}
