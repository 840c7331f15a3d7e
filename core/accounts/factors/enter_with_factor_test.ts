/** What a sign-in becomes once its second factor is proved. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createAuth, createMemoryStore } from "@latchkey/auth";
import type { Browser } from "@latchkey/auth/testing";
import {
  readSession,
  signIn,
  site,
  toRequest,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import { createRecoveryCodes } from "../../methods/second_factor/recovery_codes.ts";
import {
  createFactorApp,
  type FactorApp,
  giveApp,
  quick,
  showCode,
  startQuickly,
  startSignIn,
  toLocation,
  typeCode,
} from "../../methods/second_factor/second_factor_testkit.ts";

const NOW = 1_800_000_000_000;

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOW }));
afterEach(endTest);

const SECRET = "a secret of this test, and long enough";

/** The moment so many seconds after the beginning. */
const toText = (seconds: number) =>
  new Date(NOW + seconds * 1000).toISOString();

async function readProof(browser: Browser) {
  return (await readSession(browser))?.authentication;
}

/** Has the guard of a page ask for a code of an app. */
async function guard({ config }: FactorApp, browser: Browser) {
  const answer = await createAuth(config)
    .require(toRequest(browser, "/pay"), { amr: ["otp"] });
  assert.ok(answer instanceof Response);
  for (const one of answer.headers.getSetCookie()) browser.setCookie(site, one);
}

describe("a sign-in whose second factor is proved", () => {
  it("is as old as the code, if the first proof was of this application", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    const state = await startSignIn(app.browser);
    mock.timers.setTime(NOW + 300_000);
    await typeCode(app.browser, state, await showCode());
    assert.equal((await readProof(app.browser))?.at, toText(300));
  });

  it("is as old as the provider says, if it was one elsewhere", async () => {
    for (const authTime of [NOW / 1000 - 60, undefined]) {
      mock.timers.setTime(NOW);
      const app = await createFactorApp();
      await giveApp(app);
      await app.adapter.linkAccount({
        ...{ userId: "ada", provider: "op", type: "oidc" },
        providerAccountId: "user-1",
      });
      app.op.user = { sub: "user-1", email: "ada@example.com" };
      app.op.faults = {
        idToken: { claims: { auth_time: authTime } },
      };
      const page = await signIn(app.browser);
      const state = new URL(page.url).searchParams.get("state") ?? "";
      mock.timers.setTime(NOW + 300_000);
      await typeCode(app.browser, state, await showCode());
      const at = authTime === undefined ? null : toText(-60);
      assert.equal((await readProof(app.browser))?.at, at);
    }
  });

  it("does not open a page that asks for another factor", async () => {
    const { shown, stored: recovery } = await createRecoveryCodes(NOW);
    for (const isApp of [true, false]) {
      mock.timers.setTime(NOW);
      const app = await createFactorApp();
      await giveApp(app, "ada", { recovery });
      const { browser } = app;
      await typeCode(browser, await startSignIn(browser), await showCode());
      mock.timers.setTime(NOW + 60_000);
      const known = app.createBrowser();
      const first = shown[1] ?? "";
      await typeCode(known, await startSignIn(known), first);
      await guard(app, known);
      const state = await startSignIn(known, { callbackUrl: "/pay" });
      const code = isApp ? await showCode() : shown[0] ?? "";
      const { searchParams } = toLocation(await typeCode(known, state, code));
      const error = isApp ? null : "InsufficientAuthentication";
      assert.equal(searchParams.get("error"), error);
      const amr = (await readProof(known))?.amr ?? [];
      assert.equal(amr.includes("otp"), isApp);
    }
  });

  it("ends if its provider is gone by then", async () => {
    const store = createMemoryStore();
    const config = { secret: SECRET, store };
    const old = await createFactorApp({ more: [quick], config });
    await giveApp(old);
    const state = await startQuickly(old.browser);
    const { adapter } = old;
    const app = await createFactorApp({ adapter, config, isThere: true });
    for (const { name, value } of old.browser.cookies(site)) {
      app.browser.setCookie(site, `${name}=${value}; Path=/; Secure`);
    }
    const answer = await typeCode(app.browser, state, await showCode());
    const { searchParams } = toLocation(answer);
    assert.equal(searchParams.get("error"), "SecondFactorError");
    assert.equal(await readSession(app.browser), null);
  });
});
