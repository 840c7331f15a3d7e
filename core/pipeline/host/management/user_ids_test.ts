import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { type AuthConfig, createAuth, type User } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  ada,
  createCredentialsFlow,
  typeIn,
} from "../../../methods/credentials/credentials_testkit.ts";
import {
  type App,
  assertSignedIn,
  createApp,
  readSession,
  signIn,
  site,
  toRequest,
} from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";

afterEach(endTest);

async function createSignedIn(config: Partial<AuthConfig> = {}) {
  const flow = await createApp({ config });
  const browser = flow.createBrowser();
  await assertSignedIn(flow, browser);
  return { flow, browser, auth: createAuth(flow.makeConfig()) };
}

describe("an id of the application's own, without an adapter", () => {
  it("session.user.id is what userId returned, and revoke ends sessions by it", async () => {
    const asked: User[] = [];
    const { browser, auth } = await createSignedIn({
      callbacks: {
        userId: ({ user, account, profile }) => {
          asked.push(user);
          assert.equal(account.provider, "op");
          assert.equal(profile?.sub, account.providerAccountId);
          return 7;
        },
      },
    });
    assert.match(asked[0]?.id ?? "", /^[\w-]{43}$/);
    assert.equal((await readSession(browser))?.user?.id, "7");
    await auth.revoke({ user: "another" });
    assert.notEqual(await readSession(browser), null);
    await auth.revoke({ user: "7" });
    assert.equal(await readSession(browser), null);
  });

  it("the callbacks and events of the sign-in get the same id", async () => {
    const told: unknown[] = [];
    await createSignedIn({
      callbacks: {
        userId: () => "person-7",
        signIn: ({ user }) => told.push(user.id) > 0,
        jwt: ({ token, user }) => {
          if (user !== undefined) told.push(user.id, token.sub);
          return token;
        },
      },
      events: {
        signIn: ({ user, account }) => void told.push(user.id, account?.userId),
      },
    });
    assert.deepEqual([...new Set(told)], ["person-7"]);
    assert.equal(told.length, 5);
  });

  it("nobody is signed in if userId gives no usable id, or throws", async () => {
    const wrong = [
      () => "",
      () => undefined,
      () => 2 ** 53,
      () => {
        throw new Error("down");
      },
    ] as unknown as NonNullable<
      NonNullable<AuthConfig["callbacks"]>["userId"]
    >[];
    for (const userId of wrong) {
      const flow = await createApp({ config: { callbacks: { userId } } });
      const browser = flow.createBrowser();
      await signIn(browser);
      assert.equal(await readSession(browser), null);
    }
  });

  it("userId is not called for users that an adapter stores, nor for credentials", async () => {
    const callbacks = { userId: () => assert.fail("it was called") };
    const adapter = createMemoryAdapter();
    const { browser } = await createSignedIn({ adapter, callbacks });
    const stored = await adapter.getUserByEmail("ada@example.com");
    assert.equal((await readSession(browser))?.user?.id, stored?.id);
    const flow = await createCredentialsFlow(undefined, { callbacks });
    const other = flow.createBrowser();
    await typeIn(other);
    assert.equal((await readSession(other))?.user?.id, ada.id);
  });
});

describe("an id that no user can have", () => {
  const roads: Readonly<Record<string, (flow: App, id: string) => unknown>> = {
    revoke: (flow, user) => createAuth(flow.makeConfig()).revoke({ user }),
    deleteUser: (flow, id) => createAuth(flow.makeConfig()).deleteUser(id),
    getAccessTokenFor: (flow, id) =>
      createAuth(flow.makeConfig()).getAccessTokenFor(id, "op"),
  };
  for (const [name, call] of Object.entries(roads)) {
    it(`${name} refuses it with a sentence, and signs nobody out`, async () => {
      const { flow, browser } = await createSignedIn();
      for (
        const [id, reason] of [["own-7", /callbacks\.userId/], [
          "",
          /empty/,
        ]] as const
      ) {
        await assert.rejects(
          async () => await call(flow, id),
          (error: Error) => {
            assert.match(error.message, reason);
            assert.ok(error.message.includes(name));
            return true;
          },
        );
      }
      assert.notEqual(await readSession(browser), null);
    });
  }

  it("revoke without an id ends nobody's session", async () => {
    const { browser, auth } = await createSignedIn();
    const missing = [{}, { user: undefined }, { session: "" }, { all: false }];
    for (const what of missing) {
      const given = what as unknown as Parameters<typeof auth.revoke>[0];
      await assert.rejects(auth.revoke(given), /the id is missing/);
    }
    assert.notEqual(await readSession(browser), null);
  });

  it("revoke takes any id of an adapter, of authorize and of userId, and the library's own", async () => {
    const own = "x".repeat(43);
    const configs: Partial<AuthConfig>[] = [
      { adapter: createMemoryAdapter() },
      { callbacks: { userId: () => "7" } },
    ];
    for (const config of configs) {
      const { auth } = await createSignedIn(config);
      await auth.revoke({ user: "7" });
    }
    const flow = await createCredentialsFlow();
    await createAuth(flow.makeConfig()).revoke({ user: "7" });
    await (await createSignedIn()).auth.revoke({ user: own });
  });
});

describe("the account of a session", () => {
  for (const strategy of ["jwt", "database"] as const) {
    it(`getAccount names provider, subject and issuer, ${strategy}`, async () => {
      const { auth, browser, flow } = await createSignedIn({
        adapter: createMemoryAdapter(),
        session: { strategy },
      });
      assert.deepEqual(await auth.getAccount(toRequest(browser)), {
        provider: "op",
        providerAccountId: "user-1",
        issuer: flow.op.issuer,
      });
      assert.equal(await auth.getAccount(new Request(`${site}/`)), null);
    });
  }

  it("getAccount names the id of authorize for credentials", async () => {
    const flow = await createCredentialsFlow();
    const browser = flow.createBrowser();
    await typeIn(browser);
    const auth = createAuth(flow.makeConfig());
    assert.deepEqual(await auth.getAccount(toRequest(browser)), {
      provider: "credentials",
      providerAccountId: ada.id,
      issuer: null,
    });
  });
});
