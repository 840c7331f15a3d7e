import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  ask,
  createServerApp,
  serve,
  toCookie,
  versions,
} from "./express_testkit.ts";

for (const [version, express] of versions) {
  describe(`${version}: a guard with \`csrf\``, () => {
    it("takes the token of a parsed form or of the header, or a request of this origin, and leaves bodies alone", async () => {
      const { auth, secret } = await createServerApp();
      const site = express();
      site.get("/token", async (req, res) => {
        res.send(await auth.csrfToken(req));
      });
      site.post(
        "/parsed",
        express.urlencoded({ extended: false }),
        auth.require({ csrf: true }),
        (req, res) => void res.json(req.body),
      );
      site.post(
        "/raw",
        auth.require({ csrf: true }),
        express.text({ type: "*/*" }),
        (req, res) => void res.send(req.body),
      );
      await serve(site, async (origin) => {
        const session = await toCookie(secret);
        const { text: csrfToken, headers } = await ask(`${origin}/token`, {
          cookie: session,
        });
        const [csrf = ""] = headers.getSetCookie()[0]?.split(";") ?? [];
        const cookie = `${session}; ${csrf}`;
        const body = new URLSearchParams({ csrfToken, a: "1" }).toString();
        const send = async (path: string, more: Record<string, string>) => {
          const type = "application/x-www-form-urlencoded";
          const { status, text } = await ask(origin + path, {
            accept: "application/json",
            "content-type": type,
            cookie,
            ...more,
          }, { method: "POST", body });
          return [status, status === 200 ? text : JSON.parse(text).error];
        };
        const parsed = JSON.stringify({ csrfToken, a: "1" });
        const missing = [403, "MissingCSRF"];
        assert.deepEqual(await send("/parsed", {}), [200, parsed]);
        assert.deepEqual(await send("/parsed", { cookie: session }), missing);
        assert.deepEqual(await send("/raw", {}), missing);
        for (const more of [{ "x-csrf-token": csrfToken }, { origin }]) {
          assert.deepEqual(await send("/raw", more), [200, body]);
        }
        assert.deepEqual(
          await send("/parsed", { "sec-fetch-site": "cross-site" }),
          [403, "CrossSiteRequest"],
        );
      });
    });
  });
}
