import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { Pool } from "pg";
import { createDatabase, findTestServer } from "../adapters/servers_testkit.ts";

import { openSite, readMe, type Site } from "./site_testkit.ts";
import {
  checkMove,
  createMove,
  createMovedApplication,
  createOldAuth,
  type Move,
  oldSecret,
  post,
  readCopy,
  signUp,
  toOldApplication,
} from "./better-auth_move_testkit.ts";

// Node 20 has no node:sqlite.
const { DatabaseSync } = await import("node:sqlite").catch(() => ({
  DatabaseSync: null,
}));
const noSqlite = DatabaseSync === null && "this run time has no node:sqlite";

const opened: Site[] = [];
after(async () => {
  for (const one of opened) await one.stop();
});

function openSqlite() {
  if (DatabaseSync === null) throw new Error("no node:sqlite");
  return new DatabaseSync(":memory:");
}

async function move(...args: Parameters<typeof createMove>): Promise<Move> {
  const created = await createMove(...args);
  opened.push(created.site);
  return created;
}

describe(
  "SQLite > the move from the published Better Auth",
  { skip: noSqlite },
  () => {
    it("a visitor stays signed in, and one sign-out ends both sessions", async () => {
      const database = openSqlite();
      const all = await move({ database }, { database });
      await checkMove(all, await signUp(all.site));
      const [left] = database.prepare("SELECT count(*) AS n FROM session")
        .all();
      assert.equal(left?.n, 0);
    });

    it("a sign-in at the old application after a sign-out at the new one counts", async () => {
      const database = openSqlite();
      const all = await move({ database }, { database });
      const { site } = all;
      const email = "ada@example.com";
      const browser = await signUp(site, { email });
      await checkMove(all, browser);
      const body = { email, password: "correct horse" };
      await post(browser, `${site.origin}/api/auth/sign-in/email`, body);
      const id = await readMe(browser, site);
      site.run(all.moved);
      assert.equal(typeof id, "string");
      assert.equal(await readMe(browser, site), id);
    });

    it("a sign-out at the old application before the move counts, whatever its cache holds", async () => {
      const database = openSqlite();
      const session = { cookieCache: { enabled: true } };
      const { site, moved } = await move({ database, session }, { database });
      const browser = await signUp(site);
      const copy = browser.cookieHeader(site.origin);
      assert.match(copy, /session_data/);
      await post(browser, `${site.origin}/api/auth/sign-out`, {});
      site.run(moved);
      assert.equal(await readCopy(site, copy), null);
    });

    it("the session of someone who did not want to be remembered ends with the browser", async () => {
      const database = openSqlite();
      const { site, old, moved } = await move({ database }, { database });
      for (const rememberMe of [true, false]) {
        site.run(old);
        const browser = await signUp(site, { rememberMe });
        const id = await readMe(browser, site);
        const { cookies } = browser;
        site.run(moved);
        assert.equal(await readMe(browser, site), id);
        const own = cookies(site.origin)
          .find(({ name }) => name === "latchkey.session");
        assert.equal(own?.expires === undefined, !rememberMe);
      }
    });

    it("names of tables, columns and cookies are those of the old configuration", async () => {
      const database = openSqlite();
      const session = {
        modelName: "sign_ins",
        fields: { userId: "user_id", expiresAt: "expires_at", token: "key" },
      };
      const user = { modelName: "people", fields: { email: "mail" } };
      const cookiePrefix = "shop";
      const cookies = { session_token: { name: "sess" } };
      const all = await move(
        { database, session, user, advanced: { cookiePrefix, cookies } },
        { database, session, user, cookiePrefix, cookies },
      );
      await checkMove(all, await signUp(all.site));
    });

    it("the old library's own functions may find the session", async () => {
      const database = openSqlite();
      const site = await openSite();
      opened.push(site);
      const auth = await createOldAuth(site, { database });
      const old = toOldApplication(auth);
      const { internalAdapter } = await auth.$context;
      const moved = createMovedApplication({
        secret: oldSecret,
        database: internalAdapter,
      });
      site.run(old);
      await checkMove({ site, old, moved }, await signUp(site));
    });

    it("banned users and administrators who act as another user are refused", async () => {
      const { admin } = await import("better-auth/plugins");
      const database = openSqlite();
      const all = await move({ database, plugins: [admin()] }, { database });
      const { site } = all;
      const api = `${site.origin}/api/auth`;
      const visitor = await signUp(site);
      const userId = await readMe(visitor, site);
      const boss = await signUp(site);
      database.prepare("UPDATE user SET role = 'admin' WHERE id = ?")
        .run(await readMe(boss, site));
      await post(boss, `${api}/admin/impersonate-user`, { userId });
      assert.equal(await readMe(boss, site), userId);
      site.run(all.moved);
      assert.equal(await readMe(boss, site), null);
      assert.equal(await readMe(visitor, site), userId);
      database.exec("UPDATE user SET banned = 1");
      const another = browserCookies(visitor.cookieHeader(site.origin));
      assert.equal(await readCopy(site, another), null);
    });

    it("a secret of a list opens the sessions that it signed", async () => {
      const database = openSqlite();
      const newer = "a newer secret of the old application";
      const all = await move(
        {
          database,
          secrets: [{ version: 2, value: newer }, {
            version: 1,
            value: oldSecret,
          }],
        },
        { database, secret: undefined, secrets: `2:${newer},1:${oldSecret}` },
      );
      await checkMove(all, await signUp(all.site));
    });

    it("a secondary storage decides, and a sign-out removes the session from it", async () => {
      const database = openSqlite();
      const values = new Map<string, string>();
      const secondaryStorage = {
        get: (key: string) => values.get(key) ?? null,
        set: (key: string, value: string) => void values.set(key, value),
        delete: (key: string) => void values.delete(key),
        // The types want these; sessions do not use them.
        getAndDelete: () => null,
        increment: () => 1,
      };
      const all = await move({ database, secondaryStorage }, {
        secondaryStorage,
      });
      const browser = await signUp(all.site);
      const [token = ""] = [...values.keys()].filter((one) =>
        one.length === 32
      );
      assert.ok(values.has(token));
      await checkMove(all, browser);
      assert.ok(!values.has(token));
    });
  },
);

/** Leaves out the cookies of this library. */
function browserCookies(header: string): string {
  return header.split("; ").filter((one) => !one.startsWith("latchkey"))
    .join("; ");
}

const { url: server, skip } = findTestServer("TEST_POSTGRES_URL");

describe(
  "PostgreSQL > the move from the published Better Auth",
  { skip },
  () => {
    let database = { url: "", drop: async () => {} };
    before(async () => {
      if (!skip) database = await createDatabase(server);
    });
    after(() => database.drop());

    it("a visitor stays signed in, and one sign-out ends both sessions", async () => {
      const pool = new Pool({ connectionString: database.url, max: 4 });
      try {
        const all = await move({ database: pool }, { database: pool });
        await checkMove(all, await signUp(all.site));
        const { rows } = await pool.query("SELECT id FROM session");
        assert.deepEqual(rows, []);
      } finally {
        await pool.end();
      }
    });
  },
);
