import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createAuth } from "@latchkey/auth";
import type { Browser } from "@latchkey/auth/testing";
import { endTest } from "../../../testing/checks_testkit.ts";
import { readSession, site } from "../../../testing/app_testkit.ts";
import { readFactors } from "../../accounts/factors/stored_factors.ts";
import { computeTotp, toStep } from "./totp.ts";
import {
  createFactorApp,
  fromBase32,
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

/** Reads the page that sets an app up as its user does: with the key and the form. */
function readPage(text: string) {
  const [, key = ""] = /<code dir="ltr">([^<]+)<\/code>/.exec(text) ?? [];
  const [, enrolment = ""] = /name="enrolment" value="([^"]+)"/.exec(text) ??
    [];
  const show = () => computeTotp(fromBase32(key), toStep(Date.now()));
  return { enrolment, show };
}

/** Reads the codes that a page shows. */
function readCodes(text: string): string[] {
  return text.match(/(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/g)?.slice(0, 10) ?? [];
}

async function openSetUp(browser: Browser) {
  const page = await browser.goto(`${site}/auth/factors?add=1`);
  return readPage(page.text);
}

describe("where everybody has a second factor", () => {
  const options = { secondFactor: "required" } as const;

  for (const strategy of ["jwt", "database"] as const) {
    it(`a user without one sets it up before there is a session, and gets recovery codes once (${strategy}) [ASVS-6.3.3]`, async () => {
      const app = await createFactorApp({
        options,
        config: { session: { strategy } },
      });
      const browser = app.createBrowser();
      const state = await startSignIn(browser);
      const page = await browser.goto(
        `${site}/auth/second-factor?state=${state}`,
      );
      assert.match(page.text, /<svg class="qr"/);
      const { enrolment, show } = readPage(page.text);
      const wrong = await typeCode(browser, state, "12345x", { enrolment });
      assert.equal(wrong.status, 200);
      const again = await wrong.text();
      assert.equal(readPage(again).enrolment, enrolment);
      assert.equal(await readSession(browser), null);
      const code = await show();
      const done = await typeCode(browser, state, code, { enrolment });
      const codes = readCodes(await done.text());
      assert.equal(codes.length, 10);
      const session = await readSession(browser);
      assert.deepEqual(session?.authentication?.amr, ["pwd", "otp", "mfa"]);
      const factors = await readFactors(app.toContext(), "ada");
      assert.equal(factors.apps.length, 1);
      // The code that set it up is used up.
      const other = app.createBrowser();
      await typeCode(other, await startSignIn(other), code);
      assert.equal(await readSession(other), null);
      await typeCode(other, await startSignIn(other), codes[3] ?? "");
      assert.notEqual(await readSession(other), null);
    });
  }

  it("somebody with the password cannot set up a second one, whoever was first", async () => {
    const app = await createFactorApp({ options });
    const [thief, owner] = [app.createBrowser(), app.createBrowser()];
    const early = await startSignIn(thief);
    const opened = await thief.goto(
      `${site}/auth/second-factor?state=${early}`,
    );
    const theirs = readPage(opened.text);
    const state = await startSignIn(owner);
    const page = await owner.goto(`${site}/auth/second-factor?state=${state}`);
    const { enrolment, show } = readPage(page.text);
    await typeCode(owner, state, await show(), { enrolment });
    await typeCode(thief, early, await theirs.show(), {
      enrolment: theirs.enrolment,
    });
    assert.equal(await readSession(thief), null);
    const factors = await readFactors(app.toContext(), "ada");
    assert.equal(factors.apps.length, 1);
  });

  it("the function decides for each user, and its failure lets nobody in [ASVS-6.3.3]", async () => {
    const rules = {
      optional: () => "optional",
      required: () => "required",
      nonsense: () => "maybe",
      failing: () => {
        throw new Error("a failure of the rule");
      },
    } as const;
    const ends: Record<string, string> = {};
    for (const [name, secondFactor] of Object.entries(rules)) {
      const app = await createFactorApp({
        options: { secondFactor: secondFactor as () => "optional" },
      });
      const browser = app.createBrowser();
      ends[name] = (await typePassword(browser)).pathname;
      const isIn = await readSession(browser) !== null;
      assert.equal(isIn, name === "optional", name);
    }
    assert.deepEqual(ends, {
      optional: "/after",
      required: "/auth/second-factor",
      nonsense: "/auth/error",
      failing: "/auth/error",
    });
  });
});

describe("the user's page with their second factors", () => {
  it("a user adds an app; the other sessions end, this one shows the factor, and a mail tells [ASVS-6.3.7]", async () => {
    const added: unknown[] = [];
    const app = await createFactorApp({
      config: {
        events: { factorAdded: ({ factor }) => void added.push(factor) },
      },
    });
    const [browser, other] = [app.createBrowser(), app.createBrowser()];
    await typePassword(browser);
    await typePassword(other);
    const { enrolment, show } = await openSetUp(browser);
    const fields = { action: "confirm", enrolment, code: await show() };
    const done = await post(browser, "factors", fields);
    const codes = readCodes(await done.text());
    assert.equal(codes.length, 10);
    assert.equal(await readSession(other), null);
    const session = await readSession(browser);
    assert.deepEqual(session?.authentication?.amr, ["pwd", "otp", "mfa"]);
    assert.deepEqual(added, ["totp"]);
    assert.match(app.mails.join(), /authenticator app was added/);
    const page = await browser.goto(`${site}/auth/factors`);
    assert.match(page.text, /10 of 10 left/);
    assert.ok(!codes.some((code) => page.text.includes(code)));
    // The same form again adds nothing.
    await post(browser, "factors", fields);
    const factors = await readFactors(app.toContext(), "ada");
    assert.equal(factors.apps.length, 1);
  });

  it("nothing is stored before a right code, and the form of one user is of no use to another", async () => {
    const app = await createFactorApp();
    const browser = app.createBrowser();
    await typePassword(browser);
    const { enrolment, show } = await openSetUp(browser);
    assert.equal(await app.adapter.getSecret("ada", "factors"), null);
    const wrong = { action: "confirm", enrolment, code: "000000x" };
    const answer = await post(browser, "factors", wrong);
    assert.match(await answer.text(), /That code isn’t right/);
    const { addUser } = await import("./second_factor_testkit.ts");
    await addUser(app, "eve");
    const eve = app.createBrowser();
    await typePassword(eve, { id: "eve" });
    const code = await show();
    await post(eve, "factors", { action: "confirm", enrolment, code });
    for (const id of ["ada", "eve"]) {
      assert.equal(await app.adapter.getSecret(id, "factors"), null);
    }
    mock.timers.setTime(Date.now() + 1_800_000);
    const late = app.createBrowser();
    await typePassword(late);
    const fields = { action: "confirm", enrolment, code: await show() };
    await post(late, "factors", fields);
    assert.equal(await app.adapter.getSecret("ada", "factors"), null);
  });

  it("a change needs a proof of the last ten minutes, with the factor, and a form token", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    const visitor = app.createBrowser();
    const asked = await post(visitor, "factors", { action: "codes" });
    assert.match(toLocation(asked).search, /error=SignInRequired/);
    const browser = app.createBrowser();
    const state = await startSignIn(browser);
    const code = await showCode();
    await typeCode(browser, state, code, { rememberBrowser: "yes" });
    const forged = await browser.fetch(`${site}/auth/factors`, {
      method: "POST",
      headers: { origin: site },
      body: new URLSearchParams({ action: "remove", id: "phone" }),
      redirect: "manual",
    });
    assert.match(toLocation(forged).search, /error=MissingCSRF/);
    const list = () => readFactors(app.toContext(), "ada");
    assert.equal((await list()).apps.length, 1);
    // A remembered browser and the password are not enough.
    await post(browser, "signout", {});
    assert.equal((await typePassword(browser)).pathname, "/after");
    const remove = { action: "remove", id: "phone" };
    const confirm = toLocation(await post(browser, "factors", remove));
    assert.equal(confirm.pathname, "/auth/signin");
    assert.equal((await list()).apps.length, 1);
    // Only the code is asked for, and the page is open afterwards.
    const page = await browser.goto(confirm.href);
    assert.match(page.url, /\/auth\/second-factor\?callbackUrl=/);
    mock.timers.setTime(Date.now() + 60_000);
    const callbackUrl = `${site}/auth/factors`;
    const given = { code: await showCode(), callbackUrl };
    const back = await post(browser, "second-factor", given);
    assert.equal(toLocation(back).href, callbackUrl);
    mock.timers.setTime(Date.now() + 600_000);
    await post(browser, "factors", remove);
    assert.equal((await list()).apps.length, 1);
  });

  it("a user removes the app with everything, and replaces the codes; the old ones do not work [ASVS-6.5.6]", async () => {
    const removed: unknown[] = [];
    const app = await createFactorApp({
      config: {
        events: {
          factorRemoved: ({ factor, by }) => void removed.push([factor, by]),
        },
      },
    });
    await giveApp(app);
    const browser = app.createBrowser();
    await typeCode(browser, await startSignIn(browser), await showCode());
    const replace = () => post(browser, "factors", { action: "codes" });
    const first = readCodes(await (await replace()).text());
    const second = readCodes(await (await replace()).text());
    assert.equal(new Set([...first, ...second]).size, 20);
    const other = app.createBrowser();
    await typeCode(other, await startSignIn(other), first[0] ?? "");
    assert.equal(await readSession(other), null);
    await post(browser, "factors", { action: "remove", id: "nothing" });
    await post(browser, "factors", { action: "remove", id: "phone" });
    assert.equal(await app.adapter.getSecret("ada", "factors"), null);
    assert.deepEqual(removed, [["totp", "user"]]);
    assert.match(app.mails.join(), /recovery codes/);
    assert.match(app.mails.join(), /was removed/);
    assert.equal((await typePassword(other)).pathname, "/after");
  });

  it("the last app stays where everybody has one", async () => {
    const app = await createFactorApp({
      options: { secondFactor: "required" },
    });
    await giveApp(app);
    const browser = app.createBrowser();
    await typeCode(browser, await startSignIn(browser), await showCode());
    const page = await browser.goto(`${site}/auth/factors`);
    assert.doesNotMatch(page.text, /value="remove"/);
    await post(browser, "factors", { action: "remove", id: "phone" });
    const { apps } = await readFactors(app.toContext(), "ada");
    assert.equal(apps.length, 1);
  });

  it("a remembered browser is listed, and forgotten [ASVS-6.5.6]", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    const browser = app.createBrowser();
    const state = await startSignIn(browser);
    const code = await showCode();
    await typeCode(browser, state, code, { rememberBrowser: "yes" });
    const page = await browser.goto(`${site}/auth/factors`);
    assert.match(page.text, /This browser/);
    await post(browser, "factors", { action: "forget" });
    await post(browser, "signout", {});
    await startSignIn(browser);
  });
});

describe("second factors on pages of the application", () => {
  async function signInWithFactor() {
    const app = await createFactorApp();
    const auth = createAuth(app.config);
    const browser = app.createBrowser();
    await typePassword(browser);
    const toRequest = () => {
      const cookie = browser.cookies(site)
        .map(({ name, value }) => `${name}=${value}`).join("; ");
      return new Request(`${site}/account`, { headers: { cookie } });
    };
    const keep = ({ headers }: { headers: Headers }) => {
      for (const line of headers.getSetCookie()) browser.setCookie(site, line);
    };
    return { app, auth, browser, toRequest, keep };
  }

  it("its functions add, list, renew and remove as the built-in page does", async () => {
    const { auth, browser, toRequest, keep } = await signInWithFactor();
    const { factors } = auth;
    const begun = await factors.beginTotp(toRequest());
    assert.match(begun.qrCode, /^<svg /);
    const show = () =>
      computeTotp(fromBase32(begun.secret), toStep(Date.now()));
    const { enrolment } = begun;
    await assert.rejects(
      factors.confirmTotp(toRequest(), { enrolment, code: "x" }),
      { type: "SecondFactorError", code: "wrong_code" },
    );
    const answer = { enrolment, code: await show(), name: " My phone " };
    const added = await factors.confirmTotp(toRequest(), answer);
    assert.equal(added.recoveryCodes?.length, 10);
    keep(added);
    const session = await readSession(browser);
    assert.deepEqual(session?.authentication?.amr, ["pwd", "otp", "mfa"]);
    const list = await factors.list(toRequest());
    assert.equal(list?.totp[0]?.name, "My phone");
    assert.equal(list?.recoveryCodesLeft, 10);
    const renewed = await factors.newRecoveryCodes(toRequest());
    assert.notDeepEqual(renewed.recoveryCodes, added.recoveryCodes);
    keep(renewed);
    const id = list?.totp[0]?.id ?? "";
    keep(await factors.removeTotp(toRequest(), id));
    assert.deepEqual((await factors.list(toRequest()))?.totp, []);
  });

  it("its functions refuse a visitor, a session that is too old, and one without the factor", async () => {
    const { app, auth, toRequest } = await signInWithFactor();
    const { factors } = auth;
    const visitor = new Request(`${site}/account`);
    assert.equal(await factors.list(visitor), null);
    await assert.rejects(factors.beginTotp(visitor), {
      type: "SignInRequired",
    });
    await giveApp(app);
    await assert.rejects(factors.removeTotp(toRequest(), "phone"), {
      type: "InsufficientAuthentication",
    });
    mock.timers.setTime(Date.now() + 600_000);
    await assert.rejects(factors.newRecoveryCodes(toRequest()), {
      type: "SignInRequired",
      code: "fresh",
    });
  });

  it("an administrator resets the factors of a user, whose sessions end and who is told [ASVS-6.4.4, ASVS-6.5.6]", async () => {
    const { app, auth, browser } = await signInWithFactor();
    await giveApp(app);
    mock.timers.setTime(Date.now() + 1000);
    await auth.resetFactors("ada");
    assert.equal(await app.adapter.getSecret("ada", "factors"), null);
    assert.equal(await readSession(browser), null);
    assert.match(app.mails.join(), /Two-step sign-in is off/);
    mock.timers.setTime(Date.now() + 1000);
    assert.equal((await typePassword(browser)).pathname, "/after");
    await assert.rejects(auth.resetFactors("nobody"), {
      type: "InvalidRequest",
    });
  });
});
