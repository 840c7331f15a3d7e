import type { InviteOptions } from "./invite.ts";
import type { Readiness, ReadinessOptions } from "./readiness.ts";
import type { PersonalTokenFunctions } from "./token_management.ts";
import type { Revocation } from "../../../session/revocation/revocation.ts";

/** Functions about any user, which need no request: for administration and background work. */
export interface UserManagement<
  Fields = Readonly<Record<string, unknown>>,
> {
  /**
   * Revokes one session (`{ session: id }`), all sessions of a user (`{ user:
   * id }`), or all sessions (`{ all: true }`); with `before` only those that
   * began before that moment. The ids are `sid` and `sub` of the session's
   * token, or, with the strategy `database`, those of `listSessions` and of the
   * user. Personal tokens go on: `tokens.revokeAll` ends those.
   *
   * @throws StoreError or AdapterError if it could not be done
   */
  revoke(what: Revocation): Promise<void>;
  /**
   * Deletes a stored user with everything that belongs to them, by the
   * adapter's `deleteUser`, and ends all of their sessions, whatever the
   * strategy. Tokens in the store (`tokens.keep: "store"`) go as well, unless
   * `providers` is a function.
   *
   * @param id the user's id, as in `session.user.id`
   * @throws ConfigurationError if the adapter cannot; StoreError or AdapterError
   * if it failed: call it again
   */
  deleteUser(id: string): Promise<void>;
  /**
   * Invites somebody to create an account with a password: sends a mail with a
   * link that works once, for seven days, also with `signUp: false`. The owner
   * of an account is told that there is one already. Needs the provider
   * `Password`, and AUTH_URL or `origin`.
   *
   * @param address one e-mail address
   * @throws InvalidAddress, ConfigurationError; EmailSignInError or AdapterError
   * if it failed: call it again
   *
   * @example
   * ```ts ignore
   * const name = "Ada Lovelace";
   * await auth.invite("ada@example.com", { name, callbackUrl: "/welcome" });
   * ```
   */
  invite(address: string, options?: InviteOptions): Promise<void>;
  /**
   * Removes all second factors of a user, who has lost them, and ends their
   * sessions. The user is told by a mail. Make sure first, by another road, that
   * it is this person who asks. Needs the provider `Password`.
   *
   * @param id the user's id, as in `session.user.id`
   * @throws ConfigurationError without `Password`, or if the configuration is a
   * function of the request; InvalidRequest if there is no such user;
   * AdapterError or StoreError: call it again
   */
  resetFactors(id: string): Promise<void>;
  /** Personal tokens of users, for scripts and mobile applications. */
  readonly tokens: PersonalTokenFunctions;
  /**
   * Changes fields of the application's own (`user.fields`) of a stored user;
   * others keep their values, and null removes one. A database session shows
   * the change at once. With the strategy `jwt`, a session shows it when its
   * cookie is renewed (`updateAge`) or by `updateSession`: after taking a right
   * away, end the user's sessions with `revoke`.
   *
   * @param id the user's id, as in `session.user.id`
   * @throws ConfigurationError for a field that is not declared, and for a value
   * of another type; AdapterError if there is no such user, or if it failed
   *
   * @example
   * ```ts ignore
   * await auth.updateUser(userId, { role: "admin" });
   * await auth.revoke({ user: userId }); // with the strategy `jwt`
   * ```
   */
  updateUser(id: string, fields: Fields): Promise<void>;
  /**
   * Tries what a sign-in needs, for a readiness route: the configuration, and the
   * adapter, the store and the sink of the audit trail, where they are
   * configured. It changes nothing; the answer has no detail that a stranger
   * could use, and the log has them.
   *
   * @throws ConfigurationError if the configuration is a function of the request
   *
   * @example
   * ```ts ignore
   * app.get("/ready", async (_req, res) => {
   *   const { ok, checks } = await auth.check({ timeout: 1 });
   *   res.status(ok ? 200 : 503).json({ ok, checks });
   * });
   * ```
   */
  check(options?: ReadinessOptions): Promise<Readiness>;
}
