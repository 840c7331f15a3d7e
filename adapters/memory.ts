/**
 * An adapter in this process's memory, for tests and demos: it has every
 * capability, and its data is lost when the process ends.
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createAuth } from "@latchkey/auth";
 * import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
 *
 * const auth = createAuth({
 *   secret: "a random text of at least 32 characters",
 *   adapter: createMemoryAdapter(),
 *   providers: [],
 * });
 * const { session } = await auth.session(new Request("http://localhost:8000/"));
 * assert.equal(session, null);
 * ```
 *
 * @module
 */

import type {
  AccountKey,
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../core/model/adapter.ts";
import { readClock } from "../core/runtime/clock.ts";

/** An adapter with every method and every capability, all of them synchronous. */
export type MemoryAdapter = Required<Adapter>;

interface Tables {
  readonly users: Map<string, AdapterUser>;
  /** User ids by e-mail address. */
  readonly addresses: Map<string, string>;
  readonly accounts: Map<string, AdapterAccount>;
  readonly sessions: Map<string, AdapterSession>;
  readonly tokens: Map<string, VerificationToken>;
  readonly passkeys: Map<string, AdapterAuthenticator>;
}

/**
 * Creates an empty adapter. It stores and returns copies of records, throws for
 * a duplicate unique key, and allows one user per e-mail address.
 */
export function createMemoryAdapter(): MemoryAdapter {
  const tables: Tables = {
    users: new Map(),
    addresses: new Map(),
    accounts: new Map(),
    sessions: new Map(),
    tokens: new Map(),
    passkeys: new Map(),
  };
  return {
    hashedTokens: true,
    sessionDetails: true,
    ...createUserMethods(tables),
    ...createAccountMethods(tables),
    ...createSessionMethods(tables),
    ...createTokenMethods(tables),
    ...createPasskeyMethods(tables),
    createUserWithAccount: ({ user, account, session }) => {
      const taken = tables.accounts.has(toKey(account)) ||
        session !== null && tables.sessions.has(session.sessionToken);
      if (taken) throw new Error("the account or the session exists");
      const userId = addUser(tables, user).id;
      tables.accounts.set(toKey(account), copy({ ...account, userId }));
      if (session !== null) {
        tables.sessions.set(session.sessionToken, copy({ ...session, userId }));
      }
      return copy(find(tables.users, userId));
    },
    deleteExpired: (now, limit) =>
      sweep(tables.sessions, now, limit) + sweep(tables.tokens, now, limit),
  };
}

type Methods<K extends keyof Adapter> = Pick<MemoryAdapter, K>;

function createUserMethods(
  tables: Tables,
): Methods<
  "createUser" | "getUser" | "getUserByEmail" | "updateUser" | "deleteUser"
> {
  const { users, addresses, accounts, sessions, passkeys } = tables;
  return {
    createUser: (user) => copy(addUser(tables, user)),
    getUser: (id) => copyOrNull(users.get(id)),
    getUserByEmail: (email) =>
      copyOrNull(users.get(addresses.get(email) ?? "")),
    updateUser: (changes) => {
      const known = find(users, changes.id);
      const user = { ...known, ...withoutUndefined(changes) };
      if (user.email !== known.email) {
        assertFree(addresses, user.email);
        if (known.email) addresses.delete(known.email);
        if (user.email) addresses.set(user.email, user.id);
      }
      users.set(user.id, copy(user));
      return copy(user);
    },
    deleteUser: (id) => {
      const email = users.get(id)?.email;
      if (email) addresses.delete(email);
      users.delete(id);
      for (const rows of [accounts, sessions, passkeys]) {
        removeOwned(rows, id);
      }
    },
  };
}

function createAccountMethods(
  { users, accounts }: Tables,
): Methods<
  | "getUserByAccount"
  | "getAccount"
  | "linkAccount"
  | "unlinkAccount"
  | "updateAccount"
  | "listAccountsByUserId"
  | "listAccounts"
  | "unlinkAccountUnlessLast"
> {
  const list = (userId: string) =>
    [...accounts.values()].filter((one) => one.userId === userId);
  return {
    getUserByAccount: (key) =>
      copyOrNull(users.get(accounts.get(toKey(key))?.userId ?? "")),
    getAccount: (providerAccountId, provider) =>
      copyOrNull(accounts.get(toKey({ provider, providerAccountId }))),
    linkAccount: (account) => {
      find(users, account.userId);
      add(accounts, toKey(account), account);
    },
    unlinkAccount: (key) => void accounts.delete(toKey(key)),
    updateAccount: ({ provider, providerAccountId, ...tokens }) => {
      const key = toKey({ provider, providerAccountId });
      const known = find(accounts, key);
      accounts.set(key, copy({ ...known, ...withoutUndefined(tokens) }));
    },
    listAccountsByUserId: (userId) => list(userId).map(copy),
    listAccounts: (after, limit) =>
      [...accounts.keys()].sort()
        .filter((key) => key > (after === null ? "" : toKey(after)))
        .slice(0, limit).map((key) => copy(find(accounts, key))),
    unlinkAccountUnlessLast: ({ userId, ...key }) => {
      const isTheirs = accounts.get(toKey(key))?.userId === userId;
      return isTheirs && list(userId).length > 1 && accounts.delete(toKey(key));
    },
  };
}

function createSessionMethods(
  { users, sessions }: Tables,
): Methods<
  | "createSession"
  | "getSessionAndUser"
  | "updateSession"
  | "deleteSession"
  | "listSessionsByUserId"
  | "deleteSessionsByUserId"
> {
  return {
    createSession: (session) => {
      find(users, session.userId);
      return copy(add(sessions, session.sessionToken, session));
    },
    getSessionAndUser: (sessionToken) => {
      const session = sessions.get(sessionToken);
      const user = users.get(session?.userId ?? "");
      return session === undefined || user === undefined
        ? null
        : { session: copy(session), user: copy(user) };
    },
    updateSession: ({ sessionToken, ...changes }) => {
      const known = sessions.get(sessionToken);
      if (known === undefined) return null;
      const session = {
        ...known,
        ...withoutUndefined(changes),
      } as AdapterSession;
      sessions.set(sessionToken, copy(session));
      return copy(session);
    },
    deleteSession: (sessionToken) => void sessions.delete(sessionToken),
    listSessionsByUserId: (userId) =>
      [...sessions.values()]
        .filter((one) =>
          one.userId === userId && one.expires.getTime() > readClock()
        )
        .map(copy),
    deleteSessionsByUserId: (userId, { before } = {}) => {
      for (const [key, session] of sessions) {
        const began = session.createdAt?.getTime() ?? -Infinity;
        const isMeant = (userId === null || session.userId === userId) &&
          (before === undefined || began < before.getTime());
        if (isMeant) sessions.delete(key);
      }
    },
  };
}

function createTokenMethods(
  { tokens }: Tables,
): Methods<"createVerificationToken" | "useVerificationToken"> {
  return {
    createVerificationToken: (token) =>
      copy(add(tokens, JSON.stringify([token.identifier, token.token]), token)),
    useVerificationToken: ({ identifier, token }) => {
      const key = JSON.stringify([identifier, token]);
      const known = tokens.get(key) ?? null;
      tokens.delete(key);
      return known;
    },
  };
}

function createPasskeyMethods(
  { users, passkeys }: Tables,
): Methods<
  | "getAuthenticator"
  | "createAuthenticator"
  | "listAuthenticatorsByUserId"
  | "updateAuthenticatorCounter"
  | "deleteAuthenticator"
> {
  return {
    getAuthenticator: (id) => copyOrNull(passkeys.get(id)),
    createAuthenticator: (passkey) => {
      find(users, passkey.userId);
      return copy(add(passkeys, passkey.credentialID, passkey));
    },
    listAuthenticatorsByUserId: (userId) =>
      [...passkeys.values()].filter((one) => one.userId === userId).map(copy),
    // Asynchronous, so that an unknown passkey rejects as in a real database.
    updateAuthenticatorCounter: (id, counter) =>
      Promise.resolve().then(() => {
        const passkey = { ...find(passkeys, id), counter };
        passkeys.set(id, passkey);
        return copy(passkey);
      }),
    deleteAuthenticator: ({ credentialID, userId }) =>
      passkeys.get(credentialID)?.userId === userId &&
      passkeys.delete(credentialID),
  };
}

function addUser({ users, addresses }: Tables, user: AdapterUser): AdapterUser {
  assertFree(addresses, user.email);
  const added = add(users, user.id, user);
  if (user.email) addresses.set(user.email, user.id);
  return added;
}

function assertFree(
  addresses: ReadonlyMap<string, string>,
  email: string | null | undefined,
): void {
  if (email && addresses.has(email)) throw new Error("the address is taken");
}

function add<T extends object>(rows: Map<string, T>, key: string, row: T): T {
  if (rows.has(key)) throw new Error("a record with this key exists");
  const own = copy(row);
  rows.set(key, own);
  return own;
}

function find<T>(rows: ReadonlyMap<string, T>, key: string): T {
  const row = rows.get(key);
  if (row === undefined) throw new Error("there is no such record");
  return row;
}

function removeOwned(
  rows: Map<string, { userId: string }>,
  userId: string,
): void {
  for (const [key, row] of rows) if (row.userId === userId) rows.delete(key);
}

function sweep(
  rows: Map<string, { expires: Date }>,
  now: Date,
  limit: number,
): number {
  let removed = 0;
  for (const [key, { expires }] of rows) {
    if (removed === limit) break;
    if (expires > now) continue;
    rows.delete(key);
    removed++;
  }
  return removed;
}

function toKey({ provider, providerAccountId }: AccountKey): string {
  return JSON.stringify([provider, providerAccountId]);
}

/** Copies a record. Dates are copied too, because they are mutable. */
function copy<T extends object>(row: T): T {
  const own = { ...row } as Record<string, unknown>;
  for (const key in own) {
    const value = own[key];
    if (value instanceof Date) own[key] = new Date(value);
  }
  return own as T;
}

function copyOrNull<T extends object>(row: T | undefined): T | null {
  return row === undefined ? null : copy(row);
}

function withoutUndefined<T extends object>(row: T): T {
  return Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== undefined),
  ) as T;
}
