import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  type AuthConfig,
  createAuth,
  createMemoryStore,
  type Store,
} from "@latchkey/auth";
import { getToken } from "@latchkey/auth/jwt";
import { endTest, until } from "../../testing/checks_testkit.ts";
import { createApp, toRequest } from "../../testing/app_testkit.ts";
import { mint, NOON, plant } from "../session/session_testkit.ts";
import { limitTime } from "../runtime/timeout.ts";
import { resolveSettings } from "../config/resolve_settings.ts";
import { createFaultStore, storeFaults } from "./store_faults_testkit.ts";

afterEach(async () => {
  mock.restoreAll();
  await endTest();
});

/** Returns the store of a configuration as the library calls it. */
function toCalls(config: Partial<AuthConfig>): Store {
  return resolveSettings({
    secret: "a secret of at least 32 characters, for tests",
    providers: [],
    ...config,
  }, () => undefined).store;
}

const calls: Readonly<
  Record<Exclude<keyof Store, "readClock">, (store: Store) => unknown>
> = {
  get: (store) => store.get(["a", "b"]),
  set: (store) => store.set("a", "1", 60),
  compareAndSet: (store) => store.compareAndSet("a", null, "1", 60),
  delete: (store) => store.delete("a"),
};
const methods = Object.keys(calls) as Exclude<keyof Store, "readClock">[];

describe("a call to the application's store", () => {
  for (const method of methods) {
    for (const fault of storeFaults) {
      const isFine = fault === "answers nonsense" &&
        (method === "set" || method === "delete");
      it(`a call to ${method} that ${fault} ${isFine ? "is done" : "is a StoreError"}`, async () => {
        const broken = createFaultStore();
        const store = toCalls(broken.config);
        broken.fault = fault;
        const call = async () => await calls[method](store);
        if (isFine) {
          await call();
          return;
        }
        await assert.rejects(call(), (error: unknown) => {
          const { type, status, message } = error as Record<string, unknown>;
          assert.deepEqual([type, status], ["StoreError", 503]);
          assert.equal(message, `The store's ${method} failed.`);
          return true;
        });
        broken.failLate();
      });
    }
  }

  it("a call waits two seconds by default, or as long as `storeTimeout` says", async () => {
    for (const [storeTimeout, expected] of [[undefined, 2000], [7, 7000]]) {
      mock.timers.enable({ apis: ["setTimeout"] });
      const broken = createFaultStore();
      const store = toCalls({ ...broken.config, storeTimeout });
      broken.fault = "hangs";
      const ends: { readonly cause: { readonly err: Error } }[] = [];
      Promise.resolve(store.get(["a"])).catch((error) => ends.push(error));
      mock.timers.tick((expected ?? 0) - 1);
      await Promise.resolve();
      assert.equal(ends.length, 0);
      mock.timers.tick(1);
      await until(() => ends.length > 0);
      assert.match(
        `${ends[0]?.cause.err.message}`,
        RegExp(`longer than ${expected} ms`),
      );
      mock.timers.reset();
    }
  });

  it("a call needs neither a promise nor a timer if the store answers synchronously", () => {
    const timer = mock.method(globalThis, "setTimeout");
    const at = new Map<string, string>();
    const store = toCalls({
      store: {
        get: (keys) => keys.map((key) => at.get(key) ?? null),
        compareAndSet: () => true,
        set: (key, value) => void at.set(key, value),
        delete: (key) => void at.delete(key),
      },
    });
    assert.equal(store.set("a", "1", 60), undefined);
    assert.deepEqual(store.get(["a", "b"]), ["1", null]);
    assert.equal(store.compareAndSet("a", "1", "2", 60), true);
    assert.equal(store.delete("a"), undefined);
    const shared = toCalls({});
    assert.deepEqual(shared.get(["revoked:all"]), [null]);
    assert.equal(timer.mock.callCount(), 0);
  });

  it("a call leaves no timer behind, however it ends", async () => {
    const made = mock.method(globalThis, "setTimeout");
    const cleared = mock.method(globalThis, "clearTimeout");
    const answers = [
      () => Promise.resolve([null]),
      () => Promise.reject(new Error("down")),
      () => Promise.resolve("nonsense" as never),
    ];
    for (const get of answers) {
      const store = toCalls({ store: { ...createMemoryStore(), get } });
      await Promise.allSettled([store.get(["a"])]);
    }
    assert.equal(made.mock.callCount(), answers.length);
    const timers = made.mock.calls.map(({ result }) => result);
    for (const timer of timers) {
      const isCleared = cleared.mock.calls
        .some(({ arguments: [one] }) => one === timer);
      assert.ok(isCleared);
    }
  });

  it("a call is made on the application's own object, which may be an instance of a class", async () => {
    class Own {
      readonly #values = new Map([["a", "1"]]);
      get(keys: readonly string[]) {
        return keys.map((key) => this.#values.get(key) ?? null);
      }
      set(key: string, value: string) {
        this.#values.set(key, value);
      }
      compareAndSet() {
        return this.#values.size > 0;
      }
      delete(key: string) {
        this.#values.delete(key);
      }
    }
    const store = toCalls({ store: new Own() });
    assert.deepEqual(await store.get(["a"]), ["1"]);
    await store.delete("a");
    assert.equal(await store.compareAndSet("a", null, "1", 60), false);
  });

  it("a call accepts any thenable as a promise", async () => {
    const toLike = (value: unknown) => ({
      then: (done: (value: unknown) => void) => done(value),
    });
    const get = () => toLike(["1"]) as never;
    const store = toCalls({ store: { ...createMemoryStore(), get } });
    assert.deepEqual(await store.get(["a"]), ["1"]);
    const wrong = {
      then: () => {
        throw new Error("no promise at all");
      },
    };
    await assert.rejects(limitTime(wrong as never, 1000, "It"), /no promise/);
  });

  it("a call counts only true as true", async () => {
    for (const answer of [1, "OK", "true", {}, [], null, undefined, 0, ""]) {
      const compareAndSet = () => answer as never;
      const store = toCalls({
        store: { ...createMemoryStore(), compareAndSet },
      });
      await assert.rejects(
        async () => await store.compareAndSet("a", null, "1", 60),
        { type: "StoreError" },
      );
    }
  });
});

describe("storeTimeout", () => {
  it("storeTimeout is reported if it is not a sensible number of seconds", () => {
    for (const bad of [0, -1, NaN, Infinity, 61, "2", null, true]) {
      assert.throws(
        () => toCalls({ storeTimeout: bad as number }),
        /`storeTimeout` must be a number of seconds above 0 and at most 60\./,
      );
    }
    for (const storeTimeout of [0.05, 60]) toCalls({ storeTimeout });
  });
});

describe("getToken()", () => {
  it("getToken throws after its own `storeTimeout` if the store hangs", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const broken = createFaultStore();
    const site = await createApp({ config: broken.config });
    plant(site.browser, await mint(site.secret));
    broken.fault = "hangs";
    const { secret } = site;
    const req = toRequest(site.browser, "/");
    await assert.rejects(getToken({ req, secret, ...broken.config }), {
      type: "StoreError",
    });
    await assert.rejects(
      createAuth(site.config).session(req),
      { type: "StoreError" },
    );
    broken.failLate();
  });
});
