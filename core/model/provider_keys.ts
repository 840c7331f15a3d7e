import type { Authentication } from "./authentication.ts";

/** The members of an authentication that a provider may name. */
export type ProviderSession = Pick<Authentication, "iss" | "sub" | "sid">;

/**
 * Returns the keys of the marks by which a provider ends a session that it
 * began: that of its user, and if it has an id there, also that of the id, and
 * of both together.
 */
export function toProviderKeys(
  { iss, sub, sid }: ProviderSession,
): readonly string[] {
  const ofUser = toProviderKey({ iss, sub });
  return sid
    ? [ofUser, toProviderKey({ iss, sid }), toProviderKey({ iss, sub, sid })]
    : [ofUser];
}

/** Returns the key of the mark for sessions that a provider began. */
export function toProviderKey({ iss, sub, sid }: ProviderSession): string {
  return `revoked:provider:${JSON.stringify([iss, sub, sid])}`;
}
