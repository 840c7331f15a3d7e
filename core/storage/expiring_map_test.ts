import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { NOON } from "../session/session_testkit.ts";
import { createExpiringMap, type ExpiringMap } from "./expiring_map.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(() => mock.timers.reset());

/** Creates a map that notes the keys that go. */
function createMap(maxEntries: number) {
  const evicted: string[] = [];
  const gone: string[] = [];
  const map = createExpiringMap({
    maxEntries,
    evicted: (key) => evicted.push(key),
    gone: (key) => gone.push(key),
  });
  return { map, evicted, gone };
}

/** Writes an entry that lives for that many seconds. */
function write(map: ExpiringMap, key: string, ttl: number): void {
  const written = Date.now();
  map.set(key, { value: "", written, expires: written + ttl * 1000 });
}

/**
 * Counts the iterations over maps while something runs. Node's `mock` iterates
 * over maps itself, and does not restore the method.
 */
function countIterations(run: () => void): number {
  const { prototype } = Map;
  const iterate = prototype[Symbol.iterator];
  let count = 0;
  prototype[Symbol.iterator] = function () {
    count++;
    return iterate.call(this);
  };
  try {
    run();
  } finally {
    prototype[Symbol.iterator] = iterate;
  }
  return count;
}

describe("a map with an expiry", () => {
  it("the first write after a burst frees all of it that has expired", () => {
    const { map, gone } = createMap(100_000);
    // New tokens, say, which late requests find for two minutes.
    for (let i = 0; i < 1000; i++) write(map, `${i}`, 120);
    mock.timers.tick(120_000);
    write(map, "next", 120);
    assert.equal(gone.length, 1000);
    assert.notEqual(map.find("next"), null);
  });

  it("expired entries are removed after the clock was ahead", () => {
    const { map, gone } = createMap(1000);
    mock.timers.setTime(NOON + 86_400_000);
    write(map, "ahead", 1);
    mock.timers.setTime(NOON);
    write(map, "old", 60);
    mock.timers.tick(120_000);
    write(map, "next", 60);
    assert.ok(gone.includes("old"));
  });

  it("expired entries are removed although there is room", () => {
    const { map, gone } = createMap(1000);
    for (let i = 0; i < 100; i++) write(map, `old ${i}`, 60);
    mock.timers.tick(60_000);
    for (let i = 0; i < 50; i++) write(map, `new ${i}`, 60);
    assert.deepEqual(gone, Array.from({ length: 100 }, (_, i) => `old ${i}`));
  });

  it("evicted entries are reported, the first to expire first, without expired ones", () => {
    const { map, evicted } = createMap(3);
    write(map, "short", 1);
    write(map, "long", 100);
    write(map, "middle", 50);
    mock.timers.tick(1000);
    for (const key of ["a", "b"]) write(map, key, 60);
    assert.deepEqual(evicted, ["middle"]);
    write(map, "a", 60);
    write(map, "c", 60);
    assert.deepEqual(evicted, ["middle", "b"]);
  });

  it("no live entry is evicted while there is room", () => {
    const { map, evicted } = createMap(1000);
    for (let i = 0; i < 999; i++) write(map, `${i}`, 3600);
    mock.timers.tick(60_000);
    write(map, "last", 3600);
    assert.deepEqual(evicted, []);
  });

  it("a full map looks for room once in a hundred writes, whatever expires meanwhile", () => {
    const { map } = createMap(10_000);
    for (let i = 0; i < 10_000; i++) {
      mock.timers.tick(1);
      write(map, `first ${i}`, 10);
    }
    const count = countIterations(() => {
      for (let i = 0; i < 10_000; i++) {
        mock.timers.tick(1);
        write(map, `later ${i}`, 10);
      }
    });
    assert.ok(count > 0 && count <= 200, `${count}`);
  });
});
