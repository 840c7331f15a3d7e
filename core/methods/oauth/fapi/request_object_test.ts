import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { createAuth, type OIDCConfig } from "@latchkey/auth";
import type { FaultProviderOptions } from "@latchkey/auth/testing";
import {
  type App,
  assertSignedIn,
  createApp,
  pressButton,
  site,
  start,
} from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";
import { createFapi, makeKeys } from "./fapi_testkit.ts";

afterEach(endTest);

const client = await makeKeys();

/** Creates a flow with signed requests, without the profile. */
async function createSigning(
  entry: Partial<OIDCConfig> = {},
  op: FaultProviderOptions = {},
): Promise<App> {
  const { publicKey, privateKey } = await makeKeys();
  return await createApp({
    op: { clientPublicKey: publicKey, ...op },
    entry: { requestObject: { key: privateKey, kid: "one" }, ...entry },
  });
}

/** The parameters that the provider received from the browser, or pushed. */
function sent(flow: App, endpoint: "authorize" | "par"): URLSearchParams {
  const found = flow.op.requests.findLast((one) => one.endpoint === endpoint);
  assert.ok(found);
  return found.form ?? new URL(found.url).searchParams;
}

describe("a signed authorization request", () => {
  it("the URL has the client's id and the request, and the request has everything [R26]", async () => {
    const flow = await createSigning({
      authorization: {
        params: { max_age: 300, claims: { id_token: { acr: null } } },
      },
    });
    await assertSignedIn(flow);
    const params = sent(flow, "authorize");
    assert.deepEqual([...params.keys()], ["client_id", "request"]);
    const request = params.get("request") ?? "";
    assert.deepEqual(decodeProtectedHeader(request), {
      alg: "ES256",
      typ: "oauth-authz-req+jwt",
      kid: "one",
    });
    const { exp = 0, nbf = 0, iat = 0, jti, ...claims } = decodeJwt(request);
    assert.equal(claims.iss, flow.op.clientId);
    assert.equal(claims.aud, flow.op.issuer);
    assert.equal(claims["client_id"], params.get("client_id"));
    assert.ok(exp - nbf <= 300 && nbf === iat);
    assert.match(jti ?? "", /^[\w-]{22,}$/);
    assert.equal(claims["response_type"], "code");
    assert.equal(claims["code_challenge_method"], "S256");
    assert.equal(claims["redirect_uri"], `${site}/auth/callback/op`);
    assert.equal(claims["max_age"], 300);
    assert.deepEqual(claims["claims"], { id_token: { acr: null } });
    assert.equal(typeof claims["state"], "string");
    assert.equal(typeof claims["nonce"], "string");
  });

  it("each request has an id of its own [R26]", async () => {
    const flow = await createSigning();
    const ids = new Set<unknown>();
    for (let i = 0; i < 3; i++) {
      await assertSignedIn(flow);
      ids.add(decodeJwt(sent(flow, "authorize").get("request") ?? "").jti);
    }
    assert.equal(ids.size, 3);
  });

  it("a pushed request is signed, too, with nothing but the client's authentication beside it [R26]", async () => {
    const keys = await makeKeys("PS256");
    const flow = await createFapi({ keys, entry: { requestObject: true } });
    await assertSignedIn(flow);
    const params = sent(flow, "par");
    assert.deepEqual([...params.keys()].toSorted(), [
      "client_assertion",
      "client_assertion_type",
      "client_id",
      "request",
    ]);
    const { alg } = decodeProtectedHeader(params.get("request") ?? "");
    assert.equal(alg, "PS256");
    assert.equal(
      typeof decodeJwt(params.get("request") ?? "")["dpop_jkt"],
      "string",
    );
  });

  it("a request that another key signed is refused by the provider", async () => {
    const { publicKey } = await makeKeys();
    const flow = await createSigning({}, {
      clientPublicKey: publicKey,
      requirePushed: true,
    });
    const page = await pressButton(flow.createBrowser());
    assert.equal(page.pending, undefined);
    assert.equal(flow.op.count("authorize"), 0);
  });

  it("an Ed25519 key signs under the name that the provider knows", async () => {
    const { publicKey, privateKey } = await makeKeys("EdDSA");
    for (
      const [listed, alg] of [[["EdDSA"], "EdDSA"], [["Ed25519"], "Ed25519"], [
        undefined,
        "EdDSA",
      ]] as const
    ) {
      const flow = await createSigning({ requestObject: privateKey }, {
        clientPublicKey: publicKey,
      });
      flow.op.faults.discovery = {
        body: (json) => ({
          ...json,
          request_object_signing_alg_values_supported: listed,
        }),
      };
      await assertSignedIn(flow);
      const request = sent(flow, "authorize").get("request") ?? "";
      assert.equal(decodeProtectedHeader(request).alg, alg);
    }
  });

  it("a provider that takes signed requests only, or not this algorithm, is a mistake of the configuration", async () => {
    const cases = [
      [false, { require_signed_request_object: true }, /set `requestObject`/],
      [
        undefined,
        { request_object_signing_alg_values_supported: ["PS256"] },
        /does not have ES256 in `request_object_signing_alg_values_supported`/,
      ],
    ] as const;
    for (const [requestObject, metadata, message] of cases) {
      const flow = await createSigning(
        requestObject === undefined ? {} : { requestObject },
      );
      flow.op.faults.discovery = { body: (json) => ({ ...json, ...metadata }) };
      const page = await pressButton(flow.createBrowser());
      assert.equal(
        new URL(page.url).searchParams.get("error"),
        "Configuration",
      );
      assert.ok(flow.log.some(({ text }) => message.test(text)));
    }
  });

  it("without the option, nothing is signed", async () => {
    const flow = await createApp();
    const url = new URL(await start(flow.createBrowser()));
    assert.equal(url.searchParams.get("request"), null);
    assert.equal(url.searchParams.get("response_type"), "code");
  });

  const mistakes: readonly [string, Partial<OIDCConfig>, RegExp][] = [
    ["no key", { requestObject: true }, /needs `token.clientPrivateKey`/],
    [
      "a public key",
      { requestObject: client.publicKey },
      /must be a private `CryptoKey` for signatures/,
    ],
    [
      "no key at all",
      { requestObject: "none" as unknown as true },
      /must be a private `CryptoKey` for signatures/,
    ],
    [
      "a URL of its own",
      {
        requestObject: client.privateKey,
        authorization: { request: () => "https://op.example" },
      },
      /`authorization.request` makes its own URL/,
    ],
  ];
  for (const [title, entry, message] of mistakes) {
    it(`${title} is refused with the first request`, async () => {
      const flow = await createSigning(entry);
      const answer = await createAuth(flow.makeConfig())
        .handler(new Request(`${site}/auth/signin`));
      assert.equal(answer.status, 500);
      assert.ok(flow.log.some(({ text }) => message.test(text)));
    });
  }
});
