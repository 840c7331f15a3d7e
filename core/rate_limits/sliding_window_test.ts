import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  addAttempt,
  type AttemptLog,
  type Bucket,
  EMPTY,
  type Measure,
  readLog,
  takeBack,
  toWait,
  writeLog,
} from "./sliding_window.ts";

/** Creates a generator whose numbers are the same in each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
}

const NOON = Date.UTC(2026, 5, 15, 12);

/**
 * Runs attempts through a log as a store would keep it; returns those that
 * passed.
 */
function play(measure: Measure, times: readonly number[]): number[] {
  let text: string | null = null;
  const passed: number[] = [];
  for (const now of times) {
    const log: AttemptLog = readLog(text, measure, now);
    if (toWait(log, measure, now) > 0) continue;
    text = writeLog(addAttempt(log, measure, now));
    passed.push(now);
  }
  return passed;
}

describe("a limit by window", () => {
  it("a window never lets more than its number through in any stretch of its length", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = createRandom(seed);
      const max = 1 + random(8);
      const window = 1 + random(20);
      let now = NOON;
      const times = Array.from(
        { length: 300 },
        () => now += random(3) === 0 ? random(window * 1500) : random(50),
      );
      const passed = play({ kind: "window", max, window }, times);
      for (const [i, first] of passed.entries()) {
        const last = passed[i + max];
        // The interval is closed at one end only.
        assert.ok(
          last === undefined || last - first >= window * 1000,
          `seed ${seed}: ${max} in ${window} s`,
        );
      }
      assert.ok(passed.length >= max);
    }
  });

  it("a window counts each of a hundred attempts at once", () => {
    const measure = { kind: "window", max: 100, window: 60 } as const;
    assert.equal(play(measure, Array<number>(150).fill(NOON)).length, 100);
  });

  it("a window lets the next attempt through exactly at the announced time", () => {
    const measure = { kind: "window", max: 3, window: 10 } as const;
    const log = { ...EMPTY, times: [NOON, NOON + 1000, NOON + 4000] };
    const wait = toWait(log, measure, NOON + 5000);
    assert.equal(wait, 5000);
    const at = (now: number) =>
      toWait(readLog(writeLog(log), measure, now), measure, now);
    assert.equal(at(NOON + 5000 + wait - 1), 1);
    assert.equal(at(NOON + 5000 + wait), 0);
  });
});

describe("a bucket", () => {
  const bucket: Bucket = {
    kind: "bucket",
    max: 10,
    room: 10,
    pause: 30,
    failures: Infinity,
  };

  it("a bucket lets at most what fits into it and one for each pause through, in any stretch of time", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = createRandom(seed);
      let now = NOON;
      const times = Array.from({ length: 3000 }, () => {
        if (random(500) === 0) now += random(10_000_000);
        return now += random(4) === 0 ? random(60_000) : random(2000);
      });
      const passed = play(bucket, times);
      for (const [i, first] of passed.entries()) {
        for (const n of [10, 60, 100, 150, 300]) {
          const last = passed[i + n] ?? Infinity;
          const most = bucket.max + (last - first) / 30_000;
          assert.ok(n <= most, `seed ${seed}: ${n} in ${last - first} ms`);
        }
      }
    }
  });

  it("a bucket lets the next attempt through exactly at the announced time", () => {
    const all = Array<number>(12).fill(NOON);
    const [early, late] = [NOON + 29_999, NOON + 30_000];
    assert.equal(play(bucket, all).length, 10);
    assert.equal(play(bucket, [...all, early]).length, 10);
    assert.equal(play(bucket, [...all, late, late]).length, 11);
  });

  it("a bucket has more room for some clients than for others", () => {
    const log = { ...EMPTY, until: NOON + 10 * 30_000 };
    const text = writeLog(log);
    const wait = (max: number) => {
      const measure = { ...bucket, max, room: 100 };
      return toWait(readLog(text, measure, NOON), measure, NOON);
    };
    assert.deepEqual([wait(100), wait(10), wait(5)], [0, 30_000, 180_000]);
  });

  it("a bucket lets none through after a number of failures in a row, and time does not change that", () => {
    const closing = { ...bucket, max: 3, failures: 5 };
    const hours = Array.from(
      { length: 24 * 20 },
      (_, hour) => NOON + hour * 3_600_000,
    );
    assert.equal(play(closing, hours).length, 5);
  });
});

describe("the log of attempts", () => {
  const measure = { kind: "window", max: 2, window: 10 } as const;
  const of = (...times: number[]): AttemptLog => ({ ...EMPTY, times });

  it("a log is read as it was written, without entries that are too old", () => {
    const log = of(NOON - 10_000, NOON - 9_999, NOON);
    assert.deepEqual(
      readLog(writeLog(log), measure, NOON),
      of(NOON - 9_999, NOON),
    );
    assert.deepEqual(readLog(null, measure, NOON), EMPTY);
    assert.deepEqual(readLog("", measure, NOON), EMPTY);
    const bucket: Bucket = {
      kind: "bucket",
      max: 2,
      room: 2,
      pause: 30,
      failures: 9,
    };
    const once = addAttempt(EMPTY, bucket, NOON);
    const twice = addAttempt(once, bucket, NOON + 1);
    assert.deepEqual(readLog(writeLog(twice), bucket, NOON + 1), twice);
    assert.deepEqual(
      readLog(writeLog(twice), bucket, NOON + 60_000),
      { ...EMPTY, row: 2 },
    );
    assert.deepEqual(takeBack(twice, bucket, NOON + 1), once);
    const earlier = [NOON + 30_000, NOON, 2].map((one) => one.toString(36));
    assert.deepEqual(
      readLog(`${NOON.toString(36)};${earlier}`, bucket, NOON),
      { ...of(NOON), until: NOON + 30_000, row: 2 },
    );
  });

  it("a log has no invalid times, and none of a clock that was set back", () => {
    const good = NOON.toString(36);
    const text = `,${good},-1,NaN,zzzzzzzzzzzz,1.5, ${good},Ä,`;
    assert.deepEqual(readLog(text, measure, NOON), of(NOON));
    assert.deepEqual(readLog(good, measure, NOON - 60_000), of(NOON));
    assert.deepEqual(readLog(good, measure, NOON - 60_001), EMPTY);
    const wait = toWait(of(NOON, NOON), measure, NOON - 60_000);
    assert.equal(wait, 10_000);
  });

  it("the log of an account forgets entries of a clock that was set back", () => {
    const bucket: Bucket = {
      kind: "bucket",
      max: 2,
      room: 5,
      pause: 30,
      failures: Infinity,
    };
    let log: AttemptLog = EMPTY;
    for (let i = 0; i < 5; i++) log = addAttempt(log, bucket, NOON);
    const text = writeLog(log);
    assert.ok(toWait(readLog(text, bucket, NOON), bucket, NOON) > 0);
    const before = NOON - 86_400_000;
    assert.deepEqual(readLog(text, bucket, before), EMPTY);
    for (
      const nonsense of ["x;y", ";", ";1", ";zzzzzzzzzz,zzzzzzzzzz", ";;,"]
    ) {
      assert.deepEqual(readLog(nonsense, bucket, NOON), EMPTY);
    }
  });

  it("the attempt at one time is given back, and no other", () => {
    const left = (times: number[], moment: number) =>
      takeBack(of(...times), measure, moment).times;
    assert.deepEqual(left([1, 2, 2, 3], 2), [1, 2, 3]);
    assert.deepEqual(left([1, 2, 3], 7), [1, 2, 3]);
    assert.deepEqual(left([], 7), []);
  });
});
