import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { type AuthConfig, createAuth, createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { NotConnected, SignInRequired } from "@latchkey/auth/errors";
import {
  type Browser,
  createBrowser,
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";
import { randomText } from "../crypto/random.ts";
import { app, signOut } from "../../testing/app_testkit.ts";
import { NOON } from "../session/session_testkit.ts";
import {
  askToken,
  createTokenSite,
  readJar,
  signInAt,
  T,
} from "./token_cookie_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(() => mock.timers.reset());

const HOUR = 3_600_000;

describe("the name and the attributes of the cookie with tokens", () => {
  it("are the application's, whose session's attributes are the default", async () => {
    const site = await createTokenSite({
      cookies: {
        sessionToken: { options: { domain: "example", sameSite: "strict" } },
        tokens: { name: "api", options: { priority: "low" } },
      },
    });
    await signInAt(site);
    const all = site.responses.flatMap(({ headers }) => headers.getSetCookie());
    const cookie = all.find((one) => one.startsWith("api.op=")) ?? "";
    for (const part of ["Domain=example", "SameSite=Strict", "Priority=Low"]) {
      assert.ok(cookie.includes(part), part);
    }
  });

  it("on http there is no prefix, and a cookie of the other scheme opens nothing", async () => {
    const site = await createTokenSite({ useSecureCookies: false });
    await signInAt(site);
    const [value = ""] = readJar(site.browser, "latchkey.tokens.op").values();
    assert.notEqual(value, "");
    assert.match(await askToken(site), /^at-/);
    const secure = createAuth({ ...site.config, useSecureCookies: true });
    const cookie = `__Host-latchkey.session=${
      readJar(site.browser).get("latchkey.session")
    }; ${T}=${value}`;
    const request = new Request(app, { headers: { cookie } });
    await assert.rejects(
      secure.getAccessToken(request, "op"),
      SignInRequired,
    );
  });
});

describe("the parts of the browser that the session before left", () => {
  it("a provider that posts its answer replaces tokens that the browser did not send", async () => {
    const site = await createTokenSite();
    const posting = await createTokenSite({
      ...site.config,
      providers: [
        site.op.provider({ id: "op" }),
        site.second.provider({
          id: "second",
          authorization: { params: { response_mode: "form_post" } },
        }),
      ],
    });
    const browser = createBrowser({
      [app]: posting.auth.handler,
      [site.op.origin]: site.op.handler,
      [site.second.origin]: site.second.handler,
    });
    await signInAt({ browser });
    assert.equal(readJar(browser, T).size, 1);
    const page = await browser.goto(`${app}/auth/signin?another=1`);
    const form = await browser.submit(page, { action: "/auth/signin/second" });
    await browser.submit(form);
    assert.deepEqual([...readJar(browser, "__Host-latchkey.tokens").keys()], [
      "__Host-latchkey.tokens.second",
    ]);
  });

  it("a planted cookie that is long does not keep the user from signing in", async () => {
    const site = await createTokenSite({ useSecureCookies: false });
    const planted = `latchkey.tokens.second=${"x".repeat(4000)}; Path=/`;
    site.browser.setCookie(app, planted);
    site.browser.setCookie(app, planted.replace("second", "second.1"));
    await signInAt(site);
    assert.match(await askToken(site), /^at-/);
    assert.equal(readJar(site.browser, "latchkey.tokens.second").size, 0);
  });

  it("hundreds of planted cookies make no answer that is too long", async () => {
    const site = await createTokenSite();
    await signInAt(site);
    for (let i = 0; i < 100; i++) {
      site.browser.setCookie(app, `${T}x${i}=planted; Path=/; Secure`);
    }
    site.responses.length = 0;
    await signOut(site.browser);
    const set = site.responses.flatMap(({ headers }) => headers.getSetCookie());
    assert.ok(set.length < 60);
  });
});

describe("one request", () => {
  it("sees the tokens that it has renewed, and every way to answer carries them", async () => {
    const site = await createTokenSite();
    await signInAt(site);
    mock.timers.setTime(NOON + 2 * HOUR);
    site.op.clearRequests();
    const cookie = site.browser.cookieHeader(`${app}/`);
    const request = new Request(app, { headers: { cookie } });
    const first = await site.auth.getAccessToken(request, "op");
    assert.equal(first.headers.getSetCookie().length, 1);
    // Beyond the two minutes in which the old refresh token leads to the new one.
    mock.timers.setTime(NOON + 4 * HOUR);
    const second = await site.auth.getAccessToken(request, "op");
    assert.notEqual(second.accessToken, first.accessToken);
    const used = site.op.requests.map(({ form }) => form?.get("refresh_token"))
      .filter((one) => one);
    assert.equal(new Set(used).size, 2);
  });

  it("`fetch` adds the cookies to the headers of the application's answer, although the API failed", async () => {
    const api = "https://api.example";
    const site = await createTokenSite();
    const send: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      if (request.url.startsWith(api)) throw new TypeError("it is down");
      return await site.op.handler(request);
    };
    const [op] = site.config.providers as object[];
    const { customFetch } = await import("@latchkey/auth");
    const auth = createAuth({
      ...site.config,
      providers: [{ ...op, [customFetch]: send } as never],
      tokens: { providers: ["op"], keep: "cookie", resources: { op: [api] } },
    });
    await signInAt(site);
    mock.timers.setTime(NOON + 2 * HOUR);
    const cookie = site.browser.cookieHeader(`${app}/`);
    const request = new Request(app, { headers: { cookie } });
    const setCookies = new Headers({ vary: "accept" });
    await assert.rejects(
      auth.fetch(request, "op", `${api}/me`, { setCookies }),
    );
    const [header = ""] = setCookies.getSetCookie();
    assert.ok(header.startsWith(T));
    assert.match(setCookies.get("cache-control") ?? "", /no-store/);
    assert.equal(setCookies.get("vary"), "accept, Cookie");
  });
});

const hosts = ["a.example", "b.example"] as const;

/** Two tenants, each with a server of its own under the same id, and what they share. */
async function createTenants(shared: Partial<AuthConfig>) {
  const ops = new Map<string, FaultProvider>();
  for (const host of hosts) ops.set(host, await createFaultProvider());
  const secret = randomText(32);
  const auth = createAuth((request: Request): AuthConfig => ({
    secret,
    trustHost: true,
    providers: [
      ops.get(new URL(request.url).host)?.provider({ id: "op" }) as never,
    ],
    tokens: { providers: ["op"], ...shared.tokens },
    ...shared,
  }));
  const sites = Object.fromEntries([
    ...hosts.map((host) => [`https://${host}`, auth.handler] as const),
    ...[...ops.values()].map((op) => [op.origin, op.handler] as const),
  ]);
  const signInTo = async (browser: Browser, host: string) => {
    const url = `https://${host}/auth/signin?another=1`;
    const page = await browser.goto(url);
    await browser.submit(page, { action: "/auth/signin/op" });
  };
  const ask = (host: string, cookie: string) =>
    auth.getAccessToken(
      new Request(`https://${host}/`, { headers: { cookie } }),
      "op",
    );
  return { ops, signInTo, ask, create: () => createBrowser(sites) };
}

describe("two tenants of one application, with servers of the same id", () => {
  it("cookies of one are worth nothing at the other", async () => {
    const { ops, signInTo, ask, create } = await createTenants({
      tokens: { providers: ["op"], keep: "cookie" },
    });
    const jars = [];
    for (const host of hosts) {
      const browser = create();
      await signInTo(browser, host);
      jars.push(browser.cookies(`https://${host}`));
    }
    for (const op of ops.values()) op.clearRequests();
    mock.timers.setTime(NOON + 2 * HOUR);
    const [a = [], b = []] = jars;
    const toHeader = (all: typeof a) =>
      all.map(({ name, value }) => `${name}=${value}`).join("; ");
    await assert.rejects(ask("b.example", toHeader(a)), SignInRequired);
    const mixed = [
      ...b.filter(({ name }) => name !== T),
      ...a.filter(({ name }) => name === T),
    ];
    await assert.rejects(ask("b.example", toHeader(mixed)), NotConnected);
    for (const op of ops.values()) assert.equal(op.count("token"), 0);
  });

  for (const keep of ["adapter", "store", "cookie"] as const) {
    it(`a session of both does not send one server's refresh token to the other (${keep})`, async () => {
      const { ops, signInTo, ask, create } = await createTenants({
        tokens: { providers: ["op"], keep },
        store: createMemoryStore(),
        adapter: createMemoryAdapter(),
        // Of the whole domain, so that both hosts share the session.
        session: { strategy: "database" },
      });
      const browser = create();
      await signInTo(browser, "a.example");
      const cookie = browser.cookieHeader("https://a.example/");
      for (const op of ops.values()) op.clearRequests();
      mock.timers.setTime(NOON + 2 * HOUR);
      await assert.rejects(ask("b.example", cookie), NotConnected);
      assert.equal(ops.get("b.example")?.count("token"), 0);
      assert.match((await ask("a.example", cookie)).accessToken, /^at-/);
    });
  }
});
