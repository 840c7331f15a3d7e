/**
 * Tests two first sign-ins of one person in two processes, which share the
 * database, and whose calls meet in every order.
 *
 * @module
 */

import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  type Adapter,
  createMemoryStore,
  type Events,
  type Store,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createProviderIdentity } from "../pipeline/copies_testkit.ts";
import { approach, arrive, readSession } from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { createPlainAdapter, createUserFlow } from "./users_testkit.ts";

afterEach(endTest);

const op = createProviderIdentity();

/** Delays the calls of an adapter, by their number. */
interface Pace {
  /** Waits before each call, which has this number. */
  before: (call: number) => Promise<void>;
  calls: number;
}

function createPaced(inner: Adapter): { adapter: Adapter; pace: Pace } {
  const pace: Pace = { before: () => Promise.resolve(), calls: 0 };
  const adapter = new Proxy(inner, {
    get: (target, name) => {
      const value = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return async (...args: unknown[]) => {
        await pace.before(pace.calls++);
        return await Reflect.apply(value, target, args);
      };
    },
  });
  return { adapter, pace };
}

/** Brings a visitor of one process to the last step of the sign-in. */
async function createProcess(inner: Adapter, store: Store | undefined) {
  const { adapter, pace } = createPaced(inner);
  const told: string[] = [];
  const note = (name: keyof Events) => ({ [name]: () => void told.push(name) });
  // Each process has a secret of its own, so that no queue within this one
  // keeps them apart.
  const flow = await createUserFlow({
    adapter,
    store,
    session: { strategy: "jwt" },
    events: {
      ...note("linkRefused"),
      ...note("signInFailed"),
      ...note("createUser"),
    },
  }, { op, keepsConfig: true });
  const browser = flow.createBrowser();
  const callback = await approach(browser);
  pace.calls = 0;
  const finish = async () => {
    const page = await arrive(browser, callback);
    const id = (await readSession(browser))?.user?.id;
    return `${id}` + (id === undefined ? ` ${page.url}` : "");
  };
  return { pace, told, finish };
}

/** A promise to wait for, and what ends the wait. */
function createGate(): { opened: Promise<void>; open: () => void } {
  let open = () => {};
  const opened = new Promise<void>((resolve) => open = resolve);
  return { opened, open };
}

/** How two sign-ins meet: one stops before a call until the other has come to a call of its own, or has ended. */
interface Meeting {
  readonly late: number;
  readonly early: number;
}

async function meet(
  adapter: Adapter,
  store: Store | undefined,
  { late, early }: Meeting,
) {
  const first = await createProcess(adapter, store);
  const second = await createProcess(adapter, store);
  const [isHere, isThere, isDone] = [createGate(), createGate(), createGate()];
  second.pace.before = async (call) => {
    if (call !== late) return;
    isHere.open();
    await isThere.opened;
  };
  first.pace.before = async (call) => {
    if (call !== early) return;
    isThere.open();
    await isDone.opened;
  };
  const loser = second.finish().finally(() => {
    isHere.open();
    isDone.open();
  });
  await isHere.opened;
  const winner = first.finish().finally(isThere.open);
  const ids = await Promise.all([winner, loser]);
  return { ids, told: [...first.told, ...second.told] };
}

/** Adapters that create a user and the account in one step, and in two. */
const adapters: Record<string, () => Adapter> = {
  "one step": createMemoryAdapter,
  "two steps": createPlainAdapter,
};

/** The number of calls of a first sign-in, at least. */
const CALLS = 9;

describe("two first sign-ins of one person in two processes [LNK-13]", () => {
  for (const [what, create] of Object.entries(adapters)) {
    for (const shares of [true, false]) {
      const where = shares ? "with a shared store" : "without a store";
      it(`both are signed in as one user, and no refusal is told, whichever calls meet, with an adapter of ${what} and ${where}`, async () => {
        for (let late = 0; late < CALLS; late++) {
          for (let early = 1; early <= CALLS; early++) {
            const store = shares ? createMemoryStore() : undefined;
            const { ids, told } = await meet(create(), store, { late, early });
            const at = `${late} ${early}`;
            assert.equal(new Set(ids).size, 1, `${at} ${ids}`);
            assert.ok(!`${ids}`.includes("undefined"), at);
            const bad = told.filter((name) => name !== "createUser");
            assert.deepEqual(bad, [], at);
            // The store knows who has told of the user.
            if (shares) assert.deepEqual(told, ["createUser"], at);
          }
        }
      });
    }
  }
});
