import type { SessionContext } from "../request/context.ts";

/**
 * So many different session cookies are looked at: each costs a decryption or a
 * query. A browser sends one, or a few if somebody planted more.
 */
const MAX_CANDIDATES = 16;

/** The values that may be the session. */
export function listCandidates({ jar }: SessionContext): readonly string[] {
  return jar.session.slice(0, MAX_CANDIDATES);
}

/** Whether there are more session cookies than are looked at. */
export function isCrowded({ jar }: SessionContext): boolean {
  return jar.session.length > MAX_CANDIDATES;
}

/**
 * Refuses several session cookies, because it is not known which of them were
 * planted. Too many are refused for the same reason: only some are looked at.
 */
export function refuseSeveral({ effects }: SessionContext): null {
  effects.log.warn(
    "two-sessions",
    "A browser sent two different valid session cookies, or more than 16; all were refused.",
  );
  return null;
}
