/**
 * Access tokens that this library keeps, in each of the places for them.
 *
 * @module
 */

import process from "node:process";
import { createAuth, createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { decode, encode } from "@latchkey/auth/jwt";
import { getSession, ServerAuth } from "@latchkey/auth/server";
import { createFaultProvider, type TestUser } from "@latchkey/auth/testing";
import type { Adapter, Store } from "@latchkey/auth/types";
import { signIn } from "../cases/sign_in.ts";
import { load } from "../load.ts";
import { toRequest } from "./latchkey.ts";
import { beginByForm } from "./relying_party.ts";
import { origin, repeat, secret, toUser } from "./subject.ts";

/** An application that keeps tokens, and the work that it is compared with. */
export interface TokenSubject {
  readonly cookies: readonly string[];
  /** Returns the access token of a session's user, which is valid. */
  getToken(cookie: string): Promise<string>;
  /** Reads the session and the place of the tokens, and opens one sealed text of their size. */
  readAlike(cookie: string): Promise<unknown>;
}

interface Place {
  readonly adapter?: Adapter;
  readonly store: Store;
}

/** The keys under which tokens were kept in a store, the latest last. */
const tokenKeys: string[] = [];

/** Notes the keys of tokens. */
function watch(store: Store): Store {
  const { compareAndSet } = store;
  store.compareAndSet = (key, ...rest) => {
    if (key.startsWith("tokens:")) tokenKeys.push(key);
    return compareAndSet.call(store, key, ...rest);
  };
  return store;
}

const places: Readonly<Record<string, () => Promise<Place>>> = {
  "adapter in memory": () =>
    Promise.resolve({
      adapter: createMemoryAdapter(),
      store: createMemoryStore(),
    }),
  "adapter of SQLite": async () => {
    const { DatabaseSync } = await import("node:sqlite");
    const { createSqliteAdapter, migrateSqlite } = await import(
      "@latchkey/auth/adapters/sqlite"
    );
    const db = new DatabaseSync(":memory:");
    migrateSqlite(db);
    return { adapter: createSqliteAdapter(db), store: createMemoryStore() };
  },
  "adapter of PostgreSQL": async () => ({
    adapter: (await connectPostgres()).adapter,
    store: createMemoryStore(),
  }),
  "store in memory": () =>
    Promise.resolve({ store: watch(createMemoryStore()) }),
  "store in Redis": async () => ({ store: watch(await connectRedis()) }),
};

/** Signs users in to an application that keeps their tokens in a place. */
export async function createTokenSubject(
  name: string,
  count: number,
): Promise<TokenSubject> {
  const place = await places[name]?.();
  if (place === undefined) throw new TypeError(`no place ${name}`);
  const op = await createFaultProvider();
  const config = {
    ...place,
    origin,
    secret,
    providers: [op.provider()],
    session: { strategy: "jwt" },
    tokens: { providers: ["op"] },
  } as const;
  const { handler } = createAuth(config);
  const party = {
    handler,
    begin: beginByForm,
    sessionCookie: "__Host-latchkey.session",
  };
  const keyOf = new Map<string, string>();
  const cookies = await repeat(count, async (i) => {
    op.user = toOwnUser(i);
    const cookie = (await signIn(party, op)).split("; ")
      .find((one) => one.startsWith(party.sessionCookie)) ?? "";
    keyOf.set(cookie, tokenKeys.at(-1) ?? "");
    return cookie;
  });
  const auth = ServerAuth(config);
  const [first = ""] = cookies;
  const user = await getSession(toRequest(first), config);
  const id = user?.user?.id ?? "";
  const token = await sealAlike(
    await findSize(place, { id, key: keyOf.get(first) ?? "" }),
    id,
  );
  return {
    cookies,
    getToken: async (cookie) =>
      (await auth.getAccessToken(toRequest(cookie), "op")).accessToken,
    readAlike: async (cookie) => {
      const session = await getSession(toRequest(cookie), config);
      const { adapter, store } = place;
      const id = session?.user?.id ?? "";
      await (adapter?.listAccountsByUserId?.(id) ??
        store.get([keyOf.get(cookie) ?? ""]));
      return await decode({ token, secret, salt: "tokens" });
    },
  };
}

/** Returns a user of this run alone, because databases outlive it. */
function toOwnUser(index: number): TestUser {
  const { name } = toUser(index);
  const sub = crypto.randomUUID();
  return { sub, name, email: `${sub}@example.com`, email_verified: true };
}

/** Returns the length of a sealed text that holds access tokens. */
async function findSize(
  { adapter, store }: Place,
  { id, key }: { readonly id: string; readonly key: string },
): Promise<number> {
  const [account] = await adapter?.listAccountsByUserId?.(id) ?? [];
  if (account?.access_token) return account.access_token.length;
  const [text = null] = await store.get([key]);
  if (text === null) throw new Error("no tokens are kept");
  return text.indexOf(" ");
}

/**
 * Seals an access token with what belongs to it, so that the text becomes as
 * long as another.
 */
async function sealAlike(length: number, id: string): Promise<string> {
  const toClaims = (pad: number) => ({
    of: JSON.stringify([id, "op", id]),
    value: [{
      token: "x".repeat(pad),
      tokenType: "bearer",
      expiresAt: Math.trunc(Date.now() / 1000) + 3600,
      scope: ["openid", "profile", "email"],
      aim: "",
    }],
  });
  const seal = (pad: number) =>
    encode({ secret, salt: "tokens", token: toClaims(pad) });
  const empty = (await seal(0)).length;
  // Base64url writes three bytes with four characters.
  return await seal(Math.max(0, Math.round((length - empty) * 3 / 4)));
}

/** Opens the database of the rows, with its tables. */
async function connectPostgres(): Promise<Required<Place>> {
  const { createPostgresAdapter, createPostgresStore, migratePostgres } =
    await import("@latchkey/auth/adapters/postgres");
  const { default: pg } = await load<typeof import("pg")>("pg");
  const connectionString = process.env.TEST_POSTGRES_URL ?? "";
  const pool = new pg.Pool({ connectionString });
  await migratePostgres(pool);
  return {
    adapter: createPostgresAdapter(pool),
    store: createPostgresStore(pool),
  };
}

interface Redis {
  createClient(options: { url: string }): {
    connect(): Promise<{ sendCommand(args: string[]): Promise<unknown> }>;
  };
}

/** Opens the store in Redis. */
async function connectRedis(): Promise<Store> {
  const { createRedisStore } = await import("@latchkey/auth/adapters/redis");
  const { createClient } = await load<Redis>("redis");
  const url = process.env.TEST_REDIS_URL ?? "";
  return createRedisStore(await createClient({ url }).connect());
}
