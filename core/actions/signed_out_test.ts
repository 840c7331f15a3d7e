import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  approach,
  arrive,
  assertSignedIn,
  readSession,
  signOut,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  createPair,
  isSignedIn,
  preview,
  proxyUrl,
  signIn as signInAt,
} from "../attempts/redirect_proxy_testkit.ts";
import {
  assertHarmless,
  assertSignedOut,
  createLogoutFlow,
  kinds,
  leave,
  listUnfinished,
  readLogout,
  signedOut,
} from "../methods/oauth/logout/logout_testkit.ts";

afterEach(endTest);

for (const [kind, toConfig] of Object.entries(kinds)) {
  describe(`a sign-out at the provider (${kind})`, () => {
    it(`with ${kind}, the session ends here and then at the provider, and the visitor comes back to the target [RPL-01, rp-init-logout]`, async () => {
      const flow = await createLogoutFlow({
        op: { postLogoutRedirectUris: [signedOut] },
        config: toConfig(),
      });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const copy = browser.cookieHeader(`${site}/`);
      const back = await leave(browser, { callbackUrl: "/bye?a=1" });

      const request = new Request(`${site}/auth/session`, {
        headers: { cookie: copy },
      });
      // The provider has only just been asked.
      assert.equal(await (await flow.handler(request)).json(), null);
      await assertSignedOut(browser);

      const asked = readLogout(flow);
      assert.equal(asked.get("client_id"), flow.op.clientId);
      assert.match(asked.get("id_token_hint") ?? "", /^eyJ/);
      assert.equal(asked.get("post_logout_redirect_uri"), signedOut);
      assert.match(asked.get("state") ?? "", /^\S{21}\.[\w-]{43}$/);
      assert.equal(new URL(back).searchParams.get("state"), asked.get("state"));

      const page = await browser.goto(back, { from: `${flow.op.origin}/` });
      assert.equal(page.url, `${site}/bye?a=1`);
      assert.deepEqual(listUnfinished(browser), []);
    });
  });
}

describe("a return from a sign-out", () => {
  /** Signs out up to the return, and changes its parameters. */
  async function leaveWith(change: (params: URLSearchParams) => void) {
    const flow = await createLogoutFlow();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    flow.op.faults.signedOut = change;
    const back = await leave(browser, { callbackUrl: "/bye" });
    const open = () => browser.goto(back, { from: `${flow.op.origin}/` });
    return { flow, browser, back, open };
  }

  it("a return with another state shows the signed-out page, and follows nothing in the request [rp-init-logout-other-state]", async () => {
    const { flow, browser, back, open } = await leaveWith((params) => {
      params.set("state", "another");
      params.set("callbackUrl", "https://evil.example/");
    });
    const page = await open();
    assert.equal(page.status, 200);
    assert.match(page.text, /You.re signed out/);
    assertHarmless(flow, back);
    await assertSignedOut(browser);
  });

  it("a return without a state shows the signed-out page [rp-init-logout-no-state]", async () => {
    const { flow, browser, back, open } = await leaveWith((params) =>
      params.delete("state")
    );
    const page = await open();
    assert.equal(page.status, 200);
    assert.match(page.text, /You.re signed out/);
    assertHarmless(flow, back);
    await assertSignedOut(browser);
  });

  it("a return with the right id and a wrong secret uses the sign-out up, and finds no target", async () => {
    const { flow, browser, back, open } = await leaveWith((params) => {
      const [id] = (params.get("state") ?? "").split(".");
      params.set("state", `${id}.${"A".repeat(43)}`);
    });
    const page = await open();
    assert.match(page.text, /You.re signed out/);
    assertHarmless(flow, back);
    assert.deepEqual(listUnfinished(browser), []);
  });

  it("a return with two states finds no target", async () => {
    const { flow, back, open } = await leaveWith((params) =>
      params.append("state", "another")
    );
    const page = await open();
    assert.match(page.text, /You.re signed out/);
    assertHarmless(flow, back);
  });

  it("a return that is opened again shows the signed-out page", async () => {
    const { flow, browser, back, open } = await leaveWith(() => {});
    assert.equal((await open()).url, `${site}/bye`);
    const again = await open();
    assert.equal(again.url, back);
    assert.match(again.text, /You.re signed out/);
    assertHarmless(flow, back);
    await assertSignedOut(browser);
  });

  it("a return in another browser shows the signed-out page", async () => {
    const { flow, back } = await leaveWith(() => {});
    const page = await flow.createBrowser().goto(back);
    assert.match(page.text, /You.re signed out/);
    assertHarmless(flow, back);
  });

  it("a visitor who is signed in and opens the address goes to the home page, and stays signed in", async () => {
    const flow = await createLogoutFlow();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const page = await browser.goto(`${signedOut}?state=x&callbackUrl=/evil`);
    assert.equal(page.url, `${site}/`);
    assert.notEqual(await readSession(browser), null);
  });

  it("a site with a sign-out page of its own shows its home page instead of the built-in one", async () => {
    const flow = await createLogoutFlow({
      config: { pages: { signOut: "/out" } },
    });
    const page = await flow.createBrowser().goto(signedOut);
    assert.equal(page.url, `${site}/`);
  });

  it("the state of a sign-in in progress finds no target, and the sign-in goes on", async () => {
    const flow = await createLogoutFlow();
    const browser = flow.createBrowser();
    const callback = await approach(browser);
    const state = new URL(callback).searchParams.get("state") ?? "";
    const url = `${signedOut}?${new URLSearchParams({ state })}`;
    const page = await browser.goto(url);
    assert.match(page.text, /You.re signed out/);
    await arrive(browser, callback);
    assert.notEqual(await readSession(browser), null);
  });

  it("the state of a sign-out starts no sign-in", async () => {
    const { flow, browser, back } = await leaveWith(() => {});
    const { search } = new URL(back);
    await browser.goto(`${site}/auth/callback/op${search}&code=x`);
    assert.equal(await readSession(browser), null);
    assert.match(flow.answers.at(-3)?.headers.get("location") ?? "", /error=/);
  });

  it("several tabs that sign out come back each to its own target", async () => {
    const flow = await createLogoutFlow();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const first = await leave(browser, { callbackUrl: "/one" });
    await assertSignedIn(flow, browser);
    const second = await leave(browser, { callbackUrl: "/two" });
    assert.equal((await browser.goto(first)).url, `${site}/one`);
    assert.equal((await browser.goto(second)).url, `${site}/two`);
  });
});

describe("the target of a sign-out at the provider", () => {
  it("a target of another site is replaced by the home page before the browser leaves", async () => {
    const flow = await createLogoutFlow();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const back = await leave(browser, { callbackUrl: "https://evil.example/" });
    assert.equal((await browser.goto(back)).url, `${site}/`);
  });

  it("the redirect callback is asked again at the return, and its answer counts", async () => {
    const asked: string[] = [];
    const flow = await createLogoutFlow({
      config: {
        callbacks: {
          redirect: ({ url }) => {
            asked.push(url);
            return url.includes("/bye") ? `${url}!` : url;
          },
        },
      },
    });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    asked.length = 0;
    const page = await signOut(browser, { fields: { callbackUrl: "/bye" } });
    assert.deepEqual(asked, ["/bye", `${site}/bye!`]);
    assert.equal(page.url, `${site}/bye!!`);
  });

  it("a redirect callback that fails at the return leads to the home page", async () => {
    let isBroken = false;
    const flow = await createLogoutFlow({
      config: {
        callbacks: {
          redirect: ({ url }) => {
            if (isBroken) throw new Error("of the host");
            return url;
          },
        },
      },
    });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const back = await leave(browser, { callbackUrl: "/bye" });
    isBroken = true;
    const page = await browser.goto(back);
    assert.equal(page.url, `${site}/`);
    assert.equal(page.status, 200);
  });
});

describe("a sign-out at the provider behind a redirect proxy", () => {
  it("the provider returns to the proxy, which sends the visitor on to the deployment", async () => {
    const pair = await createPair({
      entry: { logout: true },
      op: { postLogoutRedirectUris: [`${proxyUrl}/signed-out`] },
      stable: { redirectProxyOrigins: [preview] },
    });
    await signInAt(pair);
    const form = await pair.browser.goto(`${preview}/auth/signout`);
    const page = await pair.browser.submit(form, {
      fields: { callbackUrl: "/bye" },
    });
    assert.equal(page.url, `${preview}/bye`);
    assert.equal(await isSignedIn(pair, preview), false);
    const asked = readLogout(pair);
    assert.equal(
      asked.get("post_logout_redirect_uri"),
      `${proxyUrl}/signed-out`,
    );
  });

  it("a proxy sends nothing on to an origin that is not listed", async () => {
    const redirectProxyOrigins = [preview];
    const pair = await createPair({
      entry: { logout: true },
      stable: { redirectProxyOrigins },
    });
    await signInAt(pair);
    redirectProxyOrigins.pop();
    const form = await pair.browser.goto(`${preview}/auth/signout`);
    const page = await pair.browser.submit(form, {
      fields: { callbackUrl: "/bye" },
    });
    assert.ok(page.url.startsWith(`${proxyUrl}/signed-out?`), page.url);
    assert.match(page.text, /You.re signed out/);
    assert.equal(await isSignedIn(pair, preview), false);
  });
});
