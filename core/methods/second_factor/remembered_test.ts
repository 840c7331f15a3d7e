/** Browsers that are not asked for a second factor for a while. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createAuth, createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import { endTest } from "../../../testing/checks_testkit.ts";
import { readSession, toRequest } from "../../../testing/app_testkit.ts";
import { readFactors } from "../../accounts/factors/stored_factors.ts";
import { toOwners } from "../../session/revocation/device_mark.ts";
import {
  addUser,
  createFactorApp,
  type FactorApp,
  giveApp,
  post,
  showCode,
  startSignIn,
  typeCode,
  typePassword,
} from "./second_factor_testkit.ts";

const NOW = 1_800_000_000_000;
const DAY = 86_400_000;

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOW }));
afterEach(endTest);

/** Signs in with the code, has the browser remembered, and signs out. */
async function remember(browser: Browser, id = "ada"): Promise<void> {
  const state = await startSignIn(browser, { id });
  const code = await showCode();
  await typeCode(browser, state, code, { rememberBrowser: "yes" });
  assert.notEqual(await readSession(browser), null);
  await post(browser, "signout", {});
}

/** Whether a sign-in with the password is asked for the code. */
async function isAsked(browser: Browser, id = "ada"): Promise<boolean> {
  const { pathname } = await typePassword(browser.clone(), { id });
  return pathname === "/auth/second-factor";
}

const read = (app: FactorApp) => readFactors(app.toContext(), "ada");

describe("a remembered browser", () => {
  it("is not asked for 30 days, and then it is", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    await remember(app.browser);
    mock.timers.setTime(NOW + 30 * DAY - 1);
    assert.equal(await isAsked(app.browser), false);
    mock.timers.setTime(NOW + 30 * DAY);
    assert.equal(await isAsked(app.browser), true);
  });

  it("is asked if its entry is of a later time than clocks may differ by", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    await remember(app.browser);
    mock.timers.setTime(NOW - 60_000);
    assert.equal(await isAsked(app.browser), false);
    mock.timers.setTime(NOW - 60_001);
    assert.equal(await isAsked(app.browser), true);
  });

  it("is asked once it is forgotten, and another one is not, and both is told by events", async () => {
    const told: object[] = [];
    const app = await createFactorApp({
      config: {
        events: {
          browserRemembered: (message) => void told.push(message),
          browsersForgotten: (message) => void told.push(message),
        },
      },
    });
    await giveApp(app);
    const other = app.createBrowser();
    await remember(app.browser);
    const [first] = (await read(app)).browsers;
    mock.timers.setTime(NOW + 30_000);
    await remember(other);
    const auth = createAuth(app.config);
    mock.timers.setTime(NOW + 60_000);
    const owner = app.createBrowser();
    await typeCode(owner, await startSignIn(owner), await showCode());
    await auth.factors.forgetBrowsers(toRequest(owner), first?.hash);
    assert.equal(await isAsked(app.browser), true);
    assert.equal(await isAsked(other), false);
    const userId = (await readSession(owner))?.user?.id;
    const forgotten = { userId, which: "one" };
    assert.deepEqual(told, [{ userId }, { userId }, forgotten]);
  });

  it("is remembered for each of its users, the last five", async () => {
    const app = await createFactorApp();
    const ids = ["ada", "bob", "cyd", "dan", "eve", "fay"];
    for (const id of ids) {
      if (id !== "ada") await addUser(app, id);
      await giveApp(app, id);
      await remember(app.browser, id);
    }
    for (const id of ids) {
      assert.equal(await isAsked(app.browser, id), id === "ada", id);
    }
    mock.timers.setTime(NOW + 30_000);
    await remember(app.browser, "ada");
    assert.equal(await isAsked(app.browser, "ada"), false);
    assert.equal(await isAsked(app.browser, "bob"), true);
  });

  it("is asked if it was remembered before the user's sessions were ended, or at that moment", async () => {
    for (const [wait, isOver] of [[0, true], [1, false]] as const) {
      mock.timers.setTime(NOW);
      const app = await createFactorApp();
      await giveApp(app);
      await createAuth(app.config).revoke({ user: "ada" });
      mock.timers.setTime(NOW + 1);
      const state = await startSignIn(app.browser);
      mock.timers.setTime(NOW + wait);
      const code = await showCode();
      await typeCode(app.browser, state, code, { rememberBrowser: "yes" });
      mock.timers.setTime(NOW + 1000);
      assert.equal(await isAsked(app.browser), isOver);
    }
  });

  it("is asked if the mark of ended sessions is no number", async () => {
    const store = createMemoryStore();
    const app = await createFactorApp({ config: { store } });
    await giveApp(app);
    await remember(app.browser);
    const { settings } = app.toContext();
    const [owner] = await toOwners(settings, "ada");
    await store.set(`devices:${owner}`, "", 600);
    assert.equal(await isAsked(app.browser), true);
  });

  it("replaces its own entry if it is remembered again", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    await remember(app.browser);
    mock.timers.setTime(NOW + 30 * DAY);
    await remember(app.browser);
    assert.equal(await isAsked(app.browser), false);
  });
});

describe("the list of remembered browsers", () => {
  /** What the owner sees who signs in with the code of a later step. */
  async function list(app: FactorApp, browser = app.createBrowser()) {
    const auth = createAuth(app.config);
    await typeCode(browser, await startSignIn(browser), await showCode());
    const { browsers } = await auth.factors.list(toRequest(browser)) ??
      assert.fail();
    return browsers;
  }

  it("has those that are still valid", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    await remember(app.browser);
    mock.timers.setTime(NOW + 30_000);
    assert.equal((await list(app)).length, 1);
    mock.timers.setTime(NOW + 30 * DAY);
    assert.deepEqual(await list(app), []);
  });

  it("has none after the sessions of the user, or of all, were ended", async () => {
    for (const whose of [{ user: "ada" }, { all: true }] as const) {
      const app = await createFactorApp();
      await giveApp(app);
      await remember(app.browser);
      mock.timers.setTime(NOW + 30_000);
      await createAuth(app.config).revoke(whose);
      assert.equal(await isAsked(app.browser), true);
      mock.timers.setTime(NOW + 60_000);
      assert.deepEqual(await list(app), []);
      mock.timers.setTime(NOW);
    }
  });

  it("says to the day when one was seen", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    await remember(app.browser);
    const read = async () => (await list(app))[0]?.lastSeenAt.getTime();
    mock.timers.setTime(NOW + DAY - 1);
    assert.equal(await isAsked(app.browser), false);
    assert.equal(await read(), NOW);
    mock.timers.setTime(NOW + DAY);
    assert.equal(await isAsked(app.browser), false);
    mock.timers.setTime(NOW + DAY + 60_000);
    assert.equal(await read(), NOW + DAY);
  });

  it("a browser that cannot be noted as seen signs in all the same, and the log says so", async () => {
    const inner = createMemoryAdapter();
    let isDown = false;
    const replaceSecret: typeof inner.replaceSecret = (change) => {
      if (isDown) throw new Error("the table is read-only");
      return inner.replaceSecret(change);
    };
    const app = await createFactorApp({ adapter: { ...inner, replaceSecret } });
    await giveApp(app);
    await remember(app.browser);
    isDown = true;
    mock.timers.setTime(NOW + DAY);
    assert.equal(await isAsked(app.browser), false);
    assert.match(app.lines.join("\n"), /table is read-only/);
  });

  it("marks the browser that asks", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    await remember(app.browser);
    mock.timers.setTime(NOW + 30_000);
    const seen = await list(app);
    assert.deepEqual(seen.map(({ isCurrent }) => isCurrent), [false]);
    const { browser } = app;
    await typePassword(browser);
    const auth = createAuth(app.config);
    const state = await auth.factors.list(toRequest(browser));
    assert.equal(state?.browsers[0]?.isCurrent, true);
  });
});
