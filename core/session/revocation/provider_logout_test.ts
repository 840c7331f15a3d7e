import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createMemoryStore, type Store } from "@latchkey/auth";
import { resolveSettings } from "../../config/resolve_settings.ts";
import { type App, createApp } from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import { readEnv } from "../../runtime/env.ts";
import { toProviderKey } from "../../model/provider_keys.ts";
import { endProviderSessions } from "./provider_logout.ts";
import { deliver, enter, kinds, readOnPage } from "./logout_testkit.ts";

const NOON = Date.UTC(2026, 5, 15, 12);

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);
afterEach(() => mock.timers.reset());

const seconds = (n: number) => mock.timers.tick(n * 1000);

/** Creates a store that stands for one across a network, and counts its reads. */
function createRemote() {
  const inner = createMemoryStore();
  const counts = { reads: 0 };
  const store: Store = {
    get: async (keys) => {
      counts.reads++;
      await setImmediate();
      return await inner.get(keys);
    },
    set: async (...args) => await inner.set(...args),
    compareAndSet: async (...args) => await inner.compareAndSet(...args),
    delete: async (key) => await inner.delete(key),
  };
  return { inner, store, counts };
}

/** Sets the mark of a user as another process does. */
async function endElsewhere(
  inner: Store,
  { op: { issuer: iss } }: App,
  sub: string,
): Promise<void> {
  const key = toProviderKey({ iss, sub });
  await inner.set(key, `${Math.floor(Date.now() / 1000)}`, 3600);
}

for (const [kind, toConfig] of Object.entries(kinds)) {
  describe(`revocationCheck and logouts by the provider (${kind})`, () => {
    async function createChecked(revocationCheck: number) {
      const remote = createRemote();
      const config = toConfig();
      const session = { ...config.session, revocationCheck };
      const { store } = remote;
      const flow = await createApp({ config: { ...config, store, session } });
      const browser = await enter(flow, { sub: "ada", sid: "s1" });
      const isIn = async (one = browser) =>
        (await readOnPage(flow, one)).session !== null;
      return { ...remote, flow, browser, isIn };
    }

    it("a session is not asked about again until the time is over", async () => {
      const { isIn, counts } = await createChecked(10);
      await isIn();
      const { reads } = counts;
      for (let i = 0; i < 9; i++) {
        assert.ok(await isIn());
        seconds(1);
      }
      assert.equal(counts.reads, reads);
      seconds(1);
      assert.ok(await isIn());
      assert.ok(counts.reads > reads);
    });

    it("a logout in another process counts when the time is over, or at once by default", async () => {
      const checked = await createChecked(10);
      assert.ok(await checked.isIn());
      await endElsewhere(checked.inner, checked.flow, "ada");
      seconds(9);
      assert.ok(await checked.isIn());
      seconds(1);
      assert.equal(await checked.isIn(), false);
      const plain = await createChecked(0);
      assert.ok(await plain.isIn());
      await endElsewhere(plain.inner, plain.flow, "ada");
      assert.equal(await plain.isIn(), false);
    });

    it("a logout in this process counts at once, and other sessions are not asked about again", async () => {
      const { flow, isIn, counts } = await createChecked(300);
      const other = await enter(flow, { sub: "bob", sid: "s2" });
      assert.ok(await isIn() && await isIn(other));
      await deliver(flow, await flow.op.createLogoutToken({ sub: "ada" }));
      const { reads } = counts;
      assert.ok(await isIn(other));
      assert.equal(counts.reads, reads);
      assert.equal(await isIn(), false);
    });

    it("a logout whose answer was lost counts at once as well", async () => {
      const { flow, isIn, store } = await createChecked(300);
      assert.ok(await isIn());
      const { compareAndSet } = store;
      store.compareAndSet = async (...args) => {
        await compareAndSet(...args);
        throw new Error("the answer was lost");
      };
      const token = await flow.op.createLogoutToken({ sub: "ada" });
      assert.equal((await deliver(flow, token)).status, 503);
      assert.equal(await isIn(), false);
    });
  });
}

describe("the mark of a logout", () => {
  const iss = "https://op.example";
  const key = toProviderKey({ iss, sub: "ada" });

  function createSettings(store: Store) {
    const secret = "a secret of this test, which is long enough";
    const config = { providers: [], secret, trustHost: true, store };
    return resolveSettings(config, readEnv);
  }

  it("a later mark stays, whichever of two tokens is faster", async () => {
    const inner = createMemoryStore();
    let isFirst = true;
    const store: Store = {
      ...inner,
      get: async (keys) => {
        const values = await inner.get(keys);
        if (isFirst) {
          isFirst = false;
          await endProviderSessions(createSettings(inner), {
            iss,
            sub: "ada",
            iat: 2000,
          });
        }
        return values;
      },
    };
    const older = { iss, sub: "ada", iat: 1000 };
    await endProviderSessions(createSettings(store), older);
    assert.deepEqual(await inner.get([key]), ["2000"]);
  });

  it("a mark that is there writes nothing, and one that is no number stays", async () => {
    for (const known of ["1000", "1000.5", "everything"]) {
      const store = createMemoryStore();
      await store.set(key, known, 3600);
      const fail = () => {
        throw new Error("written");
      };
      const settings = createSettings({ ...store, compareAndSet: fail });
      await endProviderSessions(settings, { iss, sub: "ada", iat: 1000 });
      assert.deepEqual(await store.get([key]), [known]);
    }
  });

  it("a store whose compareAndSet never succeeds is an outage", async () => {
    const store = { ...createMemoryStore(), compareAndSet: () => false };
    const ended = { iss, sub: "ada", iat: 1000 };
    await assert.rejects(
      endProviderSessions(createSettings(store), ended),
      { type: "StoreError" },
    );
  });

  it("the mark lives as long as a session that may begin later with an older ID token", async () => {
    const inner = createMemoryStore();
    const ttls: number[] = [];
    const store: Store = {
      ...inner,
      compareAndSet: (...args) => {
        ttls.push(args[3]);
        return inner.compareAndSet(...args);
      },
    };
    const settings = createSettings(store);
    await endProviderSessions(settings, { iss, sub: "ada", iat: 1000 });
    assert.deepEqual(ttls, [30 * 86_400 + 60 + 600]);
  });
});
