/**
 * The two ways to keep a session, behind one interface. {@link toStrategy}
 * selects between them.
 *
 * @module
 */

import type { Events } from "../config/callbacks.ts";
import type { Client } from "../request/client.ts";
import type { SessionContext } from "../request/context.ts";
import type { CookieChange } from "../http/cookies.ts";
import type { Authentication } from "../model/authentication.ts";
import type { Awaitable } from "../model/model.ts";
import { toAcceptance } from "./acceptance.ts";
import { jwtStrategy } from "./jwt_strategy.ts";
import { loadSessions } from "./load_sessions.ts";
import type { SessionUpdate } from "./session_read.ts";
import type { SessionRead } from "./session_read.ts";
import type { SignIn } from "./start.ts";

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
}

/** The argument of the `signOut` event. */
export type SignOutMessage = Parameters<NonNullable<Events["signOut"]>>[0];

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
  /** Gives the session a new id, because the user's rights have changed. */
  rotate(ctx: SessionContext): Promise<readonly CookieChange[]>;
}

/** Returns the strategy of this application for a request. */
export function toStrategy(
  { settings, jar }: Pick<SessionContext, "settings" | "jar">,
): SessionStrategy {
  const own = settings.strategy === "database" ? databaseStrategy : jwtStrategy;
  const acceptance = settings.accept === null ? null : toAcceptance(settings);
  const isOnlyOurs = jar.session.length > 0 && !acceptance?.isSent({ jar });
  return acceptance === null || isOnlyOurs ? own : acceptance.wrap(own);
}

const databaseStrategy: SessionStrategy = {
  bindingId: async (ctx) =>
    await (await loadSessions()).databaseStrategy.bindingId(ctx),
  read: async (...args) =>
    await (await loadSessions()).databaseStrategy.read(...args),
  find: async (ctx) => await (await loadSessions()).databaseStrategy.find(ctx),
  start: async (...args) =>
    await (await loadSessions()).databaseStrategy.start(...args),
  end: async (ctx) => await (await loadSessions()).databaseStrategy.end(ctx),
  rotate: async (ctx) =>
    await (await loadSessions()).databaseStrategy.rotate(ctx),
};

/**
 * Reads the session of a request.
 *
 * @throws StoreError, AdapterError, SessionError or an AuthError from the
 * application
 */
export function readSession(
  ctx: SessionContext,
  update: SessionUpdate | null = null,
): Awaitable<SessionRead> {
  return toStrategy(ctx).read(ctx, update);
}
