import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  createAuth,
  type OAuth2Config,
  type Provider,
  type RequireOptions,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  type Browser,
  createBrowser,
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";
import {
  type App,
  assertSignedIn,
  createApp,
  post,
  site,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";

afterEach(endTest);

/** Parameters by name. */
type Params = Readonly<Record<string, string>>;

/** The parameters from the three sources. */
interface Asked {
  /** Set by the definition, in `authorization.params`. */
  readonly defined?: Params;
  readonly allowedParams?: readonly string[];
  /** Set by the guard, if one sent the visitor to sign in. */
  readonly guarded?: RequireOptions["params"];
  /** Set by the visitor, as a query. */
  readonly query?: string;
}

/** The kinds of definition, and whether pushed requests are possible. */
const kinds: readonly [
  string,
  boolean,
  (op: FaultProvider, options: Partial<OAuth2Config>) => Provider,
][] = [
  ["an OpenID provider", true, (op, options) => op.provider(options as object)],
  ["a plain OAuth server", false, (op, options) => op.plainProvider(options)],
  ["an OAuth server with metadata", true, (op, options) => ({
    ...op.plainProvider(options),
    issuer: op.issuer,
  })],
  [
    "a definition that makes the URL itself",
    false,
    (op, options) =>
      op.provider({
        ...options as object,
        authorization: {
          ...options.authorization as object,
          request: ({ params }) => `${op.issuer}/authorize?${params}`,
        },
      }),
  ],
  ["a definition whose URL has parameters", true, (op, options) => {
    const { params } = options.authorization as { params?: Params };
    const query = new URLSearchParams(params);
    return op.provider({
      ...options as object,
      authorization: `${op.issuer}/authorize?${query}`,
    });
  }],
];

/** The actions that take the visitor's parameters. */
const roads = ["signin", "link"] as const;

interface Ways {
  readonly toEntry: (typeof kinds)[number][2];
  readonly road: (typeof roads)[number];
  readonly pushed: boolean;
}

/** Returns the authorization request that results. */
async function ask(
  { defined, allowedParams, guarded, query = "" }: Asked,
  { toEntry, road, pushed }: Ways,
): Promise<{ sent: URLSearchParams; flow: App }> {
  const home = await createFaultProvider();
  const flow = await createApp({
    config: { adapter: createMemoryAdapter() },
    others: { home },
    toEntry: (op) =>
      toEntry(op, {
        authorization: {
          url: `${op.issuer}/authorize`,
          params: { ...defined },
        },
        pushedAuthorizationRequests: pushed,
        ...(allowedParams === undefined ? {} : { allowedParams }),
      }),
  });
  const browser = createGuardedBrowser(flow, home, guarded);
  const target = guarded === undefined ? null : await meetGuard(browser);
  if (road === "link") await assertSignedIn(flow, browser, { id: "home" });
  const body = target === null ? {} : { callbackUrl: target };
  const answer = await post(browser, `${road}/op?${query}`, body);
  const url = new URL((await answer.json()).url);
  assert.equal(url.origin, flow.op.origin);
  if (!pushed) return { sent: url.searchParams, flow };
  assert.deepEqual([...url.searchParams.keys()].sort(), [
    "client_id",
    "request_uri",
  ]);
  const { form } = flow.op.requests.findLast((one) => one.endpoint === "par") ??
    {};
  return { sent: form ?? assert.fail("nothing was pushed"), flow };
}

/** Creates a browser for a site whose page `/private` has a guard. */
function createGuardedBrowser(
  flow: App,
  home: FaultProvider,
  params: RequireOptions["params"],
): Browser {
  const handler = async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/auth/")) return await flow.handler(request);
    if (pathname !== "/private") return new Response("a page of the host");
    const auth = createAuth(flow.makeConfig());
    const passed = await auth.require(request, { params });
    return passed instanceof Response ? passed : new Response("let in");
  };
  return createBrowser({
    [site]: handler,
    [flow.op.origin]: flow.op.handler,
    [home.origin]: home.handler,
  });
}

/** Opens the guarded page; returns the callback URL that the guard sets. */
async function meetGuard(browser: Browser): Promise<string> {
  const { url } = await browser.goto(`${site}/private`);
  return new URL(url).searchParams.get("callbackUrl") ??
    assert.fail("the guard names no way back");
}

/** Each row: the parameters of each source, and the expected values; null for none. */
const rows: readonly [
  string,
  Asked,
  Readonly<Record<string, string | null>>,
][] = [
  [
    "a visitor's parameter is taken if it is listed and the definition does not set it",
    { query: "prompt=login&login_hint=ada%40example.com&ui_locales=de" },
    { prompt: "login", login_hint: "ada@example.com", ui_locales: "de" },
  ],
  [
    "a visitor's parameter that is not listed is not taken",
    { query: "audience=api&resource=api&foo=bar&__proto__=x" },
    { audience: null, resource: null, foo: null, ["__proto__"]: null },
  ],
  [
    "any parameter that the definition sets stays",
    {
      defined: {
        acr_values: "gold",
        prompt: "login",
        login_hint: "team@example.com",
        display: "page",
        max_age: "300",
      },
      query:
        "acr_values=bronze&prompt=none&login_hint=eve&display=wap&max_age=60",
    },
    {
      acr_values: "gold",
      prompt: "login",
      login_hint: "team@example.com",
      display: "page",
      max_age: "300",
    },
  ],
  [
    "a parameter that the definition sets stays if its own list does not name it",
    {
      defined: { prompt: "login", audience: "api" },
      allowedParams: ["audience"],
      query: "prompt=none&audience=other",
    },
    { prompt: "login", audience: "other" },
  ],
  [
    "a parameter that the definition sets is replaced if its own list names it",
    {
      defined: { prompt: "login" },
      allowedParams: ["prompt"],
      query: "prompt=select_account",
    },
    { prompt: "select_account" },
  ],
  [
    "the definition's own list may be empty",
    { allowedParams: [], query: "prompt=none&scope=openid" },
    { prompt: null },
  ],
  [
    "a longer max_age is not taken, although it is listed",
    {
      defined: { max_age: "300" },
      allowedParams: ["max_age"],
      query: "max_age=301",
    },
    { max_age: "300" },
  ],
  [
    "a shorter max_age is taken if it is listed",
    {
      defined: { max_age: "300" },
      allowedParams: ["max_age"],
      query: "max_age=299",
    },
    { max_age: "299" },
  ],
  [
    "a repeated or empty parameter is not taken",
    { query: "prompt=none&prompt=login&login_hint=&acr_values=%20" },
    { prompt: null, login_hint: null, acr_values: " " },
  ],
  [
    "a visitor's scope may have less",
    {
      defined: { scope: "openid email drive" },
      query: "scope=openid+email",
    },
    { scope: "openid email" },
  ],
  [
    "a visitor's scope never has more",
    {
      defined: { scope: "openid email" },
      query: "scope=openid+email+drive",
    },
    { scope: "openid email" },
  ],
  [
    "a visitor's scope never has more, although scope is listed",
    {
      defined: { scope: "openid email" },
      allowedParams: ["scope"],
      query: "scope=openid+drive",
    },
    { scope: "openid" },
  ],
  [
    "a visitor's scope that has nothing in common changes nothing",
    { defined: { scope: "openid email" }, query: "scope=drive" },
    { scope: "openid email" },
  ],
  [
    "a scope with commas is narrowed at its commas",
    {
      defined: { scope: "openid,user.info, user.video" },
      query: "scope=openid,user.info+drive",
    },
    { scope: "openid,user.info" },
  ],
  [
    "a guard's parameters win over the definition's",
    {
      defined: { prompt: "login", acr_values: "silver" },
      guarded: { acr_values: "gold", max_age: 60 },
    },
    { prompt: "login", acr_values: "gold", max_age: "60" },
  ],
  [
    "a guard's parameters cannot be changed, listed or not",
    {
      allowedParams: ["acr_values", "prompt", "max_age", "scope"],
      guarded: {
        acr_values: "gold",
        prompt: "login",
        max_age: 60,
        scope: "openid drive",
      },
      query: "acr_values=bronze&prompt=none&max_age=1&scope=openid",
    },
    {
      acr_values: "gold",
      prompt: "login",
      max_age: "60",
      scope: "openid drive",
    },
  ],
  [
    "a visitor may set parameters that the guard does not set",
    { guarded: { acr_values: "gold" }, query: "ui_locales=de&prompt=none" },
    { acr_values: "gold", ui_locales: "de", prompt: "none" },
  ],
];

/** Parameters that no visitor may set, with values an attacker would want. */
const PROTECTED: Params = {
  client_id: "evil",
  client_secret: "evil",
  client_assertion: "evil",
  redirect_uri: "https://evil.example/",
  response_type: "token",
  response_mode: "fragment",
  state: "evil",
  nonce: "evil",
  code_challenge: "evil",
  code_challenge_method: "plain",
  request: "evil",
  request_uri: "https://evil.example/",
  registration: '{"evil":1}',
  claims: '{"evil":1}',
  id_token_hint: "evil",
  authorization_details: '[{"type":"evil"}]',
  dpop_jkt: "evil",
};

for (const [kind, canPush, toEntry] of kinds) {
  for (const pushed of canPush ? [false, true] : [false]) {
    for (const road of roads) {
      const ways = { toEntry, road, pushed };
      describe(`the parameters of a visitor at ${kind}, ${road}${pushed ? ", pushed" : ""}`, () => {
        for (const [name, asked, expected] of rows) {
          it(name, async () => {
            const { sent } = await ask(asked, ways);
            for (const [param, value] of Object.entries(expected)) {
              const values = value === null ? [] : [value];
              assert.deepEqual(sent.getAll(param), values, param);
            }
          });
        }

        it("a visitor never sets parameters of the protocol, even if they are listed [S16, A61]", async () => {
          const capitals = Object.entries(PROTECTED)
            .map(([name, value]) => [name.toUpperCase(), value]);
          const all: Params = { ...PROTECTED, ...Object.fromEntries(capitals) };
          const { sent, flow } = await ask({
            allowedParams: Object.keys(all),
            query: new URLSearchParams(all).toString(),
          }, ways);
          for (const [name, evil] of Object.entries(all)) {
            assert.ok(!sent.getAll(name).includes(evil), name);
          }
          assert.deepEqual(sent.getAll("client_id"), [flow.op.clientId]);
          assert.deepEqual(sent.getAll("response_type"), ["code"]);
          assert.deepEqual(sent.getAll("redirect_uri"), [
            `${site}/auth/callback/op`,
          ]);
        });
      });
    }
  }
}

const openId: Ways = {
  toEntry: (op, options) => op.provider(options as object),
  road: "signin",
  pushed: false,
};

describe("log lines about parameters", () => {
  /** Uses a provider id of its own, because a warning is logged once per provider. */
  async function warn(
    id: string,
    asked: Asked,
  ): Promise<{ first: string; then: string; sent: URLSearchParams }> {
    const flow = await createApp({
      toEntry: (op) =>
        op.provider({
          id,
          authorization: { params: { ...asked.defined } },
          ...(asked.allowedParams
            ? { allowedParams: asked.allowedParams }
            : {}),
        }),
    });
    const answer = await post(
      flow.createBrowser(),
      `signin/${id}?${asked.query ?? ""}`,
    );
    const { searchParams: sent } = new URL((await answer.json()).url);
    let read = 0;
    const toText = () =>
      flow.log.slice(read, read = flow.log.length).filter(({ level }) =>
        level === "warn"
      )
        .map(({ text }) => text).join("\n");
    const first = toText();
    await post(flow.createBrowser(), `signin/${id}`);
    return { first, then: toText(), sent };
  }

  it("one warning names `allowedParams` that no visitor may set, with what to do", async () => {
    const { first, then } = await warn("lists-claims", {
      allowedParams: ["prompt", "claims", "request"],
    });
    assert.match(first, /provider "lists-claims" lists `claims`, `request`/);
    assert.match(first, /Remove it there; .*authorization: \{ params/);
    assert.equal(then, "");
  });

  it("one warning says that openid is added to a scope without it, with the line to write", async () => {
    const { first, then, sent } = await warn("no-openid", {
      defined: { scope: "email profile" },
    });
    assert.equal(sent.get("scope"), "openid email profile");
    assert.match(first, /Write `scope: "openid email profile"`/);
    assert.equal(then, "");
  });

  it("no warning is logged for a visitor who leaves openid out, because it stays", async () => {
    const { first, sent } = await warn("visitor-openid", {
      query: "scope=email",
    });
    assert.equal(sent.get("scope"), "openid email");
    assert.equal(first, "");
  });

  it("a debug line names a visitor's parameter that the definition keeps out, without its value", async () => {
    const { flow } = await ask(
      { defined: { prompt: "login" }, query: "prompt=evil-value" },
      openId,
    );
    const text = flow.log.map(({ text }) => text).join("\n");
    assert.match(
      text,
      /`prompt` .* was left out: .*List it in `allowedParams`/,
    );
    assert.doesNotMatch(text, /evil-value/);
  });
});

describe("allowedParams", () => {
  it("allowedParams that is not a list is reported at start-up", () => {
    const providers = [{
      id: "op",
      type: "oidc",
      issuer: "https://op.example",
      clientId: "client",
      allowedParams: "prompt" as unknown as string[],
    }] as const;
    const secret = "a secret of at least 32 characters!!";
    assert.throws(
      () => createAuth({ secret, providers }),
      /`allowedParams` must be a list of names/,
    );
  });
});

describe("openid", () => {
  const cases: readonly [string, Asked, string][] = [
    [
      "openid is added to a guard's scope",
      { guarded: { scope: "email" } },
      "openid email",
    ],
    [
      "openid is the scope if there is none",
      { defined: { scope: "" } },
      "openid",
    ],
    ["openid is added with a comma to a scope with commas", {
      defined: { scope: "a,b" },
    }, "openid,a,b"],
    ["openid is added beside openid2", {
      defined: { scope: "openid2" },
    }, "openid openid2"],
    [
      "openid is not added twice",
      { defined: { scope: "email openid" } },
      "email openid",
    ],
  ];
  for (const [name, asked, expected] of cases) {
    it(name, async () => {
      const { sent } = await ask(asked, openId);
      assert.equal(sent.get("scope"), expected);
    });
  }

  it("openid is not added to the scope of plain OAuth 2", async () => {
    const { sent } = await ask({ defined: { scope: "email" } }, {
      ...openId,
      toEntry: (op, options) => op.plainProvider(options),
    });
    assert.equal(sent.get("scope"), "email");
  });
});

describe("an endpoint of the metadata with parameters of its own", () => {
  for (
    const [allowedParams, expected] of [
      [undefined, "login"],
      [["prompt"], "none"],
    ] as const
  ) {
    it(`the endpoint's own parameters are kept from visitors, with allowedParams ${allowedParams}`, async () => {
      const flow = await createApp({
        entry: allowedParams === undefined ? {} : { allowedParams },
      });
      flow.op.faults.discovery = {
        body: (right) => ({
          ...right,
          authorization_endpoint: `${flow.op.issuer}/authorize?prompt=login`,
        }),
      };
      const answer = await post(
        flow.createBrowser(),
        "signin/op?prompt=none",
      );
      const { searchParams } = new URL((await answer.json()).url);
      assert.deepEqual(searchParams.getAll("prompt"), [expected]);
    });
  }
});
