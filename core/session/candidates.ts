import type { SessionContext } from "../request/context.ts";

/**
 * The limit on session cookies that are examined, because each costs a
 * decryption or a query. A browser sends one, or a few if an attacker planted
 * more.
 */
const MAX_CANDIDATES = 16;

/** Lists the cookie values that may be the session. */
export function listCandidates({ jar }: SessionContext): readonly string[] {
  return jar.session.slice(0, MAX_CANDIDATES);
}

/** Whether the browser sent more session cookies than are examined. */
export function isCrowded({ jar }: SessionContext): boolean {
  return jar.session.length > MAX_CANDIDATES;
}

/**
 * Refuses several session cookies, because there is no telling which of them
 * were planted. Too many are refused as well, since only some are examined.
 */
export function refuseSeveral({ effects }: SessionContext): null {
  effects.log.warn(
    "two-sessions",
    "A browser sent two different valid session cookies, or more than 16; all were refused.",
  );
  return null;
}
