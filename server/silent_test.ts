import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMemoryStore } from "@latchkey/auth";
import { createFaultProvider } from "@latchkey/auth/testing";
import {
  createServerApp,
  sendRaw,
  serve,
  toBrowser,
  versions,
} from "./express_testkit.ts";

for (const [version, express] of versions) {
  describe(`${version}: signing in without a click`, () => {
    it("a guard sends the browser to the provider and back, once", async () => {
      const { auth, op } = await createServerApp();
      const site = express();
      site.use("/auth", auth);
      site.use(
        "/vault",
        auth.require({ silent: true }),
        (_req, res) => void res.send("let in"),
      );
      await serve(site, async (origin) => {
        const room = await toBrowser(op).goto(`${origin}/vault?box=7`);
        assert.equal(room.url, `${origin}/vault?box=7`);
        assert.equal(room.text, "let in");
        op.clearRequests();
        op.faults.silent = "login_required";
        const browser = toBrowser(op);
        for (let i = 0; i < 2; i++) {
          const door = await browser.goto(`${origin}/vault?box=7`);
          const url = new URL(door.url);
          assert.equal(url.pathname, "/auth/signin");
          assert.deepEqual([...url.searchParams], [
            ["callbackUrl", "/vault?box=7"],
          ]);
        }
        assert.equal(op.count("authorize"), 1);
      });
    });

    it("a form of another site begins a sign-in, with and without a body parser", async () => {
      for (const parser of [false, true]) {
        const op = await createFaultProvider();
        const { auth } = await createServerApp({
          store: createMemoryStore(),
          providers: [op.provider({ initiate: true })],
        });
        const site = express();
        if (parser) site.use(express.urlencoded({ extended: true }));
        site.use("/auth", auth);
        await serve(site, async (origin) => {
          const url = `${origin}/auth/initiate/op`;
          const answer = await sendRaw(url, "POST", {
            accept: "text/html",
            "content-type": "application/x-www-form-urlencoded",
            origin: "https://portal.example",
            "sec-fetch-site": "cross-site",
            "sec-fetch-mode": "navigate",
          }, String(new URLSearchParams({ iss: op.issuer })));
          assert.equal(answer.status, 200);
          assert.ok((await answer.text()).includes(`${op.issuer}/authorize`));
          assert.equal(answer.headers.getSetCookie().length, 1);
        });
      }
    });
  });
}
