/** Every first factor, and what stands in for the second one. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createAuth, type WebAuthnConfig } from "@latchkey/auth";
import { InvalidRequest } from "@latchkey/auth/errors";
import { Passkey } from "@latchkey/auth/providers/passkey";
import type { PasswordOptions } from "@latchkey/auth/providers/password";
import type { Browser } from "@latchkey/auth/testing";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  readCsrfToken,
  readSession,
  site,
  toRequest,
} from "../../../testing/app_testkit.ts";
import { createAuthenticator } from "../passkey/authenticator_testkit.ts";
import { authenticate, register } from "../passkey/passkeys_testkit.ts";
import {
  createFactorApp,
  fromBase32,
  giveApp,
  post,
  quick,
  showCode,
  startQuickly,
  startSignIn,
  toLocation,
  typeCode,
  typePassword,
} from "./second_factor_testkit.ts";
import { computeTotp, toStep } from "./totp.ts";

beforeEach(() =>
  mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 })
);
afterEach(endTest);

/** An app whose user has a passkey, too. */
async function createPasskeyApp(
  options: PasswordOptions = {},
  entry: Partial<WebAuthnConfig> = {},
) {
  let rule: "optional" | "required" = "optional";
  const app = await createFactorApp({
    options: { secondFactor: () => rule, ...options },
    more: [Passkey(entry)],
    config: { origin: site, experimental: { enableWebAuthn: true } },
  });
  const authenticator = createAuthenticator(site);
  const owner = { browser: app.createBrowser(), authenticator };
  await typePassword(owner.browser);
  await register(owner);
  const requireFactor = () => rule = "required";
  const toPerson = (browser: Browser) => ({ browser, authenticator });
  return { ...app, toPerson, requireFactor };
}

describe("a passkey", () => {
  it("that verified its user needs no code, and the session says so", async () => {
    const app = await createPasskeyApp();
    await giveApp(app);
    const browser = app.createBrowser();
    await authenticate(app.toPerson(browser));
    const session = await readSession(browser);
    assert.deepEqual(session?.authentication?.amr, ["pop", "user", "mfa"]);
  });

  it("and another account or address are not added from a remembered browser without the code, which the next sign-in asks for", async () => {
    const app = await createPasskeyApp();
    await giveApp(app);
    const browser = app.createBrowser();
    const state = await startSignIn(browser);
    await typeCode(browser, state, await showCode(), {
      rememberBrowser: "yes",
    });
    await post(browser, "signout", {});
    assert.equal((await typePassword(browser)).pathname, "/after");
    const authenticator = createAuthenticator(site);
    await assert.rejects(register({ browser, authenticator }));
    assert.equal(
      (await app.adapter.listAuthenticatorsByUserId("ada")).length,
      1,
    );
    const email = "thief@example.com";
    const asked = toLocation(await post(browser, "email", { email }));
    assert.equal(asked.searchParams.get("code"), "fresh");
    const refused = toLocation(await post(browser, "link/op", {}));
    assert.equal(refused.searchParams.get("code"), "fresh");
    const callbackUrl = refused.searchParams.get("callbackUrl") ?? "";
    await browser.goto(refused.href);
    const held = await typePassword(browser, { callbackUrl });
    assert.equal(held.pathname, "/auth/second-factor");
    await typeCode(
      browser,
      held.searchParams.get("state") ?? "",
      await showCode(1),
    );
    await register({ browser, authenticator });
    assert.equal(
      (await app.adapter.listAuthenticatorsByUserId("ada")).length,
      2,
    );
  });

  it("that did not verify its user is one factor: the code is asked for [ASVS-6.5.7]", async () => {
    const app = await createPasskeyApp({}, {
      authenticationOptions: { userVerification: "preferred" },
      verifyAuthenticationOptions: { requireUserVerification: false },
    });
    await giveApp(app);
    const browser = app.createBrowser();
    const flags = { up: true, uv: false };
    const { body } = await authenticate(app.toPerson(browser), { flags });
    const { pathname, searchParams } = new URL(body.url);
    assert.equal(pathname, "/auth/second-factor");
    assert.equal(await readSession(browser), null);
    const state = searchParams.get("state") ?? "";
    await typeCode(browser, state, await showCode());
    const session = await readSession(browser);
    assert.ok(session?.authentication?.amr?.includes("mfa"));
  });

  it("is offered after the password, and takes the place of the code", async () => {
    const app = await createPasskeyApp();
    await giveApp(app);
    const browser = app.createBrowser();
    const state = await startSignIn(browser);
    const url = `${site}/auth/second-factor?state=${state}`;
    const page = await browser.goto(url);
    assert.match(page.text, /data-passkey="passkey"/);
    assert.match(page.text, /autocomplete="one-time-code"/);
    const policy = page.headers.get("content-security-policy") ?? "";
    assert.match(policy, /connect-src 'self'/);
    await authenticate(app.toPerson(browser));
    assert.equal((await readSession(browser))?.user?.id, "ada");
  });

  it("that is made at a sign-up is enough for the first session as well", async () => {
    const app = await createPasskeyApp();
    app.requireFactor();
    const browser = app.createBrowser();
    const authenticator = createAuthenticator(site);
    await register({ browser, authenticator }, "eve@example.com");
    const session = await readSession(browser);
    assert.deepEqual(session?.authentication?.amr, ["pop", "user", "mfa"]);
  });

  it("is the only way on for its owner where everybody has a second factor: no password alone sets up another", async () => {
    const app = await createPasskeyApp();
    app.requireFactor();
    const browser = app.createBrowser();
    const state = await startSignIn(browser);
    const url = `${site}/auth/second-factor?state=${state}`;
    const page = await browser.goto(url);
    assert.match(page.text, /data-passkey="passkey"/);
    assert.doesNotMatch(page.text, /name="code"|class="qr"/);
    await typeCode(browser, state, await showCode());
    await post(browser, "factors", { action: "confirm", enrolment: "x" });
    assert.equal(await readSession(browser), null);
    assert.equal(await app.adapter.getSecret("ada", "factors"), null);
    await authenticate(app.toPerson(browser));
    assert.equal((await readSession(browser))?.user?.id, "ada");
  });
});

describe("removing passkeys", () => {
  /** The app's user with two passkeys, and a way to remove them. */
  async function createTwo() {
    const app = await createPasskeyApp();
    const browser = app.createBrowser();
    await typePassword(browser);
    await register({ browser, authenticator: createAuthenticator(site) });
    const list = () => app.adapter.listAuthenticatorsByUserId("ada");
    const remove = (one: Browser, credentialID = "") =>
      post(one, "unlink/passkey", { credentialID });
    const [first, second] = (await list()).map((one) => one.credentialID);
    return { ...app, browser, list, remove, first, second };
  }

  it("leaves one where everybody has a second factor, also if two are removed at once", async () => {
    const app = await createTwo();
    app.requireFactor();
    const { browser, first, second } = app;
    await Promise.all([
      app.remove(browser, first),
      app.remove(browser.clone(), second),
    ]);
    const [left] = await app.list();
    assert.ok(left);
    const refused = await app.remove(browser, left.credentialID);
    assert.equal(refused.status, 400);
    assert.equal((await app.list()).length, 1);
    await assert.rejects(
      createAuth(app.config).removePasskey(toRequest(browser), left),
      InvalidRequest,
    );
    assert.notEqual(await readSession(browser), null);
  });

  it("leaves none if there is an app, or nobody has to have one", async () => {
    for (const change of ["app", "rule"]) {
      const app = await createTwo();
      if (change === "app") {
        await giveApp(app);
        app.requireFactor();
      }
      await app.remove(app.browser, app.first);
      await app.remove(app.browser, app.second);
      assert.deepEqual(await app.list(), []);
    }
  });
});

describe("the time of a code", () => {
  it("is that of the server, whatever the request says [ASVS-6.5.8]", async () => {
    const app = await createFactorApp({ more: [quick] });
    await giveApp(app);
    const browser = app.createBrowser();
    const state = await startQuickly(browser);
    const steps = 120;
    const code = await showCode(steps);
    const date = new Date(Date.now() + steps * 30_000).toUTCString();
    const csrfToken = await readCsrfToken(browser);
    await browser.fetch(`${site}/auth/second-factor`, {
      method: "POST",
      headers: { origin: site, date },
      body: new URLSearchParams({ csrfToken, state, code, date }),
      redirect: "manual",
    });
    assert.equal(await readSession(browser), null);
    await typeCode(browser, state, await showCode());
    assert.notEqual(await readSession(browser), null);
  });
});

describe("a program", () => {
  it("signs in with a code as a page does, and learns what is missing as data", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    const browser = app.createBrowser();
    const state = await startSignIn(browser);
    const url = `${site}/auth/second-factor`;
    const headers = { accept: "application/json", origin: site };
    const asked = await browser.fetch(`${url}?state=${state}`, { headers });
    const { csrfToken, methods } = await asked.json();
    assert.deepEqual(methods, ["totp", "recovery"]);
    const send = async (code: string) => {
      const body = JSON.stringify({ csrfToken, state, code });
      const type = { "content-type": "application/json" };
      const init = { method: "POST", headers: { ...headers, ...type }, body };
      const answer = await browser.fetch(url, init);
      return [answer.status, await answer.json()] as const;
    };
    const [status, problem] = await send("000000");
    assert.equal(status, 403);
    assert.equal(problem.error, "SecondFactorError");
    assert.equal(problem.code, "wrong_code");
    const [, { url: target }] = await send(await showCode());
    assert.equal(target, `${site}/after`);
    assert.notEqual(await readSession(browser), null);
    const list = await browser.fetch(`${site}/auth/factors`, { headers });
    assert.equal((await list.json()).totp.length, 1);
  });

  it("sets a factor up where everybody has one, and gets the recovery codes", async () => {
    const app = await createFactorApp({
      options: { secondFactor: "required" },
    });
    const browser = app.createBrowser();
    const state = await startSignIn(browser);
    const url = `${site}/auth/second-factor?state=${state}`;
    const headers = { accept: "application/json" };
    const asked = await (await browser.fetch(url, { headers })).json();
    assert.match(asked.uri, /^otpauth:\/\/totp\//);
    assert.match(asked.secret, /^(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
    assert.equal(await readSession(browser), null);
    const { csrfToken, enrolment, secret } = asked;
    const code = await computeTotp(fromBase32(secret), toStep(Date.now()));
    const done = await browser.fetch(`${site}/auth/second-factor`, {
      method: "POST",
      headers: { ...headers, origin: site },
      body: new URLSearchParams({ csrfToken, enrolment, state, code }),
    });
    const { url: target, recoveryCodes } = await done.json();
    assert.equal(target, `${site}/after`);
    assert.equal(recoveryCodes.length, 10);
    assert.notEqual(await readSession(browser), null);
  });
});

describe("the pages of second factors", () => {
  it("a sign-in that is not there leads to the sign-in page, and says why", async () => {
    const app = await createFactorApp();
    const browser = app.createBrowser();
    const page = await browser.goto(`${site}/auth/second-factor?state=nothing`);
    assert.match(page.url, /\/auth\/signin\?.*error=SecondFactorError/);
    assert.match(page.text, /took too long or began in another browser/);
  });

  it("they do not exist without stored passwords", async () => {
    const app = await createFactorApp();
    const config = { ...app.config, providers: [app.op.provider()] };
    const { Auth } = await import("@latchkey/auth");
    for (const path of ["factors", "second-factor", "second-factor?state=x"]) {
      const answer = await Auth(new Request(`${site}/auth/${path}`), config);
      assert.equal(answer.status, 404, path);
    }
  });

  it("a visitor of the user's page signs in first, and comes back", async () => {
    const app = await createFactorApp();
    const browser = app.createBrowser();
    const page = await browser.goto(`${site}/auth/factors`);
    const { pathname, searchParams } = new URL(page.url);
    assert.equal(pathname, "/auth/signin");
    const callbackUrl = searchParams.get("callbackUrl") ?? "";
    assert.equal(callbackUrl, `${site}/auth/factors`);
    const url = await typePassword(browser, { callbackUrl });
    assert.equal(url.pathname, "/auth/factors");
    const shown = await browser.goto(url.href);
    assert.match(shown.text, /Set up two-step sign-in/);
    mock.timers.setTime(Date.now() + 600_000);
    const late = await browser.goto(url.href);
    assert.match(late.text, /Confirm it’s you/);
    const again = toLocation(
      await post(browser, "factors", { action: "codes" }),
    );
    assert.equal(again.pathname, "/auth/signin");
  });
});
