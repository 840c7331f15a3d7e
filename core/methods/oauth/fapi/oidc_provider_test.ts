import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exportJWK } from "jose";
import {
  createAuth,
  createMemoryStore,
  customFetch,
  type OIDCConfig,
  type TokenSet,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createBrowser } from "@latchkey/auth/testing";
import { randomText } from "../../../crypto/random.ts";
import { app } from "../../../../testing/app_testkit.ts";
import {
  type Answered,
  signInThere,
  withOidcProvider,
} from "../oidc_provider_testkit.ts";
import { makeKeys } from "./fapi_testkit.ts";

/** The type of the details that the provider knows (RFC 9396). */
const type = "payment_initiation";

/**
 * A self-signed certificate of the client, without its key: the connection is
 * plain http, and a header stands for what TLS would have shown.
 */
const certificate =
  "MIIBgDCCASegAwIBAgIUUCrRf0gBewXO+2mFlPbke+OXQ7QwCgYIKoZIzj0EAwIwFTETMBEGA1UEAwwKdGhlLWNsaWVudDAgFw0yNjExMjMxMzM1MzNaGA8yMTI2MTAzMDEzMzUzM1owFTETMBEGA1UEAwwKdGhlLWNsaWVudDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOWSBDCK3/ALq4tQ9UYkHMKqb80nqg653nS8N3frX7cCdLdRj2xm92rEXOtUMTvja7Rd1sa4OfPIaE08jS5BfxWjUzBRMB0GA1UdDgQWBBReCm66aAUFoqCkiyyxDdLn0bVlVDAfBgNVHSMEGDAWgBReCm66aAUFoqCkiyyxDdLn0bVlVDAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0cAMEQCIFDqw42/jtiH2XcBFNyIp/s6OhAx/ppZqabQLAi37XH3AiBkVKB3XSPs3keO70Gz4y5TGBRSBov0fJNYwwNnkxIogQ==";

/** The configuration of a provider that holds all its clients to the profile. */
async function toConfig(registration: Registration) {
  const { privateKey } = await makeKeys("ES256");
  const jwk = { ...await exportJWK(privateKey), kid: "op", alg: "ES256" };
  return {
    clients: [{
      client_id: "the-client",
      redirect_uris: [`${app}/auth/callback/op`],
      grant_types: ["authorization_code", "refresh_token"],
      id_token_signed_response_alg: "ES256",
      authorization_signed_response_alg: "ES256",
      userinfo_signed_response_alg: "ES256",
      ...registration,
    }],
    jwks: { keys: [jwk] },
    clientAuthMethods: [registration.token_endpoint_auth_method],
    enabledJWA: {
      idTokenSigningAlgValues: ["ES256"],
      authorizationSigningAlgValues: ["ES256"],
      userinfoSigningAlgValues: ["ES256"],
      requestObjectSigningAlgValues: ["ES256"],
      clientAuthSigningAlgValues: ["ES256"],
    },
    issueRefreshToken: () => true,
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
    },
  };
}

/** A client's registration, as far as it differs. */
interface Registration {
  readonly token_endpoint_auth_method: string;
  readonly [member: string]: unknown;
}

/** The features with which a provider grants details of an authorization. */
const rich = {
  resourceIndicators: {
    enabled: true,
    getResourceServerInfo: () => ({ scope: "", accessTokenFormat: "opaque" }),
    useGrantedResource: () => true,
  },
  richAuthorizationRequests: {
    enabled: true,
    types: { [type]: { validate: () => {} } },
    authorizationDetailsForGrantSource: (
      { oidc }: { oidc: { grant: { rar: readonly object[] } } },
    ) => oidc.grant.rar,
    authorizationDetailsForAccessToken: (
      _: unknown,
      __: unknown,
      source: { rar: readonly object[] },
    ) => source.rar,
  },
};

/** Makes a client with a key and bound tokens: its registration, and its entry in the configuration. */
async function createKeyClient() {
  const { publicKey, privateKey } = await makeKeys();
  const jwk = { ...await exportJWK(publicKey), kid: "one", alg: "ES256" };
  const registration = {
    token_endpoint_auth_method: "private_key_jwt",
    dpop_bound_access_tokens: true,
    jwks: { keys: [jwk] },
  };
  const token = { clientPrivateKey: { key: privateKey, kid: "one" } };
  return { registration, token };
}

/** Signs in, and returns the application and the tokens that it was given. */
async function signIn(issuer: string, entry: Partial<OIDCConfig>) {
  const granted: TokenSet[] = [];
  const auth = createAuth({
    providers: [{
      id: "op",
      type: "oidc",
      issuer,
      clientId: "the-client",
      profile: "fapi2",
      ...entry,
    }],
    secret: randomText(32),
    origin: app,
    adapter: createMemoryAdapter(),
    store: createMemoryStore(),
    tokens: { providers: ["op"], resources: { op: [issuer] } },
    callbacks: {
      signIn({ account }) {
        if (account) granted.push(account);
        return true;
      },
    },
  });
  const browser = createBrowser((request) =>
    request.url.startsWith(app)
      ? auth.handler(request)
      : fetch(request, { redirect: "manual" })
  );
  await signInThere(browser);
  const cookie = browser.cookieHeader(`${app}/`);
  const request = () => new Request(app, { headers: { cookie } });
  const { session } = await auth.session(request());
  assert.equal(session?.user?.email, "ada@example.com");
  return { auth, request, granted };
}

function count(answered: readonly Answered[], path: string): number {
  return answered.filter((one) => one.path === path && one.status < 400).length;
}

describe("the FAPI 2.0 Security Profile with the published oidc-provider", () => {
  it("a sign-in with private_key_jwt and DPoP works, and its tokens are renewed [fapi2-happy-path]", async () => {
    const { registration, token } = await createKeyClient();
    const config = await toConfig({
      ...registration,
    });
    await withOidcProvider(() => config, async (issuer, answered) => {
      const { auth, request } = await signIn(issuer, {
        token,
      });
      assert.equal(count(answered, "/request"), 1);
      const { tokenType } = await auth.getAccessToken(request(), "op", {
        minValidity: 86_400,
      });
      assert.equal(tokenType, "dpop");
      assert.equal(count(answered, "/token"), 2);
      const answer = await auth.fetch(request(), "op", `${issuer}/me`);
      assert.equal(answer.status, 200);
      await answer.body?.cancel();
    });
  });

  it("signed requests, signed responses and signed userinfo work together [R26, R27]", async () => {
    const { registration, token } = await createKeyClient();
    const config = await toConfig({
      ...registration,
      require_signed_request_object: true,
    });
    await withOidcProvider(() => config, async (issuer, answered) => {
      await signIn(issuer, {
        token,
        requestObject: true,
        idToken: false,
        authorization: { params: { response_mode: "jwt" } },
      });
      assert.equal(count(answered, "/me"), 1);
    });
  });

  it("details of an authorization are asked for and granted", async () => {
    const { registration, token } = await createKeyClient();
    const config = await toConfig({
      ...registration,
      authorization_details_types: [type],
    });
    const features = { ...config.features, ...rich };
    const toRich = () => ({ ...config, features });
    await withOidcProvider(toRich, async (issuer) => {
      const details = [{ type, amount: "1.00" }];
      const { granted } = await signIn(issuer, {
        token,
        requestObject: true,
        authorization: {
          params: {
            resource: "https://api.example",
            authorization_details: details,
          },
        },
      });
      assert.deepEqual(granted[0]?.authorization_details, details);
    });
  });

  it("a client with a TLS certificate asks the endpoints for it, and its tokens are bound to it [fapi2-happy-path]", async () => {
    const config = await toConfig({
      token_endpoint_auth_method: "self_signed_tls_client_auth",
      tls_client_certificate_bound_access_tokens: true,
      jwks: { keys: [toCertifiedKey()] },
    });
    const toMtls = (issuer: string) => ({
      ...config,
      features: {
        ...config.features,
        mTLS: {
          enabled: true,
          certificateBoundAccessTokens: true,
          selfSignedTlsClientAuth: true,
          getCertificate: (ctx: { get: (name: string) => string }) =>
            ctx.get("client-cert") || undefined,
        },
      },
      discovery: { mtls_endpoint_aliases: toAliases(issuer) },
    });
    await withOidcProvider(toMtls, async (issuer, answered) => {
      const { auth, request } = await signIn(issuer, {
        client: {
          token_endpoint_auth_method: "self_signed_tls_client_auth",
          tls_client_certificate_bound_access_tokens: true,
        },
        [customFetch]: (input, init) => {
          const headers = new Headers(init?.headers);
          headers.set("client-cert", certificate);
          return fetch(input, { ...init, headers });
        },
      });
      const hosts = answered
        .filter(({ path }) => path === "/token" || path === "/request")
        .map(({ host }) => host.split(":")[0]);
      assert.deepEqual(hosts, ["localhost", "localhost"]);
      const { accessToken, tokenType } = await auth.getAccessToken(
        request(),
        "op",
      );
      assert.equal(tokenType, "bearer");
      const bearer = { authorization: `Bearer ${accessToken}` };
      const stolen = await fetch(`${issuer}/me`, { headers: bearer });
      await stolen.body?.cancel();
      assert.equal(stolen.status, 401);
      const bound = { ...bearer, "client-cert": certificate };
      const right = await fetch(`${issuer}/me`, { headers: bound });
      await right.body?.cancel();
      assert.equal(right.status, 200);
    });
  });
});

/** The endpoints under another name of this machine. */
function toAliases(issuer: string) {
  const base = issuer.replace("127.0.0.1", "localhost");
  return {
    token_endpoint: `${base}/token`,
    userinfo_endpoint: `${base}/me`,
    pushed_authorization_request_endpoint: `${base}/request`,
  };
}

/** The public key of the certificate, with the certificate itself. */
function toCertifiedKey() {
  const bytes = Uint8Array.from(atob(certificate), (one) => one.charCodeAt(0));
  // The point, as the last part of the key (RFC 5480 section 2.2): 04, x, y.
  const start =
    bytes.findIndex((_, at) =>
      bytes[at] === 3 && bytes[at + 1] === 66 && bytes[at + 3] === 4
    ) + 4;
  const [x, y] = [start, start + 32].map((from) =>
    btoa(String.fromCharCode(...bytes.subarray(from, from + 32)))
      .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
  );
  return { kty: "EC", crv: "P-256", x, y, x5c: [certificate], kid: "cert" };
}
