import type { Settings } from "../../config/settings.ts";
import type { Purpose } from "../../crypto/keys.ts";
import { open, seal } from "../../crypto/seal.ts";
import {
  type Authentication,
  readAuthentication,
} from "../../model/authentication.ts";
import type { SessionContext } from "../../request/context.ts";
import type { LiveRow } from "./live_row.ts";

/** Seconds. The longest life of an entry if sessions never have to end. */
const LONGEST = 400 * 86_400;

/**
 * Keeps an authentication in the store, if the adapter has no place for it.
 * Called before the session is stored, so that no session is without it.
 *
 * @param key the key of the session's row
 * @param text as it would be in the row
 * @throws StoreError
 */
export async function keepAuthentication(
  ctx: SessionContext,
  key: string,
  text: string | null,
): Promise<void> {
  if (text === null || keepsDetails(ctx)) return;
  const { settings, effects, now } = ctx;
  const purpose = toPurpose(settings);
  const sealed = await seal(settings.keyring, purpose, { text }, now);
  const [name = ""] = await toNames(settings, key);
  await effects.store.set(name, sealed, purpose.maxAge);
}

/**
 * Returns the stored text of a session's authentication; null if it is not
 * known.
 *
 * @throws StoreError
 */
export async function findAuthenticationText(
  ctx: SessionContext,
  { key, session }: Pick<LiveRow, "key" | "session">,
): Promise<string | null> {
  if (keepsDetails(ctx)) return session.authentication ?? null;
  const { settings, effects, now } = ctx;
  const found = await effects.store.get(await toNames(settings, key));
  const sealed = found.find((one) => one !== null) ?? null;
  if (sealed === null) return null;
  const purpose = toPurpose(settings);
  const opened = await open(settings.keyring, purpose, sealed, now);
  const text = opened?.payload.text;
  return typeof text === "string" ? text : null;
}

function keepsDetails({ effects }: SessionContext): boolean {
  return effects.adapter?.sessionDetails === true;
}

/** Reads a stored authentication; null for a text of another kind. */
export function parseAuthentication(
  text: string | null | undefined,
): Authentication | null {
  if (!text) return null;
  try {
    return readAuthentication(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Names the entry of a row, one name for each secret, newest first. */
async function toNames(
  { keyring }: Settings,
  key: string,
): Promise<readonly string[]> {
  const names = await keyring.namesOf(JSON.stringify(["authentication", key]));
  return names.map((name) => `authentication:${name}`);
}

function toPurpose({ session: { absoluteMaxAge } }: Settings): Purpose {
  const maxAge = Math.ceil(Math.min(absoluteMaxAge, LONGEST));
  return { name: "authentication", cookie: "", maxAge };
}
