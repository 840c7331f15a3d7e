/**
 * For tests only: the access tokens of well-known servers, claim by claim as
 * their documentation shows them, and the other tokens that the same server
 * signs with the same key.
 *
 * @module
 */

import {
  type Claims,
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";
import type { IssuerOptions } from "@latchkey/auth/resource";

/** The API that tokens are for, where the server lets it choose its name. */
export const RESOURCE = "https://api.example.com/mcp";

/**
 * A token. Its issuer and its times are those of the moment it is made:
 * `nbf` and `auth_time` stand here only to say that it has them.
 */
export interface DialectToken {
  /** What its header says beside `alg` and `kid`. */
  readonly header: Claims;
  readonly claims: Claims;
}

/** An access token, and what it means. */
export interface AccessDialect extends DialectToken {
  readonly subject: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

/** The tokens of one server, with the options that its issuer needs. */
export interface Dialect {
  readonly name: string;
  /** Where its tokens are documented. */
  readonly source: string;
  /** What follows the host in the issuer. */
  readonly path: string;
  /** The path of the metadata at another host, if it is not below the issuer. */
  readonly metadata?: string;
  readonly options: Omit<IssuerOptions, "issuer">;
  /** The access tokens that are for the API. */
  readonly accepted: Readonly<Record<string, AccessDialect>>;
  /**
   * The tokens that are not. They have the API's audience wherever the server
   * would give it to them.
   */
  readonly refused: Readonly<Record<string, DialectToken>>;
}

const jwt = { typ: "JWT" };
const user = "5c0ea2a4-16b2-4b1b-8a1e-2a3b6c9d0e1f";
const event = { "http://schemas.openid.net/event/backchannel-logout": {} };
const profile = {
  name: "Ada Lovelace",
  given_name: "Ada",
  family_name: "Lovelace",
};

const standard: Dialect = {
  name: "RFC 9068",
  source: "https://www.rfc-editor.org/rfc/rfc9068#section-3",
  path: "",
  options: { strict: true },
  accepted: {
    "of a user": {
      header: { typ: "at+jwt" },
      claims: {
        sub: user,
        aud: RESOURCE,
        client_id: "s6BhdRkqt3",
        jti: "dbe39bf3a3ba4238a513f51d6e1691c4",
        auth_time: 0,
        acr: "urn:example:silver",
        amr: ["pwd"],
        scope: "openid profile reademail",
        roles: ["reader"],
      },
      subject: user,
      clientId: "s6BhdRkqt3",
      scopes: ["openid", "profile", "reademail"],
    },
    "of a client": {
      header: { typ: "application/at+jwt" },
      claims: {
        sub: "s6BhdRkqt3",
        aud: [RESOURCE],
        client_id: "s6BhdRkqt3",
        jti: "e1j3V_bKic8-LAEB",
      },
      subject: "s6BhdRkqt3",
      clientId: "s6BhdRkqt3",
      scopes: [],
    },
  },
  refused: {
    "an ID token": {
      header: jwt,
      claims: {
        sub: user,
        aud: RESOURCE,
        azp: "s6BhdRkqt3",
        nonce: "n-0S6_WzA2Mj",
        auth_time: 0,
      },
    },
    "a logout token": {
      header: { typ: "logout+jwt" },
      claims: { sub: user, aud: RESOURCE, jti: "bWJq", events: event },
    },
  },
};

const keycloak: Dialect = {
  name: "Keycloak",
  source:
    "https://www.keycloak.org/docs/latest/server_admin/#_audience_resolve",
  path: "/realms/acme",
  options: { audience: "orders-api" },
  accepted: {
    "of a user": {
      header: jwt,
      claims: {
        jti: "onrtac:5f0f4ab3-ac6d-4dbb-b5bb-9bba1f1e4a68",
        aud: ["orders-api", "account"],
        sub: user,
        typ: "Bearer",
        azp: "spa",
        sid: "2a88c258-f73a-4103-b862-e1fbd8f4e04e",
        acr: "1",
        "allowed-origins": ["https://app.example.com"],
        realm_access: { roles: ["offline_access", "default-roles-acme"] },
        resource_access: {
          "orders-api": { roles: ["clerk"] },
          account: { roles: ["manage-account", "view-profile"] },
        },
        scope: "openid orders:read profile email",
        email_verified: true,
        ...profile,
        preferred_username: "ada",
        email: "ada@example.com",
      },
      subject: user,
      clientId: "spa",
      scopes: ["openid", "orders:read", "profile", "email"],
    },
    "of a service account": {
      header: jwt,
      claims: {
        jti: "trrtcc:312ee6b5-34f3-4d7d-8f0a-fd3c20f4c9c5",
        aud: ["orders-api", "account"],
        sub: "a2f1a3c4-8d65-4f50-b3a4-e98e3a2f0d11",
        typ: "Bearer",
        azp: "robot",
        acr: "1",
        scope: "profile email",
        clientHost: "10.0.0.7",
        email_verified: false,
        preferred_username: "service-account-robot",
        clientAddress: "10.0.0.7",
        client_id: "robot",
      },
      subject: "a2f1a3c4-8d65-4f50-b3a4-e98e3a2f0d11",
      clientId: "robot",
      scopes: ["profile", "email"],
    },
    "of a client with the header of RFC 9068": {
      header: { typ: "at+jwt" },
      claims: {
        jti: "onrtac:7a3e5a0e-03f7-4e8e-8b1f-94d1d36b0a0e",
        aud: "orders-api",
        sub: user,
        typ: "Bearer",
        azp: "spa",
        scope: "orders:read",
      },
      subject: user,
      clientId: "spa",
      scopes: ["orders:read"],
    },
  },
  refused: {
    "the ID token of a client that is the API, too": {
      header: jwt,
      claims: {
        auth_time: 0,
        jti: "4d8f5e7b-2ac6-4f0e-9b4a-3c8d2e1f0a9b",
        aud: "orders-api",
        sub: user,
        typ: "ID",
        azp: "orders-api",
        sid: "2a88c258-f73a-4103-b862-e1fbd8f4e04e",
        acr: "1",
        email_verified: true,
        ...profile,
      },
    },
    "a refresh token": {
      header: jwt,
      claims: {
        jti: "6f0f4ab3-ac6d-4dbb-b5bb-9bba1f1e4a68",
        aud: "orders-api",
        sub: user,
        typ: "Refresh",
        azp: "spa",
        scope: "openid orders:read",
      },
    },
    "a logout token": {
      header: jwt,
      claims: {
        jti: "7f0f4ab3-ac6d-4dbb-b5bb-9bba1f1e4a68",
        aud: "orders-api",
        sub: user,
        typ: "Logout",
        azp: "orders-api",
        events: event,
      },
    },
    "a token for another API": {
      header: jwt,
      claims: { aud: "account", sub: user, typ: "Bearer", azp: "spa" },
    },
  },
};

const tenant = "72f988bf-86f1-41af-91ab-2d7cd011db47";
const ordersId = "6e74172b-be56-4843-9ff4-e66a39bb12e3";
const spaId = "75dbe77f-10a3-4e59-85fd-8c127544f17c";
const pairwise = "HKZpfaHyWadeOouYlitjrI-KffTm222X5rrV3xDqfKQ";
const entraSource =
  "https://learn.microsoft.com/entra/identity-platform/access-token-claims-reference";

const entraV1: Dialect = {
  name: "Microsoft Entra, version 1",
  source: entraSource,
  path: `/${tenant}/`,
  metadata: `/${tenant}/.well-known/openid-configuration`,
  options: { audience: ["api://orders", ordersId] },
  accepted: {
    "of a user": {
      header: { ...jwt, x5t: "i6lGk3FZzxRcUb2C3nEQ7syHJlY" },
      claims: {
        aud: "api://orders",
        nbf: 0,
        acr: "1",
        aio: "AXQAi/8IAAAAFm+E/QTG+gFnVxLjWdw8K+61AGrSOuMMF6ebaMj7XO3IbmD3",
        amr: ["pwd", "mfa"],
        appid: spaId,
        appidacr: "0",
        ipaddr: "192.0.2.7",
        ...profile,
        oid: "02223b6b-aa1d-42d4-9ec0-1b2bb9194438",
        rh: "I",
        scp: "Orders.Read Orders.Write",
        sub: pairwise,
        tid: tenant,
        unique_name: "ada@example.com",
        upn: "ada@example.com",
        uti: "FVsGxYXI30-TuikuuUoFAA",
        ver: "1.0",
      },
      subject: pairwise,
      clientId: spaId,
      scopes: ["Orders.Read", "Orders.Write"],
    },
    "of an application": {
      header: { ...jwt, x5t: "i6lGk3FZzxRcUb2C3nEQ7syHJlY" },
      claims: {
        aud: "api://orders",
        nbf: 0,
        aio: "E2ZgYPj9JzLu",
        appid: spaId,
        appidacr: "1",
        idp: `https://sts.windows.net/${tenant}/`,
        oid: "690222be-ff1a-4d56-abd1-7e4f7d38e474",
        rh: "0.AXQA",
        roles: ["Orders.Read.All"],
        sub: "690222be-ff1a-4d56-abd1-7e4f7d38e474",
        tid: tenant,
        uti: "fqiBqXLPj0eQa82S-IYFAA",
        ver: "1.0",
      },
      subject: "690222be-ff1a-4d56-abd1-7e4f7d38e474",
      clientId: spaId,
      scopes: [],
    },
  },
  refused: {
    "the ID token of the application that is the API, too": {
      header: { ...jwt, x5t: "i6lGk3FZzxRcUb2C3nEQ7syHJlY" },
      claims: {
        aud: ordersId,
        nbf: 0,
        amr: ["pwd"],
        ipaddr: "192.0.2.7",
        ...profile,
        oid: "02223b6b-aa1d-42d4-9ec0-1b2bb9194438",
        rh: "I",
        sub: pairwise,
        tid: tenant,
        unique_name: "ada@example.com",
        upn: "ada@example.com",
        ver: "1.0",
      },
    },
    "a token for Microsoft Graph": {
      header: jwt,
      claims: {
        aud: "00000003-0000-0000-c000-000000000000",
        appid: spaId,
        scp: "User.Read",
        sub: pairwise,
        tid: tenant,
        ver: "1.0",
      },
    },
  },
};

const entraV2: Dialect = {
  name: "Microsoft Entra, version 2",
  source: entraSource,
  path: `/${tenant}/v2.0`,
  options: { audience: ordersId },
  accepted: {
    "of a user": {
      header: jwt,
      claims: {
        aud: ordersId,
        nbf: 0,
        aio: "AXQAi/8IAAAAtAaZLo3ChMif6KOnttRB7eBq4/DccQzjcJGxPYy/C3jDaNGxXd6w",
        azp: spaId,
        azpacr: "0",
        name: "Ada Lovelace",
        oid: "690222be-ff1a-4d56-abd1-7e4f7d38e474",
        preferred_username: "ada@example.com",
        rh: "I",
        scp: "Orders.Read access_as_user",
        sub: pairwise,
        tid: tenant,
        uti: "fqiBqXLPj0eQa82S-IYFAA",
        ver: "2.0",
      },
      subject: pairwise,
      clientId: spaId,
      scopes: ["Orders.Read", "access_as_user"],
    },
    "of an application": {
      header: jwt,
      claims: {
        aud: ordersId,
        nbf: 0,
        aio: "ASQA2/8TAAAA",
        azp: spaId,
        azpacr: "1",
        oid: "a3c2e5d0-3f3e-4d8e-8f6f-2b9f1b5f4c11",
        rh: "0.AXQA",
        roles: ["Orders.Read.All"],
        sub: "a3c2e5d0-3f3e-4d8e-8f6f-2b9f1b5f4c11",
        tid: tenant,
        uti: "gqiBqXLPj0eQa82S-IYFAA",
        ver: "2.0",
      },
      subject: "a3c2e5d0-3f3e-4d8e-8f6f-2b9f1b5f4c11",
      clientId: spaId,
      scopes: [],
    },
  },
  refused: {
    "the ID token of the application that is the API, too": {
      header: jwt,
      claims: {
        aud: ordersId,
        nbf: 0,
        aio: "AWQAm/8TAAAA",
        name: "Ada Lovelace",
        oid: "690222be-ff1a-4d56-abd1-7e4f7d38e474",
        preferred_username: "ada@example.com",
        rh: "I",
        roles: ["Clerk"],
        sub: pairwise,
        tid: tenant,
        uti: "hqiBqXLPj0eQa82S-IYFAA",
        ver: "2.0",
      },
    },
  },
};

const oktaSource =
  "https://developer.okta.com/docs/api/openapi/okta-oauth/guides/overview/";

const okta: Dialect = {
  name: "Okta, a custom authorization server",
  source: oktaSource,
  path: "/oauth2/default",
  options: { audience: "api://default" },
  accepted: {
    "of a user": {
      header: {},
      claims: {
        ver: 1,
        jti: "AT.0mP4JKAZX1iACIT4vbEDF7LpvDVjxypPMf0D7uX39RE",
        aud: "api://default",
        sub: "ada@example.com",
        cid: "nmdP1fcyvdVO11AL7ECm",
        uid: "00ujmkLgagxeRrAg20g3",
        scp: ["openid", "email", "orders:read"],
        auth_time: 0,
      },
      subject: "ada@example.com",
      clientId: "nmdP1fcyvdVO11AL7ECm",
      scopes: ["openid", "email", "orders:read"],
    },
    "of a client": {
      header: {},
      claims: {
        ver: 1,
        jti: "AT.9mP4JKAZX1iACIT4vbEDF7LpvDVjxypPMf0D7uX39RE",
        aud: "api://default",
        sub: "0oa123abc456xyz",
        cid: "0oa123abc456xyz",
        scp: ["orders:read"],
      },
      subject: "0oa123abc456xyz",
      clientId: "0oa123abc456xyz",
      scopes: ["orders:read"],
    },
  },
  refused: {
    "an ID token": {
      header: {},
      claims: {
        ver: 1,
        sub: "00ujmkLgagxeRrAg20g3",
        aud: "nmdP1fcyvdVO11AL7ECm",
        jti: "ID.4eAWJOCMB3SX8XewDfVR",
        amr: ["pwd"],
        idp: "00ok1u7AsAkrwdZL3z0g3",
        nonce: "UBGW",
        name: "Ada Lovelace",
        preferred_username: "ada@example.com",
        auth_time: 0,
        at_hash: "cpqKfdQA5eH891Ff5oJr_Q",
      },
    },
  },
};

const oktaOrg: Dialect = {
  name: "Okta, the org authorization server",
  source: oktaSource,
  path: "",
  options: { audience: "https://acme.okta.com" },
  // Its access tokens are for Okta's own APIs; nobody else may read them.
  accepted: {},
  refused: {
    "an access token": {
      header: { typ: "application/okta-internal-at+jwt" },
      claims: {
        ver: 1,
        jti: "AT.8yDacDAmZNHLkNcKadWNUqTnfuEhr8GrLkyzSvAEDUU",
        aud: "https://acme.okta.com",
        sub: "ada@example.com",
        cid: "nmdP1fcyvdVO11AL7ECm",
        uid: "00ujmkLgagxeRrAg20g3",
        scp: ["openid", "profile"],
        auth_time: 0,
      },
    },
  },
};

const auth0: Dialect = {
  name: "Auth0",
  source:
    "https://auth0.com/docs/secure/tokens/access-tokens/access-token-profiles",
  path: "/",
  options: {},
  accepted: {
    "of a user": {
      header: jwt,
      claims: {
        sub: "auth0|123456",
        aud: [RESOURCE, "https://acme.eu.auth0.com/userinfo"],
        azp: "my_client_id",
        scope: "openid profile read:orders",
        permissions: ["read:orders", "write:orders"],
      },
      subject: "auth0|123456",
      clientId: "my_client_id",
      scopes: ["openid", "profile", "read:orders"],
    },
    "of a user without scopes, with the permissions of roles": {
      header: jwt,
      claims: {
        sub: "auth0|123456",
        aud: RESOURCE,
        azp: "my_client_id",
        permissions: ["read:orders"],
      },
      subject: "auth0|123456",
      clientId: "my_client_id",
      scopes: ["read:orders"],
    },
    "of an application": {
      header: jwt,
      claims: {
        sub: "awZfdIir8YFdGZWkvCejDoUb7SjTDicx@clients",
        aud: RESOURCE,
        azp: "awZfdIir8YFdGZWkvCejDoUb7SjTDicx",
        scope: "read:orders",
        gty: "client-credentials",
      },
      subject: "awZfdIir8YFdGZWkvCejDoUb7SjTDicx@clients",
      clientId: "awZfdIir8YFdGZWkvCejDoUb7SjTDicx",
      scopes: ["read:orders"],
    },
    "of a user, in the profile of RFC 9068": {
      header: { typ: "at+jwt" },
      claims: {
        sub: "auth0|123456",
        aud: [RESOURCE, "https://acme.eu.auth0.com/userinfo"],
        client_id: "my_client_id",
        jti: "73WakrfVbNJBaAmhQtEeDv",
        scope: "openid profile read:orders",
      },
      subject: "auth0|123456",
      clientId: "my_client_id",
      scopes: ["openid", "profile", "read:orders"],
    },
  },
  refused: {
    "an ID token": {
      header: jwt,
      claims: {
        sub: "auth0|123456",
        aud: "my_client_id",
        sid: "s-42",
        ...profile,
        nickname: "ada",
        picture: "https://pictures.example/ada.png",
        email: "ada@example.com",
        email_verified: true,
      },
    },
  },
};

const cognitoUser = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee";
const cognitoClient = "1h57kf5cpq17m0eml12EXAMPLE";
const cognitoSource =
  "https://docs.aws.amazon.com/cognito/latest/developerguide/amazon-cognito-user-pools-using-the-access-token.html";

const cognitoAccess: Claims = {
  sub: cognitoUser,
  "cognito:groups": ["clerks"],
  token_use: "access",
  scope: "openid orders/read",
  version: 2,
  origin_jti: "aaaaaaaa-bbbb-cccc-dddd-ffffffffffff",
  event_id: "bbbbbbbb-bbbb-cccc-dddd-eeeeeeeeeeee",
  jti: "cccccccc-bbbb-cccc-dddd-eeeeeeeeeeee",
  client_id: cognitoClient,
  username: "ada",
  auth_time: 0,
};

const cognitoId: DialectToken = {
  header: {},
  claims: {
    sub: cognitoUser,
    "cognito:groups": ["clerks"],
    email_verified: true,
    "cognito:username": "ada",
    origin_jti: "aaaaaaaa-bbbb-cccc-dddd-ffffffffffff",
    aud: cognitoClient,
    event_id: "bbbbbbbb-bbbb-cccc-dddd-eeeeeeeeeeee",
    token_use: "id",
    jti: "dddddddd-bbbb-cccc-dddd-eeeeeeeeeeee",
    email: "ada@example.com",
    auth_time: 0,
  },
};

const cognito: Dialect = {
  name: "Amazon Cognito",
  source: cognitoSource,
  path: "/us-east-1_EXAMPLE",
  // Its tokens name no API.
  options: { audience: null, clients: [cognitoClient] },
  accepted: {
    "of a user": {
      header: {},
      claims: cognitoAccess,
      subject: cognitoUser,
      clientId: cognitoClient,
      scopes: ["openid", "orders/read"],
    },
    "of a client": {
      header: {},
      claims: {
        sub: cognitoClient,
        token_use: "access",
        scope: "orders/read",
        version: 2,
        jti: "eeeeeeee-bbbb-cccc-dddd-eeeeeeeeeeee",
        client_id: cognitoClient,
        auth_time: 0,
      },
      subject: cognitoClient,
      clientId: cognitoClient,
      scopes: ["orders/read"],
    },
  },
  refused: {
    "an ID token": cognitoId,
    "a token of another client": {
      header: {},
      claims: { ...cognitoAccess, client_id: "2h57kf5cpq17m0eml12EXAMPLE" },
    },
  },
};

const cognitoBound: Dialect = {
  name: "Amazon Cognito with resource binding",
  source: cognitoSource,
  path: "/us-east-1_EXAMPLE",
  options: {},
  accepted: {
    "of a user": {
      header: {},
      claims: { ...cognitoAccess, aud: RESOURCE },
      subject: cognitoUser,
      clientId: cognitoClient,
      scopes: ["openid", "orders/read"],
    },
  },
  refused: {
    "an ID token": cognitoId,
    "a token without resource binding": { header: {}, claims: cognitoAccess },
  },
};

const workosEnvironment = "client_01HBEQKA6K4QJAS93VPE39W1JT";

const workos: Dialect = {
  name: "WorkOS AuthKit",
  source: "https://workos.com/docs/authkit/connect/token-claims",
  path: "",
  // Tokens that nobody asked a resource for are for the environment.
  options: { audience: [RESOURCE, workosEnvironment] },
  accepted: {
    "of a user": {
      header: {},
      claims: {
        aud: RESOURCE,
        sub: "user_01HBEQKA6K4QJAS93VPE39W1JT",
        client_id: "client_01HXYZ",
        org_id: "org_01HRDMC6CM357W30QMHMQ96Q0S",
        sid: "app_consent_01HQSXZGF8FHF7A9ZZFCW4387R",
        scope: "openid profile email",
        jti: "01HQSXZXPPFPKMDD32RKTFY6PV",
      },
      subject: "user_01HBEQKA6K4QJAS93VPE39W1JT",
      clientId: "client_01HXYZ",
      scopes: ["openid", "profile", "email"],
    },
    "of an application": {
      header: {},
      claims: {
        aud: workosEnvironment,
        sub: "client_01HM2M",
        client_id: "client_01HM2M",
        org_id: "org_01HRDMC6CM357W30QMHMQ96Q0S",
        scope: "orders:read",
        jti: "01HQSXZXPPFPKMDD32RKTFY6PW",
      },
      subject: "client_01HM2M",
      clientId: "client_01HM2M",
      scopes: ["orders:read"],
    },
  },
  refused: {
    "an ID token": {
      header: {},
      claims: {
        aud: workosEnvironment,
        sub: "user_01HBEQKA6K4QJAS93VPE39W1JT",
        email: "ada@example.com",
        email_verified: true,
        ...profile,
        nonce: "n-0S6_WzA2Mj",
      },
    },
    "a session token, which names no API and no client": {
      header: {},
      claims: {
        sub: "user_01HBEQKA6K4QJAS93VPE39W1JT",
        org_id: "org_01HRDMC6CM357W30QMHMQ96Q0S",
        role: "member",
        roles: ["member"],
        permissions: ["posts:read", "posts:write"],
        sid: "session_01HQSXZGF8FHF7A9ZZFCW4387R",
        jti: "01HQSXZXPPFPKMDD32RKTFY6PV",
      },
    },
  },
};

const google: Dialect = {
  name: "Google",
  source: "https://cloud.google.com/docs/authentication/token-types",
  path: "",
  options: {},
  // Its access tokens are opaque, and for Google's own APIs.
  accepted: {},
  refused: {
    "the ID token of a user": {
      header: jwt,
      claims: {
        azp: "314159265.apps.googleusercontent.com",
        aud: "314159265.apps.googleusercontent.com",
        sub: "117000000000000000000",
        hd: "example.com",
        email: "ada@example.com",
        email_verified: true,
        at_hash: "0HNuvPQmlzFm7LHqKyyS8w",
        ...profile,
      },
    },
    // Each customer of Google can have one made for any audience.
    "the ID token of a service account": {
      header: jwt,
      claims: {
        aud: RESOURCE,
        azp: "112010400000000710080",
        email: "robot@acme.iam.gserviceaccount.com",
        email_verified: true,
        sub: "112010400000000710080",
      },
    },
  },
};

const hydra: Dialect = {
  name: "Ory Hydra",
  source: "https://www.ory.com/docs/oauth2-oidc/jwt-access-token",
  path: "/",
  options: {},
  accepted: {
    "of a user": {
      header: jwt,
      claims: {
        aud: [RESOURCE],
        client_id: "9c9a5f0e-6a6b-4c8a-9d8e-3c1f2a4b5c6d",
        ext: {},
        jti: "f3fb8bd7-6b52-4a0c-9a57-0b1f7f0c8d4a",
        nbf: 0,
        scp: ["openid", "orders:read"],
        sub: user,
      },
      subject: user,
      clientId: "9c9a5f0e-6a6b-4c8a-9d8e-3c1f2a4b5c6d",
      scopes: ["openid", "orders:read"],
    },
    "of a client, with scopes in both claims": {
      header: jwt,
      claims: {
        aud: [RESOURCE],
        client_id: "9c9a5f0e-6a6b-4c8a-9d8e-3c1f2a4b5c6d",
        ext: {},
        jti: "03fb8bd7-6b52-4a0c-9a57-0b1f7f0c8d4a",
        nbf: 0,
        scope: "orders:read",
        scp: ["orders:read"],
        sub: "9c9a5f0e-6a6b-4c8a-9d8e-3c1f2a4b5c6d",
      },
      subject: "9c9a5f0e-6a6b-4c8a-9d8e-3c1f2a4b5c6d",
      clientId: "9c9a5f0e-6a6b-4c8a-9d8e-3c1f2a4b5c6d",
      scopes: ["orders:read"],
    },
  },
  refused: {
    "an ID token": {
      header: jwt,
      claims: {
        acr: "0",
        at_hash: "cpqKfdQA5eH891Ff5oJr_Q",
        aud: ["9c9a5f0e-6a6b-4c8a-9d8e-3c1f2a4b5c6d"],
        auth_time: 0,
        jti: "13fb8bd7-6b52-4a0c-9a57-0b1f7f0c8d4a",
        sid: "b2f6a5b0-0f3e-4d0f-b6a7-3c5b1f6f2e11",
        sub: user,
      },
    },
    "a token for no API": {
      header: jwt,
      claims: {
        aud: [],
        client_id: "9c9a5f0e-6a6b-4c8a-9d8e-3c1f2a4b5c6d",
        ext: {},
        jti: "23fb8bd7-6b52-4a0c-9a57-0b1f7f0c8d4a",
        nbf: 0,
        scp: ["openid"],
        sub: user,
      },
    },
  },
};

const project = "251787537871716354";
const zitadelAudience = ["259254409320529922", "260254409320529922", project];

const zitadel: Dialect = {
  name: "Zitadel",
  source: "https://zitadel.com/docs/apis/openidoauth/claims",
  path: "",
  // Applications of a project share its audience.
  options: { audience: project },
  accepted: {
    "of a user": {
      header: jwt,
      claims: {
        aud: zitadelAudience,
        client_id: "259254409320529922",
        jti: "V2_259254409320529924-at_259254409320595460",
        nbf: 0,
        sub: "259254317079330818",
        "urn:zitadel:iam:org:project:roles": {
          clerk: { "251787537871650818": "acme.example.com" },
        },
      },
      subject: "259254317079330818",
      clientId: "259254409320529922",
      scopes: [],
    },
  },
  refused: {
    "an ID token, which is for the same project": {
      header: jwt,
      claims: {
        amr: ["pwd"],
        at_hash: "cpqKfdQA5eH891Ff5oJr_Q",
        aud: zitadelAudience,
        auth_time: 0,
        azp: "259254409320529922",
        client_id: "259254409320529922",
        sid: "V1_259254409320529925",
        sub: "259254317079330818",
      },
    },
  },
};

/** All servers. */
export const dialects: readonly Dialect[] = [
  standard,
  keycloak,
  entraV1,
  entraV2,
  okta,
  oktaOrg,
  auth0,
  cognito,
  cognitoBound,
  workos,
  google,
  hydra,
  zitadel,
];

/** A server of a dialect, and the options that trust it. */
export interface DialectServer {
  readonly op: FaultProvider;
  readonly issuer: IssuerOptions;
  /** Signs a token of the dialect. */
  readonly mint: (token: DialectToken) => Promise<string>;
}

/** Starts a server that issues tokens of a dialect, at a host of its own. */
export async function startDialect(
  { path, metadata, options }: Dialect,
): Promise<DialectServer> {
  const host = `${crypto.randomUUID()}.example`;
  const issuer = `https://${host}${path}`;
  const wellKnown = metadata && `https://login.${host}${metadata}`;
  const op = await createFaultProvider({
    alg: "EdDSA",
    issuer,
    ...(wellKnown === undefined ? {} : { endpoints: { discovery: wellKnown } }),
  });
  return {
    op,
    issuer: { issuer, wellKnown, ...options, fetch: op.fetch as typeof fetch },
    mint: ({ header, claims }) =>
      op.mintAccessToken({
        header: ({ alg, kid }) => ({ alg, kid, ...header }),
        claims: ({ iss, iat, exp }) => ({
          ...claims,
          ...toTimes(claims, iat),
          iss,
          iat,
          exp,
        }),
      }),
  };
}

function toTimes(claims: Claims, now: unknown): Claims {
  const names = ["nbf", "auth_time"].filter((name) => name in claims);
  return Object.fromEntries(names.map((name) => [name, now]));
}
