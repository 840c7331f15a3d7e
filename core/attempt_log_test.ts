import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  addAttempt,
  type AttemptLog,
  type Measure,
  readLog,
  takeBack,
  toWait,
  writeLog,
} from "./attempt_log.ts";

/** A generator whose numbers are the same in each run. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
}

const NOON = Date.UTC(2026, 5, 15, 12);

/** Plays attempts through a log as a store would keep it; gives those that were let through. */
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
  it("never lets more than so many through in any stretch of so many seconds", () => {
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
        // The stretch is closed at one end only.
        assert.ok(
          last === undefined || last - first >= window * 1000,
          `seed ${seed}: ${max} in ${window} s`,
        );
      }
      assert.ok(passed.length >= max);
    }
  });

  it("lets the next one through exactly when it said", () => {
    const measure = { kind: "window", max: 3, window: 10 } as const;
    const log = [NOON, NOON + 1000, NOON + 4000];
    const wait = toWait(log, measure, NOON + 5000);
    assert.equal(wait, 5000);
    const at = (now: number) =>
      toWait(readLog(writeLog(log), measure, now), measure, now);
    assert.equal(at(NOON + 5000 + wait - 1), 1);
    assert.equal(at(NOON + 5000 + wait), 0);
  });
});

describe("a limit by pause", () => {
  const measure = { kind: "pause", max: 3, window: 900, pause: 15 } as const;

  it("lets so many through at will, then with pauses that double up to the longest", () => {
    const times = Array.from({ length: 1200 }, (_, i) => NOON + i * 100);
    const passed = play(measure, times).map((time) => (time - NOON) / 1000);
    const gaps = passed.slice(1).map((time, i) => time - (passed[i] ?? 0));
    const rounded = gaps.map((gap) => Math.round(gap * 10) / 10);
    assert.deepEqual(rounded, [0.1, 0.1, 1, 2, 4, 8, 15, 15, 15, 15, 15, 15]);
  });

  it("never asks for more than the longest pause, however long it goes on", () => {
    let log: AttemptLog = [];
    for (let i = 0; i < 500; i++) {
      const now = NOON + i * 15_000;
      assert.ok(toWait(log, measure, now) <= 15_000);
      log = addAttempt(log, measure, now);
      assert.ok(log.length <= 20);
    }
  });

  it("begins anew when nobody has tried for a window", () => {
    const log = Array.from({ length: 15 }, (_, i) => NOON + i);
    const now = NOON + 901_000;
    assert.equal(toWait(readLog(writeLog(log), measure, now), measure, now), 0);
  });
});

describe("a log", () => {
  const measure = { kind: "window", max: 2, window: 10 } as const;

  it("is read back as it was written, and without what is too old", () => {
    const log = [NOON - 10_000, NOON - 9_999, NOON];
    assert.deepEqual(readLog(writeLog(log), measure, NOON), log.slice(1));
    assert.deepEqual(readLog(null, measure, NOON), []);
    assert.deepEqual(readLog("", measure, NOON), []);
  });

  it("has no times that are none, and none of a clock that was set back", () => {
    const good = NOON.toString(36);
    const text = `,${good},-1,NaN,zzzzzzzzzzzz,1.5, ${good},Ä,`;
    assert.deepEqual(readLog(text, measure, NOON), [NOON]);
    assert.deepEqual(readLog(good, measure, NOON - 60_000), [NOON]);
    assert.deepEqual(readLog(good, measure, NOON - 60_001), []);
    const wait = toWait([NOON, NOON], measure, NOON - 60_000);
    assert.equal(wait, 10_000);
  });

  it("gives the attempt of a moment back, and no other", () => {
    assert.deepEqual(takeBack([1, 2, 2, 3], 2), [1, 2, 3]);
    assert.deepEqual(takeBack([1, 2, 3], 7), [1, 2, 3]);
    assert.deepEqual(takeBack([], 7), []);
  });
});
