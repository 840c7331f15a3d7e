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

/** Matches the key of a user's session at a provider, up to the session's id. */
const USER = /^(revoked:provider:\["(?:[^"\\]|\\.)*","(?:[^"\\]|\\.)*",)"/;

/** Finds the key of the user whose session at the provider a key is about. */
export function findUserKey(key: string): string | null {
  const [, start] = USER.exec(key) ?? [];
  return start === undefined ? null : `${start}null]`;
}
