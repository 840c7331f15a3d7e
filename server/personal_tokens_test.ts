import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import {
  ask,
  createServerApp,
  type Express,
  serve,
  toBrowser,
  versions,
} from "./express_testkit.ts";

/** Makes an application with a page for tokens, and an API. */
async function createThis(express: Express) {
  const adapter = createMemoryAdapter();
  const { auth, op } = await createServerApp({ adapter });
  const app = express();
  app.use("/auth", auth);
  app.use("/account", express.urlencoded({ extended: false }));
  app.get(
    "/account/tokens",
    auth.require({ maxAge: 600 }),
    async (req, res) => {
      const { user } = res.locals.session;
      const list = await auth.tokens.list(user?.id ?? "");
      const field = await auth.csrfField(req);
      res.send(`<p>${list.map(({ name }) => name).join()}</p>
        <form method="post">${field}<input name="name"><button>Create</button>
        </form>`);
    },
  );
  app.post(
    "/account/tokens",
    auth.require({ maxAge: 900, csrf: true }),
    async (req, res) => {
      const { name } = req.body as { name: string };
      const { user } = res.locals.session;
      const made = await auth.tokens.create(user?.id ?? "", { name });
      res.json(made);
    },
  );
  app.get("/api", async (req, res) => {
    const token = req.get("authorization")?.replace(/^Bearer /, "") ?? "";
    const access = await auth.tokens.verify(token);
    res.status(access === null ? 401 : 200).send(access?.user.email ?? "");
  });
  return { app, auth, op };
}

async function enter(browser: Browser, origin: string): Promise<void> {
  const all = await browser.goto(`${origin}/auth/signin`);
  await browser.submit(all, { action: "/auth/signin/op" });
}

for (const [version, express] of versions) {
  describe(`personal tokens on pages of ${version}`, () => {
    it("a user creates one, which the API takes until it is revoked, and no cache keeps it", async () => {
      const { app, auth, op } = await createThis(express);
      await serve(app, async (origin) => {
        const browser = toBrowser(op);
        await enter(browser, origin);
        const page = await browser.goto(`${origin}/account/tokens`);
        const fields = { name: "Backup script" };
        const made = await browser.submit(page, { fields });
        assert.match(made.headers.get("cache-control") ?? "", /\bno-store\b/);
        const { token, id } = JSON.parse(made.text);
        const authorization = `Bearer ${token}`;
        const answer = await ask(`${origin}/api`, { authorization });
        assert.deepEqual([answer.status, answer.text], [
          200,
          "ada@example.com",
        ]);
        assert.deepEqual(answer.headers.getSetCookie(), []);
        const list = await browser.goto(`${origin}/account/tokens`);
        assert.match(list.text, /<p>Backup script<\/p>/);
        const access = await auth.tokens.verify(token);
        assert.equal(await auth.tokens.revoke(access?.userId ?? "", id), true);
        const ended = await ask(`${origin}/api`, { authorization });
        assert.equal(ended.status, 401);
      });
    });

    it("none is created by a form of another site, without a session, or by a token", async () => {
      const { app, auth, op } = await createThis(express);
      await serve(app, async (origin) => {
        const browser = toBrowser(op);
        await enter(browser, origin);
        const page = await browser.goto(`${origin}/account/tokens`);
        const fields = { name: "First" };
        const made = await browser.submit(page, { fields });
        const { token } = JSON.parse(made.text);
        const { userId = "" } = await auth.tokens.verify(token) ?? {};
        const url = `${origin}/account/tokens`;
        const form = {
          method: "POST",
          body: new URLSearchParams({ name: "Second" }),
        };
        const cookie = browser.cookies(origin)
          .map(({ name, value }) => `${name}=${value}`).join("; ");
        const evil = { cookie, origin: "https://evil.example" };
        assert.equal((await ask(url, evil, form)).status, 403);
        const json = { accept: "application/json" };
        assert.equal((await ask(url, json, form)).status, 401);
        const bearer = { ...json, authorization: `Bearer ${token}` };
        assert.equal((await ask(url, bearer, form)).status, 401);
        assert.equal((await auth.tokens.list(userId)).length, 1);
      });
    });
  });
}
