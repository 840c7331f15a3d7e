import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ServerAuth } from "@latchkey/auth/server";
import { serve, versions } from "./express_testkit.ts";

for (const [version, express] of versions) {
  describe(`beginSession on ${version}`, () => {
    it("the response sets the cookie, and the rest of the request sees the session", async () => {
      const auth = ServerAuth({
        secret: "a secret that is as long as it has to be",
        trustHost: true,
        providers: [],
        callbacks: { userId: ({ account }) => account.providerAccountId },
      });
      const app = express();
      app.use("/auth", auth);
      app.use(auth.session);
      app.post("/sign-up", async (req, res) => {
        await auth.beginSession(req, { user: { id: "7", name: "Ada" } });
        const session = await auth.getSession(req);
        res.json([session?.user?.id, res.locals.session?.user?.name]);
      });
      app.get("/", auth.require(), (_req, res) => {
        res.json(res.locals.session?.user);
      });
      await serve(app, async (origin) => {
        const answer = await fetch(`${origin}/sign-up`, { method: "POST" });
        assert.deepEqual(await answer.json(), ["7", "Ada"]);
        assert.match(
          answer.headers.get("cache-control") ?? "",
          /private|no-store/,
        );
        const cookie = answer.headers.getSetCookie()
          .map((one) => one.split(";", 1)[0]).join("; ");
        const next = await fetch(origin, { headers: { cookie } });
        assert.equal((await next.json()).id, "7");
      });
    });
  });
}
