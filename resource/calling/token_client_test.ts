import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { decodeJwt, decodeProtectedHeader, generateKeyPair } from "jose";
import { createTokenClient } from "@latchkey/auth/resource";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  createShop,
  lastForm,
  lastRequest,
  ORDERS,
  readError,
  tellAll,
} from "./calling_testkit.ts";

afterEach(endTest);

const apis = { [ORDERS]: { resource: ORDERS, scope: "orders:read" } };

/** Makes the key pair of a client. With Node's types, jose's keys are not the global CryptoKey. */
async function makeKeys() {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  return {
    clientPublicKey: publicKey as CryptoKey,
    key: privateKey as CryptoKey,
  };
}

describe("a service", () => {
  it("gets a token of its own", async () => {
    const shop = await createShop();
    const token = await shop.client.own({ resource: ORDERS, scope: "a b" });
    const { sub, aud, scope } = decodeJwt(token.token());
    assert.deepEqual([sub, aud, scope], [shop.op.clientId, ORDERS, "a b"]);
    assert.deepEqual(lastForm(shop), {
      grant_type: "client_credentials",
      resource: ORDERS,
      scope: "a b",
    });
    const named = await shop.client.own({ audience: "orders" });
    assert.equal(decodeJwt(named.token()).aud, "orders");
    assert.equal(lastForm(shop)["audience"], "orders");
  });

  it("sends its secret as the issuer wants it", async () => {
    const both = ["client_secret_post", "client_secret_basic"] as const;
    for (const auth of both) {
      const shop = await createShop({ auth }, { clientAuth: auth });
      await shop.client.own();
      const isPost = auth === "client_secret_post";
      const { headers, form } = lastRequest(shop);
      assert.equal(form?.has("client_secret"), isPost);
      assert.equal(headers["authorization"] === undefined, isPost);
      // Without the option, the metadata says it.
      await shop.create({ auth: undefined }).own({ scope: "x" });
    }
  });

  it("signs with its key, for the issuer alone, and at Entra for the endpoint", async () => {
    const { clientPublicKey, key } = await makeKeys();
    const own = {
      clientSecret: undefined,
      clientPrivateKey: { key, kid: "of-the-shop" },
    };
    const shop = await createShop(own, {
      clientAuth: "private_key_jwt",
      clientPublicKey,
    });
    await shop.client.own();
    const assertion = lastForm(shop)["client_assertion"] ?? "";
    assert.equal(decodeProtectedHeader(assertion).kid, "of-the-shop");
    assert.equal(decodeJwt(assertion).aud, shop.op.issuer);
    const access = await shop.call();
    await shop.client.exchange(access, { resource: ORDERS });
    const other = shop.create({ ...own, dialect: "entra" });
    await readError(other.own());
    const forEntra = lastForm(shop)["client_assertion"] ?? "";
    assert.equal(decodeJwt(forEntra).aud, `${shop.op.issuer}/token`);
  });

  it("may have a secret that a function reads, each time", async () => {
    const secrets: string[] = [];
    const shop = await createShop({
      clientSecret: () =>
        secrets.pop() ?? Promise.reject(new Error("no vault")),
    });
    secrets.push(shop.op.clientSecret, "an old secret");
    const wrong = await readError(shop.client.own());
    assert.equal(wrong.name, "Configuration");
    await shop.client.own();
    const error = await readError(shop.client.own({ scope: "more" }));
    assert.equal(error.name, "ProviderUnavailable");
    assert.match(tellAll(error), /clientSecret[^]*no vault/);
    assert.equal(shop.op.count("token"), 2);
  });

  it("with a wrong secret is told what to check", async () => {
    const shop = await createShop({ clientSecret: "not the right one" });
    const error = await readError(shop.client.own());
    assert.equal(error.name, "Configuration");
    assert.match(error.message, /check `clientId`, and `clientSecret`/);
  });

  it("may have an issuer without TLS on its own machine", async () => {
    const shop = await createShop({}, { issuer: "http://localhost:7777" });
    await shop.client.own();
    assert.equal(shop.op.count("token"), 1);
  });

  it("finds the metadata where it is said to be", async () => {
    const shop = await createShop();
    const wellKnown = `${shop.op.issuer}/.well-known/openid-configuration`;
    const client = shop.create({ wellKnown });
    await client.own();
    assert.deepEqual(shop.op.requests.map(({ url }) => url), [
      wellKnown,
      `${shop.op.issuer}/token`,
    ]);
  });

  it("is told of all mistakes in the options", () => {
    const make = () =>
      createTokenClient({
        issuer: "login.example",
        clientId: "",
        wellKnown: "http://login.example",
        ...{ clientAuth: "none", dialect: "okta", auth: "none" } as object,
        apis: {
          "https://orders.example/": {},
          "http://orders.example": {},
          "orders": {},
          "http://localhost:8080": {},
        },
      });
    assert.throws(make, (error: Error & { problems?: string[] }) => {
      const [first = "", ...problems] = error.problems ?? [];
      assert.match(first, /do not exist: clientAuth\./);
      const expected = [
        /`issuer` must be/,
        /`wellKnown`/,
        /`clientId` must be/,
        /either `clientSecret` or `clientPrivateKey`/,
        /`auth` must be/,
        /`dialect` must be/,
        /and not "https:\/\/orders.example\/"/,
        /and not "http:\/\/orders.example"/,
        /and not "orders"/,
      ];
      assert.equal(problems.length, expected.length, problems.join("\n"));
      for (const [i, one] of expected.entries()) {
        assert.match(problems[i] ?? "", one);
      }
      return true;
    });
  });

  it("has either a secret or a key", async () => {
    const { key } = await makeKeys();
    const id = { issuer: "https://login.example", clientId: "shop" };
    const both = { ...id, clientSecret: "x", clientPrivateKey: key };
    const posted = {
      ...id,
      clientPrivateKey: key,
      auth: "client_secret_post",
    } as const;
    assert.throws(() => createTokenClient(both), /Set either/);
    assert.throws(
      () => createTokenClient(posted),
      /`auth` must be private_key_jwt/,
    );
    createTokenClient({ ...id, clientPrivateKey: key });
  });
});

describe("a request to another API", () => {
  it("has a token of the caller for that API, or of the service", async () => {
    const shop = await createShop({ apis });
    const access = await shop.call({ subject: "bob" });
    const init = {
      method: "POST",
      body: "{}",
      headers: { authorization: "Basic x", "x-trace": "7" },
    };
    await shop.client.fetch(access, `${ORDERS}/7?a=1`, init);
    await shop.client.fetch(null, new URL(ORDERS));
    const claims = shop.received.map(({ headers }) => {
      const text = headers.get("authorization") ?? "";
      return decodeJwt(text.replace(/^Bearer /, ""));
    });
    const facts = claims.map(({ sub, aud, scope }) => [sub, aud, scope]);
    assert.deepEqual(facts, [
      ["bob", ORDERS, "orders:read"],
      [shop.op.clientId, ORDERS, "orders:read"],
    ]);
    const [first] = shop.received;
    assert.equal(first?.method, "POST");
    assert.equal(first?.url, `${ORDERS}/7?a=1`);
    assert.equal(first?.headers.get("x-trace"), "7");
  });

  it("goes to the listed origins only", async () => {
    const shop = await createShop({ apis });
    const access = await shop.call();
    for (
      const url of [
        "https://evil.example/",
        "http://orders.example/",
        "https://orders.example:8443/",
        "https://orders.example.evil.example/",
        "https://orders.example@evil.example/",
      ]
    ) {
      const error = await readError(shop.client.fetch(access, url));
      assert.match(error.message, /in `apis`/, url);
    }
    const bare = await createShop();
    await readError(bare.client.fetch(null, ORDERS));
    assert.equal(shop.op.count("token") + bare.op.count("token"), 0);
    assert.equal(shop.received.length, 0);
  });

  it("follows no redirect, even if it is told to", async () => {
    const shop = await createShop({ apis });
    const headers = { location: `${ORDERS}/elsewhere` };
    shop.answer = () => new Response(null, { status: 307, headers });
    const init = { redirect: "follow" } as const;
    const response = await shop.client.fetch(null, ORDERS, init);
    assert.equal(response.status, 307);
    assert.equal(shop.received.length, 1);
  });

  it("that is refused with its token gets another one next, but not more than one a minute", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 });
    const shop = await createShop({ apis });
    const send = () => shop.client.fetch(null, ORDERS);
    await send();
    shop.answer = () => new Response(null, { status: 401 });
    for (let i = 0; i < 5; i++) await send();
    assert.equal(shop.op.count("token"), 1);
    mock.timers.tick(60_001);
    for (let i = 0; i < 5; i++) await send();
    assert.equal(shop.op.count("token"), 2);
    mock.timers.tick(60_001);
    shop.answer = () => new Response(null, { status: 403 });
    for (let i = 0; i < 2; i++) await send();
    assert.equal(shop.op.count("token"), 2);
  });
});
