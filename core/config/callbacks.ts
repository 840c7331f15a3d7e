/**
 * The functions of the host that are asked, and those that are told.
 *
 * @module
 */

import type {
  AccountKey,
  AdapterSession,
  AdapterUser,
} from "../model/adapter.ts";
import type { ErrorType } from "../errors/error_table.ts";
import type { LimitKind } from "./limit_rules.ts";
import type {
  Account,
  Awaitable,
  JWT,
  Profile,
  Session,
  SessionUser,
  User,
} from "../model/model.ts";

/** Decisions of the host. A callback that throws refuses; none of them can be skipped. */
export interface Callbacks {
  /**
   * May this person sign in? `true` goes on, `false` refuses, a text redirects
   * there without signing in. Default: everybody may.
   */
  signIn?:
    | ((message: {
      /** The stored user if the account is known, else what the provider said. */
      user: User | AdapterUser;
      account: Account | null;
      profile?: Profile | undefined;
      /** With a credentials provider: what was typed into its fields. */
      credentials?: Readonly<Record<string, string>> | undefined;
      /** With e-mail: a mail was asked for, and nothing is proved yet. Absent when the link or the code came back. */
      email?: { verificationRequest?: boolean | undefined } | undefined;
    }) => Awaitable<boolean | string>)
    | undefined;
  /**
   * Where to go after signing in or out. `url` is what the client asked for, as
   * it was sent, or `baseUrl` where that is missing, empty or malformed:
   * `new URL(url, baseUrl)` never throws. If the callback throws or takes longer
   * than ten seconds, a sign-in fails, and a sign-out goes to the default target.
   * Default: URLs of this origin only.
   */
  redirect?:
    | ((message: { url: string; baseUrl: string }) => Awaitable<string>)
    | undefined;
  /**
   * The claims of the session cookie: at sign-in (`user`, `account`, `profile`,
   * `trigger` present) and at each session check. `null` ends the session.
   * Default: the claims as they are.
   */
  jwt?:
    | ((message: {
      token: JWT;
      /** With an adapter: the stored user. */
      user?: User | AdapterUser | undefined;
      account?: Account | null | undefined;
      profile?: Profile | undefined;
      trigger?: "signIn" | "signUp" | "update" | undefined;
      /** With `trigger: "update"`: what the browser sent. It proves nothing: validate it. */
      session?: unknown;
      /** @deprecated use `trigger === "signUp"` */
      isNewUser?: boolean | undefined;
    }) => Awaitable<JWT | null>)
    | undefined;
  /** What the application and the browser see of the session. Default: id, name, email, image. */
  session?:
    | ((message: {
      /** The session as it is by default. */
      session: Session & { user: SessionUser };
      /** The claims: with the strategy `jwt` only. */
      token: JWT;
      /** The stored user: with the strategy `database` only. */
      user: AdapterUser;
      /** With `trigger: "update"` and the strategy `database`: what the browser sent. It proves nothing: validate it. */
      newSession?: unknown;
      /** The session is being changed: with the strategy `database` only. */
      trigger?: "update" | undefined;
    }) => Awaitable<Session>)
    | undefined;
}

/** Handlers that are told what happened. One that fails is logged and changes nothing. */
export interface Events {
  /** Somebody signed in. */
  signIn?:
    | ((message: {
      user: User;
      account: Account | null;
      profile?: Profile | undefined;
      isNewUser?: boolean | undefined;
    }) => Awaitable<void>)
    | undefined;
  /** A session was ended by signing out. */
  signOut?:
    | ((message: {
      /** Its claims: with the strategy `jwt` only. */
      token: JWT | null;
      /** Its row, in which a hash stands for the token: with the strategy `database` only. */
      session?: AdapterSession | null | undefined;
    }) => Awaitable<void>)
    | undefined;
  /** A session was read. */
  session?:
    | ((message: {
      session: Session;
      /** Its claims: with the strategy `jwt` only. */
      token: JWT;
    }) => Awaitable<void>)
    | undefined;
  /** A user was created, and has an account. */
  createUser?:
    | ((message: { user: AdapterUser }) => Awaitable<void>)
    | undefined;
  /** The library changed a user: the address was proved, by a mail or by a provider that vouches for it. */
  updateUser?:
    | ((message: { user: AdapterUser }) => Awaitable<void>)
    | undefined;
  /** An account was added to a user; `profile` is the user that the provider describes. */
  linkAccount?:
    | ((message: {
      user: AdapterUser;
      account: Account;
      profile: User;
    }) => Awaitable<void>)
    | undefined;
  /** Somebody tried to sign in and was not let in. Nothing that was typed in is told. */
  signInFailed?:
    | ((message: SignInFailure) => Awaitable<void>)
    | undefined;
  /** An account was not added to a user: it is somebody else's, or its address is. */
  linkRefused?:
    | ((message: {
      /** Id of the provider. */
      provider: string;
      /** The account belongs to another user; or another user has the address. */
      reason: "in use" | "address";
      /** Who asked for it; where nobody did, the user with the address. */
      userId?: string | undefined;
    }) => Awaitable<void>)
    | undefined;
  /** Sessions were ended by `revoke`, or because somebody else proved that the address is theirs. */
  sessionRevoked?:
    | ((message: {
      /** One session, all of a person, or everybody's. */
      what: "session" | "user" | "all";
      /** The session's id; a hash of it where it is the token itself. */
      sessionId?: string | undefined;
      userId?: string | undefined;
      /** Only sessions that began before this moment. */
      before?: Date | undefined;
    }) => Awaitable<void>)
    | undefined;
  /**
   * An unverified address was proved, and the ways in that its user had until
   * then were removed with their sessions. The owner of the address signs in
   * next.
   */
  addressTakenOver?:
    | ((message: {
      /** The user as it is now. */
      user: AdapterUser;
      /** Id of the provider that proved the address. */
      provider: string;
      /** The removed ways in. */
      removed: {
        readonly accounts: readonly AccountKey[];
        /** How many passkeys. */
        readonly passkeys: number;
        /** Ids of the credentials providers whose password was removed. */
        readonly passwords: readonly string[];
      };
    }) => Awaitable<void>)
    | undefined;
  /** An attempt was refused because there were too many. */
  rateLimited?:
    | ((message: {
      kind: LimitKind;
      /** The client's address, where it is known. */
      address?: string | undefined;
      /** Seconds after which a new attempt makes sense. */
      retryAfter: number;
    }) => Awaitable<void>)
    | undefined;
}

/** What the event `signInFailed` is told. */
export interface SignInFailure {
  /** Type of the error. */
  type: ErrorType;
  /** Says more than the type, from a fixed set. */
  code: string | null;
  /** Id of the provider. */
  provider: string | null;
  /** The client's address, where it is known. */
  address?: string | undefined;
  /** How many attempts count against this address, or this account, now; null where none are counted. */
  attempt: number | null;
}
