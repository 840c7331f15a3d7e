import type { SessionContext } from "../../core/request/context.ts";
import type { OldSession, Opened } from "../engine/bridge.ts";
import type { Claims } from "./keys.ts";

/** Seconds by which a clock may be ahead. */
const AHEAD = 60;

/** The claims that do not carry over: the new session has its own. */
const OWN = new Set(
  "name email picture sub iat exp nbf jti iss aud sid auth_time".split(" "),
);

/**
 * Reads a session from claims that a secret opened.
 *
 * @param toUserId returns the user's id; null if there is none. Default: `sub`
 */
export function toSession(
  claims: Claims,
  { now }: SessionContext,
  toUserId: (claims: Claims) => string | null = toSub,
): Opened {
  const seconds = now / 1000;
  const { iat, exp } = claims;
  if (typeof iat !== "number" || typeof exp !== "number") {
    return { kind: "refused", reason: "malformed" };
  }
  if (!(seconds < exp)) return refuse("expired");
  if (!(iat <= seconds + AHEAD)) {
    return refuse(
      "malformed",
      "It was written in the future: compare the clocks.",
    );
  }
  const userId = toUserId(claims);
  if (typeof userId !== "string" || userId === "") {
    return refuse(
      "malformed",
      "It names no user: if the old `jwt` callback left out `sub`, give `fromAuthJs` the option `userId`.",
    );
  }
  const session = toOldSession(claims, { userId, iat, exp });
  return { kind: "session", session };
}

function toOldSession(
  claims: Claims,
  { userId, iat, exp }: {
    readonly userId: string;
    readonly iat: number;
    readonly exp: number;
  },
): OldSession {
  const { jti } = claims;
  return {
    identity: typeof jti === "string"
      ? jti
      : JSON.stringify([userId, iat, exp]),
    userId,
    name: toText(claims.name),
    email: toText(claims.email),
    image: toText(claims.picture),
    claims: Object.fromEntries(
      Object.entries(claims).filter(([name]) => !OWN.has(name)),
    ),
    // It is the time of the last renewal, and not that of the sign-in.
    startedAt: null,
    writtenAt: iat * 1000,
    endsAt: exp * 1000,
    content: claims,
  };
}

function refuse(reason: "expired" | "malformed", hint?: string): Opened {
  return { kind: "refused", reason, hint };
}

function toSub({ sub }: Claims): string | null {
  return typeof sub === "string" || typeof sub === "number"
    ? String(sub)
    : null;
}

function toText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
