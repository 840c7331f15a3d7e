/** Ways to get a session without the second factor. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createMemoryStore } from "@latchkey/auth";
import {
  assertRefused,
  endTest,
  toAnswer,
} from "../../../testing/checks_testkit.ts";
import { readSession, signIn, site } from "../../../testing/app_testkit.ts";
import {
  changeFactors,
  readFactors,
} from "../../accounts/factors/stored_factors.ts";
import { createRecoveryCodes } from "./recovery_codes.ts";
import {
  addUser,
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

const DAY = 86_400_000;

async function isSignedIn(browser: ReturnType<FactorApp["createBrowser"]>) {
  return await readSession(browser) !== null;
}

/** Links an account at the test provider to a user. */
async function linkProvider({ adapter, op }: FactorApp, userId: string) {
  await adapter.linkAccount?.({
    userId,
    type: "oidc",
    provider: "op",
    providerAccountId: String(op.user.sub),
  });
}

describe("a second factor cannot be skipped", () => {
  for (const strategy of ["jwt", "database"] as const) {
    it(`by an old session of another user, or by a code without a sign-in (${strategy})`, async () => {
      const app = await createFactorApp({ config: { session: { strategy } } });
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
    const app = await createFactorApp();
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

  it("by anything that a provider says except several factors in `amr` [ASVS-6.3.4]", async () => {
    const app = await createFactorApp();
    await linkProvider(app, "ada");
    await giveApp(app);
    for (const amr of [["pwd"], ["otp"], "mfa", ["pwd", "mfa"]]) {
      app.op.faults.idToken = { claims: (all) => ({ ...all, amr }) };
      const browser = app.createBrowser();
      await signIn(browser);
      const isStrong = Array.isArray(amr) && amr.includes("mfa");
      assert.equal(await isSignedIn(browser), isStrong, `${amr}`);
    }
  });

  it("by `callbackUrl`, or by opening the target", async () => {
    const app = await createFactorApp();
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
    const app = await createFactorApp();
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

  it("by a remembered browser whose factors changed, or whose sessions were ended", async () => {
    for (const how of ["factors", "revoke"] as const) {
      const app = await createFactorApp();
      await giveApp(app);
      const browser = app.createBrowser();
      const state = await startSignIn(browser);
      const code = await showCode();
      await typeCode(browser, state, code, { rememberBrowser: "yes" });
      mock.timers.setTime(Date.now() + 60_000);
      if (how === "factors") await giveApp(app, "ada", { browsers: [] });
      else {
        const { createAuth } = await import("@latchkey/auth");
        await createAuth(app.config).revoke({ user: "ada" });
      }
      await startSignIn(browser);
    }
  });

  it("by a sign-in that waited while the user's sessions were ended, or for too long", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    const { createAuth } = await import("@latchkey/auth");
    const browser = app.createBrowser();
    const ended = await startSignIn(browser);
    mock.timers.setTime(Date.now() + 1000);
    await createAuth(app.config).revoke({ user: "ada" });
    const answer = await typeCode(browser, ended, await showCode());
    assert.match(answer.headers.get("location") ?? "", /SecondFactorError/);
    assertRefused(await toAnswer(answer), app);
    mock.timers.setTime(Date.now() + 60_000);
    const late = await startSignIn(browser);
    mock.timers.setTime(Date.now() + 600_000);
    await typeCode(browser, late, await showCode());
    assert.ok(!await isSignedIn(browser));
  });

  it("by a second use of the same sign-in, or by its cookie in another browser", async () => {
    const app = await createFactorApp();
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

  it("by a code that was used, in the same step, an earlier one, or another process [ASVS-6.5.1]", async () => {
    const adapter = createMemoryAdapter();
    const store = createMemoryStore();
    const secret = "one secret of two processes, long enough";
    const config = { store, secret };
    const app = await createFactorApp({ adapter, config });
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
    // The clock of the other process is half a minute behind.
    mock.timers.setTime(Date.now() - 30_000);
    const behind = app.createBrowser();
    await typeCode(behind, await startSignIn(behind), code);
    assert.ok(!await isSignedIn(behind));
  });

  it("by one code in twenty requests at once", async () => {
    const app = await createFactorApp({
      config: { limits: { credentials: false } },
    });
    await giveApp(app);
    const code = await showCode();
    const browsers = await Promise.all(
      Array.from({ length: 20 }, async () => {
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

  it("by one recovery code in twenty requests at once, and the user is told of the use [ASVS-6.5.1]", async () => {
    const app = await createFactorApp({
      config: { limits: { credentials: false } },
    });
    const { shown, stored } = await createRecoveryCodes(Date.now());
    await giveApp(app, "ada", { recovery: stored });
    const [code = ""] = shown;
    const browsers = await Promise.all(
      Array.from({ length: 20 }, async () => {
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

  it("by a row of factors that was copied from another user", async () => {
    const app = await createFactorApp();
    await addUser(app, "eve");
    await giveApp(app, "eve");
    const stolen = await app.adapter.getSecret("eve", "factors");
    const change = { userId: "ada", kind: "factors", before: null } as const;
    await app.adapter.replaceSecret({ ...change, after: stolen });
    const browser = app.createBrowser();
    await typePassword(browser);
    assert.ok(!await isSignedIn(browser));
    assert.match(app.lines.join(), /second factors of a user did not open/);
  });

  it("by a secret that was given up, and one that is still listed opens them", async () => {
    const adapter = createMemoryAdapter();
    const [old, next] = [
      "an old secret, long enough for tests",
      "a new secret, long enough for tests!",
    ];
    const first = await createFactorApp({ adapter, config: { secret: old } });
    await giveApp(first);
    const open = (secret: string[]) => createFactorAppOf(adapter, secret);
    const rotated = await open([next, old]);
    const browser = rotated.createBrowser();
    await typeCode(browser, await startSignIn(browser), await showCode());
    assert.ok(await isSignedIn(browser));
    // Its use has sealed it anew.
    mock.timers.setTime(Date.now() + 60_000);
    const alone = await open([next]);
    const other = alone.createBrowser();
    await typeCode(other, await startSignIn(other), await showCode());
    assert.ok(await isSignedIn(other));
    const wrong = await open([`${next} another`]);
    const last = wrong.createBrowser();
    await typePassword(last);
    assert.ok(!await isSignedIn(last));
  });
});

/** The same users in a process with other secrets. */
async function createFactorAppOf(
  adapter: FactorApp["adapter"],
  secret: string[],
) {
  return await createFactorApp({ adapter, config: { secret }, isThere: true });
}

describe("the factors of two users", () => {
  it("a change is made again if another request was faster, and nothing is lost", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    await Promise.all(
      Array.from(
        { length: 10 },
        (_, i) =>
          changeFactors(app.toContext(), "ada", (factors) => ({
            ...factors,
            browsers: [...factors.browsers, {
              hash: `${i}`,
              created: 0,
              lastSeen: 0,
              userAgent: null,
            }],
          })),
      ),
    );
    const { browsers } = await readFactors(app.toContext(), "ada");
    assert.equal(browsers.length, 10);
  });

  it("a page that leads to another site is never the target", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    const browser = app.createBrowser();
    const state = await startSignIn(browser, {
      callbackUrl: "https://evil.example/",
    });
    const answer = await typeCode(browser, state, await showCode());
    assert.equal(toLocation(answer).origin, site);
  });
});
