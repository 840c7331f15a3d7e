import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AdapterUser, Mail } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { ServerRequest, ServerResponse } from "@latchkey/auth/server";
import {
  ask,
  createServerApp,
  serve,
  toCookie,
  versions,
} from "./express_testkit.ts";

for (const [version, express] of versions) {
  describe(`auth.verifyEmail() on ${version}`, () => {
    it("verifyEmail sends the mail for an application's page whose body was read, and sets the cookie of the code", async () => {
      const mails: Mail[] = [];
      const adapter = createMemoryAdapter();
      const user = await adapter.createUser?.({
        id: "user-1",
        email: "ada@example.com",
        emailVerified: null,
      } as AdapterUser);
      const { auth, secret } = await createServerApp({
        origin: "https://app.example",
        useSecureCookies: false,
        adapter,
        session: { strategy: "jwt" },
        providers: [{
          id: "post",
          type: "email",
          from: "Example <sign-in@app.example>",
          sendMail: ({ mail }) => void mails.push(mail),
        }],
      });
      const site = express();
      site.use(express.urlencoded({ extended: false }));
      site.use("/auth", auth);
      site.post("/account", (
        req: ServerRequest,
        res: ServerResponse & { redirect(url: string): void },
        next: (error: unknown) => void,
      ) => {
        auth.verifyEmail(req, { callbackUrl: "/account" })
          .then((url) => res.redirect(url), next);
      });
      await serve(site, async (origin) => {
        const cookie = await toCookie(secret, {
          sub: user?.id,
          aud: "https://app.example",
        });
        const post = (headers: Record<string, string>) =>
          ask(`${origin}/account`, {
            "content-type": "application/x-www-form-urlencoded",
            ...headers,
          }, { method: "POST", body: "a=1" });
        const answer = await post({ cookie });
        assert.equal(answer.status, 302, answer.text);
        const location = new URL(answer.headers.get("location") ?? "");
        assert.equal(location.pathname, "/auth/verify-request");
        assert.deepEqual(mails.map(({ to }) => to), ["ada@example.com"]);
        const [attempt = ""] = answer.headers.getSetCookie()
          .map((one) => one.split(";")[0] ?? "")
          .filter((one) => one.includes("attempt"));
        const link = new URL(mails[0]?.url ?? "");
        const done = await ask(`${origin}${link.pathname}${link.search}`, {
          cookie: `${cookie}; ${attempt}`,
          accept: "text/html",
        });
        assert.equal(
          done.headers.get("location"),
          "https://app.example/account",
        );
        const after = await adapter.getUser?.(user?.id ?? "");
        assert.ok(after?.emailVerified);
        const refused = await post({});
        assert.equal(refused.status, 401, refused.text.slice(0, 300));
        assert.equal(mails.length, 1);
      });
    });
  });
}
