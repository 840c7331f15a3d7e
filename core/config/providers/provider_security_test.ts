import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { generateKeyPair } from "jose";
import {
  type AuthConfig,
  createAuth,
  customFetch,
  type OAuth2Config,
  type OIDCConfig,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { defineOidc } from "@latchkey/auth/providers";
import { site } from "../../../testing/app_testkit.ts";

async function makeKey(alg: string, modulusLength = 2048): Promise<CryptoKey> {
  const { privateKey } = await generateKeyPair(alg, {
    modulusLength,
    ...(alg === "EdDSA" ? { crv: "Ed25519" } : {}),
  });
  // With Node's types, jose's keys are not the global CryptoKey.
  return privateKey as CryptoKey;
}

const key = await makeKey("ES256");

/** Returns the mistakes of an entry that the first request finds. */
async function listMistakes(
  entry: Partial<OIDCConfig> | Partial<OAuth2Config>,
  config: Partial<AuthConfig> = {},
): Promise<string[]> {
  const said: string[] = [];
  const provider = {
    id: "bank",
    type: "oidc",
    issuer: "https://bank.example",
    clientId: "the-client",
    ...entry,
  } as OIDCConfig;
  const { handler } = createAuth({
    secret: "a secret of at least 32 characters",
    origin: site,
    logger: { error: ({ message }) => void said.push(message), warn() {} },
    providers: [provider],
    ...config,
  });
  const answer = await handler(new Request(`${site}/auth/providers`));
  assert.equal(answer.status, said.length === 0 ? 200 : 500);
  return said.flatMap((text) => text.match(/Provider "bank".+/g) ?? []);
}

/** Returns the mistakes of an entry under the profile. */
function listFapi(
  entry: Partial<OIDCConfig>,
  config?: Partial<AuthConfig>,
): Promise<string[]> {
  const token = { clientPrivateKey: key };
  return listMistakes({ profile: "fapi2", token, ...entry }, config);
}

const presenting = {
  [customFetch]: () => Promise.resolve(new Response()),
};

describe('a configuration with `profile: "fapi2"`', () => {
  it("a key or a certificate is enough", async () => {
    assert.deepEqual(await listFapi({}), []);
    for (
      const method of [
        "tls_client_auth",
        "self_signed_tls_client_auth",
      ] as const
    ) {
      assert.deepEqual(
        await listFapi({
          client: { token_endpoint_auth_method: method },
          token: undefined,
          ...presenting,
        }),
        [],
      );
    }
    const client = { tls_client_certificate_bound_access_tokens: true };
    assert.deepEqual(
      await listFapi({ client, dpop: false, ...presenting }),
      [],
    );
  });

  it("keys for PS256, ES256 and EdDSA are allowed, and no others", async () => {
    for (const alg of ["PS256", "EdDSA"]) {
      const clientPrivateKey = await makeKey(alg);
      assert.deepEqual(await listFapi({ token: { clientPrivateKey } }), []);
    }
    for (const alg of ["RS256", "PS384", "ES384"]) {
      const weak = await makeKey(alg);
      for (
        const entry of [
          { token: { clientPrivateKey: weak } },
          { requestObject: { key: weak } },
        ]
      ) {
        const [mistake = "", ...others] = await listFapi(entry);
        assert.match(mistake, /must be a key for PS256/, alg);
        assert.deepEqual(others, []);
      }
    }
  });

  it("an RSA key of less than 2048 bits is refused", async () => {
    const { privateKey } = await crypto.subtle.generateKey(
      {
        name: "RSA-PSS",
        hash: "SHA-256",
        modulusLength: 1024,
        publicExponent: new Uint8Array([1, 0, 1]),
      },
      false,
      ["sign", "verify"],
    );
    const [mistake] = await listFapi({
      token: { clientPrivateKey: privateKey },
    });
    assert.match(mistake ?? "", /of at least 2048 bits/);
  });

  const rows: readonly [
    string,
    Partial<OIDCConfig>,
    RegExp,
    Partial<AuthConfig>?,
  ][] = [
    ["a client secret", {
      clientSecret: "x",
      client: { token_endpoint_auth_method: "client_secret_basic" },
    }, /does not allow `client_secret_basic`/],
    ["a public client", {
      client: { token_endpoint_auth_method: "none" },
    }, /does not allow `none`/],
    ["no key", { token: undefined }, /needs `token.clientPrivateKey`/],
    ["the token endpoint as the audience", {
      token: { clientPrivateKey: key, assertionAudience: "token_endpoint" },
    }, /remove `token.assertionAudience`/],
    ["bearer tokens", { dpop: false }, /remove `dpop: false`/],
    ["no PKCE", { checks: ["state"] }, /needs PKCE with S256/],
    ["no check at all", { checks: ["none"] }, /needs PKCE with S256/],
    ["PKCE with plain", {
      client: { code_challenge_method: "plain" },
    }, /needs PKCE with S256/],
    ["no nonce", { nonce: false }, /remove `nonce: false`/],
    ["ID tokens with the client secret", {
      idTokenAlg: "HS256",
      clientSecret: "x".repeat(32),
    }, /does not allow `idTokenAlg/],
    ["RS256 for ID tokens", {
      client: { id_token_signed_response_alg: "RS256" },
    }, /`client.id_token_signed_response_alg` must be PS256/],
    ["RS256 for responses", {
      client: { authorization_signed_response_alg: "RS256" },
    }, /`client.authorization_signed_response_alg` must be PS256/],
    ["an authorization request of its own", {
      authorization: { request: () => "https://bank.example" },
    }, /`authorization.request` makes its own requests/],
    ["a token request of its own", {
      token: {
        clientPrivateKey: key,
        request: () => Promise.resolve({ tokens: {} }),
      },
    }, /`token.request` makes its own requests/],
    ["a userinfo request of its own", {
      userinfo: { request: () => ({}) },
    }, /`userinfo.request` makes its own requests/],
    ["a code in a URL", {
      token: { clientPrivateKey: key, method: "GET" },
    }, /remove `token.method`/],
    ["an access token in a URL", {
      userinfo: { accessToken: { query: "access_token" } },
    }, /remove `userinfo.accessToken`/],
    ["plain http", {}, /needs an `origin` with https/, {
      origin: "http://app.example",
    }],
    ["plain tokens in a table", {}, /`tokens.seal: false` leaves no place/, {
      adapter: createMemoryAdapter(),
      tokens: { providers: ["bank"], keep: "adapter", seal: false },
    }],
    [
      "a plain OAuth provider",
      {
        type: "oauth" as "oidc",
        authorization: "https://bank.example/a",
        userinfo: "https://bank.example/u",
      },
      /needs `type: "oidc"`/,
    ],
  ];
  for (const [title, entry, mistake, config] of rows) {
    it(`${title} is a mistake`, async () => {
      const found = await listFapi(entry, config);
      assert.equal(found.length, 1, found.join("\n"));
      assert.match(found[0] ?? "", mistake);
    });

    it(`${title} is none without the profile`, async () => {
      assert.deepEqual(
        await listMistakes({
          token: { clientPrivateKey: key },
          ...entry,
          ...(title === "no key" ? {} : { profile: undefined }),
        }, config),
        [],
      );
    });
  }

  it("all mistakes are named together", async () => {
    const found = await listFapi({
      token: undefined,
      dpop: false,
      nonce: false,
    });
    assert.equal(found.length, 3);
  });

  it("a definition is held to the profile by its caller", async () => {
    const Bank = defineOidc({
      id: "bank",
      name: "Bank",
      issuer: "https://bank.example",
    });
    const provider = Bank({ profile: "fapi2", clientId: "x" });
    assert.match((await listMistakes(provider)).join(), /client_secret_basic/);
  });
});

describe("a definition that is held to the profile", () => {
  it("an application's own mapper does not switch the profile off", async () => {
    const Bank = defineOidc({
      id: "bank",
      name: "Bank",
      issuer: "https://bank.example",
      profile: "fapi2",
    });
    const provider = Bank({ clientId: "x", profile: () => ({ id: "1" }) });
    assert.equal(typeof provider.profile, "function");
    assert.match((await listMistakes(provider)).join(), /client_secret_basic/);
  });
});

describe("a TLS certificate", () => {
  for (
    const client of [
      { token_endpoint_auth_method: "tls_client_auth" },
      { token_endpoint_auth_method: "self_signed_tls_client_auth" },
      { tls_client_certificate_bound_access_tokens: true },
    ] as const
  ) {
    it(`${JSON.stringify(client)} needs a fetch that presents it`, async () => {
      const [mistake] = await listMistakes({ client });
      assert.match(mistake ?? "", /needs a `\[customFetch\]`/);
      assert.deepEqual(await listMistakes({ client, ...presenting }), []);
    });
  }
});

it("a wrong entry is refused at each request, not only at the first", async () => {
  const { handler } = createAuth({
    secret: "a secret of at least 32 characters",
    origin: site,
    logger: { error() {}, warn() {} },
    providers: [{
      id: "bank",
      type: "oidc",
      issuer: "https://bank.example",
      clientId: "the-client",
      requestObject: true,
    }],
  });
  for (let i = 0; i < 3; i++) {
    const answer = await handler(new Request(`${site}/auth/providers`));
    assert.equal(answer.status, 500);
  }
});
