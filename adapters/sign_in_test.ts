/**
 * Whole sign-ins over adapters, the library's own and published ones for the
 * same interface, on a real server.
 */

import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import pg from "pg";
import type { Adapter } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  createPostgresAdapter,
  migratePostgres,
} from "@latchkey/auth/adapters/postgres";
import { type Browser, createFaultProvider } from "@latchkey/auth/testing";
import {
  type App,
  arrive,
  assertSignedIn,
  authorize,
  createApp,
  post,
  readSession,
  signIn,
  site,
  start,
} from "../testing/app_testkit.ts";
import { endTest } from "../testing/checks_testkit.ts";
import { createDatabase, drivers, findTestServer } from "./servers_testkit.ts";
import { createUnstorage, published } from "./published_testkit.ts";

afterEach(endTest);

const server = findTestServer("TEST_POSTGRES_URL");

/** Follows users through the application, from the first visit to the last. */
async function live(adapter: Adapter): Promise<void> {
  const created: unknown[] = [];
  const other = await createFaultProvider();
  const flow = await createApp({
    config: {
      adapter,
      events: { createUser: ({ user }) => void created.push(user.id) },
    },
    others: { other },
  });
  other.user = { ...flow.op.user, sub: "another account" };

  // The same user in two browsers is one user with two sessions.
  const [ada, elsewhere] = [flow.createBrowser(), flow.createBrowser()];
  const session = await assertSignedIn(flow, ada);
  assert.equal(session.user?.email, flow.op.user.email);
  await assertSignedIn(flow, elsewhere);
  assert.equal(created.length, 1);

  // The address alone does not sign in, until the current user links the
  // account.
  const stranger = flow.createBrowser();
  const refused = await signIn(stranger, { id: "other" });
  assert.match(refused.url, /error=OAuthAccountNotLinked/);
  assert.equal(await readSession(stranger), null);
  const { url } = await (await post(ada, "link/other")).json();
  await arrive(ada, await authorize(ada, url));
  await assertSignedIn(flow, stranger, { id: "other" });
  assert.equal(created.length, 1);

  // Ending a session ends its copies, and no other session.
  const thief = flow.createBrowser();
  for (const pair of ada.cookieHeader(site).split("; ")) {
    thief.setCookie(site, `${pair}; Path=/; Secure`);
  }
  assert.ok(await readSession(thief));
  await post(ada, "signout");
  assert.equal(await readSession(thief), null);
  assert.ok(await readSession(elsewhere));
}

/** Signs in many users for the first time concurrently. */
async function crowd(adapter: Adapter, people: number): Promise<void> {
  const created: unknown[] = [];
  const flow = await createApp({
    config: {
      adapter,
      events: { createUser: ({ user }) => void created.push(user.id) },
    },
  });
  const arrivals: { browser: Browser; email: string; callback: string }[] = [];
  for (let i = 0; i < people; i++) {
    // The provider has one current user at a time; the concurrent part comes
    // after.
    const email = `person-${i}@example.com`;
    arrivals.push({ ...await approachAs(flow, email), email });
  }
  await Promise.all(
    arrivals.map(({ browser, callback }) => arrive(browser, callback)),
  );
  assert.equal(new Set(created).size, people);
  const sessions = await Promise.all(
    arrivals.map(({ browser }) => readSession(browser)),
  );
  assert.deepEqual(
    sessions.map((session) => session?.user?.email),
    arrivals.map(({ email }) => email),
  );
}

async function approachAs(
  flow: App,
  email: string,
): Promise<{ browser: Browser; callback: string }> {
  const browser = flow.createBrowser();
  const url = await start(browser);
  flow.op.user = { ...flow.op.user, sub: `sub of ${email}`, email };
  return { browser, callback: await authorize(browser, url) };
}

describe("sign-ins without a server", () => {
  const adapters: Readonly<Record<string, () => Adapter>> = {
    "the memory adapter": createMemoryAdapter,
    "@auth/unstorage-adapter": createUnstorage,
  };
  for (const [name, create] of Object.entries(adapters)) {
    it(`a person stays one user over two providers: ${name}`, async () => {
      await live(create());
    });
  }
});

describe("sign-ins on PostgreSQL", { skip: server.skip }, () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  before(async () => {
    database = await createDatabase(server.url);
  });
  after(() => database.drop());

  for (const [name, { setUp, create }] of Object.entries(published)) {
    it(`a person stays one user over two providers: ${name}`, async () => {
      const pool = new pg.Pool({ connectionString: database.url, max: 5 });
      try {
        await pool.query(setUp);
        await live(create(pool));
      } finally {
        await pool.end();
      }
    });
  }

  for (const [name, connect] of Object.entries(drivers)) {
    it(`200 users at once sign in on two connections: ${name}`, async () => {
      const { client, close } = connect(database.url, 2);
      const options = { prefix: `crowd_${name}_` };
      try {
        await migratePostgres(client, options);
        await crowd(createPostgresAdapter(client, options), 200);
        await live(createPostgresAdapter(client, options));
      } finally {
        await close();
      }
    });

    it(`a name with characters that it cannot hold signs in without them: ${name}`, async () => {
      const { client, close } = connect(database.url, 2);
      const options = { prefix: `text_${name}_` };
      try {
        await migratePostgres(client, options);
        const adapter = createPostgresAdapter(client, options);
        const flow = await createApp({ config: { adapter } });
        flow.op.user = { ...flow.op.user, name: "Ada\u0000 Love\ud800lace" };
        const browser = flow.createBrowser();
        await signIn(browser);
        const session = await readSession(browser);
        assert.equal(session?.user?.name, "Ada Lovelace");
      } finally {
        await close();
      }
    });
  }
});
