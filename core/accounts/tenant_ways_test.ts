/** Tests applications with different providers that share their users. */

import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { type Adapter, Auth, type AuthConfig, type Mail } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createBrowser } from "@latchkey/auth/testing";
import {
  assertSignedIn,
  createApp,
  readSession,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  askForMail,
  openLink,
  toMailProvider,
} from "../methods/email/email_testkit.ts";

afterEach(endTest);

const email = "ada@example.com";

/**
 * Creates an application with a provider, and one where mail is the only
 * sign-in method.
 */
async function createHosts(adapter: Adapter, strategy: "jwt" | "database") {
  const mails: Mail[] = [];
  const flow = await createApp({
    config: { adapter, session: { strategy } },
  });
  flow.op.user = { sub: "user-1", email };
  const makeConfig = (): AuthConfig => ({
    ...flow.makeConfig(),
    providers: [toMailProvider(mails)],
  });
  const owner = createBrowser({
    [site]: (request: Request) => Auth(request, makeConfig()),
  });
  return { ...flow, mails, owner } as const;
}

for (const strategy of ["database", "jwt"] as const) {
  describe(`a sign-in method at another host, with the strategy ${strategy}`, () => {
    it("the method is removed only with the owner's consent if a mail is the only method at this host", async () => {
      const adapter = createMemoryAdapter();
      const { owner, ...flow } = await createHosts(adapter, strategy);
      const early = flow.createBrowser();
      await assertSignedIn(flow, early);
      const user = await adapter.getUserByEmail(email);
      const list = () => adapter.listAccountsByUserId(user?.id ?? "");
      const { url } = await askForMail(flow, owner, email);
      const page = await openLink(owner, url);
      assert.match(page.text, /There’s already an account for/);
      assert.equal(await readSession(owner), null);
      assert.equal((await list()).length, 1);
      assert.ok(await readSession(early));
      await owner.submit(page, { button: "Remove them and sign in" });
      assert.ok(await readSession(owner));
      assert.deepEqual(await list(), []);
      assert.equal(await readSession(early), null);
    });

    it("a method that cannot be removed refuses the sign-in, and nothing changes", async () => {
      const { unlinkAccount: _, ...adapter } = createMemoryAdapter();
      const { owner, ...flow } = await createHosts(adapter, strategy);
      const early = flow.createBrowser();
      await assertSignedIn(flow, early);
      const { url } = await askForMail(flow, owner, email);
      const page = await openLink(owner, url);
      assert.match(page.url, /error=OAuthAccountNotLinked&code=unverified/);
      assert.equal(await readSession(owner), null);
      assert.equal((await adapter.getUserByEmail(email))?.emailVerified, null);
      assert.ok(await readSession(early));
      assert.match(
        flow.log.map(({ text }) => text).join("\n"),
        /lacks `unlinkAccount`/,
      );
    });
  });
}
