import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createAuth } from "@latchkey/auth";
import type { Browser } from "@latchkey/auth/testing";
import { endTest } from "../../../testing/checks_testkit.ts";
import { readSession, site } from "../../../testing/app_testkit.ts";
import {
  createFactorApp,
  type FactorApp,
  giveApp,
  post,
  showCode,
  startSignIn,
  toLocation,
  typeCode,
  typePassword,
} from "./second_factor_testkit.ts";

beforeEach(() =>
  mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 })
);
afterEach(endTest);

const target = `${site}/vault`;

/** Opens a page that a guard protects; returns where the browser is sent, or null. */
async function open(
  app: FactorApp,
  browser: Browser,
  demand: { maxAge?: number; amr?: string[] },
): Promise<URL | null> {
  const cookie = browser.cookies(site)
    .map(({ name, value }) => `${name}=${value}`).join("; ");
  const headers = { cookie, accept: "text/html" };
  const request = new Request(target, { headers });
  const passage = await createAuth(app.config).require(request, demand);
  const lines = passage.headers.getSetCookie();
  for (const line of lines) browser.setCookie(site, line);
  return passage instanceof Response ? toLocation(passage) : null;
}

/** Signs in with the password alone, in a browser that is remembered. */
async function signInRemembered(app: FactorApp): Promise<Browser> {
  await giveApp(app);
  const browser = app.createBrowser();
  const state = await startSignIn(browser);
  const code = await showCode();
  await typeCode(browser, state, code, { rememberBrowser: "yes" });
  await post(browser, "signout", {});
  await typePassword(browser);
  mock.timers.setTime(Date.now() + 60_000);
  return browser;
}

describe("a page that asks for a second factor", () => {
  for (const strategy of ["jwt", "database"] as const) {
    it(`asks a session with the password alone for the code, and not for the password (${strategy})`, async () => {
      const app = await createFactorApp({ config: { session: { strategy } } });
      const browser = await signInRemembered(app);
      const before = await readSession(browser);
      const signIn = await open(app, browser, { amr: ["mfa"] });
      const page = await browser.goto(signIn?.href ?? "");
      assert.equal(new URL(page.url).pathname, "/auth/second-factor");
      assert.doesNotMatch(page.text, /name="rememberBrowser"/);
      const fields = { callbackUrl: target, code: "000000" };
      const wrong = toLocation(await post(browser, "second-factor", fields));
      assert.equal(wrong.searchParams.get("code"), "wrong_code");
      assert.equal(wrong.searchParams.get("callbackUrl"), target);
      const right = { callbackUrl: target, code: await showCode() };
      const back = toLocation(await post(browser, "second-factor", right));
      assert.equal(back.href, target);
      assert.equal(await open(app, browser, { amr: ["mfa"] }), null);
      const after = await readSession(browser);
      assert.deepEqual(after?.authentication?.amr, ["pwd", "otp", "mfa"]);
      assert.deepEqual(
        [after?.user?.id, after?.authentication?.at],
        ["ada", before?.authentication?.at],
      );
    });

    it(`asks for everything if the password was typed too long ago (${strategy})`, async () => {
      const app = await createFactorApp({ config: { session: { strategy } } });
      const browser = await signInRemembered(app);
      const demand = { amr: ["mfa"], maxAge: 60 };
      const signIn = await open(app, browser, demand);
      const page = await browser.goto(signIn?.href ?? "");
      assert.equal(new URL(page.url).pathname, "/auth/signin");
      // Neither the old session nor the remembered browser is enough.
      const fields = { callbackUrl: target, code: await showCode() };
      await post(browser, "second-factor", fields);
      assert.notEqual(await open(app, browser, demand), null);
      mock.timers.setTime(Date.now() + 60_000);
      const state = await startSignIn(browser, { callbackUrl: target });
      await typeCode(browser, state, await showCode());
      assert.equal(await open(app, browser, demand), null);
    });
  }

  it("five wrong codes end that, and the session stays as it is", async () => {
    const app = await createFactorApp();
    const browser = await signInRemembered(app);
    const codes: (string | null)[] = [];
    for (let i = 0; i < 6; i++) {
      const fields = { callbackUrl: target, code: "000000" };
      const url = toLocation(await post(browser, "second-factor", fields));
      codes.push(url.searchParams.get("code"));
    }
    assert.deepEqual(codes.slice(3), ["wrong_code", "too_many", "too_many"]);
    const session = await readSession(browser);
    assert.deepEqual(session?.authentication?.amr, ["pwd"]);
  });

  it("has no code to ask for if the user has no factor", async () => {
    const app = await createFactorApp();
    const browser = app.createBrowser();
    await typePassword(browser);
    const signIn = await open(app, browser, { amr: ["mfa"] });
    const page = await browser.goto(signIn?.href ?? "");
    assert.equal(page.status, 403);
    const fields = { callbackUrl: target, code: await showCode() };
    await post(browser, "second-factor", fields);
    const session = await readSession(browser);
    assert.deepEqual(session?.authentication?.amr, ["pwd"]);
  });
});
