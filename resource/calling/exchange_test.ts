import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { decodeJwt } from "jose";
import type { Access } from "@latchkey/auth/resource";
import type { Fault } from "@latchkey/auth/testing";
import { assertHidden, endTest, until } from "../../testing/checks_testkit.ts";
import {
  createShop,
  lastForm,
  ORDERS,
  readError,
  readToken,
  SHOP,
  type Shop,
  tellAll,
} from "./calling_testkit.ts";

afterEach(endTest);

const TYPES = "urn:ietf:params:oauth:token-type:";
const target = { resource: ORDERS, scope: "orders:read" };
const entra = { dialect: "entra" } as const;
const ofEntra = { scope: `${ORDERS}/Orders.Read` };

describe("an exchange of a caller's token", () => {
  it("gives a token of the same user for the other API", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 });
    const shop = await createShop();
    const access = await shop.call({ subject: "bob", scope: "all" });
    const token = await shop.client.exchange(access, target);
    const { sub, aud, scope, act } = decodeJwt(token.token());
    assert.deepEqual([sub, aud, scope, act], [
      "bob",
      ORDERS,
      "orders:read",
      undefined,
    ]);
    assert.deepEqual(token.scopes, ["orders:read"]);
    assert.equal(token.expires?.getTime(), 1_800_000_000_000 + 3_600_000);
    assert.deepEqual(lastForm(shop), {
      grant_type: "urn:ietf:params:oauth:grant-type:token-exchange",
      subject_token: readToken(access),
      subject_token_type: `${TYPES}access_token`,
      requested_token_type: `${TYPES}access_token`,
      resource: ORDERS,
      scope: "orders:read",
    });
    assert.ok(!JSON.stringify(token).includes(token.token()));
    assert.deepEqual(shop.lines, []);
  });

  it("can name several APIs, by URL and by name, and several scopes", async () => {
    const shop = await createShop();
    const { token } = await shop.client.exchange(await shop.call(), {
      resource: [ORDERS, "https://stock.example"],
      audience: ["orders", "stock"],
      scope: ["a", "b c"],
    });
    const { aud, scope } = decodeJwt(token());
    const all = [ORDERS, "https://stock.example", "orders", "stock"];
    assert.deepEqual([aud, scope], [all, "a b c"]);
  });

  it("asks for no scopes if none are named, and says which the token has", async () => {
    const shop = await createShop();
    const access = await shop.call({ scope: "a b" });
    const all = await shop.client.exchange(access, { audience: "orders" });
    assert.deepEqual(all.scopes, ["a", "b"]);
    assert.equal(lastForm(shop)["scope"], undefined);
    shop.op.faults.tokenResponse = ({ scope: _, ...own }) => own;
    const asked = await shop.client.exchange(access, target);
    assert.deepEqual(asked.scopes, ["orders:read"]);
  });

  it("can say who acts for the user", async () => {
    const shop = await createShop();
    const access = await shop.call({ subject: "bob" });
    const actor = await shop.client.own();
    const token = await shop.client.exchange(access, { ...target, actor });
    const { sub, act } = decodeJwt(token.token());
    assert.deepEqual([sub, act], ["bob", { sub: shop.op.clientId }]);
    const form = lastForm(shop);
    assert.equal(form["actor_token"], actor.token());
    assert.equal(form["actor_token_type"], `${TYPES}access_token`);
    // Without it, another token is meant.
    const bare = await shop.client.exchange(access, target);
    assert.equal(decodeJwt(bare.token())["act"], undefined);
  });

  it("is for tokens of the issuer, and no other server sees them", async () => {
    const shop = await createShop();
    const other = await createShop();
    const access = await other.call();
    const error = await readError(shop.client.exchange(access, target));
    assert.equal(error.name, "Configuration");
    assert.match(error.message, /`subjectIssuers`/);
    assertHidden([tellAll(error)], [readToken(access)]);
    assert.equal(shop.op.requests.length, 0);
    const trusting = shop.create({ subjectIssuers: [other.op.issuer] });
    await readError(trusting.exchange(access, target));
    const form = lastForm(shop);
    assert.equal(form["subject_token_type"], `${TYPES}jwt`);
    const own = await readError(trusting.exchange(await shop.call(), target));
    assert.equal(own.name, "Configuration");
  });

  it("is not for sessions and personal tokens", async () => {
    const shop = await createShop();
    const others: Access[] = [
      {
        kind: "session",
        subject: "7",
        userId: "7",
        scopes: [],
        session: { user: { id: "7" }, expires: "2030-01-01T00:00:00.000Z" },
      },
      {
        kind: "personal",
        subject: "7",
        userId: "7",
        scopes: [],
        id: "1",
        name: "ci",
        expires: null,
      },
    ];
    for (const access of others) {
      const error = await readError(shop.client.exchange(access, target));
      assert.equal(error.name, "Configuration");
      assert.match(error.message, /use `own`/);
    }
  });
});

describe("an exchange at Microsoft Entra", () => {
  it("is its on-behalf-of flow", async () => {
    const shop = await createShop(entra);
    const access = await shop.call({ subject: "bob" });
    const token = await shop.client.exchange(access, ofEntra);
    const { sub, aud, scope } = decodeJwt(token.token());
    assert.deepEqual([sub, aud, scope], ["bob", ORDERS, "Orders.Read"]);
    assert.deepEqual(lastForm(shop), {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: readToken(access),
      requested_token_use: "on_behalf_of",
      scope: `${ORDERS}/Orders.Read`,
    });
    assert.equal(token.scopes[0], `${ORDERS}/Orders.Read`);
  });

  it("needs a scope, and nothing that it does not know", async () => {
    const shop = await createShop(entra);
    const access = await shop.call();
    const actor = await shop.client.own();
    for (
      const wrong of [
        {},
        undefined,
        { resource: ORDERS },
        { ...ofEntra, resource: ORDERS },
        { ...ofEntra, audience: "orders" },
        { ...ofEntra, actor },
      ]
    ) {
      const error = await readError(shop.client.exchange(access, wrong));
      assert.match(error.message, /with `scope` alone/);
    }
    assert.equal(shop.op.count("token"), 1);
  });
});

describe("an answer to an exchange", () => {
  type Change = (json: Record<string, unknown>, shop: Shop) => unknown;
  const unusable: Readonly<Record<string, Change>> = {
    "without a token": ({ access_token: _, ...own }) => own,
    "whose token is a number": (own) => ({ ...own, access_token: 7 }),
    "whose token is empty": (own) => ({ ...own, access_token: "" }),
    "whose token ends the header": (own) => ({
      ...own,
      access_token: `${own["access_token"]}\r\nx: y`,
    }),
    "without the type of token": ({ token_type: _, ...own }) => own,
    "of another type": (own) => ({ ...own, token_type: "mac" }),
    "of type N_A": (own) => ({ ...own, token_type: "N_A" }),
    "that is bound to a key": (own) => ({ ...own, token_type: "DPoP" }),
    "without the kind of token": ({ issued_token_type: _, ...own }) => own,
    "of another kind": (own) => ({
      ...own,
      issued_token_type: `${TYPES}refresh_token`,
    }),
    "that expires before it began": (own) => ({ ...own, expires_in: -1 }),
    "that never expires": (own) => ({ ...own, expires_in: 1e300 }),
    "whose lifetime is a word": (own) => ({ ...own, expires_in: "long" }),
    "whose scopes are a number": (own) => ({ ...own, scope: 7 }),
    "that is the caller's own": (own, shop) => ({
      ...own,
      access_token: lastForm(shop)["subject_token"],
    }),
    "that is this service's own": (own, shop) => ({
      ...own,
      access_token: lastForm(shop)["actor_token"],
    }),
    "that is a list": (own) => [own],
    "that is null": () => "null",
    "that is the bare token": (own) => String(own["access_token"]),
    "that is broken": (own) => JSON.stringify(own).slice(0, -1),
  };
  for (const [title, change] of Object.entries(unusable)) {
    it(`${title} is not used`, async () => {
      const shop = await createShop();
      const access = await shop.call();
      const actor = await shop.client.own();
      let token = "";
      shop.op.faults.tokenResponse = (own) => {
        token = String(own["access_token"]);
        return change(own, shop);
      };
      const asked = shop.client.exchange(access, { ...target, actor });
      const error = await readError(asked);
      assert.equal(error.name, "ProviderUnavailable");
      assert.equal(error.status, 503);
      assertHidden([tellAll(error), ...shop.lines], [
        token,
        token.slice(0, 5),
        readToken(access),
        actor.token(),
      ]);
      shop.op.reset();
      await shop.client.exchange(access, { ...target, actor });
    });
  }

  it("with null for what it does not say, and with more than it has to, is used", async () => {
    const shop = await createShop();
    shop.op.faults.tokenResponse = (own) => ({
      ...own,
      scope: null,
      expires_in: "60",
      id_token: "none",
      refresh_token: 7,
    });
    const token = await shop.client.exchange(await shop.call(), target);
    assert.deepEqual(token.scopes, ["orders:read"]);
    assert.ok(token.expires !== null);
  });
});

describe("an issuer that fails", () => {
  const faults: Readonly<Record<string, Fault>> = {
    "says 500": { status: 500 },
    "says 429": { status: 429 },
    "breaks the connection": { reset: true },
    "redirects": { redirect: "https://evil.example/token" },
    "redirects the request as it is": {
      redirect: "https://evil.example/token",
      status: 307,
    },
    "sends a page": { status: 200, body: "<html>" },
    "sends an empty answer": { status: 200, body: "" },
    "refuses without a reason": { status: 400, body: "{}" },
    "is full of itself": { body: " ".repeat(1_100_000) },
  };
  for (const [title, fault] of Object.entries(faults)) {
    it(`and ${title} is unavailable until the next request`, async () => {
      const shop = await createShop();
      const access = await shop.call();
      shop.op.faults.token = fault;
      const error = await readError(shop.client.exchange(access, target));
      assert.equal(error.name, "ProviderUnavailable");
      const secrets = [readToken(access), shop.op.clientSecret];
      assertHidden([tellAll(error), ...shop.lines], secrets);
      assert.ok(shop.op.requests.every(({ url }) => !url.includes("evil")));
      shop.op.reset();
      await shop.client.exchange(access, target);
    });
  }

  it("says when to try again", async () => {
    const shop = await createShop();
    const ask = async () => {
      const error = await readError(shop.client.own());
      return (error as { retryAfter?: number }).retryAfter;
    };
    const headers = { "retry-after": "7" };
    shop.op.faults.token = [
      { status: 503, headers },
      { status: 429, headers },
      { status: 503 },
    ];
    assert.equal(await ask(), 7);
    assert.equal(await ask(), 7);
    assert.equal(await ask(), undefined);
  });

  it("and hangs ends after five seconds", async () => {
    const shop = await createShop();
    const access = await shop.call();
    mock.timers.enable({ apis: ["setTimeout"] });
    shop.op.faults.token = { hang: true, ignoreSignal: true };
    const asked = readError(shop.client.exchange(access, target));
    await until(() => shop.op.count("token") === 1);
    mock.timers.tick(5_000);
    assert.equal((await asked).name, "ProviderUnavailable");
  });

  it("says nonsense about client authentication is asked all the same", async () => {
    const shop = await createShop();
    shop.op.faults.discovery = {
      body: (own: object) => ({
        ...own,
        token_endpoint_auth_methods_supported: 7,
        token_endpoint_auth_signing_alg_values_supported: {},
      }),
    };
    await shop.client.own();
  });

  it("and has no metadata, or no endpoint in it, is unavailable", async () => {
    for (
      const discovery of [
        { status: 500 },
        { body: (own: object) => ({ ...own, token_endpoint: undefined }) },
        { body: (own: object) => ({ ...own, token_endpoint: "/token" }) },
        {
          body: (own: object) => ({
            ...own,
            token_endpoint: "http://op.example/token",
          }),
        },
      ] as const
    ) {
      const shop = await createShop();
      shop.op.faults.discovery = discovery;
      const error = await readError(shop.client.own());
      assert.equal(error.name, "ProviderUnavailable");
      assert.equal(shop.op.count("token"), 0);
    }
  });
});

describe("a caller's token", () => {
  it("goes to the issuer only, and into no log [API-16]", async () => {
    const shop = await createShop({ apis: { [ORDERS]: target } });
    const access = await shop.call({ subject: "bob" });
    const response = await shop.client.fetch(access, `${ORDERS}/7`);
    assert.equal(response.status, 200);
    const [request] = shop.received;
    assert.ok(request !== undefined);
    const [scheme, token = ""] = (request.headers.get("authorization") ?? "")
      .split(" ");
    assert.equal(scheme, "Bearer");
    assert.equal(decodeJwt(token).aud, ORDERS);
    const caller = readToken(access);
    const sent = shop.op.requests
      .filter(({ endpoint }) => endpoint !== "token")
      .map((one) => JSON.stringify([one.url, one.headers]));
    assertHidden([...sent, ...shop.lines], [caller]);
    assert.equal(decodeJwt(caller).aud, SHOP);
  });
});
