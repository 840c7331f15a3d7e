import { hash } from "../../crypto/hash.ts";
import type { Identity } from "../../providers/provider.ts";

/**
 * The stable id of a person where the application stores no users: the same at
 * each sign-in, another for each issuer, and not the provider's own id, so that
 * applications cannot compare theirs.
 */
export function toStableId(identity: Identity): Promise<string> {
  return hash(JSON.stringify(["latchkey user", ...identity.subject]));
}
