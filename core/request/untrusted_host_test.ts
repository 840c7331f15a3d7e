import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { type AuthConfig, createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { SignInRequired } from "@latchkey/auth/errors";
import { createUserFlow } from "../accounts/users_testkit.ts";
import { assertSignedIn, site } from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";

afterEach(endTest);

const configs: Readonly<Record<string, Partial<AuthConfig>>> = {
  "token sessions": { session: { strategy: "jwt" } },
  "database sessions": {},
};

for (const [kind, config] of Object.entries(configs)) {
  describe(`pages of an untrusted host, with ${kind}`, () => {
    it("the pages find no session, give no form token, and change nothing, even with a cookie of a trusted host", async () => {
      const adapter = createMemoryAdapter();
      const flow = await createUserFlow({ ...config, adapter });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const cookie = browser.cookieHeader(`${site}/`);
      const auth = createAuth({
        ...flow.makeConfig(),
        origin: undefined,
        trustHost: (host) => host === "app.example",
        useSecureCookies: true,
      });
      const user = await adapter.getUserByEmail("ada@example.com");
      const before = await adapter.listAccountsByUserId(user?.id ?? "");
      const toRequest = () =>
        new Request("https://evil.example/", { headers: { cookie } });

      const seen = await auth.session(toRequest());
      const updated = await auth.updateSession(toRequest(), "x", {
        rotate: true,
      });
      const { csrfToken, headers } = await auth.csrfToken(toRequest());
      assert.deepEqual(
        [seen.session, updated.session, csrfToken],
        [null, null, ""],
      );
      for (const one of [seen.headers, updated.headers, headers]) {
        assert.deepEqual(one.getSetCookie(), []);
      }
      assert.deepEqual(await auth.listPasskeys(toRequest()), []);
      await assert.rejects(
        auth.unlinkAccount(toRequest(), { provider: "op" }),
        SignInRequired,
      );
      await assert.rejects(
        auth.removePasskey(toRequest(), { credentialID: "x" }),
        SignInRequired,
      );
      assert.deepEqual(
        await adapter.listAccountsByUserId(user?.id ?? ""),
        before,
      );
      // It is the same session as before.
      const own = createAuth(flow.makeConfig());
      const request = new Request(`${site}/`, { headers: { cookie } });
      assert.ok((await own.session(request)).session);
    });
  });
}
