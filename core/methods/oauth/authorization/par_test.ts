import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { OIDCConfig } from "@latchkey/auth";
import type { Fault, FaultProviderOptions } from "@latchkey/auth/testing";
import {
  type App,
  assertNoSecrets,
  assertSignedIn,
  cookieName,
  createApp,
  pressButton,
  site,
  start,
} from "../../../../testing/app_testkit.ts";
import { endTest, until } from "../../../../testing/checks_testkit.ts";

afterEach(endTest);

const required = { requirePushed: true } as const;

function pushed(flow: App) {
  const found = flow.op.requests.findLast((one) => one.endpoint === "par");
  return found ?? assert.fail("nothing was pushed");
}

/** Asserts that the button leads to a page of the site, without the provider's login page. */
async function assertNotLeft(
  flow: App,
  error: string,
  path = "/auth/signin",
): Promise<void> {
  const browser = flow.createBrowser();
  const page = await pressButton(browser, { target: "/after" });
  assert.equal(page.pending, undefined, "it left without pushing [F16]");
  const url = new URL(page.url);
  assert.equal(url.pathname, path);
  assert.equal(url.searchParams.get("error"), error);
  if (path === "/auth/signin") {
    assert.equal(url.searchParams.get("callbackUrl"), `${site}/after`);
  }
  const attempts = browser.cookies(site)
    .filter(({ name }) => name.startsWith(cookieName.attempt));
  assert.deepEqual(attempts, []);
  assertNoSecrets(flow, flow.answers.at(-1) ?? assert.fail());
}

describe("a pushed authorization request [R24]", () => {
  const cases: [string, FaultProviderOptions, Partial<OIDCConfig>][] = [
    ["the metadata requires it", required, {}],
    ["the definition asks for it", {}, { pushedAuthorizationRequests: true }],
    ["both do", required, { pushedAuthorizationRequests: true }],
  ];
  for (const [name, op, entry] of cases) {
    it(`the request is pushed if ${name}`, async () => {
      const flow = await createApp({ op, entry });
      await assertSignedIn(flow);
      assert.equal(flow.op.count("par"), 1);
    });
  }

  it("the request is not pushed if neither side asks for it", async () => {
    const flow = await createApp();
    await assertSignedIn(flow);
    assert.equal(flow.op.count("par"), 0);
  });

  it("the request is pushed if the provider requires it, even if the definition says false", async () => {
    const flow = await createApp({
      op: required,
      entry: { pushedAuthorizationRequests: false },
    });
    await assertSignedIn(flow);
    assert.equal(flow.op.count("par"), 1);
  });

  it("the URL contains only client_id and request_uri", async () => {
    const flow = await createApp({
      op: required,
      entry: { authorization: { params: { claims: { a: 1 } } } },
    });
    const url = new URL(await start(flow.createBrowser()));
    assert.equal(url.origin + url.pathname, `${flow.op.issuer}/authorize`);
    assert.deepEqual([...url.searchParams.keys()].toSorted(), [
      "client_id",
      "request_uri",
    ]);
    const { form } = pushed(flow);
    const names = [
      "claims",
      "client_id",
      "code_challenge",
      "code_challenge_method",
      "nonce",
      "redirect_uri",
      "response_type",
      "scope",
      "state",
    ];
    const sent = [...form?.keys() ?? []].toSorted();
    assert.deepEqual(sent, names);
    assert.equal(form?.get("redirect_uri"), `${site}/auth/callback/op`);
    assert.equal(form?.get("claims"), '{"a":1}');
  });

  it("the request authenticates the client in the same way as at the token endpoint", async () => {
    for (
      const method of [
        "client_secret_basic",
        "client_secret_post",
        "client_secret_jwt",
      ] as const
    ) {
      const flow = await createApp({
        op: { ...required, clientAuth: method },
        entry: { client: { token_endpoint_auth_method: method } },
      });
      await assertSignedIn(flow);
      const { headers, form } = pushed(flow);
      const isBasic = method === "client_secret_basic";
      assert.equal(headers["authorization"] !== undefined, isBasic);
      assert.equal(
        form?.has("client_secret"),
        method === "client_secret_post",
      );
    }
  });

  it("each sign-in pushes a new request: a request_uri is never used again", async () => {
    const flow = await createApp({ op: required });
    const browser = flow.createBrowser();
    const uris = new Set<string | null>();
    for (let i = 0; i < 3; i++) {
      const url = await start(browser);
      uris.add(new URL(url).searchParams.get("request_uri"));
    }
    assert.equal(uris.size, 3);
    await assertSignedIn(flow, browser);
    assert.equal(flow.op.count("par"), 4);
  });

  it("the endpoint comes from the metadata, although all others are configured", async () => {
    const flow = await createApp({
      toEntry: (op) =>
        op.provider({
          authorization: `${op.issuer}/authorize`,
          token: `${op.issuer}/token`,
          jwks_endpoint: `${op.issuer}/jwks`,
          pushedAuthorizationRequests: true,
        }),
    });
    await assertSignedIn(flow);
    assert.equal(flow.op.count("par"), 1);
  });

  it("plain OAuth 2 providers work with pushed requests", async () => {
    const flow = await createApp({
      op: required,
      toEntry: (op) =>
        op.plainProvider({
          issuer: op.issuer,
          pushedAuthorizationRequests: true,
        }),
    });
    await assertSignedIn(flow);
    assert.equal(flow.op.count("par"), 1);
  });
});

describe("a pushed authorization request that fails [R24, F16]", () => {
  const faults: [string, Fault][] = [
    ["400", { error: "invalid_request", description: "no" }],
    ["401", { error: "invalid_token" }],
    ["500", { status: 500 }],
    ["503 and JSON", { status: 503, body: '{"request_uri":"urn:x"}' }],
    ["a broken connection", { reset: true }],
    ["200 instead of 201", {
      status: 200,
      body: '{"request_uri":"urn:x","expires_in":60}',
      headers: { "content-type": "application/json" },
    }],
    ["no request_uri", { body: '{"expires_in":60}' }],
    ["a request_uri that is no text", {
      body: '{"request_uri":{},"expires_in":60}',
    }],
    ["no JSON", { body: "<html>", contentType: "text/html" }],
    ["a redirect", { redirect: "https://evil.example/", status: 307 }],
  ];
  for (const [name, par] of faults) {
    it(`a pushed request that fails with ${name} is never replaced by a plain one`, async () => {
      const flow = await createApp({
        entry: { pushedAuthorizationRequests: true },
      });
      flow.op.faults = { par };
      await assertNotLeft(flow, "ProviderUnavailable");
      assert.equal(flow.op.count("other"), 0);
      // The fault was temporary.
      flow.op.reset();
      await assertSignedIn(flow);
    });
  }

  it("a pushed request without a response is given up after 5 s", async () => {
    const flow = await createApp({ op: required });
    await assertSignedIn(flow);
    mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.now() });
    flow.op.faults = { par: { hang: true, ignoreSignal: true } };
    const page = assertNotLeft(flow, "ProviderUnavailable");
    await until(() => flow.op.count("par") === 2);
    mock.timers.tick(5_000);
    await page;
  });

  it("an unknown client is a mistake of the configuration", async () => {
    const flow = await createApp({
      op: required,
      entry: { clientSecret: "another secret than the right one" },
    });
    await assertNotLeft(flow, "Configuration", "/auth/error");
  });

  it("a missing endpoint is a mistake of the configuration", async () => {
    const flow = await createApp({ op: required });
    flow.op.faults.discovery = {
      body: ({ pushed_authorization_request_endpoint: _, ...json }) => json,
    };
    await assertNotLeft(flow, "Configuration", "/auth/error");
  });

  for (const url of ["http://op.example/par", "javascript:alert(1)", 7]) {
    it(`the endpoint ${url} is a mistake of the configuration [X20]`, async () => {
      const flow = await createApp({ op: required });
      flow.op.faults.discovery = {
        body: (json) => ({
          ...json,
          pushed_authorization_request_endpoint: url,
        }),
      };
      await assertNotLeft(flow, "Configuration", "/auth/error");
    });
  }

  it("missing metadata is reported at start-up", async () => {
    const flow = await createApp({
      toEntry: (op) => op.plainProvider({ pushedAuthorizationRequests: true }),
    });
    const page = await flow.createBrowser().goto(`${site}/auth/signin`);
    assert.equal(page.status, 500);
    const said = flow.log.map(({ text }) => text).join();
    assert.match(said, /pushedAuthorizationRequests` needs an `issuer`/);
  });
});

describe("a request_uri that has expired [R24]", () => {
  it("an expired request_uri is an error on the provider's page, and the next try pushes again", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_700_000_000_000 });
    const flow = await createApp({ op: required });
    const browser = flow.createBrowser();
    const url = await start(browser);
    mock.timers.tick(61_000);
    const page = await browser.goto(url, { from: `${site}/` });
    assert.equal(page.status, 400);
    await assertSignedIn(flow, browser);
  });
});
