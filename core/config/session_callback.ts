import type { AdapterUser } from "../model/adapter.ts";
import type { Awaitable, JWT, Session, SessionUser } from "../model/model.ts";

/**
 * The `session` callback. It is a method, which TypeScript compares in both
 * directions: a callback that was written for either strategy fits both.
 */
export interface SessionCallback<Token> {
  /** Returns the session. */
  call(message: {
    /** The default session. */
    session: Session & { user: SessionUser };
    /** The claims. Only with the strategy `jwt`. */
    token: Token;
    /** The stored user. Only with the strategy `database`. */
    user: AdapterUser;
    /**
     * With the strategy `database`, and `trigger: "update"`: the data, which is
     * untrusted if `source` is `browser`, unless it passed
     * `session.browserUpdate`. With `"migrate"`: the content of the other
     * library's session.
     */
    newSession?: unknown;
    /** With `trigger: "update"`: who sent the data, as in `jwt`. */
    source?: "browser" | "server" | undefined;
    /**
     * `update` while the session is being updated (only with the strategy
     * `database`); `migrate` in the request that accepts a session of another
     * library.
     */
    trigger?: "update" | "migrate" | undefined;
  }): Awaitable<Session>;
}

/** The members of a configuration that decide the strategy. */
export interface StrategyChoice<A, S> {
  /** The adapter, or undefined. */
  readonly adapter?: A;
  /** The options of sessions. */
  readonly session?: { readonly strategy?: S } | undefined;
}

/**
 * The type of `token` in the `session` callback: there are no claims if
 * sessions are stored, as they are with an adapter unless the strategy is
 * `jwt`. A configuration that may have an adapter is treated as one without.
 */
export type TokenOf<A, S> = undefined extends A ? JWT
  : S extends "jwt" ? JWT
  : JWT | undefined;
