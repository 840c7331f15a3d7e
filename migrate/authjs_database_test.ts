/**
 * A move from Auth.js with sessions in PostgreSQL: both libraries use the same
 * tables, through the adapter that was published for Auth.js.
 */

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import pg from "pg";
import {
  type Browser,
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";
import { createDatabase, findTestServer } from "../adapters/servers_testkit.ts";
import { type Published, published } from "../adapters/published_testkit.ts";

import {
  assertMoves,
  copyCookies,
  createProxiedSite,
  isOwn,
  type ProxiedSite,
  signInAtProvider,
} from "./authjs/move_testkit.ts";
import {
  createNewExpress,
  createOldExpress,
  toNewConfig,
  toOldConfig,
  toOldProvider,
} from "./authjs/packages_testkit.ts";
import { signOut } from "../testing/app_testkit.ts";
import { readMe } from "./site_testkit.ts";

const server = findTestServer("TEST_POSTGRES_URL");
const origin = "https://app.example";

/** The tables of users and of sessions, by adapter. */
const tables: Readonly<Record<string, readonly [string, string]>> = {
  "@auth/pg-adapter": ["users", "sessions"],
  "@auth/drizzle-adapter": ['"user"', "session"],
  "@auth/kysely-adapter": ['"User"', '"Session"'],
};

/** Both applications over one database. */
interface Shared {
  readonly site: ProxiedSite;
  readonly op: FaultProvider;
  readonly other: FaultProvider;
  readonly old: unknown;
  readonly moved: unknown;
  /** Changes the addresses of all users in the tables. */
  setAddresses(email: string): Promise<void>;
  countUsers(): Promise<number>;
  countSessions(): Promise<number>;
}

/** How each library keeps sessions. Default: as rows. */
interface Strategies {
  readonly old?: "jwt" | "database";
  readonly moved?: "jwt" | "database";
}

async function createShared(
  pool: pg.Pool,
  [name, { create }]: readonly [string, Published],
  strategies: Strategies = {},
): Promise<Shared> {
  const adapter = create(pool);
  const op = await createFaultProvider();
  const other = await createFaultProvider();
  const query = async (text: string) => (await pool.query(text)).rows;
  const [users = "", sessions = ""] = tables[name] ?? [];
  const count = async (table: string) =>
    Number((await query(`SELECT count(*) FROM ${table}`))[0]?.count);
  const used = [sessions, ...published[name]?.tables ?? []];
  await query(used.map((table) => `DELETE FROM ${table}`).join(";"));
  const providers = [
    await toOldProvider(op),
    await toOldProvider(other, "other"),
  ];
  return {
    op,
    other,
    setAddresses: async (email) =>
      void await query(`UPDATE ${users} SET email = '${email}'`),
    site: createProxiedSite(origin, [op, other]),
    old: await createOldExpress(
      await toOldConfig({
        adapter,
        providers,
        session: { strategy: strategies.old ?? "database" },
      }),
    ),
    moved: createNewExpress(
      toNewConfig({
        adapter,
        session: { strategy: strategies.moved ?? "database" },
        providers: [op.provider(), other.provider({ id: "other" })],
      }),
    ),
    countUsers: async () => await count(users),
    countSessions: async () => await count(sessions),
  };
}

async function signInAtOld({ site, old }: Shared): Promise<Browser> {
  await site.run(old);
  const browser = site.createBrowser();
  await signInAtProvider(browser, site);
  return browser;
}

describe("a move from Auth.js on PostgreSQL", { skip: server.skip }, () => {
  let database: Awaited<ReturnType<typeof createDatabase>>;
  before(async () => {
    database = await createDatabase(server.url);
  });
  after(() => database.drop());

  for (const entry of Object.entries(published)) {
    const [name, { setUp }] = entry;
    describe(`with ${name}`, () => {
      let pool: pg.Pool;
      before(async () => {
        pool = new pg.Pool({ connectionString: database.url, max: 10 });
        await pool.query(setUp);
      });
      after(() => pool.end());
      const share = (strategies?: Strategies) =>
        createShared(pool, entry, strategies);

      it(`a session outlives the move and the way back, and ends at sign-out: ${name}`, async () => {
        const shared = await share();
        await assertMoves({ ...shared, signIn: signInAtProvider });
        assert.equal(await shared.countUsers(), 1);
        assert.equal(await shared.countSessions(), 0);
      });

      it(`a session outlives the move from tokens to rows, and from rows to tokens: ${name}`, async () => {
        const strategies = ["jwt", "database"] as const;
        for (const [i, old] of strategies.entries()) {
          const moved = strategies[1 - i] ?? old;
          const shared = await share({ old, moved });
          await assertMoves({ ...shared, signIn: signInAtProvider });
          assert.equal(await shared.countUsers(), 1);
          assert.equal(await shared.countSessions(), 0);
        }
      });

      it(`old and new instances share one database, until a sign-out at a new one ends both sessions: ${name}`, async () => {
        const shared = await share();
        const { site, old, moved } = shared;
        const browser = await signInAtOld(shared);
        const id = await readMe(browser, site);
        await site.run(old, moved);
        for (let i = 0; i < 8; i++) {
          assert.equal(await readMe(browser, site), id, `request ${i}`);
        }
        assert.equal(await shared.countSessions(), 2);
        const copies = [copyCookies(site, browser), browser.clone()];
        site.pin(1);
        await signOut(browser, { base: `${site.origin}/auth` });
        assert.equal(await shared.countSessions(), 0);
        site.pin(null);
        for (const one of [browser, ...copies]) {
          assert.equal(await readMe(one, site), null);
          assert.equal(await readMe(one, site), null);
        }
        await site.stop();
      });

      it(`a sign-out at an old instance ends its row, and the new session lives on: ${name}`, async () => {
        const shared = await share();
        const { site, old, moved } = shared;
        const browser = await signInAtOld(shared);
        const id = await readMe(browser, site);
        await site.run(old, moved);
        site.pin(1);
        assert.equal(await readMe(browser, site), id);
        site.pin(0);
        await signOut(browser, { base: `${site.origin}/auth` });
        assert.equal(await readMe(browser, site), null);
        assert.equal(await shared.countSessions(), 1);
        site.pin(1);
        assert.equal(await readMe(browser, site), id);
        await site.stop();
      });

      it(`ten first requests at once make one session, which one sign-out ends: ${name}`, async () => {
        const shared = await share();
        const { site, moved } = shared;
        const browser = await signInAtOld(shared);
        const id = await readMe(browser, site);
        await site.run(moved);
        const browsers = Array.from({ length: 10 }, () => browser.clone());
        const ids = await Promise.all(
          browsers.map((one) => readMe(one, site)),
        );
        assert.deepEqual(new Set(ids), new Set([id]));
        const values = browsers.map((one) =>
          one.cookies(origin).find(({ name }) => isOwn(name))?.value
        );
        assert.equal(new Set(values).size, 1);
        const [first = browser, ...others] = browsers;
        await signOut(first, { base: `${site.origin}/auth` });
        for (const one of others) assert.equal(await readMe(one, site), null);
        await site.stop();
      });

      it(`the same account at the same provider is the same user: ${name}`, async () => {
        const shared = await share();
        const { site, moved } = shared;
        const id = await readMe(await signInAtOld(shared), site);
        await site.run(moved);
        const elsewhere = site.createBrowser();
        await signInAtProvider(elsewhere, site);
        assert.equal(await readMe(elsewhere, site), id);
        assert.equal(await shared.countUsers(), 1);
        await site.stop();
      });

      it(`an address that another provider reports links nothing, whatever its spelling: ${name}`, async () => {
        const shared = await share();
        const { site, moved, op, other } = shared;
        await signInAtOld(shared);
        await site.run(moved);
        const email = String(op.user.email);
        for (const spelling of [email, email.toUpperCase()]) {
          for (const email_verified of [false, true]) {
            other.user = { sub: "other", email: spelling, email_verified };
            const browser = site.createBrowser();
            const page = await browser.goto(`${origin}/auth/signin`);
            const end = await browser.submit(page, {
              action: "/auth/signin/other",
            });
            assert.match(end.url, /error=OAuthAccountNotLinked/);
            assert.equal(await readMe(browser, site), null);
          }
        }
        assert.equal(await shared.countUsers(), 1);
        await site.stop();
      });

      it(`a user whose stored address has capitals is found by the session and the account, never by the address: ${name}`, async () => {
        const shared = await share();
        const { site, moved, op, other } = shared;
        const browser = await signInAtOld(shared);
        const id = await readMe(browser, site);
        await shared.setAddresses("Ada@Example.com");
        await site.run(moved);
        assert.equal(await readMe(browser, site), id);
        const elsewhere = site.createBrowser();
        await signInAtProvider(elsewhere, site);
        assert.equal(await readMe(elsewhere, site), id);
        other.user = { ...op.user, sub: "other", email_verified: true };
        const stranger = site.createBrowser();
        const page = await stranger.goto(`${origin}/auth/signin`);
        await stranger.submit(page, { action: "/auth/signin/other" });
        assert.notEqual(await readMe(stranger, site), id);
        await site.stop();
      });
    });
  }
});
