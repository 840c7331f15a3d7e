import type { Store } from "../../core/model/store.ts";
import { assertSame, race, toValues } from "./case.ts";

const TEN_YEARS = 315_360_000;

async function assertValue(
  store: Store,
  key: string,
  expected: string | null,
): Promise<void> {
  assertSame(await store.get([key]), [expected], `get of ${key}`);
}

async function assertSet(
  result: ReturnType<Store["compareAndSet"]>,
  expected: boolean,
): Promise<void> {
  assertSame(await result, expected, "compareAndSet");
}

const writing: Readonly<Record<string, (store: Store) => Promise<void>>> = {
  "get returns values in the order of the keys, and null for missing ones":
    async (
      store,
    ) => {
      await store.set("a", "1", 60);
      await store.set("b", "2", 60);
      const values = await store.get(["b", "missing", "a", "a"]);
      assertSame(values, ["2", null, "1", "1"], "get");
      assertSame(await store.get([]), [], "get of no keys");
    },
  "many keys can be read at once": async (store) => {
    const keys = Array.from({ length: 35 }, (_, i) => `key ${i}`);
    for (const key of keys) await store.set(key, key, 60);
    assertSame(await store.get(keys), keys, "get");
  },
  "a value replaces the previous one": async (store) => {
    await store.set("a", "1", 60);
    await store.set("b", "1", 60);
    await store.set("a", "2", 60);
    await assertValue(store, "a", "2");
    await assertValue(store, "b", "1");
  },
  "an empty value is kept as a value": async (store) => {
    await store.set("a", "", 60);
    await assertValue(store, "a", "");
    await assertSet(store.compareAndSet("a", null, "1", 60), false);
    await assertSet(store.compareAndSet("a", "", "1", 60), true);
    await assertValue(store, "a", "1");
  },
  "a deleted key is missing, and deleting a missing key is no error": async (
    store,
  ) => {
    await store.set("a", "1", 60);
    await store.set("b", "1", 60);
    await store.delete("a");
    await store.delete("never there");
    await assertValue(store, "a", null);
    await assertValue(store, "b", "1");
    await assertSet(store.compareAndSet("a", null, "2", 60), true);
  },
  "unusual keys and values are kept, and keys are distinguished": async (
    store,
  ) => {
    const texts = [
      "a:b",
      "A:B",
      "a",
      "a:",
      ":a",
      "a*",
      "a%",
      "a b\n\t",
      "__proto__",
      "constructor",
      'it\'s "quoted\\"',
      "日本語 👩‍👩‍👧",
      "{a}",
      "1",
      "null",
      "x".repeat(500),
    ];
    for (const text of texts) await store.set(text, `value of ${text}`, 60);
    const expected = texts.map((text) => `value of ${text}`);
    assertSame(await store.get(texts), expected, "get");
  },
  "a value of 10,000 characters is kept": async (store) => {
    const value = "é".repeat(10_000);
    await store.set("a", value, 60);
    await assertValue(store, "a", value);
    await assertSet(store.compareAndSet("a", value, "1", 60), true);
  },
  "a lifetime may be ten years or half a second": async (store) => {
    await store.set("long", "1", TEN_YEARS);
    await store.set("short", "1", 0.5);
    await assertValue(store, "long", "1");
    await store.set("fraction", "1", 59.9999);
    await assertValue(store, "fraction", "1");
    await assertSet(store.compareAndSet("cas", null, "1", TEN_YEARS), true);
    await assertSet(store.compareAndSet("cas", "1", "2", 59.9999), true);
    await assertValue(store, "cas", "2");
  },
  "a lifetime of zero or less keeps nothing": async (store) => {
    await store.set("a", "1", 0);
    await assertValue(store, "a", null);
    await store.set("a", "1", 60);
    await store.set("a", "2", -1);
    await assertValue(store, "a", null);
  },
};

const comparing: Readonly<Record<string, (store: Store) => Promise<void>>> = {
  "compareAndSet sets only over the expected value": async (store) => {
    await assertSet(store.compareAndSet("a", "1", "2", 60), false);
    await assertValue(store, "a", null);
    await assertSet(store.compareAndSet("a", null, "1", 60), true);
    await assertSet(store.compareAndSet("a", null, "2", 60), false);
    await assertSet(store.compareAndSet("a", "other", "2", 60), false);
    await assertValue(store, "a", "1");
    await assertSet(store.compareAndSet("a", "1", "2", 60), true);
    await assertValue(store, "a", "2");
  },
  "compareAndSet returns true or false, and nothing similar": async (
    store,
  ) => {
    const answers: unknown[] = [
      await store.compareAndSet("a", null, "1", 60),
      await store.compareAndSet("a", null, "2", 60),
      await store.compareAndSet("a", "1", "2", 60),
      await store.compareAndSet("a", "1", "3", 60),
    ];
    assertSame(answers, [true, false, true, false], "compareAndSet");
  },
  "one of 20 claims of a key at a time wins": async (store) => {
    const results = await race(
      20,
      (i) => store.compareAndSet("a", null, `${i}`, 60),
    );
    const won = toValues(results);
    assertSame(won.length, 20, "claims that did not throw");
    assertSame(won.filter(Boolean).length, 1, "winners");
    await assertValue(store, "a", `${won.indexOf(true)}`);
  },
  "one of 20 replacements of a value at a time wins": async (store) => {
    await store.set("a", "first", 60);
    const results = await race(
      20,
      (i) => store.compareAndSet("a", "first", `${i}`, 60),
    );
    const won = toValues(results);
    assertSame(won.length, 20, "claims that did not throw");
    assertSame(won.filter(Boolean).length, 1, "winners");
    await assertValue(store, "a", `${won.indexOf(true)}`);
  },
};

/** Cases that need no time to pass. */
export const storeChecks = { ...writing, ...comparing };

/** Cases that need time to pass. */
export const expiryChecks: Readonly<
  Record<
    string,
    (store: Store, advance: (ms: number) => Promise<void>) => Promise<void>
  >
> = {
  "a value expires when its lifetime is over": async (store, advance) => {
    await store.set("short", "1", 60);
    await store.set("long", "1", 600);
    await advance(50_000);
    await assertValue(store, "short", "1");
    await advance(10_000);
    assertSame(await store.get(["short", "long"]), [null, "1"], "get");
  },
  "a lifetime may have a fraction": async (store, advance) => {
    await store.set("a", "1", 90.5);
    await advance(90_000);
    await assertValue(store, "a", "1");
    await advance(500);
    await assertValue(store, "a", null);
  },
  "each write starts the lifetime again": async (store, advance) => {
    await store.set("set", "1", 60);
    await store.compareAndSet("cas", null, "1", 60);
    await advance(40_000);
    await store.set("set", "2", 60);
    await assertSet(store.compareAndSet("cas", "1", "2", 60), true);
    await advance(40_000);
    assertSame(await store.get(["set", "cas"]), ["2", "2"], "get");
    await advance(20_000);
    assertSame(await store.get(["set", "cas"]), [null, null], "get");
  },
  "a refused write does not change the lifetime": async (store, advance) => {
    await store.set("a", "1", 60);
    await advance(40_000);
    await assertSet(store.compareAndSet("a", null, "2", 60), false);
    await advance(20_000);
    await assertValue(store, "a", null);
  },
  "an expired value counts as missing in a comparison": async (
    store,
    advance,
  ) => {
    await store.set("a", "1", 60);
    await advance(60_000);
    await assertSet(store.compareAndSet("a", "1", "2", 60), false);
    await assertSet(store.compareAndSet("a", null, "3", 60), true);
    await assertValue(store, "a", "3");
  },
};
