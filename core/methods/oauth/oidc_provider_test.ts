import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import {
  createSignedIn,
  forgetSession,
  passProvider,
  readEmail,
  type SiteOptions,
  withSite,
  yes,
} from "./oidc_provider_testkit.ts";

afterEach(() => mock.timers.reset());

/** Makes a private key of the provider, or of a client. */
async function makeKey(alg: string, use: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...await exportJWK(privateKey), kid: alg, use };
}

/** A provider whose userinfo is signed (OpenID Connect Core section 5.3.2). */
async function toSigned(registration: object): Promise<SiteOptions> {
  const keys = [await makeKey("RS256", "sig"), await makeKey("ES256", "sig")];
  return {
    registration: { userinfo_signed_response_alg: "ES256", ...registration },
    entry: { idToken: false },
    provider: {
      jwks: { keys },
      enabledJWA: {
        idTokenSigningAlgValues: ["RS256"],
        userinfoSigningAlgValues: ["ES256"],
      },
      features: {
        jwtUserinfo: { enabled: true },
        encryption: { enabled: true },
      },
    },
  };
}

/** A provider that holds its clients to FAPI 2.0, with every message signed. */
async function toStrict(): Promise<SiteOptions> {
  const { privateKey, publicKey: pub } = await generateKeyPair("ES256");
  const jwk = { ...await exportJWK(pub), kid: "one", alg: "ES256" };
  const algorithms = ["ES256"];
  return {
    registration: {
      client_secret: undefined,
      grant_types: ["authorization_code", "refresh_token"],
      token_endpoint_auth_method: "private_key_jwt",
      dpop_bound_access_tokens: true,
      require_signed_request_object: true,
      id_token_signed_response_alg: "ES256",
      authorization_signed_response_alg: "ES256",
      userinfo_signed_response_alg: "ES256",
      jwks: { keys: [jwk] },
    },
    entry: {
      profile: "fapi2",
      clientSecret: undefined,
      // With Node's types, jose's keys are not the global CryptoKey.
      token: { clientPrivateKey: { key: privateKey as CryptoKey, kid: "one" } },
      requestObject: true,
      idToken: false,
      authorization: { params: { response_mode: "jwt" } },
      logout: true,
      initiate: true,
    },
    provider: {
      jwks: { keys: [await makeKey("ES256", "sig")] },
      clientAuthMethods: ["private_key_jwt"],
      enabledJWA: {
        idTokenSigningAlgValues: algorithms,
        authorizationSigningAlgValues: algorithms,
        userinfoSigningAlgValues: algorithms,
        requestObjectSigningAlgValues: algorithms,
        clientAuthSigningAlgValues: algorithms,
      },
      features: {
        fapi: { enabled: true, profile: "2.0" },
        pushedAuthorizationRequests: {
          enabled: true,
          requirePushedAuthorizationRequests: true,
        },
        requestObjects: { enabled: true },
        jwtResponseModes: { enabled: true },
        jwtUserinfo: { enabled: true },
        dPoP: { enabled: true },
        rpInitiatedLogout: { enabled: true },
        backchannelLogout: { enabled: true },
      },
    },
    guards: { "/pay": { maxAge: 300 }, "/reports": { silent: true } },
  };
}

describe("the published oidc-provider with everything switched on", () => {
  it("signs in under FAPI 2.0, silently and for a fresh proof, too, and ends the session from either side", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.now() });
    await withSite(await toStrict(), async (site) => {
      const browser = await createSignedIn(site);
      mock.timers.tick(600_000);
      const confirm = await browser.submit(
        await browser.goto(`${site.app}/pay`),
      );
      const fresh = await passProvider(site, browser, [confirm]);
      assert.ok(fresh.wasAsked);
      assert.equal(fresh.page.text, "hello ada@example.com");
      const other = await createSignedIn(site);
      forgetSession(site, other);
      const silent = await other.goto(`${site.app}/reports`);
      assert.equal(silent.text, "hello ada@example.com");
      await browser.submit(
        await browser.goto(`${site.issuer}/session/end`),
        yes,
      );
      assert.equal(await readEmail(site, browser), null);
      assert.equal(await readEmail(site, other), "ada@example.com");
      const page = await other.goto(`${site.app}/auth/signout`);
      const bye = await other.submit(await other.submit(page), yes);
      assert.equal(bye.url, `${site.app}/`);
      assert.deepEqual(site.log, []);
      const pushed = site.answered.filter(({ path }) => path === "/request");
      assert.deepEqual(pushed.map(({ status }) => status), Array(4).fill(201));
    });
  });
});

describe("answers of the published oidc-provider", () => {
  it("signed userinfo is verified, with another algorithm than that of ID tokens", async () => {
    await withSite(await toSigned({}), async (site) => {
      await createSignedIn(site);
      const asked = site.answered.filter(({ path }) => path === "/me");
      assert.deepEqual(asked.map(({ status }) => status), [200]);
    });
  });

  for (const kind of ["id_token", "userinfo"]) {
    it(`an encrypted ${kind} is refused, and the log says how to mend it [I01]`, async () => {
      const { d: _, ...jwk } = await makeKey("RSA-OAEP-256", "enc");
      const options = await toSigned({
        jwks: { keys: [{ kty: jwk.kty, n: jwk.n, e: jwk.e, use: "enc" }] },
        [`${kind}_encrypted_response_alg`]: "RSA-OAEP",
      });
      await withSite(options, async (site) => {
        const browser = site.createBrowser();
        const start = await browser.goto(`${site.app}/auth/signin`);
        const left = await browser.submit(start);
        const { page } = await passProvider(site, browser, [left]);
        assert.match(page.url, /error=OAuthCallbackError/);
        assert.equal(await readEmail(site, browser), null);
        const hint = /it is encrypted. Switch that off for this client/;
        assert.match(site.log.join("\n"), hint);
      });
    });
  }
});
