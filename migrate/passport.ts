/**
 * Accepts the sessions of Passport over express-session, so that its visitors
 * stay signed in.
 *
 * @module
 */

import { SessionError } from "../core/errors/auth_error.ts";
import type { Awaitable } from "../core/model/model.ts";
import type { SessionBridge } from "../core/model/session_bridge.ts";
import { callHost } from "../core/runtime/timeout.ts";
import { type OldUser, toUserId } from "./engine/host_user.ts";
import {
  type ConnectOptions,
  createRowBridge,
} from "./express-session/rows.ts";

export type { SessionBridge } from "../core/model/session_bridge.ts";
export type { OldUser } from "./engine/host_user.ts";
export type { OldCookieOptions } from "./engine/old_attributes.ts";
export type { OldSecrets } from "./engine/secrets.ts";
export type { ConnectOptions } from "./express-session/rows.ts";
export type { ConnectStore } from "./express-session/store_calls.ts";

/**
 * Options of {@link fromPassport}. `User` is the type of the application's
 * own users.
 */
export interface PassportOptions<User = unknown> extends ConnectOptions {
  /**
   * The old `deserializeUser`, with a promise in place of its callback: returns
   * the user for what `serializeUser` returned; null or false if there is none
   * any longer. Default: what `serializeUser` returned is the user.
   */
  readonly deserializeUser?:
    | ((serialized: unknown) => Awaitable<User | null | undefined | false>)
    | undefined;
  /**
   * Returns id, name and address of such a user. Default: a number or a string
   * is the id; from an object, `id`, `displayName` or `name`, `email` and
   * `image` are taken.
   */
  readonly user?:
    | ((user: User) => Awaitable<OldUser | null | undefined>)
    | undefined;
}

/**
 * Creates a bridge for the sessions of Passport, which are rows of
 * express-session. A row without a user is one of a visitor who is not signed
 * in.
 *
 * The `jwt` callback, or the `session` callback of sessions in a database, gets
 * the whole row once, with `trigger: "migrate"`.
 *
 * @param options the store and the secret; everything else has defaults
 * @throws TypeError if the store or the secret is missing, or the secret is
 * short and `allowShortSecret` is not set
 *
 * @example
 * ```ts
 * import { createAuth } from "@latchkey/auth";
 * import {
 *   type ConnectStore,
 *   fromPassport,
 * } from "@latchkey/auth/migrate/passport";
 *
 * const users = [{ id: 42, name: "Ada", email: "ada@example.com" }];
 *
 * function toAuth(store: ConnectStore) {
 *   return createAuth({
 *     providers: [],
 *     secret: "a new secret of at least thirty-two characters",
 *     session: {
 *       accept: [
 *         fromPassport({
 *           store,
 *           secret: "the secret of the old application: 32+",
 *           deserializeUser: (id) => users.find((user) => user.id === id),
 *         }),
 *       ],
 *       acceptUntil: "2030-01-31",
 *     },
 *   });
 * }
 * ```
 */
export function fromPassport<User = unknown>(
  options: PassportOptions<User>,
): SessionBridge {
  return createRowBridge(options, {
    library: "Passport",
    bridge: "fromPassport",
    user: (row) => findUser(row, options),
  });
}

async function findUser<User>(
  row: unknown,
  { deserializeUser, user }: PassportOptions<User>,
): Promise<OldUser | null | undefined> {
  const serialized = readMember(readMember(row, "passport"), "user") ?? null;
  if (serialized === null || serialized === false) return null;
  const found = deserializeUser === undefined ? serialized : await callHost(
    { name: "fromPassport `deserializeUser`", failure: SessionError },
    () => deserializeUser(serialized),
  ) || null;
  if (found === null) return null;
  // Without `deserializeUser`, the application says which type it serialized.
  return user === undefined ? toOldUser(found) : await user(found as User);
}

function toOldUser(user: unknown): OldUser {
  if (typeof user !== "object") return { id: toUserId(user) ?? "" };
  return {
    id: toUserId(readMember(user, "id")) ?? "",
    name: readText(user, "displayName") ?? readText(user, "name"),
    email: readText(user, "email"),
    image: readText(user, "image"),
  };
}

function readText(user: unknown, name: string): string | null {
  const value = readMember(user, name);
  return typeof value === "string" ? value : null;
}

/** Reads an own member; names that all objects have do not count. */
function readMember(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null &&
      Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
