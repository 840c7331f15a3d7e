import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createMemoryStore } from "@latchkey/auth";
import { NOON } from "../session/session_testkit.ts";

afterEach(() => mock.timers.reset());

function stopClock(): void {
  mock.timers.enable({ apis: ["Date"], now: NOON });
}

describe("the memory store", () => {
  it("get returns values in the order of the keys, and null for missing ones", async () => {
    const store = createMemoryStore();
    await store.set("a", "1", 60);
    await store.set("b", "", 60);
    const keys = ["b", "x", "a", "a", "__proto__", "constructor"];
    assert.deepEqual(await store.get(keys), ["", null, "1", "1", null, null]);
    assert.deepEqual(await store.get([]), []);
    await store.set("__proto__", "p", 60);
    assert.deepEqual(await store.get(["__proto__", "a"]), ["p", "1"]);
  });

  it("a value is forgotten when its time is over, to the millisecond", async () => {
    stopClock();
    const store = createMemoryStore();
    await store.set("a", "1", 2);
    mock.timers.tick(1999);
    assert.deepEqual(await store.get(["a"]), ["1"]);
    mock.timers.tick(1);
    assert.deepEqual(await store.get(["a"]), [null]);
    mock.timers.setTime(NOON);
    assert.deepEqual(await store.get(["a"]), [null], "gone is gone");
  });

  it("each write starts the time again", async () => {
    stopClock();
    const store = createMemoryStore();
    await store.set("a", "1", 2);
    mock.timers.tick(1500);
    await store.set("a", "2", 2);
    mock.timers.tick(1500);
    assert.deepEqual(await store.get(["a"]), ["2"]);
  });

  it("compareAndSet is one step: one of many at once wins", async () => {
    const store = createMemoryStore();
    const won = await Promise.all(
      Array.from(
        { length: 50 },
        async (_, i) => await store.compareAndSet("a", null, `${i}`, 60),
      ),
    );
    assert.equal(won.filter(Boolean).length, 1);
    assert.deepEqual(await store.get(["a"]), [`${won.indexOf(true)}`]);
  });

  it("compareAndSet compares with the current value, and an expired value is none", async () => {
    stopClock();
    const store = createMemoryStore();
    assert.equal(await store.compareAndSet("a", "1", "2", 60), false);
    assert.deepEqual(await store.get(["a"]), [null]);
    await store.set("a", "1", 2);
    assert.equal(await store.compareAndSet("a", null, "2", 60), false);
    assert.equal(await store.compareAndSet("a", "x", "2", 60), false);
    assert.equal(await store.compareAndSet("a", "1", "2", 2), true);
    assert.deepEqual(await store.get(["a"]), ["2"]);
    mock.timers.tick(2000);
    assert.equal(await store.compareAndSet("a", "2", "3", 60), false);
    assert.equal(await store.compareAndSet("a", null, "3", 60), true);
  });

  it("delete removes a value", async () => {
    const store = createMemoryStore();
    await store.set("a", "1", 60);
    await store.delete("a");
    await store.delete("never there");
    assert.deepEqual(await store.get(["a"]), [null]);
  });

  it("the store keeps a limited number of entries, and the oldest goes first", async () => {
    const store = createMemoryStore({ maxEntries: 3 });
    for (const key of ["a", "b", "c"]) await store.set(key, key, 60);
    await store.set("a", "again", 60);
    await store.set("d", "d", 60);
    assert.deepEqual(await store.get(["a", "b", "c", "d"]), [
      "again",
      null,
      "c",
      "d",
    ]);
    for (let i = 0; i < 1000; i++) {
      await store.compareAndSet(`${i}`, null, "", 9);
    }
    const keys = Array.from({ length: 1000 }, (_, i) => `${i}`);
    const kept = (await store.get([...keys, "a", "c", "d"]))
      .filter((value) => value !== null);
    assert.equal(kept.length, 3);
  });

  it("expired entries make room before others", async () => {
    stopClock();
    const store = createMemoryStore({ maxEntries: 10 });
    await store.set("old", "1", 3600);
    for (let i = 0; i < 9; i++) await store.set(`short ${i}`, "1", 1);
    mock.timers.tick(1000);
    for (let i = 0; i < 9; i++) await store.set(`new ${i}`, "1", 3600);
    const keys = Array.from({ length: 9 }, (_, i) => `new ${i}`);
    assert.ok((await store.get(keys)).every((value) => value === "1"));
  });

  it("short-lived entries never displace a long-lived one", async () => {
    stopClock();
    const store = createMemoryStore({ maxEntries: 100 });
    await store.set("revoked", "1", 3600);
    for (let i = 0; i < 1000; i++) {
      mock.timers.tick(1);
      await store.compareAndSet(`attempt ${i}`, null, "used", 60);
    }
    const keys = ["revoked", "attempt 0", "attempt 901", "attempt 999"];
    const used = [null, "used", "used"];
    assert.deepEqual(await store.get(keys), ["1", ...used]);
  });

  it("no kind of entry displaces another, whatever their lifetimes", async () => {
    const store = createMemoryStore({ maxEntries: 10 });
    await store.set("revoked:a", "1", 1);
    await store.set("plain", "1", 1);
    await store.set(":colon", "1", 1);
    for (let i = 0; i < 1000; i++) await store.set(`limit:${i}`, "1", 3600);
    const keys = ["revoked:a", "plain", ":colon", "limit:999"];
    assert.deepEqual(await store.get(keys), ["1", "1", "1", "1"]);
    const limits = Array.from({ length: 1000 }, (_, i) => `limit:${i}`);
    const kept = (await store.get(limits)).filter((value) => value !== null);
    assert.equal(kept.length, 10);
  });

  it("unknown kinds of entries are limited too", async () => {
    const store = createMemoryStore({ maxEntries: 10 });
    const keys = Array.from({ length: 1000 }, (_, i) => `kind ${i}:key`);
    for (const key of keys) await store.set(key, key, 3600);
    const kept = (await store.get(keys)).filter((value) => value !== null);
    assert.ok(kept.length <= 26, `${kept.length}`);
    assert.deepEqual(await store.get(["kind 999:key"]), ["kind 999:key"]);
  });
});
