import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  Auth,
  type AuthConfig,
  AuthError,
  type Callbacks,
  createAuth,
  type JWT,
  type Session,
} from "@latchkey/auth";
import {
  getSession,
  type ServerAuthConfig,
  updateSession,
} from "@latchkey/auth/server";
import express from "express";
import {
  ask,
  createServerApp,
  S as plainName,
  serve,
  toCookie,
} from "../../server/express_testkit.ts";
import { createKeyring } from "../crypto/keys.ts";
import { open } from "../crypto/seal.ts";
import {
  type App,
  app,
  cookieName,
  cookieValue,
  createApp,
  readCsrfToken,
  readSession,
  signIn,
  toRequest,
} from "../../testing/app_testkit.ts";
import {
  assertRefused,
  readSetCookies,
  rejections,
  toAnswer,
} from "../../testing/checks_testkit.ts";
import { DAY, mint, NOON, plant, sessionPurpose } from "./session_testkit.ts";

afterEach(() => mock.timers.reset());

type Jwt = NonNullable<Callbacks["jwt"]>;
type JwtMessage = Parameters<Jwt>[0];

/** Takes only the name from the data that the browser sends. */
const rename: Jwt = ({ token, trigger, session }) => {
  const { name } = (session ?? {}) as { name?: unknown };
  return trigger === "update" && typeof name === "string"
    ? { ...token, name }
    : token;
};

/** Creates a site with a signed-in user; records every later message of its `jwt` callback. */
async function createSignedIn(
  overrides: Partial<AuthConfig> = {},
): Promise<App & { told: JwtMessage[] }> {
  const told: JwtMessage[] = [];
  const { jwt = rename, ...callbacks } = overrides.callbacks ?? {};
  const site = await createApp({
    config: {
      ...overrides,
      callbacks: {
        ...callbacks,
        jwt: (message) => {
          told.push(message);
          return jwt(message);
        },
      },
    },
  });
  plant(site.browser, await mint(site.secret));
  return { ...site, told };
}

interface Post {
  readonly body: string;
  readonly type: string;
  readonly headers?: Record<string, string>;
}

/** Sends one update as a page of the site would, and keeps the cookies. */
async function post(site: App, { body, type, headers = {} }: Post) {
  const request = toRequest(site.browser, "/auth/session", {
    method: "POST",
    body,
    headers: { "content-type": type, origin: app, ...headers },
  });
  const answer = await toAnswer(await Auth(request, site.config));
  for (const header of answer.headers.getSetCookie()) {
    site.browser.setCookie(app, header);
  }
  return answer;
}

async function postJson(site: App, data: unknown, more: object = {}) {
  const csrfToken = await readCsrfToken(site.browser);
  const body = JSON.stringify({ csrfToken, data, ...more });
  return await post(site, { body, type: "application/json" });
}

async function openClaims(site: App): Promise<JWT | undefined> {
  const value = cookieValue(site.browser, cookieName.session);
  const keyring = createKeyring([site.secret]);
  const opened = await open(keyring, sessionPurpose, value, Date.now());
  return opened?.payload as JWT | undefined;
}

describe("an update by POST /session", () => {
  it("an update passes the data of a JSON body to the jwt callback, with trigger update, and answers with the new session", async () => {
    const site = await createSignedIn();
    const data = { name: "Grace Hopper", deep: [{ n: 1 }, null, true] };
    const answer = await postJson(site, data);
    assert.equal(answer.status, 200);
    const [message] = site.told;
    assert.deepEqual(
      Object.keys(message ?? {}).sort(),
      ["session", "source", "token", "trigger"],
    );
    assert.equal(message?.trigger, "update");
    assert.deepEqual(message?.session, data);
    const session: Session = JSON.parse(answer.text);
    assert.equal(session.user?.name, "Grace Hopper");
    assert.deepEqual(Object.keys(session).sort(), ["expires", "user"]);
    assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
    assert.equal((await readSession(site.browser))?.user?.name, "Grace Hopper");
  });

  it("an update passes the data of a form to the jwt callback as text", async () => {
    const site = await createSignedIn();
    const csrfToken = await readCsrfToken(site.browser);
    const answer = await post(site, {
      body: `${new URLSearchParams({ csrfToken, data: '{"name":"x"}' })}`,
      type: "application/x-www-form-urlencoded",
    });
    assert.equal(answer.status, 200);
    assert.equal(site.told[0]?.session, '{"name":"x"}');
    assert.equal(site.told[0]?.trigger, "update");
  });

  it("an update without data passes undefined, and ignores other members of the body", async () => {
    const site = await createSignedIn();
    await postJson(site, undefined, { session: { name: "Mallory" }, sub: "x" });
    assert.ok("session" in (site.told[0] ?? {}));
    assert.equal(site.told[0]?.session, undefined);
    assert.equal((await readSession(site.browser))?.user?.name, "Ada Lovelace");
  });

  it("an update without a jwt callback changes only the time", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const site = await createApp();
    plant(site.browser, await mint(site.secret));
    const before = await openClaims(site);
    mock.timers.setTime(NOON + 60_000);
    const answer = await postJson(site, {
      name: "Mallory",
      role: "admin",
      sub: "somebody else",
      exp: 9e9,
    });
    assert.equal(answer.status, 200);
    assert.equal(JSON.parse(answer.text).user.name, "Ada Lovelace");
    const after = await openClaims(site);
    assert.deepEqual(after, {
      ...before,
      iat: NOON / 1000 + 60,
      exp: NOON / 1000 + 60 + 30 * DAY,
    });
  });

  it("the session callback, the token callback and the events get what was written", async () => {
    const seen: unknown[] = [];
    const site = await createSignedIn({
      callbacks: {
        session: ({ session, token }) => {
          seen.push(token.name);
          return session;
        },
      },
      events: { session: ({ token }) => void seen.push(token.name) },
    });
    await postJson(site, { name: "Grace Hopper" });
    assert.deepEqual(seen, ["Grace Hopper", "Grace Hopper"]);
  });

  it("an update writes the cookie even if nothing changes, because the session was used", async () => {
    const site = await createSignedIn();
    const answer = await postJson(site, {});
    assert.deepEqual(
      readSetCookies(answer.headers).map(({ name }) => name),
      [cookieName.session],
    );
  });

  it("an update cannot change the library's claims, whatever the callback does with hostile data", async () => {
    const hostile: unknown[] = [
      { sub: "x", sid: "x", iat: 0, auth_time: 9e9, exp: 9e9, aud: "x" },
      { constructor: { prototype: { admin: true } } },
      { toString: null, valueOf: 1, then: 1, toJSON: "x", length: -1 },
      ["__proto__", { 0: 1 }],
      "text",
      "",
      0,
      1e308,
      false,
      true,
      null,
      Array.from({ length: 100 }, (_, i) => i),
      { [" ".repeat(500)]: "\u0000\r\nset-cookie: a=b\u2028" },
    ];
    const site = await createSignedIn({
      callbacks: {
        jwt: ({ token, session }) =>
          Object.assign(token, typeof session === "object" ? session : {}),
      },
    });
    const { sub, sid, auth_time, aud } = await openClaims(site) ?? {};
    for (const data of hostile) {
      const answer = await postJson(site, data);
      assert.equal(answer.status, 200, JSON.stringify(data));
      const claims = await openClaims(site);
      assert.deepEqual(
        [claims?.sub, claims?.sid, claims?.auth_time, claims?.aud],
        [sub, sid, auth_time, aud],
      );
      assert.notEqual(
        await readSession(site.browser),
        null,
        JSON.stringify(data),
      );
      assert.deepEqual(site.told.at(-2)?.session, data);
    }
    assert.equal(({} as { admin?: boolean }).admin, undefined);
    assert.deepEqual(rejections, []);
  });

  it("data with __proto__ pollutes nothing and becomes no prototype of the claims [4.9]", async () => {
    const site = await createSignedIn({
      callbacks: {
        jwt: ({ token, session }) =>
          Object.assign(token, typeof session === "object" ? session : {}),
      },
    });
    const csrfToken = await readCsrfToken(site.browser);
    const answer = await post(site, {
      body: `{"csrfToken":"${csrfToken}",` +
        `"data":{"__proto__":{"admin":true,"sub":"x"}},` +
        `"__proto__":{"data":1}}`,
      type: "application/json",
    });
    assert.equal(answer.status, 200);
    assert.equal(({} as { admin?: boolean }).admin, undefined);
    const claims = await openClaims(site);
    assert.equal(claims?.admin, undefined);
    assert.equal(claims?.sub, "person-1-----------------------------------");
  });

  it("deeply nested and long data is accepted, and too much of it is refused by size", async () => {
    const site = await createSignedIn();
    const deep = JSON.parse("[".repeat(2000) + "]".repeat(2000));
    assert.equal((await postJson(site, deep)).status, 200);
    const before = cookieValue(site.browser, cookieName.session);
    const big = await postJson(site, "x".repeat(70_000));
    assert.equal(big.status, 413);
    assertRefused(big, site);
    assert.equal(cookieValue(site.browser, cookieName.session), before);
  });

  it("an update that makes the session too large is an error, and the old session stays", async () => {
    const site = await createSignedIn({
      callbacks: { jwt: ({ token, session }) => ({ ...token, more: session }) },
    });
    const answer = await postJson(site, "x".repeat(20_000));
    assert.equal(answer.status, 500);
    assert.equal(JSON.parse(answer.text).error, "Configuration");
    assertRefused(answer, site);
    assert.equal((await readSession(site.browser))?.user?.name, "Ada Lovelace");
  });

  it("an update without the form token is refused without any effect", async () => {
    const site = await createSignedIn();
    const before = cookieValue(site.browser, cookieName.session);
    const token = await readCsrfToken(site.browser);
    const json = "application/json";
    const posts: Post[] = [
      { body: JSON.stringify({ data: { name: "Mallory" } }), type: json },
      {
        body: JSON.stringify({ csrfToken: `${token}x`, data: { name: "M" } }),
        type: json,
      },
      {
        body: JSON.stringify({ csrfToken: [token], data: { name: "M" } }),
        type: json,
      },
      {
        body: JSON.stringify({ csrfToken: token, data: { name: "M" } }),
        type: "text/plain",
      },
      {
        body: JSON.stringify({ csrfToken: token, data: { name: "M" } }),
        type: json,
        headers: { origin: "https://evil.example" },
      },
      {
        body: JSON.stringify({ csrfToken: token, data: { name: "M" } }),
        type: json,
        headers: { "sec-fetch-site": "same-site" },
      },
      {
        body: "",
        type: json,
        headers: { "x-csrf-token": token, "x-auth-return-redirect": "1" },
      },
    ];
    for (const one of posts) {
      const answer = await post(site, one);
      assert.ok(answer.status === 403 || answer.status === 400, one.body);
      assert.match(JSON.parse(answer.text).error, /^(?:MissingCSRF|Cross|Inv)/);
      assert.deepEqual(readSetCookies(answer.headers), []);
      assertRefused(answer, site, { hides: [token] });
    }
    assert.deepEqual(site.told, []);
    assert.equal(cookieValue(site.browser, cookieName.session), before);
  });

  it("an update with the form token of another session is refused", async () => {
    const site = await createSignedIn();
    const csrfToken = await readCsrfToken(site.browser);
    plant(site.browser, await mint(site.secret, { sub: "another person" }));
    const answer = await post(site, {
      body: JSON.stringify({ csrfToken, data: { name: "M" } }),
      type: "application/json",
    });
    assert.equal(answer.status, 403);
    assertRefused(answer, site);
    assert.deepEqual(site.told, []);
  });

  it("an update without a session answers null and calls no callback", async () => {
    const told: unknown[] = [];
    const site = await createApp({
      config: {
        callbacks: {
          jwt: (message) => {
            told.push(message);
            return message.token;
          },
        },
        events: { session: (message) => void told.push(message) },
      },
    });
    const answer = await postJson(site, { name: "Mallory" });
    assert.deepEqual([answer.status, answer.text], [200, "null"]);
    assertRefused(answer, site);
    assert.deepEqual(told, []);
  });

  it("an update of an expired or revoked session answers null and clears it [SES-04]", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const site = await createSignedIn();
    const sid = (await openClaims(site))?.sid ?? "";
    const csrfToken = await readCsrfToken(site.browser);
    await createAuth(site.config).revoke({ session: sid });
    const revoked = await post(site, {
      body: JSON.stringify({ csrfToken, data: { name: "M" } }),
      type: "application/json",
    });
    assert.equal(revoked.text, "null");
    assertRefused(revoked, site, { clears: [cookieName.session] });
    plant(site.browser, await mint(site.secret, { exp: NOON / 1000 - 1 }));
    const expired = await postJson(site, { name: "M" });
    assert.equal(expired.text, "null");
    assertRefused(expired, site, { clears: [cookieName.session] });
    assert.deepEqual(site.told, []);
  });

  it("an update ends the session if the jwt callback returns null", async () => {
    const site = await createSignedIn({
      callbacks: {
        jwt: ({ token, trigger }) => trigger === "update" ? null : token,
      },
    });
    const answer = await postJson(site, {});
    assert.equal(answer.text, "null");
    assertRefused(answer, site, { clears: [cookieName.session] });
    assert.equal(await readSession(site.browser), null);
  });

  it("an update whose callback throws is an error, and the old session stays [F35]", async () => {
    for (const name of ["jwt", "session"] as const) {
      let isBroken = false;
      const fail = () => {
        if (isBroken) throw new Error("of the host");
      };
      const site = await createSignedIn({
        callbacks: {
          jwt: (message) => {
            if (name === "jwt") fail();
            return rename(message);
          },
          session: ({ session }) => {
            if (name === "session") fail();
            return session;
          },
        },
      });
      const before = cookieValue(site.browser, cookieName.session);
      const csrfToken = await readCsrfToken(site.browser);
      isBroken = true;
      const answer = await post(site, {
        body: JSON.stringify({ csrfToken, data: { name: "Grace Hopper" } }),
        type: "application/json",
      });
      isBroken = false;
      assert.equal(answer.status, 500);
      assert.equal(JSON.parse(answer.text).error, "Configuration");
      assertRefused(answer, site);
      assert.equal(cookieValue(site.browser, cookieName.session), before);
      assert.equal(
        (await readSession(site.browser))?.user?.name,
        "Ada Lovelace",
      );
    }
  });

  it("two updates at once give the result of one of them, and the user stays signed in", async () => {
    const site = await createSignedIn();
    await Promise.all([
      postJson(site, { name: "One" }),
      postJson(site, { name: "Two" }),
    ]);
    const name = (await readSession(site.browser))?.user?.name ?? "";
    assert.ok(["One", "Two"].includes(name), name);
  });
});

describe("auth.updateSession", () => {
  it("the update is seen by every later read of the same request, and by the next request", async () => {
    const site = await createSignedIn();
    const auth = createAuth(site.config);
    const request = toRequest(site.browser, "/");
    const before = await auth.session(request);
    assert.equal(before.session?.user?.name, "Ada Lovelace");
    const updated = await auth.updateSession(request, { name: "Grace Hopper" });
    assert.equal(updated.session?.user?.name, "Grace Hopper");
    assert.equal(
      updated.headers.get("cache-control"),
      "private, no-cache, no-store",
    );
    const after = await auth.session(request);
    assert.deepEqual(after.session, updated.session);
    for (const header of updated.headers.getSetCookie()) {
      site.browser.setCookie(app, header);
    }
    assert.equal((await readSession(site.browser))?.user?.name, "Grace Hopper");
  });

  it("updateSession needs no form token, passes its data unchanged, and sets trigger to update", async () => {
    const site = await createSignedIn();
    const data = { name: "Grace", when: new Date(0), call: () => 1 };
    await createAuth(site.config)
      .updateSession(toRequest(site.browser, "/"), data);
    assert.equal(site.told[0]?.trigger, "update");
    assert.equal(site.told[0]?.session, data);
  });

  it("two updates in one request change the session twice", async () => {
    const site = await createSignedIn({
      callbacks: {
        jwt: ({ token, session }) => ({
          ...token,
          name: `${token.name}${session ?? ""}`,
        }),
      },
    });
    const auth = createAuth(site.config);
    const request = toRequest(site.browser, "/");
    await auth.updateSession(request, "1");
    const { session } = await auth.updateSession(request, "2");
    assert.equal(session?.user?.name, "Ada Lovelace12");
    const last = await auth.session(request);
    assert.equal(last.session?.user?.name, "Ada Lovelace12");
  });

  it("an update that needs chunks and one that does not leave no old chunk behind [CHK-02]", async () => {
    const site = await createSignedIn({
      callbacks: {
        jwt: ({ token, trigger, session }) =>
          trigger === "update" ? { ...token, more: session } : token,
      },
    });
    const auth = createAuth(site.config);
    const request = toRequest(site.browser, "/");
    for (const more of ["x".repeat(3600), "short"]) {
      const { headers } = await auth.updateSession(request, more);
      for (const header of headers.getSetCookie()) {
        site.browser.setCookie(app, header);
      }
    }
    const kept = site.browser.cookies(app).map(({ name }) => name);
    assert.deepEqual(kept, [cookieName.session]);
    assert.equal((await openClaims(site))?.more, "short");
    assert.notEqual(await readSession(site.browser), null);
  });

  it("updateSession without a session returns null, writes nothing and calls no callback", async () => {
    const site = await createSignedIn();
    const request = new Request(`${app}/`);
    const { session, headers } = await createAuth(site.config)
      .updateSession(request, { name: "M" });
    assert.equal(session, null);
    assert.deepEqual(headers.getSetCookie(), []);
    assert.deepEqual(site.told, []);
  });

  it("updateSession ends the session if the jwt callback returns null, also for this request", async () => {
    const site = await createSignedIn({ callbacks: { jwt: () => null } });
    const auth = createAuth(site.config);
    const request = toRequest(site.browser, "/");
    const { session, headers } = await auth.updateSession(request, {});
    assert.equal(session, null);
    assert.deepEqual(
      readSetCookies(headers).map(({ name, deletes }) => [name, deletes]),
      [[cookieName.session, true]],
    );
    assert.equal((await auth.session(request)).session, null);
  });

  it("updateSession rejects with the library's error if a callback throws, and changes nothing [F35]", async () => {
    const site = await createSignedIn({
      callbacks: {
        jwt: ({ token, trigger }) => {
          if (trigger === "update") throw new Error("of the host");
          return token;
        },
      },
    });
    const auth = createAuth(site.config);
    const request = toRequest(site.browser, "/");
    await assert.rejects(
      auth.updateSession(request, {}),
      (error) => error instanceof AuthError && error.type === "SessionError",
    );
    const { session } = await auth.session(request);
    assert.equal(session?.user?.name, "Ada Lovelace");
    assert.deepEqual(rejections, []);
  });

  it("updateSession with rotate gives a new id and ends the old one everywhere [SES-09]", async () => {
    const site = await createSignedIn();
    const thief = site.browser.clone();
    const before = await openClaims(site);
    const auth = createAuth(site.config);
    const request = toRequest(site.browser, "/");
    const { session, headers } = await auth
      .updateSession(request, { name: "Grace" }, { rotate: true });
    assert.equal(session?.user?.name, "Grace");
    for (const header of headers.getSetCookie()) {
      site.browser.setCookie(app, header);
    }
    const after = await openClaims(site);
    assert.notEqual(after?.sid, before?.sid);
    assert.equal(after?.sub, before?.sub);
    assert.equal(after?.auth_time, before?.auth_time);
    assert.notEqual(await readSession(site.browser), null);
    const copied = await Auth(
      toRequest(thief, "/auth/session"),
      site.config,
    );
    const answer = await toAnswer(copied);
    assert.equal(answer.text, "null");
    assertRefused(answer, site);
  });

  it("updateSession without rotate keeps the id [SES-09]", async () => {
    const site = await createSignedIn();
    const before = await openClaims(site);
    const { headers } = await createAuth(site.config)
      .updateSession(toRequest(site.browser, "/"), { name: "Grace" });
    for (const header of headers.getSetCookie()) {
      site.browser.setCookie(app, header);
    }
    assert.equal((await openClaims(site))?.sid, before?.sid);
  });

  it("callbacks and events after rotate get the new id, so that it can be revoked [SES-09]", async () => {
    const seen: unknown[] = [];
    const site = await createSignedIn({
      callbacks: {
        session: ({ session, token }) => {
          seen.push(token.sid);
          return session;
        },
      },
      events: { session: ({ token }) => void seen.push(token.sid) },
    });
    const { headers } = await createAuth(site.config)
      .updateSession(toRequest(site.browser, "/"), {}, { rotate: true });
    for (const header of headers.getSetCookie()) {
      site.browser.setCookie(app, header);
    }
    const sid = (await openClaims(site))?.sid;
    assert.deepEqual(seen, [sid, sid]);
  });

  it("the form token of the same request after rotate fits the new session, and not the old one [SES-09]", async () => {
    const site = await createSignedIn();
    const auth = createAuth(site.config);
    const request = toRequest(site.browser, "/");
    const old = await auth.csrfToken(request);
    const { headers } = await auth.updateSession(request, {}, { rotate: true });
    const fresh = await auth.csrfToken(request);
    assert.notEqual(fresh.csrfToken, old.csrfToken);
    const all = [old.headers, headers, fresh.headers];
    for (const header of all.flatMap((one) => one.getSetCookie())) {
      site.browser.setCookie(app, header);
    }
    for (const [csrfToken, status] of [[fresh, 200], [old, 403]] as const) {
      const answer = await post(site, {
        body: JSON.stringify({ csrfToken: csrfToken.csrfToken, data: {} }),
        type: "application/json",
      });
      assert.equal(answer.status, status);
    }
  });

  it("the old session stays if the store fails during rotate [SES-09]", async () => {
    const site = await createSignedIn({
      store: {
        get: (keys) => keys.map(() => null),
        set: () => Promise.reject(new Error("the store is down")),
        compareAndSet: () => true,
        delete: () => {},
      },
    });
    const auth = createAuth(site.config);
    const request = toRequest(site.browser, "/");
    await assert.rejects(
      auth.updateSession(request, { name: "G" }, { rotate: true }),
      (error) => error instanceof AuthError && error.type === "StoreError",
    );
    const { session } = await auth.session(request);
    assert.equal(session?.user?.name, "Ada Lovelace");
  });

  it("an update is also seen through an equal, newly made configuration", async () => {
    const site = await createSignedIn();
    const make = (): AuthConfig => ({ ...site.config });
    const request = toRequest(site.browser, "/");
    await createAuth(make()).updateSession(request, { name: "Grace" });
    const { session } = await createAuth(make()).session(request);
    assert.equal(session?.user?.name, "Grace");
  });

  it("updateSession works after a real sign-in, and repeatedly", async () => {
    const site = await createApp({ config: { callbacks: { jwt: rename } } });
    await signIn(site.browser);
    const auth = createAuth(site.config);
    for (const name of ["One", "Two"]) {
      const { headers } = await auth
        .updateSession(toRequest(site.browser, "/"), { name });
      for (const header of headers.getSetCookie()) {
        site.browser.setCookie(app, header);
      }
      assert.equal((await readSession(site.browser))?.user?.name, name);
    }
  });
});

describe("updateSession on Express", () => {
  const claims = (config: ServerAuthConfig, headers: Headers) =>
    open(
      createKeyring([String(config.secret)]),
      { ...sessionPurpose, cookie: plainName },
      readSetCookies(headers).find(({ name }) => name === plainName)?.value ??
        "",
      Date.now(),
    );

  it("getSession sees an earlier update, however it is called, and one cookie is written", async () => {
    const { auth, config, secret } = await createServerApp({
      callbacks: { jwt: rename },
    });
    const site = express();
    site.use(auth.session);
    site.get("/", async (req, res) => {
      await auth.updateSession(req, { name: "Grace" });
      const again = await auth.getSession(req);
      const other = await getSession(req, config);
      res.json([again?.user?.name, other?.user?.name]);
    });
    await serve(site, async (origin) => {
      const cookie = await toCookie(secret);
      const answer = await ask(origin, { cookie });
      assert.deepEqual(JSON.parse(answer.text), ["Grace", "Grace"]);
      const set = readSetCookies(answer.headers);
      assert.deepEqual(set.map(({ name }) => name), [plainName]);
      assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
      const opened = await claims(config, answer.headers);
      assert.equal(opened?.payload.name, "Grace");
    });
  });

  it("updateSession with rotate ends the old id, and a later csrfToken fits [SES-09]", async () => {
    const { auth, config, secret } = await createServerApp({
      callbacks: { jwt: rename },
    });
    const site = express();
    site.use("/auth", auth);
    site.get("/", async (req, res) => {
      await updateSession(req, config, { name: "Grace" }, { rotate: true });
      res.send(await auth.csrfToken(req));
    });
    await serve(site, async (origin) => {
      const cookie = await toCookie(secret);
      const answer = await ask(origin, { cookie });
      const pairs = readSetCookies(answer.headers)
        .map(({ name, value }) => `${name}=${value}`);
      assert.equal(pairs.length, 2);
      const update = await ask(`${origin}/auth/session`, {
        cookie: pairs.join("; "),
        "content-type": "application/json",
      }, {
        method: "POST",
        body: JSON.stringify({ csrfToken: answer.text, data: {} }),
      });
      assert.equal(update.status, 200);
      assert.equal(JSON.parse(update.text).user.name, "Grace");
      const old = await ask(`${origin}/auth/session`, { cookie });
      assert.equal(old.text, "null");
    });
  });

  it("updateSession ends the session if the jwt callback returns null", async () => {
    const { auth, secret } = await createServerApp({
      callbacks: {
        jwt: ({ token, trigger }) => trigger === "update" ? null : token,
      },
    });
    const site = express();
    site.get("/", async (req, res) => {
      const updated = await auth.updateSession(req, {});
      res.json([updated, await auth.getSession(req)]);
    });
    await serve(site, async (origin) => {
      const answer = await ask(origin, { cookie: await toCookie(secret) });
      assert.equal(answer.text, "[null,null]");
      assert.deepEqual(
        readSetCookies(answer.headers).map(({ name, deletes }) => [
          name,
          deletes,
        ]),
        [[plainName, true]],
      );
    });
  });
});
