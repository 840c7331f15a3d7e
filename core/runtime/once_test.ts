import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { once } from "./once.ts";

describe("once", () => {
  it("later callers get the value that was made first", async () => {
    const values = [{}, {}];
    const get = once(() => Promise.resolve(values.shift() ?? assert.fail()));
    const first = await get();
    assert.equal(await get(), first);
    assert.equal(values.length, 1);
  });

  it("a caller does not wait for what another one has begun", async () => {
    const value = {};
    const begun = [new Promise<object>(() => {}), Promise.resolve(value)];
    const get = once(() => begun.shift() ?? assert.fail());
    void get();
    assert.equal(await get(), value);
  });

  it("after a rejection, the next caller tries again", async () => {
    const value = {};
    const begun = [
      Promise.reject(new Error("no file")),
      Promise.resolve(value),
    ];
    const get = once(() => begun.shift() ?? assert.fail());
    await assert.rejects(get(), /no file/);
    assert.equal(await get(), value);
  });
});
