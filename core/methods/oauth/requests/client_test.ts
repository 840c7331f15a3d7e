import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { OIDCConfig } from "@latchkey/auth";
import type {
  ClientAuthMethod,
  FaultProviderOptions,
} from "@latchkey/auth/testing";
import {
  base64url,
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
} from "jose";
import {
  type App,
  approach,
  assertCallbackRefused,
  assertSignedIn,
  createApp,
  pressButton,
  site,
} from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";

afterEach(endTest);

/** With Node's types, jose's keys are not the global CryptoKey. */
async function makeKeys(alg = "ES256") {
  const { publicKey, privateKey } = await generateKeyPair(alg);
  return {
    publicKey: publicKey as CryptoKey,
    privateKey: privateKey as CryptoKey,
  };
}

/** Creates a provider that accepts only one client authentication method, and a client configured for one. */
function createWith(
  method: ClientAuthMethod,
  entry: Partial<OIDCConfig> = {},
  op: FaultProviderOptions = {},
): Promise<App> {
  return createApp({
    op: { clientAuth: method, ...op },
    entry: { client: { token_endpoint_auth_method: method }, ...entry },
  });
}

function tokenRequest(flow: App) {
  const found = flow.op.requests.findLast((one) => one.endpoint === "token");
  return found ?? assert.fail("no token request");
}

function readAssertion(flow: App) {
  const token = tokenRequest(flow).form?.get("client_assertion") ?? "";
  return { header: decodeProtectedHeader(token), claims: decodeJwt(token) };
}

/** Asserts that no request shows the secret or authenticates the client twice. */
function assertOneProof(flow: App, proof: "header" | "body" | "assertion") {
  const { headers, form } = tokenRequest(flow);
  assert.equal(headers["authorization"] !== undefined, proof === "header");
  assert.equal(form?.has("client_secret"), proof === "body");
  assert.equal(form?.has("client_assertion"), proof === "assertion");
}

async function assertStartError(flow: App, log: RegExp): Promise<void> {
  const page = await flow.createBrowser().goto(`${site}/auth/signin`);
  assert.equal(page.status, 500);
  assert.match(flow.log.map(({ text }) => text).join("\n"), log);
}

describe("client_secret_basic", () => {
  for (
    const [clientId, clientSecret] of [
      ["a:b%c+d é", "x:y%z+w é"],
      ["client.with-safe_signs~", "secret.with-safe_signs~"],
      ["https://app.example/", "!'()*&=?#"],
    ] as const
  ) {
    it(`the header form-encodes "${clientId}" and "${clientSecret}"`, async () => {
      const flow = await createWith("client_secret_basic", {}, {
        clientId,
        clientSecret,
      });
      await assertSignedIn(flow);
      assertOneProof(flow, "header");
      const { form } = tokenRequest(flow);
      assert.ok(!form?.has("client_id"));
    });
  }

  it("the header has + for a space and leaves - . _ ~ as they are", async () => {
    const flow = await createWith("client_secret_basic", {}, {
      clientId: "a b-._~",
      clientSecret: "c:é",
    });
    await assertSignedIn(flow);
    const [, pair = ""] = (tokenRequest(flow).headers["authorization"] ?? "")
      .split(" ");
    assert.equal(atob(pair), "a+b-._~:c%3A%C3%A9");
  });
});

describe("client_secret_post", () => {
  it("id and secret are sent in the body, and not in a header", async () => {
    const flow = await createWith("client_secret_post");
    await assertSignedIn(flow);
    assertOneProof(flow, "body");
    assert.equal(tokenRequest(flow).form?.get("client_id"), flow.op.clientId);
  });
});

describe("client_secret_jwt", () => {
  it("the assertion is signed with the secret, for the issuer alone, and is valid for a minute", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_700_000_000_000 });
    const flow = await createWith("client_secret_jwt");
    await assertSignedIn(flow);
    assertOneProof(flow, "assertion");
    const { header, claims } = readAssertion(flow);
    assert.equal(header.alg, "HS256");
    assert.equal(claims.aud, flow.op.issuer);
    assert.equal(claims.iss, flow.op.clientId);
    assert.equal(claims.sub, flow.op.clientId);
    assert.equal(claims.iat, 1_700_000_000);
    assert.ok((claims.exp ?? Infinity) - 1_700_000_000 <= 60);
  });

  it("a wrong secret is reported as a mistake of the configuration", async () => {
    const flow = await createWith("client_secret_jwt", {
      clientSecret: "not the right one at all",
    });
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "Configuration",
      page: "/auth/error",
    });
  });
});

describe("private_key_jwt", () => {
  for (const alg of ["ES256", "RS256", "PS256", "EdDSA"]) {
    it(`the assertion is signed with an ${alg} key [R17]`, async () => {
      const { publicKey, privateKey } = await makeKeys(alg);
      const flow = await createWith(
        "private_key_jwt",
        { token: { clientPrivateKey: privateKey }, clientSecret: undefined },
        { clientPublicKey: publicKey },
      );
      await assertSignedIn(flow);
      assertOneProof(flow, "assertion");
      const { header } = readAssertion(flow);
      assert.ok([alg, "Ed25519"].includes(header.alg ?? ""));
      assert.equal(header.kid, undefined);
    });
  }

  it("the assertion names the key, and is for the issuer, one minute and one use [R17]", async () => {
    const { publicKey, privateKey } = await makeKeys();
    const flow = await createWith(
      "private_key_jwt",
      { token: { clientPrivateKey: { key: privateKey, kid: "key-7" } } },
      { clientPublicKey: publicKey },
    );
    const ids = new Set<unknown>();
    for (let i = 0; i < 3; i++) {
      await assertSignedIn(flow);
      const { header, claims } = readAssertion(flow);
      assert.equal(header.kid, "key-7");
      assert.equal(claims.aud, flow.op.issuer);
      assert.equal(typeof claims.iat, "number");
      assert.ok((claims.exp ?? Infinity) - (claims.iat ?? 0) <= 60);
      ids.add(claims.jti);
    }
    assert.equal(ids.size, 3);
    assertOneProof(flow, "assertion");
  });

  it("the key, and data made with another key, are never sent [R17]", async () => {
    const { privateKey } = await makeKeys();
    const { publicKey } = await makeKeys();
    const flow = await createWith(
      "private_key_jwt",
      { token: { clientPrivateKey: privateKey } },
      { clientPublicKey: publicKey },
    );
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "Configuration",
      page: "/auth/error",
    });
  });

  it("the assertion's audience comes from the tenant's metadata, not from the token endpoint", async () => {
    const { publicKey, privateKey } = await makeKeys();
    const flow = await createWith(
      "private_key_jwt",
      {
        token: {
          clientPrivateKey: privateKey,
          url: "https://token.example/oauth",
        },
      },
      {
        clientPublicKey: publicKey,
        endpoints: { token: "https://token.example/oauth" },
      },
    );
    await assertSignedIn(flow);
    assert.equal(readAssertion(flow).claims.aud, flow.op.issuer);
  });
});

describe("none", () => {
  it("the body names the client, which PKCE proves", async () => {
    const flow = await createWith("none", { clientSecret: undefined });
    await assertSignedIn(flow);
    const { headers, form } = tokenRequest(flow);
    assert.equal(headers["authorization"], undefined);
    assert.equal(form?.get("client_id"), flow.op.clientId);
    assert.equal(form?.has("client_secret"), false);
    assert.ok(form?.get("code_verifier"));
  });

  it("no secret is sent, even if there is one", async () => {
    const flow = await createWith("none");
    await assertSignedIn(flow);
    const { headers, form } = tokenRequest(flow);
    assert.ok(
      !JSON.stringify([headers, [...form ?? []]])
        .includes(flow.op.clientSecret),
    );
  });

  it("a client without a secret uses this method", async () => {
    const flow = await createApp({
      op: { clientAuth: "none" },
      entry: { clientSecret: undefined },
    });
    await assertSignedIn(flow);
  });
});

describe("a client without a configured method", () => {
  const both = ["client_secret_post", "client_secret_basic"];
  const cases: [unknown, "header" | "body"][] = [
    [undefined, "header"],
    [["client_secret_post"], "body"],
    [["private_key_jwt", "client_secret_post"], "body"],
    [both, "header"],
    [["client_secret_basic"], "header"],
    [[], "header"],
  ];
  for (const [supported, proof] of cases) {
    it(`the secret is sent in the ${proof} if the metadata has ${supported}`, async () => {
      const flow = await createApp();
      flow.op.faults.discovery = {
        body: (json) => ({
          ...json,
          token_endpoint_auth_methods_supported: supported,
        }),
      };
      await assertSignedIn(flow);
      assertOneProof(flow, proof);
    });
  }

  it("a plain OAuth 2 provider gets the secret in the header", async () => {
    const flow = await createApp({ toEntry: (op) => op.plainProvider() });
    await assertSignedIn(flow);
    assertOneProof(flow, "header");
  });
});

describe("missing client settings", () => {
  it("a missing private key is reported at start-up", async () => {
    const flow = await createWith("private_key_jwt");
    await assertStartError(
      flow,
      /`private_key_jwt` needs `token\.clientPrivateKey`/,
    );
  });

  for (
    const method of [
      "client_secret_basic",
      "client_secret_post",
      "client_secret_jwt",
    ] as const
  ) {
    it(`a missing secret for ${method} is reported at start-up`, async () => {
      const flow = await createWith(method, { clientSecret: undefined });
      await assertStartError(flow, /needs `clientSecret` or AUTH_OP_SECRET/);
    });
  }

  it("an unknown method is reported at start-up", async () => {
    const flow = await createWith("magic" as ClientAuthMethod);
    await assertStartError(flow, /token_endpoint_auth_method` must be one of/);
  });
});

describe("a secret that the provider refuses", () => {
  it("a refused secret is a mistake of the configuration, and is not logged [F10]", async () => {
    const wrong = base64url.encode(crypto.getRandomValues(new Uint8Array(20)));
    const flow = await createApp({ entry: { clientSecret: wrong } });
    const browser = flow.createBrowser();
    const page = await pressButton(browser);
    assert.ok(page.pending);
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "Configuration",
      page: "/auth/error",
      log: /client id, client secret/,
    });
    assert.ok(!flow.log.some(({ text }) => text.includes(wrong)));
  });
});
