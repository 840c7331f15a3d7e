import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  Auth,
  type AuthConfig,
  type CookieAttributes,
  type CookieOptions,
  createAuth,
} from "@latchkey/auth";
import { ConfigurationError } from "@latchkey/auth/errors";
import { type Browser, createBrowser } from "@latchkey/auth/testing";
import { randomText } from "../crypto/random.ts";
import { SILENT_TRY } from "./cookies.ts";
import {
  type App,
  app,
  cookieValue,
  createApp,
  readSession,
  signIn,
  signOut,
  toRequest,
} from "../../testing/app_testkit.ts";
import {
  assertRefused,
  readSetCookies,
  rejections,
  toAnswer,
} from "../../testing/checks_testkit.ts";
import { DAY, mint, NOON } from "../session/session_testkit.ts";

afterEach(() => mock.timers.reset());

/** Presses the button and stops before the provider: an unfinished sign-in. */
async function leave({ browser }: App): Promise<void> {
  const page = await browser.goto(`${app}/auth/signin?another=1`);
  await browser.submit(page, { stopAt: (url) => !url.startsWith(app) });
}

const lastName = "__Host-latchkey.last";
/** The cookie that keeps guards from signing in silently after a sign-out. */
const silentName = `__Host-latchkey.attempt.${SILENT_TRY}`;

function listNames(browser: Browser, origin = app): string[] {
  return browser.cookies(origin).map(({ name }) => name).sort();
}

/** Reads all Set-Cookie headers of a sign-in from the page to the end. */
async function readHeaders(site: App): Promise<string[]> {
  const page = await signIn(site.browser);
  assert.equal(page.status, 200, page.text);
  const headers = page.redirects.flatMap((hop) => hop.headers.getSetCookie());
  const csrf = await toAnswer(
    await Auth(new Request(`${app}/auth/csrf`), site.config),
  );
  return [...headers, ...csrf.headers.getSetCookie()];
}

function findHeader(headers: readonly string[], name: string): string {
  return headers.find((one) =>
    one.startsWith(name) && !/Max-Age=0(?:;|$)/.test(one)
  ) ?? "";
}

function toAttributes(header: string): string[] {
  return header.split("; ").slice(1)
    .filter((part) => !part.startsWith("Max-Age="));
}

describe("cookies with another name", () => {
  it("each cookie uses its configured name, from the page to the sign-out", async () => {
    const site = await createApp({
      config: {
        cookies: {
          sessionToken: { name: "sid" },
          csrfToken: { name: "form" },
          attempt: { name: "try" },
        },
      },
    });
    await leave(site);
    assert.equal(listNames(site.browser).length, 2);
    assert.ok(listNames(site.browser)[1]?.match(/^try\.[0-9a-z]{9}[\w-]{12}$/));
    await signIn(site.browser);
    assert.ok(listNames(site.browser).includes("sid"));
    assert.equal((await readSession(site.browser))?.user?.name, "Ada Lovelace");
    await signOut(site.browser);
    assert.equal(await readSession(site.browser), null);
  });

  it("another name keeps all other attributes, and does not open what another name sealed", async () => {
    const site = await createApp({
      config: {
        cookies: { sessionToken: { name: "sid" } },
      },
    });
    const header = findHeader(await readHeaders(site), "sid=");
    assert.deepEqual(toAttributes(header), [
      "Path=/",
      "HttpOnly",
      "Secure",
      "SameSite=Lax",
    ]);
    const other = await mint(site.secret);
    site.browser.setCookie(app, `sid=${other}; Path=/`);
    assert.equal(await readSession(site.browser), null);
  });
});

describe("cookies with a domain or a path", () => {
  it("a domain or path drops the __Host- prefix of that cookie only", async () => {
    const options: CookieAttributes[] = [
      { domain: "example" },
      { domain: ".app.example" },
      { path: "/auth" },
      { domain: "app.example", path: "/auth" },
    ];
    for (const one of options) {
      const site = await createApp({
        config: {
          cookies: { csrfToken: { options: one } },
        },
      });
      const response = await Auth(
        new Request(`${app}/auth/csrf`),
        site.config,
      );
      const [cookie] = readSetCookies(response.headers);
      assert.equal(cookie?.name, "__Secure-latchkey.csrf");
      await leave(
        await createApp({
          config: { cookies: { csrfToken: { options: one } } },
        }),
      );
    }
  });

  it("a domain lets all hosts of a site share a sign-in", async () => {
    const site = await createApp({
      config: {
        cookies: { sessionToken: { options: { domain: "app.example" } } },
      },
    });
    const header = findHeader(
      await readHeaders(site),
      "__Secure-latchkey.session=",
    );
    assert.deepEqual(toAttributes(header), [
      "Domain=app.example",
      "Path=/",
      "HttpOnly",
      "Secure",
      "SameSite=Lax",
    ]);
    const below = "https://sub.app.example";
    assert.match(
      site.browser.cookieHeader(below),
      /__Secure-latchkey.session=/,
    );
    await signOut(site.browser);
    assert.doesNotMatch(site.browser.cookieHeader(below), /session=/);
  });

  it("options that change neither domain nor path keep the prefix", async () => {
    const same: CookieOptions[] = [
      {},
      { csrfToken: undefined },
      { csrfToken: {} },
      { csrfToken: { name: undefined, options: undefined } },
      { csrfToken: { options: { path: "/" } } },
      { csrfToken: { options: { domain: undefined, path: undefined } } },
      { csrfToken: { options: { secure: undefined } } },
    ];
    for (const cookies of same) {
      const site = await createApp({ config: { cookies } });
      const response = await Auth(new Request(`${app}/auth/csrf`), site.config);
      const [header = ""] = response.headers.getSetCookie();
      assert.match(
        header,
        /^__Host-latchkey\.csrf=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        JSON.stringify(cookies),
      );
    }
  });
});

describe("cookies with other attributes", () => {
  it("attributes are written as configured", async () => {
    const rows: [CookieAttributes, string[]][] = [
      [{}, ["Path=/", "HttpOnly", "Secure", "SameSite=Lax"]],
      [{ sameSite: "strict" }, [
        "Path=/",
        "HttpOnly",
        "Secure",
        "SameSite=Strict",
      ]],
      [{ sameSite: "none", partitioned: true }, [
        "Path=/",
        "HttpOnly",
        "Secure",
        "Partitioned",
        "SameSite=None",
      ]],
      [{ httpOnly: false }, ["Path=/", "Secure", "SameSite=Lax"]],
      [{ priority: "high" }, [
        "Path=/",
        "HttpOnly",
        "Secure",
        "Priority=High",
        "SameSite=Lax",
      ]],
      [{ priority: "low" }, [
        "Path=/",
        "HttpOnly",
        "Secure",
        "Priority=Low",
        "SameSite=Lax",
      ]],
      [{ path: "/auth", domain: "app.example" }, [
        "Domain=app.example",
        "Path=/auth",
        "HttpOnly",
        "Secure",
        "SameSite=Lax",
      ]],
    ];
    for (const [options, expected] of rows) {
      const name = "c";
      const site = await createApp({
        config: {
          cookies: { csrfToken: { name, options } },
        },
      });
      const response = await Auth(new Request(`${app}/auth/csrf`), site.config);
      const [header = ""] = response.headers.getSetCookie();
      assert.deepEqual(toAttributes(header), expected);
    }
  });

  it("a cookie is cleared with the attributes that set it, because otherwise it would stay", async () => {
    const options = { domain: "app.example", path: "/auth", partitioned: true };
    const site = await createApp({
      config: {
        cookies: { attempt: { options }, csrfToken: { options } },
      },
    });
    await signIn(site.browser);
    const left = listNames(site.browser);
    assert.deepEqual(left, [lastName, "__Host-latchkey.session"]);
  });

  it("the attempt's cookie stays usable for a provider that answers with a form", async () => {
    const site = await createApp({
      config: {
        cookies: { attempt: { options: { sameSite: "strict" } } },
      },
    });
    const config: AuthConfig = {
      ...site.config,
      providers: [site.op.provider({
        authorization: { params: { response_mode: "form_post" } },
      })],
    };
    const browser = createBrowser({ [app]: (one) => Auth(one, config) });
    await leave({ ...site, browser });
    const [cookie] = browser.cookies(app)
      .filter(({ name }) => name.includes("attempt"));
    assert.equal(cookie?.sameSite, "None");
  });
});

describe("cookie options that cannot work", () => {
  const secret = "a secret that is as long as it has to be";
  const start = (cookies: unknown) =>
    createAuth({ secret, providers: [], cookies: cookies as CookieOptions });

  it("names, domains and paths that would begin another attribute or header are reported at start-up [A79]", () => {
    const bad: [string, unknown][] = [
      ...[
        "",
        "a;b",
        "a b",
        "a=b",
        "a,b",
        "a\r\nb",
        "é",
        "x".repeat(65),
        7,
        "[a]",
      ]
        .map((name): [string, unknown] => ["`name` must", { name }]),
      ...[
        "/; HttpOnly",
        "/a;b",
        "auth",
        "",
        "/a b",
        "/a,b",
        "/\r\nset-cookie: a=b",
        "/é",
        7,
        {},
      ].map((path): [string, unknown] => ["path` must", { options: { path } }]),
      ...["a;b", "", "a b", "a/b", "https://a", "a\nb", "*.a", 7, {}]
        .map((domain): [string, unknown] => [
          "domain` must",
          { options: { domain } },
        ]),
    ];
    for (const [message, override] of bad) {
      for (const key of ["sessionToken", "csrfToken", "attempt"]) {
        assert.throws(
          () => start({ [key]: override }),
          (error) =>
            error instanceof ConfigurationError &&
            error.message.includes(`\`cookies.${key}\``) &&
            error.message.includes(message),
          JSON.stringify(override),
        );
      }
    }
  });

  it("invalid values of other attributes are reported at start-up [A79]", () => {
    const bad: unknown[] = [
      { sameSite: "Lax; Domain=evil.example" },
      { sameSite: true },
      { priority: "urgent" },
      { priority: "high; Domain=evil.example" },
      { secure: "yes" },
      { httpOnly: "no" },
      { partitioned: 1 },
      { maxAge: 5 },
    ];
    for (const options of bad) {
      assert.throws(
        () => start({ sessionToken: { options } }),
        ConfigurationError,
        JSON.stringify(options),
      );
    }
  });

  it("cookies that browsers refuse are reported at start-up", () => {
    const refused: unknown[] = [
      { name: "__Host-x", options: { domain: "a.example" } },
      { name: "__Host-x", options: { path: "/auth" } },
      { name: "__Host-x", options: { secure: false } },
      { name: "__Secure-x", options: { secure: false } },
      { options: { sameSite: "none", secure: false } },
      { options: { partitioned: true, secure: false } },
    ];
    for (const override of refused) {
      assert.throws(
        () => start({ sessionToken: override }),
        ConfigurationError,
        JSON.stringify(override),
      );
    }
  });

  it("two cookies of one name, and a name that begins with another's, are reported at start-up", () => {
    const clashes: CookieOptions[] = [
      { sessionToken: { name: "a" }, csrfToken: { name: "a" } },
      { sessionToken: { name: "a" }, attempt: { name: "a" } },
      { csrfToken: { name: "a" }, attempt: { name: "a" } },
      { sessionToken: { name: "a" }, csrfToken: { name: "a.0" } },
    ];
    for (const cookies of clashes) {
      assert.throws(
        () => start(cookies),
        ConfigurationError,
        JSON.stringify(cookies),
      );
    }
  });

  it("options of other versions are reported with their replacement", () => {
    for (const key of ["state", "nonce", "pkceCodeVerifier", "callbackUrl"]) {
      assert.throws(
        () => start({ [key]: { name: "x" } }),
        (error) =>
          error instanceof ConfigurationError &&
          error.message.includes(`cookies.${key}`) &&
          error.message.includes("cookies.attempt"),
      );
      start({ [key]: undefined });
    }
    assert.throws(
      () => start({ sesionToken: {} }),
      (error) =>
        error instanceof ConfigurationError &&
        /`cookies.sesionToken` does not exist/.test(error.message),
    );
  });

  it("all mistakes are reported together, at each entry", async () => {
    const cookies = {
      sessionToken: { name: ";" },
      csrfToken: { options: { path: ";" } },
      state: {},
    } as CookieOptions;
    assert.throws(() => start(cookies), (error) => {
      assert.ok(error instanceof ConfigurationError);
      assert.equal(error.problems.length, 3);
      return true;
    });
    const site = await createApp({ config: { cookies } });
    const request = new Request(`${app}/auth/session`);
    const answer = await toAnswer(await Auth(request, site.config));
    assert.equal(answer.status, 500);
    assertRefused(answer, site);
  });
});

describe("a session cookie from before the option `domain` or `path`", () => {
  /** A site with the option, whose visitor has the cookies of a site without it. */
  async function move(options: CookieAttributes): Promise<App> {
    const site = await createApp({
      config: {
        cookies: { sessionToken: { options }, tokens: { options } },
      },
    });
    const { browser, secret } = site;
    const former = "__Host-latchkey.session";
    for (
      const [name, value] of [
        [former, await mint(secret)],
        [`${former}.0`, "x"],
        ["__Host-latchkey.tokens.op", "x"],
        [other, "x"],
      ]
    ) browser.setCookie(app, `${name}=${value}; Path=/; Secure`);
    return site;
  }
  /** Belongs to another application. */
  const other = "__Host-latchkey.sessionx";

  for (const options of [{ domain: "app.example" }, { path: "/auth" }]) {
    const [[option = ""] = []] = Object.entries(options);

    it(`a sign-in clears it (${option})`, async () => {
      const site = await move(options);
      assert.equal(await readSession(site.browser), null);
      await signIn(site.browser);
      const left = listNames(site.browser, `${app}/auth/`);
      assert.deepEqual(left, [
        lastName,
        other,
        "__Secure-latchkey.session",
      ]);
    });

    it(`a sign-out clears it, and the tokens beside it (${option})`, async () => {
      const site = await move(options);
      await signOut(site.browser);
      const left = listNames(site.browser)
        .filter((name) => !name.includes("attempt"));
      assert.deepEqual(left, [other]);
    });
  }
});

describe("cookies of one name from two domains", () => {
  const domain = "app.example";
  const name = "sid";
  const shared: Partial<AuthConfig> = {
    cookies: { sessionToken: { name, options: { domain } } },
  };
  const value = (secret: string, claims = {}) =>
    mint(secret, claims, { name: "session", cookie: name, maxAge: 30 * DAY });

  /** Plants a cookie of the bare host and one of the domain. */
  function plantBoth(browser: Browser, host: string, wide: string): void {
    browser.setCookie(app, `${name}=${host}; Path=/; Secure`);
    browser.setCookie(app, `${name}=${wide}; Path=/; Secure; Domain=${domain}`);
  }

  it("a failed verification clears both the host's cookie and the domain's [TOSS-07]", async () => {
    const site = await createApp({ config: shared });
    for (const attribute of ["", `; Domain=${domain}`]) {
      site.browser.setCookie(
        app,
        `${name}=garbage; Path=/; Secure${attribute}`,
      );
      const response = await Auth(
        toRequest(site.browser, "/auth/session"),
        site.config,
      );
      const answer = await toAnswer(response);
      assert.equal(answer.text, "null");
      assertRefused(answer, site, { clears: [name] });
      for (const header of answer.headers.getSetCookie()) {
        site.browser.setCookie(app, header);
      }
      assert.deepEqual(listNames(site.browser), [], attribute);
    }
  });

  it("a browser with both cookies ends up with one working session, without a loop [TOSS-07]", async () => {
    const rows: [string, (secret: string) => Promise<[string, string]>][] = [
      ["garbage and good", async (secret) => ["garbage", await value(secret)]],
      ["good and garbage", async (secret) => [await value(secret), "garbage"]],
      ["two sessions", async (secret) => [
        await value(secret, { sub: "a" }),
        await value(secret, { sub: "b" }),
      ]],
      ["an ended one and a good one", async (secret) => [
        await value(secret, { exp: 1 }),
        await value(secret),
      ]],
    ];
    for (const [what, make] of rows) {
      const site = await createApp({ config: shared });
      plantBoth(site.browser, ...await make(site.secret));
      const page = await signIn(site.browser);
      assert.equal(page.url, `${app}/`, what);
      assert.ok(page.redirects.length < 8, what);
      for (let i = 0; i < 3; i++) {
        assert.equal(
          (await readSession(site.browser))?.user?.name,
          "Ada Lovelace",
          what,
        );
      }
      const left = site.browser.cookies(app).filter((one) => one.name === name);
      assert.deepEqual(left.map(({ hostOnly }) => hostOnly), [false], what);
    }
  });

  it("chunks of the bare host are cleared too [TOSS-07]", async () => {
    const site = await createApp({ config: shared });
    site.browser.setCookie(app, `${name}.0=2~x; Path=/; Secure`);
    site.browser.setCookie(app, `${name}.1=x; Path=/; Secure`);
    await signIn(site.browser);
    assert.deepEqual(listNames(site.browser), [lastName, name]);
    assert.equal((await readSession(site.browser))?.user?.name, "Ada Lovelace");
  });

  it("moving to a domain signs no visitor in as another user, and the old cookie does not win", async () => {
    const site = await createApp({ config: shared });
    const old = await value(site.secret, { name: "Old", sub: "old" });
    site.browser.setCookie(app, `${name}=${old}; Path=/; Secure`);
    assert.equal((await readSession(site.browser))?.user?.name, "Old");
    await signIn(site.browser);
    assert.equal((await readSession(site.browser))?.user?.name, "Ada Lovelace");
    await signOut(site.browser);
    assert.equal(await readSession(site.browser), null);
    assert.deepEqual(listNames(site.browser), [silentName, lastName]);
  });

  it("a cookie of an unknown domain, which cannot be deleted, causes no loop", async () => {
    const site = await createApp({
      config: { cookies: { sessionToken: { name } } },
    });
    site.browser.setCookie(
      app,
      `${name}=evil; Path=/; Secure; Domain=${domain}`,
    );
    const page = await signIn(site.browser);
    assert.equal(page.url, `${app}/`);
    for (let i = 0; i < 3; i++) {
      assert.equal(
        (await readSession(site.browser))?.user?.name,
        "Ada Lovelace",
      );
    }
    assert.deepEqual(rejections, []);
  });
});

describe("all cookies together", () => {
  /** Measures the Cookie header: its bytes, and its unfinished sign-ins. */
  const measure = ({ browser }: App) => ({
    total: browser.cookieHeader(app).length,
    attempts: listNames(browser).filter((name) => name.includes("attempt"))
      .length,
  });

  it("all cookies stay under 7 kB with the largest session, a form token and unfinished sign-ins [4.6]", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    let more = 0;
    const site = await createApp({
      config: {
        callbacks: {
          jwt: ({ token }) => ({ ...token, more: "x".repeat(more) }),
        },
      },
    });
    // Finds the biggest claim with which signing in still works.
    let [fits, fails] = [0, 6000];
    while (fails - fits > 1) {
      more = Math.floor((fits + fails) / 2);
      const page = await signIn(site.browser);
      if (new URL(page.url).pathname === "/") fits = more;
      else fails = more;
    }
    more = fits;
    await signIn(site.browser);
    assert.notEqual(await readSession(site.browser), null);
    assert.ok(measure(site).total > 5500);
    for (let i = 0; i < 7; i++) {
      mock.timers.setTime(NOON + i);
      await leave(site);
      const { total, attempts } = measure(site);
      assert.ok(total < 7 * 1024 && attempts > 0, `${total}, ${attempts}`);
    }
    assert.notEqual(cookieValue(site.browser, "__Host-latchkey.csrf"), "");
    assert.notEqual(await readSession(site.browser), null);
  });

  it("all cookies stay under 7 kB when a large session joins unfinished sign-ins, and the newest of those can finish [4.6]", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const site = await createApp({
      config: {
        callbacks: {
          jwt: ({ token }) => ({ ...token, more: "x".repeat(3500) }),
        },
      },
    });
    for (let i = 0; i < 5; i++) {
      mock.timers.setTime(NOON + i);
      await leave(site);
    }
    const newest = listNames(site.browser)
      .filter((name) => name.includes("attempt")).at(-1) ?? "";
    assert.equal(measure(site).attempts, 5);
    mock.timers.setTime(NOON + 5);
    const page = await signIn(site.browser);
    assert.equal(page.url, `${app}/`);
    assert.ok(measure(site).total < 7 * 1024);
    assert.ok(listNames(site.browser).includes(newest));
    assert.notEqual(await readSession(site.browser), null);
  });

  it("an ordinary session leaves room for five unfinished sign-ins [CHK-07]", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const site = await createApp();
    await signIn(site.browser);
    for (let i = 0; i < 7; i++) {
      mock.timers.setTime(NOON + i);
      await leave(site);
    }
    const { total, attempts } = measure(site);
    assert.equal(attempts, 5);
    assert.ok(total < 5100, `${total}`);
  });

  it("browsers keep each of the cookies [4.6]", async () => {
    const site = await createApp({
      config: {
        callbacks: {
          jwt: ({ token }) => ({ ...token, more: randomText(2000) }),
        },
      },
    });
    await signIn(site.browser);
    await leave(site);
    assert.deepEqual(site.browser.dropped, []);
  });
});
