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

import { toSmall } from "../core/model/email_address.ts";
import type {
  AccountKey,
  Adapter,
  AdapterUser,
} from "../core/model/adapter.ts";
import { createAuditMethods } from "./memory/audit.ts";
import {
  add,
  copy,
  copyOrNull,
  find,
  removeOwned,
  withoutUndefined,
} from "./memory/rows.ts";
import { createSecretMethods } from "./memory/secrets.ts";
import { createSessionMethods, type Tables } from "./memory/sessions.ts";

/** An adapter with every method and every capability, all of them synchronous. */
export type MemoryAdapter = Required<Adapter>;

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
    secrets: new Map(),
  };
  return {
    hashedTokens: true,
    sessionDetails: true,
    ...createUserMethods(tables),
    ...createAccountMethods(tables),
    ...createSessionMethods(tables),
    ...createTokenMethods(tables),
    ...createPasskeyMethods(tables),
    ...createSecretMethods(tables),
    ...createAuditMethods(new Map()),
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
  const { users, addresses, accounts, sessions, passkeys, secrets } = tables;
  return {
    createUser: (user) => copy(addUser(tables, user)),
    getUser: (id) => copyOrNull(users.get(id)),
    getUserByEmail: (email) =>
      copyOrNull(users.get(addresses.get(toSmall(email)) ?? "")),
    updateUser: (changes) => {
      const known = find(users, changes.id);
      const user = { ...known, ...withoutUndefined(changes) };
      assertFree(addresses, user);
      if (known.email) addresses.delete(toSmall(known.email));
      if (user.email) addresses.set(toSmall(user.email), user.id);
      users.set(user.id, copy(user));
      return copy(user);
    },
    deleteUser: (id) => {
      const email = users.get(id)?.email;
      if (email) addresses.delete(toSmall(email));
      users.delete(id);
      for (const rows of [accounts, sessions, passkeys, secrets]) {
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
  | "updateAuthenticator"
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
    updateAuthenticator: ({ credentialID, userId, ...changes }) => {
      const known = passkeys.get(credentialID);
      if (known?.userId !== userId) return false;
      passkeys.set(
        credentialID,
        copy({ ...known, ...withoutUndefined(changes) }),
      );
      return true;
    },
    deleteAuthenticator: ({ credentialID, userId }) =>
      passkeys.get(credentialID)?.userId === userId &&
      passkeys.delete(credentialID),
  };
}

function addUser({ users, addresses }: Tables, user: AdapterUser): AdapterUser {
  assertFree(addresses, user);
  const added = add(users, user.id, user);
  if (user.email) addresses.set(toSmall(user.email), user.id);
  return added;
}

function assertFree(
  addresses: ReadonlyMap<string, string>,
  { id, email }: AdapterUser,
): void {
  const owner = addresses.get(toSmall(email ?? ""));
  if (owner !== undefined && owner !== id) {
    throw new Error("the address is taken");
  }
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
