import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Adapter, AuthConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  assertSignedIn,
  readSession,
  site,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  askForMail,
  createMailFlow,
  openLink,
} from "../../methods/email/email_testkit.ts";
import {
  createPlainAdapter,
  createRecorder,
  createTables,
} from "../users_testkit.ts";

afterEach(endTest);

const strategies = ["database", "jwt"] as const;

for (const strategy of strategies) {
  const toConfig = (adapter: Adapter): Partial<AuthConfig> => ({
    adapter,
    session: { strategy },
  });

  describe(`a proved address, with the strategy ${strategy}`, () => {
    it("a first proof creates one user with a verified address and no account, and later proofs find that user", async () => {
      const tables = createTables();
      const { told, events } = createRecorder();
      const flow = await createMailFlow({
        ...toConfig(createPlainAdapter(tables)),
        events,
      });
      for (let i = 0; i < 2; i++) {
        const browser = flow.createBrowser();
        await openLink(browser, (await askForMail(flow, browser)).url);
        assert.ok(await readSession(browser));
      }
      assert.equal(tables.users.length, 1);
      assert.ok(tables.users[0]?.emailVerified instanceof Date);
      assert.deepEqual(tables.accounts, []);
      assert.deepEqual(
        told.map(([name, message]) => [name, Object.keys(message).sort()]),
        [
          ["createUser", ["user"]],
          ["signIn", ["account", "isNewUser", "user"]],
          ["updateUser", ["user"]],
          ["signIn", ["account", "isNewUser", "user"]],
        ],
      );
      assert.deepEqual(
        told.filter(([name]) => name === "signIn").map((
          [, { account, isNewUser }],
        ) => [account, isNewUser]),
        [true, false].map((isNew) => [{
          provider: "email",
          providerAccountId: "ada@example.test",
          type: "email",
          userId: "1",
        }, isNew]),
      );
    });

    it("a new user is sent to the welcome page", async () => {
      const flow = await createMailFlow({
        ...toConfig(createMemoryAdapter()),
        pages: { newUser: "/welcome" },
      });
      const browser = flow.createBrowser();
      const { url } = await askForMail(flow, browser, undefined, {
        target: "/cart",
      });
      const page = await openLink(browser, url);
      assert.equal(new URL(page.url).pathname, "/welcome");
      assert.equal(
        new URL(page.url).searchParams.get("callbackUrl"),
        `${site}/cart`,
      );
    });

    it("the proof ends the sessions and removes the sign-in methods of a user who never proved the address [A29]", async () => {
      const adapter = createMemoryAdapter();
      const flow = await createMailFlow(toConfig(adapter));
      flow.op.user.email_verified = false;
      const early = flow.createBrowser();
      await assertSignedIn(flow, early);
      const before = await adapter.getUserByEmail?.("ada@example.com");
      assert.equal(before?.emailVerified, null);
      const owner = flow.createBrowser();
      const { url } = await askForMail(flow, owner, "ada@example.com");
      // Requesting a mail proves nothing yet.
      assert.ok(await readSession(early));
      const page = await openLink(owner, url);
      // Opening the link proves nothing either: the other methods are offered
      // first.
      assert.ok(await readSession(early));
      await owner.submit(page, { button: "Remove them and sign in" });
      assert.ok(await readSession(owner));
      assert.equal(await readSession(early), null);
      const after = await adapter.getUserByEmail?.("ada@example.com");
      assert.equal(after?.id, before?.id);
      assert.ok(after?.emailVerified);
      assert.deepEqual(await adapter.listAccountsByUserId?.(after.id), []);
    });

    it("the proof signs in to the user whose provider vouched for the address, and removes nothing", async () => {
      const adapter = createMemoryAdapter();
      const flow = await createMailFlow(toConfig(adapter));
      flow.op.user.email_verified = true;
      const first = flow.createBrowser();
      await assertSignedIn(flow, first);
      const browser = flow.createBrowser();
      const { url } = await askForMail(flow, browser, "ada@example.com");
      await openLink(browser, url);
      assert.ok(await readSession(browser) && await readSession(first));
      const user = await adapter.getUserByEmail?.("ada@example.com");
      const accounts = await adapter.listAccountsByUserId?.(user?.id ?? "");
      assert.equal(accounts?.length, 1);
    });

    it("the proof is refused if an unproved user holds the address and cannot be removed from it", async () => {
      const tables = createTables();
      const flow = await createMailFlow(toConfig(createPlainAdapter(tables)));
      flow.op.user.email_verified = false;
      await assertSignedIn(flow);
      const browser = flow.createBrowser();
      const { url } = await askForMail(flow, browser, "ada@example.com");
      const page = await openLink(browser, url);
      assert.match(page.url, /error=OAuthAccountNotLinked/);
      assert.equal(await readSession(browser), null);
      assert.equal(tables.users[0]?.emailVerified, null);
      assert.match(
        flow.log.map(({ text }) => text).join("\n"),
        /listAccountsByUserId/,
      );
    });

    it("the proof ends the session of another user in the same browser", async () => {
      const flow = await createMailFlow(toConfig(createMemoryAdapter()));
      const browser = flow.createBrowser();
      await openLink(browser, (await askForMail(flow, browser)).url);
      const copy = browser.clone();
      const { url } = await askForMail(flow, browser, "grace@example.test");
      await openLink(browser, url);
      const session = await readSession(browser);
      assert.equal(session?.user?.email, "grace@example.test");
      assert.equal(await readSession(copy), null);
    });

    it("several links opened at once create one user", async () => {
      const tables = createTables();
      const flow = await createMailFlow(toConfig(createPlainAdapter(tables)));
      const asked = [];
      for (let i = 0; i < 4; i++) {
        const browser = flow.createBrowser();
        asked.push({ browser, ...await askForMail(flow, browser) });
      }
      await Promise.all(
        asked.map(({ browser, url }) => openLink(browser, url)),
      );
      for (const { browser } of asked) assert.ok(await readSession(browser));
      assert.equal(tables.users.length, 1);
    });
  });
}

describe("a proved address without an adapter", () => {
  it("an address is the same user each time, whichever provider sent the mail", async () => {
    const ids: unknown[] = [];
    const callbacks: AuthConfig["callbacks"] = {
      session: ({ session, token }) => {
        ids.push(token.sub);
        return session;
      },
    };
    for (const id of ["email", "email", "other"]) {
      const flow = await createMailFlow({ callbacks }, { id });
      const browser = flow.createBrowser();
      const { url } = await askForMail(flow, browser, undefined, { id });
      await openLink(browser, url);
      assert.ok(await readSession(browser));
    }
    assert.equal(ids.length, 3);
    assert.equal(new Set(ids).size, 1);
    assert.match(String(ids[0]), /^[\w-]{43}$/);
  });
});
