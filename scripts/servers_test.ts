import assert from "node:assert/strict";
import { afterEach, beforeEach, it } from "node:test";
import { describeMissing, withServers } from "./servers.ts";

const names = ["TEST_POSTGRES_URL", "TEST_REDIS_URL"];
let before: (string | undefined)[] = [];

beforeEach(() => {
  before = names.map((name) => Deno.env.get(name));
  for (const name of names) Deno.env.set(name, "somebody's");
});

afterEach(() => {
  for (const [index, name] of names.entries()) {
    const value = before[index];
    if (value === undefined) Deno.env.delete(name);
    else Deno.env.set(name, value);
  }
});

it("withServers() starts no server if the environment already names servers", async () => {
  const seen = await withServers(() =>
    withServers(() =>
      Promise.resolve([...names.map((name) => Deno.env.get(name))])
    )
  );
  assert.deepEqual(seen, ["somebody's", "somebody's"]);
  assert.equal(describeMissing(), null);
  assert.equal(Deno.env.get("TEST_REDIS_URL"), "somebody's");
});

it("withServers() throws its callback's error, and can be used again", async () => {
  const work = () => Promise.reject(new Error("the work"));
  await assert.rejects(withServers(work), /the work/);
  assert.equal(await withServers(() => Promise.resolve(1)), 1);
});
