import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createWorkQueue, type QueueLimits } from "./work_queue.ts";

afterEach(() => mock.timers.reset());

/** Creates a queue whose pieces end on command. */
function createGated(limits: Partial<QueueLimits> = {}) {
  const queue = createWorkQueue({
    workers: 3,
    room: 100,
    waiting: 100,
    patience: 1000,
    ...limits,
  });
  const started: string[] = [];
  const refused: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const add = (name: string, size = 1): Promise<string> => {
    const result = queue.run(size, () => {
      started.push(name);
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (error) => error ? reject(error) : resolve(name))
      );
    }, () => new Error(`no room for ${name}`));
    result.catch(() => refused.push(name));
    return result;
  };
  const end = async (name: string, error?: Error) => {
    ends.get(name)?.(error);
    await setImmediate();
  };
  return { add, end, started, refused };
}

describe("a work queue", () => {
  it("the queue runs a limited amount at once, and the rest in order of arrival", async () => {
    const { add, end, started } = createGated();
    const all = ["a", "b", "c", "d", "e", "f"].map((name) => add(name));
    assert.deepEqual(started, ["a", "b", "c"]);
    await end("b");
    assert.deepEqual(started, ["a", "b", "c", "d"]);
    await end("a");
    await end("d");
    assert.deepEqual(started, ["a", "b", "c", "d", "e", "f"]);
    for (const name of ["c", "e", "f"]) await end(name);
    assert.deepEqual(await Promise.all(all), ["a", "b", "c", "d", "e", "f"]);
  });

  it("the queue goes on after a task that failed", async () => {
    const { add, end, started } = createGated({ workers: 1 });
    const first = add("a");
    const second = add("b");
    await end("a", new Error("no"));
    await assert.rejects(first, /^Error: no$/);
    assert.deepEqual(started, ["a", "b"]);
    await end("b");
    assert.equal(await second, "b");
  });

  it("the queue runs no more than there is room for, and no task overtakes another", async () => {
    const { add, end, started } = createGated();
    add("half", 50);
    add("more", 60);
    add("small", 1);
    assert.deepEqual(started, ["half"]);
    await end("half");
    assert.deepEqual(started, ["half", "more", "small"]);
    add("next", 60);
    await end("more");
    assert.deepEqual(started, ["half", "more", "small", "next"]);
  });

  it("the queue runs a task larger than its room alone", async () => {
    const { add, end, started } = createGated({ room: 10 });
    add("small");
    add("large", 50);
    add("other");
    await end("small");
    assert.deepEqual(started, ["small", "large"]);
    await end("large");
    assert.deepEqual(started, ["small", "large", "other"]);
  });

  it("the queue refuses a task at once if the line is too long, and accepts it later", async () => {
    const { add, end, started, refused } = createGated({ workers: 1 });
    add("now", 90);
    add("one", 60);
    add("two", 40);
    await assert.rejects(add("three"), /no room for three/);
    await end("now");
    add("four", 60);
    await setImmediate();
    await assert.rejects(add("five"), /no room for five/);
    for (const name of ["one", "two", "four"]) await end(name);
    assert.deepEqual(started, ["now", "one", "two", "four"]);
    assert.deepEqual(refused, ["three", "five"]);
  });

  it("the queue drops a task whose caller has given up, and not a millisecond earlier", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1.7e12 });
    const { add, end, started, refused } = createGated({ workers: 1 });
    add("now");
    add("old", 50);
    mock.timers.tick(1);
    add("young", 50);
    mock.timers.tick(1000);
    await end("now");
    assert.deepEqual([started, refused], [["now", "young"], ["old"]]);
    // A dropped piece takes no place.
    add("next", 100);
    await end("young");
    assert.deepEqual(started, ["now", "young", "next"]);
  });
});
