import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type {
  Account,
  CustomFetch,
  Profile,
  Provider,
  ProviderInput,
  User,
} from "@latchkey/auth";
import { createAuth } from "@latchkey/auth";
import { customFetch } from "@latchkey/auth/providers";
import Auth0Default, { Auth0 } from "@latchkey/auth/providers/auth0";
import GitHubDefault, { GitHub } from "@latchkey/auth/providers/github";
import GoogleDefault, { Google } from "@latchkey/auth/providers/google";
import KeycloakDefault, { Keycloak } from "@latchkey/auth/providers/keycloak";
import EntraDefault, {
  MicrosoftEntraId,
} from "@latchkey/auth/providers/microsoft-entra-id";
import type {
  Claims,
  FaultProvider,
  FaultProviderOptions,
  FaultSwitches,
} from "@latchkey/auth/testing";
import {
  type App,
  approach,
  assertCallbackRefused,
  assertSignedIn,
  createApp,
  site,
  start,
} from "../testing/app_testkit.ts";
import { endTest } from "../testing/checks_testkit.ts";

afterEach(endTest);

/** Options of all entries: the client, and the fetch that reaches the mock. */
interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly [customFetch]: CustomFetch;
}

interface Mock {
  op: FaultProviderOptions;
  faults?: FaultSwitches;
  entry: (client: Client) => Provider;
}

/** The data that the application receives about the user. */
interface Seen {
  readonly user: User;
  readonly account: Account;
  readonly profile: Profile;
}

async function createMock(mock: Mock): Promise<{ flow: App; seen: Seen[] }> {
  const seen: Seen[] = [];
  const flow = await createApp({
    // The same key under the same name: metadata and keys are cached by URL.
    op: { kid: "key-1", ...mock.op },
    toEntry: ({ clientId, clientSecret, fetch }) =>
      mock.entry({ clientId, clientSecret, [customFetch]: fetch }),
    config: {
      events: {
        signIn: ({ user, account, profile }) => {
          assert.ok(account && profile);
          seen.push({ user: user as User, account, profile });
        },
      },
    },
  });
  flow.op.faults = mock.faults ?? {};
  return { flow, seen };
}

/** Signs in and returns the user without the id that the library made. */
async function signIn(mock: Mock, id: string) {
  const { flow, seen } = await createMock(mock);
  await assertSignedIn(flow, flow.createBrowser(), { id });
  const { user: { id: stable, ...user }, account, profile } = seen[0] ??
    assert.fail("no event");
  assert.match(stable ?? "", /^[\w-]{43}$/);
  return { flow, user, account, profile };
}

async function refuse(
  mock: Mock,
  id: string,
  expected: Parameters<typeof assertCallbackRefused>[3] = {
    error: "OAuthCallbackError",
  },
): Promise<void> {
  const { flow, seen } = await createMock(mock);
  const browser = flow.createBrowser();
  const callbackUrl = await approach(browser, { id });
  await assertCallbackRefused(flow, browser, callbackUrl, expected);
  assert.deepEqual(seen, []);
}

function tokenRequest(flow: App) {
  const found = flow.op.requests.find((one) => one.endpoint === "token");
  return found ?? assert.fail("no token request");
}

/** Adds claims to ID tokens. */
function saying(claims: Claims): FaultSwitches {
  return { idToken: { claims: (right) => ({ ...right, ...claims }) } };
}

const octocat = {
  login: "octocat",
  id: 583231,
  node_id: "MDQ6VXNlcjU4MzIzMQ==",
  avatar_url: "https://avatars.githubusercontent.com/u/583231?v=4",
  html_url: "https://github.com/octocat",
  name: "The Octocat",
  email: null as string | null,
};
const primary = {
  email: "Octocat@GitHub.com",
  primary: true,
  verified: true,
  visibility: "private",
};
const emails: unknown = [
  { email: "old@example.com", primary: false, verified: true },
  primary,
];

interface GitHubOptions {
  base?: string;
  api?: string;
  person?: unknown;
  /** The response to GET /user/emails. */
  list?: () => Response;
}

/** GitHub as its documentation describes it. */
function toGitHub(options: GitHubOptions = {}): Mock {
  const {
    base = "https://github.com",
    api = "https://api.github.com",
    person = octocat,
    list = () => Response.json(emails),
  } = options;
  return {
    op: {
      issuer: `${base}/login/oauth`,
      clientAuth: "client_secret_basic",
      endpoints: {
        token: `${base}/login/oauth/access_token`,
        userinfo: `${api}/user`,
      },
      extra: ({ url, headers }) => {
        if (url !== `${api}/user/emails`) return undefined;
        assert.equal(headers.get("accept"), "application/vnd.github+json");
        // GitHub refuses requests without one.
        assert.ok(headers.get("user-agent"));
        return /^Bearer at-/.test(headers.get("authorization") ?? "")
          ? list()
          : new Response(null, { status: 401 });
      },
    },
    faults: {
      tokenResponse: ({ access_token }) => ({
        access_token,
        scope: "read:user,user:email",
        token_type: "bearer",
      }),
      userinfo: { body: () => person },
    },
    entry: (client) =>
      base === "https://github.com"
        ? GitHub(client)
        : GitHub({ ...client, baseUrl: base }),
  };
}

describe("GitHub", () => {
  it("a profile has id, name, picture and the private primary address", async () => {
    const { flow, user, account, profile } = await signIn(toGitHub(), "github");
    assert.deepEqual(user, {
      name: "The Octocat",
      email: "octocat@github.com",
      image: "https://avatars.githubusercontent.com/u/583231?v=4",
    });
    assert.equal(account.providerAccountId, "583231");
    assert.equal(account.type, "oauth");
    assert.equal(account.scope, "read:user user:email");
    assert.equal(profile.email_verified, true);
    const asked = flow.op.requests.find((one) => one.endpoint === "authorize");
    const { searchParams } = new URL(asked?.url ?? "");
    assert.equal(searchParams.get("scope"), "read:user user:email");
    assert.equal(searchParams.get("code_challenge_method"), "S256");
    const { headers } = tokenRequest(flow);
    assert.match(headers["authorization"] ?? "", /^Basic /);
    assert.equal(headers["accept"], "application/json");
    assert.equal(flow.op.count("discovery"), 0);
  });

  const lists: [string, () => Response, string | null, boolean][] = [
    [
      "an address that is not verified",
      () => Response.json([{ ...primary, verified: false }]),
      "octocat@github.com",
      false,
    ],
    [
      "no list, because the scope was not granted",
      () => Response.json({ message: "Not Found" }, { status: 404 }),
      "public@example.com",
      false,
    ],
    ["an empty list", () => Response.json([]), "public@example.com", false],
    [
      "a list without a primary address",
      () => Response.json([{ ...primary, primary: false }]),
      "public@example.com",
      false,
    ],
    [
      "something that is no list",
      () => Response.json({ message: "?" }),
      "public@example.com",
      false,
    ],
    [
      "a list with nothing in it",
      () => Response.json([null]),
      "public@example.com",
      false,
    ],
  ];
  for (const [name, list, email, verified] of lists) {
    it(`a profile is complete despite ${name}`, async () => {
      const person = { ...octocat, email: "public@example.com" };
      const { user, profile } = await signIn(
        toGitHub({ list, person }),
        "github",
      );
      assert.equal(user.email, email);
      assert.equal(profile.email_verified, verified);
    });
  }

  it("a profile has no address if the user has none", async () => {
    const list = () => new Response(null, { status: 403 });
    const { user } = await signIn(toGitHub({ list }), "github");
    assert.equal(user.email, null);
  });

  it("a profile without a name has the login as its name", async () => {
    for (const name of [null, ""]) {
      const person = { ...octocat, name };
      const { user } = await signIn(toGitHub({ person }), "github");
      assert.equal(user.name, "octocat");
    }
  });

  for (
    const [base, api] of [
      ["https://git.example.com", "https://git.example.com/api/v3"],
      ["https://octo.ghe.com", "https://api.octo.ghe.com"],
    ] as const
  ) {
    it(`the endpoints are at ${base} and ${api}`, async () => {
      for (const slash of ["", "/"]) {
        const mock = toGitHub({ base, api });
        mock.entry = (client) => GitHub({ ...client, baseUrl: base + slash });
        const { user } = await signIn(mock, "github");
        assert.equal(user.email, "octocat@github.com");
      }
    });
  }

  it("a wrong base URL is reported at start-up", () => {
    const secret = "a secret that is long enough for this";
    for (const baseUrl of ["git.example.com", "http://git.example.com"]) {
      const providers = [GitHub({ clientId: "c", clientSecret: "s", baseUrl })];
      assert.throws(
        () => createAuth({ secret, providers }),
        /Provider "github": the issuer must be an https URL/,
      );
    }
  });

  it("iss is checked, which GitHub sends since 2026", async () => {
    const mock = toGitHub();
    await refuse({
      ...mock,
      faults: {
        ...mock.faults,
        callback: (params) => params.set("iss", "https://evil.example"),
      },
    }, "github");
    await signIn({
      ...mock,
      faults: {
        ...mock.faults,
        callback: (params) => params.delete("iss"),
      },
    }, "github");
  });

  it("an error with status 200 is treated as an error", async () => {
    const mock = toGitHub();
    await refuse(
      {
        ...mock,
        faults: {
          tokenResponse: () => ({
            error: "bad_verification_code",
            error_description: "The code passed is incorrect or expired.",
          }),
        },
      },
      "github",
      { error: "OAuthCallbackError", log: /bad_verification_code/ },
    );
  });

  it("a user without an id is refused [X17]", async () => {
    const bad = [
      { ...octocat, id: undefined },
      { ...octocat, id: 2 ** 53 },
      {},
    ];
    for (const person of bad) {
      await refuse(toGitHub({ person }), "github", {
        error: "Configuration",
        page: "/auth/error",
      });
    }
    for (const person of [[], "null", '"octocat"']) {
      await refuse(toGitHub({ person }), "github");
    }
  });

  it("a user whose profile cannot be read is refused [X16]", async () => {
    const mock = toGitHub();
    for (const status of [401, 403, 500]) {
      await refuse(
        {
          ...mock,
          faults: { userinfo: { status, body: JSON.stringify(octocat) } },
        },
        "github",
        { error: status < 500 ? "OAuthCallbackError" : "ProviderUnavailable" },
      );
    }
  });
});

const GOOGLE = "https://accounts.google.com";

function toGoogle(options: { hd?: string } = {}, claims: Claims = {}): Mock {
  return {
    op: {
      issuer: GOOGLE,
      clientAuth: "client_secret_basic",
      endpoints: {
        authorize: `${GOOGLE}/o/oauth2/v2/auth`,
        token: "https://oauth2.googleapis.com/token",
        userinfo: "https://openidconnect.googleapis.com/v1/userinfo",
        jwks: "https://www.googleapis.com/oauth2/v3/certs",
      },
      user: {
        sub: "110169484474386276334",
        name: "Ada Lovelace",
        given_name: "Ada",
        email: "Ada@example.com",
        email_verified: true,
        picture: "https://lh3.googleusercontent.com/a/ada",
      },
    },
    // Google sends no `iss` with the code.
    faults: { ...saying(claims), callback: (params) => params.delete("iss") },
    entry: (client) => Google({ ...client, ...options }),
  };
}

/** Removes `iss` support from the metadata, as with the real providers. */
function withoutIss(mock: Mock, change: Claims = {}): Mock {
  return {
    ...mock,
    faults: {
      ...mock.faults,
      discovery: {
        body: ({
          authorization_response_iss_parameter_supported: _,
          ...json
        }) => ({ ...json, ...change }),
      },
    },
  };
}

describe("Google", () => {
  it("the profile comes from the ID token, and no other request is made", async () => {
    const { flow, user, account, profile } = await signIn(
      withoutIss(toGoogle()),
      "google",
    );
    assert.deepEqual(user, {
      name: "Ada Lovelace",
      email: "ada@example.com",
      image: "https://lh3.googleusercontent.com/a/ada",
    });
    assert.equal(account.providerAccountId, "110169484474386276334");
    assert.equal(profile.email_verified, true);
    assert.equal(flow.op.count("userinfo"), 0);
    assert.match(tokenRequest(flow).headers["authorization"] ?? "", /^Basic /);
  });

  it("users of the hosted domain are admitted, and the domain is preselected", async () => {
    const mock = withoutIss(
      toGoogle({ hd: "example.com" }, { hd: "example.com" }),
    );
    const { flow } = await signIn(mock, "google");
    const asked = flow.op.requests.find((one) => one.endpoint === "authorize");
    const { searchParams } = new URL(asked?.url ?? "");
    assert.equal(searchParams.get("hd"), "example.com");
    assert.equal(searchParams.get("scope"), "openid profile email");
  });

  for (
    const hd of [
      undefined,
      "other.com",
      "example.com.evil.com",
      "EXAMPLE.com",
      ["example.com"],
    ]
  ) {
    it(`a user with the hosted domain ${JSON.stringify(hd)} is refused, whatever the URL said`, async () => {
      await refuse(
        withoutIss(toGoogle({ hd: "example.com" }, { hd })),
        "google",
        { error: "AccessDenied", page: "/auth/error" },
      );
    });
  }

  it("no domain is requested if none is configured", async () => {
    await signIn(withoutIss(toGoogle({}, { hd: "any.com" })), "google");
  });

  it("the ID token of another issuer is refused [5.7]", async () => {
    const mock = withoutIss(toGoogle({}, { iss: "https://evil.example" }));
    await refuse(mock, "google");
  });
});

describe("Keycloak", () => {
  const issuer = "https://login.example.com/realms/my-realm";

  function toKeycloak(realm = issuer): Mock {
    const base = `${realm}/protocol/openid-connect`;
    return {
      op: {
        issuer: realm,
        endpoints: {
          authorize: `${base}/auth`,
          token: `${base}/token`,
          userinfo: `${base}/userinfo`,
          jwks: `${base}/certs`,
        },
        user: {
          sub: "2f1d2b1e-6f0b-4c8e-8a53-6a3c8a0b6f11",
          email: "ada@example.com",
          email_verified: false,
          preferred_username: "ada",
        },
      },
      entry: (client) => Keycloak({ ...client, issuer: realm }),
    };
  }

  for (
    const realm of [
      issuer,
      "https://old.example.com/auth/realms/r%C3%A9alm",
    ]
  ) {
    it(`a user signs in at ${realm}, and iss is compared`, async () => {
      const { flow, user, account, profile } = await signIn(
        toKeycloak(realm),
        "keycloak",
      );
      assert.deepEqual(user, {
        name: "ada",
        email: "ada@example.com",
        image: null,
      });
      assert.equal(
        account.providerAccountId,
        "2f1d2b1e-6f0b-4c8e-8a53-6a3c8a0b6f11",
      );
      assert.equal(profile.email_verified, false);
      assert.match(
        tokenRequest(flow).headers["authorization"] ?? "",
        /^Basic /,
      );
    });
  }

  it("a callback without the iss that the metadata promises is refused [X19]", async () => {
    await refuse({
      ...toKeycloak("https://iss.example.com/realms/r"),
      faults: { callback: (params) => params.delete("iss") },
    }, "keycloak");
  });

  it("the client may be public", async () => {
    const mock = toKeycloak("https://public.example.com/realms/r");
    await signIn({
      ...mock,
      op: { ...mock.op, clientAuth: "none" },
      entry: ({ clientSecret: _, ...client }) =>
        Keycloak({
          ...client,
          issuer: "https://public.example.com/realms/r",
          client: { token_endpoint_auth_method: "none" },
        }),
    }, "keycloak");
  });
});

describe("Auth0", () => {
  function toAuth0(host: string, options: object): Mock {
    return {
      op: {
        issuer: `https://${host}/`,
        endpoints: { token: `https://${host}/oauth/token` },
        user: {
          sub: "auth0|60d21b4667d0d8992e610c85",
          nickname: "ada",
          name: "Ada Lovelace",
          email: "ada@example.com",
          email_verified: true,
          picture: "https://s.gravatar.com/avatar/ada.png",
        },
      },
      faults: { callback: (params) => params.delete("iss") },
      entry: (client) => Auth0({ ...client, ...options }),
    };
  }

  const cases: [string, object][] = [
    ["one.eu.auth0.com", { domain: "one.eu.auth0.com" }],
    ["two.eu.auth0.com", { issuer: "https://two.eu.auth0.com" }],
    ["three.eu.auth0.com", { issuer: "https://three.eu.auth0.com/" }],
    ["login.example.com", { domain: "login.example.com/" }],
    ["four.eu.auth0.com", { domain: "https://four.eu.auth0.com" }],
  ];
  for (const [host, options] of cases) {
    it(`the issuer follows from ${JSON.stringify(options)}`, async () => {
      const { flow, user, account } = await signIn(
        withoutIss(toAuth0(host, options)),
        "auth0",
      );
      assert.deepEqual(user, {
        name: "Ada Lovelace",
        email: "ada@example.com",
        image: "https://s.gravatar.com/avatar/ada.png",
      });
      assert.equal(
        account.providerAccountId,
        "auth0|60d21b4667d0d8992e610c85",
      );
      const discovery = flow.op.requests[0]?.url;
      assert.equal(
        discovery,
        `https://${host}/.well-known/openid-configuration`,
      );
    });
  }

  it("the authorization request takes Auth0's own parameters", () => {
    const provider = Auth0({
      domain: "d.auth0.com",
      authorization: { params: { organization: "org_1" } },
    });
    assert.deepEqual(provider.authorization, {
      params: { organization: "org_1" },
    });
    assert.equal(provider.issuer, "https://d.auth0.com/");
  });
});

const ENTRA = "https://login.microsoftonline.com";
const TENANT = "11111111-2222-3333-4444-555555555555";
const CONSUMERS = "9188040d-6c67-4c5b-b112-36a304b66dad";
const TEMPLATE = `${ENTRA}/{tenantid}/v2.0`;

interface EntraOptions {
  /** The tenant in the URLs. */
  tenant: string;
  /** The issuer in the metadata. */
  named: string;
  claims?: Claims;
  entry?: Parameters<typeof MicrosoftEntraId>[0];
}

/** Entra ID as its documentation describes it, with all claims about one user. */
function toEntra({ tenant, named, claims, entry }: EntraOptions): Mock {
  const root = `${ENTRA}/${tenant}`;
  return withoutIss({
    op: {
      issuer: `${ENTRA}/${TENANT}/v2.0`,
      clientAuth: "client_secret_post",
      endpoints: {
        discovery: `${root}/v2.0/.well-known/openid-configuration`,
        authorize: `${root}/oauth2/v2.0/authorize`,
        token: `${root}/oauth2/v2.0/token`,
        userinfo: "https://graph.microsoft.com/oidc/userinfo",
        jwks: `${root}/discovery/v2.0/keys`,
      },
      user: {
        sub: "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
        name: "Ada Lovelace",
        email: "ada@contoso.com",
        preferred_username: "ada@contoso.com",
        oid: "00000000-0000-0000-66f3-3332eca7ea81",
        tid: TENANT,
      },
    },
    faults: {
      ...saying(claims ?? {}),
      callback: (params) => params.delete("iss"),
    },
    entry: (client) => MicrosoftEntraId({ ...client, tenant, ...entry }),
  }, { issuer: named });
}

const common = { tenant: "common", named: TEMPLATE };
const organizations = { tenant: "organizations", named: TEMPLATE };
const consumers = {
  tenant: "consumers",
  named: `${ENTRA}/${CONSUMERS}/v2.0`,
};
const single = { tenant: TENANT, named: `${ENTRA}/${TENANT}/v2.0` };
const domain = { tenant: "contoso.com", named: `${ENTRA}/${TENANT}/v2.0` };

function of(tid: string): Claims {
  return { tid, iss: `${ENTRA}/${tid}/v2.0` };
}

describe("Microsoft Entra ID", () => {
  const id = "microsoft-entra-id";
  const other = "99999999-2222-3333-4444-555555555555";

  const welcome: [string, EntraOptions][] = [
    ["common and a directory", { ...common, claims: of(TENANT) }],
    ["common and a personal account", { ...common, claims: of(CONSUMERS) }],
    ["organizations and any directory", {
      ...organizations,
      claims: of(other),
    }],
    ["consumers and a personal account", {
      ...consumers,
      claims: of(CONSUMERS),
    }],
    ["one directory by its id", { ...single, claims: of(TENANT) }],
    ["one directory by its domain", { ...domain, claims: of(TENANT) }],
    [
      "an issuer that names the directory",
      { ...single, entry: { tenant: undefined, issuer: single.named } },
    ],
    [
      "an issuer that names all of them",
      {
        ...common,
        claims: of(other),
        entry: { tenant: undefined, issuer: `${ENTRA}/common/v2.0` },
      },
    ],
    ["no tenant", { ...common, entry: { tenant: undefined } }],
  ];
  for (const [name, options] of welcome) {
    it(`a user can sign in: ${name}`, async () => {
      const { flow, user, account } = await signIn(toEntra(options), id);
      assert.deepEqual(user, {
        name: "Ada Lovelace",
        email: "ada@contoso.com",
        image: null,
      });
      assert.equal(
        account.providerAccountId,
        "AAAAAAAAAAAAAAAAAAAAAIkzqFVrSaSaFHy782bbtaQ",
      );
      assert.equal(
        tokenRequest(flow).form?.get("client_secret"),
        flow.op.clientSecret,
      );
      assert.equal(flow.op.count("userinfo"), 0);
    });
  }

  const strangers: [string, EntraOptions][] = [
    ["organizations and a personal account", {
      ...organizations,
      claims: of(CONSUMERS),
    }],
    ["consumers and a directory", { ...consumers, claims: of(TENANT) }],
    ["one directory and another one", { ...single, claims: of(other) }],
    ["a domain and another directory", { ...domain, claims: of(other) }],
    ["a tid that is not that of iss", {
      ...common,
      claims: { ...of(TENANT), tid: other },
    }],
    ["an iss that is not that of tid", {
      ...common,
      claims: { tid: TENANT, iss: `${ENTRA}/${other}/v2.0` },
    }],
    ["the template itself", {
      ...common,
      claims: { tid: "{tenantid}", iss: TEMPLATE },
    }],
    ["no tid", { ...common, claims: { tid: undefined } }],
    ["a tid that is a path", { ...common, claims: of(`${TENANT}/../x`) }],
    ["a tid that is a list", {
      ...common,
      claims: { ...of(TENANT), tid: [TENANT, other] },
    }],
    ["a personal account in capitals", {
      ...organizations,
      claims: of(CONSUMERS.toUpperCase()),
    }],
    ["an issuer of another party", {
      ...common,
      claims: { tid: TENANT, iss: `https://evil.example/${TENANT}/v2.0` },
    }],
    ["no issuer", { ...common, claims: { tid: "x", iss: "" } }],
  ];
  for (const [name, options] of strangers) {
    it(`a user is refused: ${name}`, async () => {
      await refuse(toEntra(options), id);
    });
  }

  it("a foreign signature is refused, whatever the claims say", async () => {
    const mock = toEntra({ ...common, claims: of(TENANT) });
    await refuse({
      ...mock,
      faults: {
        ...mock.faults,
        idToken: { ...mock.faults?.idToken, sign: "foreign" },
      },
    }, id);
  });

  it("users are identified by oid in their directory, if that is configured", async () => {
    const { account } = await signIn(
      toEntra({ ...common, entry: { accountId: "oid" } }),
      id,
    );
    assert.equal(
      account.providerAccountId,
      `${TENANT}.00000000-0000-0000-66f3-3332eca7ea81`,
    );
  });

  it("the profile has the user name if there is no address", async () => {
    const { user } = await signIn(
      toEntra({ ...common, claims: { email: undefined } }),
      id,
    );
    assert.equal(user.email, "ada@contoso.com");
  });

  it("the same subject in two directories is two users [5.7]", async () => {
    const ids: unknown[] = [];
    for (const tid of [TENANT, other, TENANT]) {
      const { flow, seen } = await createMock(
        toEntra({ ...common, claims: of(tid) }),
      );
      await assertSignedIn(flow, flow.createBrowser(), { id });
      ids.push(seen[0]?.user.id);
    }
    assert.equal(ids[0], ids[2]);
    assert.notEqual(ids[0], ids[1]);
  });

  it("a user has no picture if Graph has none", async () => {
    const mock = toEntra({ ...single, entry: { photo: 48 } });
    const { flow, user } = await signIn({
      ...mock,
      op: {
        ...mock.op,
        extra: ({ url }) =>
          url === "https://graph.microsoft.com/v1.0/me/photos/48x48/$value"
            ? new Response(null, { status: 404 })
            : undefined,
      },
    }, id);
    assert.equal(user.image, null);
    assert.ok(flow.log.some(({ text }) => text.includes("answered 404")));
  });

  it("the name of a directory can be any text", () => {
    for (const tenant of ["constructor", "__proto__", "toString"]) {
      const { issuer, wellKnown } = MicrosoftEntraId({ tenant });
      assert.equal(issuer, undefined);
      assert.ok(wellKnown?.includes(`/${tenant}/v2.0/`));
    }
  });

  it("the issuer of a national cloud is unchanged", () => {
    const issuer = `https://login.microsoftonline.us/${TENANT}/v2.0`;
    const provider = MicrosoftEntraId({ issuer });
    assert.equal(provider.issuer, issuer);
    assert.equal(provider.wellKnown, undefined);
    assert.equal(provider.issuerFrom, undefined);
  });

  it("values in a path are encoded", () => {
    const { wellKnown = "" } = MicrosoftEntraId({ tenant: "../evil?x#" });
    const { pathname, search, hash } = new URL(wellKnown);
    assert.equal(
      pathname,
      "/..%2Fevil%3Fx%23/v2.0/.well-known/openid-configuration",
    );
    assert.equal(search + hash, "");
  });
});

describe("every definition", () => {
  const all: [ProviderInput, ProviderInput, string, string[]][] = [
    [GitHub, GitHubDefault, "github", ["client id", "SECRET"]],
    [Google, GoogleDefault, "google", ["client id", "SECRET"]],
    [Keycloak, KeycloakDefault, "keycloak", ["issuer", "client id", "SECRET"]],
    [Auth0, Auth0Default, "auth0", ["issuer", "client id", "SECRET"]],
    [MicrosoftEntraId, EntraDefault, "microsoft-entra-id", [
      "client id",
      "SECRET",
    ]],
  ];

  for (const [factory, byDefault, id, missing] of all) {
    it(`${id} is exported by its name and as the default`, () => {
      assert.equal(factory, byDefault);
    });

    it(`${id} says what is missing, at once and in one error`, async () => {
      const flow = await createApp({
        toEntry: () => (factory as (options: object) => Provider)({}),
      });
      const page = await flow.createBrowser().goto(`${site}/auth/signin`);
      assert.equal(page.status, 500);
      const errors = flow.log.filter(({ level }) => level === "error");
      assert.equal(errors.length, 1);
      const said = errors[0]?.text ?? "";
      for (const words of missing) assert.ok(said.includes(words), words);
      const prefix = `AUTH_${id.toUpperCase().replaceAll("-", "_")}_`;
      assert.ok(said.includes(`${prefix}ID`));
    });

    it(`${id} has a name and a colour, and leaves with state and PKCE`, async () => {
      const make = factory as (options: object) => Provider;
      const flow = await createApp({
        toEntry: (op: FaultProvider) =>
          make({
            clientId: op.clientId,
            clientSecret: "s",
            issuer: op.issuer,
            ...(id === "github"
              ? { authorization: `${op.issuer}/authorize` }
              : {}),
            [customFetch]: op.fetch,
            id: "own-id",
          }),
        // Auth0 writes its issuer with a slash.
        op: id === "auth0" ? { issuer: "https://a0.example/" } : {},
      });
      const url = new URL(await start(flow.createBrowser(), { id: "own-id" }));
      assert.ok(url.searchParams.get("state"));
      assert.equal(url.searchParams.get("code_challenge_method"), "S256");
      assert.equal(url.searchParams.has("nonce"), id !== "github");
      const made = make({});
      assert.ok(made.name && "style" in made);
      assert.match(made.style?.brandColor ?? "", /^#[0-9a-f]{6}$/);
    });
  }
});
