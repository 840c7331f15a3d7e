import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createMemoryStore, type Store } from "@latchkey/auth";
import { createDpopKey } from "@latchkey/auth/testing";
import { protect } from "@latchkey/auth/resource";
import { protect as protectServer } from "@latchkey/auth/resource/express";
import {
  createFaultStore,
  storeFaults,
} from "../../core/storage/store_faults_testkit.ts";
import {
  assertNoToken,
  createLogger,
  endTest,
  until,
} from "../../testing/checks_testkit.ts";
import {
  API,
  type CallOptions,
  createBoundApi,
  tell,
  toCall,
  type Told,
  URL_OF_FILES,
} from "./bound_testkit.ts";

afterEach(endTest);

/** Asserts that a proof was refused. */
function assertProofRefused(told: Told): void {
  assert.equal(told.status, 401);
  assert.match(told.challenge, /^DPoP error="invalid_dpop_proof", algs="/);
}

/** Asserts that a token was refused. */
function assertTokenRefused(told: Told, scheme: "Bearer" | "DPoP"): void {
  assert.equal(told.status, 401);
  assert.match(told.challenge, new RegExp(`^${scheme} error="invalid_token"`));
}

describe("a token that is bound to a key", () => {
  it("passes with a proof for the request, and only with it", async () => {
    const { call, op } = await createBoundApi();
    const { status, access, headers } = await call();
    assert.equal(status, 200);
    assert.equal(access?.subject, op.user.sub);
    assert.deepEqual([...headers], []);
    assertProofRefused(await call({ proof: null }));
    assert.equal((await call({ scheme: "dpop" })).status, 200);
    assert.equal((await call({ by: "POST" })).status, 200);
  });

  it("is refused as a bearer token, with and without a proof [API-13]", async () => {
    const { call, lines, token } = await createBoundApi();
    assertTokenRefused(await call({ scheme: "Bearer" }), "Bearer");
    assertTokenRefused(await call({ scheme: "Bearer", proof: null }), "Bearer");
    assert.equal(lines.length, 2);
    assert.match(
      lines.join(),
      /bound to a key, but was sent as a bearer token/,
    );
    assertNoToken(...lines);
    assert.ok(!lines.join().includes(token));
  });

  it("is refused with a proof of another key", async () => {
    const { call } = await createBoundApi();
    const key = await createDpopKey();
    assertTokenRefused(await call({ key }), "DPoP");
  });

  it("passes with keys of every kind, and only with algorithms of the list", async () => {
    const { op, api, lines } = await createBoundApi();
    const narrow = protect({
      resource: API,
      issuer: { issuer: op.issuer, fetch: op.fetch },
      dpop: { algorithms: ["ES256"] },
      logger: createLogger([]),
    });
    for (const alg of ["RS256", "PS256", "EdDSA", "ES256"] as const) {
      const key = await createDpopKey({ alg });
      const token = await op.mintAccessToken({ bind: key });
      const own = { key, token };
      assert.equal((await tell(api, await toCall(own))).status, 200, alg);
      const told = await tell(narrow, await toCall(own));
      if (alg === "ES256") assert.equal(told.status, 200);
      else assertProofRefused(told);
      if (alg !== "ES256") assert.match(told.challenge, / algs="ES256"/);
    }
    assert.deepEqual(lines, []);
  });
});

describe("a token that is not bound", () => {
  it("passes as a bearer token, and not with DPoP", async () => {
    const { call, op } = await createBoundApi();
    const send = await op.mintAccessToken();
    assert.equal((await call({ send, scheme: "Bearer" })).status, 200);
    assertTokenRefused(await call({ send }), "DPoP");
    assertTokenRefused(await call({ send, proof: null }), "DPoP");
  });

  it("is refused where bound ones are required: by the guard or the route", async () => {
    const everywhere = await createBoundApi({ bound: "required" });
    const somewhere = await createBoundApi();
    for (
      const [{ call, op, api }, rules] of [
        [everywhere, {}],
        [somewhere, { bound: "required" }],
      ] as const
    ) {
      const send = await op.mintAccessToken();
      const told = await call({ send, scheme: "Bearer", proof: null }, rules);
      assertTokenRefused(told, "DPoP");
      assert.match(told.challenge, / algs="[\w ]*ES256[\w ]*"/);
      assert.equal((await call({}, rules)).status, 200);
      const bare = await tell(api, new Request(URL_OF_FILES), rules);
      assert.match(bare.challenge, /^DPoP algs="/);
    }
    const bare = await tell(somewhere.api, new Request(URL_OF_FILES));
    assert.match(bare.challenge, /^Bearer resource_metadata="/);
    assert.ok(!bare.challenge.includes("algs"));
  });
});

describe("a DPoP proof", () => {
  const now = Math.floor(Date.now() / 1000);
  const refused: Readonly<Record<string, readonly [CallOptions, string]>> = {
    "for another URL": [{ url: `${API}/other` }, "for the URL"],
    "for another origin": [
      { url: "https://evil.example/files" },
      "for the URL",
    ],
    "for another port": [{ url: `${API}:8443/files` }, "for the URL"],
    "over http": [{ url: "http://api.example.com/files" }, "for the URL"],
    "for a URL with a name": [{
      claims: { htu: "https://a@api.example.com/files" },
    }, "for the URL"],
    "for a URL with a password": [{
      claims: { htu: "https://:p@api.example.com/files" },
    }, "for the URL"],
    "for a URL with one slash": [{
      claims: { htu: "https:/api.example.com/files" },
    }, "for the URL"],
    "for half a URL": [{ claims: { htu: "https://" } }, "for the URL"],
    "for a path alone": [{ claims: { htu: "/files" } }, "for the URL"],
    "for another case of the path": [{ url: `${API}/Files` }, "for the URL"],
    "for an encoded slash": [
      { at: `${API}/a/b`, url: `${API}/a%2fb` },
      "for the URL",
    ],
    "for a URL without a text": [
      { claims: { htu: { toString: null } } },
      "for the URL",
    ],
    "for a token without a text": [
      { claims: { ath: { toString: null } } },
      "another token",
    ],
    "without a URL": [{ claims: { htu: undefined } }, "for the URL"],
    "for another method": [{ method: "POST" }, "another method"],
    "for a method in lower case": [{ method: "get" }, "another method"],
    "without a method": [{ claims: { htm: undefined } }, "another method"],
    "for another token": [{ ath: "another" }, "another token"],
    "without a token": [{ claims: { ath: undefined } }, "another token"],
    "without a time": [{ claims: { iat: undefined } }, "no time"],
    "with a text as its time": [{ claims: { iat: String(now) } }, "no time"],
    "that is old": [{ claims: { iat: now - 90 } }, "not made now"],
    "of the future": [{ claims: { iat: now + 90 } }, "not made now"],
    "without an id": [{ claims: { jti: undefined } }, "no id"],
    "with an empty id": [{ claims: { jti: "" } }, "no id"],
    "with a number as its id": [{ claims: { jti: 1 } }, "no id"],
    "with a huge id": [{ claims: { jti: "x".repeat(100_000) } }, "longer than"],
    "of another type": [{ header: { typ: "JWT" } }, "its type"],
    "without a type": [{ header: { typ: undefined } }, "its type"],
    "without a signature": [{ sign: "none" }, 'algorithm "none"'],
    "with an empty signature": [{ sign: "empty" }, "signature"],
    "signed with a secret": [
      { sign: "hs256-client-secret" },
      'algorithm "HS256"',
    ],
    "signed with the public key as a secret": [
      { sign: "hs256-public-key" },
      'algorithm "HS256"',
    ],
    "signed by another": [{ sign: "foreign" }, "signature"],
    "with a broken signature": [{ sign: "broken" }, "signature"],
    "with a signature of zeros": [{ sign: "zero" }, "signature"],
    "without a key": [{ header: { jwk: undefined } }, "no public key"],
    "with a text as its key": [{ header: { jwk: "key" } }, "no public key"],
    "with no key": [{ header: { jwk: null } }, "no public key"],
    "with half a key": [
      { header: { jwk: { kty: "EC", crv: "P-256" } } },
      "incomplete",
    ],
    "with a secret as its key": [
      { header: { jwk: { kty: "oct", k: "AAAA" } } },
      "private key",
    ],
    "with a key of no known type": [
      { header: { jwk: { kty: "AKP" } } },
      "no known type",
    ],
    "with extensions": [{ header: { crit: ["b64"], b64: true } }, "extensions"],
    "that is no token": [{ proof: "proof" }, "not a signed token"],
    "that is encrypted": [
      { proof: "e30.e30.e30.e30.e30" },
      "not a signed token",
    ],
  };
  for (const [title, [change, reason]] of Object.entries(refused)) {
    it(`${title} is refused [API-13]`, async () => {
      mock.timers.enable({ apis: ["Date"], now: now * 1000 });
      const { call, lines } = await createBoundApi();
      assertProofRefused(await call(change));
      assert.ok(lines.join().includes(reason), lines.join());
    });
  }

  it("with a private key is refused", async () => {
    const { call, key, lines } = await createBoundApi();
    assertProofRefused(await call({ header: { jwk: key.privateJwk } }));
    assert.match(lines.join(), /has a private key/);
  });

  it("is refused beside another one", async () => {
    const { key, token, api, lines } = await createBoundApi();
    const request = await toCall({ key, token });
    request.headers.append(
      "dpop",
      await key.prove({ url: URL_OF_FILES, token }),
    );
    assertProofRefused(await tell(api, request));
    assert.match(lines.join(), /several/);
  });

  it("may be written by a clock that is a minute off", async () => {
    mock.timers.enable({ apis: ["Date"], now: now * 1000 });
    const { call } = await createBoundApi();
    assert.equal((await call({ claims: { iat: now - 60 } })).status, 200);
    assert.equal((await call({ claims: { iat: now + 60 } })).status, 200);
  });

  it("may write the URL in any form that means the same", async () => {
    const { call } = await createBoundApi();
    const forms: readonly CallOptions[] = [
      { at: `${URL_OF_FILES}?page=2`, claims: { htu: URL_OF_FILES } },
      { claims: { htu: `${URL_OF_FILES}?page=2#part` } },
      { claims: { htu: "HTTPS://API.example.com:443/files" } },
      { claims: { htu: `${API}/a/../files` } },
      { at: `${API}/%7eada/%c3%a4`, claims: { htu: `${API}/~ada/%C3%A4` } },
      { at: API, claims: { htu: API } },
    ];
    for (const form of forms) {
      const told = await call(form);
      assert.equal(told.status, 200, JSON.stringify(form));
    }
  });

  it("is refused for what is no path, and for no URL there", async () => {
    const { op, key, token, lines } = await createBoundApi();
    const api = protectServer({
      resource: API,
      issuer: { issuer: op.issuer, fetch: op.fetch },
      logger: createLogger(lines),
    });
    const wrong = [["*", "*"], [URL_OF_FILES, URL_OF_FILES]];
    for (const [originalUrl = "", htu = ""] of wrong) {
      const claims = { htu };
      const dpop = await key.prove({ url: URL_OF_FILES, token, claims });
      const headers = { authorization: `DPoP ${token}`, dpop };
      const req = { method: "GET", originalUrl, headers, on: () => {} };
      const res = {
        statusCode: 200,
        headersSent: false,
        getHeader: () => undefined,
        setHeader: () => {},
        end: () => {},
      };
      await api.require()(req, res, () => {});
      assert.equal(res.statusCode, 401);
    }
    assert.match(lines.join(), /it is for the URL/);
  });

  it("for another URL is logged with both URLs, which may have long names", async () => {
    const { call, lines } = await createBoundApi();
    const at = `${API}/v1/reports-of-the-year-2026-and-2027`;
    assertProofRefused(await call({ at, url: `${at}-all` }));
    assert.ok(lines[0]?.includes(`"${at}-all"`));
    assert.ok(lines[0]?.includes(`"${at}"`));
    assert.match(lines[0] ?? "", /set `dpop.prefix`/);
  });

  it("names the URL that the client called, not the one behind a proxy", async () => {
    const { call } = await createBoundApi({ dpop: { prefix: "/api" } });
    const url = `${API}/api/files`;
    assert.equal((await call({ url })).status, 200);
    assert.equal(
      (await call({ at: "http://10.0.0.1:3000/files", url })).status,
      200,
    );
    assertProofRefused(await call());
  });
});

describe("a used DPoP proof", () => {
  it("is refused, and for others it is as good as new", async () => {
    const { api, key, token, lines, op } = await createBoundApi();
    const claims = { jti: "one" };
    const proof = await key.prove({ url: URL_OF_FILES, token, claims });
    const own = { key, token };
    assert.equal((await tell(api, await toCall(own, { proof }))).status, 200);
    assertProofRefused(await tell(api, await toCall(own, { proof })));
    assert.match(lines.join(), /used before/);
    // The id is unique among those of its key only.
    const other = await createDpopKey();
    const theirs = {
      key: other,
      token: await op.mintAccessToken({ bind: other }),
    };
    assert.equal(
      (await tell(api, await toCall(theirs, { claims }))).status,
      200,
    );
    assertProofRefused(await tell(api, await toCall(own, { claims })));
  });

  it("is refused until it is too old anyway", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 });
    const { api, key, token, lines } = await createBoundApi();
    const request = await toCall({ key, token }, {
      claims: { iat: 1_800_000_060 },
    });
    assert.equal((await tell(api, request.clone())).status, 200);
    mock.timers.tick(120_000);
    assertProofRefused(await tell(api, request.clone()));
    assert.match(lines.at(-1) ?? "", /used before/);
    mock.timers.tick(1_000);
    assertProofRefused(await tell(api, request.clone()));
    assert.match(lines.at(-1) ?? "", /not made now/);
  });

  it("is refused by other processes that share the store [API-13]", async () => {
    const store = createMemoryStore();
    const one = await createBoundApi({ store });
    const issuer = { issuer: one.op.issuer, fetch: one.op.fetch };
    const two = protect({
      resource: API,
      issuer,
      store,
      logger: createLogger([]),
    });
    const request = await toCall(one);
    assert.equal((await tell(one.api, request.clone())).status, 200);
    assertProofRefused(await tell(two, request.clone()));
  });

  it("is used by one of many requests at the same time", async () => {
    const api = await createBoundApi();
    const request = await toCall(api);
    const all = await Promise.all(
      Array.from({ length: 50 }, () => tell(api.api, request.clone())),
    );
    assert.equal(all.filter(({ status }) => status === 200).length, 1);
  });

  it("is used once by several guards of one request", async () => {
    const own = await createBoundApi();
    const request = await toCall(own);
    assert.equal((await tell(own.api, request)).status, 200);
    const told = await tell(own.api, request, { scopes: "files:read" });
    assert.equal(told.status, 403);
    assert.match(told.challenge, /^DPoP error="insufficient_scope"/);
  });

  it("is remembered by a hash, for two minutes", async () => {
    const memory = createMemoryStore();
    const sets: unknown[][] = [];
    const store: Store = {
      ...memory,
      compareAndSet: (...args) => {
        sets.push(args);
        return memory.compareAndSet(...args);
      },
    };
    mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 });
    const { call } = await createBoundApi({ store });
    const jti = "x".repeat(4_000);
    assert.equal((await call({ claims: { jti } })).status, 200);
    const [[key, expected, value, ttl] = []] = sets;
    assert.match(String(key), /^dpop:[\w-]{43}$/);
    assert.deepEqual([expected, value, ttl], [null, "1", 61]);
  });
});

describe("a store that fails", () => {
  for (const fault of storeFaults) {
    it(`closes the API for requests with proofs while it ${fault}`, async () => {
      const faulty = createFaultStore();
      const { call, op, lines } = await createBoundApi({
        store: faulty.config.store,
      });
      mock.timers.enable({ apis: ["setTimeout"] });
      faulty.fault = fault;
      const flight = call();
      if (fault === "hangs") {
        await until(() => faulty.calls() > 0);
        mock.timers.tick(2_000);
      }
      const told = await flight;
      assert.equal(told.status, 503);
      assert.equal(told.headers.get("retry-after"), "5");
      assert.match(lines.join(), /The store's compareAndSet failed/);
      const send = await op.mintAccessToken();
      const bearer = { send, scheme: "Bearer", proof: null };
      assert.equal((await call(bearer)).status, 200);
      faulty.fault = null;
      assert.equal((await call()).status, 200);
      faulty.failLate();
    });
  }
});

describe("nonces of the server", () => {
  const secret = "a secret for nonces, which processes share";
  const start = 1_800_000_000_000;

  it("are given to those who have none, and are needed", async () => {
    mock.timers.enable({ apis: ["Date"], now: start });
    const { call, lines } = await createBoundApi({ dpop: { nonces: true } });
    const first = await call();
    assert.equal(first.status, 401);
    assert.match(first.challenge, /^DPoP error="use_dpop_nonce", algs="/);
    const nonce = first.headers.get("dpop-nonce") ?? "";
    assert.match(nonce, /^[\w.-]+$/);
    const told = await call({ nonce });
    assert.equal(told.status, 200);
    assert.equal(told.headers.get("dpop-nonce"), null);
    assert.deepEqual(lines, []);
    for (const wrong of ["", "x", nonce.slice(1), `${nonce}x`, `0${nonce}`]) {
      const refused = await call({ nonce: wrong });
      assert.match(refused.challenge, /error="use_dpop_nonce"/, wrong);
    }
    assert.match(
      (await call({ claims: { nonce: [nonce] } })).challenge,
      /error="use_dpop_nonce"/,
    );
  });

  it("change each minute, and are good for five", async () => {
    mock.timers.enable({ apis: ["Date"], now: start });
    const { call } = await createBoundApi({ dpop: { nonces: { secret } } });
    const nonce = (await call()).headers.get("dpop-nonce") ?? "";
    mock.timers.tick(60_000);
    const told = await call({ nonce });
    assert.equal(told.status, 200);
    const next = told.headers.get("dpop-nonce") ?? "";
    assert.notEqual(next, nonce);
    mock.timers.tick(239_000);
    assert.equal((await call({ nonce })).status, 200);
    mock.timers.tick(1_000);
    assert.match((await call({ nonce })).challenge, /use_dpop_nonce/);
    assert.equal((await call({ nonce: next })).status, 200);
  });

  it("let clients call whose clock is wrong, and refuse their used proofs", async () => {
    mock.timers.enable({ apis: ["Date"], now: start });
    const own = await createBoundApi({ dpop: { nonces: true } });
    const nonce = (await own.call()).headers.get("dpop-nonce") ?? "";
    const claims = { iat: 1_000_000_000, nonce };
    const request = await toCall(own, { claims });
    assert.equal((await tell(own.api, request.clone())).status, 200);
    mock.timers.tick(299_000);
    assertProofRefused(await tell(own.api, request.clone()));
  });

  it("may come from a process whose clock is a minute ahead, not more", async () => {
    mock.timers.enable({ apis: ["Date"], now: start });
    const { call, op, key } = await createBoundApi({ dpop: { nonces: true } });
    const claims = { iat: undefined };
    const send = await op.mintAccessToken({ bind: key, claims });
    const nonce = (await call()).headers.get("dpop-nonce") ?? "";
    mock.timers.reset();
    mock.timers.enable({ apis: ["Date"], now: start - 60_000 });
    assert.equal((await call({ nonce, send })).status, 200);
    mock.timers.reset();
    mock.timers.enable({ apis: ["Date"], now: start - 60_001 });
    assert.match((await call({ nonce, send })).challenge, /use_dpop_nonce/);
  });

  it("are the same in processes with one secret, and others with another", async () => {
    mock.timers.enable({ apis: ["Date"], now: start });
    const one = await createBoundApi({ dpop: { nonces: { secret } } });
    const two = await createBoundApi({ dpop: { nonces: { secret } } });
    const three = await createBoundApi({
      dpop: { nonces: { secret: secret.toUpperCase() } },
    });
    const nonce = (await one.call()).headers.get("dpop-nonce") ?? "";
    assert.equal((await two.call({ nonce })).status, 200);
    assert.match((await three.call({ nonce })).challenge, /use_dpop_nonce/);
  });
});

describe("the metadata of an API with bound tokens", () => {
  const issuer = "https://login.example.com";
  const read = async (options: object) => {
    const api = protect({ resource: API, issuer, ...options });
    const url = `${API}/.well-known/oauth-protected-resource`;
    return await (await api.handler(new Request(url)))?.json();
  };

  it("names the algorithms of proofs, and says whether they are needed", async () => {
    const free = await read({ dpop: { algorithms: ["ES256"] } });
    assert.deepEqual(free["dpop_signing_alg_values_supported"], ["ES256"]);
    assert.equal(free["dpop_bound_access_tokens_required"], undefined);
    assert.equal(free["tls_client_certificate_bound_access_tokens"], undefined);
    const bound = await read({ bound: "required" });
    assert.equal(bound["dpop_bound_access_tokens_required"], true);
    const certificate = () => null;
    const both = await read({ bound: "required", certificate });
    assert.equal(both["dpop_bound_access_tokens_required"], undefined);
    assert.equal(both["tls_client_certificate_bound_access_tokens"], true);
  });
});

describe("mistakes in the options of bound tokens", () => {
  const mistakes: readonly (readonly [object, RegExp])[] = [
    [{ bound: true }, /`bound` must be "required"/],
    [{ dpop: { nonce: true } }, /`dpop` has options that do not exist: nonce/],
    [{ dpop: { algorithms: [] } }, /`dpop.algorithms` must be some of/],
    [{ dpop: { algorithms: ["HS256"] } }, /`dpop.algorithms` must be some of/],
    [{ dpop: { algorithms: ["none"] } }, /`dpop.algorithms` must be some of/],
    [{ dpop: { prefix: "api" } }, /`dpop.prefix` must be a path/],
    [{ dpop: { prefix: "/api/" } }, /`dpop.prefix` must be a path/],
    [{ dpop: { nonces: { secret: "short" } } }, /at least 32 characters/],
    [{ store: {} }, /`store` must have the methods of a Store/],
  ];
  for (const [options, message] of mistakes) {
    it(`are found: ${JSON.stringify(options)}`, () => {
      assert.throws(() =>
        protect({
          resource: API,
          issuer: "https://login.example.com",
          ...options,
        }), message);
    });
  }
});
