import { fromBase64url } from "../../core/crypto/base64url.ts";
import { OAuthProfileParseError } from "../../core/errors/errors.ts";
import { toIdentity } from "../../core/methods/oauth/userinfo/profile.ts";
import type { Profile, TokenSet } from "../../core/model/model.ts";
import type { ResolvedOAuth } from "../../core/providers/oauth/oauth_provider.ts";
import type { Identity } from "../../core/providers/provider.ts";
import type { SessionContext } from "../../core/request/context.ts";
import type { Opened } from "../engine/bridge.ts";
import { type Claims, parseObject } from "../engine/jwe.ts";

/** The claims of an ID token that identify its user. */
export interface IdClaims extends Claims {
  readonly iss: string;
  readonly sub: string;
}

/**
 * Reads the claims of a session's ID token. It was verified at the sign-in, and
 * the session vouches for it since; its own end is long past.
 */
export function readIdToken({ id_token }: Claims): IdClaims | null {
  const [, middle = ""] = typeof id_token === "string"
    ? id_token.split(".", 3)
    : [];
  const claims = parseObject(fromBase64url(middle));
  const { iss, sub, auth_time: at } = claims ?? {};
  const isRead = isName(iss) && isName(sub) &&
    (at === undefined || at === null || Number.isFinite(at));
  return isRead ? { ...claims, iss, sub } : null;
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** An account, and the provider as it is configured. */
export interface Account {
  readonly provider: ResolvedOAuth;
  readonly identity: Identity;
}

/** The provider's answer, as the old session contains it. */
export interface OldAnswer {
  readonly claims: IdClaims;
  readonly data: Claims;
}

/** Returns the account as a sign-in with the configured provider would prove it. */
export async function findAccount(
  { settings }: SessionContext,
  id: string,
  { claims, data }: OldAnswer,
): Promise<Account | Extract<Opened, { readonly kind: "refused" }>> {
  const provider = settings.providers.get(id);
  if (provider?.type !== "oidc") {
    return refuse(
      "unknown",
      `\`providers\` has no OpenID provider with the id "${id}", which the bridge names.`,
    );
  }
  if (!isIssuer(provider, claims)) {
    return refuse(
      "unknown",
      `It is from an issuer other than that of provider "${id}". Compare the provider's \`issuer\` with \`iss\` in the old ID tokens.`,
    );
  }
  try {
    const answer = { claims: { ...claims }, tokens: toTokens(data) };
    const identity = await toIdentity(provider, { ...answer, tenant: "" });
    return { provider, identity };
  } catch (error) {
    if (!(error instanceof OAuthProfileParseError)) throw error;
    return refuse("malformed", `${error.message} It gets the ID token only.`);
  }
}

function refuse(
  reason: "unknown" | "malformed",
  hint: string,
): Extract<Opened, { readonly kind: "refused" }> {
  return { kind: "refused", reason, hint };
}

const METADATA = /\/?(?:\.well-known\/openid-configuration)?$/;

/**
 * Whether the provider is of the issuer of an ID token: another issuer may give
 * the same id to another person.
 */
function isIssuer(
  { issuer, issuerFrom, wellKnown }: ResolvedOAuth,
  claims: Profile & IdClaims,
): boolean {
  const { iss } = claims;
  if (issuerFrom !== null) return issuerFrom(claims) === iss;
  if (issuer !== "") return issuer === iss;
  return wellKnown?.replace(METADATA, "") === iss.replace(/\/$/, "");
}

/** Picks the tokens that account tables may keep. */
function toTokens(
  { id_token, access_token, refresh_token, token_type, expires_at, scope }:
    Claims,
): TokenSet {
  const texts = { id_token, access_token, refresh_token, scope };
  const ends = Number(expires_at ?? NaN);
  return {
    ...Object.fromEntries(
      Object.entries(texts).filter(([, value]) => typeof value === "string"),
    ),
    ...(typeof token_type === "string"
      ? { token_type: token_type.toLowerCase() as Lowercase<string> }
      : {}),
    ...(Number.isFinite(ends) ? { expires_at: ends } : {}),
  };
}
