/** Asking a signed-in user for more scopes, in Express. */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ConsentRequired } from "@latchkey/auth/errors";
import { signIn } from "../testing/app_testkit.ts";
import {
  createServerApp,
  serve,
  toBrowser,
  versions,
} from "./express_testkit.ts";
import { createFaultProvider } from "@latchkey/auth/testing";

for (const [version, express] of versions) {
  describe(`a page that needs another scope, on ${version}`, () => {
    it("the form of ConsentRequired asks for it, and leads back to the page, which then has a token", async () => {
      const op = await createFaultProvider();
      const { auth } = await createServerApp({
        providers: [op.provider({ connectScopes: ["calendar"] })],
        tokens: { providers: ["op"] },
        basePath: "/account/auth",
      });
      const site = express();
      site.use("/account/auth", auth);
      site.get("/calendar", async (req, res) => {
        try {
          const scope = ["calendar"];
          const token = await auth.getAccessToken(req, "op", { scope });
          res.json(token.scope);
        } catch (error) {
          if (!(error instanceof ConsentRequired)) throw error;
          const { action = "", fields = {} } = error.connect ?? {};
          res.send(`<form method="post" action="${action}">
            ${await auth.csrfField(req)}
            <input type="hidden" name="scope" value="${fields.scope}">
            <input type="hidden" name="callbackUrl" value="/calendar">
            <button>Show my calendar</button></form>`);
        }
      });
      await serve(site, async (origin) => {
        const browser = toBrowser(op);
        await signIn(browser, { base: `${origin}/account/auth` });
        const read = async () =>
          await (await browser.fetch(`${origin}/account/auth/session`)).json();
        const before = await read();
        const page = await browser.goto(`${origin}/calendar`);
        const done = await browser.submit(page);
        assert.equal(done.url, `${origin}/calendar`);
        assert.deepEqual(JSON.parse(done.text), [
          "openid",
          "profile",
          "email",
          "calendar",
        ]);
        assert.deepEqual(await read(), before);
      });
    });
  });
}
