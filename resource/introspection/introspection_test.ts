import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { generateKeyPair } from "jose";
import { createDpopKey, type Fault } from "@latchkey/auth/testing";
import { protect } from "@latchkey/auth/resource";
import {
  assertNoToken,
  createLogger,
  endTest,
  until,
} from "../../testing/checks_testkit.ts";
import {
  API,
  createBoundApi,
  tell,
  toCall,
  type Told,
} from "../bound/bound_testkit.ts";
import { createAskingApi, createCaller } from "./introspection_testkit.ts";

afterEach(endTest);

function assertTokenRefused({ status, challenge }: Told): void {
  assert.equal(status, 401);
  assert.match(challenge, /^Bearer error="invalid_token"/);
}

function assertClosed({ status, headers }: Told): void {
  assert.equal(status, 503);
  assert.equal(headers.get("retry-after"), "5");
}

/** A fault that changes what the issuer says of tokens. */
const says = (change: object): Fault => ({
  body: (claims) => ({ ...claims, ...change }),
});

describe("an opaque token", () => {
  it("passes by what its issuer says of it", async () => {
    const { op, call } = await createAskingApi();
    const token = await op.mintAccessToken({ opaque: true, scope: "a b" });
    const { status, access } = await call(token);
    assert.equal(status, 200);
    assert.ok(access?.kind === "opaque");
    assert.equal(access.subject, op.user.sub);
    assert.equal(access.issuer, op.issuer);
    assert.equal(access.clientId, op.clientId);
    assert.deepEqual(access.scopes, ["a", "b"]);
    assert.equal(access.claims["active"], true);
    assert.equal(access.expires.getTime(), Number(access.claims["exp"]) * 1000);
    assert.equal(access.token(), token);
    const { form, headers } = op.requests.at(-1) ?? {};
    assert.equal(form?.get("token"), token);
    assert.equal(form?.get("token_type_hint"), "access_token");
    assert.equal(form?.get("client_secret"), null);
    assert.match(headers?.["authorization"] ?? "", /^Basic /);
    assert.equal(headers?.["accept"], "application/json");
  });

  it("is refused without `introspection`, and nobody is asked", async () => {
    const { op, call, asked } = await createAskingApi({
      issuer: { introspection: undefined },
    });
    assertTokenRefused(await call(await op.mintAccessToken({ opaque: true })));
    assert.equal(asked(), 0);
  });

  it("is refused if its issuer does not know it [API-15]", async () => {
    const { op, call, lines } = await createAskingApi();
    const unknown = ["at-unknown", "x", "a.b", "a.b.c.d.e"];
    for (const token of unknown) assertTokenRefused(await call(token));
    const expiresIn = 0;
    const expired = await op.mintAccessToken({ opaque: true, expiresIn });
    assertTokenRefused(await call(expired));
    assert.equal(lines.length, unknown.length + 1);
    for (const line of lines) assert.match(line, /says that it is not valid/);
    assertNoToken(...lines);
  });

  const refused: Readonly<Record<string, readonly [object, RegExp]>> = {
    "with a text in place of `true`": [{ active: "true" }, /not valid/],
    "with a number in place of `true`": [{ active: 1 }, /not valid/],
    "without a word on whether it is valid": [
      { active: undefined },
      /not valid/,
    ],
    "of another issuer": [{ iss: "https://other.example" }, /another issuer/],
    "for another API": [{ aud: "https://other.example" }, /for the audience/],
    "for no API": [{ aud: undefined }, /no audience/],
    "for nobody": [{ aud: [] }, /no audience/],
    "that has expired": [{ exp: 1 }, /has expired/],
    "that never expires": [{ exp: undefined }, /never expires/],
    "with a text as its end": [{ exp: "4102444800" }, /never expires/],
    "that is not valid yet": [{ nbf: 4_102_444_800 }, /not valid yet/],
    "of the future": [{ iat: 4_102_444_800 }, /not valid yet/],
    "of nobody": [{ sub: undefined }, /no subject/],
    "of somebody with a name only": [
      { sub: undefined, username: "ada" },
      /no subject/,
    ],
    "that is a refresh token": [
      { token_type: "refresh_token" },
      /not an access token/,
    ],
    "that is a refresh token of Keycloak": [
      { typ: "Refresh" },
      /not an access token/,
    ],
    "that is a refresh token of Hydra": [
      { token_use: "refresh_token" },
      /not an access token/,
    ],
    "that is an ID token": [{ token_use: "id" }, /not an access token/],
    "with a key that nobody proved": [
      { cnf: { jkt: "key" } },
      /bound to a key/,
    ],
    "with a confirmation that is not known": [
      { cnf: { kid: "1" } },
      /not known/,
    ],
  };
  for (const [title, [change, reason]] of Object.entries(refused)) {
    it(`${title} is refused`, async () => {
      const { op, call, lines } = await createAskingApi();
      const token = await op.mintAccessToken({ opaque: true });
      op.faults.introspection = says(change);
      assertTokenRefused(await call(token));
      assert.match(lines.join(), reason);
    });
  }

  it("may be described in the words of other servers", async () => {
    const described = [
      { iss: undefined, token_type: undefined },
      { iss: null, token_type: null },
      { token_type: "bearer", token_use: "access_token" },
      { typ: "Bearer", token_use: "access" },
      { aud: [API, "https://other.example"], scp: ["a"] },
    ];
    for (const change of described) {
      const { op, call } = await createAskingApi();
      op.faults.introspection = says(change);
      const token = await op.mintAccessToken({ opaque: true });
      assert.equal((await call(token)).status, 200, JSON.stringify(change));
    }
  });

  it("without an audience passes for the clients that are listed", async () => {
    const issuer = { audience: null, clients: ["web"] };
    const { op, call } = await createAskingApi({ issuer });
    const opaque = true;
    const mint = (clientId: string | null) =>
      op.mintAccessToken({ opaque, audience: null, clientId });
    assert.equal((await call(await mint("web"))).status, 200);
    assertTokenRefused(await call(await mint("other")));
    assertTokenRefused(await call(await mint(null)));
  });

  it("that is bound to a key needs a proof", async () => {
    const own = await createBoundApi();
    const { op } = own;
    const api = protect({
      resource: API,
      issuer: {
        issuer: op.issuer,
        fetch: op.fetch,
        introspection: { clientId: op.clientId, clientSecret: op.clientSecret },
      },
      logger: createLogger([]),
    });
    const key = await createDpopKey();
    const token = await op.mintAccessToken({ opaque: true, bind: key });
    const call = async (change = {}) =>
      await tell(api, await toCall({ key, token }, change));
    assert.equal((await call()).status, 200);
    assertTokenRefused(await call({ scheme: "Bearer" }));
    assert.equal((await call({ key: own.key })).status, 401);
  });
});

describe("an answer about a token", () => {
  it("is used again for a minute, so that a revoked token ends within it [API-15]", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 });
    const { op, call, asked } = await createAskingApi();
    const token = await op.mintAccessToken({ opaque: true });
    assert.equal((await call(token)).status, 200);
    op.faults.introspection = says({ active: false });
    mock.timers.tick(59_999);
    assert.equal((await call(token)).status, 200);
    assert.equal(asked(), 1);
    mock.timers.tick(1);
    assertTokenRefused(await call(token));
    assert.equal(asked(), 2);
  });

  it("is used again for as long as the option says, and not with 0", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 });
    for (const [cache, count] of [[10, 2], [0.5, 3], [0, 4]] as const) {
      const { op, call, asked } = await createAskingApi({
        introspection: { cache },
      });
      const token = await op.mintAccessToken({ opaque: true });
      for (const pause of [0, 5_000, 5_000, 0]) {
        mock.timers.tick(pause);
        assert.equal((await call(token)).status, 200);
      }
      assert.equal(asked(), count, `${cache}`);
      // What another guard has kept is not used for longer.
      const strict = createCaller(op, [], { introspection: { cache: 0 } });
      op.faults.introspection = says({ active: false });
      mock.timers.tick(1);
      assertTokenRefused(await strict(token));
      // What it has learned counts for all.
      assertTokenRefused(await call(token));
    }
  });

  it("does not outlive the token", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 });
    const { op, call, asked } = await createAskingApi();
    const token = await op.mintAccessToken({ opaque: true, expiresIn: -30 });
    op.faults.introspection = {
      body: () => ({
        active: true,
        sub: "ada",
        aud: API,
        exp: 1_800_000_000 - 30,
      }),
    };
    assert.equal((await call(token)).status, 200);
    mock.timers.tick(30_000);
    assertTokenRefused(await call(token));
    assert.equal(asked(), 1);
  });

  it("is not used if the clock was set back", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 });
    const { op, call, asked } = await createAskingApi();
    const token = await op.mintAccessToken({
      opaque: true,
      claims: { iat: undefined },
    });
    assert.equal((await call(token)).status, 200);
    mock.timers.reset();
    mock.timers.enable({ apis: ["Date"], now: 1_799_999_940_000 });
    assert.equal((await call(token)).status, 200);
    assert.equal(asked(), 2);
  });

  it("that it is not valid is not used again", async () => {
    const { op, call, asked } = await createAskingApi();
    const token = await op.mintAccessToken({ opaque: true });
    op.faults.introspection = [says({ active: false })];
    assertTokenRefused(await call(token));
    assert.equal((await call(token)).status, 200);
    assert.equal(asked(), 2);
  });

  it("is about that token, issuer and client only", async () => {
    const { op, call, lines, asked } = await createAskingApi();
    const token = await op.mintAccessToken({ opaque: true, subject: "ada" });
    const other = await op.mintAccessToken({ opaque: true, subject: "bob" });
    assert.equal((await call(token)).access?.subject, "ada");
    assert.equal((await call(other)).access?.subject, "bob");
    for (const near of [`${token}=`, token.toUpperCase(), token.slice(0, -1)]) {
      assertTokenRefused(await call(near));
    }
    assert.equal((await call(token)).access?.subject, "ada");
    // Another client may be told other things.
    const before = asked();
    const second = createCaller(op, lines, {
      introspection: { clientId: "second" },
    });
    assertClosed(await second(token));
    assert.equal(asked(), before + 1);
    const elsewhere = await createAskingApi();
    assertTokenRefused(await elsewhere.call(token));
  });

  it("is not kept if it is huge", async () => {
    const { op, call, asked } = await createAskingApi();
    const token = await op.mintAccessToken({
      opaque: true,
      claims: { groups: "x".repeat(10_000) },
    });
    assert.equal((await call(token)).status, 200);
    assert.equal((await call(token)).status, 200);
    assert.equal(asked(), 2);
  });

  it("is shared by a thousand requests at the same time", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 });
    const { op, call, asked } = await createAskingApi();
    const token = await op.mintAccessToken({ opaque: true });
    const all = await Promise.all(
      Array.from({ length: 1_000 }, () => call(token)),
    );
    assert.ok(all.every(({ status }) => status === 200));
    assert.equal(asked(), 1);
  });
});

describe("an issuer that cannot be asked", () => {
  const faults: Readonly<Record<string, Fault>> = {
    "answers with an error": { status: 500 },
    "answers with an error that looks like a valid token": {
      status: 500,
      body: JSON.stringify({
        active: true,
        sub: "ada",
        aud: API,
        exp: 4_102_444_800,
      }),
    },
    "is busy": { status: 429, headers: { "retry-after": "900" } },
    "breaks the connection": { reset: true },
    "redirects": { redirect: "https://evil.example/introspect" },
    "answers with no JSON": { body: "active" },
    "answers with a list": { body: "[]" },
    "answers with a text": { body: '"active"' },
    "refuses the client": { error: "invalid_client" },
    "has no such endpoint": { status: 404 },
  };
  for (const [title, fault] of Object.entries(faults)) {
    it(`closes the API to opaque tokens while it ${title} [API-15]`, async () => {
      const { op, call, lines } = await createAskingApi();
      const token = await op.mintAccessToken({ opaque: true });
      op.faults.introspection = fault;
      assertClosed(await call(token));
      assert.equal(lines.length, 1);
      assert.ok(lines[0]?.includes(op.issuer));
      assertNoToken(...lines);
      assert.ok(!lines.join().includes(op.clientSecret));
      assert.equal((await call(await op.mintAccessToken())).status, 200);
      op.faults.introspection = undefined;
      assert.equal((await call(token)).status, 200);
    });
  }

  it("is named in the log if it does not know the client", async () => {
    const { op, call, lines } = await createAskingApi({
      introspection: { clientSecret: "wrong" },
    });
    assertClosed(await call(await op.mintAccessToken({ opaque: true })));
    assert.match(lines.join(), /check `clientId`, `clientSecret` and `auth`/);
  });

  it("holds up no requests of a later minute with a question that never ends", async () => {
    mock.timers.enable({
      apis: ["Date", "setTimeout"],
      now: 1_800_000_000_000,
    });
    const { op, call, asked } = await createAskingApi();
    const token = await op.mintAccessToken({ opaque: true });
    op.faults.introspection = [{ hang: true, ignoreSignal: true }, "ok"];
    const lost = call(token);
    await until(() => asked() === 1);
    // The timers of a cancelled request do not go off.
    mock.timers.reset();
    mock.timers.enable({ apis: ["Date"], now: 1_800_000_060_000 });
    assert.equal((await call(token)).status, 200);
    assert.equal(await Promise.race([lost, "nothing"]), "nothing");
  });

  it("closes the API while it hangs", async () => {
    const { op, call, lines, asked } = await createAskingApi();
    await call(await op.mintAccessToken({ opaque: true }));
    const token = await op.mintAccessToken({ opaque: true });
    op.faults.introspection = { hang: true };
    mock.timers.enable({ apis: ["setTimeout"] });
    const flights = [call(token), call(token)];
    await until(() => asked() === 2);
    mock.timers.tick(5_000);
    for (const flight of flights) assertClosed(await flight);
    assert.match(lines.join(), /took longer than 5000 ms/);
  });

  it("leaves those in that were valid less than a minute ago", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 });
    const { op, call } = await createAskingApi();
    const token = await op.mintAccessToken({ opaque: true });
    assert.equal((await call(token)).status, 200);
    op.faults.introspection = { status: 500 };
    mock.timers.tick(59_999);
    assert.equal((await call(token)).status, 200);
    mock.timers.tick(1);
    assertClosed(await call(token));
  });

  it("is one whose metadata names no endpoint, or one without https", async () => {
    for (const introspection_endpoint of [undefined, "http://op.example/i"]) {
      const { op, call, lines } = await createAskingApi();
      op.faults.discovery = says({ introspection_endpoint });
      const token = await op.mintAccessToken({ opaque: true });
      assertClosed(await call(token));
      assert.match(lines.join(), /configure `introspection.url`/);
    }
  });
});

describe("a JWT of an issuer that is asked about all tokens", () => {
  it("is verified, and refused once it was revoked", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 });
    for (const tokens of ["all", "jwt"] as const) {
      const { op, call, lines } = await createAskingApi({
        introspection: { tokens },
      });
      const token = await op.mintAccessToken();
      const { access } = await call(token);
      assert.equal(access?.kind, "jwt");
      op.faults.introspection = says({ active: false });
      assert.equal((await call(token)).status, 200);
      mock.timers.tick(60_000);
      assertTokenRefused(await call(token));
      assert.match(lines.join(), /was revoked/);
    }
  });

  it("is not asked about if its signature or its claims are wrong", async () => {
    const { op, call, asked } = await createAskingApi({
      introspection: { tokens: "all" },
    });
    const wrong = [
      { sign: "broken" },
      { audience: "https://other.example" },
      { expiresIn: -120 },
    ] as const;
    for (const options of wrong) {
      assertTokenRefused(await call(await op.mintAccessToken(options)));
    }
    assert.equal(asked(), 0);
  });

  it("is refused if the issuer describes another token, or cannot be asked", async () => {
    const { op, call } = await createAskingApi({
      introspection: { tokens: "all", cache: 0 },
    });
    const token = await op.mintAccessToken();
    const changes = [
      { sub: "bob" },
      { iss: "https://other.example" },
      { typ: "Refresh" },
    ];
    for (const change of changes) {
      op.faults.introspection = says(change);
      assertTokenRefused(await call(token));
    }
    op.faults.introspection = { status: 500 };
    assertClosed(await call(token));
    // An issuer says what it likes of a token that it knows to be valid.
    op.faults.introspection = { body: () => ({ active: true }) };
    assert.equal((await call(token)).status, 200);
  });

  it("passes unasked if only opaque ones are asked about, and the other way round", async () => {
    const opaque = await createAskingApi();
    const jwt = await opaque.op.mintAccessToken();
    assert.equal((await opaque.call(jwt)).status, 200);
    assert.equal(opaque.asked(), 0);
    const signed = await createAskingApi({ introspection: { tokens: "jwt" } });
    const token = await signed.op.mintAccessToken({ opaque: true });
    assertTokenRefused(await signed.call(token));
    assert.equal(signed.asked(), 0);
  });
});

describe("the client authentication of an API that asks", () => {
  it("is what the option says: in the body, or a signed token", async () => {
    const { publicKey, privateKey } = await generateKeyPair("ES256");
    const post = await createAskingApi({
      op: { clientAuth: "client_secret_post" },
      introspection: { auth: "client_secret_post" },
    });
    const key = await createAskingApi({
      op: {
        clientAuth: "private_key_jwt",
        clientPublicKey: publicKey as CryptoKey,
      },
      introspection: {
        clientSecret: undefined,
        clientPrivateKey: { key: privateKey as CryptoKey, kid: "one" },
      },
    });
    for (const { op, call } of [post, key]) {
      const token = await op.mintAccessToken({ opaque: true });
      assert.equal((await call(token)).status, 200);
    }
  });

  it("is what the issuer has: of its introspection endpoint, or of its token endpoint", async () => {
    const basic = ["client_secret_basic"];
    const post = ["client_secret_post"];
    const supported = [
      {
        introspection_endpoint_auth_methods_supported: post,
        token_endpoint_auth_methods_supported: basic,
      },
      {
        introspection_endpoint_auth_methods_supported: undefined,
        token_endpoint_auth_methods_supported: post,
      },
    ];
    for (const change of supported) {
      const { op, call } = await createAskingApi({
        op: { clientAuth: "client_secret_post" },
      });
      op.faults.discovery = says(change);
      const token = await op.mintAccessToken({ opaque: true });
      assert.equal((await call(token)).status, 200);
    }
  });

  it("may have a secret that a function reads", async () => {
    const secrets: string[] = [];
    const { op, call, lines } = await createAskingApi({
      introspection: {
        clientSecret: () => {
          const secret = secrets.pop();
          if (secret === undefined) throw new Error("no vault");
          return Promise.resolve(secret);
        },
      },
    });
    secrets.push(op.clientSecret);
    const token = await op.mintAccessToken({ opaque: true });
    assert.equal((await call(token)).status, 200);
    assertClosed(await call(await op.mintAccessToken({ opaque: true })));
    assert.match(lines.join(), /no vault/);
  });

  it("asks at the URL of the option, without metadata", async () => {
    const { op, call } = await createAskingApi();
    const { clientId, clientSecret } = op;
    const url = `${op.issuer}/introspection`;
    const token = await op.mintAccessToken({ opaque: true });
    assert.equal((await call(token)).status, 200);
    const at = op.requests.at(-1)?.url ?? url;
    const direct = createCaller(op, [], {
      issuer: {
        wellKnown: "https://none.example/",
        introspection: { clientId, clientSecret, url: at },
      },
    });
    op.faults.discovery = { status: 500 };
    assert.equal((await direct(token)).status, 200);
  });
});

describe("mistakes in the options of introspection", () => {
  const own = { clientId: "api", clientSecret: "secret" };
  const mistakes: readonly (readonly [object, RegExp])[] = [
    [{}, /needs a `clientId`[^]*needs a `clientSecret`/],
    [{ ...own, clientId: "" }, /needs a `clientId`/],
    [{ ...own, clientSecret: "" }, /needs a `clientSecret`/],
    [{ ...own, auth: "none" }, /has an `auth` other than/],
    [{ ...own, auth: "private_key_jwt" }, /needs a `clientPrivateKey`/],
    [{ ...own, url: "http://op.example/" }, /has a `url` that is no https URL/],
    [{ ...own, tokens: "none" }, /has `tokens` other than/],
    [{ ...own, cache: 61 }, /between 0 and 60 seconds/],
    [{ ...own, cache: -1 }, /between 0 and 60 seconds/],
    [{ ...own, cache: NaN }, /between 0 and 60 seconds/],
    [{ ...own, secret: "x" }, /options that do not exist: secret/],
  ];
  for (const [introspection, message] of mistakes) {
    it(`are found: ${JSON.stringify(introspection)}`, () => {
      const issuer = { issuer: "https://op.example", introspection };
      assert.throws(
        () => protect({ resource: API, issuer: issuer as never }),
        message,
      );
    });
  }

  it("are found: two issuers that would get opaque tokens of each other", () => {
    const toIssuer = (name: string, tokens?: "all" | "jwt" | "opaque") => ({
      issuer: `https://${name}.example`,
      introspection: { ...own, tokens },
    });
    const create = (second?: "all" | "jwt") =>
      protect({
        resource: API,
        issuers: [toIssuer("one"), toIssuer("two", second)],
      });
    assert.throws(() => create(), /Several issuers would be asked/);
    assert.throws(() => create("all"), /Several issuers would be asked/);
    create("jwt");
  });
});
