import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  Auth,
  type AuthConfig,
  createAuth,
  createMemoryStore,
  type Store,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createBrowser, createFaultProvider } from "@latchkey/auth/testing";
import {
  createLogoutFlow,
  hintCookie,
  kinds,
  listCookies,
  listLines,
  readLogout,
} from "../methods/oauth/logout/logout_testkit.ts";
import {
  type App,
  type AppOptions,
  assertSignedIn,
  cookieName,
  createApp,
  readSession,
  signIn,
  signOut,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { DAY, endsWithBrowser, NOON } from "../session/session_testkit.ts";

afterEach(endTest);

/** A store that can be looked into. */
function createOpenStore(): { store: Store; keys: () => string[] } {
  const inner = createMemoryStore();
  const kept = new Set<string>();
  return {
    store: {
      ...inner,
      get: (keys) => inner.get(keys),
      compareAndSet: (...args) => inner.compareAndSet(...args),
      set: (key, value, ttl) => {
        kept.add(key);
        return inner.set(key, value, ttl);
      },
      delete: (key) => {
        kept.delete(key);
        return inner.delete(key);
      },
    },
    keys: () => [...kept].filter((key) => key.startsWith("logout:")),
  };
}

/** Signs in and out, and returns the ID token hint that the provider got. */
async function readHint(
  flow: App,
  browser = flow.createBrowser(),
): Promise<string | null> {
  await assertSignedIn(flow, browser);
  await signOut(browser);
  return readLogout(flow).get("id_token_hint");
}

describe("the cookie with the ID token for a sign-out", () => {
  for (const remember of ["on", undefined]) {
    it(`ends with the browser only if the session does: ${remember ?? "off"}`, async () => {
      const config = { session: { rememberMe: true } };
      const flow = await createLogoutFlow({ config });
      await signIn(flow.browser, { fields: { remember } });
      const [text = ""] = flow.answers
        .flatMap(({ headers }) => headers.getSetCookie())
        .filter((one) => one.startsWith(`${hintCookie}=`));
      assert.equal(endsWithBrowser(text), remember === undefined, text);
    });
  }
});

for (const [kind, toConfig] of Object.entries(kinds)) {
  describe(`the ID token for a sign-out (${kind})`, () => {
    it(`with ${kind}, a session that got a new id still has the ID token`, async () => {
      const flow = await createLogoutFlow({ config: toConfig() });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const request = new Request(`${site}/`, {
        headers: { cookie: browser.cookieHeader(`${site}/`) },
      });
      const auth = createAuth(flow.makeConfig());
      const { headers } = await auth
        .updateSession(request, {}, { rotate: true });
      const before = browser.cookies(site).find(({ name }) =>
        name === cookieName.session
      );
      for (const one of headers.getSetCookie()) browser.setCookie(site, one);
      const after = browser.cookies(site).find(({ name }) =>
        name === cookieName.session
      );
      assert.notEqual(after?.value, before?.value);
      await signOut(browser);
      assert.match(readLogout(flow).get("id_token_hint") ?? "", /^eyJ/);
    });

    it(`with ${kind}, an ID token that has expired is still the hint`, async () => {
      mock.timers.enable({ apis: ["Date"], now: NOON });
      const flow = await createLogoutFlow({ config: toConfig() });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      mock.timers.setTime(NOON + 20 * DAY * 1000);
      assert.notEqual(await readSession(browser), null);
      const page = await signOut(browser, { fields: { callbackUrl: "/bye" } });
      assert.equal(page.url, `${site}/bye`);
      assert.match(readLogout(flow).get("id_token_hint") ?? "", /^eyJ/);
    });
  });
}

describe("the ID token for a sign-out in a cookie", () => {
  it("the cookie is sealed, and cleared with the session", async () => {
    const flow = await createLogoutFlow();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const cookie = browser.cookies(site).find(({ name }) =>
      name === hintCookie
    );
    assert.match(cookie?.value ?? "", /^[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/);
    await signOut(browser);
    assert.deepEqual(listCookies(browser, hintCookie), []);
  });

  it("without `logout`, no cookie is set", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    assert.deepEqual(listCookies(browser, hintCookie), []);
  });

  it("an ID token too large for one cookie is kept in two", async () => {
    const flow = await createLogoutFlow();
    const browser = flow.createBrowser();
    flow.op.user = { sub: "user-1", extra: "x".repeat(2500) };
    await assertSignedIn(flow, browser);
    assert.deepEqual(listCookies(browser, hintCookie).sort(), [
      `${hintCookie}.0`,
      `${hintCookie}.1`,
    ]);
    await signOut(browser);
    assert.match(readLogout(flow).get("id_token_hint") ?? "", /^eyJ/);
    assert.deepEqual(listCookies(browser, hintCookie), []);
  });

  it("an ID token that has no room beside the session is not kept, and its `login_hint` is", async () => {
    const flow = await createLogoutFlow({
      config: {
        callbacks: {
          jwt: ({ token }) => ({ ...token, own: "x".repeat(2000) }),
        },
      },
    });
    const browser = flow.createBrowser();
    flow.op.user = {
      sub: "user-1",
      login_hint: "O.CiQ",
      extra: "x".repeat(3000),
    };
    await assertSignedIn(flow, browser);
    const size = browser.cookieHeader(`${site}/`).length;
    assert.ok(size < 8000, `${size}`);
    await signOut(browser);
    const asked = readLogout(flow);
    assert.equal(asked.get("id_token_hint"), null);
    assert.equal(asked.get("logout_hint"), "O.CiQ");
    assert.equal(asked.get("client_id"), flow.op.clientId);
  });

  it("an ID token over six thousand characters is kept nowhere, as servers refuse such a URL", async () => {
    for (const store of [undefined, createMemoryStore()]) {
      const flow = await createLogoutFlow({ config: { store } });
      flow.op.user = { sub: "user-1", extra: "x".repeat(6000) };
      assert.equal(await readHint(flow), null);
    }
  });

  it("another user's cookie beside the session is no hint", async () => {
    const flow = await createLogoutFlow();
    const [one, other] = [flow.createBrowser(), flow.createBrowser()];
    await assertSignedIn(flow, one);
    flow.op.user = { sub: "user-2", name: "Eve" };
    await assertSignedIn(flow, other);
    const planted = other.cookies(site).find(({ name }) => name === hintCookie);
    one.setCookie(
      site,
      `${hintCookie}=${planted?.value}; Path=/; Secure; HttpOnly`,
    );
    await signOut(one);
    assert.equal(readLogout(flow).get("id_token_hint"), null);
  });

  it("signing in with another provider removes the cookie", async () => {
    const second = await createFaultProvider();
    const flow = await createLogoutFlow({ others: { second } });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    assert.deepEqual(listCookies(browser, hintCookie), [hintCookie]);
    await assertSignedIn(flow, browser, { id: "second" });
    assert.deepEqual(listCookies(browser, hintCookie), []);
  });

  it("linking an account leaves the cookie alone", async () => {
    const second = await createFaultProvider();
    const flow = await createLogoutFlow({
      others: { second },
      config: { adapter: createMemoryAdapter() },
    });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const read = () =>
      browser.cookies(site).find(({ name }) => name === hintCookie)?.value;
    const before = read();
    const { csrfToken } = await (await browser.fetch(`${site}/auth/csrf`))
      .json();
    const answer = await browser.fetch(`${site}/auth/link/second`, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new URLSearchParams({ csrfToken }),
    });
    await browser.goto((await answer.json()).url);
    assert.equal(second.count("token"), 1);
    assert.equal(read(), before);
  });

  it("tokens in cookies and the ID token have room together, or the tokens come first", async () => {
    for (const [size, isKept] of [[10, true], [2000, false]] as const) {
      const flow = await createLogoutFlow({
        config: { tokens: { providers: ["op"], keep: "cookie" } },
      });
      flow.op.faults.tokenResponse = (json) => ({
        ...json,
        refresh_token: `rt-${"x".repeat(size)}`,
      });
      flow.op.user = { sub: "user-1", extra: "x".repeat(1500) };
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const names = listCookies(browser, "__Host-latchkey.tokens.op");
      assert.equal(names.some((one) => one.startsWith(hintCookie)), isKept);
      assert.ok(names.some((one) => !one.startsWith(hintCookie)));
      assert.ok(browser.cookieHeader(`${site}/`).length < 8000);
    }
  });
});

describe("the ID token for a sign-out in the store", () => {
  it("an application with a store gets no further cookie, and its entry goes with the session", async () => {
    const { store, keys } = createOpenStore();
    const flow = await createLogoutFlow({ config: { store } });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    assert.deepEqual(listCookies(browser, hintCookie), []);
    assert.equal(keys().length, 1);
    await signOut(browser);
    assert.match(readLogout(flow).get("id_token_hint") ?? "", /^eyJ/);
    assert.deepEqual(keys(), []);
  });

  it("an entry that was sealed before the secret changed is found", async () => {
    const { store, keys } = createOpenStore();
    const [old, fresh] = ["old", "new"].map((one) =>
      `the ${one} secret of these tests, long`
    );
    const op = await createFaultProvider();
    const config: AuthConfig = {
      origin: site,
      providers: [op.provider({ logout: true })],
      store,
    };
    const flow = await createLogoutFlow({ config: { store } });
    const secret: string[] = [old ?? ""];
    const answer = (request: Request) => Auth(request, { ...config, secret });
    const browser = createBrowser({
      [site]: answer,
      [op.origin]: op.handler,
    });
    await assertSignedIn({ ...flow, op }, browser);
    secret.unshift(fresh ?? "");
    await signOut(browser);
    assert.match(readLogout({ op }).get("id_token_hint") ?? "", /^eyJ/);
    assert.deepEqual(keys(), []);
  });

  it("a store that cannot keep the ID token stops no sign-in, and the log says so", async () => {
    const inner = createMemoryStore();
    const store: Store = {
      ...inner,
      get: (keys) => inner.get(keys),
      compareAndSet: (...args) => inner.compareAndSet(...args),
      delete: (key) => inner.delete(key),
      set: (key, value, ttl) => {
        if (key.startsWith("logout:")) throw new Error("it is full");
        return inner.set(key, value, ttl);
      },
    };
    const flow = await createLogoutFlow({ config: { store } });
    assert.equal(await readHint(flow), null);
    assert.deepEqual(listLines(flow, /it is full/), ["error"]);
  });

  it("a store that cannot find the ID token stops no sign-out: the provider is asked without", async () => {
    const inner = createMemoryStore();
    const store: Store = {
      ...inner,
      get: (keys) => {
        if (keys.some((key) => key.startsWith("logout:"))) {
          throw new Error("it is slow");
        }
        return inner.get(keys);
      },
      compareAndSet: (...args) => inner.compareAndSet(...args),
      set: (...args) => inner.set(...args),
      delete: (key) => inner.delete(key),
    };
    const flow = await createLogoutFlow({ config: { store } });
    assert.equal(await readHint(flow), null);
    assert.equal(flow.op.count("endSession"), 1);
  });
});

describe("the ID token among kept tokens", () => {
  /** A site that keeps tokens for use, without `logout`. */
  async function createKeeping(
    options: AppOptions = {},
    keep: "adapter" | "store" | "cookie" = "adapter",
  ) {
    return await createApp({
      ...options,
      config: {
        adapter: createMemoryAdapter(),
        store: createMemoryStore(),
        tokens: { providers: ["op"], keep },
      },
    });
  }
  const federated = { federated: "true" };

  for (const keep of ["adapter", "store"] as const) {
    it(`without \`logout\`, the ID token that is kept in the ${keep} is the hint`, async () => {
      const flow = await createKeeping({}, keep);
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      await signOut(browser, { fields: federated });
      assert.match(readLogout(flow).get("id_token_hint") ?? "", /^eyJ/);
    });
  }

  it("a token in a cookie has lost its signature, and is no hint", async () => {
    const flow = await createKeeping({}, "cookie");
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    await signOut(browser, { fields: federated });
    assert.equal(readLogout(flow).get("id_token_hint"), null);
  });

  it("the ID token of a later sign-in elsewhere is no hint: it would end that session at the provider", async () => {
    const flow = await createKeeping();
    const [one, other] = [flow.createBrowser(), flow.createBrowser()];
    const withSid = (sid: string) => {
      flow.op.faults.idToken = { claims: (all) => ({ ...all, sid }) };
    };
    withSid("s-1");
    await assertSignedIn(flow, one);
    withSid("s-2");
    await assertSignedIn(flow, other);
    await signOut(one, { fields: federated });
    const asked = readLogout(flow);
    assert.equal(asked.get("id_token_hint"), null);
    assert.equal(asked.get("logout_hint"), "s-1");
    await signOut(other, { fields: federated });
    assert.match(readLogout(flow).get("id_token_hint") ?? "", /^eyJ/);
  });

  it("with `logout`, each browser has the ID token of its own sign-in", async () => {
    const flow = await createKeeping({ entry: { logout: true } });
    const [one, other] = [flow.createBrowser(), flow.createBrowser()];
    for (const [sid, browser] of [["s-1", one], ["s-2", other]] as const) {
      flow.op.faults.idToken = { claims: (all) => ({ ...all, sid }) };
      await assertSignedIn(flow, browser);
    }
    for (const [sid, browser] of [["s-1", one], ["s-2", other]] as const) {
      await signOut(browser);
      const [, claims = ""] = (readLogout(flow).get("id_token_hint") ?? "")
        .split(".");
      const text = atob(claims.replaceAll("-", "+").replaceAll("_", "/"));
      assert.equal(JSON.parse(text).sid, sid);
    }
  });
});
