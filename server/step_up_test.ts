import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  ask,
  createServerApp,
  serve,
  toBrowser,
  toCookie,
  versions,
} from "./express_testkit.ts";

const page = { accept: "text/html" };

for (const [version, express] of versions) {
  describe(`${version}: a guard that demands a proof`, () => {
    it("a proof that is too old is asked for again, by a page and by a challenge", async () => {
      const { auth, secret } = await createServerApp();
      const site = express();
      site.use("/auth", auth);
      site.use(
        auth.require({ maxAge: 300 }),
        (_req, res) => void res.send("let in"),
      );
      await serve(site, async (origin) => {
        const now = Math.floor(Date.now() / 1000);
        const enter = async (at: number, accept: string) => {
          const authn = { provider: "op", at };
          const cookie = await toCookie(secret, { authn });
          return await ask(`${origin}/pay`, { cookie, accept });
        };
        assert.equal((await enter(now - 60, page.accept)).text, "let in");
        const old = await enter(now - 301, page.accept);
        assert.equal(old.status, 303);
        assert.equal(
          old.headers.get("location"),
          `${origin}/auth/signin?callbackUrl=%2Fpay&error=InsufficientAuthentication`,
        );
        const program = await enter(now - 301, "application/json");
        assert.equal(program.status, 401);
        assert.match(
          program.headers.get("www-authenticate") ?? "",
          /^Bearer error="insufficient_user_authentication", .*max_age="300"$/,
        );
      });
    });

    it("a user confirms who they are, and comes back to the page", async () => {
      const { auth, op } = await createServerApp();
      const site = express();
      site.use("/auth", auth);
      site.use(
        "/pay",
        auth.require({ acr: "gold" }),
        (_req, res) => void res.send("let in"),
      );
      await serve(site, async (origin) => {
        const browser = toBrowser(op);
        const all = await browser.goto(`${origin}/auth/signin`);
        await browser.submit(all, { action: "/auth/signin/op" });
        const ways = await browser.goto(`${origin}/pay?a=1`);
        assert.match(ways.text, /<h1>Confirm it’s you<\/h1>/);
        op.faults.idToken = { claims: (own) => ({ ...own, acr: "gold" }) };
        const done = await browser.submit(ways, { action: "/auth/signin/op" });
        assert.deepEqual([done.url, done.text], [
          `${origin}/pay?a=1`,
          "let in",
        ]);
      });
    });

    it("a demand that no proof could meet is an error for the application's handler", async () => {
      const { auth } = await createServerApp();
      const site = express();
      site.use(auth.require({ maxAge: 0 }));
      // deno-lint-ignore no-explicit-any -- the types of both versions
      site.use((error: any, _req: any, res: any, _next: any) => {
        res.status(500).end(error.message);
      });
      await serve(site, async (origin) => {
        const { status, text } = await ask(origin, page);
        assert.equal(status, 500);
        assert.match(text, /`maxAge` of a guard must be a whole number/);
      });
    });
  });
}
