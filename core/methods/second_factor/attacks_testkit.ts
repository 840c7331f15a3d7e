/**
 * For tests only: ways to get a session without the second factor, which have to
 * fail whatever serves the auth routes. The clock is mocked by the test.
 *
 * @module
 */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { readSession, signIn, site } from "../../../testing/app_testkit.ts";
import { createRecoveryCodes } from "./recovery_codes.ts";
import {
  addUser,
  createFactorApp,
  type FactorApp,
  type FactorAppOptions,
  giveApp,
  password,
  post,
  showCode,
  startSignIn,
  toLocation,
  typeCode,
  typePassword,
} from "./second_factor_testkit.ts";

const DAY = 86_400_000;
/** Requests at once; each has hashed a password before. */
const RACERS = 8;

/** Whether a browser has a session. */
export async function isSignedIn(
  browser: ReturnType<FactorApp["createBrowser"]>,
) {
  return await readSession(browser) !== null;
}

/** Links an account at the test provider to a user. */
export async function linkProvider({ adapter, op }: FactorApp, userId: string) {
  await adapter.linkAccount?.({
    userId,
    type: "oidc",
    provider: "op",
    providerAccountId: String(op.user.sub),
  });
}

/** Has the tests of a group begin at the same time. */
export function fixTime(): void {
  beforeEach(() =>
    mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 })
  );
  afterEach(() => mock.timers.reset());
}

/**
 * Describes the attacks.
 *
 * @param name what serves the auth routes
 * @param host default: that of `createApp`
 */
export function describeFactorAttacks(
  name: string,
  host?: FactorAppOptions["host"],
): void {
  const create = (options: FactorAppOptions = {}) =>
    createFactorApp({ ...options, ...host === undefined ? {} : { host } });
  describe(`through ${name}, a second factor cannot be skipped`, () => {
    fixTime();
    for (const strategy of ["jwt", "database"] as const) {
      it(`by an old session of another user, or by a code without a sign-in (${strategy})`, async () => {
        const app = await create({ config: { session: { strategy } } });
        await addUser(app, "eve");
        await giveApp(app);
        const browser = app.createBrowser();
        await typePassword(browser, { id: "eve" });
        const state = await startSignIn(browser);
        assert.equal((await readSession(browser))?.user?.id, "eve");
        await typeCode(browser, state, "000000");
        assert.equal((await readSession(browser))?.user?.id, "eve");
        const code = await showCode();
        const stranger = app.createBrowser();
        for (const fields of [{ code }, { code, state: "" }, { code, state }]) {
          await post(stranger, "second-factor", fields);
          assert.ok(!await isSignedIn(stranger));
        }
      });
    }

    it("by another provider of the same user [ASVS-6.3.4]", async () => {
      const app = await create();
      await linkProvider(app, "ada");
      await giveApp(app);
      const browser = app.createBrowser();
      const page = await signIn(browser, { target: "/after" });
      assert.match(page.url, /\/auth\/second-factor\?state=/);
      assert.ok(!await isSignedIn(browser));
      const state = new URL(page.url).searchParams.get("state") ?? "";
      await typeCode(browser, state, await showCode());
      const session = await readSession(browser);
      assert.equal(session?.user?.id, "ada");
      assert.deepEqual(session?.authentication?.amr, ["otp", "mfa"]);
    });

    it("by `callbackUrl`, or by opening the target", async () => {
      const app = await create();
      await giveApp(app);
      for (
        const callbackUrl of ["/after", `${site}/auth/signin`, "//evil.example"]
      ) {
        const browser = app.createBrowser();
        const url = await typePassword(browser, { callbackUrl });
        assert.equal(url.pathname, "/auth/second-factor");
        assert.equal(url.origin, site);
        await browser.goto(`${site}/after`);
        assert.ok(!await isSignedIn(browser));
      }
    });

    it("by a remembered browser of another user, of another site's secret, or after 30 days", async () => {
      const app = await create();
      await addUser(app, "eve");
      await giveApp(app);
      await giveApp(app, "eve");
      const browser = app.createBrowser();
      const state = await startSignIn(browser);
      const code = await showCode();
      await typeCode(browser, state, code, { rememberBrowser: "yes" });
      await post(browser, "signout", {});
      assert.equal((await typePassword(browser)).pathname, "/after");
      const { authentication } = await readSession(browser) ?? {};
      assert.deepEqual(authentication?.amr, ["pwd"]);
      await post(browser, "signout", {});
      await startSignIn(browser, { id: "eve" });
      mock.timers.setTime(Date.now() + 30 * DAY);
      await startSignIn(browser);
    });

    it("by the password in a remembered browser, to change or to remove it", async () => {
      const app = await create();
      await linkProvider(app, "ada");
      await giveApp(app);
      const browser = app.createBrowser();
      const state = await startSignIn(browser);
      const code = await showCode();
      await typeCode(browser, state, code, { rememberBrowser: "yes" });
      await post(browser, "signout", {});
      await typePassword(browser);
      assert.ok(await isSignedIn(browser));
      const before = await app.adapter.getSecret("ada", "password");
      const next = "a new and quite long password";
      for (
        const fields of [
          { current: password, password: next },
          { password: next },
          { remove: "yes" },
        ]
      ) {
        const url = toLocation(await post(browser, "password", fields));
        assert.equal(url.pathname, "/auth/signin");
        assert.equal(url.searchParams.get("code"), "fresh");
      }
      assert.equal(await app.adapter.getSecret("ada", "password"), before);
    });

    it("by a second use of the same sign-in, or by its cookie in another browser", async () => {
      const app = await create();
      await giveApp(app);
      const browser = app.createBrowser();
      const state = await startSignIn(browser);
      const copies = browser.cookies(site);
      await typeCode(browser, state, await showCode());
      assert.ok(await isSignedIn(browser));
      const thief = app.createBrowser();
      for (const { name, value } of copies) {
        thief.setCookie(site, `${name}=${value}; Path=/; Secure`);
      }
      await typeCode(thief, state, await showCode(1));
      assert.ok(!await isSignedIn(thief));
    });

    it("by a code that was used, in the same step or an earlier one, or by a clock that is behind [ASVS-6.5.1]", async () => {
      const app = await create();
      await giveApp(app);
      const code = await showCode();
      const before = await showCode(-1);
      const first = app.createBrowser();
      await typeCode(first, await startSignIn(first), code);
      assert.ok(await isSignedIn(first));
      for (const used of [code, before]) {
        const other = app.createBrowser();
        const answer = await typeCode(other, await startSignIn(other), used);
        assert.match(answer.headers.get("location") ?? "", /code=wrong_code/);
        assert.ok(!await isSignedIn(other));
      }
      mock.timers.setTime(Date.now() - 30_000);
      const behind = app.createBrowser();
      await typeCode(behind, await startSignIn(behind), code);
      assert.ok(!await isSignedIn(behind));
    });

    it("by one code in many requests at once", async () => {
      const app = await create({
        config: { limits: { credentials: false } },
      });
      await giveApp(app);
      const code = await showCode();
      const browsers = await Promise.all(
        Array.from({ length: RACERS }, async () => {
          const browser = app.createBrowser();
          return { browser, state: await startSignIn(browser) };
        }),
      );
      await Promise.all(
        browsers.map(({ browser, state }) => typeCode(browser, state, code)),
      );
      const signedIn = await Promise.all(
        browsers.map(({ browser }) => isSignedIn(browser)),
      );
      assert.equal(signedIn.filter(Boolean).length, 1);
    });

    it("by one recovery code in many requests at once, and the user is told of the use [ASVS-6.5.1]", async () => {
      const app = await create({
        config: { limits: { credentials: false } },
      });
      const { shown, stored } = await createRecoveryCodes(Date.now());
      await giveApp(app, "ada", { recovery: stored });
      const [code = ""] = shown;
      const browsers = await Promise.all(
        Array.from({ length: RACERS }, async () => {
          const browser = app.createBrowser();
          return { browser, state: await startSignIn(browser) };
        }),
      );
      await Promise.all(
        browsers.map(({ browser, state }) => typeCode(browser, state, code)),
      );
      const signedIn: unknown[] = [];
      for (const { browser } of browsers) {
        const session = await readSession(browser);
        if (session !== null) signedIn.push(session.authentication?.amr);
      }
      assert.deepEqual(signedIn, [["pwd", "recovery", "mfa"]]);
      assert.match(app.mails.join(), /recovery code .* was used/i);
    });
  });
}
