/** How many statements whole sign-ins send, and which of them they send twice. */

import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import pg from "pg";
import {
  createPostgresAdapter,
  createPostgresStore,
  migratePostgres,
} from "@latchkey/auth/adapters/postgres";
import {
  createCredentialsFlow,
  makeProvider,
  typeIn,
} from "../core/methods/credentials/credentials_testkit.ts";
import {
  askForMail,
  createMailFlow,
  openLink,
} from "../core/methods/email/email_testkit.ts";
import {
  authenticate,
  createMember,
  createPasskeySite,
  onOtherBrowser,
  whoIs,
} from "../core/methods/passkey/passkeys_testkit.ts";
import { createApp, readSession, signIn } from "../testing/app_testkit.ts";
import { endTest } from "../testing/checks_testkit.ts";
import { createDatabase, findTestServer } from "./servers_testkit.ts";

afterEach(endTest);

const server = findTestServer("TEST_POSTGRES_URL");

describe("the statements of a sign-in", { skip: server.skip }, () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  let pool: pg.Pool;
  const sent: string[] = [];
  before(async () => {
    database = await createDatabase(server.url);
    pool = new pg.Pool({ connectionString: database.url, max: 10 });
    await migratePostgres(pool);
  });
  after(async () => {
    await pool.end();
    await database.drop();
  });

  /** Options with an adapter and a store whose statements are recorded. */
  function toConfig() {
    const client = {
      query: (text: string, values: unknown[] = []) => {
        // The time of a request differs each time.
        const known = values.map((one) => one instanceof Date ? "time" : one);
        if (!isRemoval(text)) sent.push([toName(text), text, ...known].join());
        return pool.query(text, values);
      },
    } as pg.Pool;
    return {
      adapter: createPostgresAdapter(client),
      store: createPostgresStore(client),
    };
  }

  /** Returns the number of statements since the last call, and those that came twice. */
  function count(): { total: number; twice: string[] } {
    const all = sent.splice(0);
    const again = all.filter((one, i) => all.indexOf(one) < i);
    const twice = again.map((one) => one.slice(0, one.indexOf(",")));
    return { total: all.length, twice };
  }

  /** The marks are read before a session is stored, and again afterwards: a revocation may come between. */
  const marks = "SELECT auth_store";

  it("a sign-in at an OpenID provider takes eight statements, and the first one ten", async () => {
    const flow = await createApp({ config: toConfig() });
    // The application's code runs between the two reads of the account.
    const twice = ["SELECT auth_accounts", marks];
    sent.length = 0;
    await signIn(flow.createBrowser());
    assert.deepEqual(count(), { total: 10, twice });
    const browser = flow.createBrowser();
    await signIn(browser);
    assert.deepEqual(count(), { total: 8, twice });
    assert.ok(await readSession(browser));
    assert.deepEqual(count(), { total: 2, twice: [] });
  });

  it("a mail takes six statements, and its link twelve", async () => {
    const flow = await createMailFlow(toConfig());
    for (let i = 0; i < 2; i++) {
      sent.length = 0;
      const browser = flow.createBrowser();
      const email = "mail@example.com";
      const { url } = await askForMail(flow, browser, email);
      assert.deepEqual(count(), { total: 6, twice: [] });
      await openLink(browser, url);
      // The token is used up between two reads of the user, and the
      // application's code runs before the third.
      const user = "SELECT auth_users";
      assert.deepEqual(count(), { total: 12, twice: [user, user, marks] });
      assert.ok(await readSession(browser));
    }
  });

  it("a sign-in with a password takes eight statements", async () => {
    const config = toConfig();
    const user = await config.adapter.createUser({
      id: crypto.randomUUID(),
      email: "password@example.com",
      emailVerified: null,
    });
    const provider = makeProvider({ authorize: () => user });
    const flow = await createCredentialsFlow([provider], {
      ...config,
      session: { strategy: "database" },
    });
    sent.length = 0;
    const browser = flow.createBrowser();
    await typeIn(browser);
    // The attempt is counted before the password is checked, and forgiven
    // afterwards.
    const attempts = "SELECT auth_store";
    assert.deepEqual(count(), { total: 8, twice: [marks, attempts] });
    assert.ok(await readSession(browser));
  });

  it("a sign-in with a passkey takes nine statements", async () => {
    const flow = await createPasskeySite(toConfig());
    const person = onOtherBrowser(
      flow,
      await createMember(flow, "key@example.com"),
    );
    sent.length = 0;
    await authenticate(person);
    // The application's code runs between the two reads of the account.
    const twice = ["SELECT auth_accounts", marks];
    assert.deepEqual(count(), { total: 9, twice });
    assert.equal(await whoIs(person.browser), "key@example.com");
  });
});

/** Whether a statement removes expired rows, which is done now and then. */
function isRemoval(text: string): boolean {
  return text.includes("SKIP LOCKED");
}

/** Returns the kind of a statement, and the first table that it names. */
function toName(text: string): string {
  return `${/^\w+/.exec(text)} ${/auth_\w+/.exec(text)}`;
}
