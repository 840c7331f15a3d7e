/**
 * For tests only: attacks on a guarded API, which have to fail whatever serves
 * it.
 *
 * @module
 */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type AccessTokenOptions,
  type Claims,
  createDpopKey,
  type DpopProofOptions,
} from "@latchkey/auth/testing";
import type { Answer } from "../testing/checks_testkit.ts";
import {
  type Call,
  createGuarded,
  type Guarded,
  type GuardedOptions,
  type GuardHost,
  page,
  readChallenge,
  resource,
  route,
  userHeader,
} from "./guard_testkit.ts";

const metadataUrl =
  "https://api.example/.well-known/oauth-protected-resource/mcp";

/** Asserts that an answer refuses, says no more than it has to, and keeps the token to itself. */
export function assertRefusal(
  guarded: Guarded,
  answer: Answer,
  expected: { readonly status: number; readonly error?: string },
  token?: string,
): void {
  assert.equal(answer.status, expected.status, answer.text);
  const { error, scheme, resource_metadata, ...more } = readChallenge(answer);
  assert.equal(scheme, "Bearer");
  assert.equal(error, expected.error);
  assert.equal(resource_metadata, metadataUrl);
  assert.equal(more["error_description"], undefined);
  assert.equal(answer.headers.get("cache-control"), "no-store");
  assert.match(answer.headers.get("content-type") ?? "", /^application\/json/);
  const { ref } = JSON.parse(answer.text);
  if (error !== undefined) {
    assert.ok(guarded.log.some((line) => line.includes(ref)), "not in the log");
  }
  if (token === undefined || token === "") return;
  const [, , signature = ""] = token.split(".");
  const said = [answer.text, ...[...answer.headers].flat(), ...guarded.log];
  const hidden = signature.length > 8 ? signature : token;
  assert.ok(!said.some((text) => text.includes(hidden)), "the token was told");
}

/** Tokens that nobody may accept, by what is wrong with them. */
const tokens: Readonly<Record<string, AccessTokenOptions>> = {
  "without a signature (`alg: none`)": { sign: "none" },
  "with an empty signature": { sign: "empty" },
  "with a broken signature": { sign: "broken" },
  "signed by a foreign key under the real key id": { sign: "foreign" },
  "signed with the public key as an HMAC secret": { sign: "hs256-public-key" },
  "signed with a client's secret": { sign: "hs256-client-secret" },
  "that has expired": { expiresIn: -61 },
  "that is not valid yet": { notBefore: 120 },
  "from the future": { claims: { iat: Math.floor(Date.now() / 1000) + 3600 } },
  "that never expires": { claims: { exp: undefined } },
  "whose end is a text": { claims: { exp: "4000000000" } },
  "whose end is infinite": {
    claims: (all) => JSON.stringify(all).replace(/"exp":\d+/, '"exp":1e400'),
  },
  "whose end is beyond all calendars": { claims: { exp: 1e300 } },
  "for another API": { audience: "https://other.example" },
  "for no API": { audience: null },
  "for this API with a slash": { audience: `${resource}/` },
  "for the origin of this API": { audience: "https://api.example" },
  "for a path below this API": { audience: route },
  "for this API in capitals": { audience: resource.toUpperCase() },
  "for this API with its port": { audience: "https://api.example:443/mcp" },
  "whose audience is an object": { claims: { aud: { 0: resource } } },
  "of another issuer": { claims: { iss: "https://evil.example" } },
  "of the issuer with a slash": {
    claims: (all) => ({ ...all, iss: `${all["iss"]}/` }),
  },
  "whose issuer is an object without a text": {
    claims: { iss: { toString: null } },
  },
  "whose issuer is a deep list": {
    claims: (all) =>
      JSON.stringify({ ...all, iss: "" })
        .replace('"iss":""', `"iss":${"[".repeat(5000)}${"]".repeat(5000)}`),
  },
  "whose type is an object without a text": {
    header: { typ: { toString: null } },
  },
  "of two issuers": { claims: (all) => ({ ...all, iss: [all["iss"]] }) },
  "without a subject": { subject: null },
  "whose subject is a number": { claims: { sub: 7 } },
  "with an extension that must be understood": {
    header: { crit: ["b64"], b64: true },
  },
  "that is a DPoP proof by its type": { header: { typ: "dpop+jwt" } },
  "that is a logout token by its type": { header: { typ: "logout+jwt" } },
  "of an unknown key": { sign: "foreign", header: { kid: "unknown" } },
  "with a key of its own": {
    sign: "foreign",
    header: (all) => ({ ...all, jwk: { kty: "EC" } }),
  },
};

/** Access tokens that look like ID tokens, because they name no type of their own. */
const others: Readonly<Record<string, Claims>> = {
  "with a nonce": { nonce: "n" },
  "with the hash of an access token": { at_hash: "h" },
  "that is a security event": { events: {} },
  "of Cognito, for the client": { token_use: "id" },
  "of Keycloak, for the client": { typ: "ID" },
  "of Keycloak, to get others": { typ: "Refresh" },
  "of a kind that is an object without a text": { typ: { toString: null } },
  "that names no client": { client_id: undefined },
};

/** Requests without a token that counts. */
const requests: Readonly<Record<string, Call & { status?: number }>> = {
  "without credentials": {},
  "with a token in the URL": { url: `${route}?access_token=secret` },
  "with another scheme": { token: "dTpw", scheme: "Basic" },
  "of a signed-in user, where only tokens are accepted": {
    headers: { [userHeader]: "ada" },
  },
  "with the method HEAD": { method: "HEAD" },
  "with the method OPTIONS": { method: "OPTIONS" },
  "that says it is another method": {
    headers: { "x-http-method-override": "OPTIONS" },
  },
};

/** Credentials that are malformed. */
const malformed: Readonly<Record<string, Call>> = {
  "no token behind the scheme": { token: "" },
  "blanks in the token": { token: "a b" },
  "signs that no token has": { token: "a{}" },
  "any text": { token: "garbage" },
  "two dots": { token: ".." },
  "a JWE": { token: "eyJhbGciOiJkaXIifQ..a.b.c" },
  "a long token": { token: "a".repeat(10_000) },
};

/**
 * Describes the attacks.
 *
 * @param name what serves the API
 */
export function describeGuardAttacks(name: string, host: GuardHost): void {
  const create = (options: GuardedOptions = {}) =>
    createGuarded({ host, ...options });

  describe(`attacks on an API: ${name}`, () => {
    it("a valid token passes, whatever the case of the scheme", async () => {
      const { mint, call, op } = await create();
      const token = await mint({ scope: "files:read" });
      for (const scheme of ["Bearer", "bearer", "BEARER"]) {
        const answer = await call({ token, scheme });
        assert.equal(answer.status, 200, answer.text);
        assert.deepEqual(JSON.parse(answer.text), {
          kind: "jwt",
          subject: op.user.sub,
          userId: null,
          scopes: ["files:read"],
        });
      }
    });

    for (const [what, options] of Object.entries(tokens)) {
      it(`a token ${what} is refused [API-01]`, async () => {
        const guarded = await create();
        const token = await guarded.mint(options);
        const answer = await guarded.call({ token });
        const error = "invalid_token";
        assertRefusal(guarded, answer, { status: 401, error }, token);
      });
    }

    for (const [what, claims] of Object.entries(others)) {
      it(`a token of the same issuer ${what} is no access token [API-02]`, async () => {
        const guarded = await create();
        const header = { typ: "JWT" };
        const right = await guarded.mint({ header });
        assert.equal((await guarded.call({ token: right })).status, 200);
        const token = await guarded.mint({ header, claims });
        const answer = await guarded.call({ token });
        const error = "invalid_token";
        assertRefusal(guarded, answer, { status: 401, error }, token);
      });
    }

    it("keys that a token names are never fetched [API-03]", async () => {
      const guarded = await create();
      for (const name of ["jku", "x5u"]) {
        const token = await guarded.mint({
          sign: "foreign",
          header: (all) => ({ ...all, [name]: `${guarded.op.issuer}/evil` }),
        });
        const answer = await guarded.call({ token });
        const error = "invalid_token";
        assertRefusal(guarded, answer, { status: 401, error }, token);
      }
      assert.ok(!guarded.op.requests.some(({ url }) => url.includes("evil")));
    });

    for (const [what, request] of Object.entries(requests)) {
      it(`a request ${what} is told how to get a token, and no more [API-04]`, async () => {
        const guarded = await create();
        const answer = await guarded.call(request);
        // The body of HEAD is empty.
        const text = answer.text || '{"ref":""}';
        assertRefusal(guarded, { ...answer, text }, { status: 401 });
        assert.ok(!answer.text.includes("secret"));
      });
    }

    for (const [what, request] of Object.entries(malformed)) {
      it(`${what}: refused, without an error [API-04]`, async () => {
        const guarded = await create();
        const answer = await guarded.call(request);
        const error = "invalid_token";
        assertRefusal(guarded, answer, { status: 401, error });
      });
    }

    it("a token in the header and another in the URL are refused [API-05]", async () => {
      const guarded = await create();
      const token = await guarded.mint();
      const url = `${route}?a=1&access_token=${token}`;
      const answer = await guarded.call({ token, url });
      const error = "invalid_request";
      assertRefusal(guarded, answer, { status: 400, error }, token);
    });

    it("a missing scope is named, together with all that the route needs [API-06]", async () => {
      const rules = { scopes: ["files:read", "files:write"] };
      const guarded = await create({ rules });
      const none = await guarded.call({});
      assert.equal(readChallenge(none)["scope"], "files:read files:write");
      const token = await guarded.mint({ scope: "files:read" });
      const answer = await guarded.call({ token });
      const error = "insufficient_scope";
      assertRefusal(guarded, answer, { status: 403, error }, token);
      assert.equal(readChallenge(answer)["scope"], "files:read files:write");
      const both = await guarded.mint({ scope: "files:write files:read" });
      assert.equal((await guarded.call({ token: both })).status, 200);
    });

    it("a scope of a similar name is not enough", async () => {
      const guarded = await create({ rules: { scopes: "files" } });
      for (
        const scope of ["Files", "files:read", "file", "files,x", "xfiles"]
      ) {
        const token = await guarded.mint({ scope });
        assert.equal((await guarded.call({ token })).status, 403, scope);
      }
    });

    it("a call of a tool needs the scopes of the tool, in a batch of all [API-07]", async () => {
      const rules = {
        scopes: "mcp",
        tools: { erase: "files:write", "*": "files:read" },
      };
      const guarded = await create({ rules });
      const toCall = (name: string) => ({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name, arguments: {} },
      });
      const post = async (scope: string, body: unknown) => {
        const answer = await guarded.call({
          token: await guarded.mint({ scope }),
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        });
        return answer.status === 403
          ? readChallenge(answer)["scope"]
          : answer.status;
      };
      assert.equal(await post("mcp", { method: "tools/list" }), 200);
      assert.equal(await post("mcp", toCall("erase")), "mcp files:write");
      assert.equal(await post("mcp", toCall("show")), "mcp files:read");
      assert.equal(await post("mcp files:write", toCall("erase")), 200);
      const batch = [toCall("show"), toCall("erase")];
      const wanted = "mcp files:read files:write";
      assert.equal(await post("mcp files:read", batch), wanted);
      assert.equal(await post(wanted, batch), 200);
    });

    it("a call that the guard cannot read is refused, whoever else could read it [API-07]", async () => {
      const guarded = await create({ rules: { tools: { erase: "admin" } } });
      const token = await guarded.mint();
      const body = '{"method":"tools/call","params":{"name":"erase"}}';
      const type = "text/plain; application/json";
      const headers = { "content-type": type };
      const sent = { token, method: "POST", headers, body };
      const answer = await guarded.call(sent);
      assert.notEqual(answer.status, 200);
      const json = { "content-type": "application/json" };
      for (
        const other of [
          "[7]",
          "{}",
          "[]",
          '[{"method":"x"},{}]',
          "",
          body.replace('"erase"', '["erase"]'),
          body.replace('{"name":"erase"}', '["erase"]'),
          '{"method":"tools/call"}',
          body.replace('"tools/call"', '["tools/call"],"result":1'),
        ]
      ) {
        const cut = await guarded.call({ ...sent, headers: json, body: other });
        assert.equal(cut.status, 400, other);
      }
    });

    it("a page of an origin that is not listed cannot call an MCP server, token or not [API-07]", async () => {
      const guarded = await create({ rules: { tools: {} } });
      const token = await guarded.mint();
      const ask = (origin: string) =>
        guarded.call({ token, headers: { origin } });
      assert.equal((await ask(page)).status, 200);
      assert.equal((await ask("https://api.example")).status, 200);
      for (const origin of ["https://evil.example", "null", ""]) {
        assertRefusal(guarded, await ask(origin), { status: 403 });
      }
    });

    it("a call needs the scopes of its tool whatever the method of the request", async () => {
      const guarded = await create({ rules: { tools: { erase: "admin" } } });
      const token = await guarded.mint();
      const headers = { "content-type": "application/json" };
      const body = '{"method":"tools/call","params":{"name":"erase"}}';
      for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
        const sent = { token, method, headers };
        assert.equal((await guarded.call({ ...sent, body })).status, 403);
        const none = method === "DELETE" ? 200 : 400;
        assert.equal((await guarded.call(sent)).status, none, method);
      }
      assert.equal((await guarded.call({ token })).status, 200);
    });

    it("pages of listed origins can read the challenge, and others nothing [API-10]", async () => {
      const guarded = await create();
      const own = await guarded.call({ headers: { origin: page } });
      const { headers } = own;
      assert.equal(headers.get("access-control-allow-origin"), page);
      const exposed = headers.get("access-control-expose-headers") ?? "";
      assert.match(exposed, /WWW-Authenticate/);
      assert.equal(headers.get("access-control-allow-credentials"), null);
      for (const origin of ["https://evil.example", "null", `${page}.evil`]) {
        const other = await guarded.call({ headers: { origin } });
        const allowed = other.headers.get("access-control-allow-origin");
        assert.equal(allowed, null);
        assert.match(other.headers.get("vary") ?? "", /Origin/);
      }
    });

    it("a pre-flight is answered without a token, for listed origins only [API-10]", async () => {
      const guarded = await create();
      const ask = (origin: string) =>
        guarded.call({
          method: "OPTIONS",
          headers: {
            origin,
            "access-control-request-method": "POST",
            "access-control-request-headers": "authorization,content-type",
          },
        });
      const { status, headers } = await ask(page);
      assert.equal(status, 204);
      assert.equal(headers.get("access-control-allow-origin"), page);
      assert.equal(headers.get("access-control-allow-methods"), "POST");
      const allowed = headers.get("access-control-allow-headers");
      assert.equal(allowed, "authorization,content-type");
      const other = await ask("https://evil.example");
      const names = [...other.headers.keys()];
      assert.ok(!names.some((one) => one.startsWith("access-control")));
    });

    it("the metadata is public, and names the API by its own URL, whatever Host says [API-09]", async () => {
      const guarded = await create({ options: { scopes: ["files:read"] } });
      const answer = await guarded.call({
        url: metadataUrl,
        headers: { "x-forwarded-host": "evil.example" },
      });
      assert.equal(answer.status, 200);
      assert.match(
        answer.headers.get("content-type") ?? "",
        /^application\/json/,
      );
      const document = JSON.parse(answer.text);
      const { dpop_signing_alg_values_supported: algs } = document;
      assert.ok(algs.includes("ES256"));
      assert.deepEqual(document, {
        resource,
        authorization_servers: [guarded.op.issuer],
        scopes_supported: ["files:read"],
        bearer_methods_supported: ["header"],
        dpop_signing_alg_values_supported: algs,
      });
    });

    it("an issuer that cannot be asked is no reason to let anybody in [API-11]", async () => {
      const guarded = await create();
      const token = await guarded.mint();
      guarded.op.faults = { discovery: { status: 500 } };
      const answer = await guarded.call({ token });
      assert.equal(answer.status, 503);
      assert.ok(answer.headers.get("retry-after"));
      guarded.op.faults = {};
      assert.equal((await guarded.call({ token })).status, 200);
    });

    it("a token that is bound to a key passes with a proof for this request, once", async () => {
      const guarded = await create();
      const key = await createDpopKey();
      const token = await guarded.mint({ bind: key });
      const scheme = "DPoP";
      const prove = (request: Partial<DpopProofOptions> = {}) =>
        key.prove({ url: route, token, ...request });
      const dpop = await prove();
      const url = `${route}?page=2`;
      const right = { token, scheme, url, headers: { dpop } };
      const answer = await guarded.call(right);
      assert.equal(answer.status, 200, answer.text);
      const wrong: readonly (readonly [Call, string])[] = [
        [right, "invalid_dpop_proof"],
        [{ token, scheme }, "invalid_dpop_proof"],
        ...await Promise.all([
          prove({ url: resource }),
          prove({ method: "POST" }),
          Promise.all([prove(), prove()]).then((two) => two.join(", ")),
        ].map(async (one) => {
          const headers = { dpop: await one };
          return [{ token, scheme, headers }, "invalid_dpop_proof"] as const;
        })),
        [{ token, headers: { dpop: await prove() } }, "invalid_token"],
        [{ token: await guarded.mint(), scheme }, "invalid_token"],
      ];
      for (const [request, expected] of wrong) {
        const refused = await guarded.call(request);
        assert.equal(refused.status, 401);
        const { error, scheme: told, algs } = readChallenge(refused);
        assert.equal(error, expected);
        assert.equal(told, request.scheme ?? "Bearer");
        assert.equal(algs !== undefined, told === scheme);
      }
    });

    it("a nonce is told to the client, and pages may read it", async () => {
      const options = { dpop: { nonces: true } };
      const guarded = await create({ options });
      const key = await createDpopKey();
      const token = await guarded.mint({ bind: key });
      const ask = async (nonce?: string) => {
        const dpop = await key.prove({ url: route, token, nonce });
        const headers = { dpop, origin: page };
        return await guarded.call({ token, scheme: "DPoP", headers });
      };
      const first = await ask();
      assert.equal(readChallenge(first)["error"], "use_dpop_nonce");
      const shown = first.headers.get("access-control-expose-headers") ?? "";
      assert.match(shown, /\bDPoP-Nonce\b/);
      const nonce = first.headers.get("dpop-nonce") ?? "";
      assert.equal((await ask(nonce)).status, 200);
    });

    it("a session passes where it is accepted, and changes something only from a page of this origin [API-12]", async () => {
      const rules = { accept: ["token", "session"], scopes: "x" } as const;
      const guarded = await create({ rules });
      const mine = { [userHeader]: "ada" };
      const read = await guarded.call({ headers: mine });
      assert.equal(read.status, 200, read.text);
      assert.equal(JSON.parse(read.text).kind, "session");
      assert.equal((await guarded.call({})).status, 401);
      const post = (headers: Record<string, string>) =>
        guarded.call({ method: "POST", headers: { ...mine, ...headers } });
      const own = { "sec-fetch-site": "same-origin" };
      assert.equal((await post(own)).status, 200);
      const origin = "https://api.example";
      assert.equal((await post({ origin })).status, 200);
      for (
        const headers of [
          {},
          { "sec-fetch-site": "cross-site" },
          { "sec-fetch-site": "same-site" },
          { "sec-fetch-site": "none" },
          { "sec-fetch-site": "cross-site", origin },
          { origin: "https://evil.example" },
          { origin: "null" },
        ]
      ) {
        assert.equal(
          (await post(headers)).status,
          403,
          JSON.stringify(headers),
        );
      }
      // Browsers let every page open one, with the cookies of this origin.
      const upgrade = { upgrade: "WebSocket", "sec-fetch-site": "same-site" };
      const opened = await guarded.call({ headers: { ...mine, ...upgrade } });
      assert.equal(opened.status, 403);
      for (const answer of [opened, await post({})]) {
        const { ref } = JSON.parse(answer.text);
        assert.ok(guarded.log.some((line) => line.includes(ref)), "no reason");
      }
    });

    it("a token and a session pass together only if they name the same user [API-12]", async () => {
      const rules = { accept: ["token", "session"] } as const;
      const getUserByAccount = ({ providerAccountId }: {
        readonly providerAccountId: string;
      }) =>
        providerAccountId === "ada-at-op"
          ? { id: "ada", emailVerified: null }
          : null;
      const adapter = { getUserByAccount };
      const accounts = { adapter, provider: "op" };
      const guarded = await create({ rules, issuer: { accounts } });
      const token = await guarded.mint({ subject: "ada-at-op" });
      const ask = (user: string, one: string) =>
        guarded.call({ token: one, headers: { [userHeader]: user } });
      const both = await ask("ada", token);
      assert.equal(both.status, 200, both.text);
      assert.equal(JSON.parse(both.text).userId, "ada");
      const error = "invalid_request";
      assertRefusal(guarded, await ask("bob", token), { status: 400, error });
      const unknown = await guarded.mint({ subject: "nobody" });
      assertRefusal(guarded, await ask("ada", unknown), { status: 400, error });
      const wrong = await guarded.mint({ expiresIn: -61 });
      assert.equal((await ask("ada", wrong)).status, 401);
    });
  });
}
