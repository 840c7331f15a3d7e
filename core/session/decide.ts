import { CLOCK_TOLERANCE } from "../runtime/clock.ts";
import type { SessionClaims } from "./jwt/claims.ts";

/** The lifetimes of a session, in seconds. */
export interface Lifetimes {
  readonly maxAge: number;
  readonly updateAge: number;
  readonly absoluteMaxAge: number;
}

/** Whether opened claims are a session now, and whether they are due for renewal. */
export type SessionVerdict =
  | {
    readonly kind: "live";
    readonly claims: SessionClaims;
    readonly due: boolean;
  }
  | { readonly kind: "invalid" }
  | { readonly kind: "expired" };

/**
 * Judges the claims of an opened session cookie.
 *
 * @param claims the sealed payload; validated like untrusted input
 * @param audience the application that the session must be for
 * @param now milliseconds since the epoch
 */
export function decideSession(
  claims: Readonly<Record<string, unknown>>,
  audience: string | undefined,
  lifetimes: Lifetimes,
  now: number,
): SessionVerdict {
  if (!isSessionClaims(claims) || claims.aud !== audience) {
    return { kind: "invalid" };
  }
  const seconds = now / 1000;
  const latest = seconds + CLOCK_TOLERANCE;
  const ends = Math.min(
    claims.exp,
    claims.iat + lifetimes.maxAge,
    claims.auth_time + lifetimes.absoluteMaxAge,
    claims.authn?.ends ?? Infinity,
  );
  const { iat, auth_time, nbf = iat } = claims;
  const life = claims.authn?.life;
  // Written so that an `nbf` that is not a number refuses.
  if (!(iat <= latest && auth_time <= latest && nbf as number <= latest)) {
    return { kind: "invalid" };
  }
  if (!(seconds < ends)) return { kind: "expired" };
  return {
    kind: "live",
    claims,
    // Its end is in `exp`; it has to be renewed before that.
    due: iat +
        (life === undefined
          ? lifetimes.updateAge
          : Math.min(lifetimes.updateAge, life.maxAge / 2)) <= seconds,
  };
}

/** Whether these claims include those that every session has, whatever their values. */
export function isSessionClaims(
  claims: Readonly<Record<string, unknown>>,
): claims is SessionClaims {
  return isText(claims.sub) && isText(claims.sid) &&
    Number.isFinite(claims.iat) && Number.isFinite(claims.exp) &&
    Number.isFinite(claims.auth_time);
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}
