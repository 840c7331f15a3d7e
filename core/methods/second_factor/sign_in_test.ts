import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { endTest, readSetCookies } from "../../../testing/checks_testkit.ts";
import { cookieName, readSession, site } from "../../../testing/app_testkit.ts";
import {
  createFactorApp,
  giveApp,
  password,
  post,
  showCode,
  startSignIn,
  toLocation,
  typeCode,
  typePassword,
} from "./second_factor_testkit.ts";

afterEach(endTest);

const strategies = ["jwt", "database"] as const;

describe("signing in with a second factor", () => {
  for (const strategy of strategies) {
    it(`the password and a code of the app sign in, and the session names both (${strategy})`, async () => {
      const app = await createFactorApp({ config: { session: { strategy } } });
      await giveApp(app);
      const browser = app.createBrowser();
      const state = await startSignIn(browser);
      assert.equal(await readSession(browser), null);
      const page = await browser.goto(
        `${site}/auth/second-factor?state=${state}`,
      );
      assert.equal(page.status, 200);
      assert.match(page.text, /autocomplete="one-time-code"/);
      const answer = await typeCode(browser, state, await showCode());
      assert.equal(toLocation(answer).pathname, "/after");
      const session = await readSession(browser);
      assert.equal(session?.user?.id, "ada");
      assert.deepEqual(session?.authentication?.amr, ["pwd", "otp", "mfa"]);
    });
  }

  it("a user without a second factor signs in with the password alone", async () => {
    const app = await createFactorApp();
    const browser = app.createBrowser();
    assert.equal((await typePassword(browser)).pathname, "/after");
    const session = await readSession(browser);
    assert.deepEqual(session?.authentication?.amr, ["pwd"]);
  });

  it("whether the session is to be remembered is decided on the sign-in page, and holds after the code", async () => {
    for (const remember of ["yes", "no"]) {
      const app = await createFactorApp({
        config: { session: { rememberMe: true } },
      });
      await giveApp(app);
      const browser = app.createBrowser();
      const email = "ada@example.com";
      const fields = { email, password, remember };
      const url = toLocation(await post(browser, "callback/password", fields));
      const state = url.searchParams.get("state") ?? "";
      const answer = await typeCode(browser, state, await showCode());
      const line = answer.headers.getSetCookie()
        .find((one) => one.startsWith(cookieName.session)) ?? "";
      assert.match(line, /; Secure/);
      assert.equal(/Max-Age/.test(line), remember === "yes", line);
    }
  });

  it("a sign-in that was completed is over, for a copy of its cookie as well", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    const browser = app.createBrowser();
    const state = await startSignIn(browser);
    const copy = browser.clone();
    await typeCode(browser, state, await showCode());
    assert.notEqual(await readSession(browser), null);
    const url = `${site}/auth/second-factor?state=${state}`;
    const page = await copy.goto(url);
    assert.match(page.url, /\/auth\/signin\?.*error=SecondFactorError/);
    const answer = await typeCode(copy, state, await showCode(1));
    const { searchParams } = toLocation(answer);
    assert.equal(searchParams.get("error"), "SecondFactorError");
    assert.equal(await readSession(copy), null);
  });

  it("a recovery code is wrong for a user who has none", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    const browser = app.createBrowser();
    const state = await startSignIn(browser);
    const answer = await typeCode(browser, state, "0000-0000-0000-0000");
    const { pathname, searchParams } = toLocation(answer);
    assert.equal(pathname, "/auth/second-factor");
    assert.equal(searchParams.get("code"), "wrong_code");
  });

  it("a wrong code leads back to the page that it was typed into", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    const browser = app.createBrowser();
    const state = await startSignIn(browser);
    const pages = { "1234 5678": null, "0000-0000-0000-0000": "recovery" };
    for (const [code, use] of Object.entries(pages)) {
      const answer = await typeCode(browser, state, code);
      assert.equal(toLocation(answer).searchParams.get("use"), use, code);
    }
  });

  it("no answer before the code sets a session cookie [A26]", async () => {
    for (const strategy of strategies) {
      const app = await createFactorApp({ config: { session: { strategy } } });
      await giveApp(app);
      const browser = app.createBrowser();
      const state = await startSignIn(browser);
      await browser.goto(`${site}/auth/second-factor?state=${state}`);
      await typeCode(browser, state, "000000");
      const names = app.answers.flatMap(({ headers }) =>
        readSetCookies(headers).map(({ name }) => name)
      );
      assert.ok(!names.some((name) => name.includes("session")), strategy);
      assert.equal(await readSession(browser), null);
    }
  });
});
