import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createAuth, createMemoryStore, type Store } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  assertRefused,
  endTest,
  toAnswer,
} from "../../../testing/checks_testkit.ts";
import { readSession } from "../../../testing/app_testkit.ts";
import { readFactors } from "../../accounts/factors/stored_factors.ts";
import {
  createFactorApp,
  giveApp,
  showCode,
  startSignIn,
  typeCode,
  typePassword,
} from "./second_factor_testkit.ts";

beforeEach(() =>
  mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 })
);
afterEach(endTest);

type Adapter = ReturnType<typeof createMemoryAdapter>;

/** An adapter whose call of a number throws, counted from when it is armed. */
function createFailing() {
  const adapter = createMemoryAdapter();
  let left = Infinity;
  const failing = new Proxy(adapter, {
    get: (target, name: keyof Adapter) => {
      const method = target[name];
      if (typeof method !== "function") return method;
      return (...args: never[]) => {
        if (--left === 0) throw new Error("a failure of the database");
        return (method as (...args: never[]) => unknown).apply(target, args);
      };
    },
  });
  return { adapter, failing, arm: (call: number) => left = call };
}

describe("an outage while a sign-in waits for its second factor", () => {
  for (const strategy of ["jwt", "database"] as const) {
    it(`an adapter that throws at any call lets nobody in, and a code is used at most once (${strategy})`, async () => {
      const { adapter, failing, arm } = createFailing();
      const app = await createFactorApp({
        adapter: failing,
        config: { session: { strategy }, limits: { credentials: false } },
      });
      await giveApp(app);
      let isDone = false;
      for (let call = 1; !isDone; call++) {
        assert.ok(call < 60);
        mock.timers.setTime(Date.now() + 60_000);
        const browser = app.createBrowser();
        arm(Infinity);
        const state = await startSignIn(browser);
        const code = await showCode();
        arm(call);
        const answer = await typeCode(browser, state, code);
        arm(Infinity);
        isDone = await readSession(browser) !== null;
        const { apps } = await readFactors(app.toContext(), "ada");
        assert.equal(apps.length, 1);
        if (isDone) continue;
        assertRefused(await toAnswer(answer), app);
      }
      assert.notEqual(await adapter.getSecret("ada", "factors"), null);
    });

    it(`an adapter that throws at any call after the password lets nobody in (${strategy})`, async () => {
      const { failing, arm } = createFailing();
      const app = await createFactorApp({
        adapter: failing,
        config: { session: { strategy }, limits: { credentials: false } },
      });
      await giveApp(app);
      let isDone = false;
      for (let call = 1; !isDone; call++) {
        assert.ok(call < 60);
        const browser = app.createBrowser();
        arm(call);
        const url = await typePassword(browser);
        arm(Infinity);
        isDone = url.pathname === "/auth/second-factor";
        assert.equal(await readSession(browser), null);
      }
    });
  }

  for (const how of ["throw", "hang"] as const) {
    it(`a store that ${how}s lets nobody in, and the sign-in goes on once it is back`, async () => {
      const memory = createMemoryStore();
      let isDown = false;
      const fail = <T>(call: () => T): T => {
        if (!isDown) return call();
        if (how === "throw") throw new Error("a failure of the store");
        return new Promise(() => {}) as T;
      };
      const store: Store = {
        get: (...args) => fail(() => memory.get(...args)),
        set: (...args) => fail(() => memory.set(...args)),
        delete: (...args) => fail(() => memory.delete(...args)),
        compareAndSet: (...args) => fail(() => memory.compareAndSet(...args)),
      };
      const app = await createFactorApp({
        config: { store, storeTimeout: 0.05 },
      });
      await giveApp(app);
      const browser = app.createBrowser();
      const state = await startSignIn(browser);
      isDown = true;
      const early = app.createBrowser();
      await typePassword(early);
      const answer = await typeCode(browser, state, await showCode());
      isDown = false;
      assertRefused(await toAnswer(answer), app);
      assert.equal(await readSession(early), null);
      assert.equal(await readSession(browser), null);
      await typeCode(browser, state, await showCode());
      assert.notEqual(await readSession(browser), null);
    });
  }
});

describe("a user who is gone", () => {
  it("a sign-in that waits ends with its user", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    const browser = app.createBrowser();
    const state = await startSignIn(browser);
    const code = await showCode();
    await createAuth(app.config).deleteUser("ada");
    const answer = await typeCode(browser, state, code);
    assertRefused(await toAnswer(answer), app);
    assert.equal(await readSession(browser), null);
  });
});
