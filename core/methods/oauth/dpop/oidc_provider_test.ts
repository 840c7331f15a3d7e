import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { describe, it } from "node:test";
import { exportJWK, generateKeyPair } from "jose";
import { createAuth, createMemoryStore } from "@latchkey/auth";
import type { OIDCConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createBrowser } from "@latchkey/auth/testing";
import { randomText } from "../../../crypto/random.ts";
import { app } from "../../../../testing/app_testkit.ts";
import {
  type Answered,
  signInThere,
  withOidcProvider,
} from "../oidc_provider_testkit.ts";

/** A client's registration at the provider, and its entry in the configuration. */
interface Client {
  readonly registration: object;
  readonly entry: Partial<OIDCConfig>;
}

/** Runs something while the provider runs that binds the tokens of a client. */
function withProvider(
  { registration }: Client,
  hasNonces: boolean,
  run: (issuer: string, answered: Answered[]) => Promise<void>,
): Promise<void> {
  return withOidcProvider(() => toConfig(registration, hasNonces), run);
}

function toConfig(registration: object, hasNonces: boolean) {
  return {
    clients: [{
      client_id: "the-client",
      redirect_uris: [`${app}/auth/callback/op`],
      grant_types: ["authorization_code", "refresh_token"],
      dpop_bound_access_tokens: true,
      ...registration,
    }],
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    features: {
      dPoP: {
        enabled: true,
        requireNonce: () => hasNonces,
        ...(hasNonces ? { nonceSecret: randomBytes(32) } : {}),
      },
    },
  };
}

/** Creates the application, and a browser that signs in with the provider's pages. */
async function createSigned(issuer: string, entry: Partial<OIDCConfig>) {
  const auth = createAuth({
    providers: [{
      id: "op",
      type: "oidc",
      issuer,
      clientId: "the-client",
      dpop: true,
      ...entry,
    }],
    secret: randomText(32),
    origin: app,
    adapter: createMemoryAdapter(),
    store: createMemoryStore(),
    tokens: { providers: ["op"], resources: { op: [issuer] } },
  });
  const browser = createBrowser((request) =>
    request.url.startsWith(app)
      ? auth.handler(request)
      : fetch(request, { redirect: "manual" })
  );
  await signInThere(browser);
  const cookie = browser.cookieHeader(`${app}/`);
  return { auth, request: () => new Request(app, { headers: { cookie } }) };
}

async function createClients(): Promise<Readonly<Record<string, Client>>> {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = { ...await exportJWK(publicKey), kid: "one", alg: "ES256" };
  // With Node's types, jose's keys are not the global CryptoKey.
  const key = privateKey as CryptoKey;
  return {
    "a client with a secret": {
      registration: { client_secret: "the-secret-of-the-client" },
      entry: { clientSecret: "the-secret-of-the-client" },
    },
    "a public client": {
      registration: { token_endpoint_auth_method: "none" },
      entry: { client: { token_endpoint_auth_method: "none" } },
    },
    "a client with a key, which pushes its requests": {
      registration: {
        token_endpoint_auth_method: "private_key_jwt",
        jwks: { keys: [jwk] },
        require_pushed_authorization_requests: true,
      },
      entry: {
        client: { token_endpoint_auth_method: "private_key_jwt" },
        token: { clientPrivateKey: { key, kid: "one" } },
        pushedAuthorizationRequests: true,
      },
    },
  };
}

describe("DPoP with the published oidc-provider", () => {
  for (const hasNonces of [false, true]) {
    it(`sign-in, requests and refreshes work for every kind of client (nonces: ${hasNonces}) [R25]`, async () => {
      for (const [kind, client] of Object.entries(await createClients())) {
        await withProvider(client, hasNonces, async (issuer, answered) => {
          const { auth, request } = await createSigned(issuer, client.entry);
          const { session } = await auth.session(request());
          assert.equal(session?.user?.name, "Ada", kind);
          const seen = new Set<string>();
          // No token is valid for that long: each request renews it first.
          const token = { minValidity: 86_400 };
          for (let i = 0; i < 3; i++) {
            const got = await auth.getAccessToken(request(), "op", token);
            assert.equal(got.tokenType, "dpop");
            seen.add(got.accessToken);
            const answer = await auth.fetch(request(), "op", `${issuer}/me`);
            assert.equal(answer.status, 200, kind);
            assert.equal((await answer.json()).sub, "ada");
          }
          assert.equal(seen.size, 3);
          const count = (path: string, from: number) =>
            answered.filter((one) => one.path === path && one.status >= from)
              .length;
          // The first request of all lacks the nonce, and no other one.
          const refused = hasNonces ? 1 : 0;
          assert.equal(
            count("/request", 400) + count("/token", 400) + count("/me", 400),
            refused,
            kind,
          );
          assert.equal(count("/token", 200), 4 + count("/token", 400), kind);
        });
      }
    });
  }

  it("a bound token is refused there as a bearer token", async () => {
    const client = (await createClients())["a client with a secret"];
    assert.ok(client);
    await withProvider(client, false, async (issuer) => {
      const { auth, request } = await createSigned(issuer, client.entry);
      const { accessToken } = await auth.getAccessToken(request(), "op");
      const answer = await fetch(`${issuer}/me`, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      assert.equal(answer.status, 401);
      await answer.body?.cancel();
    });
  });
});
