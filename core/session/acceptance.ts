/**
 * The part of `session.accept` that the library itself knows. The code comes
 * with the bridges.
 *
 * @module
 */

import type { Settings } from "../config/settings.ts";
import type { CookieChange } from "../http/cookies.ts";
import type { SessionContext } from "../request/context.ts";
import type { Revocation } from "./revocation/revocation.ts";
import type { SessionStrategy } from "./session_strategy.ts";

/** Accepts sessions of other libraries. */
export interface Acceptance {
  /**
   * Wraps the strategy for a request without a live session of this library: a
   * session of another library counts as if it were one.
   */
  wrap(own: SessionStrategy): SessionStrategy;
  /** Whether the browser sent a cookie that may be another library's session. */
  isSent(ctx: Pick<SessionContext, "jar">): boolean;
  /**
   * Refuses, from now on, the other library's sessions of all users that a
   * revocation is about.
   *
   * @throws StoreError or AdapterError
   */
  refuse(settings: Settings, what: Revocation): Promise<void>;
  /**
   * Refuses, from now on, the session that one of ours was made from. Where the
   * other library's sessions cannot be told apart, all that the user had until
   * now are refused.
   *
   * @param id of the session, or the token of a database session
   * @param user of a database session; the id of another names its own
   * @throws StoreError
   */
  refuseOne(settings: Settings, id: string, user?: string): Promise<void>;
  /**
   * Ends the sessions of other libraries whose cookies the browser sent.
   *
   * @returns the cookies to clear
   * @throws StoreError or AdapterError
   */
  end(ctx: SessionContext): Promise<readonly CookieChange[]>;
}

/** Returns the code of `session.accept`; null if the application does not use it. */
export function toAcceptance(
  { accept }: Pick<Settings, "accept">,
): Acceptance | null {
  return accept !== null && isAcceptance(accept) ? accept : null;
}

function isAcceptance(accept: object): accept is Acceptance {
  return "wrap" in accept;
}
