import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { Auth } from "@latchkey/auth";
import { createBrowser } from "@latchkey/auth/testing";
import { serializeCookie, toCookiePolicy } from "./cookie_policy.ts";
import { type CookieJar, MAX_SESSION, readCookies } from "./cookies.ts";
import { writeCookies } from "./write_cookies.ts";
import { addCookies } from "../pipeline/response.ts";
import {
  type App,
  app,
  cookieName,
  cookieValue,
  createApp,
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
import { DAY, mint, NOON, plant } from "../session/session_testkit.ts";

afterEach(() => mock.timers.reset());

const S = cookieName.session;
const empty = readCookies(null, toCookiePolicy(true).names);

/** Asserts that none of the cookies is the library's. */
function assertEmpty(jar: CookieJar): void {
  assert.deepEqual({ ...jar, header: "" }, empty);
}

/** Reads the session, and the cookies that are set, for a raw Cookie header. */
async function ask(site: App, cookie: string, path = "/auth/session") {
  const request = toRequest(site.browser, path, { headers: { cookie } });
  return await toAnswer(await Auth(request, site.config));
}

async function nameOf(site: App, cookie: string): Promise<string | null> {
  const answer = await ask(site, cookie);
  assert.equal(answer.status, 200, answer.text);
  return JSON.parse(answer.text)?.user.name ?? null;
}

/** Sends cookies to a browser, and returns those that it keeps. */
async function keep(
  changes: Parameters<typeof writeCookies>[0],
  cookieHeader = "",
  secure = true,
) {
  const jar = readCookies(cookieHeader, toCookiePolicy(secure).names);
  const cookies = writeCookies(changes, jar, toCookiePolicy(secure));
  const origin = secure ? app : "http://app.example";
  const browser = createBrowser(() => {
    const response = new Response();
    addCookies(response.headers, cookies);
    return response;
  });
  for (const pair of cookieHeader.split("; ").filter(Boolean)) {
    browser.setCookie(origin, `${pair}; Path=/${secure ? "; Secure" : ""}`);
  }
  await browser.goto(`${origin}/`);
  assert.deepEqual(browser.dropped, []);
  const header = browser.cookieHeader(`${origin}/`);
  return {
    cookies,
    header,
    jar: readCookies(header, toCookiePolicy(secure).names),
  };
}

describe("cookies that another site has planted", () => {
  it("the session that opens counts, in any order [TOSS-01]", async () => {
    const site = await createApp();
    const good = await mint(site.secret);
    const evil = await mint(`another-${site.secret}`);
    for (const other of [evil, "evil", `${good}x`, `"${good}"`, ""]) {
      const pairs = [`${S}=${good}`, `${S}=${other}`];
      assert.equal(await nameOf(site, pairs.join("; ")), "Ada Lovelace");
      const turned = pairs.toReversed().join("; ");
      assert.equal(await nameOf(site, turned), "Ada Lovelace");
    }
  });

  it("two different sessions that open are both refused and logged [TOSS-01]", async () => {
    const site = await createApp();
    const ada = await mint(site.secret);
    const eve = await mint(site.secret, { name: "Eve" });
    for (const pair of [[ada, eve], [eve, ada]]) {
      const cookie = pair.map((value) => `${S}=${value}`).join("; ");
      const answer = await ask(site, cookie);
      assert.equal(answer.text, "null");
      assertRefused(answer, site, { clears: [S], hides: [ada, eve] });
    }
    assert.match(site.lines.join("\n"), /two-sessions/);
  });

  it("the same session twice counts as that session [TOSS-01]", async () => {
    const site = await createApp();
    const value = await mint(site.secret);
    const name = await nameOf(site, `${S}=${value}; ${S}=${value}`);
    assert.equal(name, "Ada Lovelace");
  });

  it("other names beside the session are ignored [TOSS-02]", async () => {
    const site = await createApp();
    const good = await mint(site.secret);
    const evil = await mint(site.secret, { name: "Eve" });
    const others = [
      `${S}.9`,
      `${S}.4`,
      `${S}.0`,
      `${S}-old`,
      `${S}x`,
      `x${S}`,
      `${S}.`,
      S.replace("__Host-", ""),
      S.replace("__Host-", "__Secure-"),
    ];
    for (const other of others) {
      const cookie = `${other}=${evil}; ${S}=${good}; ${other}=${evil}`;
      assert.equal(await nameOf(site, cookie), "Ada Lovelace", other);
      const alone = await ask(site, `${other}=${evil}`);
      assert.equal(alone.text, "null", other);
      assertRefused(alone, site, { hides: [evil] });
    }
  });

  it("a name that is no token is never echoed [TOSS-03]", async () => {
    const site = await createApp();
    const bad = ["[x]", ".<svg>", ".0\r\nx: y", '."', ".é", ".{0}"];
    for (const one of bad) {
      const answer = await askAsGiven(site, `${S}${one}=evil`);
      assert.equal(answer.text, "null");
      assert.deepEqual(answer.headers.getSetCookie(), []);
    }
  });

  it("one bad cookie breaks no other endpoint, and is cleared or replaced [TOSS-04]", async () => {
    const site = await createApp();
    const good = `${S}=${await mint(site.secret)}`;
    const attempt = `${cookieName.attempt}0${"a".repeat(8)}${"b".repeat(12)}`;
    const evil = [
      `${cookieName.csrf}=evil`,
      `${attempt}=evil`,
      `${cookieName.csrf}=%00; ${attempt}=${"x".repeat(4000)}`,
      "__Host-latchkey.callback-url=https://evil.example",
    ];
    for (const cookie of evil) {
      assert.equal(await nameOf(site, `${cookie}; ${good}`), "Ada Lovelace");
      for (
        const path of ["/auth/signin?another", "/auth/signout", "/auth/csrf"]
      ) {
        const answer = await ask(site, `${cookie}; ${good}`, path);
        assert.equal(answer.status, 200, path);
        const set = readSetCookies(answer.headers).map((one) => one.name);
        assert.deepEqual(set, [cookieName.csrf]);
      }
    }
    const garbage = await ask(site, `${S}=evil`);
    assertRefused(garbage, site, { clears: [S] });
  });

  it("a name with invisible characters or in another case is another name [TOSS-05]", () => {
    const known = toCookiePolicy(true).names;
    const blanks = ["\u00a0", "\v", "\f", "\u2003", "\ufeff", "\u0085"];
    for (const blank of blanks) {
      for (const name of [blank + S, S + blank, blank + S + blank]) {
        assertEmpty(readCookies(`${name}=evil`, known));
        assertEmpty(readCookies(`a=b;${name}=evil;c=d`, known));
      }
    }
    for (const name of [S.toUpperCase(), S.toLowerCase()]) {
      assertEmpty(readCookies(`${name}=evil`, known));
    }
    const jar = readCookies(`\t ${S} \t=\t x \t`, known);
    assert.deepEqual(jar.session, ["x"]);
  });

  it("an attempt without the prefix is ignored on https [TOSS-06]", () => {
    const id = `0${"a".repeat(8)}${"b".repeat(12)}`;
    const jar = readCookies(
      `latchkey.attempt.${id}=x; __Secure-latchkey.attempt.${id}=x`,
      toCookiePolicy(true).names,
    );
    assert.equal(jar.attempts.size, 0);
    const own = readCookies(
      `${cookieName.attempt}${id}=x`,
      toCookiePolicy(true).names,
    );
    assert.deepEqual([...own.attempts.keys()], [id]);
  });

  it("only names of the library's own form are attempts [TOSS-06]", () => {
    const id = `0${"a".repeat(8)}${"b".repeat(12)}`;
    const bad = [id.slice(1), `${id}c`, id.toUpperCase(), `${id}.0`, "../x"];
    for (const one of bad) {
      const jar = readCookies(
        `${cookieName.attempt}${one}=x`,
        toCookiePolicy(true).names,
      );
      assert.equal(jar.attempts.size, 0, one);
      assert.equal(jar.seen.size, 0, one);
    }
  });

  it("a cookie that cannot be deleted causes no loop [TOSS-07]", async () => {
    const site = await createApp();
    for (let i = 0; i < 3; i++) {
      const answer = await ask(site, `${S}=${"x".repeat(100)}`);
      assertRefused(answer, site, { clears: [S] });
      assert.equal(answer.status, 200);
      const page = await ask(site, `${S}=evil`, "/auth/signin");
      assert.equal(page.status, 200);
    }
  });

  it("malformed and huge headers cause no exception [TOSS-08]", async () => {
    const site = await createApp();
    const good = `${S}=${await mint(site.secret)}`;
    const many = Array.from({ length: 5000 }, (_, i) => `c${i}=v`).join("; ");
    const headers = [
      "=x",
      "=",
      "a",
      ";;;",
      "; ; =; a; =b; c=",
      `${S}`,
      `${S}=`,
      many,
      "x".repeat(1_000_000),
      ";".repeat(100_000),
      " ".repeat(100_000),
      "=".repeat(100_000),
    ];
    for (const header of headers) {
      const cookie = `${header}; ${good}`;
      assert.equal(await nameOf(site, cookie), "Ada Lovelace");
      assert.equal(await nameOf(site, `${good}; ${header}`), "Ada Lovelace");
      const alone = await ask(site, header);
      assert.equal(alone.text, "null");
      assertRefused(alone, site);
    }
  });

  it("many values for the session cost only a few decryptions [TOSS-08]", async () => {
    const site = await createApp();
    const value = await mint(`another-${site.secret}`);
    const decrypt = mock.method(crypto.subtle, "decrypt");
    const opened = await mint(site.secret, { exp: 1 });
    const cookie = [value, ...Array(50).fill(opened)]
      .map((one) => `${S}=${one}`).join("; ");
    assert.equal(await nameOf(site, cookie), null);
    assert.ok(decrypt.mock.callCount() <= 4, `${decrypt.mock.callCount()}`);
    decrypt.mock.restore();
  });

  it("quoted, encoded and non-ASCII values are no sessions [TOSS-09]", async () => {
    const site = await createApp();
    const good = await mint(site.secret);
    const values = [
      `"${good}"`,
      good.replaceAll(".", "%2E"),
      `${good}%zz`,
      `${good}+`,
      `${good}é`,
      `${good} x`,
      `${good},x`,
      encodeURIComponent(`${good}=`),
    ];
    for (const value of values) {
      const answer = await ask(site, `${S}=${value}`);
      assert.equal(answer.text, "null", value.slice(-5));
      assertRefused(answer, site, { clears: [S], hides: [good] });
    }
  });

  it("a refused session cookie does not hide a good one behind it", () => {
    const jar = readCookies(`${S}="q"; ${S}=good`, toCookiePolicy(true).names);
    assert.deepEqual(jar.session, ["good"]);
  });
});

async function askAsGiven(site: App, cookie: string) {
  // A Request refuses such headers; a server might pass them on.
  const request = new Request(`${app}/auth/session`);
  Object.defineProperty(request, "headers", {
    value: { get: (name: string) => name === "cookie" ? cookie : null },
  });
  return await toAnswer(await Auth(request, site.config));
}

describe("chunks of a session cookie", () => {
  const long = (length: number) => "abcdefghij".repeat(1000).slice(0, length);
  /** Name, `=` and attributes of a whole session cookie. */
  const around = serializeCookie({
    name: S,
    value: "",
    maxAge: 30 * DAY,
    attributes: { path: "/", secure: true },
  }).length;

  it("a profile of 60 kB is refused by name, and the user can still sign in [CHK-01]", async () => {
    const site = await createApp({
      config: {
        callbacks: {
          jwt: ({ token, user }) =>
            user ? { ...token, picture: `data:${"x".repeat(60_000)}` } : token,
        },
      },
    });
    const page = await signIn(site.browser);
    assert.equal(new URL(page.url).pathname, "/auth/error");
    assert.equal(page.status, 500);
    assertRefused(page, site);
    const [answer] = page.redirects.slice(-1);
    assert.ok(answer);
    const attempts = readSetCookies(answer.headers).filter((one) =>
      one.deletes
    );
    assert.equal(attempts.length, 1);
    assert.match(site.lines.join("\n"), /SessionTooLarge/);
    assert.match(site.lines.join("\n"), /"picture"/);
    assert.equal(await readSession(site.browser), null);
    const header = site.browser.cookieHeader(`${app}/`);
    assert.ok(header.length < 7000, `${header.length}`);
  });

  it("the largest session that is written comes back from the browser [CHK-01]", async () => {
    const value = long(MAX_SESSION);
    const { jar, header } = await keep([{ role: "session", value, maxAge: 9 }]);
    assert.deepEqual(jar.session, [value]);
    assert.ok(header.length < 7000);
  });

  it("chunks are used only if needed, and every cookie stays under 4096 bytes with its attributes", async () => {
    for (const size of [4094, 4095, 4096, 4097, 4098, 4100, 5000]) {
      const value = long(size - around);
      const changes = [{ role: "session" as const, value, maxAge: 30 * DAY }];
      for (const secure of [true, false]) {
        const { cookies, jar } = await keep(changes, "", secure);
        assert.deepEqual(jar.session, [value], `${size}`);
        for (const cookie of cookies) {
          assert.ok(serializeCookie(cookie).length <= 4096, `${size}`);
        }
      }
    }
    const one = await keep([{ role: "session", value: long(3900) }]);
    assert.deepEqual(one.cookies.map(({ name }) => name), [S]);
    const two = await keep([{ role: "session", value: long(4097 - around) }]);
    assert.deepEqual(two.cookies.map(({ name }) => name), [`${S}.0`, `${S}.1`]);
  });

  it("chunks that are no longer needed are cleared in the same response [CHK-02]", async () => {
    const [small, middle, big] = [100, 5000, 9000].map(long) as [
      string,
      string,
      string,
    ];
    for (const before of [small, middle, big]) {
      for (const after of [small, middle, big]) {
        const first = await keep([{ role: "session", value: before }]);
        const second = await keep(
          [{ role: "session", value: after }],
          first.header,
        );
        assert.deepEqual(second.jar.session, [after]);
        const fresh = await keep([{ role: "session", value: after }]);
        assert.deepEqual([...second.jar.seen], [...fresh.jar.seen]);
      }
      const first = await keep([{ role: "session", value: before }]);
      const gone = await keep([{ role: "session", value: null }], first.header);
      assert.equal(gone.header, "");
    }
  });

  it("chunks shrink and grow with a real session [CHK-02]", async () => {
    let padding = 0;
    const site = await createApp({
      config: {
        callbacks: {
          jwt: ({ token }) => ({ ...token, padding: "x".repeat(padding) }),
        },
      },
    });
    plant(site.browser, await mint(site.secret));
    for (padding of [0, 3500, 10, 3500, 0]) {
      assert.notEqual(await readSession(site.browser), null);
      const seen = site.browser.cookies(app).map((one) => one.name)
        .filter((name) => name.startsWith(S));
      assert.equal(seen.length, padding > 3000 ? 2 : 1, seen.join());
    }
    assert.deepEqual(site.browser.dropped, []);
  });

  it("chunks count only as a canonical and complete set [CHK-03]", () => {
    const read = (header: string) =>
      readCookies(header, toCookiePolicy(true).names).session;
    assert.deepEqual(read(`${S}.0=2~ab; ${S}.1=cd`), ["abcd"]);
    assert.deepEqual(read(`${S}.1=cd; ${S}.0=2~ab`), ["abcd"]);
    const bad = [
      `${S}.0=2~ab`,
      `${S}.1=cd`,
      `${S}.0=3~ab; ${S}.2=ef`,
      `${S}.0=2~ab; ${S}.1=cd; ${S}.0=2~ab`,
      `${S}.0=2~ab; ${S}.1=cd; ${S}.1=xx`,
      `${S}.0=2~ab; ${S}.01=cd`,
      `${S}.0=2~ab; ${S}.-1=cd`,
      `${S}.0=2~ab; ${S}.1e0=cd`,
      `${S}.0=2~ab; ${S}.10=cd`,
      `${S}.00=2~ab; ${S}.1=cd`,
      `${S}.0=1~ab; ${S}.1=cd`,
      `${S}.0=0~ab`,
      `${S}.0=ab; ${S}.1=cd`,
      `${S}.0=~ab; ${S}.1=cd`,
      `${S}.0=5~a; ${S}.1=b; ${S}.2=c; ${S}.3=d; ${S}.4=e`,
      `${S}.0=02~ab; ${S}.1=cd`,
      `${S}.0=2~ab; ${S}.1=`,
      Array.from({ length: 1000 }, (_, i) => `${S}.${i}=1000~x`).join("; "),
    ];
    for (const header of bad) assert.deepEqual(read(header), [], header);
  });

  it("chunks of two sessions give no session, are cleared, and are no error [CHK-04]", async () => {
    const site = await createApp();
    const padding = "x".repeat(3500);
    const [a, b] = await Promise.all(["Ada", "Eve"].map(async (name) => {
      const value = await mint(site.secret, { name, padding });
      const { header } = await keep([{ role: "session", value }]);
      return header.split("; ");
    }));
    assert.ok(a && b && a.length === 2);
    assert.equal(await nameOf(site, a.join("; ")), "Ada");
    const answer = await ask(site, `${a[0]}; ${b[1]}`);
    assert.equal(answer.status, 200);
    assert.equal(answer.text, "null");
    assertRefused(answer, site, { clears: [`${S}.0`, `${S}.1`] });
  });

  it("an added chunk is ignored by count, and cleared with the others [CHK-05]", async () => {
    const value = long(5000);
    const { header } = await keep([{ role: "session", value }]);
    const more = `${header}; ${S}.2=evil; ${S}.3=evil`;
    assert.deepEqual(readCookies(more, toCookiePolicy(true).names).session, [
      value,
    ]);
    const gone = await keep([{ role: "session", value: null }], more);
    assert.equal(gone.header, "");
  });

  it("a sign-in whose attempt was evicted is explained and can begin again [CHK-06]", async () => {
    const site = await createApp();
    const page = await site.browser.goto(`${app}/auth/signin`);
    const stopAt = (url: string) => url.includes("/callback/");
    const { pending } = await site.browser.submit(page, { stopAt });
    assert.ok(pending);
    for (const { name } of site.browser.cookies(app)) {
      if (name.includes("attempt")) site.browser.deleteCookie(app, name);
    }
    const back = await site.browser.goto(pending);
    assert.equal(new URL(back.url).pathname, "/auth/signin");
    assert.match(back.text, /Sign in again/);
    assertRefused(back, site);
    assert.equal(site.op.count("token"), 0);
    const end = await site.browser.submit(back);
    assert.equal(end.url, `${app}/`);
  });

  it("unfinished sign-ins are limited, and the newest stay [CHK-07]", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const site = await createApp();
    const stopAt = (url: string) => url.startsWith(site.op.origin);
    const pending: string[] = [];
    for (let i = 0; i < 9; i++) {
      mock.timers.tick(1000);
      const page = await site.browser.goto(`${app}/auth/signin`);
      const left = await site.browser.submit(page, { stopAt });
      pending.push(left.pending ?? "");
    }
    const attempts = site.browser.cookies(app)
      .filter(({ name }) => name.startsWith(cookieName.attempt));
    assert.equal(attempts.length, 5);
    assert.ok(site.browser.cookieHeader(app).length < 7000);
    assert.deepEqual(site.browser.dropped, []);
    const end = await site.browser.goto(pending.at(-5) ?? "");
    assert.equal(end.url, `${app}/`);
  });
});

describe("the library's own cookies", () => {
  it("cookies have the host prefix and the strictest attributes on https", async () => {
    const site = await createApp();
    await signIn(site.browser);
    const cookies = site.browser.cookies(app);
    assert.ok(cookies.length > 0);
    for (const cookie of cookies) {
      assert.match(cookie.name, /^__Host-latchkey\./);
      assert.ok(cookie.secure && cookie.httpOnly && cookie.hostOnly);
      assert.equal(cookie.path, "/");
      assert.equal(cookie.sameSite, "Lax");
    }
    assert.notEqual(cookieValue(site.browser, S), "");
  });

  it("cookies work on http on this machine, without prefix and Secure", async () => {
    const { config } = await createApp();
    const browser = createBrowser((request) => Auth(request, config));
    const response = await browser.fetch("http://localhost:8000/auth/csrf");
    const [header = ""] = response.headers.getSetCookie();
    assert.match(header, /^latchkey\.csrf=[\w.-]+; Path=\/; HttpOnly; Same/);
    assert.doesNotMatch(header, /Secure/);
    assert.deepEqual(browser.dropped, []);
  });

  it("cookies keep the prefix on http if the configuration says so", async () => {
    const { config } = await createApp();
    const response = await Auth(new Request("http://app.example/auth/csrf"), {
      ...config,
      useSecureCookies: true,
    });
    const [header = ""] = response.headers.getSetCookie();
    assert.match(header, /^__Host-latchkey\.csrf=.*; Secure;/);
  });

  it("a cookie that changes twice keeps its last change", () => {
    const cookies = writeCookies(
      [
        { role: "session", value: "one", maxAge: 1 },
        { role: "csrf", value: "two" },
        { role: "session", value: "three", maxAge: 4 },
      ],
      empty,
      toCookiePolicy(true),
    );
    assert.deepEqual(cookies.map(({ name, value }) => [name, value]), [
      [S, "three"],
      [cookieName.csrf, "two"],
    ]);
  });

  it("cookies that were not sent are not cleared, except attempts", () => {
    const changes = [
      { role: "session", value: null },
      { role: "csrf", value: null },
      { role: "attempt", key: "k", value: null },
    ] as const;
    const cookies = writeCookies(changes, empty, toCookiePolicy(true));
    assert.deepEqual(cookies.map(({ name }) => name), [
      `${cookieName.attempt}k`,
    ]);
    assert.deepEqual(rejections, []);
  });
});
