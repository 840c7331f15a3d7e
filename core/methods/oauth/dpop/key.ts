/**
 * The key of a sign-in whose tokens are bound to it (RFC 9449).
 *
 * @module
 */

import { createKey, toThumbprint } from "./proof.ts";
import type { DpopKey } from "../../../model/dpop_key.ts";
import { usesDpop } from "../../../providers/oauth/fapi.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";

/** Creates the key of a sign-in, if the application wants bound tokens. */
export async function createKeyFor(
  provider: ResolvedOAuth,
): Promise<DpopKey | undefined> {
  if (!usesDpop(provider)) return undefined;
  return await createKey();
}

/**
 * The parameter that binds the code to a key: a leaked code is of no use
 * without the key (RFC 9449 section 10).
 */
export async function toKeyParams(
  key: DpopKey | undefined,
): Promise<Readonly<Record<string, string>>> {
  if (key === undefined) return {};
  return { dpop_jkt: await toThumbprint(key) };
}
