import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import type { Adapter, OIDCConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  approach,
  assertCallbackRefused,
  assertSignedIn,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  createFaultAdapter,
  createUserFlow,
  type FaultAdapter,
} from "./users_testkit.ts";

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 5, 15, 12);

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

const email = "ada@example.com";
const key = { provider: "op", providerAccountId: "user-1" };

/**
 * Adapters that create a user and an account in two steps, with marks in the
 * adapter or in the store.
 */
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
  describe(`a user created in two steps, with ${where}`, () => {
    async function createSite() {
      const adapter = create();
      const faults = createFaultAdapter(adapter);
      const flow = await createUserFlow({ adapter: faults.adapter });
      const findId = async () =>
        (await adapter.getUserByEmail?.(email))?.id ?? "";
      const addOther = async () =>
        await adapter.linkAccount?.({
          userId: await findId(),
          type: "oidc",
          provider: "other",
          providerAccountId: "x",
        });
      /**
       * Starts a first sign-in that fails between its two steps, or in the
       * first.
       */
      const begin = async (
        fault: FaultAdapter["fault"] = { at: "linkAccount", kind: "throw" },
      ) => {
        faults.fault = fault;
        const browser = flow.createBrowser();
        await assertCallbackRefused(flow, browser, await approach(browser), {
          error: "AdapterError",
          page: "/auth/error",
        });
        faults.fault = null;
      };
      /** Asserts that the present sign-in is refused and gets no account. */
      const assertStranger = async (providerAccountId = "user-1") => {
        const browser = flow.createBrowser();
        await assertCallbackRefused(flow, browser, await approach(browser), {
          error: "OAuthAccountNotLinked",
        });
        const account = { provider: "op", providerAccountId };
        assert.equal(await adapter.getUserByAccount?.(account), null);
      };
      return { adapter, flow, addOther, begin, assertStranger };
    }

    it("an incomplete user is completed by the identity that created it", async () => {
      const { adapter, flow, begin } = await createSite();
      await begin();
      mock.timers.tick(DAY - 1000);
      await assertSignedIn(flow);
      assert.equal((await adapter.getUserByAccount?.(key))?.email, email);
    });

    it("an incomplete user cannot be completed by another identity of the same provider with the same claims", async () => {
      const { flow, begin, assertStranger } = await createSite();
      await begin();
      flow.op.user = { ...flow.op.user, sub: "user-2" };
      await assertStranger("user-2");
    });

    it("a user that another sign-in created cannot be completed by an identity that began to create one", async () => {
      const { adapter, begin, assertStranger } = await createSite();
      mock.timers.reset();
      mock.timers.enable({ apis: ["Date", "setTimeout"], now: NOON });
      // The call may or may not still take effect.
      await begin({ at: "createUser", kind: "hang" });
      await adapter.createUser?.({
        id: crypto.randomUUID(),
        name: "Somebody else",
        email,
        emailVerified: null,
      });
      await assertStranger();
    });

    it("an incomplete user cannot be completed after a day", async () => {
      const { begin, assertStranger } = await createSite();
      await begin();
      mock.timers.tick(DAY);
      await assertStranger();
    });

    it("an identity that was completed and then unlinked cannot complete the user again", async () => {
      const { adapter, flow, assertStranger } = await createSite();
      await assertSignedIn(flow);
      await adapter.unlinkAccount?.(key);
      await assertStranger();
    });

    it("a user who has another sign-in method by now cannot be completed", async () => {
      const { addOther, begin, assertStranger } = await createSite();
      await begin();
      await addOther();
      await assertStranger();
    });
  });
}

describe("taking over a user by an address", () => {
  for (const verified of [true, undefined]) {
    it(`the take-over verifies the address ${verified ? "if" : "only if"} the provider does (${verified})`, async () => {
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

describe("an address that the profile callback chose", () => {
  const chosen = "grace@example.com";
  const entry: Partial<OIDCConfig> = {
    allowDangerousEmailAccountLinking: "verified",
    profile: ({ sub }) => ({ id: String(sub), name: null, email: chosen }),
  };

  it("the provider's claim about another address does not prove it", async () => {
    const flow = await createUserFlow({}, { entry });
    await assertSignedIn(flow);
    const user = await flow.adapter.getUserByAccount?.(key);
    assert.deepEqual([user?.email, user?.emailVerified], [chosen, null]);
  });

  it("the address links no account", async () => {
    const adapter = createMemoryAdapter();
    const flow = await createUserFlow({ adapter }, { entry });
    await adapter.createUser({
      id: "grace",
      email: chosen,
      emailVerified: new Date(),
    });
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthAccountNotLinked",
    });
    assert.deepEqual(await adapter.listAccountsByUserId("grace"), []);
  });
});
