import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createMemoryStore, type Store } from "@latchkey/auth";
import {
  assertSignedIn,
  cookieName,
  createApp,
  readSession,
  signOut,
  site,
} from "../../../../testing/app_testkit.ts";
import { defer, endTest, until } from "../../../../testing/checks_testkit.ts";
import { NOON } from "../../../session/session_testkit.ts";
import {
  assertSignedOut,
  createLogoutFlow,
  listLines,
  listUnfinished,
  readLogout,
} from "./logout_testkit.ts";

afterEach(endTest);

const bye = { callbackUrl: "/bye" };

describe("the choice to sign out at the provider", () => {
  it("without `logout`, a sign-out stays here", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    assert.equal((await signOut(browser, { fields: bye })).url, `${site}/bye`);
    assert.equal(flow.op.count("endSession"), 0);
    await assertSignedOut(browser);
  });

  it("`federated=true` in the form leads to the provider without `logout`", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const page = await signOut(browser, {
      fields: { ...bye, federated: "true" },
    });
    assert.equal(page.url, `${site}/bye`);
    assert.equal(flow.op.count("endSession"), 1);
    assert.equal(readLogout(flow).get("id_token_hint"), null);
    await assertSignedOut(browser);
  });

  it("`federated=false` in the form stays here with `logout`", async () => {
    const flow = await createLogoutFlow();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const page = await signOut(browser, {
      fields: { ...bye, federated: "false" },
    });
    assert.equal(page.url, `${site}/bye`);
    assert.equal(flow.op.count("endSession"), 0);
    await assertSignedOut(browser);
  });

  it("another value of `federated` counts as none", async () => {
    const flow = await createLogoutFlow();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    await signOut(browser, { fields: { federated: "perhaps" } });
    assert.equal(flow.op.count("endSession"), 1);
  });

  it("a user of another provider is not sent to the one with `logout`", async () => {
    const flow = await createLogoutFlow({
      more: [{
        id: "name",
        name: "Name",
        type: "credentials",
        credentials: { name: {} },
        authorize: () => ({ id: "1", name: "Ada" }),
      }],
    });
    const browser = flow.createBrowser();
    for (const federated of ["", "true"]) {
      const form = await browser.goto(`${site}/auth/signin`);
      await browser.submit(form, {
        action: "/auth/callback/name",
        fields: { name: "Ada" },
      });
      assert.notEqual(await readSession(browser), null);
      const page = await signOut(browser, { fields: { ...bye, federated } });
      assert.equal(page.url, `${site}/bye`);
    }
    assert.equal(flow.op.count("endSession"), 0);
  });

  it("a browser without a session is not sent to the provider", async () => {
    const flow = await createLogoutFlow();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const page = await browser.goto(`${site}/auth/signout`);
    browser.deleteCookie(site, cookieName.session);
    await browser.submit(page);
    assert.equal(flow.op.count("endSession"), 0);
  });

  it("a script gets the provider's URL, with the session ended", async () => {
    const flow = await createLogoutFlow();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const { csrfToken } = await (await browser.fetch(`${site}/auth/csrf`))
      .json();
    const answer = await browser.fetch(`${site}/auth/signout`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
      },
      body: JSON.stringify({ csrfToken, callbackUrl: "/bye" }),
    });
    assert.equal(answer.status, 200);
    const { url } = await answer.json();
    assert.ok(url.startsWith(`${flow.op.issuer}/end-session?`), url);
    await assertSignedOut(browser);
    assert.equal((await browser.goto(url)).url, `${site}/bye`);
  });
});

describe("a sign-out with a provider that fails", () => {
  it("a provider that is down leaves the user signed out here [RPL-02]", async () => {
    const flow = await createLogoutFlow();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const copy = browser.cookieHeader(`${site}/`);
    flow.op.faults.endSession = { status: 503 };
    const page = await signOut(browser, { fields: bye });
    assert.equal(page.status, 503);
    assert.ok(page.url.startsWith(flow.op.issuer));
    await assertSignedOut(browser);
    const request = new Request(`${site}/auth/session`, {
      headers: { cookie: copy },
    });
    assert.equal(await (await flow.handler(request)).json(), null);
  });

  /** Signs in without the provider's metadata, which are first needed at the sign-out. */
  async function createUnread(logout = true) {
    const flow = await createApp({
      // Where no metadata name an algorithm, this one is expected.
      op: { alg: "RS256" },
      toEntry: (op) =>
        op.provider({
          logout,
          authorization: `${op.issuer}/authorize`,
          token: `${op.issuer}/token`,
          userinfo: `${op.issuer}/userinfo`,
          jwks_endpoint: `${op.issuer}/jwks`,
        }),
    });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    assert.equal(flow.op.count("discovery"), 0);
    return { flow, browser };
  }

  it("an endpoint that only the metadata name is found, even if a sign-in does not read them", async () => {
    const { flow, browser } = await createUnread();
    assert.equal((await signOut(browser, { fields: bye })).url, `${site}/bye`);
    assert.equal(flow.op.count("endSession"), 1);
  });

  for (
    const [how, fault] of Object.entries(
      {
        "a server error": { status: 500 },
        "a broken connection": { reset: true },
        "no JSON": { body: "<html>" },
      } as const,
    )
  ) {
    it(`metadata that come as ${how} leave the user signed out here, at the target`, async () => {
      const { flow, browser } = await createUnread();
      flow.op.faults.discovery = fault;
      const page = await signOut(browser, { fields: bye });
      assert.equal(page.url, `${site}/bye`);
      assert.equal(flow.op.count("endSession"), 0);
      assert.deepEqual(listLines(flow, /not at provider "op"/), ["warn"]);
      assert.deepEqual(listUnfinished(browser), []);
      await assertSignedOut(browser);
    });
  }

  it("metadata that never come hold a sign-out up for three seconds, and the session has ended before", async () => {
    mock.timers.enable({ apis: ["Date", "setTimeout"], now: NOON });
    const { flow, browser } = await createUnread();
    const copy = browser.cookieHeader(`${site}/`);
    flow.op.faults.discovery = { hang: true };
    const done = signOut(browser, { fields: bye });
    await until(() => flow.op.count("discovery") === 1);
    const request = new Request(`${site}/auth/session`, {
      headers: { cookie: copy },
    });
    assert.equal(await (await flow.handler(request)).json(), null);
    mock.timers.tick(3000);
    assert.equal((await done).url, `${site}/bye`);
    assert.deepEqual(listLines(flow, /metadata came too late/), ["warn"]);
    mock.timers.tick(60_000);
    await assertSignedOut(browser);
  });

  it("a provider without an end-session endpoint is logged once, and its users are signed out here", async () => {
    const flow = await createLogoutFlow();
    flow.op.faults.discovery = {
      body: ({ end_session_endpoint: _, ...rest }) => rest,
    };
    for (let round = 0; round < 2; round++) {
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      assert.equal(
        (await signOut(browser, { fields: bye })).url,
        `${site}/bye`,
      );
      await assertSignedOut(browser);
    }
    assert.deepEqual(listLines(flow, /has no end-session endpoint/), ["warn"]);
    assert.equal(flow.op.count("endSession"), 0);
  });

  for (
    const url of [
      "http://op.example/end-session",
      "http://127.0.0.1/end-session",
      "https://op.example/end-session#part",
      "javascript:alert(1)",
      "/end-session",
      7,
    ]
  ) {
    it(`metadata with the end-session endpoint ${url} lead nowhere, and the user is signed out here`, async () => {
      const flow = await createLogoutFlow();
      flow.op.faults.discovery = {
        body: (right) => ({ ...right, end_session_endpoint: url }),
      };
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      assert.equal(
        (await signOut(browser, { fields: bye })).url,
        `${site}/bye`,
      );
      assert.deepEqual(listLines(flow, /no usable end_session_endpoint/), [
        "warn",
      ]);
      await assertSignedOut(browser);
    });
  }
});

describe("a sign-out that fails here", () => {
  it("a session that could not be ended does not lead to the provider", async () => {
    let isBroken = false;
    const inner = createMemoryStore();
    const guard = <A extends unknown[], R>(work: (...args: A) => R) =>
    (
      ...args: A
    ) => {
      if (isBroken) throw new Error("the store is down");
      return work(...args);
    };
    const store: Store = {
      get: inner.get,
      set: guard(inner.set),
      compareAndSet: guard(inner.compareAndSet),
      delete: guard(inner.delete),
    };
    const flow = await createLogoutFlow({ config: { store } });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const form = await browser.goto(`${site}/auth/signout`);
    isBroken = true;
    const page = await browser.submit(form, { fields: bye });
    assert.match(page.url, /error=SignOutError/);
    assert.equal(flow.op.count("endSession"), 0);
    isBroken = false;
    assert.notEqual(await readSession(browser), null);
  });

  it("a handler of `signOut` that never settles does not keep the session, and the provider is still asked", async () => {
    const called = defer();
    const flow = await createLogoutFlow({
      config: {
        events: {
          signOut: async () => {
            called.resolve();
            await new Promise(() => {});
          },
        },
      },
    });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const form = await browser.goto(`${site}/auth/signout`);
    mock.timers.enable({ apis: ["setTimeout"] });
    const done = browser.submit(form, { fields: bye });
    await called.promise;
    mock.timers.tick(10_000);
    assert.equal((await done).url, `${site}/bye`);
    assert.equal(flow.op.count("endSession"), 1);
  });
});
