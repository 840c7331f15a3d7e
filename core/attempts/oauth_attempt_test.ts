import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createMemoryStore } from "@latchkey/auth";
import { createFaultProvider } from "@latchkey/auth/testing";
import type { Browser } from "@latchkey/auth/testing";
import {
  type App,
  approach,
  arrive,
  assertCallbackRefused,
  assertNoSecrets,
  assertSignedIn,
  authorize,
  cookieName,
  createApp,
  listAttempts,
  readSession,
  signIn,
  site,
  start,
  toAttemptId,
} from "../../testing/app_testkit.ts";
import { assertNoRejections, endTest } from "../../testing/checks_testkit.ts";

afterEach(endTest);

const invalid = { error: "InvalidCheck" };
const provider = { error: "OAuthCallbackError" };

/** A callback URL with changed parameters; null removes one. */
function change(
  url: string,
  changes: Readonly<Record<string, string | null>>,
): string {
  const result = new URL(url);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) result.searchParams.delete(name);
    else result.searchParams.set(name, value);
  }
  return result.href;
}

function append(url: string, name: string, value: string): string {
  const result = new URL(url);
  result.searchParams.append(name, value);
  return result.href;
}

/** Plants a value under the name of the attempt that a callback URL belongs to. */
function plant(browser: Browser, callbackUrl: string, value: string): void {
  const name = cookieName.attempt + toAttemptId(callbackUrl);
  browser.setCookie(site, `${name}=${value}; Path=/; Secure; HttpOnly`);
}

function readAttempt(browser: Browser, callbackUrl: string): string {
  const name = cookieName.attempt + toAttemptId(callbackUrl);
  return browser.cookies(site).find((one) => one.name === name)?.value ?? "";
}

describe("sign-ins in several tabs", () => {
  for (const order of ["first", "last"] as const) {
    it(`two tabs at one provider finish, the ${order} one first [RACE-04]`, async () => {
      const flow = await createApp();
      const browser = flow.createBrowser();
      const urls = [
        await approach(browser, { target: "/one" }),
        await approach(browser, { target: "/two" }),
      ];
      const paths = ["/one", "/two"];
      if (order === "last") [urls, paths].forEach((list) => list.reverse());
      for (const [i, url] of urls.entries()) {
        const page = await arrive(browser, url);
        assert.equal(page.url, site + paths[i]);
        assert.ok(await readSession(browser));
      }
      assert.deepEqual(listAttempts(browser), []);
    });

    it(`two tabs at two providers finish, the ${order} one first [RACE-04]`, async () => {
      const other = await createFaultProvider();
      const flow = await createApp({ others: { other } });
      other.user.name = "Grace Hopper";
      const browser = flow.createBrowser();
      const tabs = [
        [await approach(browser, { id: "op" }), "Ada Lovelace"],
        [await approach(browser, { id: "other" }), "Grace Hopper"],
      ] as const;
      for (const [url, name] of order === "first" ? tabs : tabs.toReversed()) {
        await arrive(browser, url);
        assert.equal((await readSession(browser))?.user?.name, name);
      }
    });
  }

  it("a cancelled tab and an expired tab do not affect a third one [RACE-05]", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 0, 1) });
    const flow = await createApp();
    const browser = flow.createBrowser();
    const expired = await approach(browser);
    mock.timers.setTime(Date.now() + 899_000);
    const cancelledStart = await start(browser);
    const third = await approach(browser, { target: "/third" });
    flow.op.faults.authorize = [{ error: "access_denied" }];
    const cancelled = await authorize(browser, cancelledStart);
    mock.timers.setTime(Date.now() + 2000);
    await assertCallbackRefused(flow, browser, cancelled, {
      error: "OAuthCallbackError:access_denied",
    });
    await assertCallbackRefused(flow, browser, expired, invalid);
    const page = await arrive(browser, third);
    assert.equal(page.url, `${site}/third`);
    assert.ok(await readSession(browser));
  });

  it("hundreds of planted attempt cookies do not produce hundreds of response headers [CHK-06]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    for (let i = 0; i < 300; i++) {
      const id = `000000000${String(i).padStart(12, "0")}`;
      browser.setCookie(site, `${cookieName.attempt}${id}=x; Path=/; Secure`);
    }
    const url = await approach(browser);
    assert.equal(listAttempts(browser).length, 300 - 20 + 1);
    assert.equal((await arrive(browser, url)).status, 200);
    assert.ok(await readSession(browser));
  });

  it("a sixth sign-in forgets only the oldest attempt", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 0, 1) });
    const flow = await createApp();
    const browser = flow.createBrowser();
    const urls: string[] = [];
    for (let i = 0; i < 6; i++) {
      urls.push(await approach(browser, { target: `/${i}` }));
      mock.timers.setTime(Date.now() + 1);
    }
    assert.equal(listAttempts(browser).length, 5);
    await assertCallbackRefused(flow, browser, urls[0] ?? "", invalid);
    for (const [i, url] of urls.entries()) {
      if (i > 0) assert.equal((await arrive(browser, url)).url, `${site}/${i}`);
    }
  });

  it("200 interleaved sign-ins of 200 users end with the right session each [A45]", async () => {
    const flow = await createApp({
      op: { idTokenClaims: false },
      // The clock ticks on while 200 signatures are checked in other threads.
      config: { providerTimeout: 60 },
    });
    const people = Array.from({ length: 200 }, (_, i) => `person-${i}`);
    const browsers = people.map(() => flow.createBrowser());
    const starts = await Promise.all(browsers.map((one) => start(one)));
    const callbacks: string[] = [];
    for (const [i, browser] of browsers.entries()) {
      flow.op.user = { sub: people[i] ?? "", name: people[i] };
      callbacks.push(await authorize(browser, starts[i] ?? ""));
    }
    // The provider answers out of order: some immediately, some later.
    flow.op.faults.token = people.map((_, i) =>
      i % 3 === 0 ? "ok" : { delay: i % 7 }
    );
    flow.op.faults.jwks = { delay: 3 };
    flow.op.faults.userinfo = people.map((_, i) => ({ delay: i % 5 }));
    mock.timers.enable({ apis: ["setTimeout"] });
    let isDone = false;
    const all = Promise.all(
      browsers.map((browser, i) => arrive(browser, callbacks[i] ?? "")),
    ).finally(() => isDone = true);
    while (!isDone) {
      mock.timers.tick(1);
      await assertNoRejections();
    }
    await all;
    for (const [i, browser] of browsers.entries()) {
      assert.equal((await readSession(browser))?.user?.name, people[i]);
    }
    assert.equal(flow.op.count("token"), 200);
    assert.equal(flow.op.count("userinfo"), 200);
    assert.equal(flow.op.count("discovery"), 1);
    assert.equal(flow.op.count("jwks"), 1);
  });
});

describe("repeated callbacks", () => {
  it("a repeated callback redirects a visitor who is signed in [RACE-01, RACE-06]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const url = await approach(browser, { target: "/after" });
    await arrive(browser, url);
    const session = await readSession(browser);
    const page = await arrive(browser, url);
    assert.equal(page.url, `${site}/`);
    assert.equal(flow.op.count("token"), 1);
    assert.deepEqual(await readSession(browser), session);
    assertNoSecrets(flow, flow.answers.at(-2) ?? assert.fail(), url);
  });

  it("a repeated callback is refused without a session [RACE-01]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const url = await approach(browser);
    await arrive(browser, url);
    browser.deleteCookie(site, cookieName.session);
    await assertCallbackRefused(flow, browser, url, invalid);
    assert.equal(flow.op.count("token"), 1);
  });

  for (const kind of ["the default store", "a shared store"]) {
    it(`an attempt copied to a second browser is refused by ${kind} [RACE-02]`, async () => {
      const store = createMemoryStore();
      const config = kind === "a shared store" ? { config: { store } } : {};
      const flow = await createApp(config);
      const browser = flow.createBrowser();
      const url = await approach(browser, { target: "/after" });
      const thief = browser.clone();
      await arrive(browser, url);
      await assertCallbackRefused(flow, thief, url, {
        ...invalid,
        target: `${site}/after`,
      });
      assert.equal(flow.op.count("token"), 1);
      assert.equal(await readSession(thief), null);
      assert.ok(await readSession(browser));
    });
  }

  it("another process with the same store refuses a copied attempt [RACE-02]", async () => {
    const store = createMemoryStore();
    const op = await createFaultProvider();
    const secrets = ["a".repeat(31) + "1", "b".repeat(31) + "2"];
    const first = await createApp({
      config: { store, secret: secrets },
      others: { shared: op },
    });
    // With the secrets in another order, nothing in the first one's memory is found.
    const second = await createApp({
      config: { store, secret: secrets.toReversed() },
      others: { shared: op },
    });
    const browser = first.createBrowser();
    const url = await approach(browser, { id: "shared" });
    const thief = second.createBrowser();
    plant(thief, url, readAttempt(browser, url));
    await arrive(browser, url);
    await assertCallbackRefused(second, thief, url, invalid);
    assert.equal(op.count("token"), 1);
  });

  it("two identical callbacks at once make one token request and one session [A33]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const url = await approach(browser);
    const copies = Array.from({ length: 5 }, () => browser.clone());
    await Promise.all(copies.map((one) => arrive(one, url)));
    const sessions = await Promise.all(copies.map(readSession));
    assert.equal(sessions.filter((one) => one !== null).length, 1);
    assert.equal(flow.op.count("token"), 1);
  });

  it("after a callback with a wrong state, the right state needs a new sign-in [RACE-03]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const url = await approach(browser);
    const wrong = change(url, { state: `${toAttemptId(url)}.wrong` });
    await assertCallbackRefused(flow, browser, wrong, invalid);
    await assertCallbackRefused(flow, browser, url, invalid);
    assert.equal(flow.op.count("token"), 0);
    await assertSignedIn(flow, browser);
  });

  it("a callback cannot be repeated after its token request has failed [RACE-03]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const url = await approach(browser);
    const copy = browser.clone();
    flow.op.faults.token = [{ reset: true }];
    await assertCallbackRefused(flow, browser, url, {
      error: "ProviderUnavailable",
    });
    await assertCallbackRefused(flow, browser, url, invalid);
    await assertCallbackRefused(flow, copy, url, invalid);
    assert.equal(flow.op.count("token"), 1);
  });

  it("a callback that is delivered again after an hour finds the session [F20]", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 0, 1) });
    const flow = await createApp();
    const browser = flow.createBrowser();
    const url = await approach(browser);
    await arrive(browser, url);
    mock.timers.setTime(Date.now() + 3_600_000);
    assert.equal((await arrive(browser, url)).url, `${site}/`);
    assert.equal(flow.op.count("token"), 1);
  });

  it("a callback that is first delivered after an hour is refused and keeps the target [F20]", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 0, 1) });
    const flow = await createApp();
    const browser = flow.createBrowser();
    const url = await approach(browser, { target: "/after?a=1" });
    mock.timers.setTime(Date.now() + 3_600_000);
    await assertCallbackRefused(flow, browser, url, {
      ...invalid,
      target: `${site}/after?a=1`,
    });
  });
});

describe("the age of an attempt", () => {
  const noon = Date.UTC(2026, 0, 1, 12);

  it("an attempt one second over the limit is refused, and a retry keeps its target [RACE-07]", async () => {
    mock.timers.enable({ apis: ["Date"], now: noon });
    const flow = await createApp();
    const browser = flow.createBrowser();
    const url = await approach(browser, { target: "/after" });
    mock.timers.setTime(noon + 901_000);
    const answer = await assertCallbackRefused(flow, browser, url, {
      ...invalid,
      target: `${site}/after`,
    });
    const page = await browser.goto(answer.headers.get("location") ?? "");
    assert.match(page.text, /took too long/);
    assert.equal(flow.op.count("token"), 0);
    const stop = (url: string) => url.startsWith(flow.op.origin);
    const retry = await browser.submit(page, { stopAt: stop });
    const again = await authorize(browser, retry.pending ?? "");
    assert.equal((await arrive(browser, again)).url, `${site}/after`);
  });

  it("an attempt one second under the limit succeeds [RACE-07]", async () => {
    mock.timers.enable({ apis: ["Date"], now: noon });
    const flow = await createApp();
    const browser = flow.createBrowser();
    const started = await start(browser);
    mock.timers.setTime(noon + 899_000);
    const url = await authorize(browser, started);
    await arrive(browser, url);
    assert.ok(await readSession(browser));
  });

  it("an attempt is refused if the clock returns NaN [RACE-07]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const url = await approach(browser);
    const cookie = browser.cookieHeader(url);
    const clock = mock.method(Date, "now", () => NaN);
    const response = await flow.handler(
      new Request(url, { headers: { cookie } }),
    );
    clock.mock.restore();
    assert.match(response.headers.get("location") ?? "", /error=InvalidCheck/);
    assert.equal(flow.op.count("token"), 0);
  });
});

describe("binding to browser, state and provider", () => {
  it("the attacker's code and state do nothing in the victim's browser [CSRF-12]", async () => {
    const flow = await createApp();
    const attack = await approach(flow.createBrowser());
    const victim = flow.createBrowser();
    const own = await approach(victim);
    const answer = await assertCallbackRefused(flow, victim, attack, invalid);
    assert.deepEqual(answer.headers.getSetCookie(), []);
    assert.equal(flow.op.count("token"), 0);
    await arrive(victim, own);
    assert.ok(await readSession(victim));
  });

  it("a signed-in user keeps their session when an attacker's callback is opened [CSRF-12]", async () => {
    const flow = await createApp();
    const victim = flow.createBrowser();
    const session = await assertSignedIn(flow, victim);
    flow.op.user = { sub: "attacker", name: "Mallory" };
    const attack = await approach(flow.createBrowser());
    assert.equal((await arrive(victim, attack)).url, `${site}/`);
    assert.deepEqual(await readSession(victim), session);
    assert.equal(flow.op.count("token"), 1);
  });

  it("two browsers have different states, and each is refused in the other browser [A51]", async () => {
    const flow = await createApp();
    const [a, b] = [flow.createBrowser(), flow.createBrowser()];
    const urls = [await approach(a), await approach(b)];
    const [ofA = "", ofB = ""] = urls.map((url) =>
      new URL(url).searchParams.get("state") ?? ""
    );
    assert.notEqual(ofA, ofB);
    await assertCallbackRefused(
      flow,
      b,
      change(urls[1] ?? "", { state: ofA }),
      invalid,
    );
    assert.equal(flow.op.count("token"), 0);
  });

  const states:
    readonly (readonly [string, (state: string) => string | null])[] = [
      ["missing", () => null],
      ["empty", () => ""],
      ["only the id", (state) => state.split(".")[0] ?? ""],
      ["the id and a dot", (state) => `${state.split(".")[0]}.`],
      ["one character too short", (state) => state.slice(0, -1)],
      ["one character too long", (state) => `${state}A`],
      ["another secret", (state) => `${state.split(".")[0]}.${"A".repeat(43)}`],
      ["in capitals", (state) => state.toUpperCase()],
      ["of another origin", () => "x".repeat(21) + ".y"],
      ["a prototype's name", () => "__proto__"],
    ];
  for (const [name, bend] of states) {
    it(`a state is refused if it is ${name} [A28]`, async () => {
      const flow = await createApp();
      const browser = flow.createBrowser();
      const url = await approach(browser);
      const state = bend(new URL(url).searchParams.get("state") ?? "");
      await assertCallbackRefused(
        flow,
        browser,
        change(url, { state }),
        invalid,
      );
      assert.equal(flow.op.count("token"), 0);
    });
  }

  it("a callback with two states is refused, in either order [A28, X18]", async () => {
    for (const first of [true, false]) {
      const flow = await createApp();
      const browser = flow.createBrowser();
      const url = await approach(browser);
      const right = new URL(url).searchParams.get("state") ?? "";
      const other = `${toAttemptId(url)}.other`;
      const bare = change(url, { state: first ? right : other });
      const doubled = append(bare, "state", first ? other : right);
      await assertCallbackRefused(flow, browser, doubled, invalid);
      assert.equal(flow.op.count("token"), 0);
    }
  });

  it("a callback without the attempt cookie is refused [A09]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const url = await approach(browser);
    browser.deleteCookie(site, cookieName.attempt + toAttemptId(url));
    await assertCallbackRefused(flow, browser, url, invalid);
  });

  const values: readonly (readonly [string, string])[] = [
    ["empty", ""],
    ["no token", "garbage"],
    ["not in the right alphabet", "%7B%7D"],
    ["truncated", "eyJhbGciOiJkaXIifQ..AAAA"],
  ];
  for (const [name, value] of values) {
    it(`an attempt cookie that is ${name} is refused and cleared [A09]`, async () => {
      const flow = await createApp();
      const browser = flow.createBrowser();
      const url = await approach(browser);
      plant(browser, url, value);
      await assertCallbackRefused(flow, browser, url, invalid);
      assert.equal(flow.op.count("token"), 0);
    });
  }

  it("the value of an older attempt under this attempt's cookie name is refused [A09]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const older = await approach(browser);
    const url = await approach(browser);
    plant(browser, url, readAttempt(browser, older));
    await assertCallbackRefused(flow, browser, url, invalid);
    assert.equal(flow.op.count("token"), 0);
  });

  it("the value of another browser's attempt under this attempt's cookie name is refused [A09]", async () => {
    const flow = await createApp();
    const [browser, other] = [flow.createBrowser(), flow.createBrowser()];
    const url = await approach(browser);
    plant(browser, url, readAttempt(other, await approach(other)));
    await assertCallbackRefused(flow, browser, url, invalid);
    assert.equal(flow.op.count("token"), 0);
  });

  it("a session cookie is refused as an attempt, and an attempt cookie as a session [A09]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const session = browser.cookies(site).find((one) =>
      one.name === cookieName.session
    );
    const other = flow.createBrowser();
    const url = await approach(other);
    const attempt = readAttempt(other, url);
    plant(other, url, session?.value ?? "");
    await assertCallbackRefused(flow, other, url, invalid);
    other.setCookie(
      site,
      `${cookieName.session}=${attempt}; Path=/; Secure; HttpOnly`,
    );
    assert.equal(await readSession(other), null);
  });

  it("an attempt at one provider is refused at another provider's callback [A14]", async () => {
    const other = await createFaultProvider();
    const flow = await createApp({ others: { other } });
    const browser = flow.createBrowser();
    const url = await approach(browser, { id: "op" });
    const crossed = url.replace("/callback/op", "/callback/other");
    await assertCallbackRefused(flow, browser, crossed, invalid);
    assert.equal(flow.op.count("token"), 0);
    assert.deepEqual(other.requests, []);
  });

  it("an attempt is bound to the issuer, not only to the provider's id [A14]", async () => {
    const secret = "one secret for both of the tenants";
    const flow = await createApp({ config: { secret } });
    const tenant = await createApp({ config: { secret } });
    const browser = flow.createBrowser();
    const url = change(await approach(browser), { iss: tenant.op.issuer });
    const moved = tenant.createBrowser();
    plant(moved, url, readAttempt(browser, url));
    await assertCallbackRefused(tenant, moved, url, invalid);
    assert.equal(tenant.op.count("token"), 0);
  });

  it("an attempt is bound to the base path where it was started [A14]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const url = await approach(browser);
    const { Auth } = await import("@latchkey/auth");
    const response = await Auth(
      new Request(url.replace("/auth/", "/admin/"), {
        headers: { cookie: browser.cookieHeader(url), accept: "text/html" },
      }),
      { ...flow.makeConfig(), basePath: "/admin" },
    );
    assert.equal(response.status, 303);
    assert.match(response.headers.get("location") ?? "", /error=InvalidCheck/);
    assert.equal(flow.op.count("token"), 0);
  });
});

describe("the authorization response", () => {
  async function refuse(
    bend: (url: string, flow: App) => string,
    tokens = 0,
  ): Promise<void> {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const url = await approach(browser);
    await assertCallbackRefused(flow, browser, bend(url, flow), provider);
    assert.equal(flow.op.count("token"), tokens);
  }

  it("a response with both a code and an error is refused [X18]", async () => {
    await refuse((url) => append(url, "error", "odd"));
  });

  for (const name of ["code", "iss"]) {
    it(`two values of ${name} are refused [X18]`, async () => {
      await refuse((url) =>
        append(url, name, new URL(url).searchParams.get(name) ?? "")
      );
      await refuse((url) => append(url, name, "other"));
    });
  }

  it("a missing or empty code is refused [X18]", async () => {
    await refuse((url) => change(url, { code: null }));
    await refuse((url) => change(url, { code: "" }));
  });

  it("a missing iss is refused if the metadata announces it [X19]", async () => {
    await refuse((url) => change(url, { iss: null }));
    await refuse((url) => change(url, { iss: "" }));
  });

  for (const suffix of ["/", ".", "1"]) {
    it(`an iss with "${suffix}" appended is refused [X19, R08]`, async () => {
      await refuse((url, flow) =>
        change(url, { iss: flow.op.issuer + suffix })
      );
    });
  }

  it("without an announcement in the metadata, iss may be missing but not wrong [X19]", async () => {
    const flow = await createApp();
    flow.op.faults.discovery = {
      body: ({ authorization_response_iss_parameter_supported: _, ...json }) =>
        json,
    };
    const browser = flow.createBrowser();
    await arrive(browser, change(await approach(browser), { iss: null }));
    assert.ok(await readSession(browser));
    const url = change(await approach(browser), {
      iss: "https://evil.example",
    });
    await assertCallbackRefused(flow, browser, url, provider);
  });

  it("tokens in the authorization response are refused [R19]", async () => {
    await refuse((url) => append(url, "id_token", "a.b.c"));
    await refuse((url) => append(url, "token", "a"));
    await refuse((url) => append(url, "response", "a.b.c"));
  });

  const codes = [
    "login_required",
    "interaction_required",
    "consent_required",
    "account_selection_required",
    "server_error",
    "temporarily_unavailable",
  ];
  for (const code of codes) {
    it(`the error ${code} is shown in plain words and offers a retry [X22, F07]`, async () => {
      const flow = await createApp();
      flow.op.faults.authorize = { error: code, description: "in detail" };
      const browser = flow.createBrowser();
      const answer = await assertCallbackRefused(
        flow,
        browser,
        await approach(browser, { target: "/after" }),
        {
          error: `OAuthCallbackError:${code}`,
          target: `${site}/after`,
          log: new RegExp(`answered "${code}"[^]*in detail`),
        },
      );
      const page = await browser.goto(answer.headers.get("location") ?? "");
      assert.equal(page.status, 200);
      assert.match(page.text, /role="alert"/);
      assert.ok(!page.text.includes("in detail"));
      const fields = page.forms()[0]?.fields ?? [];
      assert.ok(
        fields.some(([name, value]) =>
          name === "callbackUrl" && value === `${site}/after`
        ),
      );
    });
  }

  it("a cancelled sign-in logs no warning [X22, F07]", async () => {
    const flow = await createApp();
    flow.op.faults.authorize = { error: "access_denied" };
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError:access_denied",
    });
    assert.deepEqual(flow.log.filter(({ level }) => level !== "debug"), []);
  });

  it("an unregistered error code is not shown [X22, F07]", async () => {
    for (
      const code of ["invalid_scope", "evil<script>", "__proto__", "expired "]
    ) {
      const flow = await createApp();
      flow.op.faults.authorize = { error: code };
      const browser = flow.createBrowser();
      await assertCallbackRefused(
        flow,
        browser,
        await approach(browser),
        provider,
      );
    }
  });

  it("an error with a wrong state is refused as a wrong state [X22]", async () => {
    const flow = await createApp();
    flow.op.faults.authorize = { error: "access_denied" };
    const browser = flow.createBrowser();
    const url = await approach(browser);
    const wrong = change(url, { state: `${toAttemptId(url)}.wrong` });
    await assertCallbackRefused(flow, browser, wrong, invalid);
    const unknown = change(url, { state: "nobody" });
    await assertCallbackRefused(flow, browser, unknown, invalid);
  });

  it("an error text cannot forge a log line or break a header [X22]", async () => {
    for (
      const bad of ["a\n[auth][info] ok", "\u001b[31mred", "\u00e4\u2028\r\n"]
    ) {
      const flow = await createApp();
      const browser = flow.createBrowser();
      const url = change(await approach(browser), {
        code: null,
        error: bad,
        error_description: bad.repeat(3),
      });
      await assertCallbackRefused(flow, browser, url, provider);
      const facts = flow.log.filter(({ level }) => level === "error")
        .map(({ text }) => text.replaceAll(/^.*Error: .*\n/gm, ""));
      // deno-lint-ignore no-control-regex -- control characters are what it looks for
      assert.ok(facts.every((text) => !/\u001b|\r|\u2028/.test(text)));
      const codes = flow.log.map(({ text }) =>
        /code: ["'](.*?)["']/.exec(text)?.[1]
      );
      assert.ok(codes.some((code) => code !== undefined));
      assert.ok(codes.every((code) => !code?.includes("\\n")), `${codes}`);
    }
  });

  it("POST and HEAD requests to the callback do nothing", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const url = await approach(browser);
    for (const method of ["POST", "HEAD"]) {
      const headers = { cookie: browser.cookieHeader(url) };
      const response = await flow.handler(
        new Request(url, { method, headers }),
      );
      assert.equal(response.status, 405);
      assert.deepEqual(response.headers.getSetCookie(), []);
    }
    assert.equal(flow.op.count("token"), 0);
    await arrive(browser, url);
    assert.ok(await readSession(browser));
  });
});

describe("a store that fails", () => {
  it("a sign-in that needs the store fails and says so [F40]", async () => {
    const store = createMemoryStore();
    const compareAndSet = () => Promise.reject(new Error("store is down"));
    const flow = await createApp({
      config: { store: { ...store, compareAndSet } },
    });
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "StoreError",
      page: "/auth/error",
      log: /store is down/,
    });
    assert.equal(flow.op.count("token"), 0);
    assert.equal(await readSession(browser), null);
  });

  it("a later sign-in works for a user who was signed in before", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    await signIn(browser);
    await assertSignedIn(flow, browser);
  });
});
