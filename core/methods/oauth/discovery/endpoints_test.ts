import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  type Account,
  customFetch,
  type OAuthProvider,
  type OIDCConfig,
  type Profile,
  type TokenSet,
} from "@latchkey/auth";
import type { FaultProvider } from "@latchkey/auth/testing";
import {
  type App,
  type AppOptions,
  approach,
  arrive,
  assertCallbackRefused,
  assertSignedIn,
  createApp,
  pressButton,
  readSession,
  site,
  start,
} from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";

afterEach(endTest);

/**
 * Creates a site with a provider definition made by a function. The provider
 * signs with the algorithm that is expected where no metadata name one.
 */
function withEntry(
  toEntry: (op: FaultProvider) => OAuthProvider,
  options: AppOptions = {},
): Promise<App> {
  const op = { alg: "RS256", ...options.op } as const;
  return createApp({ ...options, op, toEntry });
}

/** The definition of an OpenID provider that needs no metadata. */
function byHand(op: FaultProvider): OIDCConfig {
  return op.provider({
    authorization: `${op.issuer}/authorize`,
    token: `${op.issuer}/token`,
    userinfo: `${op.issuer}/userinfo`,
    jwks_endpoint: `${op.issuer}/jwks`,
  });
}

function lastRequest(flow: App, endpoint: string) {
  const found = flow.op.requests.findLast((one) => one.endpoint === endpoint);
  return found ?? assert.fail(`${endpoint} was not asked`);
}

/** Asserts that the button leads to a page of ours, without a redirect to the provider. */
async function assertStays(flow: App, log: RegExp): Promise<void> {
  const page = await pressButton(flow.createBrowser());
  assert.equal(page.pending, undefined);
  assert.match(page.url, /\/auth\/error\?error=Configuration/);
  assert.match(flow.log.map(({ text }) => text).join("\n"), log);
  assert.equal(flow.op.count("authorize"), 0);
}

describe("wellKnown", () => {
  const elsewhere = "https://metadata.example/openid";

  it("the metadata is fetched from wellKnown", async () => {
    const flow = await createApp({
      op: { endpoints: { discovery: `${elsewhere}-1` } },
      entry: { wellKnown: `${elsewhere}-1` },
    });
    await assertSignedIn(flow);
    assert.equal(lastRequest(flow, "discovery").url, `${elsewhere}-1`);
  });

  it("wellKnown alone is enough: the issuer is the one in the document", async () => {
    const flow = await createApp({
      op: { endpoints: { discovery: `${elsewhere}-2` } },
      entry: { wellKnown: `${elsewhere}-2`, issuer: undefined },
    });
    await assertSignedIn(flow);
    flow.op.faults.idToken = {
      claims: (claims) => ({ ...claims, iss: "https://evil.example" }),
    };
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError",
    });
    flow.op.reset();
    flow.op.faults.callback = (params) => params.set("iss", elsewhere);
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError",
    });
  });

  it("wellKnown does not replace the configured issuer", async () => {
    const url = `${elsewhere}-3`;
    const flow = await createApp({
      op: { endpoints: { discovery: url } },
      entry: { wellKnown: url, issuer: "https://other.example" },
    });
    await assertStays(
      flow,
      /names the issuer "[^"]+", but "[^"]+" was expected/,
    );
  });
});

describe("configured endpoints", () => {
  it("no discovery is needed if all endpoints are configured", async () => {
    const flow = await withEntry(byHand);
    await assertSignedIn(flow);
    assert.equal(flow.op.count("discovery"), 0);
    assert.equal(flow.op.count("jwks"), 1);
  });

  it("no discovery is needed for endpoints configured as objects", async () => {
    const flow = await withEntry((op) => ({
      ...byHand(op),
      authorization: {
        url: `${op.issuer}/authorize`,
        params: { prompt: "login" },
      },
      token: { url: `${op.issuer}/token`, params: { audience: "a b" } },
      userinfo: { url: `${op.issuer}/userinfo` },
    }));
    await assertSignedIn(flow);
    assert.equal(flow.op.count("discovery"), 0);
    const asked = new URL(lastRequest(flow, "authorize").url).searchParams;
    assert.equal(asked.get("prompt"), "login");
    assert.equal(asked.get("scope"), "openid profile email");
    assert.equal(lastRequest(flow, "token").form?.get("audience"), "a b");
  });

  it("configured endpoints win over the metadata", async () => {
    const flow = await createApp({
      op: { endpoints: { token: "https://token.example/t" } },
      entry: { token: "https://token.example/t" },
    });
    flow.op.faults.discovery = {
      body: (json) => ({ ...json, token_endpoint: "https://evil.example/t" }),
    };
    await assertSignedIn(flow);
    assert.equal(lastRequest(flow, "token").url, "https://token.example/t");
    assert.equal(flow.op.count("discovery"), 1);
  });

  it("endpoints keep the query of their URL", async () => {
    const flow = await withEntry((op) => ({
      ...byHand(op),
      authorization: `${op.issuer}/authorize?tenant=t%201&scope=openid`,
      token: `${op.issuer}/token?tenant=t`,
      userinfo: `${op.issuer}/userinfo?fields=all`,
      idToken: false,
    }));
    await assertSignedIn(flow);
    const asked = new URL(lastRequest(flow, "authorize").url).searchParams;
    assert.equal(asked.get("tenant"), "t 1");
    assert.deepEqual(asked.getAll("scope"), ["openid"]);
    const token = lastRequest(flow, "token");
    assert.equal(new URL(token.url).search, "?tenant=t");
    assert.equal(token.form?.has("tenant"), false);
    const { search } = new URL(lastRequest(flow, "userinfo").url);
    assert.equal(search, "?fields=all");
  });

  it("endpoints keep the query of a URL in the metadata", async () => {
    const flow = await createApp();
    flow.op.faults.discovery = {
      body: (json) => ({
        ...json,
        authorization_endpoint: `${json.authorization_endpoint}?tenant=t`,
      }),
    };
    const url = new URL(await start(flow.createBrowser()));
    assert.equal(url.searchParams.get("tenant"), "t");
    assert.equal(url.searchParams.get("client_id"), flow.op.clientId);
  });

  it("endpoints cannot set parameters that protect the flow", async () => {
    const flow = await withEntry((op) => ({
      ...byHand(op),
      authorization:
        `${op.issuer}/authorize?state=x&client_id=evil&nonce=n&code_challenge=c`,
      token: {
        url: `${op.issuer}/token`,
        params: { code: "x", redirect_uri: "x", code_verifier: "x" },
      },
    }));
    await assertSignedIn(flow);
  });

  for (
    const [key, url] of [
      ["authorization", "javascript:alert(1)"],
      ["authorization", "http://op.example/authorize"],
      ["authorization", "https://op.example/authorize#a"],
      ["token", "http://op.example/token"],
      ["token", "/token"],
      ["userinfo", "http://op.example/userinfo"],
      ["jwks_endpoint", "data:application/json,{}"],
      ["wellKnown", "http://op.example/metadata"],
      ["issuer", "http://op.example"],
    ] as const
  ) {
    it(`the URL ${url} for ${key} is reported as a mistake at start-up [X20]`, async () => {
      const flow = await withEntry((op) => ({ ...byHand(op), [key]: url }));
      const page = await flow.createBrowser().goto(`${site}/auth/signin`);
      assert.equal(page.status, 500);
      const said = flow.log.map(({ text }) => text).join();
      assert.match(said, new RegExp(`the ${key} must be an https URL`));
    });
  }

  it("http endpoints on loopback are refused beside an https issuer [X20]", async () => {
    const flow = await withEntry((op) => ({
      ...byHand(op),
      token: "http://127.0.0.1:9/token",
    }));
    await assertStays(flow, /token_endpoint/);
  });

  it("iss may not be missing if the metadata advertises it [X19]", async () => {
    // The keys are not configured, so metadata is needed.
    const flow = await withEntry((op) => ({
      ...byHand(op),
      jwks_endpoint: undefined,
    }));
    flow.op.faults.callback = (params) => params.delete("iss");
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError",
    });
  });
});

describe("authorization.request", () => {
  it("authorization.request makes the URL from everything that would have been sent", async () => {
    const seen: { provider: OAuthProvider; params: URLSearchParams }[] = [];
    const flow = await createApp({
      entry: {
        authorization: {
          params: { prompt: "login" },
          request: (context) => {
            seen.push(context);
            const { origin } = new URL(String(context.provider.issuer));
            return Promise.resolve(
              new URL(`${origin}/authorize?${context.params}&more=1`),
            );
          },
        },
      },
    });
    await assertSignedIn(flow);
    const { provider, params } = seen[0] ?? assert.fail();
    assert.deepEqual(Object.keys(seen[0] ?? {}).toSorted(), [
      "params",
      "provider",
    ]);
    assert.ok(params instanceof URLSearchParams);
    assert.ok("clientId" in provider);
    assert.equal(provider.clientId, flow.op.clientId);
    assert.equal(params.get("prompt"), "login");
    assert.equal(params.get("redirect_uri"), `${site}/auth/callback/op`);
    assert.ok(params.get("state") && params.get("code_challenge"));
    const asked = new URL(lastRequest(flow, "authorize").url).searchParams;
    assert.equal(asked.get("more"), "1");
  });

  for (
    const bad of [
      "javascript:alert(1)",
      "http://op.example/",
      "/authorize",
      undefined,
    ]
  ) {
    it(`authorization.request cannot redirect to ${bad}`, async () => {
      const flow = await createApp({
        entry: { authorization: { request: () => bad as string } },
      });
      await assertStays(flow, /authorization\.request.*https URL/);
    });
  }

  it("authorization.request may redirect to a provider on this machine, without https", async () => {
    const url = "http://127.0.0.1:9/authorize";
    const flow = await createApp({
      entry: { authorization: { request: () => url } },
    });
    assert.equal(await start(flow.createBrowser()), url);
  });

  it("authorization.request leads to the error page if it throws", async () => {
    const flow = await createApp({
      entry: {
        authorization: {
          request: () => Promise.reject(new Error("no luck today")),
        },
      },
    });
    await assertStays(flow, /no luck today/);
  });
});

/** Redeems a code as an application's own token request would. */
async function redeem(
  op: FaultProvider,
  fields: Record<string, string>,
): Promise<TokenSet> {
  const body = new URLSearchParams({
    grant_type: "authorization_code",
    client_id: op.clientId,
    client_secret: op.clientSecret,
    ...fields,
  });
  const response = await op.fetch(`${op.issuer}/token`, {
    method: "POST",
    body,
  });
  return await response.json();
}

type Handled = Parameters<
  NonNullable<
    Exclude<OIDCConfig["token"], string | undefined>["request"]
  >
>[0];

describe("token.request", () => {
  function createHandled(
    seen: Handled[],
    bend: (tokens: TokenSet) => unknown = (tokens) => tokens,
    entry: Partial<OIDCConfig> = {},
  ): Promise<App> {
    return withEntry((op) =>
      op.provider({
        token: {
          request: async (context) => {
            seen.push(context);
            const { params, checks, provider } = context;
            const tokens = await redeem(op, {
              code: params.code ?? "",
              code_verifier: checks.code_verifier ?? "",
              redirect_uri: provider.callbackUrl,
            });
            return { tokens: bend(tokens) as TokenSet };
          },
        },
        ...entry,
      })
    );
  }

  it("token.request makes the request itself, with the callback's parameters and the checks", async () => {
    const seen: Handled[] = [];
    const flow = await createHandled(seen);
    const browser = flow.createBrowser();
    const callbackUrl = await approach(browser);
    await arrive(browser, callbackUrl);
    assert.ok(await readSession(browser));
    const { params, checks, provider } = seen[0] ?? assert.fail();
    const asked = new URL(lastRequest(flow, "authorize").url).searchParams;
    const came = new URL(callbackUrl).searchParams;
    assert.deepEqual({ ...params }, Object.fromEntries(came));
    assert.match(checks.code_verifier ?? "", /^[\w-]{43}$/);
    assert.equal(checks.state, asked.get("state"));
    assert.equal(checks.nonce, asked.get("nonce"));
    assert.equal(provider.id, "op");
    assert.equal(provider.clientSecret, flow.op.clientSecret);
    assert.equal(provider.callbackUrl, `${site}/auth/callback/op`);
    assert.equal(flow.op.count("token"), 1);
  });

  it("tokens from token.request are checked like any others", async () => {
    const bad: ((tokens: TokenSet) => unknown)[] = [
      ({ id_token: _, ...tokens }) => tokens,
      ({ access_token: _, ...tokens }) => tokens,
      (tokens) => ({ ...tokens, id_token: `${tokens.id_token}x` }),
      () => undefined,
      () => "tokens",
    ];
    for (const bend of bad) {
      const flow = await createHandled([], bend);
      const browser = flow.createBrowser();
      await assertCallbackRefused(flow, browser, await approach(browser), {
        error: "OAuthCallbackError",
      });
    }
  });

  it("tokens from token.request need no token_type", async () => {
    const flow = await createHandled(
      [],
      ({ token_type: _, ...tokens }) => tokens,
    );
    await assertSignedIn(flow);
  });

  it("token.request gets only the checks that were made", async () => {
    const seen: Handled[] = [];
    const flow = await createHandled(seen, undefined, {
      checks: ["state"],
      nonce: false,
    });
    const browser = flow.createBrowser();
    // The provider expects no verifier in this case; the handler sends an empty one.
    await arrive(browser, await approach(browser));
    assert.deepEqual(Object.keys(seen[0]?.checks ?? {}).toSorted(), [
      "code_verifier",
      "nonce",
      "state",
    ]);
    assert.equal(seen[0]?.checks.code_verifier, undefined);
    assert.equal(seen[0]?.checks.nonce, undefined);
  });

  it("token.request makes the visitor try again if it throws", async () => {
    const flow = await createApp({
      entry: {
        token: { request: () => Promise.reject(new Error("cable cut")) },
      },
    });
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "ProviderUnavailable",
      log: /cable cut/,
    });
  });
});

describe("token.conform", () => {
  it("token.conform corrects a response, and gets a copy of it", async () => {
    const flow = await createApp({
      entry: {
        token: {
          conform: async (response) => {
            const { data } = await response.json();
            return Response.json(data);
          },
        },
      },
    });
    flow.op.faults.tokenResponse = (json) => ({ data: json });
    await assertSignedIn(flow);
  });

  it("token.conform leaves the response unchanged if it returns nothing", async () => {
    const seen: unknown[] = [];
    const flow = await createApp({
      entry: {
        token: {
          conform: async (response) => void seen.push(await response.json()),
        },
      },
    });
    await assertSignedIn(flow);
    assert.equal(seen.length, 1);
  });

  it("token.conform gets a decoded response without the headers of the encoded one", async () => {
    const seen: (string | null)[][] = [];
    const names = ["content-encoding", "content-length", "cache-control"];
    const flow = await withEntry((op) => {
      const send = op.provider()[customFetch] ?? assert.fail();
      return op.provider({
        // As fetch does: the body is decoded, and the headers are those that came.
        [customFetch]: async (input, init) => {
          const response = await send(input, init);
          const headers = new Headers(response.headers);
          headers.set("content-encoding", "gzip");
          headers.set("content-length", "5");
          return new Response(await response.text(), { headers });
        },
        token: {
          conform: ({ headers }) =>
            void seen.push(names.map((name) => headers.get(name))),
        },
      });
    });
    await assertSignedIn(flow);
    assert.deepEqual(seen, [[null, null, "no-store"]]);
  });

  it("token.conform ends the sign-in if it throws", async () => {
    const flow = await createApp({
      entry: {
        token: {
          conform: () => {
            throw new Error("cannot read this");
          },
        },
      },
    });
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError",
      log: /cannot read this/,
    });
  });
});

describe("userinfo.request", () => {
  it("userinfo.request replaces the request, and gets tokens, provider and a limited fetch", async () => {
    const seen: object[] = [];
    const flow = await withEntry((op) =>
      op.plainProvider({
        userinfo: {
          request: async (context) => {
            seen.push(context);
            const { tokens, provider, fetch } = context;
            const url = new URL("/userinfo", String(op.issuer));
            const response = await fetch(url as unknown as string, {
              headers: new Headers({
                authorization: `Bearer ${tokens.access_token}`,
                "User-Agent": String(provider.name),
              }),
            });
            return await response.json();
          },
        },
      })
    );
    const session = await assertSignedIn(flow);
    assert.equal(session.user?.name, "Ada Lovelace");
    assert.deepEqual(Object.keys(seen[0] ?? {}).toSorted(), [
      "fetch",
      "provider",
      "tokens",
    ]);
    const { headers } = lastRequest(flow, "userinfo");
    assert.equal(headers["user-agent"], "Test Provider");
  });

  it("userinfo.request is the source for an OpenID provider, for the same subject only", async () => {
    const more: Profile = { sub: "user-1", name: "Countess" };
    const flow = await createApp({
      entry: { userinfo: { request: () => more } },
    });
    const session = await assertSignedIn(flow);
    assert.equal(session.user?.name, "Countess");
    for (const sub of ["user-2", undefined]) {
      more.sub = sub;
      const browser = flow.createBrowser();
      await assertCallbackRefused(flow, browser, await approach(browser), {
        error: "OAuthCallbackError",
      });
    }
  });

  for (const bad of [null, undefined, [], "ada", 7]) {
    it(`userinfo.request gives no profile if it returns ${JSON.stringify(bad)}`, async () => {
      const flow = await withEntry((op) =>
        op.plainProvider({
          userinfo: { request: () => bad as unknown as Profile },
        })
      );
      const browser = flow.createBrowser();
      await assertCallbackRefused(flow, browser, await approach(browser), {
        error: "OAuthCallbackError",
      });
    });
  }

  it("userinfo.request makes the visitor try again if it throws", async () => {
    const flow = await withEntry((op) =>
      op.plainProvider({
        userinfo: {
          request: () => {
            throw new Error("cable cut");
          },
        },
      })
    );
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "ProviderUnavailable",
      log: /cable cut/,
    });
  });

  it("userinfo.request follows no redirect with the token [X21]", async () => {
    const flow = await withEntry((op) =>
      op.plainProvider({
        userinfo: {
          request: async ({ tokens, fetch }) => {
            const response = await fetch(`${op.issuer}/userinfo`, {
              headers: { authorization: `Bearer ${tokens.access_token}` },
            });
            assert.equal(response.status, 302);
            return { id: "user-1" };
          },
        },
      })
    );
    flow.op.faults.userinfo = { redirect: "https://evil.example/" };
    await assertSignedIn(flow);
    assert.equal(flow.op.count("other"), 0);
  });
});

describe("userinfo.params and userinfo.headers", () => {
  it("userinfo.params and userinfo.headers are sent, and never replace the token", async () => {
    const flow = await withEntry((op) =>
      op.plainProvider({
        userinfo: {
          url: `${op.issuer}/userinfo?v=1`,
          params: { fields: ["a"], v: 2, none: undefined },
          headers: {
            Accept: "application/vnd.x+json",
            "User-Agent": "my-app",
            Authorization: "token x",
            "X-Api-Key": "k",
          },
        },
      })
    );
    await assertSignedIn(flow);
    const { url, headers } = lastRequest(flow, "userinfo");
    assert.deepEqual(Object.fromEntries(new URL(url).searchParams), {
      fields: '["a"]',
      v: "2",
    });
    assert.equal(headers["accept"], "application/vnd.x+json");
    assert.equal(headers["user-agent"], "my-app");
    assert.match(headers["authorization"] ?? "", /^Bearer at-[0-9a-f]+$/);
    assert.equal(headers["x-api-key"], "k");
  });
});

describe("idToken: false", () => {
  it("the claims come from userinfo, although there is an ID token", async () => {
    const profiles: Profile[] = [];
    const flow = await createApp({
      entry: {
        idToken: false,
        profile: (profile) => {
          profiles.push(profile);
          return { id: profile.sub ?? "", name: profile.name ?? null };
        },
      },
    });
    flow.op.faults.userinfo = {
      body: (json) => ({ ...json, name: "New", iss: "https://evil.example" }),
    };
    const session = await assertSignedIn(flow);
    assert.equal(session.user?.name, "New");
    assert.equal(flow.op.count("userinfo"), 1);
    // The signed claims still decide the user's identity.
    assert.equal(profiles[0]?.iss, flow.op.issuer);
  });

  it("the ID token is still verified, and the subject compared", async () => {
    const flow = await createApp({ entry: { idToken: false } });
    const browser = flow.createBrowser();
    flow.op.faults.idToken = { sign: "foreign" };
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError",
    });
    flow.op.reset();
    flow.op.faults.userinfo = { body: (json) => ({ ...json, sub: "user-2" }) };
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError",
    });
  });

  it("the ID token alone is not enough", async () => {
    const flow = await createApp({ entry: { idToken: false } });
    const faults = [{ status: 401 }, { status: 500 }, { body: "null" }];
    for (const userinfo of faults) {
      flow.op.faults = { userinfo };
      const browser = flow.createBrowser();
      await assertCallbackRefused(flow, browser, await approach(browser), {
        error: userinfo.status === 500
          ? "ProviderUnavailable"
          : "OAuthCallbackError",
      });
    }
  });

  it("a missing userinfo endpoint is reported before the visitor leaves", async () => {
    const flow = await createApp({ entry: { idToken: false } });
    flow.op.faults.discovery = {
      body: ({ userinfo_endpoint: _, ...json }) => json,
    };
    await assertStays(flow, /userinfo_endpoint/);
  });
});

describe("nonce: false", () => {
  it("no nonce is sent, and none is expected", async () => {
    const flow = await createApp({ entry: { nonce: false } });
    await assertSignedIn(flow);
    const asked = new URL(lastRequest(flow, "authorize").url).searchParams;
    assert.ok(!asked.has("nonce"));
    assert.ok(asked.has("state") && asked.has("code_challenge"));
  });

  it("a nonce that was not sent is refused [X12]", async () => {
    const flow = await createApp({ entry: { nonce: false } });
    flow.op.faults.idToken = {
      claims: (claims) => ({ ...claims, nonce: "of somebody else" }),
    };
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError",
    });
  });
});

describe("issuerFrom", () => {
  /** Creates a multi-tenant issuer: the claim `t` names the tenant. */
  async function createTenants(
    seen: { account: Account; id: unknown }[] = [],
  ): Promise<App> {
    const flow = await createApp({
      entry: {
        issuerFrom: ({ t }) =>
          /^[a-z]+$/.test(String(t)) ? `https://${t}.op.example` : "",
      },
      config: {
        events: {
          signIn: ({ account, user }) => {
            seen.push({ account: account ?? assert.fail(), id: user.id });
          },
        },
      },
    });
    flow.op.faults.idToken = tenant("acme");
    return flow;
  }

  function tenant(t: unknown, iss = `https://${t}.op.example`) {
    return { claims: (claims: object) => ({ ...claims, t, iss }) };
  }

  it("issuerFrom names the issuer that the ID token must have", async () => {
    const flow = await createTenants();
    await assertSignedIn(flow);
    const bad = [
      tenant("acme", "https://evil.op.example"),
      tenant("acme", flow.op.issuer),
      tenant("EVIL"),
      tenant("EVIL", ""),
      tenant(undefined, ""),
    ];
    for (const idToken of bad) {
      flow.op.faults.idToken = idToken;
      const browser = flow.createBrowser();
      await assertCallbackRefused(flow, browser, await approach(browser), {
        error: "OAuthCallbackError",
      });
    }
  });

  it("issuerFrom trusts no claim before the signature is verified", async () => {
    const flow = await createTenants();
    flow.op.faults.idToken = { ...tenant("acme"), sign: "foreign" };
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError",
    });
  });

  it("the same subject at two issuers is two users [5.7]", async () => {
    const seen: { account: Account; id: unknown }[] = [];
    const flow = await createTenants(seen);
    await assertSignedIn(flow);
    flow.op.faults.idToken = tenant("other");
    await assertSignedIn(flow);
    flow.op.faults.idToken = tenant("acme");
    await assertSignedIn(flow);
    assert.equal(seen[0]?.id, seen[2]?.id);
    assert.notEqual(seen[0]?.id, seen[1]?.id);
  });
});
