import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Claims } from "@latchkey/auth/testing";
import {
  assertNoSecrets,
  assertSignedIn,
  pressButton,
} from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";
import { createFapi, type FapiOptions, makeKeys } from "./fapi_testkit.ts";

afterEach(endTest);

/** Returns what the log says about metadata that lacks something. */
async function findLacks(
  change: Claims,
  options: FapiOptions = {},
): Promise<string[]> {
  const flow = await createFapi(options);
  flow.op.faults.discovery = { body: (json) => ({ ...json, ...change }) };
  const browser = flow.createBrowser();
  const page = await pressButton(browser);
  assert.equal(page.pending, undefined, "it left the site");
  assert.equal(new URL(page.url).searchParams.get("error"), "Configuration");
  assert.equal(flow.op.count("par"), 0);
  assertNoSecrets(flow, flow.answers.at(-1) ?? assert.fail());
  const said = flow.log.map(({ text }) => text).join("\n");
  const names = said.matchAll(/does not have .+? in `(\w+)`/g);
  return [...new Set([...names].map(([, name = ""]) => name))];
}

const jwt = { authorization: { params: { response_mode: "jwt" } } };

describe("metadata that the profile relies on", () => {
  const cases: readonly [string, unknown, FapiOptions?][] = [
    ["pushed_authorization_request_endpoint", undefined],
    ["authorization_response_iss_parameter_supported", undefined],
    ["authorization_response_iss_parameter_supported", "true"],
    ["code_challenge_methods_supported", undefined],
    ["code_challenge_methods_supported", ["plain"]],
    ["token_endpoint_auth_methods_supported", undefined],
    ["token_endpoint_auth_methods_supported", ["client_secret_basic"]],
    ["token_endpoint_auth_signing_alg_values_supported", ["PS256"]],
    ["id_token_signing_alg_values_supported", ["RS256"]],
    ["id_token_signing_alg_values_supported", "ES256"],
    ["dpop_signing_alg_values_supported", ["RS256"]],
    ["response_modes_supported", ["query"], { entry: jwt }],
    [
      "request_object_signing_alg_values_supported",
      ["RS256"],
      { entry: { requestObject: true } },
    ],
  ];
  for (const [name, value, options] of cases) {
    it(`${name}: ${JSON.stringify(value)} is a mistake of the configuration`, async () => {
      assert.deepEqual(await findLacks({ [name]: value }, options), [name]);
    });
  }

  it("a certificate needs metadata that says that tokens are bound to it", async () => {
    const keys = await makeKeys();
    const toEntry: FapiOptions["toEntry"] = (op) =>
      op.provider({
        profile: "fapi2",
        token: { clientPrivateKey: keys.privateKey },
        client: { tls_client_certificate_bound_access_tokens: true },
      });
    const name = "tls_client_certificate_bound_access_tokens";
    assert.deepEqual(await findLacks({}, { keys, toEntry }), [name]);
    const flow = await createFapi({ keys, toEntry });
    flow.op.faults.discovery = { body: (json) => ({ ...json, [name]: true }) };
    await assertSignedIn(flow);
    const token = flow.op.requests.find(({ endpoint }) => endpoint === "token");
    assert.equal(token?.headers["dpop"], undefined);
  });

  it("everything that is missing is named", async () => {
    const lacks = await findLacks({
      pushed_authorization_request_endpoint: undefined,
      authorization_response_iss_parameter_supported: false,
      code_challenge_methods_supported: undefined,
      dpop_signing_alg_values_supported: ["RS256"],
    });
    assert.deepEqual(lacks, [
      "pushed_authorization_request_endpoint",
      "authorization_response_iss_parameter_supported",
      "code_challenge_methods_supported",
      "dpop_signing_alg_values_supported",
    ]);
  });

  it("endpoints that cannot be used are named beside it", async () => {
    const flow = await createFapi();
    flow.op.faults.discovery = {
      body: (json) => ({
        ...json,
        code_challenge_methods_supported: undefined,
        token_endpoint: undefined,
        jwks_uri: "http://op.example/jwks",
      }),
    };
    await pressButton(flow.createBrowser());
    const said = flow.log.map(({ text }) => text).join("\n");
    assert.match(said, /S256[^]*usable token_endpoint[^]*usable jwks_uri/);
  });

  it("a signed response carries its issuer, so that the metadata need not name the parameter", async () => {
    const flow = await createFapi({ entry: jwt });
    flow.op.faults.discovery = {
      body: (json) => ({
        ...json,
        authorization_response_iss_parameter_supported: undefined,
        authorization_signing_alg_values_supported: ["ES256"],
      }),
    };
    await assertSignedIn(flow);
  });

  it("lists that the metadata need not have rule nothing out", async () => {
    const flow = await createFapi({ entry: { requestObject: true } });
    flow.op.faults.discovery = {
      body: (json) => ({
        ...json,
        response_modes_supported: undefined,
        dpop_signing_alg_values_supported: undefined,
      }),
    };
    await assertSignedIn(flow);
  });

  it("an http endpoint is refused", async () => {
    const flow = await createFapi();
    flow.op.faults.discovery = {
      body: (json) => ({
        ...json,
        pushed_authorization_request_endpoint: "http://op.example/par",
      }),
    };
    const page = await pressButton(flow.createBrowser());
    assert.equal(new URL(page.url).searchParams.get("error"), "Configuration");
  });
});
