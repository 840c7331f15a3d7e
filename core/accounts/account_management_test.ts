/**
 * Tests that sign-in methods change only for a live session, whatever a process
 * caches and whichever application is used.
 */

import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  type Adapter,
  type AuthConfig,
  createAuth,
  createMemoryStore,
  type Store,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { LastAccount, SignInRequired } from "@latchkey/auth/errors";
import { Passkey } from "@latchkey/auth/providers/passkey";
import {
  approach,
  arrive,
  assertCallbackRefused,
  assertSignedIn,
  authorize,
  createApp,
  post,
  readSession,
  site,
  toRequest,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { slowDown } from "../rate_limits/limits_testkit.ts";
import {
  createAuthenticator,
  type CreationOptions,
} from "../methods/passkey/authenticator_testkit.ts";
import { getOptions, send } from "../methods/passkey/passkeys_testkit.ts";

afterEach(endTest);

const email = "ada@example.com";

/**
 * Creates a user with an account and a passkey, and sessions that are checked
 * every ten seconds.
 */
async function createScene(adapter: Adapter, strategy: "jwt" | "database") {
  const store: Store = slowDown(createMemoryStore());
  const flow = await createApp({
    toProviders: (op) => [
      op.provider(),
      op.provider({ id: "more" }),
      Passkey(),
    ],
    config: {
      adapter,
      store,
      session: { strategy, revocationCheck: 10 },
      origin: site,
      experimental: { enableWebAuthn: true },
    },
  });
  flow.op.user = { sub: "user-1", email };
  const browser = flow.createBrowser();
  await assertSignedIn(flow, browser);
  const make = async () => {
    const options = await getOptions<CreationOptions>(browser, {
      action: "register",
    });
    return await createAuthenticator(site).create(options);
  };
  const { status } = await send(browser, "register", await make());
  assert.equal(status, 200);
  const user = await adapter.getUserByEmail?.(email);
  const userId = user?.id ?? "";
  const list = async () => [
    ...await adapter.listAccountsByUserId?.(userId) ?? [],
    ...await adapter.listAuthenticatorsByUserId?.(userId) ?? [],
  ];
  assert.equal((await list()).length, 3);
  /** Revokes the sessions in another process, without notice to this one. */
  const revokeElsewhere = () =>
    store.set(`revoked:user:${userId}`, `${Date.now() + 1}`, 1000);
  const auth = createAuth(flow.makeConfig());
  const own = { flow, adapter, userId, browser, auth };
  return { ...own, make, list, revokeElsewhere };
}

type Scene = Awaited<ReturnType<typeof createScene>>;

/**
 * Requests that change sign-in methods, prepared before the session ends: each
 * is refused.
 */
const changes: Readonly<
  Record<string, (scene: Scene) => Promise<() => Promise<unknown>>>
> = {
  "linking an account": async ({ flow, browser }) => {
    flow.op.user = { sub: "another", email: "eve@example.com" };
    const { url } = await (await post(browser, "link/more")).json();
    const back = await authorize(browser, url);
    return () =>
      assertCallbackRefused(flow, browser, back, { error: "SignInRequired" });
  },
  "adding a passkey": async ({ browser, make }) => {
    const data = await make();
    return async () => {
      const { status, body } = await send(browser, "register", data);
      assert.deepEqual([status, body.error], [401, "SignInRequired"]);
    };
  },
  "unlinking an account": ({ auth, browser }) =>
    Promise.resolve(() =>
      assert.rejects(
        auth.unlinkAccount(toRequest(browser), { provider: "op" }),
        SignInRequired,
      )
    ),
  "the form that unlinks": ({ browser }) =>
    Promise.resolve(() => post(browser, "unlink/op")),
  "removing a passkey": async ({ auth, browser }) => {
    const [passkey] = await auth.listPasskeys(toRequest(browser));
    assert.ok(passkey);
    return () =>
      assert.rejects(
        auth.removePasskey(toRequest(browser), passkey),
        SignInRequired,
      );
  },
  // This passkey cannot sign in, but its owner can still remove it.
  "removing a passkey whose account is gone": async (scene) => {
    const { adapter, auth, browser, userId } = scene;
    const all = await adapter.listAccountsByUserId?.(userId) ?? [];
    for (const one of all) {
      if (one.type === "webauthn") await adapter.unlinkAccount?.(one);
    }
    const [passkey] = await auth.listPasskeys(toRequest(browser));
    assert.ok(passkey);
    return () =>
      assert.rejects(
        auth.removePasskey(toRequest(browser), passkey),
        SignInRequired,
      );
  },
};

/** Adapters whose sessions are ended by marks that a process may cache. */
const storages: Readonly<Record<string, () => [Adapter, "jwt" | "database"]>> =
  {
    "token sessions": () => [createMemoryAdapter(), "jwt"],
    "database sessions that marks end": () => {
      const { deleteSessionsByUserId: _, ...adapter } = createMemoryAdapter();
      return [adapter, "database"];
    },
  };

for (const [storage, create] of Object.entries(storages)) {
  describe(`with ${storage}, a session that another process ended`, () => {
    for (const [change, prepare] of Object.entries(changes)) {
      it(`${change} refuses an ended session at once, although reads still remember it`, async () => {
        const scene = await createScene(...create());
        const go = await prepare(scene);
        assert.ok(await readSession(scene.browser));
        const before = await scene.list();
        await scene.revokeElsewhere();
        assert.ok(await readSession(scene.browser), "nothing was remembered");
        await go();
        assert.deepEqual(await scene.list(), before);
      });
    }
  });
}

describe("a passkey of another host's provider", () => {
  it("a passkey is not removed if it is the only sign-in method at its host", async () => {
    const adapter = createMemoryAdapter();
    const toConfig = (id: string, base: AuthConfig): AuthConfig => ({
      ...base,
      providers: [Passkey({ id })],
    });
    const flow = await createApp({
      toProviders: () => [Passkey({ id: "passkey" })],
      config: { adapter, origin: site, experimental: { enableWebAuthn: true } },
    });
    const browser = flow.createBrowser();
    const options = await getOptions<CreationOptions>(browser, {
      action: "register",
      email,
    });
    const data = await createAuthenticator(site).create(options);
    assert.equal((await send(browser, "register", data)).status, 200);
    const other = createAuth(toConfig("other", flow.makeConfig()));
    const [passkey] = await other.listPasskeys(toRequest(browser));
    assert.ok(passkey);
    const remove = () => other.removePasskey(toRequest(browser), passkey);
    await assert.rejects(remove(), LastAccount);
    const user = await adapter.getUserByEmail(email);
    const kept = await adapter.listAuthenticatorsByUserId(user?.id ?? "");
    assert.equal(kept.length, 1);
  });
});

describe("a passkey whose account belongs to another user", () => {
  it("the passkey is removed without that account if the adapter cannot list accounts", async () => {
    const inner = createMemoryAdapter();
    const { listAccountsByUserId: _, ...adapter } = inner;
    const flow = await createApp({
      toProviders: (op) => [op.provider(), Passkey()],
      config: { adapter, origin: site, experimental: { enableWebAuthn: true } },
    });
    flow.op.user = { sub: "user-1", email };
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const [ada, eve] = await Promise.all([
      inner.getUserByEmail(email),
      inner.createUser({
        id: crypto.randomUUID(),
        email: "eve@example.com",
        emailVerified: null,
      }),
    ]);
    const key = { provider: "passkey", providerAccountId: "of Eve" };
    await inner.linkAccount({ ...key, type: "webauthn", userId: eve.id });
    const credentialID = "planted";
    await inner.createAuthenticator({
      userId: ada?.id ?? "",
      providerAccountId: "of Eve",
      credentialID,
      credentialPublicKey: "AA==",
      counter: 0,
      credentialBackedUp: false,
      credentialDeviceType: "singleDevice",
    });
    const auth = createAuth(flow.makeConfig());
    await auth.removePasskey(toRequest(browser), { credentialID });
    assert.equal(await inner.getAuthenticator(credentialID), null);
    assert.equal((await inner.getUserByAccount(key))?.id, eve.id);
  });
});

describe("an account that is linked by its address", () => {
  it("an account is not linked to a user whose address has changed in the meantime", async () => {
    const inner = createMemoryAdapter();
    const adapter: Adapter = {
      ...inner,
      linkAccount: async (account) => {
        await inner.updateUser({
          id: account.userId,
          email: "grace@example.com",
          emailVerified: null,
        });
        return inner.linkAccount(account);
      },
    };
    const flow = await createApp({
      entry: { allowDangerousEmailAccountLinking: true },
      config: { adapter },
    });
    const id = "6a0a0a0a-0000-4000-8000-000000000000";
    const name = "Ada";
    await inner.createUser({ id, name, email, emailVerified: new Date() });
    flow.op.user = { sub: "user-1", email, email_verified: true };
    const browser = flow.createBrowser();
    const back = await approach(browser);
    const page = await arrive(browser, back);
    assert.equal(new URL(page.url).searchParams.get("error"), "AccessDenied");
    assert.equal(await readSession(browser), null);
    assert.deepEqual(await inner.listAccountsByUserId(id), []);
    assert.equal((await inner.getUser(id))?.emailVerified, null);
  });
});
