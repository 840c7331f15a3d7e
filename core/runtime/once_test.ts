import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { once } from "./once.ts";

describe("once", () => {
  it("callers at the same time and later share one promise", async () => {
    let made = 0;
    const get = once(() => Promise.resolve(++made));
    assert.deepEqual(await Promise.all([get(), get()]), [1, 1]);
    assert.equal(await get(), 1);
  });

  it("a promise that rejects is made again for the next caller", async () => {
    let made = 0;
    const get = once(() =>
      ++made === 1
        ? Promise.reject(new Error("the file is not there"))
        : Promise.resolve(made)
    );
    const early = [get(), get()];
    for (const one of early) await assert.rejects(one, /not there/);
    assert.equal(await get(), 2);
  });
});
