import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createAuth, createMemoryStore } from "@latchkey/auth";
import { AuthError } from "@latchkey/auth/errors";
import {
  decode,
  encode,
  getToken,
  type GetTokenParams,
} from "@latchkey/auth/jwt";
import {
  app,
  cookieName,
  cookieValue,
  createApp,
  signIn,
  signOut,
} from "../../../testing/app_testkit.ts";
import {
  DAY,
  mint,
  NOON,
  sessionPurpose,
  toTestClaims,
} from "../session_testkit.ts";
import { rejections } from "../../../testing/checks_testkit.ts";

afterEach(() => mock.timers.reset());

const secret = "a secret that is as long as it has to be";
const plain = { ...sessionPurpose, cookie: "latchkey.session" };

function read(
  headers: GetTokenParams["req"]["headers"],
  params: Partial<GetTokenParams> = {},
) {
  return getToken({ req: { headers, url: `${app}/` }, secret, ...params });
}

describe("getToken", () => {
  it("getToken returns the claims of the session that a sign-in started", async () => {
    const site = await createApp();
    await signIn(site.browser);
    const token = await getToken({
      req: new Request(app, {
        headers: { cookie: site.browser.cookieHeader(app) },
      }),
      secret: site.secret,
    });
    assert.equal(token?.name, "Ada Lovelace");
    assert.equal(token?.email, "ada@example.com");
    for (const claim of ["sub", "sid", "iat", "auth_time", "exp"]) {
      assert.ok(token?.[claim], claim);
    }
  });

  it("getToken takes a Request, Headers, and the headers of a Node request", async () => {
    const cookie = `a=b; ${cookieName.session}=${await mint(secret)}; c=d`;
    const kinds: GetTokenParams["req"]["headers"][] = [
      new Request(app, { headers: { cookie } }).headers,
      new Headers({ Cookie: cookie }),
      { cookie },
      { cookie: cookie.split("; ") },
      { host: "app.example", cookie, "set-cookie": ["x"], accept: undefined },
    ];
    for (const headers of kinds) {
      assert.equal(
        (await read(headers))?.sub,
        "person-1-----------------------------------",
      );
    }
  });

  it("getToken finds the cookie of https and of http, or only the requested one", async () => {
    const secure = { cookie: `${cookieName.session}=${await mint(secret)}` };
    const open = {
      cookie: `${plain.cookie}=${await mint(secret, {}, plain)}`,
    };
    for (
      const [headers, secureCookie, isThere] of [
        [secure, undefined, true],
        [secure, true, true],
        [secure, false, false],
        [open, undefined, true],
        [open, true, false],
        [open, false, true],
      ] as const
    ) {
      const token = await read(headers, { secureCookie });
      assert.equal(token !== null, isThere);
    }
  });

  it("getToken does not accept the value of one cookie name under another", async () => {
    const value = await mint(secret, {}, plain);
    assert.equal(
      await read({ cookie: `${cookieName.session}=${value}` }),
      null,
    );
  });

  it("getToken takes the cookie name of the configuration", async () => {
    const purpose = { ...sessionPurpose, cookie: "my.sid" };
    const cookie = `my.sid=${await mint(secret, {}, purpose)}`;
    assert.equal(await read({ cookie }), null);
    const token = await read({ cookie }, { cookieName: "my.sid" });
    assert.equal(token?.sub, "person-1-----------------------------------");
    const site = await createApp({
      config: {
        secret,
        cookies: { sessionToken: { name: "my.sid" } },
      },
    });
    await signIn(site.browser);
    const headers = { cookie: site.browser.cookieHeader(app) };
    assert.equal(
      (await read(headers, { cookieName: "my.sid" }))?.name,
      "Ada Lovelace",
    );
  });

  it("getToken joins chunks, and accepts no incomplete set", async () => {
    const site = await createApp({
      config: {
        secret,
        callbacks: {
          jwt: ({ token }) => ({ ...token, more: "x".repeat(3000) }),
        },
      },
    });
    await signIn(site.browser);
    const cookie = site.browser.cookieHeader(app);
    assert.match(cookie, /session\.1=/);
    assert.equal((await read({ cookie }))?.name, "Ada Lovelace");
    const [first = ""] = cookie.split("; ").filter((one) =>
      one.startsWith(`${cookieName.session}.0`)
    );
    assert.equal(await read({ cookie: first }), null);
  });

  it("getToken is null without a session, and for any invalid cookie", async () => {
    const good = await mint(secret);
    const bad = [
      "",
      cookieName.session,
      `${cookieName.session}=`,
      `${cookieName.session}=x`,
      `${cookieName.session}=${good}x`,
      `${cookieName.session}=${good.slice(0, -2)}`,
      `${cookieName.session}=${await mint(
        "another secret, as long as needed",
      )}`,
      `${cookieName.session}=${await mint(secret, { exp: 1 })}`,
      `${cookieName.session}=${await mint(secret, { sid: undefined })}`,
      `${cookieName.session}=${await mint(secret, {
        aud: "https://x.example",
      })}`,
    ];
    for (const cookie of bad) {
      assert.equal(await read({ cookie }), null, cookie);
    }
    assert.equal(await read({}), null);
    assert.equal(await read(new Headers()), null);
    assert.deepEqual(rejections, []);
  });

  it("getToken is null for a session that was signed out", async () => {
    const store = createMemoryStore();
    const site = await createApp({ config: { secret, store } });
    await signIn(site.browser);
    const headers = { cookie: site.browser.cookieHeader(app) };
    assert.notEqual(await read(headers, { store }), null);
    await signOut(site.browser);
    assert.equal(await read(headers, { store }), null);
  });

  it("getToken without a store is null for a session that was signed out in this process", async () => {
    const site = await createApp();
    await signIn(site.browser);
    const headers = { cookie: site.browser.cookieHeader(app) };
    const token = await read(headers, { secret: site.secret });
    await createAuth(site.config).revoke({ user: String(token?.sub) });
    assert.equal(await read(headers, { secret: site.secret }), null);
  });

  it("getToken throws, and never returns null, if the store cannot answer", async () => {
    const cookie = `${cookieName.session}=${await mint(secret)}`;
    const store = {
      ...createMemoryStore(),
      get: () => Promise.reject(new Error("the store is down")),
    };
    await assert.rejects(
      read({ cookie }, { store }),
      (error) => error instanceof AuthError && error.type === "StoreError",
    );
  });

  it("getToken throws without a usable secret", async () => {
    for (const bad of ["short", ["short"], "x".repeat(40)]) {
      await assert.rejects(
        read({}, { secret: bad }),
        (error) => error instanceof AuthError && error.type === "Configuration",
      );
    }
  });

  it("getToken accepts only sessions of its own application", async () => {
    const origin = "https://app.example";
    const site = await createApp({
      config: { secret, origin, basePath: "/auth" },
    });
    await signIn(site.browser);
    const headers = { cookie: site.browser.cookieHeader(app) };
    const basePath = "/auth";
    assert.notEqual(await read(headers, { origin, basePath }), null);
    assert.equal(await read(headers), null);
    assert.equal(await read(headers, { origin: "https://b.example" }), null);
  });

  it("getToken reads the end of a long session from the session itself", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const site = await createApp({
      config: {
        secret,
        session: { maxAge: 300 * DAY, absoluteMaxAge: false },
      },
    });
    await signIn(site.browser);
    const headers = { cookie: site.browser.cookieHeader(app) };
    mock.timers.setTime(NOON + 299 * DAY * 1000);
    assert.notEqual(await read(headers), null);
    const jwt = { maxAge: 300 * DAY };
    assert.notEqual(await read(headers, { jwt }), null);
    mock.timers.setTime(NOON + 300 * DAY * 1000);
    assert.equal(await read(headers), null);
  });

  it("getToken uses the codec of the configuration", async () => {
    const jwt = {
      encode: ({ token }: { token?: object | undefined }) =>
        btoa(JSON.stringify(token)).replaceAll("=", ""),
      decode: ({ token = "" }) => JSON.parse(atob(token)),
    };
    const site = await createApp({ config: { secret, jwt } });
    await signIn(site.browser);
    const headers = { cookie: site.browser.cookieHeader(app) };
    assert.equal((await read(headers, { jwt }))?.name, "Ada Lovelace");
    assert.equal(await read(headers), null);
  });

  it("getToken runs no callback and writes nothing", async () => {
    const site = await createApp({ config: { secret } });
    await signIn(site.browser);
    const value = cookieValue(site.browser, cookieName.session);
    const token = await read({ cookie: `${cookieName.session}=${value}` });
    assert.equal(
      token?.exp,
      (await decode({
        token: value,
        secret,
        salt: cookieName.session,
      }))?.exp,
    );
  });

  it("getToken is null if two different sessions open [TOSS-01]", async () => {
    const [a, b] = [await mint(secret), await mint(secret, { sub: "b" })];
    const cookie = `${cookieName.session}=${a}; ${cookieName.session}=${b}`;
    assert.equal(await read({ cookie }), null);
  });
});

describe("getToken with Authorization: Bearer", () => {
  it("getToken takes a bearer token only on request", async () => {
    const authorization = `Bearer ${await mint(secret)}`;
    assert.equal(await read({ authorization }), null);
    assert.equal(await read({ authorization }, { bearer: false }), null);
    for (const text of [authorization, authorization.replace("B", "b")]) {
      const token = await read({ authorization: text }, { bearer: true });
      assert.equal(token?.sub, "person-1-----------------------------------");
    }
    const encoded = `Bearer ${encodeURIComponent(await mint(secret))}`;
    const token = await read({ authorization: encoded }, { bearer: true });
    assert.equal(token?.sub, "person-1-----------------------------------");
  });

  it("getToken prefers the cookie, and takes the bearer token if the cookie is invalid", async () => {
    const bearer = true;
    const authorization = `Bearer ${await mint(secret, { sub: "bearer" })}`;
    const cookie = `${cookieName.session}=${await mint(secret, {
      sub: "cookie",
    })}`;
    const both = await read({ authorization, cookie }, { bearer });
    assert.equal(both?.sub, "cookie");
    const garbage = { authorization, cookie: `${cookieName.session}=x` };
    assert.equal((await read(garbage, { bearer }))?.sub, "bearer");
  });

  it("getToken is null for malformed bearer headers, and never throws [A13]", async () => {
    const rows = [
      "Bearer %",
      "Bearer %E0%A4%A",
      "Bearer",
      "Bearer ",
      "Bearer a b",
      `Bearer ${"%25".repeat(21_846)}`,
      `Bearer ${"%25".repeat(5000)}`,
      `Bearer ${"%".repeat(65_536)}`,
      "Bearer  x",
      "Basic eDp5",
      "",
      "Bearer \u0000",
      `Bearer ${await mint(secret)} x`,
    ];
    for (const authorization of rows) {
      const token = await read({ authorization }, { bearer: true });
      assert.equal(token, null, authorization.slice(0, 40));
    }
    assert.deepEqual(rejections, []);
  });

  it("getToken is null for a bearer token of a revoked session", async () => {
    const store = createMemoryStore();
    const claims = toTestClaims();
    const authorization = `Bearer ${await mint(secret, claims)}`;
    const params = { bearer: true, store };
    assert.notEqual(await read({ authorization }, params), null);
    await createAuth({ secret, providers: [], store })
      .revoke({ session: String(claims.sid) });
    assert.equal(await read({ authorization }, params), null);
  });

  it("the auth routes ignore bearer tokens", async () => {
    const site = await createApp();
    const authorization = `Bearer ${await mint(site.secret)}`;
    const headers = { authorization };
    const response = await site.browser
      .fetch(`${app}/auth/session`, { headers });
    assert.equal(await response.text(), "null");
  });
});

describe("encode and decode", () => {
  const salt = "__Host-latchkey.session";

  it("decode returns what encode was given", async () => {
    const token = await encode({
      token: { name: "Ada", n: [1] },
      secret,
      salt,
    });
    assert.equal(token.split(".").length, 5);
    const claims = await decode({ token, secret, salt });
    assert.equal(claims?.name, "Ada");
    assert.deepEqual(claims?.n, [1]);
  });

  it("encode makes a token that the session endpoint accepts, with the claims of a session", async () => {
    const site = await createApp({ config: { secret } });
    const token = await encode({ token: toTestClaims(), secret, salt });
    const response = await site.browser.fetch(`${app}/auth/session`, {
      headers: { cookie: `${salt}=${token}` },
    });
    assert.equal((await response.json()).user.name, "Ada Lovelace");
  });

  it("encode writes iat and exp itself, with a default of 30 days", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const now = NOON / 1000;
    const long = await encode({ token: { iat: 1, exp: 9e9 }, secret, salt });
    const claims = await decode({ token: long, secret, salt });
    assert.deepEqual(claims, { iat: now, exp: now + 30 * DAY });
    const token = await encode({ secret, salt, maxAge: 60 });
    mock.timers.setTime(NOON + 59_000);
    assert.notEqual(await decode({ token, secret, salt }), null);
    mock.timers.setTime(NOON + 60_000);
    assert.equal(await decode({ token, secret, salt }), null);
  });

  it("secrets rotate: the first of a list seals, and all open", async () => {
    const [old, fresh] = [`${secret} 1`, `${secret} 2`];
    const before = await encode({ token: { sub: "x" }, secret: old, salt });
    const both = [fresh, old];
    assert.notEqual(await decode({ token: before, secret: both, salt }), null);
    const after = await encode({ token: { sub: "x" }, secret: both, salt });
    assert.equal(await decode({ token: after, secret: old, salt }), null);
    assert.notEqual(await decode({ token: after, secret: fresh, salt }), null);
  });

  it("decode returns null for any other text", async () => {
    const token = await encode({ token: { sub: "x" }, secret, salt });
    const other = { secret: "another secret, as long as needed", salt };
    assert.equal(await decode({ token, ...other }), null);
    assert.equal(await decode({ token, secret, salt: "x" }), null);
    assert.equal(await decode({ secret, salt }), null);
    for (const bad of ["", "x", "....", `${token}x`, token.slice(1)]) {
      assert.equal(await decode({ token: bad, secret, salt }), null);
    }
  });
});
