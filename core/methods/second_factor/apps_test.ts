/** Further apps of a user, and what an app is called. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import type { AdapterUser } from "@latchkey/auth";
import type { Browser } from "@latchkey/auth/testing";
import { endTest } from "../../../testing/checks_testkit.ts";
import { readSession, site } from "../../../testing/app_testkit.ts";
import {
  addApp,
  type Factors,
  type RecoveryCodes,
  type TotpApp,
} from "../../accounts/factors/factors.ts";
import {
  changeFactors,
  readFactors,
} from "../../accounts/factors/stored_factors.ts";
import type { SessionContext } from "../../request/context.ts";
import { beginEnrolment } from "./enrolment.ts";
import { createRecoveryCodes } from "./recovery_codes.ts";
import {
  createFactorApp,
  type FactorApp,
  fromBase32,
  giveApp,
  post,
  quick,
  showCode,
  startQuickly,
  typeCode,
} from "./second_factor_testkit.ts";
import { computeTotp, toStep } from "./totp.ts";

beforeEach(() =>
  mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 })
);
afterEach(endTest);

/** Makes an app whose user has just signed in with their factor. */
async function createSignedIn(more: Partial<Factors> = {}) {
  const app = await createFactorApp({ more: [quick] });
  await giveApp(app, "ada", more);
  const { browser } = app;
  await typeCode(browser, await startQuickly(browser), await showCode());
  assert.notEqual(await readSession(browser), null);
  return app;
}

/** Opens the page that sets an app up. */
async function open(browser: Browser) {
  const { text } = await browser.goto(`${site}/auth/factors?add=1`);
  return readPage(text);
}

function readPage(text: string) {
  const [, key = ""] = /<code dir="ltr">([^<]+)<\/code>/.exec(text) ?? [];
  const [, enrolment = ""] = /name="enrolment" value="([^"]+)"/.exec(text) ??
    [];
  const show = () => computeTotp(fromBase32(key), toStep(Date.now()));
  return { key, enrolment, show };
}

async function confirm(
  browser: Browser,
  { enrolment, show }: Awaited<ReturnType<typeof open>>,
  name?: string,
): Promise<Response> {
  const code = await show();
  const named = name === undefined ? {} : { name };
  const fields = { action: "confirm", enrolment, code, ...named };
  return await post(browser, "factors", fields);
}

const read = (app: FactorApp) => readFactors(app.toContext(), "ada");

describe("a further authenticator app", () => {
  it("leaves the recovery codes as they are, and signs in as the first one does", async () => {
    const { stored } = await createRecoveryCodes(Date.now());
    const app = await createSignedIn({ recovery: stored });
    const page = await open(app.browser);
    assert.equal((await confirm(app.browser, page)).status, 303);
    const { apps, recovery } = await read(app);
    assert.equal(apps.length, 2);
    assert.deepEqual(recovery, stored);
    mock.timers.setTime(Date.now() + 30_000);
    for (const code of [await page.show(), await showCode()]) {
      const browser = app.createBrowser();
      await typeCode(browser, await startQuickly(browser), code);
      assert.notEqual(await readSession(browser), null);
    }
  });

  it("brings new recovery codes to a user who has used all of theirs", async () => {
    const { stored } = await createRecoveryCodes(Date.now());
    const codes = stored.codes.map((one) => ({ ...one, used: Date.now() }));
    const recovery: RecoveryCodes = { ...stored, codes };
    const app = await createSignedIn({ recovery });
    const answer = await confirm(app.browser, await open(app.browser));
    assert.match(await answer.text(), /(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}/);
    const now = (await read(app)).recovery;
    assert.notEqual(now?.key, stored.key);
    assert.equal(now?.codes.filter(({ used }) => used === null).length, 10);
  });

  it("has the name that its user gives it, without spaces around it and at most 60 characters", async () => {
    const app = await createSignedIn();
    for (const name of [undefined, "  ", "  Tablet ", "x".repeat(61)]) {
      await confirm(app.browser, await open(app.browser), name);
    }
    const names = (await read(app)).apps.map(({ name }) => name);
    assert.deepEqual(names, [null, null, null, "Tablet", "x".repeat(60)]);
  });

  it("that comes too late to be the fifth changes nothing", async () => {
    const app = await createSignedIn();
    const page = await open(app.browser);
    const toApp = (id: string): TotpApp => ({
      ...{ id, name: null, secret: id, lastStep: -1, created: 0 },
    });
    await changeFactors(
      app.toContext(),
      "ada",
      (factors) =>
        ["b", "c", "d", "e"].reduce(
          (all, id) => addApp(all, toApp(id)) ?? assert.fail(),
          factors,
        ),
    );
    const before = await read(app);
    const answer = await confirm(app.browser, page);
    assert.equal(answer.status, 200);
    assert.equal(readPage(await answer.text()).enrolment, page.enrolment);
    assert.deepEqual(await read(app), before);
  });

  it("is set up anew if its form does not open", async () => {
    const app = await createSignedIn();
    const page = await open(app.browser);
    for (const enrolment of ["x", `${page.enrolment}x`]) {
      const answer = await confirm(app.browser, { ...page, enrolment });
      assert.equal(answer.status, 200);
      const next = readPage(await answer.text());
      assert.notEqual(next.enrolment, enrolment);
      assert.notEqual(next.key, page.key);
      const before = (await read(app)).apps.length;
      await confirm(app.browser, next);
      assert.equal((await read(app)).apps.length, before + 1);
    }
  });
});

describe("the entry in the app", () => {
  it("names the user by address, else by name, else by id", async () => {
    const app = await createFactorApp();
    const ctx = { ...app.toContext(), origin: site } as SessionContext;
    const user: AdapterUser = { id: "7", email: null, emailVerified: null };
    const users = [
      [{ ...user, email: "ada@example.com", name: "Ada" }, "ada%40example.com"],
      [{ ...user, name: "Ada Lovelace" }, "Ada%20Lovelace"],
      [{ ...user, name: "" }, "7"],
    ] as const;
    for (const [one, name] of users) {
      const { uri } = await beginEnrolment(ctx, one);
      assert.ok(uri.startsWith(`otpauth://totp/app.example:${name}?`), uri);
    }
  });
});
