import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { resolveSettings } from "../../config/resolve_settings.ts";
import {
  createProviderContext,
  type SessionContext,
} from "../../request/context.ts";
import { createPlainAdapter } from "../users_testkit.ts";
import { mustProveFactor } from "./fresh_factor.ts";

describe("whether a user has to prove a second factor", () => {
  it("nobody has to, where no users or no factors are stored", async () => {
    for (const adapter of [undefined, createPlainAdapter()]) {
      const secret = "a secret of this test, and long enough";
      const config = { secret, adapter, providers: [] };
      const settings = resolveSettings(config, () => undefined);
      const ctx = createProviderContext(settings, 0) as SessionContext;
      assert.equal(await mustProveFactor(ctx, { userId: "ada" }), false);
    }
  });
});
