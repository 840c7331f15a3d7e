import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createFaultProvider } from "@latchkey/auth/testing";
import { signIn } from "../testing/app_testkit.ts";
import {
  createServerApp,
  serve,
  toBrowser,
  versions,
} from "./express_testkit.ts";

for (const [version, express] of versions) {
  describe(`a sign-out at the provider with ${version}`, () => {
    for (const parses of [false, true]) {
      it(`a form ${parses ? "that Express parsed" : "as it came"} signs out here and at the provider, and the visitor comes back to its target`, async () => {
        const op = await createFaultProvider();
        const { auth } = await createServerApp({
          providers: [op.provider({ logout: true })],
          // The ID token is then in a cookie.
          ...(parses ? { store: undefined } : {}),
        });
        const site = express();
        if (parses) site.use(express.urlencoded({ extended: true }));
        site.use("/auth", auth);
        site.get("/bye", (_req, res) => void res.send("bye"));
        await serve(site, async (origin) => {
          const browser = toBrowser(op);
          for (const [federated, count] of [["false", 0], ["", 1]] as const) {
            await signIn(browser, { base: `${origin}/auth` });
            const form = await browser.goto(`${origin}/auth/signout`);
            const page = await browser.submit(form, {
              fields: { callbackUrl: "/bye", federated },
            });
            assert.equal(page.text, "bye");
            assert.equal(op.count("endSession"), count);
            const me = await browser.fetch(`${origin}/auth/session`);
            assert.equal(await me.json(), null);
          }
          const [asked] = op.requests.filter(({ endpoint }) =>
            endpoint === "endSession"
          );
          const { searchParams } = new URL(asked?.url ?? origin);
          assert.match(searchParams.get("id_token_hint") ?? "", /^eyJ/);
          assert.equal(
            searchParams.get("post_logout_redirect_uri"),
            `${origin}/auth/signed-out`,
          );
        });
      });
    }
  });
}
