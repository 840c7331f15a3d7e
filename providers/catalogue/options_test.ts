import "../../core/runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { afterEach, describe, it } from "node:test";
import { Auth, createAuth } from "@latchkey/auth";
import { Apple } from "@latchkey/auth/providers/apple";
import { Asgardeo } from "@latchkey/auth/providers/asgardeo";
import { AzureADB2C } from "@latchkey/auth/providers/azure-ad-b2c";
import { Bungie } from "@latchkey/auth/providers/bungie";
import { FusionAuth } from "@latchkey/auth/providers/fusionauth";
import { LoginGov } from "@latchkey/auth/providers/login-gov";
import { NetSuite } from "@latchkey/auth/providers/netsuite";
import { Shikimori } from "@latchkey/auth/providers/shikimori";
import { XSUAA } from "@latchkey/auth/providers/xsuaa";
import { toOptionVariable } from "../../core/providers/placeholders.ts";
import { endTest, site } from "../../core/pipeline/flow_testkit.ts";
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

const rows = (await readRows()).filter(({ options }) =>
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
});
