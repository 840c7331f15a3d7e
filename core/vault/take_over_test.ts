import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createAuth, createMemoryStore, type Mail } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { NotConnected } from "@latchkey/auth/errors";
import { ask, toMailProvider } from "../methods/email/email_testkit.ts";
import {
  assertSignedIn,
  createApp,
  readSession,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";

afterEach(endTest);

const email = "ada@example.com";

describe("the tokens of a person who had another person's address", () => {
  for (const keep of ["adapter", "store"] as const) {
    it(`are gone once the owner has proved it (${keep})`, async () => {
      const mails: Mail[] = [];
      const flow = await createApp({
        toProviders: (op) => [op.provider(), toMailProvider(mails)],
        config: {
          adapter: createMemoryAdapter(),
          store: createMemoryStore(),
          tokens: { providers: ["op"], keep },
        },
      });
      flow.op.user = { sub: "eve", email, email_verified: false };
      const eve = await assertSignedIn(flow);
      const auth = createAuth(flow.makeConfig());
      const userId = eve.user?.id ?? "";
      await auth.getAccessTokenFor(userId, "op");

      const browser = flow.createBrowser();
      await ask(browser, email);
      const page = await browser.goto(mails[0]?.url ?? "");
      await browser.submit(page, { button: "Remove them and sign in" });
      const ada = await readSession(browser);
      assert.equal(ada?.user?.id, userId);
      await assert.rejects(auth.getAccessTokenFor(userId, "op"), NotConnected);
    });
  }
});
