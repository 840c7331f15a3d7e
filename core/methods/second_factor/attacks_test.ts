/** Ways to get a session without the second factor. */

import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  assertRefused,
  endTest,
  toAnswer,
} from "../../../testing/checks_testkit.ts";
import { signIn, site } from "../../../testing/app_testkit.ts";
import {
  changeFactors,
  readFactors,
} from "../../accounts/factors/stored_factors.ts";
import {
  describeFactorAttacks,
  fixTime,
  isSignedIn,
  linkProvider,
} from "./attacks_testkit.ts";
import {
  addUser,
  createFactorApp,
  type FactorApp,
  giveApp,
  showCode,
  startSignIn,
  toLocation,
  typeCode,
  typePassword,
} from "./second_factor_testkit.ts";

afterEach(endTest);

describeFactorAttacks("Auth()");

describe("a second factor cannot be skipped", () => {
  fixTime();

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

  it("by a sign-in that waits at another site with the same secret and store", async () => {
    const app = await createFactorApp();
    await giveApp(app);
    const browser = app.createBrowser();
    const state = await startSignIn(browser);
    const cookie = browser.cookies(site)
      .map(({ name, value }) => `${name}=${value}`).join("; ");
    const open = async (origin: string) => {
      const url = `${origin}/auth/second-factor?state=${state}`;
      const headers = { cookie, accept: "text/html" };
      return await app.handler(new Request(url, { headers }));
    };
    assert.equal((await open(site)).status, 200);
    const { headers } = await open("https://other.example");
    assert.match(headers.get("location") ?? "", /error=SecondFactorError/);
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
  fixTime();

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
