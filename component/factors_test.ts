import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createAuth } from "@latchkey/auth";
import { app } from "../testing/app_testkit.ts";
import { endTest } from "../testing/checks_testkit.ts";
import {
  createFactorApp,
  giveApp,
  showCode,
  startSignIn,
  typeCode,
  typePassword,
} from "../core/methods/second_factor/second_factor_testkit.ts";
import { computeTotp, toStep } from "../core/methods/second_factor/totp.ts";
import { fromBase32 } from "../core/methods/second_factor/second_factor_testkit.ts";
import {
  formRequest,
  idOf,
  page,
  qwik,
  readPage,
  resultOf,
  submitRequest,
} from "./qwik_testkit.ts";

afterEach(endTest);

/** A site with a page for second factors, and a signed-in user. */
async function createSite(hasApp: boolean) {
  const routes = { "/": [page()], "/factors": [page()] };
  const site = await createFactorApp({ host: qwik({ routes }) });
  const { browser } = site;
  if (hasApp) {
    await giveApp(site);
    await typeCode(browser, await startSignIn(browser), await showCode());
  } else await typePassword(browser);
  const auth = createAuth(site.config);
  const toCookie = () => ({ cookie: browser.cookieHeader(`${app}/`) });
  const list = () =>
    auth.factors.list(new Request(app, { headers: toCookie() }));
  const keep = (response: Response) => {
    for (const set of response.headers.getSetCookie()) {
      browser.setCookie(app, set);
    }
    return response;
  };
  const send = async (fields: Readonly<Record<string, string>>) =>
    keep(
      await site.fetch(
        formRequest("/factors", site.auth.useFactors, fields, toCookie()),
      ),
    );
  return { ...site, send, list, keep, toCookie, functions: auth.factors };
}

describe("useFactors", () => {
  it("an app counts after its code was typed, and the recovery codes are shown by the page of the form", async () => {
    const site = await createSite(false);
    const { useFactors } = site.auth;
    const { enrolment, secret } = await site.functions.beginTotp(
      new Request(app, { headers: site.toCookie() }),
    );
    const key = fromBase32(secret);
    const code = await computeTotp(key, toStep(Date.now()));
    const wrong = code === "000000" ? "000001" : "000000";
    const action = "confirm";
    const refused = await site.send({ action, enrolment, code: wrong });
    const html = await refused.text();
    const result = readPage(html).loaders[idOf(useFactors)] as {
      fieldErrors: object;
    };
    assert.deepEqual(Object.keys(result.fieldErrors), ["code"]);
    assert.ok(!html.includes(enrolment));
    assert.equal((await site.list())?.totp.length, 0);
    const done = await site.send({ action, enrolment, code, name: "Phone" });
    assert.equal(done.status, 200);
    assert.match(done.headers.get("cache-control") ?? "", /no-store/);
    const { loaders } = readPage(await done.text());
    const { recoveryCodes } = loaders[idOf(useFactors)] as {
      recoveryCodes: string[];
    };
    assert.equal(recoveryCodes.length, 10);
    const [added] = (await site.list())?.totp ?? [];
    assert.equal(added?.name, "Phone");
  });

  it("with JavaScript, new recovery codes are the result of the action", async () => {
    const site = await createSite(true);
    const { useFactors } = site.auth;
    const answer = await site.fetch(
      submitRequest(
        "/factors",
        useFactors,
        { action: "codes" },
        site.toCookie(),
      ),
    );
    site.keep(answer);
    const { recoveryCodes } = await resultOf(answer, useFactors);
    assert.equal((recoveryCodes as string[]).length, 10);
    assert.equal((await site.list())?.recoveryCodesLeft, 10);
  });

  it("removing an app leads back to the page of the form", async () => {
    const site = await createSite(true);
    const [first] = (await site.list())?.totp ?? [];
    const answer = await site.send({ action: "remove", id: first?.id ?? "" });
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.get("location"), `${app}/factors`);
    assert.equal((await site.list())?.totp.length, 0);
  });

  it("a user whose sign-in is too long ago confirms it first, and comes back to the page of the form", async () => {
    const now = Date.now();
    mock.timers.enable({ apis: ["Date"], now });
    const site = await createSite(true);
    mock.timers.setTime(now + 11 * 60_000);
    const answer = await site.send({ action: "codes" });
    assert.equal(answer.status, 303);
    const { pathname, searchParams } = new URL(
      answer.headers.get("location") ?? "",
    );
    assert.equal(pathname, "/auth/signin");
    assert.equal(searchParams.get("callbackUrl"), `${app}/factors`);
    assert.notEqual((await site.list())?.recoveryCodesLeft, 10);
    mock.timers.reset();
  });
});
