import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  isFirstWarning,
  oncePerRequest,
  sharedCell,
  sharedKeyring,
  sharedStore,
} from "./process_cache.ts";

let counter = 0;
function fresh(): string {
  return `a secret that no other test has, number ${counter++}`;
}

describe("state that outlives a request", () => {
  it("keys and store are found again by an equal list of secrets", () => {
    const secret = fresh();
    assert.equal(sharedKeyring([secret]), sharedKeyring([secret]));
    assert.equal(sharedStore([secret]), sharedStore([secret]));
    assert.notEqual(sharedKeyring([secret]), sharedKeyring([fresh()]));
    assert.notEqual(sharedStore([secret]), sharedStore([fresh()]));
  });

  it("lists that would look the same when joined have different keys", () => {
    const [a, b] = [fresh(), fresh()];
    const lists = [[a, b], [b, a], [`${a}","${b}`], [`${a},${b}`], [a]];
    const rings = new Set(lists.map((list) => sharedKeyring(list)));
    assert.equal(rings.size, lists.length);
  });

  it("all lists that share a secret have one store, also while it rotates", () => {
    const [a, b, c] = [fresh(), fresh(), fresh()];
    const store = sharedStore([a]);
    assert.equal(sharedStore([b, a]), store);
    assert.equal(sharedStore([b]), store);
    assert.equal(sharedStore([c, b]), store);
    assert.equal(sharedStore([c]), store);
    assert.equal(sharedStore([]) === store, false);
  });

  it("the cache is bounded, and the least recently used entry is forgotten", () => {
    const kept = fresh();
    const gone = fresh();
    const [keptRing, goneRing] = [sharedKeyring([kept]), sharedKeyring([gone])];
    const [keptStore, goneStore] = [sharedStore([kept]), sharedStore([gone])];
    for (let i = 0; i < 150; i++) {
      const secret = fresh();
      sharedKeyring([secret]);
      sharedStore([secret]);
      assert.equal(sharedKeyring([kept]), keptRing);
      assert.equal(sharedStore([kept]), keptStore);
    }
    assert.notEqual(sharedKeyring([gone]), goneRing);
    assert.notEqual(sharedStore([gone]), goneStore);
  });

  it("the cache of issuers is bounded too", () => {
    const cell = sharedCell<string>("keys", "https://one.example");
    cell.value = "known";
    assert.equal(sharedCell("keys", "https://one.example"), cell);
    assert.notEqual(sharedCell("metadata", "https://one.example"), cell);
    for (let i = 0; i < 1000; i++) {
      sharedCell("keys", `https://many-${i}.example`);
    }
    assert.equal(sharedCell("keys", "https://one.example").value, null);
  });
});

describe("oncePerRequest", () => {
  it("the work is done once for each request object and key, also for calls at once", async () => {
    let runs = 0;
    const work = async () => {
      runs++;
      await Promise.resolve();
      return { run: runs };
    };
    const request = {};
    const [one, two] = await Promise.all([
      oncePerRequest(request, "k", [], work),
      oncePerRequest(request, "k", [], work),
    ]);
    assert.equal(one, two);
    assert.equal(await oncePerRequest(request, "k", [], work), one);
    assert.equal(runs, 1);
    await oncePerRequest(request, "other", [], work);
    await oncePerRequest({}, "k", [], work);
    assert.equal(runs, 3);
  });

  it("every caller gets the same failure", async () => {
    const request = {};
    const fail = () => Promise.reject(new Error("once"));
    const one = oncePerRequest(request, "k", [], fail);
    const two = oncePerRequest(request, "k", [], () => Promise.resolve());
    await assert.rejects(one, /once/);
    await assert.rejects(two, /once/);
  });
});

describe("warnings", () => {
  it("a warning is logged once, and the memory of warnings is bounded", () => {
    const key = fresh();
    assert.equal(isFirstWarning(key), true);
    assert.equal(isFirstWarning(key), false);
    let due = 0;
    for (let i = 0; i < 3000; i++) if (isFirstWarning(fresh())) due++;
    assert.ok(due < 1000);
    assert.equal(isFirstWarning(fresh()), false);
  });
});
