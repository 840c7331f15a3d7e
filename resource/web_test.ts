import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { generateKeyPair, jwtVerify } from "jose";
import { type AccessRules, protect } from "@latchkey/auth/resource";
import { endTest, until } from "../testing/checks_testkit.ts";
import { describeGuardAttacks } from "./attacks_testkit.ts";
import { createGuarded, resource, webHost } from "./guard_testkit.ts";

afterEach(endTest);

describeGuardAttacks("Request and Response", webHost);

describe("a guard of an API", () => {
  it("a token over the limit is refused before anything is done with it", async () => {
    const { call, op } = await createGuarded();
    const answer = await call({ token: "a".repeat(1_000_000) });
    assert.equal(answer.status, 401);
    assert.equal(op.requests.length, 0);
  });

  it("with a warm cache, no request goes to the issuer", async () => {
    const { call, op, mint } = await createGuarded();
    await call({ token: await mint() });
    const asked = op.requests.length;
    for (let i = 0; i < 5; i++) {
      assert.equal((await call({ token: await mint() })).status, 200);
    }
    assert.equal(op.requests.length, asked);
  });

  it("keys that the issuer changed are found, and unknown ones do not flood it [API-11]", async () => {
    const { call, op, mint } = await createGuarded();
    await call({ token: await mint() });
    await op.rotateKeys();
    assert.equal((await call({ token: await mint() })).status, 200);
    const asked = op.count("jwks");
    const token = await mint({ sign: "foreign", header: { kid: "unknown" } });
    for (let i = 0; i < 30; i++) await call({ token });
    assert.ok(op.count("jwks") - asked <= 10, `${op.count("jwks") - asked}`);
  });

  it("mistakes in the options are all named", () => {
    const make = () =>
      protect({
        resource: "http://api.example#x",
        issuers: [
          { issuer: "login.example", audience: null, algorithms: ["HS256"] },
          "https://login.example?x=1",
        ],
        cors: { origins: ["https://app.example/"] },
        // @ts-expect-error: it does not exist
        issuerz: [],
      });
    assert.throws(make, (error: Error & { problems?: string[] }) => {
      const text = error.problems?.join("\n") ?? "";
      for (
        const part of [
          /issuerz/,
          /`resource` must be/,
          /`issuer` must be/,
          /audience: null/,
          /`algorithms`/,
          /`cors.origins`/,
        ]
      ) assert.match(text, part);
      return true;
    });
    assert.throws(() => protect({ resource }), /`issuer` must name/);
  });

  it("an audience that differs by a slash, a capital or a port is in the log, beside the right one [API-01]", async () => {
    const { call, mint, log } = await createGuarded();
    const near = "https://API.example:443/mcp/";
    assert.equal(
      (await call({ token: await mint({ audience: near }) })).status,
      401,
    );
    const far = "https://other.example/7";
    assert.equal(
      (await call({ token: await mint({ audience: far }) })).status,
      401,
    );
    const [first = "", second = ""] = log;
    assert.ok(first.includes(`"${near}"`) && first.includes(`"${resource}"`));
    assert.match(first, /they differ in case, slash or port only/);
    assert.ok(second.includes(far));
    assert.doesNotMatch(second, /they differ/);
  });

  it("the metadata can be signed, so that clients know who published it [API-09]", async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const api = protect({
      resource,
      issuer: "https://login.example.com",
      name: "Files",
      documentation: "https://docs.example",
      // With Node's types, jose's keys are not the global CryptoKey.
      signingKey: { key: privateKey as CryptoKey, kid: "1" },
    });
    const url = "https://api.example/.well-known/oauth-protected-resource/mcp";
    const ask = async () => await (await api.handler(new Request(url)))?.json();
    const { signed_metadata, ...plain } = await ask();
    const { payload, protectedHeader } = await jwtVerify(
      signed_metadata,
      publicKey,
      { issuer: resource },
    );
    assert.deepEqual(payload, { ...plain, iss: resource });
    assert.deepEqual(protectedHeader, { alg: "ES256", kid: "1" });
    assert.equal(plain.resource_name, "Files");
    // It is not signed anew for everybody who asks.
    assert.equal((await ask()).signed_metadata, signed_metadata);
  });

  it("an issuer that hangs does not hold up those whose keys are known", async () => {
    const now = Date.now();
    mock.timers.enable({ apis: ["Date", "setTimeout"], now });
    const { call, op, mint } = await createGuarded();
    assert.equal((await call({ token: await mint() })).status, 200);
    mock.timers.tick(3_600_000);
    const token = await mint();
    op.faults.discovery = { hang: true };
    const asked = op.requests.length;
    // This one waits for the issuer.
    void call({ token });
    await until(() => op.requests.length > asked);
    assert.equal((await call({ token })).status, 200);
  });

  it("keys are never fetched over http, whatever the metadata says", async () => {
    const { call, op, mint } = await createGuarded();
    op.faults.discovery = {
      body: ({ jwks_uri, ...claims }) => ({
        ...claims,
        jwks_uri: String(jwks_uri).replace("https:", "http:"),
      }),
    };
    assert.equal((await call({ token: await mint() })).status, 503);
    assert.equal(op.count("jwks"), 0);
  });

  it("a route that accepts sessions needs a way to read them", async () => {
    const api = protect({ resource, issuer: "https://login.example" });
    await assert.rejects(
      api.require(new Request(resource), { accept: ["session"] }),
      /no option `session`/,
    );
  });

  it("a rule that does not exist is a mistake, not an open door", async () => {
    const rules = { scope: "admin" } as AccessRules;
    const { call, mint } = await createGuarded({ rules });
    const token = await mint();
    await assert.rejects(call({ token }), /rules that do not exist: scope/);
  });

  it("a pre-flight of an origin that another API lists is left to that one", async () => {
    const make = (path: string, origin: string) =>
      protect({
        resource: `https://api.example${path}`,
        issuer: "https://login.example",
        cors: { origins: [origin] },
      });
    const first = make("/first", "https://first.example");
    const second = make("/second", "https://second.example");
    const headers = {
      origin: "https://second.example",
      "access-control-request-method": "GET",
    };
    const url = "https://api.example/second";
    const request = new Request(url, { method: "OPTIONS", headers });
    assert.equal(await first.handler(request), null);
    assert.equal((await second.handler(request))?.status, 204);
    // The first API's own routes let nobody pass by it.
    const answer = await first.require(request);
    assert.ok(answer instanceof Response && answer.status === 401);
  });

  it("scopes include others, however deep, and circles end", async () => {
    const hierarchy = { all: ["files"], files: ["files:read", "all"] };
    const guarded = await createGuarded({
      options: { hierarchy },
      rules: { scopes: { any: ["files:read", "admin"] } },
    });
    const token = await guarded.mint({ scope: "all" });
    assert.equal((await guarded.call({ token })).status, 200);
    const other = await guarded.mint({ scope: "files:reader" });
    assert.equal((await guarded.call({ token: other })).status, 403);
  });

  it("a demand for a fresh or strong sign-in is told as RFC 9470 says [API-08]", async () => {
    const rules = { maxAge: 300, acr: ["gold", "platinum"] };
    const guarded = await createGuarded({ rules });
    const auth_time = Math.floor(Date.now() / 1000);
    const fresh = await guarded.mint({ claims: { auth_time, acr: "gold" } });
    assert.equal((await guarded.call({ token: fresh })).status, 200);
    for (
      const claims of [
        {},
        { auth_time },
        { acr: "gold" },
        { auth_time: auth_time - 361, acr: "gold" },
        { auth_time, acr: "silver" },
      ]
    ) {
      const token = await guarded.mint({ claims });
      const { status, headers } = await guarded.call({ token });
      assert.equal(status, 401);
      assert.equal(
        headers.get("www-authenticate"),
        'Bearer error="insufficient_user_authentication", acr_values="gold platinum", max_age="300", resource_metadata="https://api.example/.well-known/oauth-protected-resource/mcp"',
      );
    }
  });

  it("a rule of the application that throws lets nobody in", async () => {
    const guarded = await createGuarded({
      rules: {
        when: () => {
          throw new Error("the rule is down");
        },
      },
    });
    const token = await guarded.mint();
    await assert.rejects(guarded.call({ token }), /the rule is down/);
    const refusing = await createGuarded({ rules: { when: () => false } });
    const refused = await refusing.call({ token: await refusing.mint() });
    assert.equal(refused.status, 403);
  });

  it("a personal token passes beside an issuer's, and is nothing without its checker", async () => {
    const verify = (token: string) =>
      Promise.resolve(
        token === "lk_right"
          ? { userId: "7", id: "1", name: "ci", scopes: ["x"], expires: null }
          : null,
      );
    const personalTokens = { verify };
    const guarded = await createGuarded({
      options: { personalTokens },
      rules: { scopes: "x" },
    });
    const right = await guarded.call({ token: "lk_right" });
    assert.deepEqual(JSON.parse(right.text), {
      kind: "personal",
      subject: "7",
      userId: "7",
      scopes: ["x"],
    });
    assert.equal((await guarded.call({ token: "lk_wrong" })).status, 401);
    const without = await createGuarded();
    assert.equal((await without.call({ token: "lk_right" })).status, 401);
  });

  it("an application with two resources answers for each [API-09]", async () => {
    const make = (path: string) =>
      protect({
        resource: `https://api.example${path}`,
        issuer: "https://login.example",
      });
    const apis = [make(""), make("/mcp"), make("/v2?tenant=a")];
    const ask = async (url: string) => {
      const found: unknown[] = [];
      for (const api of apis) {
        const answer = await api.handler(new Request(url));
        if (answer !== null) found.push((await answer.json()).resource);
      }
      return found;
    };
    const base = "https://api.example/.well-known/oauth-protected-resource";
    assert.deepEqual(await ask(base), ["https://api.example"]);
    assert.deepEqual(await ask(`${base}/mcp`), ["https://api.example/mcp"]);
    assert.deepEqual(await ask(`${base}/v2?tenant=a`), [
      "https://api.example/v2?tenant=a",
    ]);
    assert.deepEqual(await ask(`${base}/other`), []);
  });
});
