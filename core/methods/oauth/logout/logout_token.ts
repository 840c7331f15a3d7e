import { CLOCK_TOLERANCE } from "../../../runtime/clock.ts";
import type { AuthError } from "../../../errors/errors.ts";
import type { Profile } from "../../../model/model.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import type { ProviderContext } from "../../../request/context.ts";
import type { ProviderLogout } from "../../../session/revocation/provider_logout.ts";
import { readMetadata } from "../discovery/metadata.ts";
import { refuse } from "../id_token/signature.ts";
import { verifyJson } from "../userinfo/signed_profile.ts";

/** Seconds. An older logout token is a replay, or was meant for sessions that its provider has ended since. */
const MAX_AGE = 600;
/** The member of `events` that makes a token a logout token. */
const EVENT = "http://schemas.openid.net/event/backchannel-logout";
/**
 * The limit on characters of `sub` and `sid`: a session does not remember
 * longer ones.
 */
const MAX_ID = 255;

/** A verified logout token. */
export interface LogoutToken extends ProviderLogout {
  /** The id of the token, which its issuer gives to no other. */
  readonly jti: string;
}

/**
 * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0 section 2.6):
 * the signature as of an ID token, and every claim.
 *
 * @throws OAuthCallbackError, or ProviderUnavailable if the keys cannot be
 * fetched
 */
export async function verifyLogoutToken(
  ctx: ProviderContext,
  provider: ResolvedOAuth,
  text: string,
): Promise<LogoutToken> {
  const metadata = await readMetadata(ctx, provider);
  const { claims, header } = await verifyJson({ ctx, provider, metadata }, {
    kind: "logout token",
    text,
  });
  const { iss, sub, sid, iat, jti } = claims;
  const issuer = findIssuer(provider, metadata.issuer, claims);
  const why = findTypeProblem(header.typ) ??
    findIssuerProblem(claims, issuer, provider.clientId) ??
    findTimeProblem(claims, ctx.now / 1000) ??
    findEventProblem(claims) ??
    findSubjectProblem(claims);
  if (why !== null) throw refuseToken(provider, why);
  return { iss, sub, sid, iat, jti } as LogoutToken;
}

function refuseToken(provider: ResolvedOAuth, why: string): AuthError {
  return refuse(provider, why, { kind: "logout token" });
}

/** Returns the issuer that the token must name; a provider with many tenants derives it from the claims. */
function findIssuer(
  provider: ResolvedOAuth,
  declared: string,
  claims: Profile,
): string {
  try {
    return provider.issuerFrom?.(claims) ?? declared;
  } catch (cause) {
    throw refuse(provider, "`issuerFrom` cannot tell its issuer", {
      kind: "logout token",
      cause,
    });
  }
}

/**
 * Providers from before the type was registered send `JWT` or none. The type
 * of any other token is refused.
 */
function findTypeProblem(typ: string = "JWT"): string | null {
  return /^(?:application\/)?(?:logout\+)?jwt$/i.test(typ)
    ? null
    : `it is of type "${typ}"`;
}

function findIssuerProblem(
  { iss, aud, azp }: Profile,
  issuer: string,
  clientId: string,
): string | null {
  if (iss !== issuer) return "it is from another issuer";
  const audience = [aud].flat();
  // As in an ID token, several audiences need an authorized party.
  const party = audience.length > 1 ? azp : azp ?? clientId;
  return audience.includes(clientId) && party === clientId
    ? null
    : "it is for another client";
}

function findTimeProblem(
  { iat, exp }: Profile,
  seconds: number,
): string | null {
  if (
    !isNumber(iat) || !(iat <= seconds + CLOCK_TOLERANCE) ||
    !(iat >= seconds - MAX_AGE)
  ) {
    const skew = isNumber(iat) ? Math.round(iat - seconds) : "?";
    return `it was issued ${skew} s from now; compare the clocks`;
  }
  // Drafts of the specification had no `exp`.
  if (exp === undefined) return null;
  return isNumber(exp) && exp > seconds - CLOCK_TOLERANCE
    ? null
    : "it has expired";
}

/** A number such as 1e999 in JSON is parsed as Infinity. */
function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

/** Tells a logout token from other tokens of the issuer. */
function findEventProblem(
  { events, jti, ...claims }: Profile,
): string | null {
  const event = isObject(events) ? events[EVENT] : null;
  if (!isObject(event)) return "its `events` name no logout";
  if ("nonce" in claims) return "it has a nonce";
  return typeof jti === "string" && jti !== "" ? null : "it has no jti";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function findSubjectProblem({ sub, sid }: Profile): string | null {
  const ids = [sub, sid].filter((id) => id !== undefined);
  if (ids.length === 0) return "it has neither sub nor sid";
  const isName = (id: unknown) =>
    typeof id === "string" && id !== "" && id.length <= MAX_ID;
  return ids.every(isName)
    ? null
    : `its sub and sid must be strings of 1 to ${MAX_ID} characters`;
}
