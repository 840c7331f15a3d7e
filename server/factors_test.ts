import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import { Password } from "@latchkey/auth/providers/password";
import { ServerAuth } from "@latchkey/auth/server";
import { fromBase32 } from "../core/methods/second_factor/second_factor_testkit.ts";
import { computeTotp, toStep } from "../core/methods/second_factor/totp.ts";
import { serve, versions } from "./express_testkit.ts";

for (const [version, express] of versions) {
  describe(`second factors on pages of ${version}`, () => {
    it("an app is set up and listed, and the response sets the cookie of the stronger session", async () => {
      const adapter = createMemoryAdapter();
      const ada = { id: "7", name: "Ada", email: "ada@example.com" };
      await adapter.createUser({ ...ada, emailVerified: new Date(0) });
      const from = "app@app.example";
      const auth = ServerAuth({
        secret: "a secret that is as long as it has to be",
        trustHost: true,
        adapter,
        providers: [
          Password({ mail: Nodemailer({ from, sendMail: () => {} }) }),
        ],
      });
      const app = express();
      app.use("/auth", auth);
      app.post("/sign-in", async (req, res) => {
        await auth.beginSession(req, { user: { id: "7" } });
        res.json({});
      });
      app.post("/factor", async (req, res) => {
        const { secret, enrolment } = await auth.factors.beginTotp(req);
        const step = toStep(Date.now());
        const code = await computeTotp(fromBase32(secret), step);
        const answer = { enrolment, code };
        const { recoveryCodes } = await auth.factors.confirmTotp(req, answer);
        res.json(recoveryCodes);
      });
      app.get("/factors", async (req, res) => {
        const session = await auth.getSession(req);
        const list = await auth.factors.list(req);
        res.json([list?.totp.length, session?.authentication?.amr]);
      });
      await serve(app, async (origin) => {
        const send = async (path: string, cookie = "", method = "POST") => {
          const url = origin + path;
          const answer = await fetch(url, { method, headers: { cookie } });
          const set = answer.headers.getSetCookie()
            .map((one) => one.split(";", 1)[0]).join("; ");
          return { set, body: await answer.json() };
        };
        const { set: first } = await send("/sign-in");
        const { set: second, body } = await send("/factor", first);
        assert.equal(body.length, 10);
        const list = await send("/factors", second, "GET");
        assert.deepEqual(list.body, [1, ["otp", "mfa"]]);
        const ended = await send("/factors", first, "GET");
        assert.deepEqual(ended.body, [null, null]);
      });
    });
  });
}
