/**
 * For tests only: adapters like those in production, adapters that fail on
 * demand or do something between two calls, and an app that stores users.
 *
 * @module
 */

import assert from "node:assert/strict";
import { mock } from "node:test";
import { setImmediate } from "node:timers";
import type {
  Adapter,
  AdapterAccount,
  AdapterSession,
  AdapterUser,
  AuthConfig,
  Awaitable,
  Events,
  VerificationToken,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser, Page } from "@latchkey/auth/testing";
import {
  type App,
  type AppOptions,
  arrive,
  authorize,
  createApp,
  post,
  site,
} from "../../testing/app_testkit.ts";

/** The rows of {@link createPlainAdapter}. Ids are numbers, as a sequence gives them. */
export interface PlainTables {
  users: (Omit<AdapterUser, "id"> & { id: number })[];
  accounts: AdapterAccount[];
  sessions: AdapterSession[];
  tokens: VerificationToken[];
}

/** Creates empty rows. */
export function createTables(): PlainTables {
  return { users: [], accounts: [], sessions: [], tokens: [] };
}

/**
 * Creates an adapter like those that applications already use: the plain
 * methods and no capability, numeric ids, promises, unique keys that throw, and
 * a `deleteSession` that throws for a missing session.
 *
 * @param save called after each change
 */
export function createPlainAdapter(
  tables: PlainTables = createTables(),
  save: () => void = () => {},
): Adapter {
  const { users, accounts, sessions, tokens } = tables;
  const find = (id: unknown) =>
    (users.find((one) => String(one.id) === String(id)) ??
      null) as unknown as AdapterUser | null;
  const change = async <T>(work: () => T): Promise<T> => {
    await Promise.resolve();
    const result = work();
    save();
    return structuredClone(result);
  };
  const ask = async <T>(work: () => T): Promise<T> => {
    await Promise.resolve();
    return structuredClone(work());
  };
  return {
    createUser: ({ id: _, ...user }) =>
      change(() => {
        const isTaken = user.email &&
          users.some((one) => one.email === user.email);
        if (isTaken) throw new Error("duplicate key: users.email");
        const created = { ...user, id: users.length + 1 };
        users.push(created);
        return created as unknown as AdapterUser;
      }),
    getUser: (id) => ask(() => find(id)),
    getUserByEmail: (email) =>
      ask(() => find(users.find((one) => one.email === email)?.id)),
    getUserByAccount: (key) =>
      ask(() => find(accounts.find((one) => isSame(one, key))?.userId)),
    updateUser: (user) =>
      change(() => {
        const known = find(user.id);
        if (known === null) throw new Error("no such user");
        const { id: _, ...fields } = user;
        return Object.assign(known, fields);
      }),
    linkAccount: (account) =>
      change(() => {
        if (accounts.some((one) => isSame(one, account))) {
          throw new Error("duplicate key: accounts");
        }
        assertColumns(account);
        accounts.push(account);
      }),
    unlinkAccount: (key) =>
      change(() => {
        const at = accounts.findIndex((one) => isSame(one, key));
        if (at >= 0) accounts.splice(at, 1);
      }),
    createSession: (session) =>
      change(() => {
        assert.deepEqual(Object.keys(session).sort(), [
          "expires",
          "sessionToken",
          "userId",
        ]);
        sessions.push(session);
        return session;
      }),
    getSessionAndUser: (sessionToken) =>
      ask(() => {
        const session = sessions.find((one) =>
          one.sessionToken === sessionToken
        );
        const user = find(session?.userId);
        return session && user ? { session, user } : null;
      }),
    updateSession: ({ sessionToken, ...fields }) =>
      change(() => {
        const known = sessions.find((one) => one.sessionToken === sessionToken);
        return known ? Object.assign(known, fields) : null;
      }),
    deleteSession: (sessionToken) =>
      change(() => {
        const at = sessions.findIndex((one) =>
          one.sessionToken === sessionToken
        );
        if (at < 0) throw new Error("record to delete does not exist");
        return sessions.splice(at, 1)[0];
      }),
    createVerificationToken: (token) =>
      change(() => {
        if (tokens.some((one) => isSameToken(one, token))) {
          throw new Error("duplicate key: tokens");
        }
        tokens.push(token);
        return token;
      }),
    useVerificationToken: (token) =>
      change(() => {
        const at = tokens.findIndex((one) => isSameToken(one, token));
        return at < 0 ? null : tokens.splice(at, 1)[0] ?? null;
      }),
  };
}

/**
 * Asserts that an account has no unknown columns, with which an insert would
 * fail.
 */
function assertColumns(account: AdapterAccount): void {
  const columns =
    /^(?:userId|type|provider|providerAccountId|access_token|refresh_token|id_token|scope|token_type|session_state|expires_at)$/;
  for (const name of Object.keys(account)) assert.match(name, columns);
}

type Key = Pick<AdapterAccount, "provider" | "providerAccountId">;

function isSame(a: Key, b: Key): boolean {
  return a.provider === b.provider &&
    a.providerAccountId === b.providerAccountId;
}

type TokenKey = Pick<VerificationToken, "identifier" | "token">;

function isSameToken(a: TokenKey, b: TokenKey): boolean {
  return a.identifier === b.identifier && a.token === b.token;
}

/** The ways in which a call may fail. */
export const faultKinds = [
  "throw",
  "reject",
  "hang",
  "null",
  "wrong type",
  "throw after commit",
  "hang after commit",
] as const;

/** One way in which a call may fail. */
export type FaultKind = typeof faultKinds[number];

/** An adapter that counts its calls, one of which may fail. */
export interface FaultAdapter {
  readonly adapter: Adapter;
  /** Names of the methods in call order. */
  readonly calls: string[];
  /**
   * The call to fail, counted from 0, or the method whose every call fails, and
   * how.
   */
  fault: { at: number | string; kind: FaultKind } | null;
}

/**
 * Wraps an adapter. A call that hangs times out immediately, since the clock is
 * mocked.
 */
export function createFaultAdapter(inner: Adapter): FaultAdapter {
  const calls: string[] = [];
  const own: FaultAdapter = {
    calls,
    fault: null,
    adapter: new Proxy(inner, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          const at = calls.push(String(name)) - 1;
          const run = () => Reflect.apply(value, target, args);
          const { fault } = own;
          const isMeant = fault !== null &&
            (fault.at === at || fault.at === name);
          return isMeant ? fail(fault.kind, run) : run();
        };
      },
    }),
  };
  return own;
}

function fail(kind: FaultKind, run: () => Awaitable<unknown>): unknown {
  const error = new Error("the database is gone");
  switch (kind) {
    case "throw":
      throw error;
    case "reject":
      return Promise.reject(error);
    case "hang":
      return hang();
    // The call has its effect; only its answer is missing.
    case "null":
      return Promise.resolve(run()).then(() => null);
    case "wrong type":
      return Promise.resolve(run()).then(() => 7);
    case "throw after commit":
      return Promise.resolve(run()).then(() => Promise.reject(error));
    case "hang after commit":
      return Promise.resolve(run()).then(() => hang());
  }
}

function hang(): Promise<never> {
  setImmediate(() => mock.timers.tick(5001));
  return new Promise(() => {});
}

/** One event, as passed to its handler. */
export type Told = [name: keyof Events, message: Record<string, unknown>];

/** Creates handlers that record their events. */
export function createRecorder(): { told: Told[]; events: Events } {
  const told: Told[] = [];
  const record = (name: keyof Events) => (message: object) =>
    void told.push([name, message as Record<string, unknown>]);
  const events: Events = {
    signIn: record("signIn"),
    signOut: record("signOut"),
    createUser: record("createUser"),
    updateUser: record("updateUser"),
    linkAccount: record("linkAccount"),
  };
  return { told, events };
}

/** A site that stores users. */
export interface UserFlow extends App {
  readonly adapter: Adapter;
  readonly told: Told[];
  readonly names: () => string[];
}

/**
 * Makes a site that stores users; in memory, unless there is another adapter.
 * An adapter set to undefined means none.
 */
export async function createUserFlow(
  config: Partial<AuthConfig> = {},
  options: AppOptions = {},
): Promise<UserFlow> {
  const { told, events } = createRecorder();
  const adapter = config.adapter ?? createMemoryAdapter();
  const flow = await createApp({
    ...options,
    config: "adapter" in config
      ? { events, ...config }
      : { events, ...config, adapter },
  });
  return {
    ...flow,
    adapter,
    told,
    names: () => told.map(([name]) => name),
  };
}

/**
 * Begins a sign-in as a script would; returns the authorization URL. Without
 * the sign-in page it takes half the time of `start`.
 */
export async function startByScript(
  browser: Browser,
  id = "op",
): Promise<string> {
  const { url } = await (await post(browser, `signin/${id}`)).json();
  assert.ok(!url.startsWith(`${site}/`), url);
  return url;
}

/** Runs a whole sign-in without the sign-in page. */
export async function signInByScript(browser: Browser): Promise<Page> {
  const url = await startByScript(browser);
  return await arrive(browser, await authorize(browser, url));
}

/**
 * For tests only: runs an action between two calls of an adapter or a store.
 *
 * @module
 */

/**
 * A record of the calls of an adapter and a store, with an action to run before
 * one of them.
 */
export interface Watch {
  calls: string[];
  /**
   * The call before which `act` runs: its index, counted from 0, or the next
   * one of this name.
   */
  at: number | string;
  act: () => Promise<void>;
}

/** Wraps an adapter or a store. */
export function watched<T extends object>(watch: Watch, inner: T): T {
  return new Proxy(inner, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== "function" || typeof name === "symbol") return value;
      return (...args: unknown[]) => {
        const index = watch.calls.push(name) - 1;
        const isMeant = index === watch.at || name === watch.at;
        if (isMeant) watch.at = -1;
        const run = () => Reflect.apply(value, target, args);
        return isMeant ? watch.act().then(run) : run();
      };
    },
  });
}
