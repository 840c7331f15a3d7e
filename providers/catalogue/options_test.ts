import "../../core/runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { afterEach, describe, it } from "node:test";
import {
  Auth,
  type AuthConfig,
  createAuth,
  type OAuthProvider,
  setEnvDefaults,
} from "@latchkey/auth";
import { Apple } from "@latchkey/auth/providers/apple";
import { Asgardeo } from "@latchkey/auth/providers/asgardeo";
import { AzureADB2C } from "@latchkey/auth/providers/azure-ad-b2c";
import { Bungie } from "@latchkey/auth/providers/bungie";
import { FusionAuth } from "@latchkey/auth/providers/fusionauth";
import { GitHub } from "@latchkey/auth/providers/github";
import { LoginGov } from "@latchkey/auth/providers/login-gov";
import { NetSuite } from "@latchkey/auth/providers/netsuite";
import { Shikimori } from "@latchkey/auth/providers/shikimori";
import { XSUAA } from "@latchkey/auth/providers/xsuaa";
import { toOptionVariable } from "../../core/providers/definition/placeholders.ts";
import {
  defineOAuth,
  defineOidc,
} from "../../core/providers/definition/define.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { site } from "../../testing/app_testkit.ts";
import { type ProviderRow, readRows } from "./facts_testkit.ts";
import { client, toSetup } from "./setup_testkit.ts";
import { type Factory, load, signInAt } from "./sign_in_testkit.ts";

const secret = "a secret of the options' test, long enough";
const saved = { ...process.env };

afterEach(async () => {
  process.env = { ...saved };
  await endTest();
});

/** Options that have another name in the environment. */
const renamed: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // The domain is part of the issuer.
  auth0: { domain: "issuer" },
};

/** Providers with options that no text in the environment can be, and the words that ask for them. */
const withKeys: Readonly<Record<string, readonly string[]>> = {
  apple: ["`clientSecret`", "AUTH_APPLE_SECRET"],
  "login-gov": ["`token.clientPrivateKey`"],
};

const allRows = await readRows();
const rows = allRows.filter(({ options }) =>
  options.some(({ required }) => required)
);
const textual = rows.filter(({ id }) => withKeys[id] === undefined);

function listRequired({ id, options }: ProviderRow): readonly string[] {
  return options.filter(({ required }) => required)
    .map(({ name }) => renamed[id]?.[name] ?? name);
}

/** Sets the variables of the client and of the options; returns the options' names. */
function setVariables(row: ProviderRow): readonly string[] {
  const { values, options, issuer = "" } = toSetup(row, true);
  const { clientId: id, clientSecret: secret } = client;
  const known: Record<string, string> = {
    ...values,
    ...options as Record<string, string>,
    issuer,
    id,
    secret,
  };
  const required = listRequired(row);
  for (const name of ["id", "secret", ...required]) {
    process.env[toOptionVariable(row.id, name)] = known[name] ?? "";
  }
  return required;
}

function makeConfig(provider: Factory) {
  const errors: string[] = [];
  const logger = { error: (error: Error) => void errors.push(error.message) };
  const config = { secret, origin: site, providers: [provider], logger };
  return { config, errors };
}

/** Returns the error at start-up; the factory is listed uncalled. */
async function readProblem({ id }: ProviderRow): Promise<string> {
  const { config, errors } = makeConfig(await load(id));
  await Auth(new Request(`${site}/auth/providers`), config);
  return errors.join("\n");
}

/** Options of the facts that are no option of the definition, and why. */
const unread: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "azure-ad-b2c": { tenantId: "The metadata names it." },
  etsy: { sharedSecret: "It is the client secret." },
  fusionauth: { issuer: "The metadata names it." },
  "login-gov": { privateKey: "It is a key, no text." },
  "microsoft-entra-external-id": { tenantId: "The metadata names it." },
  wechat: { platform: "There is one platform for browsers." },
};

/** Options that only the function of a definition reads, and a text of the provider that results. */
const computed: Readonly<Record<string, readonly [string, string, string]>> = {
  auth0: ["domain", "https://acme.eu.auth0.com", "https://acme.eu.auth0.com/"],
  fusionauth: ["tenantId", "acme", "?tenantId=acme"],
  github: ["baseUrl", "https://git.acme.com", "https://git.acme.com/api/v3/"],
  google: ["hd", "acme.com", '"hd":"acme.com"'],
  intuit: ["environment", "sandbox", "sandbox-accounts"],
  "microsoft-entra-id": ["tenant", "organizations", "/organizations/v2.0"],
  paypal: ["environment", "sandbox", "sandbox.paypal.com"],
  polar: ["environment", "sandbox", "sandbox-api.polar.sh"],
};

describe("an option in the environment", () => {
  for (const row of allRows.filter(({ options }) => options.length > 0)) {
    it(`${row.id} reads each option of its facts from the environment`, async () => {
      const factory = await load(row.id);
      const provider = factory({}) as OAuthProvider;
      const { placeholders = {}, issuer, wellKnown, type } = provider;
      const isOpen = type === "oidc" && !issuer && !wellKnown;
      const names = Object.keys(placeholders).concat(isOpen ? "issuer" : []);
      for (const { name } of row.options) {
        const isUnread = unread[row.id]?.[name] !== undefined;
        assert.equal(names.includes(name), !isUnread, name);
      }
    });
  }

  for (const [id, [name, value, text]] of Object.entries(computed)) {
    it(`${id} computes its definition with ${name} of the environment`, async () => {
      const factory = await load(id);
      const variable = toOptionVariable(id, name);
      const env = { [variable]: value };
      for (const input of [factory, factory({ clientId: "own" })]) {
        const config: AuthConfig = { providers: [input] };
        setEnvDefaults(env, config);
        const [provider] = config.providers as OAuthProvider[];
        assert.ok(JSON.stringify(provider).includes(text), text);
        assert.equal(provider?.clientId, input === factory ? undefined : "own");
        const { issuer } = factory({ [name]: value }) as OAuthProvider;
        assert.equal(provider?.issuer, issuer);
      }
      const given = factory({ [name]: "given" });
      const config: AuthConfig = { providers: [given] };
      setEnvDefaults(env, config);
      assert.equal(JSON.stringify(config.providers), JSON.stringify([given]));
    });
  }

  it("a change to a provider outlives the environment's options", () => {
    const changed = { ...GitHub({}), name: "Our GitHub" };
    const config: AuthConfig = { providers: [changed] };
    setEnvDefaults({ AUTH_GITHUB_BASE_URL: "https://git.acme.com" }, config);
    const [provider] = config.providers as OAuthProvider[];
    assert.equal(provider?.name, "Our GitHub");
    assert.equal(provider?.issuer, "https://git.acme.com/login/oauth");
  });

  it("Apple makes its client secret from a key of the environment", () => {
    const config: AuthConfig = { providers: [Apple({})] };
    setEnvDefaults({
      AUTH_APPLE_TEAM_ID: "TEAM123456",
      AUTH_APPLE_KEY_ID: "KEY1234567",
      AUTH_APPLE_PRIVATE_KEY: "a key",
    }, config);
    const [provider] = config.providers as OAuthProvider[];
    assert.ok(typeof provider?.token === "object");
    assert.equal(typeof provider.token.clientSecret, "function");
  });
});

describe("a required option", () => {
  for (const row of textual) {
    it(`${row.id} names a required option that is missing, and its variable`, async () => {
      // The environment may be read later than this.
      createAuth(makeConfig(await load(row.id)).config);
      for (const name of listRequired(row)) {
        setVariables(row);
        const variable = toOptionVariable(row.id, name);
        Reflect.deleteProperty(process.env, variable);
        const problem = await readProblem(row);
        assert.ok(problem.includes(`\`${name}\``), problem);
        assert.ok(problem.includes(`or ${variable}`), problem);
      }
    });

    it(`${row.id} takes its required options from the environment`, async () => {
      setVariables(row);
      assert.equal(await readProblem(row), "");
      await signInAt(row, { isFromEnv: true });
    });
  }
});

describe("a required option that is a key", () => {
  for (const [id, words] of Object.entries(withKeys)) {
    it(`${id} says which key it needs`, async () => {
      const row = rows.find((one) => one.id === id) ?? assert.fail(id);
      process.env[toOptionVariable(id, "id")] = client.clientId;
      const problem = await readProblem(row);
      for (const word of words) assert.ok(problem.includes(word), problem);
    });
  }
});

describe("the types of required options", () => {
  it("a required option that is missing is a compile error", () => {
    // @ts-expect-error the path of the issuer has a tenant
    Asgardeo({});
    // @ts-expect-error the tenant alone is not enough
    AzureADB2C({ tenant: "acme" });
    // @ts-expect-error the host is a setting of the tenant
    XSUAA({});
    // @ts-expect-error so is the base URL
    FusionAuth({});
    // @ts-expect-error the key stands in a header
    Bungie({});
    // @ts-expect-error so does the name of the application
    Shikimori({});
    // @ts-expect-error the application writes the endpoint itself
    NetSuite({ accountId: "acme" });
    // @ts-expect-error the private key authenticates the client
    LoginGov({});
    // @ts-expect-error a key has three parts
    Apple({ teamId: "TEAM123456" });
  });

  it("a key that no definition has is a compile error", () => {
    const facts = { id: "own", name: "Own" } as const;
    const endpoints = {
      authorization: "https://own.example/authorize",
      token: "https://own.example/token",
      userinfo: "https://own.example/me",
    };
    assert.ok(defineOAuth({ ...facts, ...endpoints }));
    // @ts-expect-error no such key
    assert.ok(defineOAuth({ ...facts, ...endpoints, scopes: "email" }));
    const issuer = "https://own.example";
    assert.ok(defineOidc({ ...facts, issuer }));
    // @ts-expect-error no such key
    assert.ok(defineOidc({ ...facts, issuer, wellknown: issuer }));
    // @ts-expect-error nor in an endpoint
    assert.ok(defineOidc({ ...facts, issuer, token: { uri: issuer } }));
  });
});
