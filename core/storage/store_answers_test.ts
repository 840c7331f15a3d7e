import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createMemoryStore, type Store } from "@latchkey/auth";
import { StoreError } from "../errors/errors.ts";
import { toStoreCalls } from "./store_calls.ts";

afterEach(() => mock.timers.reset());

const PATIENCE = 2000;

/** Creates stores of which one method gives an answer, synchronously and as a promise. */
function answering(method: keyof Store, answer: unknown): Store[] {
  return [answer, Promise.resolve(answer)].map((one) =>
    toStoreCalls(
      { ...createMemoryStore(), [method]: () => one },
      PATIENCE,
    )
  );
}

/** A call of each method of a store. */
const calls: Readonly<
  Record<Exclude<keyof Store, "readClock">, (store: Store) => unknown>
> = {
  get: (store) => store.get(["a", "b"]),
  set: (store) => store.set("a", "1", 60),
  compareAndSet: (store) => store.compareAndSet("a", null, "1", 60),
  delete: (store) => store.delete("a"),
};

describe("an answer of the store", () => {
  it("an answer to compareAndSet is true or false, and any other is an outage", async () => {
    for (const answer of [true, false]) {
      for (const store of answering("compareAndSet", answer)) {
        assert.equal(await calls.compareAndSet(store), answer);
      }
    }
    // Common answers of database clients: a count, a word, a row, nothing.
    for (const answer of [1, 0, "OK", "", {}, [], null, undefined]) {
      for (const store of answering("compareAndSet", answer)) {
        await assert.rejects(
          async () => await calls.compareAndSet(store),
          StoreError,
        );
      }
    }
  });

  it("an answer to get is a text or null for each key, and any other is an outage", async () => {
    for (const store of answering("get", ["1", null])) {
      assert.deepEqual(await calls.get(store), ["1", null]);
    }
    const wrong = [null, undefined, "1", {}, [], ["1"], ["1", undefined], [
      "1",
      2,
    ]];
    for (const answer of wrong) {
      for (const store of answering("get", answer)) {
        await assert.rejects(async () => await calls.get(store), StoreError);
      }
    }
  });

  for (const [method, call] of Object.entries(calls)) {
    it(`a missing answer to ${method} is an outage after a while, and not before`, async () => {
      mock.timers.enable({ apis: ["setTimeout"] });
      const store = toStoreCalls(
        { ...createMemoryStore(), [method]: () => new Promise(() => {}) },
        PATIENCE,
      );
      const ended: unknown[] = [];
      const done = (async () => await call(store))()
        .catch((error) => void ended.push(error));
      mock.timers.tick(PATIENCE - 1);
      await Promise.resolve();
      assert.equal(ended.length, 0);
      mock.timers.tick(1);
      await done;
      assert.ok(ended[0] instanceof StoreError);
    });

    it(`an error as the answer to ${method} is an outage`, async () => {
      const fail = () => {
        throw new Error("down");
      };
      for (const own of [fail, () => Promise.reject(new Error("down"))]) {
        const store = toStoreCalls(
          { ...createMemoryStore(), [method]: own },
          PATIENCE,
        );
        await assert.rejects(async () => await call(store), StoreError);
      }
    });
  }
});
