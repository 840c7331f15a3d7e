import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { type AuthConfig, createAuth, createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createRevocationCache } from "../../storage/revocation_cache.ts";
import {
  cookieName,
  cookieValue,
  createApp,
  signIn,
  signOut,
  toRequest,
} from "../../../testing/app_testkit.ts";
import { defer } from "../../../testing/checks_testkit.ts";
import { mint, NOON, plant } from "../session_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(() => mock.timers.reset());

/** Creates a store that stands for one across a network, and counts its calls. */
function createRemote() {
  const inner = createMemoryStore();
  const counts = { reads: 0 };
  const store = {
    get: async (keys: readonly string[]) => {
      counts.reads++;
      await setImmediate();
      return await inner.get(keys);
    },
    set: async (key: string, value: string, ttl: number) => {
      await setImmediate();
      await inner.set(key, value, ttl);
    },
    compareAndSet: async (...args: Parameters<typeof inner.compareAndSet>) => {
      await setImmediate();
      return await inner.compareAndSet(...args);
    },
    delete: async (key: string) => await inner.delete(key),
  };
  return { inner, store, counts };
}

async function createChecked(
  revocationCheck: number,
  overrides: Partial<AuthConfig> = {},
) {
  const remote = createRemote();
  const site = await createApp({
    config: {
      store: remote.store,
      session: { revocationCheck },
      ...overrides,
    },
  });
  const isSignedIn = async () => {
    const request = toRequest(site.browser, "/");
    return (await createAuth(site.config).session(request)).session !== null;
  };
  return { ...site, ...remote, isSignedIn };
}

const seconds = (n: number) => mock.timers.tick(n * 1000);

describe("session.revocationCheck", () => {
  it("revocationCheck is 0 by default: each read asks the store", async () => {
    const site = await createChecked(0);
    plant(site.browser, await mint(site.secret));
    for (let i = 0; i < 5; i++) assert.ok(await site.isSignedIn());
    assert.equal(site.counts.reads, 5);
  });

  it("revocationCheck asks the store once in so many seconds for each session", async () => {
    const site = await createChecked(10);
    plant(site.browser, await mint(site.secret));
    const reads: number[] = [];
    for (let i = 0; i < 21; i++) {
      assert.ok(await site.isSignedIn());
      reads.push(site.counts.reads);
      seconds(1);
    }
    assert.deepEqual(reads.filter((_, i) => i % 5 === 0), [1, 1, 2, 2, 3]);
    plant(site.browser, await mint(site.secret));
    await site.isSignedIn();
    assert.equal(site.counts.reads, 4);
  });

  it("revocationCheck sees a revocation of another process when the time is over, and not before", async () => {
    const site = await createChecked(10);
    plant(site.browser, await mint(site.secret, { sid: "the-session" }));
    assert.ok(await site.isSignedIn());
    seconds(1);
    await site.inner.set("revoked:session:the-session", `${NOON}`, 3600);
    seconds(8);
    assert.ok(await site.isSignedIn());
    seconds(1);
    assert.equal(await site.isSignedIn(), false);
    assert.equal(await site.isSignedIn(), false);
  });

  it("revocationCheck never caches that a session was revoked, only that it was not", async () => {
    const site = await createChecked(10);
    plant(site.browser, await mint(site.secret, { sid: "the-session" }));
    await site.inner.set("revoked:session:the-session", `${NOON}`, 3600);
    assert.equal(await site.isSignedIn(), false);
    await site.inner.delete("revoked:session:the-session");
    assert.ok(await site.isSignedIn());
  });

  const whats = {
    "the session": { session: "the-session" },
    "its user": { user: "person-1-----------------------------------" },
    "all users": { all: true },
  } as const;
  for (const [name, what] of Object.entries(whats)) {
    it(`a revocation of ${name} in this process counts at once`, async () => {
      const site = await createChecked(300);
      plant(site.browser, await mint(site.secret, { sid: "the-session" }));
      seconds(5);
      assert.ok(await site.isSignedIn());
      // With an equal configuration, as applications build them for each request.
      await createAuth({ ...site.config, providers: [] }).revoke(what);
      assert.equal(await site.isSignedIn(), false);
    });
  }

  it("a sign-out counts at once, also for a copy of the cookie", async () => {
    const site = await createChecked(300);
    await signIn(site.browser);
    const copy = cookieValue(site.browser, cookieName.session);
    assert.ok(await site.isSignedIn());
    await signOut(site.browser);
    plant(site.browser, copy);
    assert.equal(await site.isSignedIn(), false);
  });

  it("an answer that was on its way during a revocation is not cached", async () => {
    const site = await createChecked(300);
    plant(site.browser, await mint(site.secret, { sid: "the-session" }));
    const gate = defer();
    const { get } = site.store;
    const asked = defer();
    site.store.get = async (keys) => {
      const values = await get(keys);
      asked.resolve();
      await gate.promise;
      return values;
    };
    const early = site.isSignedIn();
    await asked.promise;
    site.store.get = get;
    await createAuth({ ...site.config, providers: [] })
      .revoke({ session: "the-session" });
    gate.resolve();
    assert.ok(await early, "it began before");
    assert.equal(await site.isSignedIn(), false);
  });

  it("the cache forgets an entry even if the store did not confirm the revocation", async () => {
    const site = await createChecked(300);
    plant(site.browser, await mint(site.secret, { sid: "the-session" }));
    assert.ok(await site.isSignedIn());
    const { set } = site.store;
    site.store.set = async (...args) => {
      await set(...args);
      throw new Error("the answer was lost");
    };
    const auth = createAuth({ ...site.config, providers: [] });
    await assert.rejects(auth.revoke({ session: "the-session" }));
    assert.equal(await site.isSignedIn(), false);
  });

  it("the store is asked again when the clock was set back", async () => {
    const site = await createChecked(10);
    plant(site.browser, await mint(site.secret));
    seconds(3600);
    assert.ok(await site.isSignedIn());
    mock.timers.setTime(NOON);
    assert.ok(await site.isSignedIn());
    assert.equal(site.counts.reads, 2);
  });

  it("a store that fails is still an outage, neither signed in nor out", async () => {
    const site = await createChecked(10);
    plant(site.browser, await mint(site.secret));
    site.store.get = () => Promise.reject(new Error("down"));
    await assert.rejects(site.isSignedIn(), { type: "StoreError" });
  });

  it("revocationCheck does nothing if the store answers synchronously", async () => {
    const inner = createMemoryStore();
    let reads = 0;
    const store = {
      ...inner,
      get: (keys: readonly string[]) => (reads++, inner.get(keys)),
    };
    const site = await createChecked(10, { store });
    plant(site.browser, await mint(site.secret));
    for (let i = 0; i < 3; i++) assert.ok(await site.isSignedIn());
    assert.equal(reads, 3);
  });

  it("revocationCheck also applies to the marks of database sessions whose rows cannot be removed", async () => {
    const { deleteSessionsByUserId: _, ...adapter } = createMemoryAdapter();
    const site = await createChecked(10, {
      adapter,
      session: { strategy: "database", revocationCheck: 10 },
    });
    await signIn(site.browser);
    seconds(1);
    await site.isSignedIn();
    const reads = site.counts.reads;
    for (let i = 0; i < 5; i++) assert.ok(await site.isSignedIn());
    assert.equal(site.counts.reads, reads);
    const user = await adapter.getUserByEmail?.("ada@example.com");
    await createAuth({ ...site.config, providers: [] })
      .revoke({ user: user?.id ?? "" });
    assert.equal(await site.isSignedIn(), false);
  });
});

describe("the cache of sessions that were not revoked", () => {
  const answer = (user: string, at = 1) => ({
    marks: [user, "all"],
    at,
    version: 0,
  });

  it("the cache is bounded, for each configuration and for all of them", () => {
    const memo = createRevocationCache(3, 2);
    for (const id of ["a", "b", "c", "a", "d"]) {
      memo.keep("one", id, answer("u"));
    }
    const kept = ["a", "b", "c", "d"].map((id) => memo.find("one", id));
    assert.deepEqual(kept, [1, null, 1, 1]);
    memo.keep("two", "a", answer("u"));
    memo.keep("one", "a", answer("u"));
    memo.keep("three", "a", answer("u"));
    const owners = ["one", "two", "three"].map((one) => memo.find(one, "a"));
    assert.deepEqual(owners, [1, null, 1]);
  });

  it("the cache forgets a session, or the sessions that a mark is about, in every configuration", () => {
    const make = () => {
      const memo = createRevocationCache(10, 10);
      memo.keep("one", "a", answer("ada"));
      memo.keep("one", "b", answer("bob"));
      memo.keep("two", "c", answer("ada"));
      return memo;
    };
    const list = (memo: ReturnType<typeof make>) =>
      [["one", "a"], ["one", "b"], ["two", "c"]]
        .map(([owner = "", id = ""]) => memo.find(owner, id));
    const memos = [make(), make(), make()];
    memos[0]?.forget({ session: "a" });
    memos[1]?.forget({ mark: "ada" });
    memos[2]?.forget({ mark: "all" });
    assert.deepEqual(memos.map(list), [
      [null, 1, 1],
      [null, 1, null],
      [null, null, null],
    ]);
  });
});
