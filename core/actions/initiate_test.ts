import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { OIDCConfig } from "@latchkey/auth";
import { createBrowser } from "@latchkey/auth/testing";
import {
  type App,
  type AppOptions,
  arrive,
  assertNoSecrets,
  assertSignedIn,
  authorize,
  cookieName,
  createApp,
  readSession,
  site,
} from "../../testing/app_testkit.ts";
import { assertNoRejections, endTest } from "../../testing/checks_testkit.ts";

afterEach(endTest);

const route = `${site}/auth/initiate/op`;
/** The page of the provider with the link that the user follows. */
const portal = "https://portal.example/";
const navigation = { accept: "text/html", "sec-fetch-mode": "navigate" };

async function createSite(
  entry: Partial<OIDCConfig> = { initiate: true },
  config: AppOptions["config"] = {},
): Promise<App> {
  return await createApp({ entry, config });
}

type Params = Readonly<Record<string, string>>;

const toUrl = (params: Params) => `${route}?${new URLSearchParams(params)}`;

/** Follows a link to the route, and returns the provider's URL that it leads to. */
async function follow(flow: App, params: Params) {
  const browser = flow.createBrowser();
  const page = await browser.goto(toUrl(params), {
    from: portal,
    stopAt: (url) => url.startsWith(flow.op.origin),
  });
  return { browser, page, url: new URL(page.pending ?? "none:") };
}

/** Sends a request, and asserts that no sign-in begins. */
async function assertRefused(
  flow: App,
  request: Request,
  status = 400,
): Promise<void> {
  const answer = await flow.handler(request);
  assert.equal(answer.status, status);
  assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
  assert.deepEqual(answer.headers.getSetCookie(), []);
  assert.equal(answer.headers.get("location"), null);
  const body = await answer.text();
  const { url, headers } = { url: request.url, headers: answer.headers };
  assertNoSecrets(flow, { url, status, headers, body });
  assert.equal(flow.op.requests.length, 0);
  await assertNoRejections();
}

describe("a sign-in that another site begins", () => {
  it("a link with iss, login_hint and target_link_uri begins a sign-in with a fresh state, which ends at the target [I18]", async () => {
    const flow = await createSite();
    const { browser, url } = await follow(flow, {
      iss: flow.op.issuer,
      login_hint: "ada@example.com",
      target_link_uri: `${site}/reports?month=5`,
    });
    assert.equal(url.searchParams.get("login_hint"), "ada@example.com");
    assert.ok(url.searchParams.get("nonce"));
    assert.ok(url.searchParams.get("code_challenge"));
    const other = await follow(flow, { iss: flow.op.issuer });
    assert.notEqual(
      other.url.searchParams.get("state"),
      url.searchParams.get("state"),
    );
    const page = await arrive(browser, await authorize(browser, url.href));
    assert.equal(page.url, `${site}/reports?month=5`);
    assert.ok(await readSession(browser));
  });

  it("a user who is sent to the initiate_login_uri signs in [3rd-party-init-login]", async () => {
    const flow = await createSite();
    const browser = flow.createBrowser();
    const params = { iss: flow.op.issuer, target_link_uri: `${site}/here` };
    const page = await browser.goto(toUrl(params), { from: portal });
    assert.equal(page.url, `${site}/here`);
    assert.ok(await readSession(browser));
  });

  it("a form of another site begins a sign-in, too [I18]", async () => {
    const flow = await createSite();
    const fields = { iss: flow.op.issuer, target_link_uri: "/here" };
    const inputs = Object.entries(fields).map(([name, value]) =>
      `<input name="${name}" value="${value}">`
    );
    const form = `<form method="post" action="${route}">${inputs.join("")}`;
    const browser = createBrowser({
      "https://portal.example": () =>
        new Response(`<!doctype html>${form}<button>Go</button></form>`, {
          headers: { "content-type": "text/html" },
        }),
      [site]: (request) =>
        new URL(request.url).pathname.startsWith("/auth/")
          ? flow.handler(request)
          : new Response("a page of the host"),
      [flow.op.origin]: flow.op.handler,
    });
    const page = await browser.submit(await browser.goto(portal));
    assert.equal(page.url, `${site}/here`);
    assert.ok(await readSession(browser));
  });

  it("a signed-in user stays signed in until the sign-in is finished", async () => {
    const flow = await createSite();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const before = await readSession(browser);
    flow.op.user = { sub: "user-2", name: "Grace Hopper" };
    const url = toUrl({ iss: flow.op.issuer });
    await browser.goto(url, {
      from: portal,
      stopAt: (url) => url.startsWith(flow.op.origin),
    });
    assert.deepEqual(
      (await readSession(browser))?.user,
      before?.user,
    );
    await browser.goto(url, { from: portal });
    assert.equal((await readSession(browser))?.user?.name, "Grace Hopper");
  });

  it("another issuer begins nothing, nor does none [I18]", async () => {
    const flow = await createSite();
    const { issuer } = flow.op;
    const wrong = [
      {},
      { iss: "" },
      { iss: "https://evil.example" },
      { iss: `${issuer}/` },
      { iss: issuer.toUpperCase() },
      { iss: `${issuer}.evil.example` },
    ];
    for (const params of wrong) {
      const url = toUrl(params as Params);
      await assertRefused(flow, new Request(url, { headers: navigation }));
    }
  });

  it("a parameter that is sent twice begins nothing", async () => {
    const flow = await createSite();
    const one = toUrl({ iss: flow.op.issuer });
    for (const name of ["iss", "login_hint", "target_link_uri"]) {
      const value = name === "iss" ? flow.op.issuer : "/a";
      const twice = new URLSearchParams([[name, value], [name, value]]);
      const url = `${one}&${twice}`;
      await assertRefused(flow, new Request(url, { headers: navigation }));
    }
    const body = new URLSearchParams([
      ["iss", flow.op.issuer],
      ["iss", flow.op.issuer],
    ]);
    const request = new Request(route, {
      method: "POST",
      headers: navigation,
      body,
    });
    await assertRefused(flow, request);
  });

  it("a target of another site, or of the auth routes, becomes the default [I18]", async () => {
    const flow = await createSite();
    const targets = [
      "https://evil.example/",
      "//evil.example",
      "javascript:alert(1)",
      `${site}/auth/signout`,
      `${site}.evil.example/`,
      "/a".repeat(2000),
    ];
    for (const target_link_uri of targets) {
      const browser = flow.createBrowser();
      const url = toUrl({ iss: flow.op.issuer, target_link_uri });
      const page = await browser.goto(url, { from: portal });
      assert.equal(page.url, `${site}/`);
    }
  });

  it("the target passes the redirect callback of the application", async () => {
    const seen: string[] = [];
    const flow = await createSite(undefined, {
      callbacks: {
        redirect: ({ url, baseUrl }) => {
          seen.push(url);
          return `${baseUrl}/chosen`;
        },
      },
    });
    const url = toUrl({
      iss: flow.op.issuer,
      target_link_uri: "https://other.example/x",
    });
    const page = await flow.createBrowser().goto(url, { from: portal });
    assert.equal(page.url, `${site}/chosen`);
    assert.deepEqual(seen, ["https://other.example/x"]);
  });

  it("other parameters are ignored, those of our own forms included", async () => {
    const flow = await createSite();
    const { url } = await follow(flow, {
      iss: flow.op.issuer,
      prompt: "none",
      silent: "true",
      scope: "openid",
      callbackUrl: `${site}/elsewhere`,
      state: "chosen",
      login_hint: "x".repeat(1025),
    });
    assert.equal(url.searchParams.get("prompt"), null);
    assert.equal(url.searchParams.get("login_hint"), null);
    assert.equal(url.searchParams.get("scope"), "openid profile email");
    assert.notEqual(url.searchParams.get("state"), "chosen");
  });

  const others: Readonly<Record<string, RequestInit>> = {
    "a prefetch": { headers: { ...navigation, "sec-purpose": "prefetch" } },
    "an image": {
      headers: { accept: "image/*", "sec-fetch-mode": "no-cors" },
    },
    "a script": { headers: { ...navigation, "sec-fetch-mode": "cors" } },
    "a program": { headers: { accept: "application/json" } },
  };
  for (const [what, init] of Object.entries(others)) {
    it(`${what} begins nothing`, async () => {
      const flow = await createSite();
      const url = toUrl({ iss: flow.op.issuer });
      await assertRefused(flow, new Request(url, init));
    });
  }

  it("a HEAD request begins nothing", async () => {
    const flow = await createSite();
    const url = toUrl({ iss: flow.op.issuer });
    const init = { method: "HEAD", headers: navigation };
    await assertRefused(flow, new Request(url, init), 405);
  });

  it("a provider without this option has no such route, nor has one of another kind", async () => {
    for (const entry of [{}, { initiate: false }]) {
      const flow = await createSite(entry);
      const url = toUrl({ iss: flow.op.issuer });
      const init = { headers: navigation };
      await assertRefused(flow, new Request(url, init), 404);
    }
    const plain = await createApp({
      toEntry: (op) => ({ ...op.plainProvider(), issuer: op.issuer }),
    });
    const url = toUrl({ iss: plain.op.issuer });
    await assertRefused(plain, new Request(url, { headers: navigation }), 404);
  });

  it("a provider that is known by its metadata alone is compared with those", async () => {
    const flow = await createApp({
      toEntry: (op) => ({
        ...op.provider({ initiate: true }),
        issuer: undefined,
        wellKnown: `${op.issuer}/.well-known/openid-configuration`,
      }),
    });
    const browser = flow.createBrowser();
    const url = toUrl({ iss: flow.op.issuer });
    await browser.goto(url, { from: portal });
    assert.ok(await readSession(browser));
    const wrong = toUrl({ iss: "https://evil.example" });
    const answer = await flow.handler(
      new Request(wrong, { headers: navigation }),
    );
    assert.equal(answer.status, 400);
  });

  it("a link that is followed again and again leaves at most five attempts", async () => {
    const flow = await createSite();
    const browser = flow.createBrowser();
    for (let i = 0; i < 8; i++) {
      await browser.goto(toUrl({ iss: flow.op.issuer }), {
        from: portal,
        stopAt: (url) => url.startsWith(flow.op.origin),
      });
    }
    const attempts = browser.cookies(site).filter(({ name }) =>
      name.startsWith(cookieName.attempt)
    );
    assert.equal(attempts.length, 5);
  });
});
