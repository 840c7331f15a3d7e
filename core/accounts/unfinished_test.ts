import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { type Adapter, createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  approach,
  assertRefused,
  assertSignedIn,
  endTest,
} from "../flow_testkit.ts";
import { createFaultAdapter, createUserFlow } from "./users_testkit.ts";

afterEach(endTest);

const email = "ada@example.com";
const key = { provider: "op", providerAccountId: "user-1" };

/** Adapters that create a user and an account in two steps: marks in the adapter, and in the store. */
const adapters: Readonly<Record<string, () => Adapter>> = {
  "marks in the adapter": () => {
    const { createUserWithAccount: _, ...adapter } = createMemoryAdapter();
    return adapter;
  },
  "marks in the store": () => {
    const {
      createUserWithAccount: _,
      createVerificationToken: _make,
      useVerificationToken: _use,
      ...adapter
    } = createMemoryAdapter();
    return adapter;
  },
};

for (const [where, create] of Object.entries(adapters)) {
  describe(`a user and an account in two steps, with ${where}`, () => {
    async function createSite() {
      const adapter = create();
      const faults = createFaultAdapter(adapter);
      const store = createMemoryStore();
      const flow = await createUserFlow({ adapter: faults.adapter, store });
      const findId = async () =>
        (await adapter.getUserByEmail?.(email))?.id ?? "";
      const addOther = async () =>
        await adapter.linkAccount?.({
          userId: await findId(),
          type: "oidc",
          provider: "other",
          providerAccountId: "x",
        });
      return { adapter, faults, flow, addOther };
    }

    it("cannot be finished by an identity that was finished and unlinked since", async () => {
      const { adapter, flow } = await createSite();
      await assertSignedIn(flow);
      await adapter.unlinkAccount?.(key);
      const browser = flow.createBrowser();
      await assertRefused(flow, browser, await approach(browser), {
        error: "OAuthAccountNotLinked",
      });
      assert.equal(await adapter.getUserByAccount?.(key), null);
    });

    it("cannot be finished when the user has another way in by now", async () => {
      const { adapter, faults, flow, addOther } = await createSite();
      faults.fault = { at: "linkAccount", kind: "throw" };
      const browser = flow.createBrowser();
      await assertRefused(flow, browser, await approach(browser), {
        error: "AdapterError",
        page: "/auth/error",
      });
      faults.fault = null;
      await addOther();
      await assertRefused(flow, browser, await approach(browser), {
        error: "OAuthAccountNotLinked",
      });
      assert.equal(await adapter.getUserByAccount?.(key), null);
    });
  });
}

describe("taking over a user by an address", () => {
  for (const verified of [true, undefined]) {
    it(`verifies it ${verified ? "if" : "only if"} the provider does (${verified})`, async () => {
      const adapter = createMemoryAdapter();
      const flow = await createUserFlow({ adapter }, {
        entry: { allowDangerousEmailAccountLinking: true },
      });
      flow.op.user = { sub: "user-1", email, email_verified: verified };
      await adapter.createUser({ id: "early", email, emailVerified: null });
      await assertSignedIn(flow);
      const user = await adapter.getUserByAccount(key);
      assert.equal(user?.id, "early");
      assert.equal(user?.emailVerified instanceof Date, verified === true);
    });
  }
});
