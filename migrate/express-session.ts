/**
 * Accepts the sessions of express-session, whatever store they are in, so that
 * its visitors stay signed in.
 *
 * @module
 */

import type { Awaitable } from "../core/model/model.ts";
import type { SessionBridge } from "../core/model/session_bridge.ts";
import type { OldUser } from "./engine/host_user.ts";
import {
  type ConnectOptions,
  createRowBridge,
  type SessionRow,
} from "./express-session/rows.ts";

export type { SessionBridge } from "../core/model/session_bridge.ts";
export type { OldUser } from "./engine/host_user.ts";
export type { OldCookieOptions } from "./engine/old_attributes.ts";
export type { OldSecrets } from "./engine/secrets.ts";
export type { ConnectOptions, SessionRow } from "./express-session/rows.ts";
export type { ConnectStore } from "./express-session/store_calls.ts";

/**
 * Options of {@link fromExpressSession}. `Row` is the type of the old session.
 */
export interface ExpressSessionOptions<Row extends object = SessionRow>
  extends ConnectOptions {
  /**
   * Returns the user whom a session belongs to; null for a visitor who is not
   * signed in. It may load the user from a database.
   */
  readonly user: (session: Row) => Awaitable<OldUser | null | undefined>;
}

/**
 * Creates a bridge for the sessions of express-session. Their rows stay in the
 * store until the user signs out.
 *
 * The `jwt` callback, or the `session` callback of sessions in a database, gets
 * the whole row once, with `trigger: "migrate"`: a cart, for example.
 *
 * @param options the store, the secret, and a function that knows the user
 * @throws TypeError if the store or the secret is missing, or the secret is
 * short and `allowShortSecret` is not set
 *
 * @example
 * ```ts
 * import { createAuth } from "@latchkey/auth";
 * import {
 *   type ConnectStore,
 *   fromExpressSession,
 * } from "@latchkey/auth/migrate/express-session";
 *
 * function toAuth(store: ConnectStore) {
 *   return createAuth({
 *     providers: [],
 *     secret: "a new secret of at least thirty-two characters",
 *     session: {
 *       accept: [
 *         fromExpressSession<{ userId?: number }>({
 *           store,
 *           secret: "the secret of the old application: 32+",
 *           user: ({ userId }) => userId === undefined ? null : { id: userId },
 *         }),
 *       ],
 *       acceptUntil: "2030-01-31",
 *     },
 *   });
 * }
 * ```
 */
export function fromExpressSession<Row extends object = SessionRow>(
  options: ExpressSessionOptions<Row>,
): SessionBridge {
  return createRowBridge(options, {
    library: "express-session",
    bridge: "fromExpressSession",
    // The application says which type its rows have.
    user: (row) => options.user(row as Row),
  });
}
