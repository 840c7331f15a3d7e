/**
 * Passkeys from registration to removal, over each adapter that stores them.
 */

import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import pg from "pg";
import { type Adapter, createAuth, type Store } from "@latchkey/auth";
import {
  createDenoKvAdapter,
  createDenoKvStore,
} from "@latchkey/auth/adapters/deno-kv";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  createPostgresAdapter,
  createPostgresStore,
  migratePostgres,
} from "@latchkey/auth/adapters/postgres";
import {
  createRedisSessions,
  createRedisStore,
} from "@latchkey/auth/adapters/redis";
import { createSplitAdapter } from "@latchkey/auth/adapters/split";
import {
  createSqliteAdapter,
  createSqliteStore,
  migrateSqlite,
} from "@latchkey/auth/adapters/sqlite";
import { LastAccount } from "@latchkey/auth/errors";
import { endTest } from "../testing/checks_testkit.ts";
import { fromBase64 } from "../core/methods/passkey/base64.ts";
import { post, site } from "../testing/app_testkit.ts";
import {
  assertPasskeyRefused,
  authenticate,
  countRows,
  createMember,
  createPasskeySite,
  createPerson,
  onOtherBrowser,
  type PasskeySite,
  type Person,
  register,
  whoIs,
} from "../core/methods/passkey/passkeys_testkit.ts";
import { imitateKv } from "./deno_kv_testkit.ts";
import {
  clients,
  createDatabase,
  drivers,
  findTestServer,
} from "./servers_testkit.ts";
import { createUnstorage, published } from "./published_testkit.ts";

const ada = "ada@example.com";
const failed = [400, "WebAuthnVerificationError"] as const;

/** A user signs up, comes back and adds a second passkey. */
async function liveWithTwo(
  adapter: Adapter,
  store?: Store,
): Promise<{ flow: PasskeySite; person: Person; phone: Person }> {
  const flow = await createPasskeySite({
    adapter,
    ...(store === undefined ? {} : { store }),
  });
  const person = await createMember(flow);
  assert.equal(await whoIs(person.browser), ada);
  const eve = await createMember(flow, "eve@example.com");
  const later = onOtherBrowser(flow, person);
  for (let i = 0; i < 2; i++) await authenticate(later);
  assert.equal(await whoIs(later.browser), ada);
  const phone = { ...createPerson(flow), browser: person.browser };
  assert.equal((await register(phone)).status, 200);
  await authenticate(onOtherBrowser(flow, phone));

  const userHandle = eve.authenticator.passkeys[0]?.userHandle ?? "";
  // If the adapter assigns its own user ids, a user handle cannot be mapped to
  // a user.
  const all = await givesWishedIds(adapter)
    ? [{ counter: 1 }, { userHandle }]
    : [{ counter: 1 }];
  for (const lies of all) {
    const thief = onOtherBrowser(flow, person);
    await assertPasskeyRefused(flow, await authenticate(thief, lies), failed);
    assert.equal(await whoIs(thief.browser), null);
  }
  return { flow, person, phone };
}

async function givesWishedIds(adapter: Adapter): Promise<boolean> {
  const id = crypto.randomUUID();
  const email = `${id}@example.com`;
  const user = await adapter.createUser?.({ id, email, emailVerified: null });
  return user?.id === id;
}

/**
 * Runs the life of two passkeys, and removes them again, except for the last.
 */
async function live(adapter: Adapter, store?: Store): Promise<void> {
  const { flow, person, phone } = await liveWithTwo(adapter, store);
  const { browser } = person;
  const auth = createAuth(flow.makeConfig());
  const list = () => {
    const cookie = browser.cookieHeader(`${site}/`);
    return auth.listPasskeys(new Request(site, { headers: { cookie } }));
  };
  const own = await list();
  assert.deepEqual(
    own.map(({ backedUp, deviceType, transports }) => [
      backedUp,
      deviceType,
      transports,
    ]),
    Array(2).fill([true, "multiDevice", ["internal", "hybrid"]]),
  );
  const [id] = person.authenticator.passkeys.map((one) => one.id);
  const first = own.find((one) => fromBase64(one.credentialID) === id);
  assert.ok(first);
  const { credentialID } = first;
  const keepsNames = adapter.updateAuthenticator !== undefined;
  assert.equal(first.createdAt instanceof Date, keepsNames);
  assert.equal(first.lastUsedAt instanceof Date, keepsNames);
  if (keepsNames) {
    const cookie = browser.cookieHeader(`${site}/`);
    await auth.renamePasskey(
      new Request(site, { headers: { cookie } }),
      { credentialID, name: "Ada's phone 日本" },
    );
    const names = (await list()).map(({ name }) => name);
    assert.deepEqual(names.sort(), ["Ada's phone 日本", null]);
  }
  const removed = await post(browser, "unlink/passkey", { credentialID });
  assert.equal(removed.status, 200);
  assert.deepEqual(await countRows(flow, ada), [1, 1, 1]);
  const gone = await authenticate(onOtherBrowser(flow, person));
  await assertPasskeyRefused(flow, gone, failed);

  const later = onOtherBrowser(flow, phone);
  await authenticate(later);
  assert.equal(await whoIs(later.browser), ada);
  const [last] = await list();
  assert.ok(last);
  const cookie = later.browser.cookieHeader(`${site}/`);
  await assert.rejects(
    auth.removePasskey(new Request(site, { headers: { cookie } }), last),
    LastAccount,
  );
  assert.deepEqual(await countRows(flow, ada), [1, 1, 1]);
}

const title = "a passkey signs up, in and off";
const openKv = typeof Deno === "undefined" ? null : Deno.openKv;
// Node 20 has no node:sqlite.
const { DatabaseSync } = await import("node:sqlite").catch(() => ({
  DatabaseSync: null,
}));

afterEach(endTest);

describe("passkeys without a server", () => {
  it(`${title}: the memory adapter`, () => live(createMemoryAdapter()));

  it(`${title}: Deno KV, imitated`, async () => {
    const kv = imitateKv();
    await live(createDenoKvAdapter(kv), createDenoKvStore(kv));
  });

  it(`a passkey signs up and in: @auth/unstorage-adapter`, async () => {
    await liveWithTwo(createUnstorage());
  });
});

describe("Deno KV itself", { skip: openKv === null }, () => {
  it(title, async () => {
    if (openKv === null) throw new Error("no Deno KV");
    const kv = await openKv(":memory:");
    try {
      await live(createDenoKvAdapter(kv), createDenoKvStore(kv));
    } finally {
      kv.close();
    }
  });
});

describe("SQLite", { skip: DatabaseSync === null }, () => {
  it(title, async () => {
    if (DatabaseSync === null) throw new Error("no node:sqlite");
    const db = new DatabaseSync(":memory:");
    try {
      migrateSqlite(db);
      await live(createSqliteAdapter(db), createSqliteStore(db));
    } finally {
      db.close();
    }
  });
});

const postgres = findTestServer("TEST_POSTGRES_URL");
const redis = findTestServer("TEST_REDIS_URL");

describe("passkeys on PostgreSQL", { skip: postgres.skip }, () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  before(async () => {
    database = await createDatabase(postgres.url);
  });
  after(() => database.drop());

  for (const [name, connect] of Object.entries(drivers)) {
    it(`${title}: ${name}`, async () => {
      const { client, close } = connect(database.url, 2);
      const options = { prefix: `passkeys_${name}_` };
      try {
        await migratePostgres(client, options);
        await live(
          createPostgresAdapter(client, options),
          createPostgresStore(client, options),
        );
      } finally {
        await close();
      }
    });
  }

  it("a passkey signs up and in: @auth/drizzle-adapter", async () => {
    const { setUp, create } = published["@auth/drizzle-adapter"] ??
      assert.fail("no such adapter");
    const pool = new pg.Pool({ connectionString: database.url, max: 5 });
    try {
      await pool.query(setUp);
      await liveWithTwo(create(pool));
    } finally {
      await pool.end();
    }
  });

  for (const [name, connect] of Object.entries(clients)) {
    it(`${title}, sessions and store in Redis: ${name}`, {
      skip: redis.skip,
    }, async () => {
      const prefix = `passkeys:${crypto.randomUUID()}:`;
      const { client, close } = await connect(redis.url);
      const users = drivers.pg?.(database.url, 2) ?? assert.fail("no driver");
      const options = { prefix: `passkeys_of_${name}_` };
      try {
        await migratePostgres(users.client, options);
        const adapter = createSplitAdapter({
          users: createPostgresAdapter(users.client, options),
          sessions: createRedisSessions(client, { prefix }),
        });
        await live(adapter, createRedisStore(client, { prefix }));
      } finally {
        await users.close();
        await close();
      }
    });
  }
});
