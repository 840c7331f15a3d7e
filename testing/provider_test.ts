import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
  jwtVerify,
  SignJWT,
} from "jose";
import type { JSONWebKeySet } from "jose";
import { createFaultProvider } from "./mod.ts";
import type { Claims, FaultProvider, SigningAlgorithm } from "./mod.ts";
import {
  authorize,
  redeem,
  redirectUri,
  signIn,
  verifier,
} from "./provider_testkit.ts";

afterEach(() => mock.timers.reset());

async function readKeys(op: FaultProvider): Promise<JSONWebKeySet> {
  return await (await op.fetch(`${op.issuer}/jwks`)).json();
}

async function verify(op: FaultProvider, token = ""): Promise<Claims> {
  const keys = createLocalJWKSet(await readKeys(op));
  const expected = { issuer: op.issuer, audience: op.clientId };
  return (await jwtVerify(token, keys, expected)).payload;
}

describe("createFaultProvider()", () => {
  for (const alg of ["RS256", "ES256", "PS256", "EdDSA"] as const) {
    it(`a user signs in with ${alg}`, async () => {
      const op = await createFaultProvider({ alg });
      const tokens = await signIn(op);
      const claims = await verify(op, tokens["id_token"]);
      assert.equal(claims["nonce"], "nonce-1");
      assert.equal(claims["email"], "ada@example.com");
      assert.equal(typeof claims["at_hash"], "string");
      assert.equal(Number(claims["exp"]) - Number(claims["iat"]), 300);
      const headers = { authorization: `Bearer ${tokens["access_token"]}` };
      const userinfo = await op.fetch(`${op.issuer}/userinfo`, { headers });
      assert.deepEqual(await userinfo.json(), { ...op.user });
    });
  }

  it("every provider has its own issuer, with its metadata below a path", async () => {
    const [one, two] = [
      await createFaultProvider(),
      await createFaultProvider(),
    ];
    assert.notEqual(one.issuer, two.issuer);
    const op = await createFaultProvider({ issuer: "https://op.example/t/1" });
    const url = "https://op.example/t/1/.well-known/openid-configuration";
    const metadata = await (await op.fetch(url)).json();
    assert.equal(metadata.issuer, "https://op.example/t/1");
    assert.equal(metadata.token_endpoint, "https://op.example/t/1/token");
  });

  it("the user's claims are left out of the ID token on request", async () => {
    const op = await createFaultProvider({ idTokenClaims: false });
    const claims = await verify(op, (await signIn(op))["id_token"]);
    assert.equal(claims["email"], undefined);
    assert.equal(claims["sub"], "user-1");
  });

  it("the provider answers with a form if form_post is requested", async () => {
    const op = await createFaultProvider();
    const params = new URLSearchParams({
      client_id: op.clientId,
      redirect_uri: redirectUri,
      response_type: "code",
      response_mode: "form_post",
      state: 'a"b',
    });
    const response = await op.fetch(`${op.issuer}/authorize?${params}`);
    const text = await response.text();
    assert.equal(response.status, 200);
    assert.match(text, /method="post" action="https:\/\/app\.example/);
    assert.match(text, /value="a&quot;b"/);
  });
});

describe("the token endpoint", () => {
  it("a code works once, and only with its redirect URI and verifier", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const wrong = [{ redirect_uri: "https://x.example" }, {
      code_verifier: "w",
    }];
    for (const change of wrong) {
      const code = (await authorize(op)).get("code") ?? "";
      const refused = await redeem(op, code, change);
      assert.equal(refused.status, 400);
      assert.equal((await refused.json()).error, "invalid_grant");
      assert.equal((await redeem(op, code)).status, 400);
    }
  });

  it("id and secret must be form-urlencoded in Basic", async () => {
    const clientId = "client:1 é";
    const clientSecret = "a:b%c+d";
    const op = await createFaultProvider({
      alg: "ES256",
      clientId,
      clientSecret,
      clientAuth: "client_secret_basic",
    });
    const encode = (text: string): string =>
      encodeURIComponent(text).replaceAll("%20", "+");
    const send = async (credentials: string): Promise<number> => {
      const code = (await authorize(op)).get("code") ?? "";
      const headers = { authorization: `Basic ${btoa(credentials)}` };
      return (await redeem(op, code, {}, { headers })).status;
    };
    assert.equal(
      await send(`${encode(clientId)}:${encode(clientSecret)}`),
      200,
    );
    assert.equal(await send(`client:1:${clientSecret}`), 401);
    const code = (await authorize(op)).get("code") ?? "";
    assert.equal((await redeem(op, code)).status, 401);
  });

  it("refresh tokens are rotated", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const { refresh_token = "" } = await signIn(op);
    const change = { grant_type: "refresh_token", refresh_token };
    const tokens = await (await redeem(op, "", change)).json();
    assert.equal((await verify(op, tokens.id_token))["nonce"], undefined);
    assert.equal((await redeem(op, "", change)).status, 400);
  });

  it("the time comes from Date.now()", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    mock.timers.enable({ apis: ["Date"], now: Date.now() });
    const code = (await authorize(op)).get("code") ?? "";
    mock.timers.tick(10 * 60 * 1000);
    assert.equal((await redeem(op, code)).status, 400);
  });
});

describe("faults.idToken", () => {
  const forged = [
    "foreign",
    "broken",
    "empty",
    "none",
    "hs256-public-key",
    "hs256-client-secret",
  ] as const;
  for (const alg of ["RS256", "ES256"] satisfies SigningAlgorithm[]) {
    for (const sign of forged) {
      it(`${sign} makes an ${alg} token that cannot be verified`, async () => {
        const op = await createFaultProvider({ alg });
        op.faults.idToken = { sign };
        const { id_token } = await signIn(op);
        assert.equal(typeof id_token, "string");
        await assert.rejects(verify(op, id_token));
        op.reset();
        await verify(op, (await signIn(op))["id_token"]);
      });
    }
  }

  it("claims and header can be changed, also to a text that is used as raw JSON", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    op.faults.idToken = {
      claims: (claims) =>
        JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e400'),
      header: (header) => ({ ...header, jwk: op.foreignJwk }),
      sign: "foreign",
    };
    const { id_token = "" } = await signIn(op);
    assert.match(atob(id_token.split(".")[1] ?? ""), /"exp":1e400/);
    const header = decodeProtectedHeader(id_token);
    assert.deepEqual(header.jwk, op.foreignJwk);
    assert.equal(header.kid, (await readKeys(op)).keys[0]?.kid);
  });

  it("the token can be replaced or left out", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    op.faults.idToken = { raw: "a.b.c" };
    assert.equal((await signIn(op))["id_token"], "a.b.c");
    op.faults.idToken = { raw: null };
    assert.equal("id_token" in await signIn(op), false);
  });
});

describe("the provider's keys", () => {
  it("keys rotate under a new kid or the same one", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const [first] = (await readKeys(op)).keys;
    await op.rotateKeys();
    const [second] = (await readKeys(op)).keys;
    assert.notEqual(second?.kid, first?.kid);
    await op.rotateKeys({ sameKid: true });
    const [third] = (await readKeys(op)).keys;
    assert.equal(third?.kid, second?.kid);
    assert.notEqual(third?.["x"], second?.["x"]);
  });

  it("there are many keys, or keys without kid, on request", async () => {
    const op = await createFaultProvider({ alg: "ES256", kid: false });
    await op.extraKeys(2);
    const { keys } = await readKeys(op);
    assert.equal(keys.length, 3);
    assert.ok(keys.every((key) => key.kid === undefined));
    const { id_token = "" } = await signIn(op);
    assert.equal(decodeProtectedHeader(id_token).kid, undefined);
  });

  it("keys rotate when the second sign-in begins: afterFirst", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    op.faults.rotate = "afterFirst";
    const first = (await signIn(op))["id_token"];
    const kept = createLocalJWKSet(await readKeys(op));
    await jwtVerify(first ?? "", kept);
    const second = (await signIn(op))["id_token"];
    await assert.rejects(jwtVerify(second ?? "", kept));
    await verify(op, second);
    const third = (await signIn(op))["id_token"];
    await jwtVerify(third ?? "", createLocalJWKSet(await readKeys(op)));
  });

  it("keys rotate before each signing: beforeSign", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    op.faults.rotate = "beforeSign";
    for (let round = 0; round < 2; round++) {
      const before = createLocalJWKSet(await readKeys(op));
      const token = (await signIn(op))["id_token"];
      await assert.rejects(jwtVerify(token ?? "", before));
      await verify(op, token);
    }
  });
});

describe("the fault switches", () => {
  it("a switch takes one fault per request from an array, and then the endpoint works again", async () => {
    const op = await createFaultProvider();
    const url = `${op.issuer}/jwks`;
    op.faults.jwks = [{ reset: true }, { status: 503, body: "down" }, "ok"];
    await assert.rejects(op.fetch(url), TypeError);
    const down = await op.fetch(url);
    assert.deepEqual([down.status, await down.text()], [503, "down"]);
    assert.equal((await op.fetch(url)).status, 200);
    assert.equal((await op.fetch(url)).status, 200);
    assert.equal(op.count("jwks"), 4);
  });

  it("a request hangs until the signal aborts, or for ever", async () => {
    const op = await createFaultProvider();
    const abort = new AbortController();
    const init = { signal: abort.signal };
    const reason = new Error("enough");
    op.faults.discovery = [{ hang: true }, { hang: true, ignoreSignal: true }];
    const url = `${op.issuer}/.well-known/openid-configuration`;
    const heeds = op.fetch(url, init);
    let settled = false;
    op.fetch(url, init).finally(() => settled = true);
    abort.abort(reason);
    await assert.rejects(heeds, reason);
    assert.equal(settled, false);
  });

  it("a response is delayed by the timers of the test", async () => {
    const op = await createFaultProvider();
    mock.timers.enable({ apis: ["setTimeout"] });
    op.faults.jwks = { delay: 5000 };
    let done = false;
    const answer = op.fetch(`${op.issuer}/jwks`).then(() => done = true);
    while (op.count("jwks") === 0) await Promise.resolve();
    mock.timers.tick(4999);
    assert.equal(done, false);
    mock.timers.tick(1);
    await answer;
  });

  it("body and content type can be replaced", async () => {
    const op = await createFaultProvider();
    const url = `${op.issuer}/.well-known/openid-configuration`;
    op.faults.discovery = [
      { body: (json) => ({ ...json, issuer: "https://other.example" }) },
      { body: "<html>", contentType: "text/html" },
      { contentType: "text/plain" },
    ];
    const bent = await (await op.fetch(url)).json();
    assert.equal(bent.issuer, "https://other.example");
    assert.equal(bent.jwks_uri, `${op.issuer}/jwks`);
    const html = await op.fetch(url);
    assert.equal(html.headers.get("content-type"), "text/html");
    assert.equal(await html.text(), "<html>");
    const plain = await op.fetch(url);
    assert.equal(plain.headers.get("content-type"), "text/plain");
    assert.equal((await plain.json()).issuer, op.issuer);
  });

  it("a body never ends, until the signal aborts", async () => {
    const op = await createFaultProvider();
    op.faults.jwks = { body: new ReadableStream<Uint8Array>() };
    const abort = new AbortController();
    const url = `${op.issuer}/jwks`;
    const response = await op.fetch(url, { signal: abort.signal });
    const text = response.text();
    abort.abort(new Error("enough"));
    await assert.rejects(text, /enough/);
  });

  it("a redirect is handled as fetch was told to", async () => {
    const op = await createFaultProvider();
    const elsewhere = "https://elsewhere.example/token";
    op.faults.token = { redirect: elsewhere, status: 307 };
    const init: RequestInit = { method: "POST", body: "secret" };
    const url = `${op.issuer}/token`;
    const manual = await op.fetch(url, { ...init, redirect: "manual" });
    assert.equal(manual.headers.get("location"), elsewhere);
    assert.equal(op.count("other"), 0);
    await assert.rejects(op.fetch(url, { ...init, redirect: "error" }));
    assert.equal((await op.fetch(url, init)).status, 404);
    assert.equal(op.requests.at(-1)?.url, elsewhere);
    assert.equal(op.requests.at(-1)?.method, "POST");
  });

  it("each endpoint can return its OAuth error", async () => {
    const op = await createFaultProvider();
    op.faults.authorize = { error: "access_denied" };
    const params = await authorize(op);
    assert.equal(params.get("error"), "access_denied");
    assert.equal(params.get("state"), "state-1");
    assert.equal(params.get("iss"), op.issuer);
    op.faults.token = [{ error: "invalid_grant" }, { error: "invalid_client" }];
    assert.equal((await redeem(op, "x")).status, 400);
    assert.equal((await redeem(op, "x")).status, 401);
  });

  it("the callback and the token response can be changed", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    op.faults.callback = (params) => {
      params.append("state", "second");
      params.delete("iss");
    };
    const params = await authorize(op);
    assert.deepEqual(params.getAll("state"), ["state-1", "second"]);
    assert.equal(params.has("iss"), false);
    op.faults.tokenResponse = (json) => ({ ...json, token_type: "mac" });
    assert.equal((await signIn(op))["token_type"], "mac");
  });

  it("a code stays unused if the connection broke", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const code = (await authorize(op)).get("code") ?? "";
    op.faults.token = [{ reset: true }];
    await assert.rejects(redeem(op, code), TypeError);
    assert.equal((await redeem(op, code)).status, 200);
  });
});

describe("the log of requests", () => {
  it("the log has method, headers and form, and can be cleared", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    await signIn(op);
    const token = op.requests.find((one) => one.endpoint === "token");
    assert.equal(token?.method, "POST");
    assert.match(token?.headers["content-type"] ?? "", /urlencoded/);
    assert.equal(token?.form?.get("code_verifier"), verifier);
    op.clearRequests();
    assert.equal(op.count("token"), 0);
  });
});

describe("plain OAuth 2", () => {
  it("a sign-in without the scope openid has no ID token, and userinfo with id", async () => {
    const op = await createFaultProvider();
    const code = (await authorize(op, { scope: "user" })).get("code") ?? "";
    const tokens = await (await redeem(op, code)).json();
    assert.ok(!("id_token" in tokens));
    const response = await op.fetch(`${op.issuer}/userinfo`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    const { sub, ...others } = op.user;
    assert.deepEqual(await response.json(), { ...others, id: sub });
  });

  it("plainProvider() returns an entry with endpoints and without an issuer", async () => {
    const op = await createFaultProvider();
    const entry = op.plainProvider({ name: "Plain" });
    assert.equal(entry.type, "oauth");
    assert.equal(entry.name, "Plain");
    assert.equal(entry.issuer, undefined);
    assert.equal(entry.token, `${op.issuer}/token`);
  });
});

describe("endpoints at other URLs", () => {
  it("moved endpoints work, and are named in the metadata", async () => {
    const op = await createFaultProvider({
      endpoints: {
        token: "https://api.example/oauth/access_token",
        discovery: "https://op.example/metadata",
      },
    });
    const metadata = await (await op.fetch("https://op.example/metadata"))
      .json();
    assert.equal(metadata.token_endpoint, op.plainProvider().token);
    assert.equal(metadata.authorization_endpoint, `${op.issuer}/authorize`);
    await op.fetch(metadata.token_endpoint, { method: "POST" });
    assert.equal(op.count("token"), 1);
  });

  it("additional endpoints are answered by `extra`", async () => {
    const op = await createFaultProvider({
      extra: async (request) =>
        request.url.endsWith("/emails")
          ? Response.json([request.method, await request.text()])
          : undefined,
    });
    const url = "https://api.example/emails";
    const answer = await op.fetch(url, { method: "POST", body: "a" });
    assert.deepEqual(await answer.json(), ["POST", "a"]);
    assert.deepEqual(await (await op.fetch(url)).json(), ["GET", ""]);
    assert.equal((await op.fetch("https://api.example/other")).status, 404);
    assert.equal(op.count("other"), 3);
  });
});

describe("pushed authorization requests", () => {
  function push(
    op: FaultProvider,
    change: Record<string, string> = {},
  ): Promise<Response> {
    const body = new URLSearchParams({
      client_id: op.clientId,
      client_secret: op.clientSecret,
      redirect_uri: redirectUri,
      response_type: "code",
      ...change,
    });
    return op.fetch(`${op.issuer}/par`, { method: "POST", body });
  }

  function follow(op: FaultProvider, uri: string): Promise<Response> {
    const { clientId: client_id } = op;
    const query = new URLSearchParams({ client_id, request_uri: uri });
    return op.fetch(`${op.issuer}/authorize?${query}`, { redirect: "manual" });
  }

  it("a pushed request gives a request_uri that works once, for a minute", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_700_000_000_000 });
    const op = await createFaultProvider({ requirePushed: true });
    const pushed = await push(op, { state: "s" });
    assert.equal(pushed.status, 201);
    const { request_uri, expires_in } = await pushed.json();
    assert.equal(expires_in, 60);
    assert.equal((await follow(op, request_uri)).status, 303);
    assert.equal((await follow(op, request_uri)).status, 400);
    const late = await (await push(op)).json();
    mock.timers.tick(60_000);
    assert.equal((await follow(op, late.request_uri)).status, 400);
  });

  it("a pushed request must authenticate the client", async () => {
    const op = await createFaultProvider();
    assert.equal((await push(op, { client_secret: "wrong" })).status, 401);
    assert.equal((await push(op, { request_uri: "urn:x" })).status, 400);
  });

  it("pushed requests can be required, and can fail", async () => {
    const op = await createFaultProvider({ requirePushed: true });
    await assert.rejects(authorize(op), assert.AssertionError);
    op.faults.par = { status: 503 };
    assert.equal((await push(op)).status, 503);
    assert.equal(op.count("par"), 1);
  });
});

describe("client assertions", () => {
  async function assertion(
    op: FaultProvider,
    change: Claims = {},
    secret = op.clientSecret,
  ): Promise<Record<string, string>> {
    const iat = Math.floor(Date.now() / 1000);
    const token = await new SignJWT({
      iss: op.clientId,
      sub: op.clientId,
      aud: op.issuer,
      iat,
      exp: iat + 60,
      jti: crypto.randomUUID(),
      ...change,
    })
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode(secret));
    return {
      client_id: op.clientId,
      client_assertion_type:
        "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
      client_assertion: token,
    };
  }

  async function tryIt(
    op: FaultProvider,
    fields: Record<string, string>,
  ): Promise<number> {
    const code = (await authorize(op)).get("code") ?? "";
    const headers = { "x-no-secret": "1" };
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...fields,
    });
    return (await redeem(op, code, {}, { headers, body })).status;
  }

  it("an assertion works once, for this issuer alone, for a minute", async () => {
    const op = await createFaultProvider();
    const good = await assertion(op);
    assert.equal(await tryIt(op, good), 200);
    assert.equal(await tryIt(op, good), 401);
    const far = Math.floor(Date.now() / 1000) + 120;
    const bad = [
      { aud: [op.issuer] },
      { aud: "x" },
      { iss: "x" },
      {
        sub: "x",
      },
      { exp: far },
      { exp: 1 },
    ];
    for (const change of bad) {
      const fields = await assertion(op, change);
      assert.equal(await tryIt(op, fields), 401, JSON.stringify(change));
    }
    assert.equal(await tryIt(op, await assertion(op, {}, "x".repeat(40))), 401);
  });

  it("an assertion is signed with the client's key if it is known", async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const op = await createFaultProvider({
      clientAuth: "private_key_jwt",
      clientPublicKey: publicKey,
    });
    const iat = Math.floor(Date.now() / 1000);
    const { clientId: iss, issuer: aud } = op;
    const token = await new SignJWT({ iss, sub: iss, aud, iat, exp: iat + 9 })
      .setProtectedHeader({ alg: "ES256" }).setJti("1").sign(privateKey);
    const fields = { ...await assertion(op), client_assertion: token };
    assert.equal(await tryIt(op, fields), 200);
    assert.equal(await tryIt(op, await assertion(op)), 401);
  });

  it("a public client needs no assertion", async () => {
    const op = await createFaultProvider({ clientAuth: "none" });
    assert.equal(await tryIt(op, { client_id: op.clientId }), 200);
    assert.equal(await tryIt(op, { client_id: "other" }), 401);
    const { clientId: client_id, clientSecret: client_secret } = op;
    assert.equal(await tryIt(op, { client_id, client_secret }), 401);
  });
});

describe("refresh tokens of the test provider", () => {
  /** Signs in, and returns a function that sends a refresh token. */
  async function createRefresher(mode: "rotates" | "revokes" | "stays") {
    const op = await createFaultProvider({ refreshTokens: mode });
    const code = (await authorize(op)).get("code") ?? "";
    const { refresh_token: first } = await (await redeem(op, code)).json();
    const refresh = async (token: string): Promise<string | null> => {
      const response = await redeem(op, code, {
        grant_type: "refresh_token",
        refresh_token: token,
      });
      return response.ok ? (await response.json()).refresh_token : null;
    };
    return { first, refresh };
  }

  it("is replaced by a new one, and unknown from then on", async () => {
    const { first, refresh } = await createRefresher("rotates");
    const second = await refresh(first) ?? "";
    assert.notEqual(second, first);
    assert.equal(await refresh(first), null);
    assert.notEqual(await refresh(second), null);
  });

  it("ends its successors if it is used again, where that is detected", async () => {
    const { first, refresh } = await createRefresher("revokes");
    const second = await refresh(first) ?? "";
    assert.equal(await refresh(first), null);
    assert.equal(await refresh(second), null);
  });

  it("stays the same, where it is not replaced", async () => {
    const { first, refresh } = await createRefresher("stays");
    assert.equal(await refresh(first), first);
    assert.equal(await refresh(first), first);
  });
});

describe("logout tokens of the test provider", () => {
  const read = (token: string) => ({
    header: decodeProtectedHeader(token),
    claims: decodeJwt(token),
  });

  it("name the current user, and are signed with the published key", async () => {
    const op = await createFaultProvider({ alg: "ES256" });
    const token = await op.createLogoutToken();
    const keys = await (await op.fetch(`${op.issuer}/jwks`)).json();
    const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
      issuer: op.issuer,
      audience: op.clientId,
      typ: "logout+jwt",
    });
    const event = "http://schemas.openid.net/event/backchannel-logout";
    assert.deepEqual(payload.events, { [event]: {} });
    assert.equal(payload.sub, op.user.sub);
    assert.equal(payload.sid, undefined);
    assert.equal(Number(payload.exp) - Number(payload.iat), 120);
    assert.equal(payload.nonce, undefined);
    const other = read(await op.createLogoutToken()).claims;
    assert.notEqual(other.jti, payload.jti);
  });

  it("name another user, a session, or only a session", async () => {
    const op = await createFaultProvider();
    const both = await op.createLogoutToken({ sub: "bob", sid: "s1" });
    const { claims } = read(both);
    assert.deepEqual([claims.sub, claims.sid], ["bob", "s1"]);
    const one = read(await op.createLogoutToken({ sub: null, sid: "s1" }));
    assert.equal("sub" in one.claims, false);
    assert.equal(one.claims.sid, "s1");
  });

  it("have the faults of `logoutToken` until they are turned off", async () => {
    const op = await createFaultProvider();
    op.faults.logoutToken = {
      claims: (own) => ({ ...own, nonce: "x" }),
      header: (own) => ({ ...own, typ: "JWT" }),
      sign: "none",
    };
    const { header, claims } = read(await op.createLogoutToken());
    assert.deepEqual(header, { alg: "none", typ: "JWT" });
    assert.equal(claims.nonce, "x");
    op.faults.logoutToken = { raw: "text" };
    assert.equal(await op.createLogoutToken(), "text");
    op.reset();
    assert.equal(read(await op.createLogoutToken()).claims.nonce, undefined);
  });
});
