import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { Auth, createMemoryStore, type Store } from "@latchkey/auth";
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
import { DAY, mint, NOON, plant } from "./session_testkit.ts";

afterEach(() => mock.timers.reset());

const form = "application/x-www-form-urlencoded";
const paths = ["/auth/signin", "/auth/signin/op", "/auth/signout"];

/** Creates a store that counts writes. */
function countWrites(): { store: Store; writes: () => number } {
  const inner = createMemoryStore();
  let count = 0;
  const store: Store = {
    ...inner,
    set: (...args) => {
      count++;
      return inner.set(...args);
    },
  };
  return { store, writes: () => count };
}

/** Creates a signed-in browser (without calling the provider) and its form token. */
async function createSignedIn(): Promise<
  App & { token: string; session: string; writes: () => number }
> {
  const { store, writes } = countWrites();
  const site = await createApp({ config: { store } });
  const session = await mint(site.secret);
  plant(site.browser, session);
  const token = await readCsrfToken(site.browser);
  return { ...site, token, session, writes };
}

interface Sent {
  readonly token?: string | undefined;
  readonly headers?: Record<string, string> | undefined;
  readonly body?: string | undefined;
}

async function post(
  site: App,
  path: string,
  { token, headers = {}, body }: Sent,
) {
  const fields = token === undefined ? {} : { csrfToken: token };
  const request = toRequest(site.browser, path, {
    method: "POST",
    headers: { "content-type": form, ...headers },
    body: body ?? new URLSearchParams(fields).toString(),
  });
  return await toAnswer(await Auth(request, site.config));
}

/** Asserts that the request was refused and the browser's session goes on. */
async function assertNothingHappened(
  site: App & { session: string; writes: () => number },
  answer: Awaited<ReturnType<typeof post>>,
): Promise<void> {
  assertRefused(answer, site, { hides: [site.session] });
  assert.ok(answer.status === 403 || answer.status === 303, `${answer.status}`);
  if (answer.status === 303) {
    const location = new URL(answer.headers.get("location") ?? "");
    assert.equal(location.origin, app);
    assert.equal(location.searchParams.get("error"), "MissingCSRF");
  }
  assert.deepEqual(readSetCookies(answer.headers), []);
  assert.equal(site.op.requests.length, 0);
  assert.equal(site.writes(), 0);
  assert.notEqual(await readSession(site.browser), null);
}

describe("forms", () => {
  it("a form without a token is refused [CSRF-01]", async () => {
    const site = await createSignedIn();
    for (const path of paths) {
      await assertNothingHappened(site, await post(site, path, {}));
    }
  });

  it("a form with the browser's token is accepted [CSRF-01]", async () => {
    const site = await createSignedIn();
    const { token } = site;
    const answer = await post(site, "/auth/signout", { token });
    assert.equal(answer.headers.get("location"), `${app}/`);
    assert.equal(site.writes(), 1);
  });

  it("a form with a token in the body only is refused [CSRF-02]", async () => {
    const site = await createSignedIn();
    const { token, session } = site;
    const cookie = `${cookieName.session}=${session}`;
    const sent = { token, headers: { cookie } };
    await assertNothingHappened(site, await post(site, "/auth/signout", sent));
  });

  it("a form with any other token is refused [CSRF-02]", async () => {
    const site = await createSignedIn();
    const { token } = site;
    const other = (await createSignedIn()).token;
    const wrong = [
      "",
      "undefined",
      other,
      `${token}x`,
      token.slice(0, -1),
      token.toLowerCase(),
      ` ${token}`,
      cookieValue(site.browser, cookieName.csrf),
      "x".repeat(60_000),
    ];
    for (const one of wrong) {
      const answer = await post(site, "/auth/signout", { token: one });
      await assertNothingHappened(site, answer);
    }
  });

  it("a form with a token that is not a text is refused [CSRF-02]", async () => {
    const site = await createSignedIn();
    const { token } = site;
    const urlencoded = [`csrfToken[]=${token}`, `csrfToken[0]=${token}`];
    const json = [
      { csrfToken: [token] },
      { csrfToken: { toString: token } },
      { csrfToken: null },
      { csrfToken: true },
      [token],
      token,
    ];
    for (const body of urlencoded) {
      const answer = await post(site, "/auth/signout", { body });
      await assertNothingHappened(site, answer);
    }
    for (const one of json) {
      const answer = await post(site, "/auth/signout", {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(one),
      });
      await assertNothingHappened(site, answer);
    }
  });

  it("a form is refused if neither body nor cookie has a token [CSRF-02]", async () => {
    const site = await createSignedIn();
    for (const value of ["", "x", `"${site.token}"`, site.token]) {
      const cookie =
        `${cookieName.session}=${site.session}; ${cookieName.csrf}=${value}`;
      const sent = { token: value, headers: { cookie } };
      const answer = await post(site, "/auth/signout", sent);
      await assertNothingHappened(site, answer);
    }
  });

  it("a form of 1 MB is refused as too large [CSRF-02]", async () => {
    const site = await createSignedIn();
    const sent = { token: "x".repeat(1_000_000) };
    const answer = await post(site, "/auth/signout", sent);
    assert.equal(answer.status, 413);
    assertRefused(answer, site);
    assert.equal(site.writes(), 0);
  });

  it("a form with a planted pair of an anonymous browser is refused [CSRF-03]", async () => {
    const victim = await createSignedIn();
    const attacker = await createApp({ config: { secret: victim.secret } });
    const token = await readCsrfToken(attacker.browser);
    plant(
      victim.browser,
      cookieValue(attacker.browser, cookieName.csrf),
      cookieName.csrf,
    );
    const answer = await post(victim, "/auth/signout", { token });
    await assertNothingHappened(victim, answer);
  });

  it("a form with a planted pair of another session is refused [CSRF-03]", async () => {
    const victim = await createSignedIn();
    const attacker = await createApp({ config: { secret: victim.secret } });
    plant(attacker.browser, await mint(victim.secret));
    const token = await readCsrfToken(attacker.browser);
    plant(
      victim.browser,
      cookieValue(attacker.browser, cookieName.csrf),
      cookieName.csrf,
    );
    const answer = await post(victim, "/auth/signout", { token });
    await assertNothingHappened(victim, answer);
  });

  it("a form with a token from before the sign-in is refused after it [CSRF-04]", async () => {
    const { store, writes } = countWrites();
    const site = await createApp({ config: { store } });
    const token = await readCsrfToken(site.browser);
    const csrf = cookieValue(site.browser, cookieName.csrf);
    await signIn(site.browser);
    assert.equal(cookieValue(site.browser, cookieName.csrf), "");
    plant(site.browser, csrf, cookieName.csrf);
    site.op.clearRequests();
    const session = cookieValue(site.browser, cookieName.session);
    const answer = await post(site, "/auth/signout", { token });
    await assertNothingHappened({ ...site, session, writes }, answer);
  });

  it("a form of an anonymous browser is accepted until it signs in [CSRF-04]", async () => {
    const site = await createApp();
    const token = await readCsrfToken(site.browser);
    const answer = await post(site, "/auth/signin/op", { token });
    assert.equal(
      new URL(answer.headers.get("location") ?? "").origin,
      site.op.origin,
    );
  });

  it("a form from another origin is refused, with or without a token [CSRF-05]", async () => {
    const site = await createSignedIn();
    const { token } = site;
    const foreign = [
      "https://evil.example",
      "http://app.example",
      "https://app.example:8443",
      "https://app.example.evil.example",
      "https://sub.app.example",
      "https://app.example/",
      "https://APP.example",
      "app.example",
      "undefined",
      "file://",
    ];
    for (const origin of foreign) {
      for (const path of paths) {
        const answer = await post(site, path, { token, headers: { origin } });
        assert.equal(answer.status, 403, origin);
        await assertNothingHappened(site, answer);
      }
    }
  });

  it("a form from a hidden origin is refused [CSRF-06]", async () => {
    const site = await createSignedIn();
    const { token } = site;
    const hidden: Record<string, string>[] = [
      { origin: "null" },
      { origin: "null", "sec-fetch-site": "cross-site" },
      { origin: "null", "sec-fetch-site": "same-site" },
      { origin: "null", "sec-fetch-site": "none" },
    ];
    for (const headers of hidden) {
      const answer = await post(site, "/auth/signout", { token, headers });
      await assertNothingHappened(site, answer);
      assert.equal(answer.status, 403);
    }
    const headers = { origin: "null", "sec-fetch-site": "same-origin" };
    const forged = await post(site, "/auth/signout", { token: "x", headers });
    await assertNothingHappened(site, forged);
  });

  it("a form from a page of this origin with a strict referrer policy is accepted [CSRF-06]", async () => {
    const site = await createSignedIn();
    const { token } = site;
    const headers = { origin: "null", "sec-fetch-site": "same-origin" };
    const answer = await post(site, "/auth/signout", { token, headers });
    assert.equal(answer.headers.get("location"), `${app}/`);
    assert.equal(site.writes(), 1);
  });

  it("a form is refused if the browser says that another site sends it [CSRF-07]", async () => {
    const site = await createSignedIn();
    const { token } = site;
    for (const value of ["cross-site", "same-site", "", "Same-Origin", "x"]) {
      for (const origin of [undefined, app]) {
        const headers = {
          "sec-fetch-site": value,
          ...(origin === undefined ? {} : { origin }),
        };
        const answer = await post(site, "/auth/signout", { token, headers });
        await assertNothingHappened(site, answer);
        assert.equal(answer.status, 403, value);
      }
    }
  });

  it("a form is accepted if the browser says that this origin, or no page, sends it [CSRF-07]", async () => {
    for (const value of ["same-origin", "none"]) {
      const site = await createSignedIn();
      const { token } = site;
      const headers = { "sec-fetch-site": value };
      const answer = await post(site, "/auth/signout", { token, headers });
      assert.equal(answer.headers.get("location"), `${app}/`);
    }
  });

  it("a form gets the same verdict whatever its content type [CSRF-08]", async () => {
    const site = await createSignedIn();
    const { token } = site;
    const types = [
      "",
      "text/plain",
      "text/plain; application/json",
      "application/json, text/plain",
      "APPLICATION/X-WWW-FORM-URLENCODED",
      "multipart/form-data; boundary=x",
      "application/x-www-form-urlencoded;charset=x",
      "application/octet-stream",
      "\tapplication/json",
    ];
    const foreign = { origin: "https://evil.example" };
    for (const type of types) {
      for (const body of ["csrfToken=x", '{"csrfToken":"x"}', ""]) {
        const headers = { "content-type": type };
        const forged = await post(site, "/auth/signout", { headers, body });
        assert.ok([303, 400].includes(forged.status), type);
        assertRefused(forged, site);
        const sent = { token, headers: { ...headers, ...foreign } };
        const crossed = await post(site, "/auth/signout", sent);
        if (type === "\tapplication/json") continue;
        assert.equal(crossed.status, 403, type);
      }
    }
    assert.equal(site.writes(), 0);
    assert.notEqual(await readSession(site.browser), null);
  });

  it("a form without a content type is refused [CSRF-08]", async () => {
    const site = await createSignedIn();
    const request = toRequest(site.browser, "/auth/signout", {
      method: "POST",
      body: new Uint8Array(),
    });
    const answer = await toAnswer(await Auth(request, site.config));
    await assertNothingHappened(site, answer);
  });

  it("a body is read as JSON only under application/json and +json [CSRF-08]", async () => {
    const verdicts: [string, boolean][] = [
      ["application/json", true],
      ["APPLICATION/JSON; charset=utf-8", true],
      ["application/vnd.app+json", true],
      ["application/jsonp", false],
      ["text/json", false],
      ["text/plain; application/json", false],
      ["application/json, text/plain", false],
      ["application/x-www-form-urlencoded", false],
    ];
    for (const [type, isTaken] of verdicts) {
      const site = await createSignedIn();
      const { token } = site;
      await post(site, "/auth/signout", {
        headers: { "content-type": type },
        body: JSON.stringify({ csrfToken: token }),
      });
      assert.equal(site.writes() === 1, isTaken, type);
    }
  });

  it("a GET request is never taken for a form [CSRF-09]", async () => {
    const site = await createSignedIn();
    const { token } = site;
    const query = `?_method=POST&csrfToken=${token}`;
    for (const path of paths) {
      const request = toRequest(site.browser, path + query, {
        headers: { "x-http-method-override": "POST", "x-http-method": "POST" },
      });
      const answer = await toAnswer(await Auth(request, site.config));
      assert.ok([200, 303, 405].includes(answer.status));
      assertRefused(answer, site);
    }
    assert.equal(site.writes(), 0);
    assert.equal(site.op.requests.length, 0);
    assert.notEqual(await readSession(site.browser), null);
  });

  it("a form cannot be turned into a GET request [CSRF-09]", async () => {
    const site = await createSignedIn();
    const answer = await post(site, "/auth/signout?_method=GET", {
      headers: { "x-http-method-override": "GET" },
    });
    await assertNothingHappened(site, answer);
  });
});

describe("requests other than forms", () => {
  it("GET, HEAD and prefetch requests change nothing [CSRF-10]", async () => {
    const site = await createSignedIn();
    const answers: [string, string, number][] = [
      ["GET", "/auth/signout", 200],
      ["GET", "/auth/signin", 200],
      ["GET", "/auth/signin/op", 405],
      ["HEAD", "/auth/signout", 200],
      ["HEAD", "/auth/signin/op", 405],
      ["HEAD", "/auth/session", 200],
      ["HEAD", "/auth/csrf", 200],
      ["HEAD", "/auth/callback/op", 405],
    ];
    for (const [method, path, status] of answers) {
      const headers = { "sec-purpose": "prefetch", purpose: "prefetch" };
      const request = toRequest(site.browser, path, { method, headers });
      const answer = await toAnswer(await Auth(request, site.config));
      assert.equal(answer.status, status, `${method} ${path}`);
      assert.deepEqual(readSetCookies(answer.headers), []);
      assertRefused(answer, site);
      if (method === "HEAD") assert.equal(answer.text, "");
    }
    assert.equal(site.writes(), 0);
    assert.equal(site.op.requests.length, 0);
  });

  it("a callback by POST signs no visitor in [CSRF-11]", async () => {
    const site = await createApp();
    for (const path of ["/auth/callback/op", "/auth/callback/credentials"]) {
      const answer = await post(site, path, {
        headers: { origin: "https://evil.example" },
        body: "username=attacker&password=x",
      });
      assert.ok([404, 405].includes(answer.status));
      assertRefused(answer, site);
    }
  });

  it("a sign-in from another site does not begin [CSRF-11]", async () => {
    const site = await createApp();
    const token = await readCsrfToken(site.browser);
    const headers = {
      origin: "https://evil.example",
      "sec-fetch-site": "cross-site",
    };
    for (const sent of [{ token, headers }, { token: "x" }, {}]) {
      const answer = await post(site, "/auth/signin/op", sent);
      assertRefused(answer, site);
      assert.deepEqual(readSetCookies(answer.headers), []);
    }
    assert.equal(site.op.requests.length, 0);
  });

  it("the JSON mode answers no other origin [CSRF-15]", async () => {
    const site = await createSignedIn();
    const { token } = site;
    const origin = "https://evil.example";
    const preflight = toRequest(site.browser, "/auth/signout", {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "x-auth-return-redirect",
      },
    });
    const allowed = await toAnswer(await Auth(preflight, site.config));
    assert.equal(allowed.status, 405);
    assertRefused(allowed, site);
    const answer = await post(site, "/auth/signout", {
      token,
      headers: { origin, "x-auth-return-redirect": "1" },
    });
    await assertNothingHappened(site, answer);
    for (const { headers } of [allowed, answer]) {
      const names = [...headers.keys()];
      assert.ok(!names.some((name) => name.startsWith("access-control-")));
    }
  });
});

describe("the form token", () => {
  it("a form token of an older secret is still accepted [CSRF-16]", async () => {
    const site = await createSignedIn();
    const { token } = site;
    const rotated = `new-${site.secret}`;
    const config = { ...site.config, secret: [rotated, site.secret] };
    const answer = await post({ ...site, config }, "/auth/signout", { token });
    assert.equal(answer.headers.get("location"), `${app}/`);
    assert.equal(site.writes(), 1);
  });

  it("a form token of a removed secret is refused [CSRF-16]", async () => {
    const site = await createApp();
    const token = await readCsrfToken(site.browser);
    const config = { ...site.config, secret: `new-${site.secret}` };
    const answer = await post({ ...site, config }, "/auth/signin/op", {
      token,
    });
    assert.match(answer.headers.get("location") ?? "", /error=MissingCSRF/);
    assertRefused(answer, site);
  });

  it("a form token is the same for all tabs of a browser", async () => {
    const site = await createApp();
    const token = await readCsrfToken(site.browser);
    assert.equal(await readCsrfToken(site.browser), token);
    const page = await site.browser.goto(`${app}/auth/signin`);
    assert.equal(new Map(page.forms()[0]?.fields).get("csrfToken"), token);
  });

  it("each browser and each session has its own form token", async () => {
    const site = await createSignedIn();
    const { secret } = site;
    const tokens = [
      site.token,
      await readCsrfToken((await createApp({ config: { secret } })).browser),
      await readCsrfToken((await createApp({ config: { secret } })).browser),
    ];
    plant(site.browser, await mint(secret));
    tokens.push(await readCsrfToken(site.browser));
    assert.equal(new Set(tokens).size, 4);
    for (const token of tokens) assert.match(token, /^[\w-]{43}$/);
  });

  it("a form token expires after some days", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const site = await createApp();
    const token = await readCsrfToken(site.browser);
    mock.timers.setTime(NOON + 7 * DAY * 1000);
    const fresh = await post(site, "/auth/signin/op", { token });
    assert.doesNotMatch(fresh.headers.get("location") ?? "", /MissingCSRF/);
    mock.timers.setTime(NOON + 10 * DAY * 1000);
    const stale = await post(site, "/auth/signin/op", { token });
    assert.match(stale.headers.get("location") ?? "", /error=MissingCSRF/);
    assertRefused(stale, site);
  });

  it("a form token belongs to one cookie value and one cookie name", async () => {
    const site = await createApp();
    const token = await readCsrfToken(site.browser);
    const own = cookieValue(site.browser, cookieName.csrf);
    assert.match(own, /^[\w-]{43}\.[0-9a-z]{1,6}$/);
    const [text = "", day = ""] = own.split(".");
    const tomorrow = (parseInt(day, 36) + 1).toString(36);
    const others = [
      `${text.slice(1)}${text[0]}.${day}`,
      `${text}.${tomorrow}`,
      `${text}.0${day}`,
      `${text}.${day}.`,
      `${text}.`,
      text,
      `.${day}`,
      `${text.slice(1)}.${day}`,
    ];
    for (const value of others) {
      plant(site.browser, value, cookieName.csrf);
      const answer = await post(site, "/auth/signin/op", { token });
      assert.match(answer.headers.get("location") ?? "", /error=MissingCSRF/);
      assertRefused(answer, site);
    }
    plant(site.browser, own, "__Host-other");
    const cookies = { csrfToken: { name: "__Host-other" } };
    const config = { ...site.config, cookies };
    const moved = await post({ ...site, config }, "/auth/signin/op", { token });
    assert.match(moved.headers.get("location") ?? "", /error=MissingCSRF/);
    plant(site.browser, own, cookieName.csrf);
    const answer = await post(site, "/auth/signin/op", { token });
    const { origin } = new URL(answer.headers.get("location") ?? "");
    assert.equal(origin, site.op.origin);
  });

  it("a form token is the same for as long as its cookie is good, and then both are new", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const site = await createApp();
    const token = await readCsrfToken(site.browser);
    const cookie = cookieValue(site.browser, cookieName.csrf);
    mock.timers.setTime(NOON + 7 * DAY * 1000);
    assert.equal(await readCsrfToken(site.browser), token);
    mock.timers.setTime(NOON + 8 * DAY * 1000);
    assert.notEqual(await readCsrfToken(site.browser), token);
    assert.notEqual(cookieValue(site.browser, cookieName.csrf), cookie);
    // The clock of another process may be behind.
    const fresh = await readCsrfToken(site.browser);
    mock.timers.setTime(NOON + 7 * DAY * 1000);
    assert.equal(await readCsrfToken(site.browser), fresh);
    mock.timers.setTime(NOON + 6 * DAY * 1000);
    assert.notEqual(await readCsrfToken(site.browser), fresh);
  });

  it("a cookie that this library did not write is replaced", async () => {
    const site = await createApp();
    await readCsrfToken(site.browser);
    const own = cookieValue(site.browser, cookieName.csrf);
    const [text = "", day = ""] = own.split(".");
    const others = [
      "",
      day,
      `x.${day}`,
      `${text}x.${day}`,
      `${text.slice(1)}~.${day}`,
      `${text}.${day}.`,
      `${text}.${day}.x`,
      `x${own}`,
      text,
    ];
    for (const value of others) {
      plant(site.browser, value, cookieName.csrf);
      await readCsrfToken(site.browser);
      const fresh = cookieValue(site.browser, cookieName.csrf);
      assert.notEqual(fresh, value);
      assert.match(fresh, /^[\w-]{43}\.[0-9a-z]+$/);
    }
    plant(site.browser, own, cookieName.csrf);
    await readCsrfToken(site.browser);
    assert.equal(cookieValue(site.browser, cookieName.csrf), own);
  });

  it("a second cookie beside the browser's own spoils no form", async () => {
    const site = await createApp();
    const token = await readCsrfToken(site.browser);
    const own = cookieValue(site.browser, cookieName.csrf);
    const [, day = ""] = own.split(".");
    const planted = `${"x".repeat(43)}.${day}`;
    for (const values of [[planted, own], [own, planted], ["evil", own]]) {
      const cookie = values.map((one) => `${cookieName.csrf}=${one}`).join(
        "; ",
      );
      const headers = { cookie };
      const asked = toRequest(site.browser, "/auth/csrf", { headers });
      const given = await toAnswer(await Auth(asked, site.config));
      const { csrfToken } = JSON.parse(given.text);
      assert.deepEqual(readSetCookies(given.headers), []);
      // A page gets the token of the first cookie that is good, and the forms
      // of both are taken.
      assert.equal(csrfToken === token, values[0] !== planted);
      const begun = await post(site, "/auth/signin/op", {
        token: csrfToken,
        headers,
      });
      assert.equal(
        new URL(begun.headers.get("location") ?? "").origin,
        site.op.origin,
      );
      const sent = { token, headers };
      const answer = await post(site, "/auth/signin/op", sent);
      const { origin } = new URL(answer.headers.get("location") ?? "");
      assert.equal(origin, site.op.origin, cookie);
    }
  });

  it("a stale form token leads back to the sign-in page, with a new one and the target kept", async () => {
    const site = await createApp();
    const target = "/settings?tab=2";
    const page = await site.browser.goto(
      `${app}/auth/signin?callbackUrl=${encodeURIComponent(target)}`,
    );
    site.browser.deleteCookie(app, cookieName.csrf);
    const again = await site.browser.submit(page);
    assert.equal(again.status, 200);
    assert.equal(new URL(again.url).pathname, "/auth/signin");
    assert.match(again.text, /out of date/);
    const fields = new Map(again.forms()[0]?.fields);
    assert.equal(fields.get("callbackUrl"), app + target);
    assert.notEqual(
      fields.get("csrfToken"),
      new Map(page.forms()[0]?.fields).get("csrfToken"),
    );
    const end = await site.browser.submit(again);
    assert.equal(end.url, app + target);
    assert.deepEqual(rejections, []);
  });

  it("a stale form token leads back to the sign-out page, with the target kept", async () => {
    const site = await createSignedIn();
    const page = await site.browser.goto(
      `${app}/auth/signout?callbackUrl=/bye`,
    );
    site.browser.deleteCookie(app, cookieName.csrf);
    const again = await site.browser.submit(page);
    assert.equal(new URL(again.url).pathname, "/auth/signout");
    assert.equal(
      new Map(again.forms()[0]?.fields).get("callbackUrl"),
      `${app}/bye`,
    );
    const end = await site.browser.submit(again);
    assert.equal(end.url, `${app}/bye`);
    assert.equal(await readSession(site.browser), null);
  });

  it("a stale form token never leads to a foreign target", async () => {
    const site = await createApp();
    const answer = await post(site, "/auth/signin/op", {
      body: "csrfToken=x&callbackUrl=https://evil.example/",
    });
    assert.doesNotMatch(answer.headers.get("location") ?? "", /evil/);
    assertRefused(answer, site);
  });
});
