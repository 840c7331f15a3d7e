import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { OIDCConfig } from "@latchkey/auth";
import type { Browser } from "@latchkey/auth/testing";
import {
  type App,
  arrive,
  assertCallbackRefused,
  assertSignedIn,
  authorize,
  createApp,
  readSession,
  site,
} from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";

afterEach(endTest);

/** Presses a button whose form has a query; returns the authorization URL. */
async function startWith(
  browser: Browser,
  query: string,
): Promise<URL> {
  const page = await browser.goto(`${site}/auth/signin`);
  const fields = page.forms()[0]?.fields ?? [];
  const response = await browser.fetch(`${site}/auth/signin/op?${query}`, {
    method: "POST",
    body: new URLSearchParams(fields.map(([name, value]) => [name, value])),
    headers: { "x-auth-return-redirect": "1" },
  });
  const { url } = await response.json();
  return new URL(url);
}

async function readQuery(
  query: string,
  entry: Partial<OIDCConfig> = {},
): Promise<{ flow: App; sent: URLSearchParams }> {
  const flow = await createApp({ entry });
  const url = await startWith(flow.createBrowser(), query);
  assert.equal(url.origin, flow.op.origin);
  return { flow, sent: url.searchParams };
}

const PROTECTED = {
  client_id: "evil",
  redirect_uri: "https://evil.example/",
  response_type: "token",
  state: "evil",
  nonce: "evil",
  code_challenge: "evil",
  code_challenge_method: "plain",
  request: "evil",
  request_uri: "https://evil.example/",
  response_mode: "fragment",
};

/** Asserts that no protected parameter has the visitor's value. */
function assertUntouched(sent: URLSearchParams): void {
  for (const [name, evil] of Object.entries(PROTECTED)) {
    assert.ok(!sent.getAll(name).includes(evil), name);
    assert.ok(sent.getAll(name).length <= 1, name);
  }
}

describe("the parameters that a sign-in request may set", () => {
  const DEFAULT = [
    "prompt",
    "login_hint",
    "ui_locales",
    "acr_values",
    "display",
    "domain_hint",
    "screen_hint",
    "kc_idp_hint",
  ];

  it("a request may set the listed parameters and no others", async () => {
    const query = new URLSearchParams(
      [...DEFAULT, "audience", "resource", "foo", "__proto__"]
        .map((name) => [name, `my ${name}`]),
    );
    query.set("max_age", "60");
    const { sent } = await readQuery(query.toString());
    for (const name of DEFAULT) assert.equal(sent.get(name), `my ${name}`);
    assert.equal(sent.get("max_age"), "60");
    for (const name of ["audience", "resource", "foo", "__proto__"]) {
      assert.ok(!sent.has(name), name);
    }
  });

  it("a request replaces a parameter of the definition if the definition itself lists it", async () => {
    const { sent } = await readQuery("prompt=none&scope=openid", {
      allowedParams: ["prompt", "scope"],
      authorization: { params: { prompt: "login", audience: "api" } },
    });
    assert.deepEqual(sent.getAll("prompt"), ["none"]);
    assert.deepEqual(sent.getAll("scope"), ["openid"]);
    assert.equal(sent.get("audience"), "api");
  });

  it("the definition's own list replaces the default list", async () => {
    const { sent } = await readQuery("prompt=none&audience=api", {
      allowedParams: ["audience"],
    });
    assert.equal(sent.get("audience"), "api");
    assert.ok(!sent.has("prompt"));
    const none = await readQuery("prompt=none", { allowedParams: [] });
    assert.ok(!none.sent.has("prompt"));
  });

  it("a request never sets parameters that protect the flow [S16]", async () => {
    const query = new URLSearchParams(PROTECTED).toString();
    const { sent } = await readQuery(query);
    assertUntouched(sent);
    assert.equal(sent.get("response_type"), "code");
  });

  it("a request never sets parameters that protect the flow, even if the definition lists them [S16]", async () => {
    const query = new URLSearchParams(PROTECTED).toString();
    const { flow, sent } = await readQuery(query, {
      allowedParams: Object.keys(PROTECTED),
    });
    assertUntouched(sent);
    assert.equal(sent.get("client_id"), flow.op.clientId);
    assert.equal(sent.get("redirect_uri"), `${site}/auth/callback/op`);
    assert.equal(sent.get("code_challenge_method"), "S256");
    assert.ok(!sent.has("request") && !sent.has("request_uri"));
  });

  it("a request adds no nonce and no challenge that the definition leaves out", async () => {
    const query = new URLSearchParams(PROTECTED).toString();
    const { sent } = await readQuery(query, {
      checks: ["state"],
      nonce: false,
      allowedParams: Object.keys(PROTECTED),
    });
    assertUntouched(sent);
    assert.ok(!sent.has("nonce") && !sent.has("code_challenge"));
  });

  it("an overlong value is left out", async () => {
    const long = "x".repeat(1025);
    const { sent } = await readQuery(`login_hint=${long}&prompt=login`);
    assert.ok(!sent.has("login_hint"));
    assert.equal(sent.get("prompt"), "login");
  });

  it("values are encoded, and cannot add other parameters", async () => {
    const { sent } = await readQuery(
      "login_hint=a%26client_id%3Devil%23%20%2B&prompt=%0d%0ax",
    );
    assert.equal(sent.get("login_hint"), "a&client_id=evil# +");
    assertUntouched(sent);
  });

  it("fields of the form are not passed to the provider", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const page = await browser.goto(`${site}/auth/signin`);
    const left = await browser.submit(page, {
      action: "/auth/signin/op",
      fields: { prompt: "none" },
      stopAt: (url) => !url.startsWith(site),
    });
    const { searchParams } = new URL(left.pending ?? "");
    assert.ok(!searchParams.has("prompt"));
  });

  it("the parameters are kept if the request is pushed", async () => {
    const flow = await createApp({ op: { requirePushed: true } });
    const url = await startWith(flow.createBrowser(), "prompt=login");
    assert.ok(!url.searchParams.has("prompt"));
    const pushed = flow.op.requests.find((one) => one.endpoint === "par");
    assert.equal(pushed?.form?.get("prompt"), "login");
  });
});

describe("parameters of the definition", () => {
  it("values are written as text, and objects as JSON", async () => {
    const claims = { id_token: { email: { essential: true } } };
    const { sent } = await readQuery("", {
      authorization: {
        params: {
          claims,
          list: ["a", 1],
          number: 3,
          no: false,
          none: undefined,
          nil: null,
        },
      },
    });
    assert.deepEqual(JSON.parse(sent.get("claims") ?? ""), claims);
    assert.equal(sent.get("list"), '["a",1]');
    assert.equal(sent.get("number"), "3");
    assert.equal(sent.get("no"), "false");
    assert.ok(!sent.has("none") && !sent.has("nil"));
    assert.equal(sent.get("scope"), "openid profile email");
  });

  for (const name of ["request", "request_uri"]) {
    it(`${name} is left out, because it would replace all other parameters`, async () => {
      const flow = await createApp({
        entry: { authorization: { params: { [name]: "x" } } },
      });
      const page = await flow.createBrowser().goto(`${site}/auth/signin`);
      assert.equal(page.status, 500);
      const said = flow.log.map(({ text }) => text).join();
      assert.match(said, new RegExp(`\`${name}\` would replace`));
    });
  }
});

describe("max_age", () => {
  /** Signs in with a query, at a provider where the user signed in this long ago. */
  async function signInAgo(
    query: string,
    ago: number | null,
    entry: Partial<OIDCConfig> = {},
  ): Promise<{ flow: App; browser: Browser; callbackUrl: string }> {
    mock.timers.enable({ apis: ["Date"], now: 1_700_000_000_000 });
    const flow = await createApp({ entry });
    flow.op.faults.idToken = {
      claims: ({ auth_time, ...claims }) =>
        ago === null
          ? claims
          : { ...claims, auth_time: Number(auth_time) - ago },
    };
    const browser = flow.createBrowser();
    const url = await startWith(browser, query);
    const callbackUrl = await authorize(browser, url.href);
    return { flow, browser, callbackUrl };
  }

  const configured = { authorization: { params: { max_age: 300 } } };
  const refused: [string, string, number | null, Partial<OIDCConfig>][] = [
    ["requested by the visitor", "max_age=60", 3600, {}],
    ["requested by the definition", "", 3600, configured],
    ["requested as 0", "max_age=0", 3600, {}],
    ["without an auth_time in the response", "max_age=60", null, {}],
    [
      "of the definition without an auth_time in the response",
      "",
      null,
      configured,
    ],
    [
      "of the definition, loosened by the visitor",
      "max_age=99999",
      3600,
      configured,
    ],
    ["of the definition, blurred by the visitor", "max_age=", 3600, configured],
    ["of the definition, spoilt by the visitor", "max_age=x", 3600, configured],
  ];
  for (const [name, query, ago, entry] of refused) {
    it(`a max_age ${name} is checked: an older sign-in is refused [X10]`, async () => {
      const { flow, browser, callbackUrl } = await signInAgo(query, ago, entry);
      await assertCallbackRefused(flow, browser, callbackUrl, {
        error: "OAuthCallbackError",
      });
      assert.equal(await readSession(browser), null);
    });
  }

  const fine: [string, string, number | null, Partial<OIDCConfig>][] = [
    ["that the sign-in keeps", "max_age=60", 30, {}],
    ["of 0 and a sign-in of just now", "max_age=0", 0, {}],
    ["that was not requested", "", 99_999, {}],
    ["that was not requested, without auth_time", "", null, {}],
    ["that is no number", "max_age=-1", 99_999, {}],
    ["that is stricter than the definition's", "max_age=10", 5, configured],
  ];
  for (const [name, query, ago, entry] of fine) {
    it(`a max_age ${name} lets users in [X10]`, async () => {
      const { browser, callbackUrl } = await signInAgo(query, ago, entry);
      await arrive(browser, callbackUrl);
      assert.ok(await readSession(browser));
    });
  }

  it("a max_age of one sign-in does not apply to the next [X10]", async () => {
    const { flow, browser } = await signInAgo("max_age=60", 3600);
    await assertSignedIn(flow, browser);
  });

  it("max_age is ignored for plain OAuth 2 [X10]", async () => {
    const flow = await createApp({ toEntry: (op) => op.plainProvider() });
    const browser = flow.createBrowser();
    const url = await startWith(browser, "max_age=60");
    await arrive(browser, await authorize(browser, url.href));
    assert.ok(await readSession(browser));
  });
});
