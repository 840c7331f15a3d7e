import { hash } from "../../crypto/hash.ts";
import type { Identity } from "../../providers/provider.ts";

/**
 * Returns the stable id of a user if the application stores none: the same at
 * each sign-in, different for each issuer, and not the provider's own id, so
 * that applications cannot correlate their users.
 */
export function toStableId(identity: Identity): Promise<string> {
  return hash(JSON.stringify(["latchkey user", ...identity.subject]));
}
