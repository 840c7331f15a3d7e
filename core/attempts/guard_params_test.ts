import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createAuth, type RequireOptions, skipCSRFCheck } from "@latchkey/auth";
import {
  type Browser,
  createBrowser,
  type FaultProvider,
} from "@latchkey/auth/testing";
import {
  type App,
  type AppOptions,
  arrive,
  assertCallbackRefused,
  authorize,
  cookieName,
  createApp,
  post,
  readSession,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";

afterEach(endTest);

type GuardParams = NonNullable<RequireOptions["params"]>;

/** The name of the cookie that holds the parameters. */
const COOKIE = `${cookieName.attempt}zzzzzzzzzguard-params`;

interface GuardedFlow {
  readonly flow: App;
  readonly op: FaultProvider;
  readonly browser: Browser;
  /** The responses of the guarded pages, oldest first. */
  readonly answers: Response[];
}

/** Creates a site whose pages have guards with these parameters, and one with its own sign-in page. */
async function createGuarded(
  guards: Readonly<Record<string, GuardParams>>,
  options: AppOptions = {},
): Promise<GuardedFlow> {
  const flow = await createApp(options);
  const answers: Response[] = [];
  const handler = async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith("/auth/")) return await flow.handler(request);
    if (pathname === "/own-sign-in") {
      return new Response(`own page${search}`, {
        headers: { "content-type": "text/html" },
      });
    }
    const params = guards[pathname];
    if (params === undefined) return new Response("a page of the host");
    const auth = createAuth(flow.makeConfig());
    const passed = await auth.require(request, { params });
    if (!(passed instanceof Response)) return new Response("let in");
    answers.push(passed.clone());
    return passed;
  };
  const browser = createBrowser({
    [site]: handler,
    [flow.op.origin]: flow.op.handler,
  });
  return { flow, op: flow.op, browser, answers };
}

/** Presses the provider's button for a target; returns the authorization URL. */
async function leave(
  browser: Browser,
  callbackUrl: string | null,
  query = "",
): Promise<URL> {
  const fields: Record<string, string> = callbackUrl === null
    ? {}
    : { callbackUrl };
  const answer = await post(browser, `signin/op?${query}`, fields);
  return new URL((await answer.json()).url);
}

const gold = { acr_values: "gold" };

describe("the parameters of a guard", () => {
  it("parameters reach the provider from the guard's sign-in page, and the visitor returns to the guarded page", async () => {
    const { browser, op } = await createGuarded({ "/vault": gold });
    const page = await browser.goto(`${site}/vault?door=1`);
    assert.equal(new URL(page.url).pathname, "/auth/signin");
    const left = await browser.submit(page, {
      action: "/auth/signin/op",
      stopAt: (url) => url.startsWith(op.origin),
    });
    const sent = new URL(left.pending ?? "").searchParams;
    assert.deepEqual(sent.getAll("acr_values"), ["gold"]);
    const room = await browser.goto(left.pending ?? "");
    assert.equal(room.url, `${site}/vault?door=1`);
    assert.equal(room.text, "let in");
  });

  it("parameters reach the provider from the application's own sign-in page, which does not pass them on", async () => {
    const { browser } = await createGuarded({ "/vault": gold }, {
      config: { pages: { signIn: "/own-sign-in" } },
    });
    const page = await browser.goto(`${site}/vault`);
    assert.equal(page.text, "own page?callbackUrl=%2Fvault");
    const { searchParams } = await leave(browser, "/vault", "acr_values=none");
    assert.deepEqual(searchParams.getAll("acr_values"), ["gold"]);
  });

  it("a sign-in uses the parameters of the page that it leads to, however many guarded pages were opened", async () => {
    const { browser } = await createGuarded({
      "/vault": gold,
      "/office": { acr_values: "silver", prompt: "login" },
    });
    await browser.goto(`${site}/vault`);
    await browser.goto(`${site}/office?desk=7`);
    const targets = [
      ["/vault", "gold", null],
      [`${site}/vault`, "gold", null],
      ["/office?desk=7", "silver", "login"],
      // Guards belong to routes: the page is the same with or without a query.
      ["/office?desk=8", "silver", "login"],
      ["/office#desk", "silver", "login"],
      ["/officers", null, null],
      ["/elsewhere", null, null],
      [null, null, null],
    ] as const;
    for (const [target, acr, prompt] of targets) {
      const { searchParams } = await leave(browser, target);
      assert.equal(searchParams.get("acr_values"), acr, `${target}`);
      assert.equal(searchParams.get("prompt"), prompt, `${target}`);
    }
  });

  it("parameters apply to any sign-in if the guarded request cannot be repeated by opening its page", async () => {
    const { browser } = await createGuarded({ "/vault": gold });
    const page = await browser.fetch(`${site}/vault`, {
      method: "POST",
      headers: { accept: "text/html", origin: site },
    });
    assert.equal(page.headers.get("location"), `${site}/auth/signin`);
    for (const target of [null, "/elsewhere"]) {
      const { searchParams } = await leave(browser, target);
      assert.equal(searchParams.get("acr_values"), "gold");
    }
  });

  it("parameters apply to any sign-in if the address of the guarded page is too long to return to", async () => {
    const path = `/vault/${"y".repeat(2030)}`;
    const { browser } = await createGuarded({ [path]: gold });
    const page = await browser.goto(site + path);
    assert.equal(new URL(page.url).search, "");
    const { searchParams } = await leave(browser, null);
    assert.equal(searchParams.get("acr_values"), "gold");
  });

  it("beside parameters, the address of the guarded page is kept without a query that is too long", async () => {
    const { browser } = await createGuarded({ "/vault": gold });
    const page = await browser.goto(`${site}/vault?x=${"y".repeat(2030)}`);
    const target = new URL(page.url).searchParams.get("callbackUrl");
    assert.equal(target, "/vault");
    const { searchParams } = await leave(browser, "/vault");
    assert.equal(searchParams.get("acr_values"), "gold");
  });

  it("the cookie keeps the parameters of the last five pages opened, as far as there is room", async () => {
    const claims = { id_token: { text: "\u65e5".repeat(300) } };
    const vaults = Array.from({ length: 8 }, (_, i) => `/vault${i}`);
    const { browser } = await createGuarded(
      Object.fromEntries(vaults.map((path) => [path, { claims }])),
    );
    for (const path of vaults) await browser.goto(site + path);
    const cookie = browser.cookies(site).find(({ name }) => name === COOKIE);
    assert.ok((cookie?.value.length ?? 0) + 200 < 4096);
    const has = [];
    for (const path of vaults) {
      const { searchParams } = await leave(browser, path);
      has.push(searchParams.has("claims"));
    }
    assert.deepEqual(has.slice(-2), [true, true]);
    assert.equal(has[0], false);
  });

  it("parameters are sealed in an HttpOnly, Secure cookie, and the response is not cached", async () => {
    const { browser, answers } = await createGuarded({ "/vault": gold });
    await browser.goto(`${site}/vault`);
    const [answer] = answers;
    const set = answer?.headers.getSetCookie() ?? [];
    assert.equal(set.length, 1);
    assert.match(set[0] ?? "", new RegExp(`^${COOKIE}=[\\w.-]+; `));
    assert.match(set[0] ?? "", /; HttpOnly/);
    assert.match(set[0] ?? "", /; Secure/);
    assert.doesNotMatch(set[0] ?? "", /gold/);
    assert.match(answer?.headers.get("cache-control") ?? "", /no-store/);
  });

  for (const hours of [25, -25]) {
    it(`parameters are ignored if the clock has moved by ${hours} hours`, async () => {
      const now = 1_700_000_000_000;
      mock.timers.enable({ apis: ["Date"], now });
      const { browser } = await createGuarded({ "/vault": gold });
      await browser.goto(`${site}/vault`);
      const { value = "" } = browser.cookies(site)
        .find(({ name }) => name === COOKIE) ?? {};
      mock.timers.setTime(now + hours * 3_600_000);
      // A real browser would have dropped the cookie by itself.
      browser.setCookie(site, `${COOKIE}=${value}; Path=/; Secure`);
      const { searchParams } = await leave(browser, "/vault");
      assert.equal(searchParams.get("acr_values"), null);
    });
  }

  it("a callback that names the parameters' cookie neither clears nor uses it", async () => {
    const { browser, flow } = await createGuarded({ "/vault": gold });
    await browser.goto(`${site}/vault`);
    await arrive(
      browser,
      `${site}/auth/callback/op?code=x&state=zzzzzzzzzguard-params.x`,
    );
    const last = flow.answers.find(({ url }) => url.includes("/callback/"));
    assert.deepEqual(last?.headers.getSetCookie() ?? [], []);
    assert.equal(await readSession(browser), null);
    const { searchParams } = await leave(browser, "/vault");
    assert.equal(searchParams.get("acr_values"), "gold");
  });

  it("parameters are read neither from the cookie of an attempt nor from the cookie of another site", async () => {
    const other = await createGuarded({ "/vault": gold });
    await other.browser.goto(`${site}/vault`);
    const { browser } = await createGuarded({});
    await leave(browser, "/vault");
    const values = [...browser.cookies(site), ...other.browser.cookies(site)]
      .filter(({ name }) => name.startsWith(cookieName.attempt))
      .map(({ value }) => value);
    assert.equal(values.length, 2);
    for (const value of [...values, "garbage", "a.b.c.d.e"]) {
      browser.setCookie(site, `${COOKIE}=${value}; Path=/; Secure`);
      const { searchParams } = await leave(browser, "/vault");
      assert.equal(searchParams.get("acr_values"), null);
    }
  });

  it("a second cookie of the same name does not hide the parameters", async () => {
    const { browser, flow } = await createGuarded({
      "/vault": gold,
      "/office": { acr_values: "silver" },
    }, { config: { skipCSRFCheck } });
    const values: string[] = [];
    for (const path of ["/office", "/vault"]) {
      await browser.goto(site + path);
      const { value = "" } = browser.cookies(site)
        .find(({ name }) => name === COOKIE) ?? {};
      values.push(value);
      browser.deleteCookie(site, COOKIE);
    }
    const answer = await flow.handler(
      new Request(`${site}/auth/signin/op`, {
        method: "POST",
        headers: {
          cookie: values.map((value) => `${COOKIE}=${value}`).join("; "),
          origin: site,
        },
        body: new URLSearchParams({ callbackUrl: "/vault" }),
      }),
    );
    const { searchParams } = new URL(answer.headers.get("location") ?? "");
    assert.equal(searchParams.get("acr_values"), "gold");
  });

  it("a script gets status 401, the address to go to, and the cookie with the parameters for it", async () => {
    const { browser, answers } = await createGuarded({ "/vault": gold });
    const answer = await browser.fetch(`${site}/vault`, {
      headers: { accept: "application/json" },
    });
    assert.equal(answer.status, 401);
    assert.match((await answer.json()).url, /\/auth\/signin\?/);
    const [cookie = "", ...more] = answers[0]?.headers.getSetCookie() ?? [];
    assert.match(cookie, /guard-params=.*HttpOnly; Secure/);
    assert.deepEqual(more, []);
  });

  it("a guard without parameters sets no cookie", async () => {
    const { browser, answers } = await createGuarded({ "/vault": {} });
    await browser.goto(`${site}/vault`);
    assert.deepEqual(answers[0]?.headers.getSetCookie(), []);
  });
});

describe("parameters of a guard, checked at the callback", () => {
  it("a sign-in older than max_age is refused", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_700_000_000_000 });
    const { browser, flow, op } = await createGuarded({
      "/vault": { max_age: 60 },
    });
    op.faults.idToken = {
      claims: (right) => ({
        ...right,
        auth_time: Number(right.auth_time) - 3600,
      }),
    };
    await browser.goto(`${site}/vault`);
    const { href } = await leave(browser, "/vault", "max_age=99999");
    const callbackUrl = await authorize(browser, href);
    await assertCallbackRefused(flow, browser, callbackUrl, {
      error: "OAuthCallbackError",
      target: `${site}/vault`,
    });
  });

  for (
    const [acr, isFine] of [["gold", true], ["silver", false], [
      undefined,
      false,
    ]] as const
  ) {
    it(`if the guard requires the acr gold, a sign-in with ${acr} is ${isFine ? "fine" : "refused"}`, async () => {
      const claims = {
        id_token: { acr: { essential: true, values: ["gold"] } },
      };
      const { browser, flow, op } = await createGuarded({
        "/vault": { claims },
      });
      op.faults.idToken = {
        claims: (right) => ({
          ...right,
          ...(acr === undefined ? {} : { acr }),
        }),
      };
      await browser.goto(`${site}/vault`);
      const { href, searchParams } = await leave(browser, "/vault");
      assert.deepEqual(JSON.parse(searchParams.get("claims") ?? ""), claims);
      const callbackUrl = await authorize(browser, href);
      if (isFine) {
        const page = await arrive(browser, callbackUrl);
        assert.equal(page.text, "let in");
        return;
      }
      await assertCallbackRefused(flow, browser, callbackUrl, {
        error: "OAuthCallbackError",
        target: `${site}/vault`,
        log: /acr/,
      });
    });
  }
});

describe("parameters that a guard refuses", () => {
  const refused = [
    ...[
      "client_id",
      "client_secret",
      "redirect_uri",
      "response_type",
      "response_mode",
      "state",
      "nonce",
      "code_challenge",
      "code_challenge_method",
      "request",
      "request_uri",
      "registration",
      "dpop_jkt",
      "Client_ID",
    ].map((name) => [name, { [name]: "x" }, `\`${name}\``] as const),
    ["too much", { login_hint: "x".repeat(1000) }, "1000 bytes"] as const,
    [
      "too many bytes",
      { login_hint: "\u65e5".repeat(400) },
      "1000 bytes",
    ] as const,
  ];
  for (const [name, params, said] of refused) {
    it(`a guard with ${name} throws an error that says what to do, whether or not the visitor is signed in`, async () => {
      const auth = createAuth({
        secret: "a secret of at least 32 characters!!",
        origin: site,
        providers: [],
      });
      const request = new Request(`${site}/vault`);
      await assert.rejects(auth.require(request, { params }), (error) => {
        assert.ok(error instanceof Error);
        assert.equal(error.name, "Configuration");
        assert.ok(error.message.includes(said), error.message);
        return true;
      });
    });
  }
});
