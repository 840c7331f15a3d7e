/**
 * Callbacks, which decide, and events, which notify: functions of the
 * application.
 *
 * @module
 */

import type {
  AccountKey,
  AdapterSession,
  AdapterUser,
} from "../model/adapter.ts";
import type { ErrorType } from "../errors/error_table.ts";
import type { AccountEvents } from "./account_events.ts";
import type { ManagementEvents } from "./management_events.ts";
import type { PersonalTokenEvents } from "./personal_token_events.ts";
import type { FactorEvents } from "./factor_events.ts";
import type { PasskeyEvents } from "./passkey_events.ts";
import type { PasswordEvents } from "./password_events.ts";
import type { SessionCallback } from "./session_callback.ts";
import type { LimitKind } from "./limit_rules.ts";
import type { UserIdCallback } from "./user_id_callback.ts";
import type {
  Account,
  Awaitable,
  JWT,
  Profile,
  Session,
  User,
} from "../model/model.ts";

/** The application's decisions. A callback that throws refuses; none of them can be skipped. */
export interface Callbacks<Token = JWT> {
  /**
   * Decides whether a sign-in is allowed: `true` allows it, `false` refuses it,
   * and a string redirects there without signing in. With e-mail it is called
   * twice: the first call is made before a mail is sent, and `false` or a
   * string prevents the mail. Default: every sign-in is allowed.
   */
  signIn?:
    | ((message: {
      /** The stored user if the account is known, else the user from the provider. */
      user: User | AdapterUser;
      account: Account | null;
      profile?: Profile | undefined;
      /** With a credentials provider: the values typed into its fields. */
      credentials?: Readonly<Record<string, string>> | undefined;
      /**
       * With e-mail: a mail was requested, and nothing is proved yet: return
       * `true` to have it sent. Absent once the link or the code of the mail
       * was used.
       */
      email?: { verificationRequest?: boolean | undefined } | undefined;
    }) => Awaitable<boolean | string>)
    | undefined;
  /** Returns your own id of a user, for `session.user.id`. Only without an adapter. Default: the library's id. */
  userId?: UserIdCallback | undefined;
  /**
   * Returns the URL to go to after signing in or out. `url` is the one the
   * client requested, unchanged, or `baseUrl` if that is missing, empty or
   * malformed: `new URL(url, baseUrl)` never throws. If the callback throws or
   * takes longer than ten seconds, a sign-in fails, and a sign-out goes to the
   * default target. Default: URLs of this origin only.
   */
  redirect?:
    | ((message: { url: string; baseUrl: string }) => Awaitable<string>)
    | undefined;
  /**
   * Returns the claims of the session cookie, at sign-in (with `user`,
   * `account`, `profile` and `trigger`), at each session check, and when a
   * session of another library is accepted (`trigger: "migrate"`). `null` ends
   * the session. Default: the claims unchanged.
   */
  jwt?:
    | ((message: {
      token: JWT;
      /** With an adapter: the stored user. */
      user?: User | AdapterUser | undefined;
      account?: Account | null | undefined;
      profile?: Profile | undefined;
      trigger?: "signIn" | "signUp" | "update" | "migrate" | undefined;
      /**
       * With `trigger: "update"`: who sent the data. `browser`: any visitor who
       * is signed in, by `POST /session`. `server`: your `updateSession`.
       */
      source?: "browser" | "server" | undefined;
      /**
       * With `trigger: "update"`: the data. From the browser it is untrusted,
       * unless it passed `session.browserUpdate`. With `"migrate"`: the content
       * of the other library's session, as its application stored it.
       */
      session?: unknown;
      /** @deprecated use `trigger === "signUp"` */
      isNewUser?: boolean | undefined;
    }) => Awaitable<JWT | null>)
    | undefined;
  /** Returns the session that the application and the browser see. Default: id, name, email, image. */
  session?: SessionCallback<Token>["call"] | undefined;
}

export type {
  AccountEvents,
  FactorEvents,
  ManagementEvents,
  PasskeyEvents,
  PasswordEvents,
  PersonalTokenEvents,
};

/** Handlers that are notified of what happened. A failing handler is logged and changes nothing. */
export interface Events
  extends
    FactorEvents,
    PasskeyEvents,
    PasswordEvents,
    PersonalTokenEvents,
    AccountEvents,
    ManagementEvents {
  /** A user signed in. */
  signIn?:
    | ((message: {
      user: User;
      account: Account | null;
      profile?: Profile | undefined;
      isNewUser?: boolean | undefined;
      actor?: { id: string } | undefined;
    }) => Awaitable<void>)
    | undefined;
  /** A session ended by signing out. */
  signOut?:
    | ((message: {
      /** Its claims. Only with the strategy `jwt`. */
      token: JWT | null;
      /** Its row, with a hash in place of the token. Only with the strategy `database`. */
      session?: AdapterSession | null | undefined;
    }) => Awaitable<void>)
    | undefined;
  /** A session was read. */
  session?:
    | ((message: {
      session: Session;
      /** Its claims. Only with the strategy `jwt`. */
      token: JWT;
    }) => Awaitable<void>)
    | undefined;
  /** A user was created, with an account. */
  createUser?:
    | ((message: { user: AdapterUser }) => Awaitable<void>)
    | undefined;
  /** The library changed a user: the address was verified, by a mail or by a provider that vouches for it. */
  updateUser?:
    | ((message: { user: AdapterUser }) => Awaitable<void>)
    | undefined;
  /** An account was linked to a user; `profile` is the user as the provider describes it. */
  linkAccount?:
    | ((message: {
      user: AdapterUser;
      account: Account;
      profile: User;
    }) => Awaitable<void>)
    | undefined;
  /** A sign-in attempt was refused. The message contains nothing that was typed in. */
  signInFailed?:
    | ((message: SignInFailure) => Awaitable<void>)
    | undefined;
  /** An account was not linked: it, or its e-mail address, belongs to another user. */
  linkRefused?:
    | ((message: {
      /** Id of the provider. */
      provider: string;
      /** `in use`: the account belongs to another user. `address`: another user has the e-mail address. */
      reason: "in use" | "address";
      /** Id of the user who requested the link; without one, of the user with the address. */
      userId?: string | undefined;
    }) => Awaitable<void>)
    | undefined;
  /**
   * Sessions were ended by `revoke`, because another person proved ownership of
   * the address, or by a logout token of a provider, which is reported once.
   */
  sessionRevoked?:
    | ((message: {
      /** One session, all sessions of a user, all sessions of all users, or those that a provider ended. */
      what: "session" | "user" | "all" | "provider";
      /** The session's id, hashed if the id is the token itself. */
      sessionId?: string | undefined;
      userId?: string | undefined;
      /** Only sessions that began before this time were ended. */
      before?: Date | undefined;
      /** The id of the provider that ended its sessions: those of `sub`, of `sid`, or of both together. */
      provider?: string | undefined;
      /** The user's id at the provider. */
      sub?: string | undefined;
      /** The id of a session at the provider. */
      sid?: string | undefined;
    }) => Awaitable<void>)
    | undefined;
  /**
   * An unverified address was proved, so the sign-in methods that its user had
   * until then were removed, with their sessions. The owner of the address
   * signs in next.
   */
  addressTakenOver?:
    | ((message: {
      /** The user after the change. */
      user: AdapterUser;
      /** Id of the provider that proved the address. */
      provider: string;
      /** The removed sign-in methods. */
      removed: {
        readonly accounts: readonly AccountKey[];
        /** Number of passkeys. */
        readonly passkeys: number;
        /** Ids of the credentials providers whose password was removed. */
        readonly passwords: readonly string[];
      };
    }) => Awaitable<void>)
    | undefined;
  /** An attempt was refused by a rate limit. */
  rateLimited?:
    | ((message: {
      kind: LimitKind;
      /** The client's address, if known. */
      address?: string | undefined;
      /** Seconds to wait before the next attempt. */
      retryAfter: number;
    }) => Awaitable<void>)
    | undefined;
}

/** Message of the event `signInFailed`. */
export interface SignInFailure {
  /** Type of the error. */
  type: ErrorType;
  /** A more specific reason than the type, from a fixed set. */
  code: string | null;
  /** Id of the provider. */
  provider: string | null;
  /** The client's address, if known. */
  address?: string | undefined;
  /** Number of attempts that now count against this address or account; null if none are counted. */
  attempt: number | null;
}
