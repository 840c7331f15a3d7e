import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import {
  type Adapter,
  type AuthConfig,
  createAuth,
  type Provider,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { InvalidRequest, LastAccount } from "@latchkey/auth/errors";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { Password } from "@latchkey/auth/providers/password";
import { assertSignedIn, site, toRequest } from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { createUserFlow } from "./users_testkit.ts";

afterEach(endTest);

const mail = {
  id: "email",
  type: "email",
  from: "sign-in@app.example",
  sendMail: () => {},
} satisfies Provider;

/** Creates a user who signed in at "op". */
async function createSignedIn(
  adapter: Adapter,
  more: readonly Provider[] = [],
  config: Partial<AuthConfig> = {},
) {
  const flow = await createUserFlow({ ...config, adapter }, { more });
  const browser = flow.createBrowser();
  await assertSignedIn(flow, browser);
  const user = await adapter.getUserByEmail?.("ada@example.com");
  const auth = createAuth(flow.makeConfig());
  const unlink = (provider: string, providerAccountId?: string) =>
    auth.unlinkAccount(toRequest(browser), { provider, providerAccountId });
  return { flow, userId: user?.id ?? "", unlink };
}

describe("unlinking an account", () => {
  it("unlinking keeps another user's account if the adapter cannot list accounts", async () => {
    const inner = createMemoryAdapter();
    const { listAccountsByUserId: _, ...adapter } = inner;
    const { flow, unlink } = await createSignedIn(adapter);
    flow.op.user = { sub: "user-2", email: "grace@example.com" };
    await assertSignedIn(flow);
    await assert.rejects(unlink("op", "user-2"), InvalidRequest);
    const key = { provider: "op", providerAccountId: "user-2" };
    const owner = await inner.getUserByAccount(key);
    assert.equal(owner?.email, "grace@example.com");
  });

  it("unlinking counts a stored password whose address is proved as another sign-in method", async () => {
    for (const isProved of [false, true]) {
      const adapter = createMemoryAdapter();
      const { userId: id, unlink } = await createSignedIn(adapter, [
        Password({ mail }),
      ]);
      const emailVerified = isProved ? new Date() : null;
      await adapter.updateUser({ id, emailVerified });
      await assert.rejects(unlink("op"), LastAccount);
      const secret = { kind: "password", before: null, after: "x" } as const;
      await adapter.replaceSecret({ userId: id, ...secret });
      if (!isProved) await assert.rejects(unlink("op"), LastAccount);
      else await unlink("op");
      const left = await adapter.listAccountsByUserId(id);
      assert.equal(left.length, isProved ? 0 : 1);
    }
  });

  it("unlinking does not count the account of a removed passkey as another sign-in method", async () => {
    const adapter = createMemoryAdapter();
    const { userId, unlink } = await createSignedIn(adapter, [Passkey()], {
      origin: site,
      experimental: { enableWebAuthn: true },
    });
    await adapter.linkAccount({
      userId,
      type: "webauthn",
      provider: "passkey",
      providerAccountId: "gone",
    });
    await assert.rejects(unlink("op"), LastAccount);
    assert.equal((await adapter.listAccountsByUserId(userId)).length, 2);
    await adapter.createAuthenticator({
      userId,
      providerAccountId: "gone",
      credentialID: "back",
      credentialPublicKey: "",
      counter: 0,
      credentialBackedUp: false,
      credentialDeviceType: "singleDevice",
    });
    await unlink("op");
    assert.equal((await adapter.listAccountsByUserId(userId)).length, 1);
  });

  it("unlinking does not count a mail that signs in another user as another sign-in method", async () => {
    const adapter = createMemoryAdapter();
    const { userId, unlink } = await createSignedIn(adapter, [mail]);
    const emailVerified = new Date();
    // Many published adapters distinguish letter case: a mail finds another
    // user.
    const other = { id: "other", email: "ada@example.com", emailVerified };
    adapter.getUserByEmail = (email) => email === other.email ? other : null;
    await adapter.updateUser({
      id: userId,
      email: "Ada@Example.com",
      emailVerified,
    });
    await assert.rejects(unlink("op"), LastAccount);
    assert.equal((await adapter.listAccountsByUserId(userId)).length, 1);
  });

  it("unlinking does not count a mail to an unproved address as another sign-in method", async () => {
    const adapter = createMemoryAdapter();
    const { userId, unlink } = await createSignedIn(adapter, [mail]);
    await adapter.updateUser({ id: userId, emailVerified: null });
    await assert.rejects(unlink("op"), LastAccount);
    assert.equal((await adapter.listAccountsByUserId(userId)).length, 1);
  });

  it("two accounts unlinked at once in a slow adapter leave one", async () => {
    const inner = createMemoryAdapter();
    const { unlinkAccountUnlessLast: _, ...rest } = inner;
    const adapter: Adapter = {
      ...rest,
      unlinkAccount: async (key) => {
        for (let i = 0; i < 10; i++) await setImmediate();
        inner.unlinkAccount(key);
      },
    };
    const { userId, unlink } = await createSignedIn(adapter);
    await inner.linkAccount({
      userId,
      type: "oidc",
      provider: "op",
      providerAccountId: "second",
    });
    const results = await Promise.allSettled([
      unlink("op", "user-1"),
      unlink("op", "second"),
    ]);
    const done = results.filter(({ status }) => status === "fulfilled");
    assert.equal(done.length, 1);
    assert.equal((await inner.listAccountsByUserId(userId)).length, 1);
  });
});
