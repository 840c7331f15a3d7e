import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import process from "node:process";
import {
  Auth,
  type AuthConfig,
  AuthError,
  createAuth,
  createMemoryStore,
  raw,
  type RawResponse,
  skipCSRFCheck,
} from "@latchkey/auth";
import { ServerAuth } from "@latchkey/auth/server";
import { createBrowser } from "@latchkey/auth/testing";
import { randomText } from "../../crypto/random.ts";
import {
  type App,
  app,
  cookieName,
  createApp,
  readCsrfToken,
  signIn,
  toRequest,
} from "../../../testing/app_testkit.ts";
import {
  assertRefused,
  createLogger,
  rejections,
  toAnswer,
} from "../../../testing/checks_testkit.ts";
import { mint, plant } from "../../session/session_testkit.ts";

afterEach(() => mock.timers.reset());

/**
 * Hides `node:crypto` from the runtime; returns a function that restores it.
 */
function hideNodeCrypto(): () => void {
  const { getBuiltinModule } = process;
  Object.assign(process, { getBuiltinModule: undefined });
  return () => void Object.assign(process, { getBuiltinModule });
}

/** Sends a request to the same site in raw mode. */
async function askRaw(
  site: App,
  path: string,
  init: RequestInit = {},
): Promise<RawResponse> {
  const config = { ...site.config, raw } as AuthConfig & { raw: typeof raw };
  return await Auth(toRequest(site.browser, path, init), config);
}

/** Returns the form token, and puts its cookie into the browser. */
async function toForm(site: App, fields: Record<string, string> = {}) {
  const csrfToken = await readCsrfToken(site.browser);
  return {
    method: "POST",
    body: new URLSearchParams({ csrfToken, ...fields }),
  };
}

describe("a raw answer", () => {
  it("a raw answer is data: status, headers, body, redirect and cookies, and no Response", async () => {
    const site = await createApp();
    const answer = await askRaw(site, "/auth/csrf");
    assert.ok(!(answer instanceof Response));
    assert.deepEqual(Object.keys(answer).sort(), [
      "body",
      "cookies",
      "headers",
      "redirect",
      "status",
    ]);
    assert.equal(answer.status, 200);
    assert.equal(answer.redirect, undefined);
    const { csrfToken } = answer.body as { csrfToken: string };
    assert.match(csrfToken, /^[\w-]{43}$/);
    assert.deepEqual(answer.headers, {
      "cache-control": "private, no-cache, no-store",
      "content-type": "application/json; charset=utf-8",
      "referrer-policy": "same-origin",
      vary: "Cookie",
      "x-content-type-options": "nosniff",
    });
    const [cookie] = answer.cookies;
    assert.equal(answer.cookies.length, 1);
    assert.equal(cookie?.name, cookieName.csrf);
    assert.deepEqual(cookie?.options, { path: "/", secure: true });
  });

  it("a raw answer has its body before it is serialised, and HTML as text", async () => {
    const site = await createApp();
    plant(site.browser, await mint(site.secret));
    const session = await askRaw(site, "/auth/session");
    const { user } = session.body as { user: { name: string } };
    assert.equal(user.name, "Ada Lovelace");
    const nobody = await Auth(new Request(`${app}/auth/session`), {
      ...site.config,
      raw,
    });
    assert.equal(nobody.body, null);
    const page = await askRaw(site, "/auth/signin");
    assert.match(String(page.body), /^<!DOCTYPE html>/);
    assert.match(page.headers["content-security-policy"] ?? "", /default-src/);
    assert.equal(page.headers["content-type"], "text/html; charset=utf-8");
  });

  it("a raw answer names its redirect, and its cookies with their lifetimes", async () => {
    const site = await createApp();
    const out = await askRaw(
      site,
      "/auth/signin/op",
      await toForm(site, { callbackUrl: "/here" }),
    );
    assert.equal(out.status, 303);
    assert.equal(new URL(out.redirect ?? "").origin, site.op.origin);
    assert.equal("location" in out.headers, false);
    assert.equal(out.body, undefined);
    const [attempt] = out.cookies;
    assert.match(attempt?.name ?? "", /^__Host-latchkey\.attempt\./);
    assert.equal(attempt?.options.maxAge, 86_400);
  });

  it("a whole sign-in works with raw answers whose cookies are set unchanged", async () => {
    const site = await createApp();
    const config = { ...site.config, raw } as AuthConfig & { raw: typeof raw };
    const browser = createBrowser({
      [app]: async (request) => {
        if (!new URL(request.url).pathname.startsWith("/auth")) {
          return new Response("a page of the host");
        }
        const answer = await Auth(request, config);
        const headers = new Headers(answer.headers);
        for (const { name, value, options } of answer.cookies) {
          const age = "maxAge" in options ? `; Max-Age=${options.maxAge}` : "";
          const { path, secure, sameSite } = options;
          const flags = `${secure ? "; Secure" : ""}; SameSite=${
            sameSite ?? "Lax"
          }`;
          headers.append(
            "set-cookie",
            `${name}=${value}; Path=${path}${age}${flags}; HttpOnly`,
          );
        }
        if (answer.redirect) headers.set("location", answer.redirect);
        const { body } = answer;
        return new Response(
          typeof body === "string" ? body : JSON.stringify(body),
          { status: answer.status, headers },
        );
      },
      [site.op.origin]: site.op.handler,
    });
    await browser.submit(await browser.goto(`${app}/auth/signin`));
    const session = await browser.fetch(`${app}/auth/session`);
    assert.equal((await session.json()).user.name, "Ada Lovelace");
  });

  it("raw mode throws the library's errors unchanged, whatever page they would have", async () => {
    const site = await createApp();
    const rows: [string, RequestInit, string][] = [
      ["/auth/nothing", {}, "UnknownAction"],
      ["/auth/signin/nobody", { method: "POST" }, "InvalidProvider"],
      ["/auth/signout", { method: "POST" }, "MissingCSRF"],
      ["/auth/signout", { method: "PUT" }, "MethodNotAllowed"],
      ["/auth/session", { method: "POST" }, "MissingCSRF"],
      ["/auth/callback/op?code=x&state=y", {}, "InvalidCheck"],
      [
        "/auth/signout",
        { method: "POST", headers: { origin: "https://evil.example" } },
        "CrossSiteRequest",
      ],
    ];
    for (const [path, init, type] of rows) {
      await assert.rejects(
        askRaw(site, path, init),
        (error) => error instanceof AuthError && error.type === type,
        path,
      );
    }
    const denied = await createApp({
      config: { callbacks: { signIn: () => false } },
    });
    const page = await denied.browser.goto(`${app}/auth/signin`);
    const held = await denied.browser.submit(page, {
      stopAt: (url) => url.startsWith(`${app}/auth/callback`),
    });
    const url = new URL(held.pending ?? "");
    await assert.rejects(
      askRaw(denied, url.pathname + url.search),
      (error) => error instanceof AuthError && error.type === "AccessDenied",
    );
    assert.deepEqual(rejections, []);
  });

  it("raw mode shows other errors as a page, and throws none of them", async () => {
    const site = await createApp({
      config: {
        callbacks: {
          redirect: () => {
            throw new Error("of the host");
          },
        },
      },
    });
    const answer = await askRaw(site, "/auth/signin/op", await toForm(site));
    assert.equal(answer.status, 303);
    const url = new URL(answer.redirect ?? "");
    assert.equal(url.pathname, "/auth/error");
    assert.equal(url.searchParams.get("error"), "Configuration");
    assert.ok(!answer.cookies.some(({ name }) => name === cookieName.session));
  });

  it("raw mode with X-Auth-Return-Redirect shows errors as URLs and throws none", async () => {
    const site = await createApp();
    const answer = await askRaw(site, "/auth/signin/op", {
      method: "POST",
      headers: { "x-auth-return-redirect": "1" },
    });
    assert.equal(answer.status, 200);
    const { url } = answer.body as { url: string };
    assert.equal(new URL(url).searchParams.get("error"), "MissingCSRF");
    assert.equal(answer.redirect, url);
  });

  it("the raw answer of a wrong configuration has status 500", async () => {
    const print = mock.method(console, "error", () => {});
    try {
      const answer = await Auth(new Request(`${app}/auth/session`), {
        providers: [],
        secret: "short",
        raw,
      });
      assert.ok(!(answer instanceof Response));
      assert.equal(answer.status, 500);
      assert.equal((answer.body as { error: string }).error, "Configuration");
    } finally {
      print.mock.restore();
    }
  });

  it("raw mode works with a function as configuration", async () => {
    const site = await createApp();
    const answer: unknown = await Auth(
      new Request(`${app}/auth/session`),
      () => ({ ...site.config, raw }),
    );
    assert.ok(!(answer instanceof Response));
    assert.equal((answer as RawResponse).body, null);
    await assert.rejects(
      Auth(new Request(`${app}/auth/nothing`), () => ({ ...site.config, raw })),
      AuthError,
    );
  });

  it("raw mode is enabled by its symbol only, also that of another copy of the library", async () => {
    const site = await createApp();
    const request = () => new Request(`${app}/auth/session`);
    const foreign = Symbol(raw.description);
    const answer: unknown = await Auth(request(), {
      ...site.config,
      raw: foreign,
    });
    assert.ok(!(answer instanceof Response));
    const others: unknown[] = [
      undefined,
      null,
      true,
      1,
      "return-type-raw",
      Symbol(),
      Symbol("raw"),
      skipCSRFCheck,
      { description: 1 },
    ];
    for (const other of others) {
      const config = { ...site.config, raw: other as symbol };
      assert.ok(await Auth(request(), config) instanceof Response);
    }
  });
});

describe("skipCSRFCheck", () => {
  /** Signs out without a CSRF token. */
  async function signOutBlindly(skip: unknown) {
    const site = await createApp({ config: { skipCSRFCheck: skip as symbol } });
    plant(site.browser, await mint(site.secret));
    const request = toRequest(site.browser, "/auth/signout", {
      method: "POST",
    });
    const answer = await toAnswer(await Auth(request, site.config));
    return { site, answer };
  }

  it("no form needs its token with the symbol", async () => {
    const site = await createApp({ config: { skipCSRFCheck } });
    plant(site.browser, await mint(site.secret));
    for (const path of ["/auth/session", "/auth/signin/op", "/auth/signout"]) {
      const request = toRequest(site.browser, path, { method: "POST" });
      const answer = await toAnswer(await Auth(request, site.config));
      assert.ok([200, 303].includes(answer.status), path);
      assert.doesNotMatch(answer.headers.get("location") ?? "", /error=/);
    }
  });

  it("the symbol of another copy of the library is accepted", async () => {
    const { answer } = await signOutBlindly(Symbol(skipCSRFCheck.description));
    assert.equal(answer.status, 303);
    assert.equal(answer.headers.get("location"), `${app}/`);
  });

  it("only the symbol switches the check off", async () => {
    const others: unknown[] = [
      undefined,
      null,
      false,
      true,
      1,
      "skip-csrf-check",
      Symbol(),
      Symbol("skip"),
      raw,
      {},
      [],
      () => true,
    ];
    for (const other of others) {
      const { site, answer } = await signOutBlindly(other);
      assert.equal(answer.status, 303);
      const url = new URL(answer.headers.get("location") ?? "");
      assert.equal(url.searchParams.get("error"), "MissingCSRF", String(other));
      assertRefused(answer, site);
      assert.ok(site.browser.cookieHeader(app).includes(cookieName.session));
    }
  });

  it("GET /csrf is 404 in each mode, and sets no cookie", async () => {
    for (const accept of ["text/html", "application/json", "*/*"]) {
      const site = await createApp({ config: { skipCSRFCheck } });
      const request = new Request(`${app}/auth/csrf`, { headers: { accept } });
      const answer = await toAnswer(await Auth(request, site.config));
      assert.equal(answer.status, 404);
      assert.equal(JSON.parse(answer.text).error, "UnknownAction");
      assertRefused(answer, site);
      assert.deepEqual(answer.headers.getSetCookie(), []);
    }
  });

  it("state, one-time use, and sign-in and sign-out by the pages still work", async () => {
    const site = await createApp({ config: { skipCSRFCheck } });
    assert.equal((await signIn(site.browser)).url, `${app}/`);
    const answer = await toAnswer(
      await Auth(
        new Request(`${app}/auth/callback/op?code=x&state=y`),
        site.config,
      ),
    );
    assert.match(answer.headers.get("location") ?? "", /error=InvalidCheck/);
    assertRefused(answer, site);
  });

  it("the option works the same on Express", async () => {
    const auth = ServerAuth({
      providers: [],
      secret: "a secret that is as long as it has to be",
      skipCSRFCheck,
    });
    const status = await new Promise<number>((resolve) => {
      const res = {
        statusCode: 0,
        headersSent: false,
        getHeader: () => undefined,
        setHeader: () => {},
        end: () => resolve(res.statusCode),
      };
      auth(
        {
          method: "GET",
          originalUrl: "/auth/csrf",
          baseUrl: "/auth",
          headers: { host: "localhost" },
          on: () => {},
        },
        res,
        (error) => assert.fail(String(error)),
      );
    });
    assert.equal(status, 404);
  });
});

describe("createAuth", () => {
  it("createAuth answers 500 and rejects in pages if the platform's crypto fails, and does not crash [F42]", async () => {
    const site = await createApp();
    plant(site.browser, await mint(site.secret));
    // WebCrypto is not used if `node:crypto` is available.
    const show = hideNodeCrypto();
    const print = mock.method(
      crypto.subtle,
      "importKey",
      () => Promise.reject(new Error("no crypto here")),
    );
    const config: AuthConfig = {
      ...site.config,
      secret: "a secret that nobody has derived a key from",
    };
    try {
      const request = toRequest(site.browser, "/auth/csrf");
      const answer = await toAnswer(await Auth(request, config));
      assert.equal(answer.status, 500);
      assertRefused(answer, site);
      await assert.rejects(
        createAuth(config).csrfToken(toRequest(site.browser, "/")),
      );
    } finally {
      print.mock.restore();
      show();
    }
    const request = toRequest(site.browser, "/auth/session");
    const answer = await Auth(request, site.config);
    assert.equal((await answer.json()).user.name, "Ada Lovelace");
    assert.deepEqual(rejections, []);
  });

  it("createAuth recovers when the platform does, for the same secret [F42]", async () => {
    const show = hideNodeCrypto();
    for (const name of ["importKey", "deriveBits"] as const) {
      const config: AuthConfig = {
        providers: [],
        trustHost: true,
        logger: { error: () => {} },
        secret: `a secret whose first ${name} fails, and long enough`,
      };
      const broken = mock.method(
        crypto.subtle,
        name,
        () => Promise.reject(new Error("no crypto here")),
      );
      const first = await Auth(new Request(`${app}/auth/csrf`), config);
      broken.mock.restore();
      assert.equal(first.status, 500);
      const second = await Auth(new Request(`${app}/auth/csrf`), config);
      assert.equal(second.status, 200);
    }
    show();
    assert.deepEqual(rejections, []);
  });

  it("createAuth throws at start-up for every mistake of the object [F41]", () => {
    const bad: Partial<AuthConfig>[] = [
      { secret: "short" },
      { providers: undefined as never },
      { origin: "app.example" },
      { pages: { signIn: "login" } },
      { theme: { brandColor: "red;}" } },
      { cookies: { sessionToken: { name: ";" } } },
      { session: { maxAge: -1 } },
    ];
    for (const config of bad) {
      assert.throws(
        () => createAuth({ providers: [], ...config }),
        (error) => error instanceof AuthError && error.type === "Configuration",
        JSON.stringify(config),
      );
    }
  });

  it("the functions of createAuth work without a receiver", async () => {
    const site = await createApp({ config: { store: createMemoryStore() } });
    plant(site.browser, await mint(site.secret));
    const { handler, session, csrfToken, updateSession, revoke } = createAuth(
      site.config,
    );
    const request = toRequest(site.browser, "/auth/session");
    assert.equal((await handler(request)).status, 200);
    assert.ok((await session(request)).session);
    assert.ok((await csrfToken(request)).csrfToken);
    assert.ok((await updateSession(request, {})).session);
    await revoke({ user: "person-1-----------------------------------" });
    const { session: after } = await session(toRequest(site.browser, "/"));
    assert.equal(after, null);
  });
});

/**
 * Makes a request with an invalid URL, as Deno and Bun do for an invalid Host
 * header: the Request constructor refuses it.
 */
function withUrl(url: string, accept = "text/html"): Request {
  const request = new Request("http://localhost/", { headers: { accept } });
  return Object.defineProperty(request, "url", { value: url });
}

function setUp(overrides: Partial<AuthConfig> = {}) {
  const lines: string[] = [];
  const secret = randomText(32);
  const config: AuthConfig = {
    secret,
    providers: [],
    trustHost: true,
    logger: createLogger(lines),
    ...overrides,
  };
  return { config, secret, lines };
}

const urls = [
  "http://[::1/auth/signin",
  "http://:::/auth/signin?x=1",
  "http://localhost:99999/auth/signin",
  "/auth/signin",
  "http://[/auth/signin#x",
];

describe("a request with an invalid URL", () => {
  it("the request is refused with 400, not with an exception [HOST-05]", async () => {
    const { config, ...site } = setUp();
    for (const url of urls) {
      const answer = await toAnswer(await Auth(withUrl(url), config));
      assert.equal(answer.status, 400, url);
      assertRefused(answer, site);
    }
  });

  it("the request has no session and no token, and causes no exception [HOST-05]", async () => {
    const { config } = setUp();
    const auth = createAuth(config);
    for (const url of urls) {
      assert.equal((await auth.session(withUrl(url))).session, null);
      assert.equal((await auth.csrfToken(withUrl(url))).csrfToken, "");
    }
    assert.deepEqual(rejections, []);
  });

  it("the request is served if the origin is configured, because its host is then ignored", async () => {
    const { config } = setUp({ origin: "https://app.example" });
    for (const url of urls) {
      const answer = await toAnswer(await Auth(withUrl(url), config));
      assert.equal(answer.status, 200, url);
      assert.match(answer.text, /<\/html>/);
    }
  });

  it("an empty request leads nowhere", async () => {
    const { config } = setUp({ origin: "https://app.example" });
    for (const url of ["", "x", "http:", "http://", "http://[::1"]) {
      assert.equal((await Auth(withUrl(url), config)).status, 404, url);
    }
  });
});
