import assert from "node:assert/strict";
import { setImmediate } from "node:timers";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { type Adapter, createMemoryStore, type Store } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { AdapterError, StoreError } from "@latchkey/auth/errors";
import { endTest } from "../../testing/checks_testkit.ts";
import { NOON } from "../session/session_testkit.ts";
import {
  assertNothingShows,
  assertRejected,
  createVault,
  HOUR,
  type Vault,
} from "./vault_testkit.ts";

beforeEach(() =>
  mock.timers.enable({ apis: ["Date", "setTimeout"], now: NOON })
);
afterEach(endTest);

/** Ways in which a call fails. */
const kinds = ["throws", "rejects", "hangs", "answers too late"] as const;
type Kind = typeof kinds[number];

/** Storage whose calls are counted, and some of which fail. */
interface Storage {
  readonly store: Store;
  readonly adapter: Adapter;
  /** The calls so far. */
  readonly calls: string[];
  /** Which calls fail, by their number or name, and how. */
  fault: { readonly at: number | string; readonly kind: Kind } | null;
}

function createStorage(): Storage {
  const self: Storage = {
    calls: [],
    fault: null,
    store: watch("store", createMemoryStore()),
    adapter: watch("adapter", createMemoryAdapter()),
  };
  function watch<T extends object>(part: string, inner: T): T {
    return new Proxy(inner, {
      get: (target, name) => {
        const value = Reflect.get(target, name);
        if (typeof value !== "function" || typeof name !== "string") {
          return value;
        }
        return (...args: unknown[]) => {
          const at = self.calls.push(`${part}.${name}`) - 1;
          const run = () => Reflect.apply(value, target, args);
          const { fault } = self;
          const isMeant = fault?.at === at || fault?.at === `${part}.${name}`;
          return fault !== null && isMeant ? fail(fault.kind, run) : run();
        };
      },
    });
  }
  return self;
}

function fail(kind: Kind, run: () => unknown): unknown {
  const error = new Error("it is down");
  switch (kind) {
    case "throws":
      throw error;
    case "rejects":
      return Promise.reject(error);
    case "hangs":
      return hang();
    // The call has its effect, and its answer is lost.
    case "answers too late":
      return Promise.resolve(run()).then(hang);
  }
}

/** Never answers; the time limit of the call passes at once, since the clock is mocked. */
function hang(): Promise<never> {
  setImmediate(() => mock.timers.tick(5001));
  return new Promise(() => {});
}

async function create(keep: "adapter" | "store") {
  const storage = createStorage();
  const { store, adapter } = storage;
  const vault = await createVault({
    op: { refreshTokens: "revokes" },
    config: {
      store,
      adapter,
      // Its session needs no storage.
      session: { strategy: "jwt" },
      tokens: { providers: ["op"], keep },
    },
  });
  return { storage, vault };
}

/** Without a session, so that every call is one for tokens. */
const ask = ({ auth, userId, id }: Vault) => auth.getAccessTokenFor(userId, id);

/** Lets the time pass that a lease or a pause may take. */
const rest = () => mock.timers.setTime(Date.now() + 20_000);

for (const keep of ["adapter", "store"] as const) {
  describe(`one call of the storage that fails during a refresh, with tokens in the ${keep}`, () => {
    for (const kind of kinds) {
      it(`and ${kind}: the user gets a token, or an error of that storage, and the next request a token`, async () => {
        const first = await create(keep);
        mock.timers.setTime(NOON + 2 * HOUR);
        first.storage.calls.length = 0;
        await ask(first.vault);
        const count = first.storage.calls.length;
        assert.ok(count > 5, `${count} calls`);
        const seen = new Set<string>();
        for (let at = 0; at < count; at++) {
          mock.timers.setTime(NOON);
          const { storage, vault } = await create(keep);
          mock.timers.setTime(NOON + 2 * HOUR);
          storage.calls.length = 0;
          storage.fault = { at, kind };
          const result = await ask(vault).catch((error: unknown) => error);
          seen.add(storage.calls[at] ?? "");
          if (result instanceof Error) {
            const isIts = result instanceof AdapterError ||
              result instanceof StoreError;
            assert.ok(isIts, `${storage.calls[at]}: ${result}`);
          }
          storage.fault = null;
          rest();
          const token = await ask(vault);
          assert.match(token.accessToken, /^at-/);
          // It would have ended all of them.
          const { length } = vault.used();
          assert.equal(new Set(vault.used()).size, length);
          mock.timers.setTime(NOON + 4 * HOUR);
          await ask(vault);
          assertNothingShows(vault);
        }
        const own = keep === "adapter"
          ? ["adapter.listAccountsByUserId", "adapter.updateAccount"]
          : [];
        const expected = [...own, "store.get", "store.compareAndSet"];
        for (const one of [...expected, "store.set"]) {
          assert.ok(seen.has(one), `${one} was not among the calls`);
        }
      });
    }
  });
}

describe("storage that is down", () => {
  const methods = {
    adapter: ["adapter.listAccountsByUserId", "adapter.updateAccount"],
    store: ["store.get", "store.compareAndSet", "store.set"],
  };
  for (const [part, names] of Object.entries(methods)) {
    for (const at of names) {
      for (const kind of ["rejects", "hangs"] as const) {
        it(`${at} ${kind} at each call: no refresh token is sent without the lease, and none twice`, async () => {
          const { storage, vault } = await create("adapter");
          mock.timers.setTime(NOON + 2 * HOUR);
          storage.fault = { at, kind };
          const canSend = /updateAccount|store\.set/.test(at);
          if (canSend) {
            assert.match((await ask(vault)).accessToken, /^at-/);
          } else {
            const type = part === "store" ? StoreError : AdapterError;
            const error = await assertRefusedJob(vault, storage, type);
            assert.equal(error.status, 503);
          }
          assert.equal(vault.used().length, canSend ? 1 : 0);
          storage.fault = null;
          rest();
          assert.match((await ask(vault)).accessToken, /^at-/);
          assert.equal(vault.used().length, 1);
          assertNothingShows(vault);
        });
      }
    }
  }

  it("a store that is down leaves the old token in use as long as it is valid", async () => {
    const { storage, vault } = await create("adapter");
    const { accessToken, expiresAt } = await ask(vault);
    const end = expiresAt?.getTime() ?? 0;
    mock.timers.setTime(end - 30_000);
    storage.fault = { at: "store.get", kind: "hangs" };
    assert.equal((await ask(vault)).accessToken, accessToken);
    mock.timers.setTime(end);
    await assertRefusedJob(vault, storage, StoreError);
    assert.equal(vault.used().length, 0);
  });
});

/** The assertions of a refusal, while the storage of the test's own reads works. */
async function assertRefusedJob<E extends Error>(
  vault: Vault,
  storage: Storage,
  type: new (...args: never[]) => E,
): Promise<E> {
  const { fault } = storage;
  storage.fault = null;
  const work = async () => {
    storage.fault = fault;
    try {
      return await ask(vault);
    } finally {
      storage.fault = null;
    }
  };
  return await assertRejected(vault, work, type);
}
