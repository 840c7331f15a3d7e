import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type OAuthProvider, setEnvDefaults } from "@latchkey/auth";
import {
  defineOAuth,
  defineOidc,
  type OAuthFactory,
  type OidcFactory,
} from "@latchkey/auth/providers";
import { ConfigurationError } from "../../errors/errors.ts";
import { Problems } from "../../errors/config_problems.ts";
import type { Placed } from "../../providers/definition/placed.ts";
import { fixedPlaces } from "../../providers/definition/symbols.ts";
import { resolveOAuth } from "./resolve_oauth.ts";

type Environment = Readonly<Record<string, string>>;

interface Tenant {
  tenantId?: string | undefined;
  policy?: string | undefined;
}

const client = { clientId: "client", clientSecret: "secret" };

/** The metadata contains both, and only it knows the issuer. */
const Directory: OidcFactory<Tenant> = defineOidc({
  id: "my-op",
  name: "My OP",
  placeholders: { tenantId: null, policy: "login" },
  wellKnown: "https://{tenantId}.op.example/{policy}/metadata",
  ...client,
});

/** Servers of their own, as Nextcloud or Mastodon have. */
const Server: OAuthFactory = defineOAuth({
  id: "server",
  name: "Server",
  placeholders: { issuer: null },
  authorization: "{issuer}/authorize?scope=read",
  token: "{issuer}/token",
  userinfo: "{issuer}/me",
  ...client,
});

/** Resolves a provider; returns it with its problems. */
function resolve(
  configured: OAuthProvider,
  env: Environment = {},
  environment: "read" | "not read" = "read",
) {
  const problems = new Problems();
  const provider = resolveOAuth(configured, {
    proxyUrl: null,
    env: (name) => env[name],
    problems,
  });
  try {
    problems.throwIfAny(environment);
  } catch (error) {
    assert.ok(error instanceof ConfigurationError);
    return { provider, problems: error.problems };
  }
  return { provider, problems: [] };
}

describe("the value of a placeholder", () => {
  const variables = {
    AUTH_MY_OP_TENANT_ID: "of-the-environment",
    AUTH_MY_OP_POLICY: "strict",
  };
  const rows: readonly [string, Tenant, Environment, string][] = [
    [
      "the option, before the environment and the default",
      { tenantId: "acme", policy: "own" },
      variables,
      "https://acme.op.example/own/metadata",
    ],
    [
      "the environment, before the default",
      {},
      variables,
      "https://of-the-environment.op.example/strict/metadata",
    ],
    [
      "the default",
      { tenantId: "acme" },
      {},
      "https://acme.op.example/login/metadata",
    ],
    [
      "each from another place",
      { tenantId: "acme" },
      variables,
      "https://acme.op.example/strict/metadata",
    ],
    [
      "not an undefined option",
      { tenantId: undefined },
      variables,
      "https://of-the-environment.op.example/strict/metadata",
    ],
  ];
  for (const [name, options, env, url] of rows) {
    it(`the value is ${name}`, () => {
      const { provider, problems } = resolve(Directory(options), env);
      assert.deepEqual(problems, []);
      assert.equal(provider.wellKnown, url);
    });
  }

  it("the variable has the id of the entry, if the application changes it", () => {
    const env = { AUTH_OTHER_TENANT_ID: "other" };
    const { provider } = resolve(Directory({ id: "other" }), env);
    assert.equal(provider.wellKnown, "https://other.op.example/login/metadata");
  });

  it("a missing one is an error at the start that names the option and the variable", () => {
    assert.deepEqual(resolve(Directory({})).problems, [
      'Provider "my-op" has no usable `tenantId`: set `tenantId` or AUTH_MY_OP_TENANT_ID.',
    ]);
  });

  it("a missing one is no error yet if the environment has not been read", () => {
    assert.deepEqual(resolve(Directory({}), {}, "not read").problems, []);
    assert.deepEqual(resolve(Server({}), {}, "not read").problems, []);
  });

  const hostile = ["a/b", "a@evil.example", "evil.example#", "a b", ".."];
  for (const value of hostile) {
    it(`"${value}" counts as missing, from an option or the environment`, () => {
      const env = { AUTH_MY_OP_TENANT_ID: value };
      for (
        const { problems } of [
          resolve(Directory({ tenantId: value })),
          resolve(Directory({}), env),
        ]
      ) {
        assert.match(problems.join(), /set `tenantId` or AUTH_MY_OP_TENANT_ID/);
      }
    });
  }

  it("an option that does not fit is an error, and not replaced by the environment's", () => {
    const hostile = resolve(
      Directory({ tenantId: "evil.example#" }),
      variables,
    );
    assert.match(hostile.problems.join(), /set `tenantId`/);
    const env = { AUTH_SERVER_ISSUER: "https://good.example" };
    const { problems } = resolve(
      Server({ issuer: "https://e.example?x=" }),
      env,
    );
    assert.match(problems.join(), /the issuer must be a URL without a query/);
    assert.match(problems.join(), /no usable `issuer`/);
  });
});

describe("placeholders without a definition", () => {
  it("an object in the configuration cannot have them", () => {
    const plain = { ...Directory({}) };
    for (const key of Object.getOwnPropertySymbols(plain)) {
      Reflect.deleteProperty(plain, key);
    }
    assert.match(
      resolve(plain).problems.join(),
      /`placeholders` need `defineOAuth`/,
    );
  });
});

describe("an issuer that is a placeholder", () => {
  for (
    const [issuer, problem] of [
      ["http://server.example", /the issuer must be an https URL/],
      ["https://server.example?x=1", /without a query/],
      ["https://server.example#x", /without a fragment/],
      ["server.example", /the issuer must be an https URL/],
      ["javascript:alert(1)//", /the issuer must be an https URL/],
    ] as const
  ) {
    it(`${issuer} is an error at the start`, () => {
      assert.match(resolve(Server({ issuer })).problems.join(), problem);
      const env = { AUTH_SERVER_ISSUER: issuer };
      assert.match(resolve(Server({}), env).problems.join(), problem);
    });
  }

  for (const issuer of ["https://a.example", "https://a.example/"]) {
    it(`${issuer} is kept as it is, and is the start of the endpoints`, () => {
      for (
        const { provider, problems } of [
          resolve(Server({ issuer })),
          resolve(Server({}), { AUTH_SERVER_ISSUER: issuer }),
        ]
      ) {
        assert.deepEqual(problems, []);
        assert.equal(provider.issuer, issuer);
        assert.equal(provider.token.url, "https://a.example/token");
        assert.equal(provider.authorization.params.scope, "read");
      }
    });
  }
});

describe("the places that are the same for every request", () => {
  const readPlaces = (provider: OAuthProvider) =>
    (provider as Placed)[fixedPlaces] ?? [];
  const env = {
    AUTH_MY_OP_TENANT_ID: "acme",
    AUTH_MY_OP_POLICY: "strict",
  };
  const url = "https://acme.op.example/strict/metadata";

  it("one that the environment fills alone is among them", () => {
    const { provider } = resolve(Directory({}), env);
    assert.ok(readPlaces(provider.source).includes(url));
  });

  it("one that the environment and the default fill is among them", () => {
    const { provider } = resolve(Directory({}), { AUTH_MY_OP_TENANT_ID: "a" });
    const place = "https://a.op.example/login/metadata";
    assert.ok(readPlaces(provider.source).includes(place));
  });

  it("one that the application fills in part is not among them", () => {
    for (const options of [{ tenantId: "acme" }, { policy: "strict" }]) {
      const { provider } = resolve(Directory(options), env);
      assert.equal(provider.wellKnown, url);
      assert.ok(!readPlaces(provider.source).includes(url));
    }
  });

  it("one that setEnvDefaults fills is among them", () => {
    const config = { providers: [Directory] };
    setEnvDefaults(env, config);
    const [provider] = config.providers as unknown as [OAuthProvider];
    assert.equal(provider.wellKnown, url);
    assert.ok(readPlaces(provider).includes(url));
    assert.ok(readPlaces(resolve(provider).provider.source).includes(url));
  });
});
