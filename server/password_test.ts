import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Mail } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Password } from "@latchkey/auth/providers/password";
import { useQuickScrypt } from "../core/methods/credentials/compute_once_testkit.ts";
import { toMailProvider } from "../core/methods/email/email_testkit.ts";
import {
  createServerApp,
  serve,
  toBrowser,
  versions,
} from "./express_testkit.ts";

const email = "ada@example.com";
const password = "correct horse battery staple";

for (const [version, express] of versions) {
  describe(`passwords on ${version}`, () => {
    it("below a mount path, a page signs up, a script follows the URLs of its answers, and a reset ends the session", async () => {
      useQuickScrypt();
      const mails: Mail[] = [];
      const { auth, op } = await createServerApp({
        adapter: createMemoryAdapter(),
        providers: [Password({ mail: toMailProvider(mails) })],
      });
      const site = express().use("/app/auth", auth);
      site.get("/app", (_req, res) => void res.send("home"));
      await serve(site, async (origin) => {
        const base = `${origin}/app/auth`;
        const browser = toBrowser(op);
        const ask = await browser.goto(`${base}/signup?callbackUrl=/app`);
        await browser.submit(ask, {
          action: "/app/auth/signup",
          fields: { email },
        });
        const [mail] = mails;
        assert.ok(mail?.url?.startsWith(`${base}/new-password?`));
        const choice = await browser.goto(mail?.url ?? "");
        const end = await browser.submit(choice, {
          action: "/app/auth/new-password",
          fields: { password },
        });
        assert.equal(end.url, `${origin}/app`);
        const read = async (one = browser) =>
          await (await one.fetch(`${base}/session`)).json();
        assert.equal((await read()).user.email, email);
        const script = toBrowser(op);
        const post = async (path: string, fields: Record<string, string>) => {
          const csrf = await script.fetch(`${base}/csrf`);
          const { csrfToken } = await csrf.json();
          const answer = await script.fetch(`${base}/${path}`, {
            method: "POST",
            headers: {
              origin,
              "content-type": "application/json",
              "x-auth-return-redirect": "1",
            },
            body: JSON.stringify({ csrfToken, callbackUrl: "/app", ...fields }),
          });
          return { status: answer.status, body: await answer.json() };
        };
        const asked = await post("reset", { email });
        assert.equal(asked.status, 200);
        assert.ok(asked.body.url.startsWith(`${base}/verify-request?`));
        const token = new URL(mails[1]?.url ?? "").searchParams.get("token");
        const proof = { token: token ?? "" };
        const weak = await post("new-password", { ...proof, password: "tiny" });
        assert.deepEqual([weak.status, weak.body.code], [400, "short"]);
        const another = "a new and quite long password";
        const done = await post("new-password", {
          ...proof,
          password: another,
        });
        assert.equal(done.body.url, `${origin}/app`);
        assert.equal((await read(script)).user.email, email);
        assert.equal(await read(), null);
      });
    });
  });
}
