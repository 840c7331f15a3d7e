import { after, describe, it } from "node:test";
import { hostContract } from "@latchkey/auth/testing/host-contract";
import { startKoa } from "./app.ts";

describe("the contract of hosts: Koa", () => {
  const { cases, close } = hostContract({
    start: startKoa,
    has: ["actions", "forwarded", "prefix", "proxy"],
  });
  after(close);
  for (const { id, name, run } of cases) {
    it(`${id}: ${name}`, async (t) => {
      const skipped = await run();
      if (skipped !== null) t.skip(skipped);
    });
  }
});
