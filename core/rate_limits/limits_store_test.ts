import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createMemoryStore, type Store } from "@latchkey/auth";
import { endTest } from "../../testing/checks_testkit.ts";
import { NOON } from "../session/session_testkit.ts";
import { attempt, createSite } from "./limits_testkit.ts";

beforeEach(() => {
  mock.timers.enable({ apis: ["Date", "setTimeout"], now: NOON });
});
afterEach(endTest);

const hang = () => new Promise<never>(() => {});
const what = { account: "ada" };

/** Advances the clock in steps in which all due timers run. */
async function pass(seconds: number): Promise<void> {
  for (let i = 0; i < seconds * 10; i++) {
    await settle();
    mock.timers.tick(100);
  }
  await settle();
}

/** Web Crypto works on other threads, which take orders one after the other. */
async function settle(): Promise<void> {
  await crypto.subtle.digest("SHA-256", new Uint8Array(1));
  await setImmediate();
}

describe("attempts at one account while the store hangs", () => {
  const faults: Record<string, Partial<Store>> = {
    "each read": { get: hang },
    "each write": { compareAndSet: hang },
  };
  for (const [which, fault] of Object.entries(faults)) {
    for (const storeTimeout of [0.5, undefined, 5]) {
      it(`attempts go on if the store hangs (${which}, with the limit ${storeTimeout}), whenever they began`, async () => {
        const store = { ...createMemoryStore(), ...fault };
        const site = createSite({ store, storeTimeout });
        const waits: number[] = [];
        const patience = Math.max(2, storeTimeout ?? 2);
        for (let i = 0; i < 12; i++) {
          attempt(site.from("203.0.113.7"), what)
            .then((wait) => void waits.push(wait));
          await pass(0.3);
        }
        await pass(patience);
        assert.deepEqual(waits, Array(12).fill(0));
        assert.equal(site.lines.length, 12);
        assert.match(site.lines[0] ?? "", /StoreError.*was not limited/s);
      });
    }
  }
});

describe("a slow store with a longer time limit", () => {
  it("attempts are counted as with any other store", async () => {
    const inner = createMemoryStore();
    const later = () => new Promise((done) => setTimeout(done, 2500));
    const store: Store = {
      ...inner,
      get: async (keys) => (await later(), await inner.get(keys)),
    };
    const site = createSite({
      store,
      storeTimeout: 10,
      limits: { credentials: { address: 3 } },
    });
    const waits: number[] = [];
    for (let i = 0; i < 5; i++) {
      attempt(site.from("203.0.113.7")).then((wait) => void waits.push(wait));
      await pass(9);
    }
    assert.equal(waits.length, 5);
    assert.deepEqual(waits.map((wait) => wait === 0), [
      true,
      true,
      true,
      false,
      false,
    ]);
    assert.deepEqual(site.lines, []);
  });
});
