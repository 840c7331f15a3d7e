/**
 * Accepts the sessions of iron-session (versions 8, 9 and older), so that its
 * visitors stay signed in.
 *
 * @module
 */

import type { Awaitable } from "../core/model/model.ts";
import type { SessionBridge } from "../core/model/session_bridge.ts";
import type { SessionContext } from "../core/request/context.ts";
import { createBridge, type Opened } from "./engine/bridge.ts";
import { addUser, type OldUser } from "./engine/host_user.ts";
import { type OldCookieOptions, toCleared } from "./engine/old_attributes.ts";
import { toSecrets } from "./engine/secrets.ts";
import {
  type FindPasswords,
  type IronContent,
  SKEW,
  unseal,
} from "./iron-session/seal.ts";

export type { SessionBridge } from "../core/model/session_bridge.ts";
export type { OldUser } from "./engine/host_user.ts";
export type { OldCookieOptions } from "./engine/old_attributes.ts";
export type { IronContent } from "./iron-session/seal.ts";

/** Attributes of iron-session's cookie: its option `cookieOptions`. */
export interface IronCookieOptions extends OldCookieOptions {
  /**
   * Seconds. If it is given as `undefined`, as iron-session wants it for a
   * cookie that ends with the browser, the new cookie ends with it, too.
   */
  readonly maxAge?: number | undefined;
}

/**
 * Options of {@link fromIronSession}. `Content` is the type of the old session.
 */
export interface IronSessionOptions<Content extends object = IronContent> {
  /**
   * The old `password`: a string, or strings by number. A list is for passwords
   * whose numbers are not known; each of them is tried.
   */
  readonly password:
    | string
    | readonly string[]
    | Readonly<Record<number, string>>;
  /** The old `cookieName`. */
  readonly cookieName: string;
  /**
   * Returns the user whom a session belongs to; null for a visitor who is not
   * signed in. It may load the user from a database.
   */
  readonly user: (content: Content) => Awaitable<OldUser | null | undefined>;
  /** The old `ttl` in seconds. Default 14 days. */
  readonly ttl?: number | undefined;
  /** The old `cookieOptions`, as far as the cookie has to be cleared with them. */
  readonly cookieOptions?: IronCookieOptions | undefined;
}

const TWO_WEEKS = 14 * 86_400;

/**
 * Creates a bridge for the sessions of iron-session. A session that never
 * expires is accepted until `session.acceptUntil`.
 *
 * The `jwt` callback, or the `session` callback of sessions in a database, gets
 * the old content once, with `trigger: "migrate"`.
 *
 * @param options the password, the name of the cookie, and a function that
 * knows the user
 * @throws TypeError if the password or the name is missing, or a password has
 * fewer than 32 characters
 *
 * @example
 * ```ts
 * import { createAuth } from "@latchkey/auth";
 * import { fromIronSession } from "@latchkey/auth/migrate/iron-session";
 *
 * const auth = createAuth({
 *   providers: [],
 *   secret: "a new secret of at least thirty-two characters",
 *   session: {
 *     accept: [
 *       fromIronSession<{ userId?: string }>({
 *         password: "the password of the old application: 32+",
 *         cookieName: "my-app",
 *         user: ({ userId }) => userId === undefined ? null : { id: userId },
 *       }),
 *     ],
 *     acceptUntil: "2030-01-31",
 *   },
 * });
 * ```
 */
export function fromIronSession<Content extends object = IronContent>(
  options: IronSessionOptions<Content>,
): SessionBridge {
  const { password, cookieName, cookieOptions } = options;
  const passwords = toSecrets("fromIronSession", {
    secret: typeof password === "string"
      ? password
      : Object.values(password ?? {}),
  });
  if (typeof cookieName !== "string" || cookieName === "") {
    throw new TypeError(
      "fromIronSession needs `cookieName`, the name of iron-session's cookie.",
    );
  }
  const old = { options, passwords: toFind(password, passwords) };
  return createBridge({
    name: "iron-session",
    hidden: passwords,
    candidates: (cookies) => cookies.candidates(cookieName),
    open: ({ text }, ctx) => open(text, ctx, old),
    clear: (cookies) =>
      toCleared(cookies.chunkNames(cookieName), cookieOptions),
  });
}

/** A single password has the number 1. */
function toFind(
  password: IronSessionOptions["password"],
  all: readonly string[],
): FindPasswords {
  if (typeof password === "string") return (id) => id === "1" ? all : [];
  if (Array.isArray(password)) return () => all;
  const known = new Map(Object.entries(password));
  return (id) => [known.get(id) ?? []].flat();
}

async function open<Content extends object>(
  text: string,
  { now }: SessionContext,
  { options, passwords }: {
    readonly options: IronSessionOptions<Content>;
    readonly passwords: FindPasswords;
  },
): Promise<Opened> {
  const { user, ttl = TWO_WEEKS, cookieOptions = {} } = options;
  const unsealed = await unseal(text, passwords, now);
  if ("reason" in unsealed) return { kind: "refused", ...unsealed };
  const { content, expiry } = unsealed;
  const session = {
    // The version behind it is not signed.
    identity: text.replace(/~2$/, ""),
    startedAt: null,
    writtenAt: expiry === null ? null : toSecond(expiry - ttl * 1000),
    endsAt: expiry === null ? null : toSecond(expiry + SKEW),
    isTransient: "maxAge" in cookieOptions &&
      cookieOptions.maxAge === undefined,
    content,
  };
  return await addUser(session, {
    bridge: "fromIronSession",
    // The application says which type its content has.
    user: (one) => user(one as Content),
  });
}

/** Rounds milliseconds down to a second, the unit of claims. */
function toSecond(milliseconds: number): number {
  return Math.floor(milliseconds / 1000) * 1000;
}
