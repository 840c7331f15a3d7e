import assert from "node:assert/strict";
import { createMemoryStore, type Store } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  readCsrfToken,
  readSession,
  site,
} from "../../../testing/app_testkit.ts";
import { createRecoveryCodes } from "./recovery_codes.ts";
import {
  createFactorApp,
  giveApp,
  quick,
  showCode,
  startQuickly,
  startSignIn,
  toLocation,
  typeCode,
} from "./second_factor_testkit.ts";

// A moment at which a day begins.
beforeEach(() =>
  mock.timers.enable({ apis: ["Date"], now: 1_800_057_600_000 })
);
afterEach(endTest);

/** Six digits that the app does not show now. */
async function findWrong(): Promise<string> {
  const right = [await showCode(-1), await showCode(), await showCode(1)];
  return ["111111", "222222", "333333", "444444"]
    .find((one) => !right.includes(one)) ?? "";
}

describe("wrong codes of a second factor", () => {
  it("the fifth one ends the sign-in, and the right one comes too late", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    const browser = app.createBrowser();
    const state = await startSignIn(browser);
    const wrong = await findWrong();
    for (let i = 0; i < 4; i++) {
      const url = toLocation(await typeCode(browser, state, wrong));
      assert.equal(url.pathname, "/auth/second-factor");
      assert.equal(url.searchParams.get("code"), "wrong_code");
    }
    const fifth = toLocation(await typeCode(browser, state, wrong));
    assert.equal(fifth.pathname, "/auth/signin");
    assert.equal(fifth.searchParams.get("code"), "too_many");
    const late = await typeCode(browser, state, await showCode());
    assert.equal(toLocation(late).searchParams.get("code"), "too_many");
    assert.equal(await readSession(browser), null);
  });

  it("the right one is still good as the fifth", async () => {
    const app = await createFactorApp({ more: [quick] });
    await giveApp(app);
    const browser = app.createBrowser();
    const state = await startQuickly(browser);
    for (let i = 0; i < 4; i++) {
      await typeCode(browser, state, await findWrong());
    }
    await typeCode(browser, state, await showCode());
    assert.notEqual(await readSession(browser), null);
  });

  it("twenty tries at once are five", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    const browser = app.createBrowser();
    const state = await startSignIn(browser);
    const wrong = await findWrong();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => typeCode(browser, state, wrong)),
    );
    const codes = answers.map((one) =>
      toLocation(one).searchParams.get("code")
    );
    assert.equal(codes.filter((one) => one === "wrong_code").length, 4);
  });

  it("5,000 of them over 200 addresses get nowhere: 100 are compared, and the owner is told once [ASVS-6.3.1, ASVS-6.3.5, ASVS-6.6.3]", async () => {
    let address = "";
    const told: unknown[] = [];
    const memory = createMemoryAdapter();
    let compared = 0;
    // Whatever compares a code reads the secret first.
    const adapter: typeof memory = {
      ...memory,
      getSecret: async (id, kind) => {
        if (kind === "factors") compared++;
        return await memory.getSecret(id, kind);
      },
    };
    const app = await createFactorApp({
      adapter,
      more: [quick],
      config: {
        clientAddress: () => address,
        limits: { credentials: false },
        events: { secondFactorLocked: (message) => void told.push(message) },
      },
    });
    const { shown, stored } = await createRecoveryCodes(Date.now());
    await giveApp(app, "ada", { recovery: stored });
    const wrong = await findWrong();
    let [sent, inSignIns] = [0, 0];
    compared = 0;
    for (let i = 0; i < 200; i++) {
      address = `192.0.2.${i}`;
      const browser = app.createBrowser();
      const csrfToken = await readCsrfToken(browser);
      for (let k = 0; k < 5; k++) {
        const before = compared;
        const state = await startQuickly(browser);
        assert.notEqual(state, "");
        inSignIns += compared - before;
        for (let j = 0; j < 5; j++) {
          const answer = await browser.fetch(`${site}/auth/second-factor`, {
            method: "POST",
            headers: { origin: site, accept: "text/html" },
            body: new URLSearchParams({ csrfToken, state, code: wrong }),
            redirect: "manual",
          });
          assert.ok(answer.status === 303 || answer.status === 429);
          sent++;
        }
      }
      assert.equal(await readSession(browser), null);
    }
    assert.equal(sent, 5000);
    assert.equal(compared - inSignIns, 100);
    assert.deepEqual(told, [{ userId: "ada" }]);
    assert.equal(app.mails.length, 1);
    const owner = app.createBrowser();
    address = "198.51.100.1";
    const right = await typeCode(
      owner,
      await startSignIn(owner),
      await showCode(),
    );
    assert.equal(toLocation(right).searchParams.get("code"), "locked");
    assert.equal(await readSession(owner), null);
    const [code = ""] = shown;
    await typeCode(owner, await startSignIn(owner), code);
    assert.notEqual(await readSession(owner), null);
    mock.timers.setTime(Date.now() + 86_400_000);
    const later = app.createBrowser();
    await typeCode(later, await startSignIn(later), await showCode());
    assert.notEqual(await readSession(later), null);
  });

  it("a right one leaves the count of an account alone that is exhausted, or that the store has lost", async () => {
    for (const [known, written] of [["99", ["100"]], [null, ["1"]]] as const) {
      const counts: string[] = [];
      const memory = createMemoryStore();
      const isCount = (key: string) => key.startsWith("factor-day:");
      const store: Store = {
        ...memory,
        get: (keys) =>
          keys.some(isCount) && counts.length === (known === null ? 1 : 0)
            ? Promise.resolve([known])
            : memory.get(keys),
        compareAndSet: async (key, before, after, ttl) => {
          if (!isCount(key)) {
            return await memory.compareAndSet(key, before, after, ttl);
          }
          counts.push(after);
          await memory.set(key, after, ttl);
          return true;
        },
      };
      const app = await createFactorApp({ more: [quick], config: { store } });
      await giveApp(app);
      const browser = app.createBrowser();
      await typeCode(browser, await startQuickly(browser), await showCode());
      assert.notEqual(await readSession(browser), null);
      assert.deepEqual(counts, written);
    }
  });

  it("a right one signs in although the store fails to give it back, and the log says so", async () => {
    const memory = createMemoryStore();
    let counts = 0;
    const isCount = (key: string) => key.startsWith("factor-day:");
    const store: Store = {
      ...memory,
      get: (keys) => {
        if (keys.some(isCount) && counts > 0) throw new Error("store is down");
        return memory.get(keys);
      },
      compareAndSet: (key, ...more) => {
        if (isCount(key)) counts++;
        return memory.compareAndSet(key, ...more);
      },
    };
    const app = await createFactorApp({ more: [quick], config: { store } });
    await giveApp(app);
    const { browser } = app;
    await typeCode(browser, await startQuickly(browser), await showCode());
    assert.notEqual(await readSession(browser), null);
    assert.match(app.lines.join("\n"), /store is down/);
  });

  it("right ones do not count against the account", async () => {
    const counts: string[] = [];
    const memory = createMemoryStore();
    const compareAndSet: Store["compareAndSet"] = (key, ...more) => {
      const [, value] = more;
      if (key.startsWith("factor-day:")) counts.push(value);
      return memory.compareAndSet(key, ...more);
    };
    const app = await createFactorApp({
      config: { store: { ...memory, compareAndSet } },
    });
    await giveApp(app);
    for (let i = 0; i < 3; i++) {
      const browser = app.createBrowser();
      await typeCode(browser, await startSignIn(browser), await showCode());
      mock.timers.setTime(Date.now() + 30_000);
    }
    assert.deepEqual(counts, ["1", "0", "1", "0", "1", "0"]);
  });

  it("right ones do not count against the client's address", async () => {
    const app = await createFactorApp({
      more: [quick],
      config: {
        clientAddress: () => "192.0.2.1",
        limits: { factor: { address: 3 } },
      },
    });
    await giveApp(app);
    for (let i = 0; i < 5; i++) {
      const browser = app.createBrowser();
      await typeCode(browser, await startQuickly(browser), await showCode());
      assert.notEqual(await readSession(browser), null, `${i}`);
      mock.timers.setTime(Date.now() + 30_000);
    }
  });

  it("they are limited by address as well, whatever the sign-in", async () => {
    const app = await createFactorApp({
      config: {
        clientAddress: () => "192.0.2.1",
        limits: { factor: { address: 3 } },
      },
    });
    await giveApp(app);
    const browser = app.createBrowser();
    const state = await startSignIn(browser);
    const wrong = await findWrong();
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      statuses.push((await typeCode(browser, state, wrong)).status);
    }
    assert.deepEqual(statuses, [303, 303, 303, 429]);
  });

  it("texts that are no code are answered like wrong ones", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    for (const typed of ["", "\0", "x".repeat(50_000), "0000-0000-0000-0000"]) {
      const browser = app.createBrowser();
      const state = await startSignIn(browser);
      const url = toLocation(await typeCode(browser, state, typed));
      assert.equal(url.searchParams.get("code"), "wrong_code");
    }
  });
});
