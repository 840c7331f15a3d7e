import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createAuth } from "@latchkey/auth";
import type {
  AuthConfig,
  CustomFetch,
  OAuth2Config,
  OIDCConfig,
  Provider,
  ProviderInput,
} from "@latchkey/auth";
import { ConfigurationError } from "@latchkey/auth/errors";
import { customFetch, defineOAuth, defineOidc } from "@latchkey/auth/providers";
import { GitHub } from "@latchkey/auth/providers/github";
import { Keycloak } from "@latchkey/auth/providers/keycloak";
import { createBrowser, createFaultProvider } from "@latchkey/auth/testing";
// The npm package is bundled: its entries have their own copy of this class.
import { ConfigurationError as OwnConfigurationError } from "../../errors/errors.ts";
import { Problems } from "../../errors/config_problems.ts";
import {
  isOAuth,
  type ResolvedOAuth,
} from "../../providers/oauth/oauth_provider.ts";
import { resolveProviders } from "./resolve_provider.ts";

/** Resolves a list; returns the providers and every mistake found. */
function resolve(
  inputs: unknown,
  env: Readonly<Record<string, string>> = {},
): { providers: ResolvedOAuth[]; problems: readonly string[] } {
  const found = new Problems();
  const providers = resolveProviders(
    { providers: inputs as ProviderInput[] },
    (name) => env[name],
    found,
  );
  let problems: readonly string[] = [];
  try {
    found.throwIfAny("read");
  } catch (error) {
    assert.ok(error instanceof OwnConfigurationError);
    problems = error.problems;
  }
  const all = [...providers.values()].filter(isOAuth);
  return { providers: all, problems };
}

/** Resolves the one provider of a list without mistakes. */
function resolveOne(
  input: unknown,
  env?: Readonly<Record<string, string>>,
): ResolvedOAuth {
  const { providers, problems } = resolve([input], env);
  assert.deepEqual(problems, []);
  return providers[0] ?? assert.fail("no provider");
}

const plain: OIDCConfig = {
  id: "op",
  name: "OP",
  type: "oidc",
  issuer: "https://op.example",
  clientId: "client",
};

describe("options over a definition", () => {
  const Work = defineOAuth(() => ({
    id: "work",
    name: "Work",
    authorization: {
      url: "https://work.example/authorize",
      params: { scope: "read", audience: "api" },
    },
    token: "https://work.example/token",
    userinfo: { url: "https://work.example/me", headers: { "x-v": "1" } },
    client: { token_endpoint_auth_method: "client_secret_post" },
    style: { brandColor: "#000" },
    clientId: "of the definition",
    clientSecret: "secret",
  }));

  it("options merge into endpoints, client and style, and replace everything else", () => {
    const provider = resolveOne(Work({
      name: "Our work",
      authorization: { params: { scope: "write" } },
      token: { params: { resource: "r" } },
      userinfo: "https://other.example/me",
      client: { id_token_signed_response_alg: "ES256" },
      style: { logo: "/work.svg" },
      checks: ["state"],
    }));
    assert.equal(provider.name, "Our work");
    assert.equal(provider.authorization.url, "https://work.example/authorize");
    assert.deepEqual(provider.authorization.params, {
      scope: "write",
      audience: "api",
    });
    assert.equal(provider.token.url, "https://work.example/token");
    assert.deepEqual(provider.token.params, { resource: "r" });
    assert.equal(provider.userinfo.url, "https://other.example/me");
    assert.deepEqual(provider.userinfo.headers, { "x-v": "1" });
    assert.deepEqual(provider.client, {
      token_endpoint_auth_method: "client_secret_post",
      id_token_signed_response_alg: "ES256",
    });
    assert.deepEqual(provider.style, { brandColor: "#000", logo: "/work.svg" });
    assert.equal(provider.checks.pkce, false);
  });

  it("options also win over the query of a URL", () => {
    const provider = resolveOne(
      Work({ authorization: "https://new.example/a?scope=mine&x=1" }),
    );
    assert.equal(provider.authorization.url, "https://new.example/a");
    assert.deepEqual(provider.authorization.params, {
      scope: "mine",
      audience: "api",
      x: "1",
    });
  });

  it("options keep the query of a token URL, once", () => {
    const provider = resolveOne(
      Work({ token: "https://new.example/t?tenant=1" }),
    );
    assert.equal(provider.token.url, "https://new.example/t?tenant=1");
    assert.deepEqual(provider.token.params ?? {}, {});
  });

  it("an undefined option never overrides a value", () => {
    const nothing = Object.fromEntries(
      Object.keys(Work({})).map((key) => [key, undefined]),
    );
    assert.deepEqual(Work(nothing), Work({}));
    const provider = Work({
      authorization: { url: undefined, params: undefined },
      client: { token_endpoint_auth_method: undefined },
    });
    const { authorization, client } = resolveOne(provider);
    assert.equal(authorization.url, "https://work.example/authorize");
    assert.equal(authorization.params.scope, "read");
    assert.equal(client.token_endpoint_auth_method, "client_secret_post");
  });

  it("options keep keys, functions and symbols as they are", async () => {
    const pair = await crypto.subtle.generateKey(
      { name: "ECDSA", namedCurve: "P-256" },
      false,
      ["sign", "verify"],
    );
    const fetch: CustomFetch = () => Promise.reject(new Error("unused"));
    const request = () => ({ id: "1" });
    const provider = Work({
      token: { clientPrivateKey: pair.privateKey },
      userinfo: { request },
      [customFetch]: fetch,
    });
    const { token, userinfo } = resolveOne(provider);
    assert.equal(token.clientPrivateKey, pair.privateKey);
    assert.equal(userinfo.request, request);
    assert.equal(provider[customFetch], fetch);
  });

  it("options change neither the definition nor the object that was passed in", () => {
    const options = { authorization: { params: { scope: "x" } } };
    const before = structuredClone(options);
    Work(options);
    resolveOne(Work(options));
    assert.deepEqual(options, before);
    assert.deepEqual(
      resolveOne(Work({})).authorization.params.scope,
      "read",
    );
  });

  it("options keep the type of the factory", () => {
    const options = { type: "oidc" } as unknown as object;
    assert.equal(Work(options).type, "oauth");
    const Other = defineOidc(() => ({ id: "o", name: "O" }));
    assert.equal(Other({ issuer: "https://o.example" }).type, "oidc");
  });

  it("__proto__` is never merged", () => {
    const evil = (text: string) => JSON.parse(text) as object;
    const inputs = [
      Work(evil('{"__proto__":{"polluted":"yes","clientSecret":"evil"}}')),
      Work(evil(
        '{"authorization":{"__proto__":{"polluted":"yes"},"params":{"__proto__":{"polluted":"yes"}}}}',
      )),
      {
        ...plain,
        options: evil(
          '{"__proto__":{"polluted":"yes","clientSecret":"evil"},"constructor":{}}',
        ),
      },
    ];
    for (const input of inputs) {
      const { authorization, clientSecret, source } = resolveOne(input);
      const all = [input, source, authorization, authorization.params, {}];
      for (const one of all) {
        assert.ok(!("polluted" in one));
        assert.equal(Object.getPrototypeOf(one), Object.prototype);
      }
      assert.notEqual(clientSecret, "evil");
      // Without such a setter (Deno), it would be a key like others.
      assert.ok(!Object.hasOwn(source, "__proto__"));
    }
  });
});

describe("entries of `providers`", () => {
  const env = {
    AUTH_GITHUB_ID: "id",
    AUTH_GITHUB_SECRET: "secret",
    AUTH_KEYCLOAK_ID: "kid",
    AUTH_KEYCLOAK_SECRET: "ksecret",
    AUTH_KEYCLOAK_ISSUER: "https://login.example/realms/r",
  };

  it("an entry may be a factory that was not called: the environment has its options", () => {
    const { providers, problems } = resolve([GitHub, Keycloak], env);
    assert.deepEqual(problems, []);
    const [github, keycloak] = providers;
    assert.equal(github?.clientId, "id");
    assert.equal(github?.clientSecret, "secret");
    assert.equal(keycloak?.issuer, "https://login.example/realms/r");
    assert.equal(keycloak?.clientId, "kid");
  });

  it("an entry may be a factory that was called: its options win over the environment", () => {
    const { clientId, clientSecret } = resolveOne(
      GitHub({ clientId: "mine" }),
      env,
    );
    assert.equal(clientId, "mine");
    assert.equal(clientSecret, "secret");
  });

  it("an entry may be an object, with the application's `options` on top", () => {
    const provider = resolveOne({
      ...plain,
      id: "old",
      authorization: { params: { scope: "a", x: "1" } },
      clientId: undefined,
      options: {
        clientId: "mine",
        authorization: { params: { scope: "b" } },
        clientSecret: undefined,
      },
    }, { AUTH_OLD_SECRET: "from env" });
    assert.equal(provider.clientId, "mine");
    assert.equal(provider.clientSecret, "from env");
    assert.deepEqual(provider.authorization.params, { scope: "b", x: "1" });
  });

  it("options.id` gives an entry its id and the names of its variables", () => {
    const values = {
      AUTH_MY_OWN_ID: "mine",
      AUTH_MY_OWN_SECRET: "s",
      AUTH_OP_ID: "wrong",
      AUTH_GITHUB_ID: "wrong",
      AUTH_GITHUB_SECRET: "wrong",
    };
    const { clientId: _, ...rest } = plain;
    const inputs = [
      { ...rest, options: { id: "my-own" } },
      GitHub({ id: "my-own" }),
      () => ({ ...rest, options: { id: "my-own" } }),
    ];
    for (const input of inputs) {
      const provider = resolveOne(input, values);
      assert.equal(provider.id, "my-own");
      assert.equal(provider.clientId, "mine");
      assert.equal(provider.clientSecret, "s");
    }
  });

  it("an entry reads variables named by its id in capitals, with _ for -", () => {
    const { clientId: _, ...rest } = plain;
    const provider = resolveOne({ ...rest, id: "My-op_2" }, {
      AUTH_MY_OP_2_ID: "c",
    });
    assert.equal(provider.clientId, "c");
  });

  it("an entry passes the values of the environment to its own handlers", () => {
    const { clientId: _, ...rest } = plain;
    const { source } = resolveOne(rest, {
      AUTH_OP_ID: "c",
      AUTH_OP_SECRET: "s",
    });
    assert.equal(source.clientId, "c");
    assert.equal(source.clientSecret, "s");
  });

  it("entries keep their order, and the list may be empty", () => {
    const ids = ["b", "a", "c"];
    const { providers } = resolve(ids.map((id) => ({ ...plain, id })));
    assert.deepEqual(providers.map(({ id }) => id), ids);
    assert.deepEqual(resolve([]).problems, []);
  });

  it("the same definition may appear twice under two ids and work in one site", async () => {
    const one = await createFaultProvider({ user: { sub: "1", name: "One" } });
    const two = await createFaultProvider({ user: { sub: "2", name: "Two" } });
    const toInput = (op: typeof one, id: string) => {
      const { clientId, clientSecret, issuer, fetch } = op;
      return Keycloak({
        id,
        clientId,
        clientSecret,
        issuer,
        [customFetch]: fetch,
      });
    };
    const config: AuthConfig = {
      secret: "a secret that is long enough for this",
      origin: "https://app.example",
      providers: [toInput(one, "first"), toInput(two, "second")],
    };
    const { handler } = createAuth(config);
    const browser = createBrowser({
      "https://app.example": (request) =>
        new URL(request.url).pathname.startsWith("/auth/")
          ? handler(request)
          : new Response("home"),
      [one.origin]: one.handler,
      [two.origin]: two.handler,
    });
    const page = await browser.goto("https://app.example/auth/signin");
    await browser.submit(page, { action: "/auth/signin/second" });
    const session = await browser.fetch("https://app.example/auth/session");
    assert.equal((await session.json()).user.name, "Two");
    assert.equal(one.requests.length, 0);
  });
});

describe("the defaults of a provider", () => {
  it("an OpenID Connect provider has its own defaults", () => {
    const provider = resolveOne(plain);
    assert.deepEqual(provider.authorization.params, {
      scope: "openid profile email",
    });
    assert.deepEqual(provider.checks, {
      none: false,
      pkce: true,
      nonce: true,
    });
    assert.equal(provider.idToken, true);
    assert.equal(provider.formPost, false);
    assert.equal(provider.pushed, false);
    assert.equal(provider.clientSecret, null);
  });

  it("an OAuth 2 provider has no default scope, no nonce and no ID token", () => {
    const entry: OAuth2Config = {
      id: "o",
      name: "O",
      type: "oauth",
      clientId: "c",
      authorization: "https://o.example/a",
      token: "https://o.example/t",
      userinfo: "https://o.example/u",
    };
    const provider = resolveOne(entry);
    assert.deepEqual(provider.authorization.params, {});
    assert.equal(provider.checks.nonce, false);
    assert.equal(provider.checks.pkce, true);
    assert.equal(provider.idToken, false);
    assert.equal(provider.issuer, "");
  });

  it("a provider without a name shows its id", () => {
    const { name: _, ...rest } = plain;
    assert.equal(resolveOne(rest).name, "op");
  });
});

describe("a mistake in `providers`", () => {
  const oauth = { id: "op", name: "OP", type: "oauth", clientId: "c" };
  const endpoints = {
    authorization: "https://o.example/a",
    token: "https://o.example/t",
    userinfo: "https://o.example/u",
  };
  const cases: [string, unknown, RegExp][] = [
    ["no list", undefined, /`providers` is missing/],
    ["an object", { github: plain }, /`providers` is missing/],
    ["null", [null], /`id` must be/],
    ["a text", ["github"], /`id` must be/],
    ["a promise", [Promise.resolve(plain)], /`id` must be/],
    ["a list", [[plain]], /`id` must be/],
    ["no id", [{ ...plain, id: undefined }], /`id` must be/],
    ["an id with a slash", [{ ...plain, id: "a/b" }], /`id` must be/],
    [
      "an id that is too long",
      [{ ...plain, id: "a".repeat(65) }],
      /64 letters/,
    ],
    ["an id twice", [plain, { ...plain }], /Two providers have the id "op"/],
    ["a factory that throws", [() => {
      throw new Error("tenant is missing");
    }], /cannot be made: tenant is missing/],
    ["a factory that gives nothing", [() => null], /cannot be made/],
    ["an unknown type", [{ ...plain, type: "saml" }], /`type` must be/],
    [
      "no issuer",
      [{ ...plain, issuer: undefined }],
      /no issuer: set `issuer` or AUTH_OP_ISSUER/,
    ],
    [
      "no client id",
      [{ ...plain, clientId: undefined }],
      /set `clientId` or AUTH_OP_ID/,
    ],
    [
      "an issuer with a query",
      [{ ...plain, issuer: "https://o.example/?a" }],
      /without a query/,
    ],
    [
      "an issuer over http",
      [{ ...plain, issuer: "http://o.example" }],
      /the issuer must be an https URL/,
    ],
    [
      "no userinfo",
      [{ ...oauth, ...endpoints, userinfo: undefined }],
      /no `userinfo`/,
    ],
    ["no endpoints", [oauth], /no `authorization`, `token`, `userinfo`/],
    ["a misspelt check", [{ ...plain, checks: ["pcke"] }], /`checks` must be/],
    ["an unknown method", [{
      ...plain,
      client: { token_endpoint_auth_method: "tls" },
    }], /must be one of "client_secret_basic"/],
    [
      "a proxy over http",
      [{ ...plain, redirectProxyUrl: "http://p.example" }],
      /`redirectProxyUrl` must be/,
    ],
  ];
  for (const [name, inputs, message] of cases) {
    it(`\`providers\` with ${name} is reported`, () => {
      const { problems } = resolve(inputs);
      assert.equal(problems.length, 1, problems.join("\n"));
      assert.match(problems[0] ?? "", message);
    });
  }

  it("one mistake does not hide the next", () => {
    const { problems } = resolve([
      null,
      { ...plain, id: "a", clientId: undefined, issuer: "http://a.example" },
      { ...plain, id: "b", type: "saml" },
      plain,
      plain,
    ]);
    assert.equal(problems.length, 5, problems.join("\n"));
  });

  it("createAuth throws for a mistake that the environment cannot correct", () => {
    const secret = "a secret that is long enough for this";
    const make = (provider: object) => () =>
      createAuth({ secret, providers: [provider as Provider] });
    assert.throws(make({ ...plain, checks: ["x"] }), ConfigurationError);
    assert.throws(make({ ...plain, id: "a/b" }), ConfigurationError);
    make({ ...plain, clientId: undefined })();
    make({ ...plain, issuer: undefined })();
  });

  it("an http URL is allowed on loopback only", () => {
    for (const host of ["localhost:1", "127.0.0.1", "[::1]", "a.localhost"]) {
      resolveOne({ ...plain, issuer: `http://${host}/` });
    }
    for (const host of ["127.0.0.1.example", "localhost.example", "10.0.0.1"]) {
      const issuer = `http://${host}`;
      assert.equal(resolve([{ ...plain, issuer }]).problems.length, 1);
    }
  });
});
