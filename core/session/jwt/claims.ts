import type { SessionContext } from "../../request/context.ts";
import {
  type CookieChange,
  isCookieValue,
  MAX_SESSION,
} from "../../http/cookies.ts";
import { SessionError, SessionTooLarge } from "../../errors/auth_error.ts";
import type { JWT } from "../../model/model.ts";
import { seal } from "../../crypto/seal.ts";
import { toPurpose } from "./codec.ts";

/** The claims that only the library writes. Claims without them are not a session. */
export interface SessionClaims extends JWT {
  readonly sub: string;
  readonly sid: string;
  readonly iat: number;
  readonly auth_time: number;
  readonly exp: number;
}

/** The claims that stay the same for the life of a session, except that `sid` may be replaced. */
type FixedClaims = Pick<
  SessionClaims,
  "sub" | "sid" | "auth_time" | "aud" | "authn"
>;

/**
 * Puts the library's own claims on top of the token that a callback returned. A
 * session without an audience is not given one: during a rolling update, a
 * process with an older version would refuse it.
 */
export function toClaims(
  ctx: SessionContext,
  token: JWT,
  fixed: FixedClaims,
): SessionClaims {
  const { absoluteMaxAge } = ctx.settings.session;
  const iat = Math.floor(ctx.now / 1000);
  const claims: SessionClaims = {
    ...token,
    sub: fixed.sub,
    sid: fixed.sid,
    auth_time: fixed.auth_time,
    iat,
    exp: Math.min(
      iat + toMaxAge(ctx, fixed),
      fixed.auth_time + absoluteMaxAge,
      fixed.authn?.ends ?? Infinity,
    ),
    aud: fixed.aud,
    authn: fixed.authn,
  };
  return claims;
}

/** Returns the seconds without use after which a session ends. */
function toMaxAge(
  { settings: { session, jwt } }: SessionContext,
  { authn }: Pick<SessionClaims, "authn">,
): number {
  return Math.min(authn?.life?.maxAge ?? session.maxAge, jwt.maxAge);
}

/** Seals claims into the session cookie. */
export async function sealSession(
  ctx: SessionContext,
  claims: SessionClaims,
): Promise<CookieChange> {
  const value = await encodeSession(ctx, claims);
  if (value.length > MAX_SESSION) {
    const [name, size] = findBiggest(claims);
    throw new SessionTooLarge(
      `The session is ${value.length} characters, over ${MAX_SESSION}: servers and proxies refuse such cookies. Its biggest claim is "${name}" with ${size}.`,
    );
  }
  const { longest } = ctx.settings.session;
  const left = Math.ceil(claims.exp - ctx.now / 1000);
  return {
    role: "session",
    value,
    maxAge: Math.max(1, Math.min(longest, left)),
    isBrief: claims.authn?.life?.isBrief,
  };
}

/** Encodes claims as the session cookie's text: sealed, or by the application's own codec. */
async function encodeSession(
  ctx: SessionContext,
  claims: SessionClaims,
): Promise<string> {
  const { encode, secret } = ctx.settings.jwt;
  const maxAge = toMaxAge(ctx, claims);
  if (encode === undefined) {
    return await seal(
      ctx.settings.jwt.keyring,
      toPurpose(ctx),
      claims,
      ctx.now,
    );
  }
  const salt = ctx.policy.names.session;
  let text: unknown;
  try {
    text = await encode({ token: claims, secret, maxAge, salt });
  } catch (error) {
    throw new SessionError("`jwt.encode` threw.", { cause: error });
  }
  if (typeof text === "string" && isCookieValue(text)) return text;
  throw new SessionError(
    "`jwt.encode` did not return text that a cookie can hold.",
  );
}

function findBiggest(claims: JWT): [string, number] {
  return Object.entries(claims)
    .map(([name, value]): [string, number] => [
      name,
      (JSON.stringify(value) ?? "").length,
    ])
    .reduce((a, b) => (b[1] > a[1] ? b : a));
}
