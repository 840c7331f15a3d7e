import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { hostContract } from "@latchkey/auth/testing/host-contract";
import { startFastify } from "./app.ts";

describe("the contract of hosts: Fastify", () => {
  const { cases, close } = hostContract({
    start: startFastify,
    has: ["actions", "forwarded", "prefix", "proxy", "routes"],
  });
  after(close);
  for (const { id, name, skip, run } of cases) {
    it(`${id}: ${name}`, { skip }, async () => {
      assert.equal(await run(), null);
    });
  }
});
