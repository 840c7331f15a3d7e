/**
 * The two ways to keep a session, behind one set of words. Which one it is
 * decides {@link toStrategy}, and nobody else asks.
 *
 * @module
 */

import { chain } from "../runtime/awaitable.ts";
import type { Events } from "../config/callbacks.ts";
import type { Context, SessionContext } from "../request/context.ts";
import type { CookieChange } from "../http/cookies.ts";
import type { Awaitable } from "../model/model.ts";
import { oncePerProcess } from "../storage/process_cache.ts";
import { jwtStrategy } from "./jwt_strategy.ts";
import type { SessionRead, SessionUpdate } from "./read.ts";
import type { SignIn } from "./start.ts";

/** A live session: its id, and whose it is. */
export interface Presence {
  readonly id: string;
  readonly userId: string;
  /** When the person signed in, in milliseconds since the epoch, if that is known. */
  readonly started: number | null;
}

/** What the event `signOut` is told. */
export type SignOutMessage = Parameters<NonNullable<Events["signOut"]>>[0];

/** How sessions are kept. */
export interface SessionStrategy {
  /** Names what the browser shows, so that things can be bound to it; asks nobody, and proves nothing. */
  name(ctx: SessionContext): Awaitable<string | null>;
  /** The session as the callbacks want it seen, and what is due. */
  read(
    ctx: SessionContext,
    update: SessionUpdate | null,
  ): Awaitable<SessionRead>;
  /** Whose live session this is. */
  find(ctx: SessionContext): Awaitable<Presence | null>;
  /** Starts a session, and ends those that the browser shows or showed before. */
  start(
    ctx: Context,
    signIn: SignIn,
    before: string | null,
  ): Promise<readonly CookieChange[]>;
  /** Ends the session that the browser shows. */
  end(ctx: SessionContext): Promise<readonly SignOutMessage[]>;
  /** Gives the session a new id: what somebody may do has changed. */
  rotate(ctx: SessionContext): Promise<readonly CookieChange[]>;
}

/** How this application keeps sessions. */
export function toStrategy(
  { settings }: Pick<SessionContext, "settings">,
): SessionStrategy {
  return settings.strategy === "database" ? databaseStrategy : jwtStrategy;
}

/** The first one to need it waits; from then on reads do not. */
function loadRows(): Awaitable<typeof import("./rows/database.ts")> {
  return oncePerProcess("rows", () => import("./rows/database.ts"));
}

const databaseStrategy: SessionStrategy = {
  name: (ctx) => chain(loadRows(), (own) => own.databaseStrategy.name(ctx)),
  read: (ctx, update) =>
    chain(loadRows(), (own) => own.databaseStrategy.read(ctx, update)),
  find: (ctx) => chain(loadRows(), (own) => own.databaseStrategy.find(ctx)),
  start: async (...args) =>
    await (await loadRows()).databaseStrategy.start(...args),
  end: async (ctx) => await (await loadRows()).databaseStrategy.end(ctx),
  rotate: async (ctx) => await (await loadRows()).databaseStrategy.rotate(ctx),
};

/**
 * Reads the session of a request.
 *
 * @throws StoreError, AdapterError, SessionError or an AuthError of the host's
 */
export function readSession(
  ctx: SessionContext,
  update: SessionUpdate | null = null,
): Awaitable<SessionRead> {
  return toStrategy(ctx).read(ctx, update);
}
