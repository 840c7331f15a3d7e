/** Changes of second factors, in which any one call of the adapter or the store fails. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { setImmediate } from "node:timers";
import { createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import { readSession, site } from "../../../testing/app_testkit.ts";
import { endTest, rejections } from "../../../testing/checks_testkit.ts";
import { countLeft, type Factors } from "../../accounts/factors/factors.ts";
import {
  readFactors,
  removeFactors,
} from "../../accounts/factors/stored_factors.ts";
import { createRecoveryCodes, hashCode } from "./recovery_codes.ts";
import { computeTotp, toStep } from "./totp.ts";
import {
  createFactorApp,
  type FactorApp,
  fromBase32,
  giveApp,
  post,
  quick,
  showCode,
  startQuickly,
  typeCode,
} from "./second_factor_testkit.ts";

beforeEach(() =>
  mock.timers.enable({
    apis: ["Date", "setTimeout"],
    now: 1_800_000_000_000,
  })
);
afterEach(endTest);

/**
 * With `is lost`, the call has its effect, and its answer never comes. With `is
 * the last`, the process dies before it, and no later call is made.
 */
const kinds = ["throws", "hangs", "is lost", "is the last"] as const;
type Kind = typeof kinds[number];

function fail(kind: Kind, run: () => unknown): unknown {
  if (kind === "throws" || kind === "is the last") {
    throw new Error("it is down");
  }
  return kind === "hangs" ? hang() : Promise.resolve(run()).then(hang);
}

/** Never answers; the time limit of the call passes at once, since the clock is mocked. */
function hang(): Promise<never> {
  setImmediate(() => mock.timers.tick(5001));
  return new Promise(() => {});
}

/** Lets the call of a number fail, counted from when it is armed. */
function createFaults() {
  let [left, how]: [number, Kind] = [Infinity, "throws"];
  const wrap = <T extends object>(inner: T): T =>
    new Proxy(inner, {
      get: (target, name) => {
        const method = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        return (...args: unknown[]) => {
          const run = () => Reflect.apply(method, target, args);
          left--;
          const fails = left === 0 || left < 0 && how === "is the last";
          return fails ? fail(how, run) : run();
        };
      },
    });
  const arm = (call: number, kind: Kind) => [left, how] = [call, kind];
  /** Returns whether there was a call of that number. */
  const disarm = (): boolean => {
    const wasReached = left <= 0;
    left = Infinity;
    return wasReached;
  };
  return { wrap, arm, disarm };
}

/** One change: what it needs, its request, and what is stored if it is made. */
interface Change {
  readonly has: "app" | "nothing";
  readonly begin: (browser: Browser) => Promise<() => Promise<Response>>;
  readonly isMade: (before: Factors, after: Factors) => boolean;
  readonly rule?: "required";
}

/** Reads a page that sets an app up, and returns the fields that answer it. */
async function readSetUp(browser: Browser, path: string) {
  const { text } = await browser.goto(`${site}/auth/${path}`);
  const [, key = ""] = /<code dir="ltr">([^<]+)<\/code>/.exec(text) ?? [];
  const [, enrolment = ""] = /name="enrolment" value="([^"]+)"/.exec(text) ??
    [];
  const code = await computeTotp(fromBase32(key), toStep(Date.now()));
  return { enrolment, code };
}

const isSetUp = (_: Factors, after: Factors) =>
  after.apps.length === 1 && countLeft(after) === 10;

const changes: Readonly<Record<string, Change>> = {
  "setting an app up": {
    has: "nothing",
    begin: async (browser) => {
      await startQuickly(browser);
      const fields = await readSetUp(browser, "factors?add=1");
      return () => post(browser, "factors", { action: "confirm", ...fields });
    },
    isMade: isSetUp,
  },
  "setting an app up before the first session": {
    has: "nothing",
    rule: "required",
    begin: async (browser) => {
      const state = await startQuickly(browser);
      const path = `second-factor?state=${state}`;
      const fields = await readSetUp(browser, path);
      return () => post(browser, "second-factor", { state, ...fields });
    },
    isMade: isSetUp,
  },
  "removing the app": {
    has: "app",
    begin: async (browser) => {
      await signIn(browser);
      const fields = { action: "remove", id: "phone" };
      return () => post(browser, "factors", fields);
    },
    isMade: (_, after) => after.apps.length === 0 && after.recovery === null,
  },
  "making new recovery codes": {
    has: "app",
    begin: async (browser) => {
      await signIn(browser);
      return () => post(browser, "factors", { action: "codes" });
    },
    isMade: (before, after) =>
      after.apps.length === 1 && countLeft(after) === 10 &&
      after.recovery?.key !== before.recovery?.key &&
      after.browsers.length === 0,
  },
  "the user's page": {
    has: "app",
    begin: async (browser) => {
      await signIn(browser);
      return () => browser.fetch(`${site}/auth/factors`);
    },
    isMade: () => false,
  },
};

async function signIn(browser: Browser): Promise<void> {
  await typeCode(browser, await startQuickly(browser), await showCode());
  assert.notEqual(await readSession(browser), null);
}

/** Gives the user what a change needs, and nothing else. */
async function prepare(app: FactorApp, { has }: Change): Promise<void> {
  await removeFactors(app.toContext(), "ada");
  if (has === "nothing") return;
  const now = Date.now();
  const { stored } = await createRecoveryCodes(now);
  const seen = { created: now, lastSeen: now, userAgent: null };
  await giveApp(app, "ada", {
    recovery: stored,
    browsers: [{ hash: "another browser", ...seen }],
  });
}

/** Signs in a thief of the session; returns their browser. */
async function signInThief(app: FactorApp, { has }: Change): Promise<Browser> {
  const thief = app.createBrowser();
  const state = await startQuickly(thief);
  if (has === "app") await typeCode(thief, state, await showCode(1));
  assert.notEqual(await readSession(thief), null);
  return thief;
}

/** Asserts that each code on a page opens the account. */
async function assertStored(text: string, { recovery }: Factors) {
  const shown = text.match(/(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/g) ?? [];
  const known = recovery?.codes.map(({ hash }) => hash) ?? [];
  for (const code of shown) {
    const plain = code.replaceAll("-", "");
    assert.ok(known.includes(await hashCode(recovery?.key ?? "", plain)));
  }
  return shown.length;
}

const places = ["adapter", "store"] as const;
const strategies = ["jwt", "database"] as const;
const cases = places.flatMap((place) =>
  kinds.flatMap((kind) =>
    strategies.map((strategy) => ({ place, kind, strategy }))
  )
);

for (const [name, change] of Object.entries(changes)) {
  describe(name, () => {
    for (const { place, kind, strategy } of cases) {
      it(`is made, and nobody else is signed in, or not made, and shows only codes that are stored, if a call of the ${place} ${kind} (${strategy}) [ASVS-7.4.3]`, async () => {
        const faults = createFaults();
        const memory = createMemoryAdapter();
        const store = createMemoryStore();
        const app = await createFactorApp({
          adapter: place === "adapter" ? faults.wrap(memory) : memory,
          more: [quick],
          options: { secondFactor: change.rule ?? "optional" },
          config: {
            store: place === "store" ? faults.wrap(store) : store,
            session: { strategy },
            limits: false,
          },
        });
        let isReached = true;
        let call = 0;
        while (isReached) {
          call++;
          assert.ok(call < 100);
          mock.timers.setTime(Date.now() + 60_000);
          await prepare(app, change);
          const browser = app.createBrowser();
          const send = await change.begin(browser);
          const thief = change.rule === undefined
            ? await signInThief(app, change)
            : null;
          const before = await readFactors(app.toContext(), "ada");
          app.mails.length = 0;
          faults.arm(call, kind);
          const answer = await send();
          isReached = faults.disarm();
          const after = await readFactors(app.toContext(), "ada");
          const isMade = change.isMade(before, after);
          if (!isMade) assert.deepEqual(after, before);
          if (isMade && thief) assert.equal(await readSession(thief), null);
          // What is not known to be done cannot be told.
          if (isMade && kind === "throws") assert.equal(app.mails.length, 1);
          const codes = await assertStored(await answer.text(), after);
          assert.ok(isMade || codes === 0);
          assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
          assert.deepEqual(rejections, []);
        }
        // The last round had no failure.
        assert.ok(call > 1);
      });
    }
  });
}
