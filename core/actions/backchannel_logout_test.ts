import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { endTest } from "../pipeline/flow_testkit.ts";
import {
  createLogoutSite,
  deliver,
  enter,
  isSignedIn,
  kinds,
} from "../session/revocation/logout_testkit.ts";

afterEach(endTest);

for (const [kind, toConfig] of Object.entries(kinds)) {
  describe(`a logout token (${kind})`, () => {
    it(`${kind}: a logout token of a user ends all sessions of that user, and no other one`, async () => {
      const flow = await createLogoutSite(toConfig());
      const first = await enter(flow, { sub: "ada" });
      const second = await enter(flow, { sub: "ada", sid: "s2" });
      const other = await enter(flow, { sub: "bob" });
      const token = await flow.op.createLogoutToken({ sub: "ada" });
      assert.equal((await deliver(flow, token)).status, 200);
      assert.equal(await isSignedIn(first), false);
      assert.equal(await isSignedIn(second), false);
      assert.ok(await isSignedIn(other));
    });
  });
}
