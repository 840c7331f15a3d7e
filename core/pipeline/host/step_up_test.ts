import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { endTest, readSession, site } from "../flow_testkit.ts";
import {
  createGuardedSite,
  listWays,
  openConfirm,
  page,
  signInAt,
  storages,
} from "./step_up_testkit.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

for (const [storage, toConfig] of Object.entries(storages)) {
  describe(`a guard with maxAge (${storage})`, () => {
    it("a user whose proof is too old signs in at the provider again, and comes back", async () => {
      const flow = await createGuardedSite({ config: toConfig() });
      const browser = flow.createBrowser();
      await signInAt(browser);
      assert.equal((await browser.goto(page)).text, "paid by ada@example.com");
      flow.own.authTime = NOON / 1000;
      mock.timers.tick(7 * MINUTE);
      const ways = await openConfirm(browser);
      assert.ok(
        listWays(ways).includes("/auth/signin/op"),
        listWays(ways).join(),
      );
      const done = await browser.submit(ways, { action: "/auth/signin/op" });
      assert.deepEqual([done.url, done.text], [
        page,
        "paid by ada@example.com",
      ]);
      const sent = new URL(
        flow.op.requests.filter(({ endpoint }) => endpoint === "authorize")
          .at(-1)?.url ?? "",
      ).searchParams;
      assert.equal(sent.get("max_age"), "300");
      assert.equal(sent.get("login_hint"), "ada@example.com");
      assert.equal(sent.get("prompt"), null);
    });
  });
}
