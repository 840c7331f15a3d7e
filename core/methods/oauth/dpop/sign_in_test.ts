import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { calculateJwkThumbprint, generateKeyPair } from "jose";
import type { Claims, FaultProviderOptions } from "@latchkey/auth/testing";
import {
  type App,
  type AppOptions,
  approach,
  arrive,
  assertCallbackRefused,
  assertNoSecrets,
  assertSignedIn,
  cookieName,
  createApp,
  pressButton,
  readSession,
  site,
  start,
} from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";
import { collectKeys, readProofs } from "./dpop_testkit.ts";

afterEach(endTest);

/** Creates a flow with bound tokens, whose profile needs the userinfo endpoint. */
function createBound(
  { entry, op, ...more }: AppOptions = {},
): Promise<App> {
  return createApp({
    op: { idTokenClaims: false, ...op },
    entry: { dpop: true, ...entry },
    ...more,
  });
}

/** The endpoints that were asked, oldest first. */
function listAsked({ op }: App): string[] {
  const keyed = ["token", "userinfo", "par"];
  return op.requests.map(({ endpoint }) => endpoint)
    .filter((endpoint) => keyed.includes(endpoint));
}

describe("a sign-in with `dpop: true`", () => {
  it("the token and userinfo requests prove the key that the authorization request names [R25]", async () => {
    const flow = await createBound();
    const session = await assertSignedIn(flow);
    assert.equal(session.user?.name, "Ada Lovelace");
    const authorize = flow.op.requests.find(({ endpoint }) =>
      endpoint === "authorize"
    );
    const jkt = new URL(authorize?.url ?? "").searchParams.get("dpop_jkt");
    const [token, userinfo, ...others] = readProofs(flow.op);
    assert.ok(token && userinfo && others.length === 0);
    assert.equal(await calculateJwkThumbprint(token.header.jwk), jkt);
    assert.deepEqual(userinfo.header.jwk, token.header.jwk);
    assert.match(userinfo.authorization ?? "", /^DPoP at-/);
    assert.notEqual(token.claims["jti"], userinfo.claims["jti"]);
    assert.equal(token.claims["htm"], "POST");
    assert.equal(token.claims["htu"], `${flow.op.issuer}/token`);
    assert.equal(token.claims["ath"], undefined);
    assert.equal(userinfo.claims["htm"], "GET");
    assert.equal(typeof userinfo.claims["ath"], "string");
  });

  it("a proof has the public key only, and names the URL without its query [R25]", async () => {
    const flow = await createBound({
      entry: { userinfo: { params: { fields: "all" } } },
    });
    await assertSignedIn(flow);
    const [proof, userinfo] = readProofs(flow.op);
    assert.deepEqual(Object.keys(proof?.header.jwk ?? {}).toSorted(), [
      "crv",
      "kty",
      "x",
      "y",
    ]);
    assert.equal(proof?.header["typ"], "dpop+jwt");
    assert.equal(proof?.header["alg"], "ES256");
    const asked = flow.op.requests.findLast(({ endpoint }) =>
      endpoint === "userinfo"
    );
    assert.match(asked?.url ?? "", /\?fields=all$/);
    assert.equal(userinfo?.claims["htu"], `${flow.op.issuer}/userinfo`);
  });

  it("every sign-in has a key of its own", async () => {
    const flow = await createBound();
    await assertSignedIn(flow);
    await assertSignedIn(flow);
    const keys = readProofs(flow.op).map(({ header }) => header.jwk.x);
    assert.equal(new Set(keys).size, 2);
  });

  it("a code that was issued for another key is refused by the provider, and the sign-in fails", async () => {
    const flow = await createBound();
    const browser = flow.createBrowser();
    const url = new URL(await start(browser));
    url.searchParams.set("dpop_jkt", "0".repeat(43));
    const { pending = "" } = await browser.goto(url.href, {
      from: `${site}/`,
      stopAt: (to) => to.startsWith(`${site}/auth/callback/`),
    });
    await assertCallbackRefused(flow, browser, pending, {
      error: "OAuthCallbackError:expired",
    });
  });

  it("a plain OAuth provider is signed in at with proofs, whatever its definition says about the token's place", async () => {
    const flow = await createApp({
      toEntry: (op) =>
        op.plainProvider({
          dpop: true,
          authorization: {
            url: `${op.issuer}/authorize`,
            params: { scope: "profile email" },
          },
          userinfo: {
            url: `${op.issuer}/userinfo`,
            accessToken: { query: "access_token" },
            more: { again: `${op.issuer}/userinfo` },
          },
        }),
    });
    await assertSignedIn(flow);
    assert.equal(readProofs(flow.op).length, 3);
    for (const { url, headers } of flow.op.requests) {
      assert.ok(!url.includes("access_token"));
      if (url.endsWith("/userinfo")) {
        assert.match(headers["authorization"] ?? "", /^DPoP at-/);
      }
    }
  });

  it("an attempt that began before the option was switched on gets a key", async () => {
    let dpop = false;
    const flow = await createApp({ toEntry: (op) => op.provider({ dpop }) });
    const browser = flow.createBrowser();
    const callback = await approach(browser);
    dpop = true;
    await arrive(browser, callback);
    assert.ok(await readSession(browser));
    assert.equal(readProofs(flow.op).length, 1);
  });

  it("without the option, nothing is proved", async () => {
    const flow = await createBound({ entry: { dpop: false } });
    await assertSignedIn(flow);
    assert.deepEqual(readProofs(flow.op), []);
    assert.ok(!flow.op.requests.some(({ url }) => url.includes("dpop_jkt")));
  });
});

describe("a server's nonce", () => {
  const modes = ["required", "fresh"] as const;
  for (const dpopNonce of modes) {
    it(`a request is repeated once with the nonce that the server asks for (${dpopNonce}) [R25]`, async () => {
      const flow = await createBound();
      flow.op.faults = { dpopNonce };
      await assertSignedIn(flow);
      assert.deepEqual(listAsked(flow), ["token", "token", "userinfo"]);
      const [first, second, third] = readProofs(flow.op);
      assert.equal(first?.claims["nonce"], undefined);
      assert.ok(second?.claims["nonce"]);
      const isKept = dpopNonce === "required";
      assert.equal(third?.claims["nonce"] === second.claims["nonce"], isKept);
      assert.notEqual(first?.claims["jti"], second.claims["jti"]);
    });
  }

  it("the next sign-in uses the last nonce of the server [R25]", async () => {
    const flow = await createBound();
    flow.op.faults = { dpopNonce: "fresh" };
    await assertSignedIn(flow);
    flow.op.clearRequests();
    await assertSignedIn(flow);
    assert.deepEqual(listAsked(flow), ["token", "userinfo"]);
  });

  it("a server that refuses every nonce is asked twice, and the sign-in fails [F17]", async () => {
    const flow = await createBound();
    flow.op.faults = { dpopNonce: "endless" };
    const browser = flow.createBrowser();
    const callback = await approach(browser);
    await assertCallbackRefused(flow, browser, callback, {
      error: "ProviderUnavailable",
      log: /refused the DPoP nonce that it had given/,
    });
    assert.deepEqual(listAsked(flow), ["token", "token"]);
  });

  it("a request for a nonce without one is no reason to repeat the request", async () => {
    const flow = await createBound();
    const browser = flow.createBrowser();
    const callback = await approach(browser);
    flow.op.faults = { token: { error: "use_dpop_nonce" } };
    await assertCallbackRefused(flow, browser, callback, {
      error: "OAuthCallbackError",
      log: /answered "use_dpop_nonce"/,
    });
    assert.equal(flow.op.count("token"), 1);
  });

  // The module `-rs-dpop-auth-scheme-case-insensitivity` of the FAPI 2 tests.
  it("the scheme of a challenge may be written in any case [fapi2-rs-dpop-auth-scheme-case-insensitivity]", async () => {
    const flow = await createBound();
    const headers = {
      "www-authenticate": 'dPoP error="use_dpop_nonce"',
      "dpop-nonce": "n-1",
    };
    flow.op.faults = { userinfo: [{ status: 401, headers }, "ok"] };
    const { user } = await assertSignedIn(flow);
    assert.equal(user?.name, "Ada Lovelace");
    assert.equal(readProofs(flow.op).at(-1)?.claims["nonce"], "n-1");
  });
});

describe("a profile of FAPI 2", () => {
  async function createFapi(dpopNonce?: "required" | "fresh") {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const op: FaultProviderOptions = {
      clientAuth: "private_key_jwt",
      // With Node's types, jose's keys are not the global CryptoKey.
      clientPublicKey: publicKey as CryptoKey,
      requirePushed: true,
      alg: "ES256",
    };
    const flow = await createBound({
      op,
      entry: {
        client: { token_endpoint_auth_method: "private_key_jwt" },
        token: { clientPrivateKey: privateKey as CryptoKey },
      },
    });
    flow.op.faults = { dpopNonce };
    return flow;
  }

  // The module `-happy-path`: the provider takes each assertion only once.
  for (const mode of ["required", "fresh"] as const) {
    it(`a repeated request has a client assertion of its own (nonces: ${mode}) [fapi2-happy-path]`, async () => {
      const flow = await createFapi(mode);
      await assertSignedIn(flow);
      assert.deepEqual(listAsked(flow), ["par", "par", "token", "userinfo"]);
      const pushed = flow.op.requests.findLast(({ form }) =>
        form?.has("dpop_jkt")
      );
      const [proof] = readProofs(flow.op);
      const jkt = await calculateJwkThumbprint(proof?.header.jwk ?? {});
      assert.equal(pushed?.form?.get("dpop_jkt"), jkt);
    });
  }

  // The module `-happy-path-no-dpop-nonce`.
  it("a server without nonces is asked once [fapi2-happy-path-no-dpop-nonce]", async () => {
    const flow = await createFapi();
    await assertSignedIn(flow);
    assert.deepEqual(listAsked(flow), ["par", "token", "userinfo"]);
  });

  // The module `-token-type-case-insensitivity`.
  it("the token type may be written in any case [fapi2-token-type-case-insensitivity]", async () => {
    for (const token_type of ["dpop", "dPOP"]) {
      const flow = await createFapi();
      flow.op.faults = { tokenResponse: (json) => ({ ...json, token_type }) };
      await assertSignedIn(flow);
    }
    const flow = await createApp();
    flow.op.faults = {
      tokenResponse: (json) => ({ ...json, token_type: "bEARER" }),
    };
    await assertSignedIn(flow);
  });
});

describe("a provider that does not bind the token as it was asked", () => {
  it("a bearer token is refused if a key was proved [R25]", async () => {
    const flow = await createBound();
    const bend = (json: Claims) => ({ ...json, token_type: "Bearer" });
    flow.op.faults = { tokenResponse: bend };
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError",
      log: /it is a bearer token, but `dpop` asks for one/,
    });
    assert.equal(flow.op.count("userinfo"), 0);
  });

  it("a plain OAuth server that names no token type has not bound it [R25]", async () => {
    const flow = await createApp({
      toEntry: (op) => op.plainProvider({ dpop: true }),
    });
    flow.op.faults = {
      tokenResponse: ({ token_type: _, ...json }) => json,
    };
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError",
      log: /it is a bearer token/,
    });
  });

  it("a bound token is refused if none was asked for [R25]", async () => {
    const flow = await createBound({ entry: { dpop: false } });
    const bend = (json: Claims) => ({ ...json, token_type: "DPoP" });
    flow.op.faults = { tokenResponse: bend };
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError",
      log: /it is bound to a key, but none was proved/,
    });
  });
});

describe("a configuration with which no key can be proved", () => {
  async function assertImpossible(flow: App, why: RegExp): Promise<void> {
    const browser = flow.createBrowser();
    const page = await pressButton(browser);
    assert.equal(page.pending, undefined);
    assert.match(page.url, /error=Configuration/);
    const attempts = browser.cookies(site)
      .filter(({ name }) => name.startsWith(cookieName.attempt));
    assert.deepEqual(attempts, []);
    const answer = flow.answers.at(-1) ?? assert.fail();
    assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
    assertNoSecrets(flow, answer);
    assert.match(flow.log.map(({ text }) => text).join("\n"), why);
    assert.equal(await readSession(browser), null);
  }

  it("metadata that lists other algorithms only is named as the reason", async () => {
    const flow = await createBound();
    flow.op.faults.discovery = {
      body: (json) => ({
        ...json,
        dpop_signing_alg_values_supported: ["RS256"],
      }),
    };
    await assertImpossible(flow, /does not list ES256/);
  });

  it("metadata that lists nothing rules nothing out", async () => {
    const flow = await createBound();
    flow.op.faults.discovery = {
      body: ({ dpop_signing_alg_values_supported: _, ...json }) => json,
    };
    await assertSignedIn(flow);
    assert.equal(readProofs(flow.op).length, 2);
  });

  for (const key of ["token", "userinfo"] as const) {
    it(`\`${key}.request\` has no proof, so it is refused`, async () => {
      const request = () => Promise.reject(new Error("it was called"));
      const flow = await createBound({ entry: { [key]: { request } } });
      await assertImpossible(flow, new RegExp(`has \`${key}\\.request\``));
    });
  }
});

describe("the private key", () => {
  it("is in no callback, no event, no answer and no log line [R25, 4.17]", async () => {
    const told: unknown[] = [];
    const tell = (...said: unknown[]) => void told.push(said);
    const flow = await createBound({
      config: {
        callbacks: {
          signIn: (params) => (tell(params), true),
          jwt: (params) => (tell(params), params.token),
          session: (params) => (tell(params), params.session),
        },
        events: { signIn: tell, session: tell },
      },
      entry: {
        profile: (...given) => (tell(given), { id: String(given[0].sub) }),
      },
    });
    const keys = await collectKeys(async () => {
      await assertSignedIn(flow);
      flow.op.faults = { userinfo: { status: 500 } };
      await assertSignedIn(flow);
      flow.op.faults = { dpopNonce: "endless" };
      const browser = flow.createBrowser();
      await assertCallbackRefused(flow, browser, await approach(browser), {
        error: "ProviderUnavailable",
      });
    });
    assert.equal(keys.length, 3);
    const sinks = JSON.stringify([
      told,
      flow.answers.map(({ body, headers }) => [body, ...headers]),
      flow.log,
    ]);
    assert.match(sinks, /at-/);
    for (const key of keys) assert.ok(!sinks.includes(key));
    for (const { headers } of flow.op.requests) {
      const { dpop = "" } = headers;
      assert.ok(!keys.some((key) => atob64(dpop).includes(key)));
    }
  });
});

/** Decodes the readable parts of a token. */
function atob64(token: string): string {
  return token.split(".").slice(0, 2)
    .map((part) => atob(part.replaceAll("-", "+").replaceAll("_", "/")))
    .join("\n");
}
