import "../../core/runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { afterEach, describe, it } from "node:test";
import { createMemoryStore } from "@latchkey/auth";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  type BoundApi,
  createBoundApi,
  tell,
  toCall,
} from "./bound_testkit.ts";

const mode = process.env["NODE_ENV"];

afterEach(async () => {
  process.env["NODE_ENV"] = mode;
  await endTest();
});

/** Calls an API twice, each time with a proof, and returns what it logged. */
async function callTwice(
  resource: string,
  options: Parameters<typeof createBoundApi>[0] = {},
): Promise<readonly string[]> {
  const own = await createBoundApi({ resource, ...options });
  assert.equal(await callAt(own, resource), 200);
  const first = [...own.lines];
  assert.equal(await callAt(own, resource), 200);
  assert.deepEqual(own.lines, first);
  return own.lines;
}

async function callAt({ op, key, api }: BoundApi, at: string): Promise<number> {
  const token = await op.mintAccessToken({ bind: key, audience: at });
  return (await tell(api, await toCall({ key, token }, { at }))).status;
}

describe("proofs that are remembered in one process only", () => {
  it("are warned of once, for a public API without a store", async () => {
    process.env["NODE_ENV"] = "production";
    const lines = await callTwice("https://one.example.com/");
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /^memory-store: .* pass a `store`/);
    assert.equal((await callTwice("http://localhost:3001/")).length, 1);
    delete process.env["NODE_ENV"];
    assert.equal((await callTwice("https://two.example.com/")).length, 1);
  });

  it("are no matter with a store, in development or on a local host", async () => {
    process.env["NODE_ENV"] = "production";
    const store = createMemoryStore();
    assert.deepEqual(
      await callTwice("https://three.example.com/", { store }),
      [],
    );
    for (const quiet of ["development", "test"]) {
      process.env["NODE_ENV"] = quiet;
      assert.deepEqual(await callTwice("https://four.example.com/"), []);
    }
    delete process.env["NODE_ENV"];
    assert.deepEqual(await callTwice("http://localhost:3000/"), []);
  });

  it("are shared by guards that are built anew", async () => {
    const one = await createBoundApi();
    const two = await createBoundApi({
      issuer: { issuer: one.op.issuer, fetch: one.op.fetch },
    });
    const request = await toCall(one);
    assert.equal((await tell(one.api, request.clone())).status, 200);
    assert.equal((await tell(two.api, request.clone())).status, 401);
  });
});
