/**
 * Users in one place, sessions in another: for example users in a SQL database
 * and sessions in Redis.
 *
 * @module
 */

import type {
  Adapter,
  AdapterSession,
  AdapterUser,
  NewUserRecords,
  StoredFields,
} from "../core/model/adapter.ts";
import type { Awaitable } from "../core/model/model.ts";

/** The storage of sessions, and of mail link tokens if it has their methods. */
export interface SessionStorage extends
  Pick<
    Adapter,
    | "createVerificationToken"
    | "useVerificationToken"
    | "deleteExpired"
    | "listSessionPage"
    | "hashedTokens"
    | "sessionDetails"
  > {
  /** Stores a session; throws if its token already exists. */
  createSession(session: AdapterSession): Awaitable<AdapterSession>;
  /** Returns a session, expired or not; null if it does not exist. */
  getSession(sessionToken: string): Awaitable<AdapterSession | null>;
  /** Changes an existing session; must not bring back a deleted one. */
  updateSession: NonNullable<Adapter["updateSession"]>;
  /** Deletes a session; a missing one is not an error. */
  deleteSession: NonNullable<Adapter["deleteSession"]>;
  /** Lists the sessions of a user that have not expired. */
  listSessionsByUserId: NonNullable<Adapter["listSessionsByUserId"]>;
  /** Deletes the sessions of a user, or of all users (null). */
  deleteSessionsByUserId: NonNullable<Adapter["deleteSessionsByUserId"]>;
}

/** The parts that {@link createSplitAdapter} combines. */
export interface SplitAdapterParts {
  /**
   * Users, accounts, passkeys, and mail links if `sessions` has no methods for
   * them. Must have `getUser`.
   */
  users: Adapter;
  /** Sessions. Any adapter with `getSession` works. */
  sessions: SessionStorage;
}

/** Methods taken unchanged from the part with the users. */
const userMethods = [
  "createUser",
  "getUser",
  "getUserByEmail",
  "getUserByAccount",
  "updateUser",
  "linkAccount",
  "unlinkAccount",
  "getAccount",
  "getAuthenticator",
  "createAuthenticator",
  "listAuthenticatorsByUserId",
  "updateAuthenticatorCounter",
  "updateAuthenticator",
  "deleteAuthenticator",
  "updateAccount",
  "listAccountsByUserId",
  "listAccounts",
  "unlinkAccountUnlessLast",
  "getSecret",
  "replaceSecret",
  "addAuditRecords",
  "listAuditRecords",
  "removeAuditRecords",
] as const satisfies readonly (keyof Adapter)[];

/** Methods taken unchanged from the part with the sessions. */
const sessionMethods = [
  "createSession",
  "updateSession",
  "deleteSession",
  "listSessionsByUserId",
  "listSessionPage",
  "deleteSessionsByUserId",
] as const satisfies readonly (keyof Adapter)[];

const tokenMethods = [
  "createVerificationToken",
  "useVerificationToken",
] as const satisfies readonly (keyof Adapter)[];

/**
 * Combines two parts into one adapter. A session whose user no longer exists is
 * removed when it is read. Writes to both parts are not atomic: if the first
 * session of a new user cannot be stored, the user stays, and signing in again
 * finds them.
 *
 * @throws {TypeError} if the part with the users has no `getUser`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createDenoKvAdapter } from "@latchkey/auth/adapters/deno-kv";
 * import { createSplitAdapter } from "@latchkey/auth/adapters/split";
 *
 * using kv = await Deno.openKv(":memory:");
 * const adapter = createSplitAdapter({
 *   users: createDenoKvAdapter(kv, { prefix: ["users"] }),
 *   sessions: createDenoKvAdapter(kv, { prefix: ["sessions"] }),
 * });
 * assert.equal(await adapter.getSessionAndUser?.("unknown"), null);
 * ```
 */
export function createSplitAdapter(parts: SplitAdapterParts): Adapter {
  const { users, sessions } = parts;
  if (!users.getUser) {
    throw new TypeError("createSplitAdapter: users has no getUser");
  }
  const hasTokens = sessions.createVerificationToken &&
    sessions.useVerificationToken;
  return {
    ...bind(users, userMethods),
    ...bind(sessions, sessionMethods),
    ...bind(hasTokens ? sessions : users, tokenMethods),
    ...(sessions.hashedTokens && { hashedTokens: true }),
    ...(sessions.sessionDetails && { sessionDetails: true }),
    ...(users.deleteUser && { deleteUser: (id) => deleteUser(parts, id) }),
    ...(users.createUserWithAccount && {
      createUserWithAccount: (records, fields) =>
        createWithAccount(parts, records, fields),
    }),
    ...((users.deleteExpired || sessions.deleteExpired) && {
      deleteExpired: async (now, limit) =>
        await (users.deleteExpired?.(now, limit) ?? 0) +
        await (sessions.deleteExpired?.(now, limit) ?? 0),
    }),
    getSessionAndUser: (token, fields) =>
      getSessionAndUser(parts, token, fields),
  };
}

/**
 * Returns an object's methods bound to it: a spread would lose those of a
 * class.
 */
function bind<const K extends keyof Adapter>(
  source: Pick<Adapter, K>,
  names: readonly K[],
): Pick<Adapter, K> {
  const bound = names.flatMap((name) => {
    const method = source[name];
    return typeof method === "function" ? [[name, method.bind(source)]] : [];
  });
  // Each method keeps its name.
  return Object.fromEntries(bound) as Pick<Adapter, K>;
}

async function getSessionAndUser(
  { users, sessions }: SplitAdapterParts,
  token: string,
  fields: StoredFields | undefined,
): Promise<{ session: AdapterSession; user: AdapterUser } | null> {
  const session = await sessions.getSession(token);
  if (session === null) return null;
  const user = await users.getUser?.(session.userId, ...toLast(fields)) ?? null;
  if (user !== null) return { session, user };
  await sessions.deleteSession(token);
  return null;
}

/** Returns the last argument of a method, which published adapters do not know. */
function toLast(fields: StoredFields | undefined): [StoredFields] | [] {
  return fields === undefined ? [] : [fields];
}

/**
 * Deletes the user first: a session without a user is invalid, whatever happens
 * next.
 */
async function deleteUser(
  { users, sessions }: SplitAdapterParts,
  id: string,
): Promise<unknown> {
  const deleted = await users.deleteUser?.(id);
  await sessions.deleteSessionsByUserId(id);
  return deleted;
}

async function createWithAccount(
  { users, sessions }: SplitAdapterParts,
  { session, ...records }: NewUserRecords,
  fields: StoredFields | undefined,
): Promise<AdapterUser> {
  const user = await users.createUserWithAccount?.({
    ...records,
    session: null,
  }, ...toLast(fields));
  if (!user) throw new TypeError("createUserWithAccount returned no user");
  const userId = String(user.id);
  if (session !== null) await sessions.createSession({ ...session, userId });
  return user;
}
