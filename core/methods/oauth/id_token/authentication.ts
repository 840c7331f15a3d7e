import type { ProviderContext } from "../../../request/context.ts";
import { isFirstWarning } from "../../../storage/process_cache.ts";
import type { Authentication } from "../../../model/authentication.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import type { IdTokenClaims } from "./claims.ts";
import { refuse } from "./signature.ts";

/** The limit on characters of each claim that a session remembers: its cookie has little room. */
const MAX_CLAIM = 255;
/** The limit on authentication methods. */
const MAX_METHODS = 16;

/**
 * Returns what a session remembers of an ID token: how the provider
 * authenticated the user, and in which of its sessions.
 *
 * @param claims of a verified ID token
 * @throws OAuthCallbackError if the provider's session has ended
 */
export function toAuthentication(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
  claims: IdTokenClaims,
): Authentication {
  const { iss, sub, sid, iat, auth_time, acr, amr } = claims;
  const ends = findSessionEnd(ctx, provider, claims);
  return {
    provider: provider.id,
    at: typeof auth_time === "number" && Number.isFinite(auth_time)
      ? auth_time
      : null,
    ...(isShort(acr) ? { acr } : {}),
    ...(Array.isArray(amr) ? { amr: toMethods(amr) } : {}),
    iss: String(iss),
    sub,
    ...(isShort(sid) ? { sid } : {}),
    iat: Number(iat),
    ...(ends === null ? {} : { ends }),
  };
}

/**
 * The latest time, in seconds since the epoch (the year 5138): values in
 * milliseconds exceed it.
 */
const MAX_TIME = 1e11;

/**
 * Finds when the provider's session ends (IPSIE SL1 OpenID Connect Profile). A
 * value in another form is taken for another claim of the same name.
 *
 * @throws OAuthCallbackError if that time has passed
 */
function findSessionEnd(
  { now, effects: { log } }: ProviderContext,
  provider: ResolvedOAuth,
  { session_expiry: ends }: IdTokenClaims,
): number | null {
  if (ends === undefined || ends === null) return null;
  if (typeof ends === "number" && ends < MAX_TIME) {
    if (now / 1000 < ends) return ends;
    throw refuse(provider, "its session_expiry has passed");
  }
  if (isFirstWarning(`session_expiry ${provider.id}`)) {
    log.warn(
      "session-expiry",
      `The claim \`session_expiry\` of provider "${provider.id}" is not a time in seconds since the epoch, so it does not limit sessions. Change what the provider puts into ID tokens, if it is meant to.`,
    );
  }
  return null;
}

function toMethods(values: readonly unknown[]): readonly string[] {
  return values.filter(isShort).slice(0, MAX_METHODS);
}

function isShort(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= MAX_CLAIM;
}
