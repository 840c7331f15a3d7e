import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { OIDCConfig } from "@latchkey/auth";
import {
  type App,
  approach,
  arrive,
  assertCallbackRefused,
  assertSignedIn,
  authorize,
  createApp,
  listAttempts,
  readSession,
  site,
  start,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";

afterEach(endTest);

async function readSent(
  checks: OIDCConfig["checks"],
): Promise<{ flow: App; sent: string[] }> {
  const flow = await createApp({ entry: { checks } });
  await assertSignedIn(flow);
  const asked = flow.op.requests.find((one) => one.endpoint === "authorize");
  const names = new URL(asked?.url ?? "").searchParams.keys();
  const guards = ["code_challenge", "nonce", "state"];
  return { flow, sent: [...names].filter((name) => guards.includes(name)) };
}

describe("checks", () => {
  const all = ["code_challenge", "nonce", "state"];
  const cases: [OIDCConfig["checks"], string[]][] = [
    [undefined, all],
    [["pkce"], all],
    [["pkce", "state", "nonce"], all],
    [["state"], ["nonce", "state"]],
    [["nonce"], ["nonce", "state"]],
    [[], ["nonce", "state"]],
    [["none"], []],
  ];
  for (const [checks, expected] of cases) {
    it(`the checks ${JSON.stringify(checks)} send ${expected.join(", ") || "nothing"}`, async () => {
      const { flow, sent } = await readSent(checks);
      assert.deepEqual(sent.toSorted(), expected);
      const token = flow.op.requests.find((one) => one.endpoint === "token");
      assert.equal(
        token?.form?.has("code_verifier"),
        expected.includes("code_challenge"),
      );
    });
  }

  it("the state still binds a plain provider without PKCE [R06]", async () => {
    const flow = await createApp({
      toEntry: (op) => op.plainProvider({ checks: ["state"] }),
    });
    const browser = flow.createBrowser();
    const url = new URL(await approach(browser));
    url.searchParams.set("state", `${url.searchParams.get("state")}x`);
    await assertCallbackRefused(flow, browser, url.href, {
      error: "InvalidCheck",
    });
    await assertSignedIn(flow, browser);
  });

  it("misspelt checks are reported at start-up instead of a flow without PKCE", async () => {
    for (const checks of [["pcke"], ["state", 7], "pkse"]) {
      const flow = await createApp({
        entry: { checks: checks as OIDCConfig["checks"] },
      });
      const page = await flow.createBrowser().goto(`${site}/auth/signin`);
      assert.equal(page.status, 500);
      assert.match(flow.log.map(({ text }) => text).join(), /`checks` must be/);
    }
  });
});

describe('checks: ["none"]', () => {
  function createUnchecked(): Promise<App> {
    return createApp({ entry: { checks: ["none"] } });
  }

  it("the target is kept in one cookie of a fixed name, and the callback clears it", async () => {
    const flow = await createUnchecked();
    const browser = flow.createBrowser();
    const url = await start(browser, { target: "/after?a=1" });
    assert.ok(!new URL(url).searchParams.has("state"));
    const [first, ...others] = listAttempts(browser);
    assert.deepEqual(others, []);
    const page = await arrive(browser, await authorize(browser, url));
    assert.equal(page.url, `${site}/after?a=1`);
    assert.ok(await readSession(browser));
    assert.deepEqual(listAttempts(browser), []);
    await start(browser);
    assert.deepEqual(listAttempts(browser), [first]);
  });

  it("many tabs share that one cookie, and the last target counts", async () => {
    const flow = await createUnchecked();
    const browser = flow.createBrowser();
    const urls = [
      await start(browser, { target: "/one" }),
      await start(browser, { target: "/two" }),
      await start(browser, { target: "/three" }),
    ];
    assert.equal(listAttempts(browser).length, 1);
    const [one = "", two = ""] = urls;
    const page = await arrive(browser, await authorize(browser, one));
    assert.equal(page.url, `${site}/three`);
    // The other tabs find the user signed in, and show no error.
    const second = await arrive(browser, await authorize(browser, two));
    assert.equal(second.url, `${site}/`);
    assert.ok(await readSession(browser));
  });

  it("several users sign in at once in their own browsers", async () => {
    const flow = await createUnchecked();
    const browsers = [1, 2, 3, 4].map(() => flow.createBrowser());
    await Promise.all(
      browsers.map((browser) => assertSignedIn(flow, browser)),
    );
    // Also one after another in the same browser: the cookie's name can be reused.
    const [browser = flow.createBrowser()] = browsers;
    await assertSignedIn(flow, browser);
    await assertSignedIn(flow, browser);
  });

  it("a callback still needs a browser that has begun a sign-in", async () => {
    const flow = await createUnchecked();
    const callbackUrl = await approach(flow.createBrowser());
    await assertCallbackRefused(flow, flow.createBrowser(), callbackUrl, {
      error: "InvalidCheck",
    });
  });

  it("a sign-in still expires after 15 minutes, with the target kept", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_700_000_000_000 });
    const flow = await createUnchecked();
    const browser = flow.createBrowser();
    await start(browser, { target: "/after" });
    mock.timers.tick(900_001);
    const page = await arrive(browser, `${site}/auth/callback/op?code=x`);
    const url = new URL(page.url);
    assert.equal(url.searchParams.get("error"), "InvalidCheck");
    assert.equal(url.searchParams.get("callbackUrl"), `${site}/after`);
  });

  it("a response with two codes or an error is still refused", async () => {
    const flow = await createUnchecked();
    for (const bend of ["code", "error"]) {
      flow.op.faults.callback = (params) =>
        params.append(bend, "login_required");
      const browser = flow.createBrowser();
      const page = await arrive(browser, await approach(browser));
      const error = new URL(page.url).searchParams.get("error");
      assert.equal(error, "OAuthCallbackError");
      assert.equal(await readSession(browser), null);
    }
  });

  it("plain OAuth 2 works, also if no state comes back", async () => {
    const flow = await createApp({
      toEntry: (op) => op.plainProvider({ checks: ["none"] }),
    });
    flow.op.faults.callback = (params) => params.set("state", "made up");
    await assertSignedIn(flow);
  });

  it("the cookie of another provider is refused", async () => {
    const flow = await createUnchecked();
    const browser = flow.createBrowser();
    await start(browser);
    const other = await createApp({
      entry: { checks: ["none"] },
      config: { secret: flow.makeConfig().secret },
    });
    // The same id and the same secret, but another issuer.
    const response = await other.handler(
      new Request(`${site}/auth/callback/op?code=x`, {
        headers: { cookie: browser.cookieHeader(site) },
      }),
    );
    const url = new URL(response.headers.get("location") ?? "");
    assert.equal(url.searchParams.get("error"), "InvalidCheck");
  });

  it("a warning is logged at start-up, once", async () => {
    const flow = await createUnchecked();
    await assertSignedIn(flow);
    await assertSignedIn(flow);
    const said = flow.log.filter(({ level }) => level === "warn");
    assert.deepEqual(said.map(({ text }) => text.split(":")[0]), ["checks"]);
    assert.match(said[0]?.text ?? "", /"op" has all checks disabled/);
  });

  it("no other warning is logged", async () => {
    for (const checks of [undefined, ["state"], []] as const) {
      const flow = await createApp({
        entry: { checks: checks && [...checks] },
      });
      await assertSignedIn(flow);
      const said = flow.log.filter(({ level }) => level === "warn");
      assert.deepEqual(said, []);
    }
  });
});
