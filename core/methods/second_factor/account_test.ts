/** Changes of an account, whose user proves their second factor, too. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createAuth } from "@latchkey/auth";
import type { Browser } from "@latchkey/auth/testing";
import { endTest } from "../../../testing/checks_testkit.ts";
import { readSession, site, toRequest } from "../../../testing/app_testkit.ts";
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

beforeEach(() =>
  mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 })
);
afterEach(endTest);

const next = "a new and quite long password";
const fresh = { type: "SignInRequired", code: "fresh" };
const MINUTE = 60_000;

/** An app whose user has an authenticator app, and is signed in with it. */
async function createThis(strategy: "jwt" | "database") {
  const app = await createFactorApp({ config: { session: { strategy } } });
  await giveApp(app);
  const browser = app.createBrowser();
  const state = await startSignIn(browser);
  const code = await showCode();
  await typeCode(browser, state, code, { rememberBrowser: "yes" });
  const auth = createAuth(app.config);
  const send = () => toRequest(browser, "/account", { method: "POST" });
  const readHash = () => app.adapter.getSecret("ada", "password");
  /** Asserts that each change is refused, whatever the road. */
  const assertRefused = async () => {
    const before = await readHash();
    const { passwords } = auth;
    const change = { current: password, password: next };
    await assert.rejects(passwords.change(send(), change), fresh);
    await assert.rejects(passwords.set(send(), next), fresh);
    await assert.rejects(passwords.remove(send()), fresh);
    await assert.rejects(auth.deleteAccount(send()), fresh);
    const page = await browser.goto(`${site}/auth/password`);
    assert.match(page.url, /signin\?error=SignInRequired&code=fresh/);
    assert.deepEqual(await sendJson(browser, change), [401, "fresh"]);
    assert.equal(await readHash(), before);
    assert.ok(await app.adapter.getUser("ada"));
    assert.notEqual(await readSession(browser), null);
  };
  return { ...app, browser, auth, send, readHash, assertRefused };
}

/** Changes the password as a program does; returns status and code of the refusal. */
async function sendJson(
  browser: Browser,
  fields: Readonly<Record<string, string>>,
): Promise<readonly [number, string]> {
  const headers = { accept: "application/json", origin: site };
  const asked = await browser.fetch(`${site}/auth/csrf`, { headers });
  const { csrfToken } = await asked.json();
  const answer = await browser.fetch(`${site}/auth/password`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ csrfToken, ...fields }),
  });
  return [answer.status, (await answer.json()).code];
}

for (const strategy of ["jwt", "database"] as const) {
  describe(`a user with a second factor (${strategy})`, () => {
    it("changes no password and deletes no account in a remembered browser with the password alone, and does both with the code [ASVS-7.5.1]", async () => {
      const app = await createThis(strategy);
      const { browser } = app;
      await post(browser, "signout", {});
      await typePassword(browser);
      const session = await readSession(browser);
      assert.deepEqual(session?.authentication?.amr, ["pwd"]);
      await app.assertRefused();
      // The sign-in that the page asks for asks for the code.
      const refused = toLocation(
        await post(browser, "password", { current: password, password: next }),
      );
      await browser.goto(refused.href);
      const callbackUrl = refused.searchParams.get("callbackUrl") ?? "";
      const held = await typePassword(browser, { callbackUrl });
      assert.equal(held.pathname, "/auth/second-factor");
      const state = held.searchParams.get("state") ?? "";
      const back = toLocation(
        await typeCode(browser, state, await showCode(1)),
      );
      assert.equal(back.pathname, "/auth/password");
      const page = await browser.goto(back.href);
      assert.doesNotMatch(page.text, /name="current"/);
      const before = await app.readHash();
      const done = await browser.submit(page, {
        action: "/auth/password",
        fields: { password: next },
      });
      assert.match(done.url, /done=passwordChanged/);
      assert.notEqual(await app.readHash(), before);
      await app.auth.deleteAccount(app.send());
      assert.equal(await app.adapter.getUser("ada"), null);
    });

    it("does neither ten minutes after the code, and the password alone is no proof", async () => {
      const app = await createThis(strategy);
      mock.timers.tick(11 * MINUTE);
      await app.assertRefused();
    });

    it("changes the password with a fresh code, and a wrong current one is refused all the same", async () => {
      const app = await createThis(strategy);
      const { passwords } = app.auth;
      const wrong = { current: "not the right one", password: next };
      await assert.rejects(passwords.change(app.send(), wrong), {
        type: "CredentialsSignin",
      });
      const before = await app.readHash();
      await passwords.change(app.send(), { current: password, password: next });
      assert.notEqual(await app.readHash(), before);
    });
  });
}
