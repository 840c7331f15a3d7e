import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createMemoryStore } from "@latchkey/auth";
import { resolveSettings } from "../config/resolve_settings.ts";
import { randomText } from "../crypto/random.ts";
import type { ProviderContext } from "../request/context.ts";
import { createLease } from "./lease.ts";
import type { TokenRecord } from "./record.ts";

afterEach(() => mock.timers.reset());

describe("tokens that are held because the store cannot be written", () => {
  it("lead to their successors, before and after the store can be written", async () => {
    mock.timers.enable({ apis: ["Date", "setTimeout"] });
    const memory = createMemoryStore();
    let isDown = true;
    const store: typeof memory = {
      ...memory,
      set: (...args) => {
        if (isDown) throw new Error("it is down");
        return memory.set(...args);
      },
    };
    const secret = randomText(32);
    const settings = resolveSettings({ providers: [], secret, store });
    // A lease reads no more of a context.
    const ctx = {
      settings,
      effects: { store, log: settings.log },
      now: Date.now(),
    } as unknown as ProviderContext;
    const owner = { userId: "1", provider: "op", providerAccountId: "a" };
    const toRecord = (refreshToken: string): TokenRecord => ({
      access: [],
      refreshToken,
      idToken: null,
    });
    const [first, second] = [
      await createLease(ctx, owner),
      await createLease(ctx, owner),
    ];
    first.hold("r0", toRecord("r1"));
    mock.timers.tick(500);
    second.hold("r1", toRecord("r2"));
    const follow = async (used: string) =>
      (await first.follow(toRecord(used))).refreshToken;
    assert.equal(await follow("r0"), "r2");
    isDown = false;
    // The first one is written half a second before the second one.
    for (let waited = 0; waited < 2; waited++) {
      mock.timers.tick(500);
      for (let turns = 0; turns < 50; turns++) await setImmediate();
      assert.equal(await follow("r0"), "r2");
      assert.equal(await follow("r1"), "r2");
    }
  });
});
