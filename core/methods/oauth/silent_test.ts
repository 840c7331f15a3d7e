import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { createAuth, type RequireOptions } from "@latchkey/auth";
import type { Browser } from "@latchkey/auth/testing";
import {
  type App,
  arrive,
  assertCallbackRefused,
  assertNoSecrets,
  assertSignedIn,
  authorize,
  cookieName,
  createApp,
  post,
  readSession,
  site,
  toAttemptId,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";

afterEach(endTest);

const DECLINED = [
  "login_required",
  "interaction_required",
  "consent_required",
  "account_selection_required",
  "unmet_authentication_requirements",
];

/** The ways in which a form asks for a silent sign-in. */
const ways: Readonly<
  Record<string, (browser: Browser, target: string) => Promise<Response>>
> = {
  "the field silent": (browser, callbackUrl) =>
    post(browser, "signin/op", { silent: "true", callbackUrl }),
  "the parameter prompt": (browser, callbackUrl) =>
    post(browser, "signin/op?prompt=none", { callbackUrl }),
};

async function readUrl(answer: Response): Promise<string> {
  const { url } = await answer.json();
  return url;
}

function readLog({ log }: App, ...levels: string[]): string[] {
  return log.filter(({ level }) => levels.includes(level))
    .map(({ text }) => text);
}

for (const [way, ask] of Object.entries(ways)) {
  describe(`a form that asks for a silent sign-in by ${way}`, () => {
    it("the user comes back signed in, to the target", async () => {
      const flow = await createApp();
      const browser = flow.createBrowser();
      const url = await readUrl(await ask(browser, "/here"));
      assert.equal(new URL(url).searchParams.get("prompt"), "none");
      const page = await browser.goto(url, { from: `${site}/` });
      assert.equal(page.url, `${site}/here`);
      assert.ok(await readSession(browser));
    });

    for (const code of DECLINED) {
      it(`the answer ${code} leads to the target without a session and without an error [X22, I17]`, async () => {
        const told: unknown[] = [];
        const flow = await createApp({
          config: { events: { signInFailed: (one) => void told.push(one) } },
        });
        const browser = flow.createBrowser();
        flow.op.faults.silent = code;
        const url = await readUrl(await ask(browser, "/here?a=b"));
        const callback = await authorize(browser, url);
        const page = await arrive(browser, callback);
        assert.equal(page.url, `${site}/here?a=b`);
        assert.equal(await readSession(browser), null);
        const [answer] = flow.answers.filter(({ url }) => url === callback);
        assert.ok(answer);
        assert.equal(answer.status, 303);
        assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
        assertNoSecrets(flow, answer, callback);
        const names = browser.cookies(site).map(({ name }) => name);
        assert.ok(
          !names.includes(cookieName.attempt + toAttemptId(callback)),
        );
        assert.deepEqual(told, []);
        assert.deepEqual(readLog(flow, "error", "warn"), []);
        assert.ok(readLog(flow, "debug").some((one) => one.includes(code)));
        // Used up: a second delivery is one of an attempt that is gone.
        await assertCallbackRefused(flow, browser, callback, {
          error: "InvalidCheck",
        });
      });
    }

    it("a program gets the URL of the target", async () => {
      const flow = await createApp();
      const browser = flow.createBrowser();
      flow.op.faults.silent = "login_required";
      const url = await readUrl(await ask(browser, "/here"));
      const callback = await authorize(browser, url);
      const answer = await browser.fetch(callback, {
        headers: { "x-auth-return-redirect": "1" },
      });
      assert.deepEqual(await answer.json(), { url: `${site}/here` });
    });

    it("a session that the browser has stays as it is", async () => {
      const flow = await createApp();
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      flow.op.faults.silent = "login_required";
      const url = await readUrl(await ask(browser, "/here"));
      await arrive(browser, await authorize(browser, url));
      assert.ok(await readSession(browser));
    });

    it("an error of another kind stays one", async () => {
      const flow = await createApp();
      const browser = flow.createBrowser();
      flow.op.faults.silent = "temporarily_unavailable";
      const url = await readUrl(await ask(browser, "/here"));
      await assertCallbackRefused(
        flow,
        browser,
        await authorize(browser, url),
        {
          error: "OAuthCallbackError:temporarily_unavailable",
          target: `${site}/here`,
        },
      );
    });
  });
}

describe("an answer to a sign-in that was to show a page", () => {
  it("an answer that asks the user to act stays an error", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    flow.op.faults.authorize = { error: "login_required" };
    const url = await readUrl(await post(browser, "signin/op"));
    await assertCallbackRefused(flow, browser, await authorize(browser, url), {
      error: "OAuthCallbackError:login_required",
    });
  });

  it("a guard's own prompt takes precedence over the field silent", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const options: RequireOptions = { params: { prompt: "login" } };
    const met = await createAuth(flow.makeConfig()).require(
      new Request(`${site}/vault`, { headers: { accept: "text/html" } }),
      options,
    );
    assert.ok(met instanceof Response);
    for (const one of met.headers.getSetCookie()) browser.setCookie(site, one);
    const url = await readUrl(
      await post(browser, "signin/op", {
        silent: "true",
        callbackUrl: "/vault",
      }),
    );
    assert.equal(new URL(url).searchParams.get("prompt"), "login");
    flow.op.faults.authorize = { error: "login_required" };
    await assertCallbackRefused(flow, browser, await authorize(browser, url), {
      error: "OAuthCallbackError:login_required",
    });
  });

  it("a pushed request is silent, too", async () => {
    const flow = await createApp({
      entry: { pushedAuthorizationRequests: true },
    });
    const browser = flow.createBrowser();
    flow.op.faults.silent = "login_required";
    const url = await readUrl(
      await post(browser, "signin/op", {
        silent: "true",
        callbackUrl: "/here",
      }),
    );
    const page = await browser.goto(url, { from: `${site}/` });
    assert.equal(page.url, `${site}/here`);
  });
});
