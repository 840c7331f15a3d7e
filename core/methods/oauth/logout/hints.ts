import { decodeJwt } from "jose/jwt/decode";
import type {
  Authentication,
  LogoutHints,
} from "../../../model/authentication.ts";
import type { Profile } from "../../../model/model.ts";
import type { ResolvedOAuth } from "../../../providers/oauth/oauth_provider.ts";
import type { SessionContext } from "../../../request/context.ts";
import type { Presence } from "../../../session/session_strategy.ts";
import { toKeeper } from "../../../vault/keepers.ts";
import { keepsTokens } from "../../../vault/keep_tokens.ts";
import { findLogoutHints } from "../../../vault/logout_hints.ts";
import { toEndSession } from "./end_session.ts";

/** The limit on characters of an ID token: servers refuse longer URLs. */
const MAX_ID_TOKEN = 6_000;
/** The limit on characters of a `login_hint`. */
const MAX_LOGIN = 1_024;

/**
 * Returns the hints that show the provider which session to end; undefined if
 * there are none that it takes.
 *
 * @param claims those of the ID token
 */
export function toLogoutHints(
  provider: ResolvedOAuth,
  idToken: string | undefined,
  { login_hint: login }: Profile,
): LogoutHints | undefined {
  const { idTokenHint = true } = toEndSession(provider);
  const isSent = idTokenHint && idToken !== undefined &&
    idToken.length <= MAX_ID_TOKEN;
  // An address in a URL ends up in logs and in the browser's history.
  const isHint = typeof login === "string" && login !== "" &&
    login.length <= MAX_LOGIN && !login.includes("@");
  if (!isSent && !isHint) return undefined;
  return {
    ...(isSent ? { idToken } : {}),
    ...(isHint ? { login } : {}),
  };
}

/**
 * Finds the hints for the sign-in of a session: those that were kept for this,
 * else the ID token that is kept with the provider's tokens.
 *
 * @throws StoreError or AdapterError
 */
export async function findHints(
  ctx: SessionContext,
  provider: ResolvedOAuth,
  { userId, authentication }: Presence,
): Promise<LogoutHints> {
  if (authentication === null) return {};
  const own = await findLogoutHints(ctx, authentication);
  if (own !== null) return own;
  if (!keepsTokens(ctx, provider)) return {};
  const { id } = provider;
  const kept = await toKeeper(ctx).find({ userId, provider: id });
  const idToken = kept?.record.idToken ?? "";
  const claims = readClaims(idToken);
  return claims !== null && isOf(authentication, claims)
    ? toLogoutHints(provider, idToken, claims) ?? {}
    : {};
}

/**
 * Whether an ID token comes from a session's sign-in: another browser may have
 * replaced it.
 */
function isOf({ iss, sub, sid }: Authentication, claims: Profile): boolean {
  return claims.iss === iss && claims.sub === sub &&
    (claims.sid ?? sid) === sid;
}

/**
 * Reads the claims of an ID token that is whole: one in a cookie has lost its
 * signature.
 */
function readClaims(idToken: string): Profile | null {
  if (!idToken.split(".").every((part) => part !== "")) return null;
  try {
    return decodeJwt(idToken) as Profile;
  } catch {
    return null;
  }
}
