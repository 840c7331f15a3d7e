import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  ask,
  createServerApp,
  serve,
  toBrowser,
  versions,
} from "./express_testkit.ts";

const page = { accept: "text/html" };

for (const [version, express] of versions) {
  describe(`${version}: parameters of a guard`, () => {
    it("the guard's parameters reach the provider, and the visitor's do not replace them", async () => {
      const { auth, op } = await createServerApp();
      const site = express();
      site.use("/auth", auth);
      site.use(
        "/vault",
        auth.require({ params: { acr_values: "gold", prompt: "login" } }),
        (_req, res) => void res.send("let in"),
      );
      await serve(site, async (origin) => {
        const browser = toBrowser(op);
        const door = await browser.goto(`${origin}/vault?box=7`);
        const form = door.forms().find(({ buttons }) =>
          buttons.some(({ action }) => action?.includes("/signin/op"))
        );
        const answer = await browser.fetch(
          `${origin}/auth/signin/op?acr_values=none&prompt=none&ui_locales=de`,
          {
            method: "POST",
            from: door,
            headers: { "x-auth-return-redirect": "1" },
            body: new URLSearchParams(
              form?.fields.map(([name, value]) => [name, value]),
            ),
          },
        );
        const { url } = await answer.json();
        const { searchParams: sent } = new URL(url);
        assert.deepEqual(sent.getAll("acr_values"), ["gold"]);
        assert.deepEqual(sent.getAll("prompt"), ["login"]);
        assert.deepEqual(sent.getAll("ui_locales"), ["de"]);
        const room = await browser.goto(url);
        assert.equal(room.url, `${origin}/vault?box=7`);
        assert.equal(room.text, "let in");
      });
    });

    it("parameters that the library sets itself are an error for the application's handler", async () => {
      const { auth } = await createServerApp();
      const site = express();
      const errors: unknown[] = [];
      site.use(auth.require({ params: { client_id: "x" } }));
      // deno-lint-ignore no-explicit-any -- the types of both versions
      site.use((error: any, _req: any, res: any, _next: any) => {
        errors.push(error);
        res.status(500).end("handled");
      });
      await serve(site, async (origin) => {
        assert.equal((await ask(origin, page)).status, 500);
        assert.match(String(errors[0]), /`client_id`: the library sets it/);
      });
    });
  });
}
