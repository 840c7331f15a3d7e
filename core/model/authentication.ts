import type { SessionLife } from "./session_life.ts";

/**
 * The proof by which the user of a session signed in. The session remembers it, so
 * that a guard can ask for a newer or a stronger proof, and a provider can end
 * the sessions that it began.
 */
export interface Authentication {
  /** The id of the provider that the user signed in with. */
  readonly provider: string;
  /**
   * When the user proved who they are, in seconds since the epoch: `auth_time`
   * of the ID token, or the time of a password, a mail link or a passkey of this
   * application. Null: the provider does not say.
   */
  readonly at: number | null;
  /** The authentication context class (`acr` of the ID token). */
  readonly acr?: string | undefined;
  /** The authentication methods (`amr` of the ID token, RFC 8176). */
  readonly amr?: readonly string[] | undefined;
  /** The issuer of the ID token. */
  readonly iss?: string | undefined;
  /** The user's id at the issuer. */
  readonly sub?: string | undefined;
  /** The id of the session at the provider, if it gives one (OpenID Connect Back-Channel Logout section 2.1). */
  readonly sid?: string | undefined;
  /** When the ID token was issued, in seconds since the epoch, by the provider's clock. */
  readonly iat?: number | undefined;
  /**
   * When the provider's session ends, in seconds since the epoch
   * (`session_expiry` of the ID token, IPSIE SL1 OpenID Connect Profile); the
   * session here ends then at the latest.
   */
  readonly ends?: number | undefined;
  /** How long a session in a cookie lasts, if that was decided at this sign-in. */
  readonly life?: SessionLife | undefined;
  /** When the sign-in here was, in seconds since the epoch, if the session has begun anew since. */
  readonly since?: number | undefined;
  /** The user who acts as the user of the session (RFC 8693 section 4.1). */
  readonly act?: { readonly sub: string } | undefined;
}

/**
 * Keeps the time of a sign-in with its proof, for a session that begins anew
 * without one: that makes neither the proof nor the session younger.
 *
 * @param started when the session began, in milliseconds since the epoch
 */
export function keepStart(
  authentication: Authentication,
  started: number,
): Authentication {
  const { since = Math.floor(started / 1000) } = authentication;
  return { ...authentication, since };
}

/**
 * Reads an authentication from a session's claims or a stored row, which may
 * have been written by another version.
 *
 * @returns null for anything else
 */
export function readAuthentication(value: unknown): Authentication | null {
  const { provider, amr = [] } = (value ?? {}) as Partial<Authentication>;
  // Whatever the other members are, they equal nothing that a guard asks for.
  const isMade = typeof provider === "string" && Array.isArray(amr);
  return isMade ? value as Authentication : null;
}

/**
 * Hints that show a provider which of its sessions is meant (OpenID Connect
 * RP-Initiated Logout section 2).
 */
export interface LogoutHints {
  /** The ID token of the sign-in, which may have expired. */
  readonly idToken?: string | undefined;
  /** Its claim `login_hint`: the user, in a text that the provider made for this. */
  readonly login?: string | undefined;
}
