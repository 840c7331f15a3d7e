import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { hostContract } from "@latchkey/auth/testing/host-contract";
import { startH3 } from "./app.ts";

describe("the contract of hosts: h3", () => {
  const { cases, close } = hostContract({
    start: startH3,
    has: ["actions", "prefix", "proxy", "routes"],
  });
  after(close);
  for (const { id, name, skip, run } of cases) {
    it(`${id}: ${name}`, { skip }, async () => {
      assert.equal(await run(), null);
    });
  }
});
