import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createMemoryStore, type Store } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { NotConnected } from "@latchkey/auth/errors";
import { resolveSettings } from "../config/resolve_settings.ts";
import { randomText } from "../crypto/random.ts";
import type { ProviderContext } from "../request/context.ts";
import { createStoreKeeper } from "./keeper_store.ts";
import { createVault } from "./vault_testkit.ts";

const NOON = Date.UTC(2026, 5, 15, 12);

afterEach(() => mock.timers.reset());

describe("tokens in the store", () => {
  it("stay removed once the secret has changed, under the old secret's key, too", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const store = createMemoryStore();
    const [older, newer] = [randomText(32), randomText(32)];
    const open = (...secret: string[]) => {
      const settings = resolveSettings({ providers: [], secret, store });
      const effects = { store, adapter: null };
      // A keeper reads no more of a context.
      const ctx = { settings, effects, now: Date.now() };
      return createStoreKeeper(ctx as unknown as ProviderContext);
    };
    const owner = { userId: "1", provider: "op", providerAccountId: "a" };
    const record = { access: [], refreshToken: "r", idToken: null };
    await open(older).save(owner, record, null);
    const rotated = open(newer, older);
    const found = await rotated.find({ userId: "1", provider: "op" });
    assert.equal(found?.record.refreshToken, "r");
    await rotated.remove(owner);
    for (const wait of [0, 61_000]) {
      mock.timers.tick(wait);
      const now = open(newer, older);
      assert.equal(await now.find({ userId: "1", provider: "op" }), null);
    }
  });

  it("go with a deleted user, and the next one with that id does not get them", async () => {
    const adapter = createMemoryAdapter();
    const tokens = { providers: ["op"], keep: "store" } as const;
    const { auth, id, userId } = await createVault({
      config: { adapter, tokens },
    });
    assert.ok(await auth.getAccessTokenFor(userId, id));
    await auth.deleteUser(userId);
    await adapter.createUser({
      id: userId,
      name: "Eve",
      email: "eve@example.com",
      image: null,
      emailVerified: null,
    });
    await assert.rejects(auth.getAccessTokenFor(userId, id), NotConnected);
    // It can be called again, after a failure or for nobody.
    await auth.deleteUser(userId);
    await auth.deleteUser(userId);
  });

  it("go with a user who is deleted while they sign in", async () => {
    const adapter = createMemoryAdapter();
    const memory = createMemoryStore();
    let onWrite: (() => Promise<void>) | null = null;
    const store: Store = {
      ...memory,
      compareAndSet: async (key, ...rest) => {
        const meanwhile = key.startsWith("tokens:") ? onWrite : null;
        if (meanwhile !== null) onWrite = null;
        await meanwhile?.();
        return await memory.compareAndSet(key, ...rest);
      },
    };
    const tokens = { providers: ["op"], keep: "store" } as const;
    const { auth, id, userId, signIn } = await createVault({
      config: { adapter, store, tokens },
    });
    let isDeleted = false;
    onWrite = async () => {
      await auth.deleteUser(userId);
      isDeleted = true;
    };
    await signIn();
    assert.ok(isDeleted);
    await adapter.createUser({
      id: userId,
      name: "Eve",
      email: "eve@example.com",
      image: null,
      emailVerified: null,
    });
    await assert.rejects(auth.getAccessTokenFor(userId, id), NotConnected);
  });
});
