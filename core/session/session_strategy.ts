import type { Events } from "../config/callbacks.ts";
import type { CookieChange } from "../http/cookies.ts";
import type { Authentication } from "../model/authentication.ts";
import type { Awaitable, User } from "../model/model.ts";
import type { SessionLife } from "../model/session_life.ts";
import type { Identity } from "../providers/provider.ts";
import type { Client } from "../request/client.ts";
import type { SessionContext } from "../request/context.ts";
import type { SessionRead, SessionUpdate } from "./session_read.ts";

/** A proven sign-in for which a session starts. */
export interface SignIn {
  /** The proven identity; its user is the stored one if users are stored. */
  readonly identity: Identity;
  /** The stored user, if the identity has the one that the application named. */
  readonly stored?: User | undefined;
  /** Stable id of the user: that of the stored user if there is one. */
  readonly sub: string;
  /** Whether this sign-in created the user; undefined if users are not stored. */
  readonly isNewUser: boolean | undefined;
  /** The proof of the identity. */
  readonly authentication: Authentication;
  /** How long the session lasts; absent: as `session.maxAge` says. */
  readonly life?: SessionLife | undefined;
  /** Whether a session in a cookie names no origin, if the application accepts that; for tests. */
  readonly isForAnyOrigin?: boolean | undefined;
}

/** A live session: its id and its user. */
export interface Presence {
  readonly id: string;
  readonly userId: string;
  /** When the user signed in, in milliseconds since the epoch, if that is known. */
  readonly started: number | null;
  /** When it ends if it is not used again, in milliseconds since the epoch. */
  readonly ends: number;
  /** The proof by which the user signed in; null: not known. */
  readonly authentication: Authentication | null;
  /** How long it lasts, if that was decided at the sign-in. */
  readonly life?: SessionLife | undefined;
}

/** The argument of the `signOut` event. */
export type SignOutMessage = Parameters<NonNullable<Events["signOut"]>>[0];

/** The end of all sessions of a user but the present one. */
export interface Others {
  /** Ends every session of the user that began until now. */
  end(): Promise<unknown>;
  /** When the present session begins anew, in milliseconds since the epoch: after that end. */
  readonly begins: number;
  /** The address that its claims name from now on, if they name one. */
  readonly email?: string | undefined;
}

/** A way of keeping sessions. */
export interface SessionStrategy {
  /**
   * Returns an id for the cookies that the browser sends, so that things can be
   * bound to it. It queries nothing and proves nothing.
   */
  bindingId(ctx: SessionContext): Promise<string | null>;
  /** Reads the session, shaped by the callbacks, and the cookies to write. */
  read(
    ctx: SessionContext,
    update: SessionUpdate | null,
  ): Awaitable<SessionRead>;
  /** Finds the live session and its user. */
  find(ctx: SessionContext): Promise<Presence | null>;
  /** Starts a session, and ends those that the browser has or had before. */
  start(
    ctx: SessionContext & { readonly request: Client },
    signIn: SignIn,
    before: string | null,
  ): Promise<readonly CookieChange[]>;
  /** Ends the session of the browser. */
  end(ctx: SessionContext): Promise<readonly SignOutMessage[]>;
  /**
   * Gives the session a new id, because the user's rights have changed. With
   * `others`, all other sessions of the user end. If this one was rotated or
   * ended meanwhile, no cookie changes.
   *
   * @param authentication the proof that the session has from now on. Default:
   * that of before
   */
  rotate(
    ctx: SessionContext,
    others?: Others,
    authentication?: Authentication,
  ): Promise<readonly CookieChange[]>;
}
