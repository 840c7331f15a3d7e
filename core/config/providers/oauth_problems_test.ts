import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AuthConfig, createAuth } from "@latchkey/auth";
import type { OAuth2Config, OIDCConfig } from "@latchkey/auth";
import { site } from "../../../testing/app_testkit.ts";

const plain: OAuth2Config = {
  id: "op",
  name: "OP",
  type: "oauth",
  clientId: "client",
  clientSecret: "0123456789abcdef0123456789abcdef",
  authorization: "https://op.example/authorize",
  token: "https://op.example/token",
  userinfo: "https://op.example/me",
};
const { type: _, ...shared } = plain;
const oidc: OIDCConfig = {
  ...shared,
  type: "oidc",
  issuer: "https://op.example",
};

/** Returns the mistakes that are found at the start, as one text. */
async function find(
  provider: OAuth2Config | OIDCConfig,
): Promise<string> {
  const config: AuthConfig = {
    secret: "a secret of thirty-two characters",
    origin: site,
    logger: { error: (error) => void said.push(`${error}`) },
    providers: [provider],
  };
  const said: string[] = [];
  try {
    const { handler } = createAuth(config);
    await handler(new Request(`${site}/auth/providers`));
  } catch (error) {
    said.push(String(error));
  }
  return said.join("\n");
}

describe("claims from the callback", () => {
  for (const name of ["iss", "sub", "id", "email", "email_verified"]) {
    it(`a definition cannot list \`${name}\`, which says who the user is`, async () => {
      const claims = ["user", name];
      for (
        const provider of [
          { ...plain, callbackClaims: claims },
          { ...oidc, callbackClaims: claims },
        ]
      ) {
        assert.match(
          await find(provider),
          new RegExp(`\`callbackClaims\` must not list \`${name}\``),
        );
      }
    });
  }

  it("a definition can list others", async () => {
    assert.equal(await find({ ...plain, callbackClaims: ["realmId"] }), "");
  });
});

describe("the place of the profile", () => {
  it("a plain OAuth provider has no ID token", async () => {
    const userinfo = { from: "id_token" } as const;
    assert.match(
      await find({ ...plain, userinfo }),
      /`userinfo.from` needs `type: "oidc"`/,
    );
    assert.equal(await find({ ...oidc, userinfo }), "");
  });

  it("an access token needs an issuer", async () => {
    const userinfo = { from: "access_token" } as const;
    assert.match(await find({ ...plain, userinfo }), /needs an `issuer`/);
    const { issuer } = oidc;
    const jwks_endpoint = "https://op.example/jwks";
    assert.equal(
      await find({ ...plain, userinfo, issuer, jwks_endpoint }),
      "",
    );
  });
});

describe("ID tokens that are signed with the client secret", () => {
  const hmac = { ...oidc, idTokenAlg: "HS256" } as const;
  const rows: readonly [string | undefined, boolean][] = [
    [undefined, false],
    ["short", false],
    ["0123456789abcdef0123456789abcde", false],
    ["0123456789abcdef0123456789abcdef", true],
  ];
  for (const [clientSecret, isFine] of rows) {
    it(`the secret ${clientSecret ?? "that is absent"} ${isFine ? "is long enough" : "is too short"}`, async () => {
      const found = await find({ ...hmac, clientSecret });
      if (isFine) return assert.equal(found, "");
      assert.match(found, /needs a secret of at least 32 characters/);
      assert.ok(clientSecret === undefined || !found.includes(clientSecret));
    });
  }
});
