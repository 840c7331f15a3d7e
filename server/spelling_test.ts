import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ask, createServerApp, serve, versions } from "./express_testkit.ts";

for (const [version, express] of versions) {
  describe(`${version}: a path in another letter case than the mount`, () => {
    const spellings = ["/AUTH", "/Auth", "/autH"];

    it("the path is not served, although Express matches it", async () => {
      const { auth } = await createServerApp();
      const site = express();
      let seen = "";
      site.use("/auth", (req, _res, next) => {
        seen = req.baseUrl;
        next();
      }, auth);
      await serve(site, async (origin) => {
        for (const base of spellings) {
          const answer = await ask(`${origin}${base}/providers`);
          assert.equal(seen, base);
          assert.equal(answer.status, 404, base);
        }
        assert.equal((await ask(`${origin}/auth/providers`)).status, 200);
      });
    });

    it("the path is served if the configuration has the same letter case", async () => {
      const { auth } = await createServerApp({ basePath: "/Auth" });
      const site = express();
      site.use("/auth", auth);
      await serve(site, async (origin) => {
        for (const base of ["/auth", ...spellings]) {
          const answer = await ask(`${origin}${base}/providers`);
          assert.equal(answer.status, base === "/Auth" ? 200 : 404, base);
        }
      });
    });
  });
}
