import type { SessionContext } from "../request/context.ts";
import { MAX_SESSION } from "../http/cookies.ts";
import type { CookieChange } from "../http/cookies.ts";
import { SessionTooLarge } from "../errors/errors.ts";
import type { JWT } from "../model/model.ts";
import { encodeSession } from "./codec.ts";

/** The claims that only the library writes. A session without them is none. */
export interface SessionClaims extends JWT {
  readonly sub: string;
  readonly sid: string;
  readonly iat: number;
  readonly auth_time: number;
  readonly exp: number;
}

/**
 * Which application a session is for: the configured origin, else the domain of
 * its cookie, else the origin that the browser used; an origin with the
 * configured base path. Two applications, or two hosts, that share a secret do
 * not share sessions.
 */
export function toAudience(ctx: SessionContext): string {
  const { origin, basePath } = ctx.settings;
  const { domain } = ctx.policy.attributes.session;
  if (origin === null && domain !== undefined) {
    const shared = domain.replace(/^\./, "").toLowerCase();
    // A host outside the domain has no part in the cookie.
    const [, host] = ctx.origin.split(/:\/\/|:/);
    if (`.${host}`.endsWith(`.${shared}`)) return shared;
  }
  return ctx.origin + (basePath ?? "");
}

/** Whether a session that names no audience counts: it cannot be of another host. */
export function takesAnyAudience({ settings }: SessionContext): boolean {
  return settings.origin === null && !settings.trustsSeveral;
}

/** The claims that stay as they are while a session lives, but for a new `sid`. */
type FixedClaims = Pick<SessionClaims, "sub" | "sid" | "auth_time" | "aud">;

/**
 * Puts the library's own claims on top of whatever a callback made of the token.
 * A session without an audience gets none: a process with an older version, which
 * runs beside this one during an update, would refuse it.
 */
export function toClaims(
  ctx: SessionContext,
  token: JWT,
  fixed: FixedClaims,
): SessionClaims {
  const { session: { absoluteMaxAge }, jwt: { maxAge } } = ctx.settings;
  const iat = Math.floor(ctx.now / 1000);
  const claims: SessionClaims = {
    ...token,
    sub: fixed.sub,
    sid: fixed.sid,
    auth_time: fixed.auth_time,
    iat,
    exp: Math.min(iat + maxAge, fixed.auth_time + absoluteMaxAge),
    aud: fixed.aud,
  };
  return claims;
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
  const { maxAge } = ctx.settings.session;
  const left = Math.ceil(claims.exp - ctx.now / 1000);
  return {
    role: "session",
    value,
    maxAge: Math.max(1, Math.min(maxAge, left)),
  };
}

function findBiggest(claims: JWT): [string, number] {
  return Object.entries(claims)
    .map(([name, value]): [string, number] => [
      name,
      (JSON.stringify(value) ?? "").length,
    ])
    .reduce((a, b) => (b[1] > a[1] ? b : a));
}
