import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { createAuth, customFetch } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { defineOidc } from "@latchkey/auth/providers";
import {
  createBrowser,
  type FaultSwitches,
  type SigningAlgorithm,
} from "@latchkey/auth/testing";
import {
  approach,
  arrive,
  assertCallbackRefused,
  assertSignedIn,
  pressButton,
  readSession,
  signIn,
  site,
  start,
} from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";
import { readProofs } from "../dpop/dpop_testkit.ts";
import { createFapi, makeKeys } from "./fapi_testkit.ts";

afterEach(endTest);

/** Seconds since the epoch. */
const now = () => Math.floor(Date.now() / 1000);

describe('a sign-in with `profile: "fapi2"`', () => {
  for (const alg of ["PS256", "ES256", "EdDSA"] as const) {
    it(`a sign-in with ${alg} on both sides is pushed, proved and bound [fapi2-happy-path]`, async () => {
      const keys = await makeKeys(alg);
      const flow = await createFapi({ keys, op: { alg } });
      const session = await assertSignedIn(flow);
      assert.equal(session.user?.email, "ada@example.com");
      assert.equal(flow.op.count("par"), 1);
      const proofs = readProofs(flow.op).map(({ endpoint }) => endpoint);
      assert.deepEqual(proofs, ["par", "token"]);
      for (const endpoint of ["par", "token"] as const) {
        const { form } = flow.op.requests.find((one) =>
          one.endpoint === endpoint
        ) ?? {};
        const assertion = form?.get("client_assertion") ?? "";
        assert.equal(decodeProtectedHeader(assertion).alg, alg);
        const { aud, exp = 0, iat = 0 } = decodeJwt(assertion);
        assert.equal(aud, flow.op.issuer);
        assert.ok(exp - iat <= 60);
      }
    });
  }

  it("state and nonce are long, and the URL has neither", async () => {
    const flow = await createFapi();
    const url = new URL(await start(flow.createBrowser()));
    assert.deepEqual([...url.searchParams.keys()].toSorted(), [
      "client_id",
      "request_uri",
    ]);
    const { form } =
      flow.op.requests.find(({ endpoint }) => endpoint === "par") ?? {};
    assert.match(form?.get("state") ?? "", /^[\w.-]{43,}$/);
    // FAPI 2.0 Security Profile section 5.3.2.2: at most 64 characters.
    assert.match(form?.get("nonce") ?? "", /^[\w-]{43,64}$/);
    assert.equal(form?.get("code_challenge_method"), "S256");
  });

  it("a definition keeps its own mapper, and the switch maps the standard claims without one", async () => {
    const Bank = defineOidc({
      id: "op",
      name: "Bank",
      client: {},
      profile: { id: "sub", name: "email" },
    });
    const keys = await makeKeys();
    const flow = await createFapi({
      keys,
      toEntry: ({ issuer, clientId, fetch }) =>
        Bank({
          issuer,
          clientId,
          profile: "fapi2",
          token: { clientPrivateKey: keys.privateKey },
          [customFetch]: fetch,
        }),
    });
    const session = await assertSignedIn(flow);
    assert.equal(session.user?.name, "ada@example.com");
    assert.equal(flow.op.count("par"), 1);
  });
});

/** The faults with which a sign-in is refused, by title. */
const refused: Readonly<Record<string, FaultSwitches>> = {
  "an ID token of another issuer is refused [fapi2-invalid-iss]": {
    idToken: { claims: (all) => ({ ...all, iss: `${all["iss"]}1` }) },
  },
  "an ID token without an issuer is refused [fapi2-invalid-missing-iss]": {
    idToken: { claims: ({ iss: _, ...rest }) => rest },
  },
  "an ID token for another audience is refused [fapi2-invalid-aud]": {
    idToken: { claims: (all) => ({ ...all, aud: `${all["aud"]}1` }) },
  },
  "an ID token without an audience is refused [fapi2-invalid-missing-aud]": {
    idToken: { claims: ({ aud: _, ...rest }) => rest },
  },
  "an ID token with a second audience is refused [fapi2-invalid-secondary-aud]":
    {
      idToken: { claims: (all) => ({ ...all, aud: [all["aud"], "other"] }) },
    },
  "an ID token that expired six minutes ago is refused [fapi2-invalid-expired-exp]":
    {
      idToken: { claims: (all) => ({ ...all, exp: now() - 360 }) },
    },
  "an ID token without an expiry is refused [fapi2-invalid-missing-exp]": {
    idToken: { claims: ({ exp: _, ...rest }) => rest },
  },
  "an ID token with another nonce is refused [fapi2-invalid-nonce]": {
    idToken: { claims: (all) => ({ ...all, nonce: `${all["nonce"]}1` }) },
  },
  "an ID token without a nonce is refused [fapi2-invalid-missing-nonce]": {
    idToken: { claims: ({ nonce: _, ...rest }) => rest },
  },
  "an ID token without a signature is refused [fapi2-invalid-null-alg]": {
    idToken: { sign: "none" },
  },
  "an ID token that was issued a week ago is refused [fapi1-iat-is-week-in-past]":
    {
      idToken: { claims: (all) => ({ ...all, iat: now() - 604_800 }) },
    },
  "an ID token from more than a minute ahead is refused [FAPI-1]": {
    idToken: { claims: (all) => ({ ...all, iat: now() + 62 }) },
  },
  "a bearer token in place of a bound one is refused [R14]": {
    tokenResponse: (json) => ({ ...json, token_type: "Bearer" }),
  },
};

/** The faults with which a sign-in works, by title. */
const accepted: Readonly<Record<string, FaultSwitches>> = {
  "an audience that is a list of one is accepted [fapi2-valid-aud-as-array]": {
    idToken: { claims: (all) => ({ ...all, aud: [all["aud"]] }) },
  },
  "a token response without a lifetime is accepted [fapi2-token-endpoint-response-without-expires_in]":
    {
      tokenResponse: ({ expires_in: _, ...rest }) => rest,
    },
  "a token response without a scope is accepted [fapi1-no-scope-in-token-endpoint-response]":
    {
      tokenResponse: ({ scope: _, ...rest }) => rest,
    },
  "an ID token from ten seconds ahead is accepted [FAPI-2]": {
    idToken: { claims: (all) => ({ ...all, iat: now() + 10 }) },
  },
};

describe("what comes back under the profile", () => {
  for (const [title, faults] of Object.entries(refused)) {
    it(title, async () => {
      const flow = await createFapi();
      flow.op.faults = faults;
      const browser = flow.createBrowser();
      await assertCallbackRefused(flow, browser, await approach(browser), {
        error: "OAuthCallbackError",
      });
    });
  }

  for (const [title, faults] of Object.entries(accepted)) {
    it(title, async () => {
      const flow = await createFapi();
      flow.op.faults = faults;
      await assertSignedIn(flow);
    });
  }

  for (
    const [alg, other] of [["PS256", "RS256"], ["ES256", "RS256"]] as const
  ) {
    it(`an ID token with ${other} is refused where ${alg} was meant, even if the metadata lists both [fapi2-invalid-alternate-alg]`, async () => {
      const flow = await createFapi({ op: { alg } });
      const listed: SigningAlgorithm[] = [alg, other];
      flow.op.faults = {
        discovery: {
          body: (json) => ({
            ...json,
            id_token_signing_alg_values_supported: listed,
          }),
        },
        idToken: { alg: other },
      };
      const browser = flow.createBrowser();
      await assertCallbackRefused(flow, browser, await approach(browser), {
        error: "OAuthCallbackError",
        log: /signature does not verify/,
      });
      // The same provider and key work without the profile.
      const plain = await createFapi({
        op: { alg },
        entry: {
          profile: undefined,
          client: { token_endpoint_auth_method: "private_key_jwt" },
        },
      });
      plain.op.faults = flow.op.faults;
      await assertSignedIn(plain);
    });
  }

  for (
    const [title, change] of [
      [
        "an authorization response of another issuer ends before the token endpoint [fapi2-invalid-authorization-response-iss]",
        (params) => params.set("iss", "https://other.example"),
      ],
      [
        "an authorization response without its issuer ends before the token endpoint [fapi2-remove-authorization-response-iss]",
        (params) => params.delete("iss"),
      ],
      [
        "an authorization response with another state ends before the token endpoint [fapi2-ensure-authorization-response-with-invalid-state-fails]",
        (params) => params.set("state", `${params.get("state")}1`),
      ],
    ] as [string, (params: URLSearchParams) => void][]
  ) {
    it(title, async () => {
      const flow = await createFapi();
      flow.op.faults.callback = change;
      const browser = flow.createBrowser();
      await arrive(browser, await approach(browser));
      assert.equal(await readSession(browser), null);
      assert.equal(flow.op.count("token"), 0);
      assert.equal(flow.op.count("userinfo"), 0);
    });
  }

  it("an authorization response without a state ends before the token endpoint [fapi2-ensure-authorization-response-with-missing-state-fails]", async () => {
    const flow = await createFapi();
    flow.op.faults.callback = (params) => params.delete("state");
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "InvalidCheck",
    });
    assert.equal(flow.op.count("token"), 0);
  });

  it("metadata of another issuer ends the sign-in before it leaves the site [fapi2-discovery-issuer-mismatch]", async () => {
    const flow = await createFapi();
    flow.op.faults.discovery = {
      body: (json) => ({ ...json, issuer: `${json["issuer"]}INVALID` }),
    };
    const page = await pressButton(flow.createBrowser());
    assert.equal(page.pending, undefined);
    assert.equal(flow.op.count("par"), 0);
  });
});

describe("tokens under the profile", () => {
  it("an access token that the API refuses is renewed twice, each time with the newest refresh token [fapi2-client-refresh-token-test]", async () => {
    const keys = await makeKeys();
    const flow = await createFapi({ keys });
    const auth = createAuth({
      ...flow.makeConfig(),
      adapter: createMemoryAdapter(),
      tokens: { providers: ["op"], resources: { op: [flow.op.issuer] } },
    });
    const browser = createBrowser({
      [site]: auth.handler,
      [flow.op.origin]: flow.op.handler,
    });
    await signIn(browser);
    const request = () =>
      new Request(site, {
        headers: { cookie: browser.cookieHeader(`${site}/`) },
      });
    flow.op.clearRequests();
    for (let i = 0; i < 2; i++) {
      await auth.getAccessToken(request(), "op", { minValidity: 86_400 });
    }
    const sent = flow.op.requests
      .filter(({ endpoint }) => endpoint === "token")
      .map(({ form }) => form?.get("refresh_token"));
    assert.equal(sent.length, 2);
    assert.equal(new Set(sent).size, 2);
    const proofs = readProofs(flow.op);
    assert.equal(proofs.length, 2);
    assert.deepEqual(proofs[0]?.header.jwk, proofs[1]?.header.jwk);
  });
});
