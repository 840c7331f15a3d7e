import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  addAttempt,
  type AttemptLog,
  EMPTY,
  type Measure,
  readLog,
  takeBack,
  toBurst,
  toOwn,
  toWait,
  type Turns,
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

/**
 * Runs attempts of several addresses at one account; returns those that passed.
 */
function createAccount(turns: Turns) {
  let text: string | null = null;
  const owns = new Map<number, string>();
  return (from: number | null, now: number): number => {
    const own = from === null
      ? null
      : readLog(owns.get(from) ?? null, toOwn(turns), now);
    const log = readLog(text, turns, now);
    const wait = toWait(log, turns, now, own);
    if (wait > 0) return wait;
    text = writeLog(addAttempt(log, turns, now, own));
    if (from !== null && own !== null) {
      owns.set(from, writeLog(addAttempt(own, toOwn(turns), now)));
    }
    return 0;
  };
}

describe("the turns of an account", () => {
  const turns: Turns = {
    kind: "turns",
    max: 10,
    pause: 30,
    free: 3,
    failures: Infinity,
  };

  it("turns are at most what fits into the bucket and one for each pause, in any stretch of time and from any addresses", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const random = createRandom(seed);
      const attempt = createAccount(turns);
      const count = 1 + random(seed % 3 === 0 ? 2000 : 40);
      const passed: number[] = [];
      let now = NOON;
      for (let i = 0; i < 3000; i++) {
        now += random(4) === 0 ? random(60_000) : random(2000);
        if (random(500) === 0) now += random(10_000_000);
        const from = random(10) === 0 ? null : random(count);
        if (attempt(from, now) === 0) passed.push(now);
      }
      for (const [i, first] of passed.entries()) {
        for (const n of [10, 60, 100, 150, 300]) {
          const last = passed[i + n] ?? Infinity;
          const most = toBurst(turns) + (last - first) / 30_000;
          assert.ok(n <= most, `seed ${seed}: ${n} in ${last - first} ms`);
        }
      }
    }
  });

  it("turns are never more than 3,000 in a day", () => {
    assert.ok(toBurst(turns) + 86_400 / turns.pause <= 3000);
  });

  it("turns need no wait while an account is calm, for one address as for many", () => {
    for (const from of [() => 1, (i: number) => i, () => null]) {
      const attempt = createAccount(turns);
      const waits = Array.from(
        { length: 12 },
        (_, i) => attempt(from(i), NOON),
      );
      assert.deepEqual(waits.slice(0, 10), Array(10).fill(0));
      assert.ok(waits.slice(10).every((wait) => wait > 0));
    }
  });

  it("an address has a hundred turns of the bucket, and ten fewer for each that it has used", () => {
    const times = Array<number>(turns.max).fill(NOON - 60_000);
    for (const [used, seconds] of [[0, 3000], [1, 2700], [2, 2400]] as const) {
      const own = { ...EMPTY, times: times.slice(0, used) };
      const waitWith = (filled: number) =>
        toWait({ ...EMPTY, times, until: NOON + filled }, turns, NOON, own);
      const room = (seconds - turns.pause) * 1000;
      assert.deepEqual([waitWith(room), waitWith(room + 1)], [0, 1]);
    }
  });

  it("turns of one address come 5, 10 and 15 seconds apart, and then after more than 20 pauses", () => {
    const attempt = createAccount(turns);
    for (let i = 0; i < 10; i++) attempt(-1, NOON);
    attempt(-2, NOON);
    const gaps: number[] = [];
    let last = 0;
    for (let second = 1; gaps.length < 6; second++) {
      // Other attempts keep the account from being calm.
      if (second % 33 === 0) attempt(null, NOON + second * 1000);
      if (attempt(7, NOON + second * 1000) > 0) continue;
      gaps.push(second - last);
      last = second;
    }
    assert.deepEqual(gaps.slice(0, 3), [5, 10, 15]);
    for (const gap of gaps.slice(3)) {
      assert.ok(gap > 20 * turns.pause, `${gap}`);
      assert.ok(gap >= 24 * turns.pause && gap < 26 * turns.pause, `${gap}`);
    }
  });

  it("an address that has not tried before goes first", () => {
    const attempt = createAccount(turns);
    for (let i = 0; i < 10; i++) attempt(-1, NOON);
    let now = NOON;
    // Twenty addresses use up their turns, and then try every second.
    for (let second = 0; second < 3600; second++) {
      now = NOON + second * 1000;
      for (let i = 0; i < 20; i++) attempt(i, now);
    }
    assert.equal(attempt(99, now), 0);
  });

  it("the turns of an address are used up for four hours", () => {
    const attempt = createAccount(turns);
    const fill = (now: number) => {
      for (let i = 0; i < 30; i++) attempt(null, now);
    };
    fill(NOON);
    let now = NOON;
    for (let i = 0; i < 3; i++) assert.equal(attempt(7, now += 15_000), 0);
    now += 4 * 3_600_000 - 60_000;
    fill(now);
    // There is no room left for an address that has used up its turns.
    assert.equal(attempt(7, now), 30_000);
    now += 61_000;
    fill(now);
    assert.equal(attempt(7, now), 0);
  });

  it("turns end after a number of failures in a row, and time does not bring them back", () => {
    const closing = { ...turns, max: 3, failures: 5 };
    const attempt = createAccount(closing);
    let passed = 0;
    for (let hour = 0; hour < 24 * 20; hour++) {
      if (attempt(hour, NOON + hour * 3_600_000) === 0) passed++;
    }
    assert.equal(passed, 5);
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
    const turns: Turns = {
      kind: "turns",
      max: 2,
      pause: 30,
      free: 3,
      failures: 9,
    };
    const own = of(NOON);
    const once = addAttempt(EMPTY, turns, NOON, own);
    const twice = addAttempt(once, turns, NOON + 1, own);
    assert.deepEqual(readLog(writeLog(twice), turns, NOON + 1), twice);
    assert.deepEqual(
      readLog(writeLog(twice), turns, NOON + 60_000),
      { ...EMPTY, row: 2 },
    );
    assert.deepEqual(takeBack(twice, turns, NOON + 1), {
      ...once,
      last: 0,
    });
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
    const turns: Turns = {
      kind: "turns",
      max: 2,
      pause: 30,
      free: 3,
      failures: Infinity,
    };
    let log: AttemptLog = EMPTY;
    for (let i = 0; i < 5; i++) log = addAttempt(log, turns, NOON);
    const text = writeLog(log);
    assert.ok(toWait(readLog(text, turns, NOON), turns, NOON) > 0);
    const before = NOON - 86_400_000;
    assert.deepEqual(readLog(text, turns, before), EMPTY);
    for (
      const nonsense of ["x;y", ";", ";1", ";zzzzzzzzzz,zzzzzzzzzz", ";;,"]
    ) {
      assert.deepEqual(readLog(nonsense, turns, NOON), EMPTY);
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
