/**
 * Two sites over one database and one store, as in two processes: each has a
 * configuration, a list of secrets and a clock of its own. What the library
 * keeps per configuration is not common to both.
 */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createAuth, createMemoryStore, type Store } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import { endTest } from "../../../testing/checks_testkit.ts";
import { readSession, site } from "../../../testing/app_testkit.ts";
import { createRecoveryCodes } from "./recovery_codes.ts";
import {
  createFactorApp,
  type FactorApp,
  giveApp,
  post,
  quick,
  showCode,
  startQuickly,
  toLocation,
  typeCode,
} from "./second_factor_testkit.ts";

// The beginning of a time step.
const NOW = 1_800_000_000_000;
/** Milliseconds by which the clock of the second process is ahead. */
const SKEW = 7000;

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOW }));
afterEach(endTest);

/** Holds two calls, of whatever process, until both are there. */
function createBarrier() {
  let waiting: (() => void)[] = [];
  let isUp = false;
  let onFirst = () => {};
  return {
    /** Holds the next two calls; settles when the first one is there. */
    raise: () => {
      isUp = true;
      return new Promise<void>((resolve) => onFirst = resolve);
    },
    pass: async () => {
      if (!isUp) return;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        onFirst();
        if (waiting.length < 2) return;
        isUp = false;
        waiting.forEach((go) => go());
        waiting = [];
      });
    },
  };
}

interface Shared {
  readonly adapter: ReturnType<typeof createMemoryAdapter>;
  readonly store: Store;
  readonly strategy: "jwt" | "database";
}

/** What happens before a change of the database and before the use of a sign-in. */
interface Barriers {
  readonly replace: ReturnType<typeof createBarrier>;
  readonly claim: ReturnType<typeof createBarrier>;
}

async function createProcess(
  { adapter, store, strategy }: Shared,
  { replace, claim }: Barriers,
  { secret, isThere }: { secret: string[]; isThere: boolean },
) {
  return await createFactorApp({
    isThere,
    more: [quick],
    adapter: {
      ...adapter,
      replaceSecret: async (change) => {
        await replace.pass();
        return await adapter.replaceSecret(change);
      },
    },
    config: {
      secret,
      session: { strategy },
      limits: { credentials: false },
      store: {
        ...store,
        compareAndSet: async (key, ...more) => {
          if (key.startsWith("pending:")) await claim.pass();
          return await store.compareAndSet(key, ...more);
        },
      },
    },
  });
}

async function createTwo(strategy: "jwt" | "database" = "jwt") {
  const adapter = createMemoryAdapter();
  const shared = { adapter, store: createMemoryStore(), strategy };
  const barriers = { replace: createBarrier(), claim: createBarrier() };
  const secret = "a secret of two processes, long enough";
  const older = "a secret that was given up, long enough";
  const one = await createProcess(shared, barriers, {
    secret: [secret],
    isThere: false,
  });
  const other = await createProcess(shared, barriers, {
    secret: [secret, older],
    isThere: true,
  });
  return { one, other, ...barriers };
}

/** Sets the clock to that of the second process. */
function enterOther() {
  mock.timers.setTime(NOW + SKEW);
}

/** The same browser, whose requests another process answers. */
function move(browser: Browser, { createBrowser }: FactorApp): Browser {
  const moved = createBrowser();
  for (const { name, value } of browser.cookies(site)) {
    moved.setCookie(site, `${name}=${value}; Path=/; Secure`);
  }
  return moved;
}

async function countSignedIn(...browsers: readonly Browser[]) {
  const sessions = await Promise.all(browsers.map(readSession));
  return sessions.filter((one) => one !== null).length;
}

describe("two processes", () => {
  for (const strategy of ["jwt", "database"] as const) {
    it(`a code that one has taken is refused by the other within its step (${strategy}) [ASVS-6.5.1]`, async () => {
      const { one, other } = await createTwo(strategy);
      await giveApp(one);
      const code = await showCode();
      const first = one.createBrowser();
      await typeCode(first, await startQuickly(first), code);
      enterOther();
      assert.equal(await showCode(), code);
      const second = other.createBrowser();
      const state = await startQuickly(second);
      const answer = await typeCode(second, state, code);
      assert.equal(
        toLocation(answer).searchParams.get("code"),
        "wrong_code",
      );
      assert.equal(await countSignedIn(first, second), 1);
      // The second process is in order: it takes the next code.
      await typeCode(second, state, await showCode(1));
      assert.equal(await countSignedIn(first, second), 2);
    });
  }

  it("one of them takes a code that both have found right [ASVS-6.5.1]", async () => {
    const { one, other, replace } = await createTwo();
    await giveApp(one);
    const code = await showCode();
    const [first, second] = [one.createBrowser(), other.createBrowser()];
    const states = [await startQuickly(first), await startQuickly(second)];
    const isFirstThere = replace.raise();
    const early = typeCode(first, states[0] ?? "", code);
    await isFirstThere;
    enterOther();
    await Promise.all([early, typeCode(second, states[1] ?? "", code)]);
    assert.equal(await countSignedIn(first, second), 1);
  });

  it("one of them takes a recovery code that both have found right, and tells the user once [ASVS-6.5.1]", async () => {
    const { one, other, replace } = await createTwo();
    const { shown, stored } = await createRecoveryCodes(NOW);
    await giveApp(one, "ada", { recovery: stored });
    const [code = ""] = shown;
    const [first, second] = [one.createBrowser(), other.createBrowser()];
    const states = [await startQuickly(first), await startQuickly(second)];
    const isFirstThere = replace.raise();
    const early = typeCode(first, states[0] ?? "", code);
    await isFirstThere;
    enterOther();
    await Promise.all([early, typeCode(second, states[1] ?? "", code)]);
    assert.equal(await countSignedIn(first, second), 1);
    assert.equal(one.mails.length + other.mails.length, 1);
  });

  it("one of them completes a sign-in that waits, whatever codes are typed", async () => {
    const { one, other, claim } = await createTwo();
    await giveApp(one);
    const first = one.createBrowser();
    const state = await startQuickly(first);
    const second = move(first, other);
    const third = move(first, other);
    const isFirstThere = claim.raise();
    const early = typeCode(first, state, await showCode());
    await isFirstThere;
    enterOther();
    const late = typeCode(second, state, await showCode(1));
    const answers = await Promise.all([early, late]);
    assert.equal(await countSignedIn(first, second), 1);
    const refused = answers.map((one) => toLocation(one).pathname)
      .filter((path) => path === "/auth/signin");
    assert.equal(refused.length, 1);
    mock.timers.setTime(NOW + 60_000);
    await typeCode(third, state, await showCode());
    assert.equal(await countSignedIn(third), 0);
  });
});

describe("a browser that one process remembers", () => {
  async function remember() {
    const two = await createTwo();
    await giveApp(two.one);
    const browser = two.one.createBrowser();
    const state = await startQuickly(browser);
    const code = await showCode();
    await typeCode(browser, state, code, { rememberBrowser: "yes" });
    return { ...two, browser };
  }

  /** Whether a sign-in there is asked for the second factor. */
  async function isAsked(browser: Browser): Promise<boolean> {
    const answer = await post(browser, "callback/quick", {});
    return toLocation(answer).pathname === "/auth/second-factor";
  }

  it("is known to the other one, until the factors change there", async () => {
    const { one, other, browser } = await remember();
    assert.ok(!await isAsked(move(browser, one)));
    enterOther();
    assert.ok(!await isAsked(move(browser, other)));
    const owner = other.createBrowser();
    await typeCode(owner, await startQuickly(owner), await showCode(1));
    const done = await post(owner, "factors", { action: "codes" });
    assert.equal(done.status, 200);
    mock.timers.setTime(NOW + 1000);
    assert.ok(await isAsked(move(browser, one)));
  });

  for (const what of [{ user: "ada" }, { all: true }] as const) {
    it(
      `is forgotten when the other one ends the sessions of ${
        "all" in what ? "everybody" : "its user"
      }`,
      async () => {
        const { one, other, browser } = await remember();
        assert.ok(!await isAsked(move(browser, one)));
        enterOther();
        await createAuth(other.config).revoke(what);
        // By its clock, the other process has ended the sessions in the future.
        mock.timers.setTime(NOW + 1000);
        assert.ok(await isAsked(move(browser, one)));
      },
    );
  }
});
