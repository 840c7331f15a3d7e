import type { Authentication } from "../../model/authentication.ts";
import type { ResolvedOAuth } from "../../providers/oauth_provider.ts";
import type { IdTokenClaims } from "./claims.ts";

/** The limit on characters of each claim that a session remembers: its cookie has little room. */
const MAX_CLAIM = 255;
/** The limit on authentication methods. */
const MAX_METHODS = 16;

/**
 * Returns what a session remembers of an ID token: how the provider
 * authenticated the user, and in which of its sessions.
 *
 * @param claims of a verified ID token
 */
export function toAuthentication(
  { id }: Pick<ResolvedOAuth, "id">,
  claims: IdTokenClaims,
): Authentication {
  const { iss, sub, sid, iat, auth_time, acr, amr } = claims;
  return {
    provider: id,
    at: typeof auth_time === "number" && Number.isFinite(auth_time)
      ? auth_time
      : null,
    ...(isShort(acr) ? { acr } : {}),
    ...(Array.isArray(amr) ? { amr: toMethods(amr) } : {}),
    iss: String(iss),
    sub,
    ...(isShort(sid) ? { sid } : {}),
    iat: Number(iat),
  };
}

function toMethods(values: readonly unknown[]): readonly string[] {
  return values.filter(isShort).slice(0, MAX_METHODS);
}

function isShort(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX_CLAIM;
}
