import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { AuthConfig, OIDCConfig, Profile, Provider } from "@latchkey/auth";
import { Autodesk } from "@latchkey/auth/providers/autodesk";
import { AzureADB2C } from "@latchkey/auth/providers/azure-ad-b2c";
import { Cognito } from "@latchkey/auth/providers/cognito";
import { FusionAuth } from "@latchkey/auth/providers/fusionauth";
import { Kakao } from "@latchkey/auth/providers/kakao";
import { Keycloak } from "@latchkey/auth/providers/keycloak";
import { Kinde } from "@latchkey/auth/providers/kinde";
import { LoginGov } from "@latchkey/auth/providers/login-gov";
import { MicrosoftEntraExternalId } from "@latchkey/auth/providers/microsoft-entra-external-id";
import { XSUAA } from "@latchkey/auth/providers/xsuaa";
import { createProviderContext } from "../../../request/context.ts";
import { resolveSettings } from "../../../config/resolve_settings.ts";
import {
  isOAuth,
  type ResolvedOAuth,
} from "../../../providers/oauth/oauth_provider.ts";
import {
  assertSignedIn,
  signOut,
  site,
} from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";
import { findEndSessionUrl, toLogoutUrl } from "./end_session.ts";
import { toLogoutHints } from "./hints.ts";
import { createLogoutFlow, listLines, readLogout } from "./logout_testkit.ts";

afterEach(endTest);

const secret = "a secret of these tests, long enough";

function resolve(provider: Provider): {
  readonly provider: ResolvedOAuth;
  readonly settings: ReturnType<typeof resolveSettings>;
} {
  const config: AuthConfig = { secret, trustHost: true, providers: [provider] };
  const settings = resolveSettings(config);
  const [found = null] = [...settings.providers.values()];
  assert.ok(isOAuth(found));
  return { provider: found, settings };
}

/** The logout request for a user with an ID token, as URL and parameters. */
async function toRequest(input: Provider, claims: Profile = {}) {
  const { provider, settings } = resolve(input);
  const ctx = createProviderContext(settings, Date.now());
  const url = await findEndSessionUrl(ctx, provider);
  assert.ok(url !== null);
  const request = new URL(toLogoutUrl(provider, {
    url,
    hints: toLogoutHints(provider, "header.claims.signature", claims) ?? {},
    authentication: { provider: provider.id, at: null },
    returnUrl: `${site}/auth/signed-out`,
    state: "s",
  }));
  const { origin, pathname, searchParams } = request;
  return [origin + pathname, Object.fromEntries(searchParams)] as const;
}

const { privateKey } = await crypto.subtle.generateKey(
  { name: "ECDSA", namedCurve: "P-256" },
  true,
  ["sign", "verify"],
);
const keys = { clientId: "client", clientSecret: "x".repeat(32) };
const back = `${site}/auth/signed-out`;
const hint = { id_token_hint: "header.claims.signature" };
const byTheBook = {
  client_id: "client",
  post_logout_redirect_uri: back,
  state: "s",
};

/** The requests of providers that do not do it by the book, and of some that do. */
const requests: Readonly<
  Record<string, readonly [Provider, string, Record<string, string>]>
> = {
  Autodesk: [
    Autodesk(keys),
    "https://developer.api.autodesk.com/authentication/v2/logout",
    byTheBook,
  ],
  "Azure AD B2C": [
    AzureADB2C({ ...keys, tenant: "acme", policy: "b2c_1_in" }),
    "https://acme.b2clogin.com/acme.onmicrosoft.com/b2c_1_in/oauth2/v2.0/logout",
    { ...byTheBook, ...hint },
  ],
  Cognito: [
    Cognito({
      ...keys,
      issuer: "https://cognito-idp.eu-west-1.amazonaws.com/pool",
      endSession: { url: "https://acme.auth.example/logout" },
    }),
    "https://acme.auth.example/logout",
    { client_id: "client", logout_uri: back, state: "s" },
  ],
  FusionAuth: [
    FusionAuth({
      ...keys,
      issuer: "https://fusion.example",
      baseUrl: "https://fusion.example",
    }),
    "https://fusion.example/oauth2/logout",
    { ...byTheBook, ...hint },
  ],
  Kakao: [
    Kakao(keys),
    "https://kauth.kakao.com/oauth/logout",
    { client_id: "client", logout_redirect_uri: back, state: "s" },
  ],
  Kinde: [
    Kinde({ ...keys, domain: "acme.kinde.com" }),
    "https://acme.kinde.com/logout",
    { client_id: "client", redirect: back, state: "s" },
  ],
  "login.gov": [
    LoginGov({
      ...keys,
      privateKey,
      endSession: { url: "https://secure.login.gov/openid_connect/logout" },
    }),
    "https://secure.login.gov/openid_connect/logout",
    byTheBook,
  ],
  "Microsoft Entra External ID": [
    MicrosoftEntraExternalId({ ...keys, tenant: "acme" }),
    "https://acme.ciamlogin.com/acme.onmicrosoft.com/oauth2/v2.0/logout",
    byTheBook,
  ],
  XSUAA: [
    XSUAA({ ...keys, domain: "acme.authentication.eu10.hana.ondemand.com" }),
    "https://acme.authentication.eu10.hana.ondemand.com/logout.do",
    { client_id: "client", redirect: back, state: "s" },
  ],
  Keycloak: [
    Keycloak({
      ...keys,
      issuer: "https://keycloak.example/realms/acme",
      endSession: "https://keycloak.example/logout",
    }),
    "https://keycloak.example/logout",
    { ...byTheBook, ...hint },
  ],
};

describe("a logout request", () => {
  for (const [name, [provider, url, params]] of Object.entries(requests)) {
    it(`the request to ${name} has the parameters that its documentation names`, async () => {
      assert.deepEqual(await toRequest(provider), [url, params]);
    });
  }

  it("the claim `login_hint` becomes the logout hint, which Entra takes in place of the ID token", async () => {
    const entra = MicrosoftEntraExternalId({ ...keys, tenant: "acme" });
    const [, params] = await toRequest(entra, { login_hint: "O.CiQ" });
    assert.equal(params.logout_hint, "O.CiQ");
    assert.equal(params.id_token_hint, undefined);
  });

  it("an address is no logout hint: URLs end up in logs", async () => {
    const entra = MicrosoftEntraExternalId({ ...keys, tenant: "acme" });
    for (const login of ["ada@example.com", "x".repeat(1025), "", 7, null]) {
      const [, params] = await toRequest(entra, { login_hint: login });
      assert.equal(params.logout_hint, undefined);
    }
  });

  it("a definition's own parameters are sent, and replace none of the library's", async () => {
    const provider: OIDCConfig = {
      ...keys,
      id: "op",
      name: "OP",
      type: "oidc",
      issuer: "https://op.example",
      endSession: {
        url: "https://op.example/logout?policy=a%20b",
        params: { tenantId: "7", of: "{clientId}", state: "x", client_id: "y" },
      },
    };
    const [url, params] = await toRequest(provider);
    assert.equal(url, "https://op.example/logout");
    assert.deepEqual(params, {
      ...byTheBook,
      ...hint,
      policy: "a b",
      tenantId: "7",
      of: "client",
    });
  });

  it("an end-session endpoint must be an https URL", () => {
    for (const url of ["http://op.example/out", "out", "https://a.example#b"]) {
      for (const endSession of [url, { url }]) {
        assert.throws(
          () =>
            resolve({
              ...keys,
              id: "op",
              name: "OP",
              type: "oidc",
              issuer: "https://op.example",
              endSession,
            }),
          /the endSession must be an https URL/,
        );
      }
    }
  });
});

describe("the hint of the provider's session", () => {
  it("the provider's own id of its session becomes the logout hint", async () => {
    const flow = await createLogoutFlow();
    const browser = flow.createBrowser();
    flow.op.faults.idToken = { claims: (all) => ({ ...all, sid: "s-7" }) };
    await assertSignedIn(flow, browser);
    await signOut(browser);
    assert.equal(readLogout(flow).get("logout_hint"), "s-7");
  });

  it("an ID token that the provider refuses as a hint leaves the user signed out here", async () => {
    const flow = await createLogoutFlow();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    // As after a change of the keys that was too long ago.
    flow.op.faults.endSession = { error: "invalid_request" };
    const page = await signOut(browser);
    assert.equal(page.status, 400);
    assert.deepEqual(listLines(flow, /logout/), []);
  });
});
