import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { AuthConfig } from "@latchkey/auth";
import { createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import {
  createCredentialsFlow,
  send,
  typeIn,
} from "../methods/credentials/credentials_testkit.ts";
import {
  cookieName,
  readCsrfToken,
  readSession,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";

afterEach(() => {
  mock.timers.reset();
  return endTest();
});

const DAY = 86_400_000;

/** Signs a user in, who is stored, and returns their id. */
async function createSignedIn(
  strategy: "jwt" | "database",
  callbacks: AuthConfig["callbacks"] = {},
) {
  mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 5, 15, 12) });
  const memory = createMemoryAdapter();
  const adapter = { ...memory };
  const flow = await createCredentialsFlow(undefined, {
    adapter,
    session: { strategy },
    callbacks,
  });
  const browser = flow.createBrowser();
  await typeIn(browser);
  const id = (await readSession(browser))?.user?.id ?? assert.fail();
  return { flow, browser, adapter, memory, id };
}

function hasCookie(browser: Browser): boolean {
  return browser.cookies(site).some(({ name }) => name === cookieName.session);
}

for (const strategy of ["jwt", "database"] as const) {
  describe(`a deleted user, ${strategy}`, () => {
    it("auth.deleteUser deletes the user and ends all sessions at once [ASVS-7.4.2]", async () => {
      const { flow, browser, adapter, id } = await createSignedIn(strategy);
      const other = flow.createBrowser();
      mock.timers.tick(1000);
      await typeIn(other);
      mock.timers.tick(1000);
      await createAuth(flow.makeConfig()).deleteUser(id);
      assert.equal(await adapter.getUser(id), null);
      assert.deepEqual(await adapter.listAccounts(null, 10), []);
      for (const one of [browser, other]) {
        assert.equal(await readSession(one), null);
        assert.equal(hasCookie(one), false);
      }
    });

    it("a user whom the application deleted itself is signed out when the session is renewed", async () => {
      const { browser, adapter, id } = await createSignedIn(strategy);
      await adapter.deleteUser(id);
      mock.timers.tick(DAY);
      assert.equal(await readSession(browser), null);
      assert.equal(hasCookie(browser), false);
    });

    it("auth.deleteUser without a method of the adapter says so", async () => {
      const { flow, memory } = await createSignedIn(strategy);
      const { deleteUser: _, ...adapter } = memory;
      await assert.rejects(
        createAuth({ ...flow.makeConfig(), adapter }).deleteUser("x"),
        /`deleteUser` needs an `adapter` with a method of that name/,
      );
    });
  });
}

describe("a session in a cookie whose user was deleted", () => {
  it("an update by the browser does not extend it", async () => {
    const { browser, adapter, id } = await createSignedIn("jwt");
    await adapter.deleteUser(id);
    const csrfToken = await readCsrfToken(browser);
    const answer = await send(browser, {
      path: "/auth/session",
      body: JSON.stringify({ csrfToken }),
    });
    assert.equal(await answer.json(), null);
    assert.equal(hasCookie(browser), false);
  });

  it("a jwt callback that changes the claims does not extend it", async () => {
    let count = 0;
    const { browser, adapter, id } = await createSignedIn("jwt", {
      jwt: ({ token }) => ({ ...token, count: count++ }),
    });
    await adapter.deleteUser(id);
    assert.equal(await readSession(browser), null);
  });

  it("reads that renew nothing do not query the adapter", async () => {
    let queries = 0;
    const { browser, memory, adapter } = await createSignedIn("jwt");
    adapter.getUser = (id) => {
      queries++;
      return memory.getUser(id);
    };
    for (let i = 0; i < 5; i++) await readSession(browser);
    assert.equal(queries, 0);
    mock.timers.tick(DAY);
    await readSession(browser);
    assert.equal(queries, 1);
  });

  it("a failing adapter signs nobody out, and is logged", async () => {
    const { flow, browser, adapter } = await createSignedIn("jwt");
    adapter.getUser = () => {
      throw new Error("the database is down");
    };
    mock.timers.tick(DAY);
    assert.notEqual(await readSession(browser), null);
    const logged = flow.log.filter(({ level }) => level === "error");
    assert.equal(logged.length, 1);
  });
});
