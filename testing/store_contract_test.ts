import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createMemoryStore } from "@latchkey/auth";
import {
  runStoreContract,
  type Store,
  storeContract,
} from "@latchkey/auth/testing/store-contract";

afterEach(() => mock.timers.reset());

/** Creates a store with a clock that the contract moves. */
function createGood(): Store {
  mock.timers.enable({ apis: ["Date"], now: Date.UTC(2030, 0) });
  return createMemoryStore();
}

const options = {
  advance: (ms: number) => mock.timers.tick(ms),
  dispose: () => mock.timers.reset(),
};

type Mutate = (good: Store) => Partial<Store>;

/**
 * The mutations by description: the case that has to fail, and the mutation.
 */
const mutations: Readonly<Record<string, readonly [string, Mutate]>> = {
  "absent keys are left out": [
    "get returns values in the order of the keys, and null for missing ones",
    (good) => ({
      get: async (keys) =>
        (await good.get(keys)).filter((value) => value !== null),
    }),
  ],
  "ten keys are read at most": [
    "many keys can be read at once",
    (good) => ({ get: (keys) => good.get(keys.slice(0, 10)) }),
  ],
  "the first value stays": [
    "a value replaces the previous one",
    (good) => ({
      set: async (key, value, ttl) => {
        await good.compareAndSet(key, null, value, ttl);
      },
    }),
  ],
  "an empty value is none": [
    "an empty value is kept as a value",
    (good) => ({
      get: async (keys) => (await good.get(keys)).map((value) => value || null),
    }),
  ],
  "nothing is deleted": [
    "a deleted key is missing, and deleting a missing key is no error",
    () => ({ delete: () => {} }),
  ],
  "keys are trimmed": [
    "unusual keys and values are kept, and keys are distinguished",
    (good) => ({
      set: (key, value, ttl) => good.set(key.slice(0, 255), value, ttl),
    }),
  ],
  "values are cut": [
    "a value of 10,000 characters is kept",
    (good) => ({
      set: (key, value, ttl) => good.set(key, value.slice(0, 8192), ttl),
    }),
  ],
  "a fraction of a millisecond is an error": [
    "a lifetime may be ten years or half a second",
    (good) => ({
      set: (key, value, ttl) => {
        if (!Number.isInteger(ttl * 1000)) throw new Error("not an integer");
        return good.set(key, value, ttl);
      },
    }),
  ],
  "zero is for ever": [
    "a lifetime of zero or less keeps nothing",
    (good) => ({
      set: (key, value, ttl) => good.set(key, value, ttl > 0 ? ttl : 1e9),
    }),
  ],
  "the expected value is not looked at": [
    "compareAndSet sets only over the expected value",
    (good) => ({
      compareAndSet: async (key, _, value, ttl) => {
        await good.set(key, value, ttl);
        return true;
      },
    }),
  ],
  "a number or null says whether it was set": [
    "compareAndSet returns true or false, and nothing similar",
    (good) => ({
      compareAndSet: async (...args) =>
        (await good.compareAndSet(...args) ? 1 : null) as unknown as boolean,
    }),
  ],
  "a claim is compared, then set": [
    "one of 20 claims of a key at a time wins",
    toTwoSteps,
  ],
  "a value is compared, then replaced": [
    "one of 20 replacements of a value at a time wins",
    toTwoSteps,
  ],
  "a value lives twice as long": [
    "a value expires when its lifetime is over",
    (good) => ({ set: (key, value, ttl) => good.set(key, value, ttl * 2) }),
  ],
  "times are rounded up": [
    "a lifetime may have a fraction",
    (good) => ({
      set: (key, value, ttl) => good.set(key, value, Math.ceil(ttl)),
    }),
  ],
  "the first time stays": [
    "each write starts the lifetime again",
    keepFirstTime,
  ],
  "a refused claim renews the time": [
    "a refused write does not change the lifetime",
    (good) => ({
      compareAndSet: async (key, expected, value, ttl) => {
        const [now = null] = await good.get([key]);
        if (now !== null) await good.set(key, now, ttl);
        return await good.compareAndSet(key, expected, value, ttl);
      },
    }),
  ],
  "an expired value is compared with": [
    "an expired value counts as missing in a comparison",
    (good) => {
      const values = new Map<string, string>();
      return {
        set: (key, value, ttl) => {
          values.set(key, value);
          return good.set(key, value, ttl);
        },
        compareAndSet: async (key, expected, value, ttl) => {
          if ((values.get(key) ?? null) !== expected) return false;
          values.set(key, value);
          await good.set(key, value, ttl);
          return true;
        },
      };
    },
  ],
};

function toTwoSteps(good: Store): Partial<Store> {
  return {
    compareAndSet: async (key, expected, value, ttl) => {
      const [now] = await good.get([key]);
      if (now !== expected) return false;
      await good.set(key, value, ttl);
      return true;
    },
  };
}

function keepFirstTime(good: Store): Partial<Store> {
  const ends = new Map<string, number>();
  return {
    set: (key, value, ttl) => {
      const end = ends.get(key) ?? Date.now() + ttl * 1000;
      ends.set(key, end);
      return good.set(key, value, (end - Date.now()) / 1000);
    },
  };
}

describe("the store contract", () => {
  for (const one of storeContract(createGood, options)) {
    it(`the memory store passes: ${one.name}`, async () => {
      assert.equal(await one.run(), null);
    });
  }

  const failed = new Set<string>();
  for (const [name, [breaks, mutate]] of Object.entries(mutations)) {
    it(`the contract notices that ${name}`, async () => {
      const create = () => {
        const good = createGood();
        return { ...good, ...mutate(good) };
      };
      const rows = await runStoreContract(create, options);
      const names = rows.filter((row) => row.verdict === "failed")
        .map((row) => row.name);
      for (const one of names) failed.add(one);
      assert.ok(names.includes(breaks), `${breaks}; failed: ${names}`);
    });
  }

  it("every case can fail", () => {
    const names = storeContract(createGood).map((one) => one.name);
    assert.deepEqual(names.filter((name) => !failed.has(name)), []);
  });

  it("a case that needs time to pass is skipped if it cannot, with the reason", async () => {
    const rows = await runStoreContract(createMemoryStore);
    const skipped = rows.filter((row) => row.verdict === "skipped");
    assert.equal(skipped.length, 5);
    assert.ok(skipped.every((row) => row.reason.includes("advance")));
    assert.ok(rows.every((row) => row.verdict !== "failed"));
  });
});
