import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  createAuth,
  createMemoryStore,
  type RequireOptions,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  type Browser,
  createBrowser,
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";
import { SILENT_TRY } from "../../../http/cookies.ts";
import { NOON } from "../../../session/session_testkit.ts";
import {
  assertNoRejections,
  endTest,
} from "../../../../testing/checks_testkit.ts";
import {
  type App,
  type AppOptions,
  cookieName,
  createApp,
  readSession,
  signIn,
  site,
} from "../../../../testing/app_testkit.ts";

afterEach(endTest);

/** The answers that say that the user would have to act. */
const DECLINED = [
  "login_required",
  "interaction_required",
  "consent_required",
  "account_selection_required",
  "unmet_authentication_requirements",
];

const HOUR = 3_600_000;
/** The cookie that says when the browser was last sent away. */
const markName = cookieName.attempt + SILENT_TRY;
const html = { accept: "text/html" };

interface Guarded {
  readonly flow: App;
  readonly browser: Browser;
  /** The requests for the guarded page, with the answer of its guard. */
  readonly seen: Response[];
  readonly ask: (headers?: HeadersInit, method?: string) => Promise<Response>;
}

/** Creates a site with a guarded page, and a browser of a visitor. */
async function createGuarded(
  options: RequireOptions = { silent: true },
  flowOptions: AppOptions = {},
  others: Readonly<Record<string, FaultProvider>> = {},
): Promise<Guarded> {
  const flow = await createApp({ ...flowOptions, others });
  const seen: Response[] = [];
  const guard = async (request: Request): Promise<Response> => {
    const passed = await createAuth(flow.makeConfig()).require(
      request,
      options,
    );
    if (passed instanceof Response) {
      seen.push(passed.clone());
      return passed;
    }
    const { session, headers } = passed;
    return new Response(`of ${session.user?.name}`, { headers });
  };
  const handler = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/auth/")) return await flow.handler(request);
    return pathname.startsWith("/private")
      ? await guard(request)
      : new Response("a page of the host");
  };
  const browser = createBrowser({
    [site]: handler,
    ...Object.fromEntries(
      [flow.op, ...Object.values(others)].map((op) => [op.origin, op.handler]),
    ),
  });
  const ask = (headers: HeadersInit = html, method = "GET") => {
    const all = new Headers(headers);
    const cookie = browser.cookieHeader(`${site}/private`);
    if (cookie) all.set("cookie", cookie);
    return guard(new Request(`${site}/private`, { method, headers: all }));
  };
  return { flow, browser, seen, ask };
}

function toLocation(answer: Response): URL {
  return new URL(answer.headers.get("location") ?? "none:");
}

function listLines({ log }: App, ...levels: string[]): string[] {
  return log.filter(({ level }) => levels.includes(level))
    .map(({ text }) => text);
}

describe("a guard that asks the provider silently", () => {
  it("a user who is signed in at the provider passes without a click, and comes back to the same page", async () => {
    const { flow, browser } = await createGuarded();
    const page = await browser.goto(`${site}/private/a?b=c%20d&e`);
    assert.equal(page.url, `${site}/private/a?b=c%20d&e`);
    assert.equal(page.text, "of Ada Lovelace");
    const [asked] = flow.op.requests.filter(({ endpoint }) =>
      endpoint === "authorize"
    );
    const { searchParams } = new URL(asked?.url ?? "");
    assert.equal(searchParams.get("prompt"), "none");
    assert.ok(searchParams.get("state") && searchParams.get("code_challenge"));
    assert.equal(searchParams.get("login_hint"), null);
  });

  for (const error of DECLINED) {
    it(`a provider that answers ${error} leads to the sign-in page, without an error, and is asked once [I17]`, async () => {
      const told: unknown[] = [];
      const { flow, browser } = await createGuarded(undefined, {
        config: { events: { signInFailed: (one) => void told.push(one) } },
      });
      flow.op.faults.silent = error;
      for (let i = 0; i < 3; i++) {
        const page = await browser.goto(`${site}/private`);
        const url = new URL(page.url);
        assert.equal(url.pathname, "/auth/signin");
        assert.deepEqual([...url.searchParams], [["callbackUrl", "/private"]]);
      }
      assert.equal(flow.op.count("authorize"), 1);
      assert.deepEqual(told, []);
      assert.deepEqual(listLines(flow, "error", "warn"), []);
      assert.equal(await readSession(browser), null);
      await assertNoRejections();
    });
  }

  it("a provider that ignores `max_age` leads to a page that asks for a confirmation, not to a refusal", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const { flow, browser } = await createGuarded({ silent: true, maxAge: 60 });
    flow.op.faults.idToken = {
      claims: (all) => ({ ...all, auth_time: NOON / 1000 - 3600 }),
    };
    const page = await browser.goto(`${site}/private`);
    assert.equal(page.status, 200);
    const { pathname, searchParams } = new URL(page.url);
    assert.equal(pathname, "/auth/signin");
    assert.equal(searchParams.get("error"), "InsufficientAuthentication");
    assert.ok(await readSession(browser));
    assert.equal(flow.op.count("authorize"), 1);
  });

  it("a provider is asked again an hour later, not before", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const { flow, browser } = await createGuarded();
    flow.op.faults.silent = "login_required";
    await browser.goto(`${site}/private`);
    mock.timers.tick(HOUR - 1);
    await browser.goto(`${site}/private`);
    assert.equal(flow.op.count("authorize"), 1);
    mock.timers.tick(1);
    flow.op.reset();
    const page = await browser.goto(`${site}/private`);
    assert.equal(page.text, "of Ada Lovelace");
  });

  it("an answer that is an error of another kind is shown as one", async () => {
    for (const error of ["access_denied", "server_error"]) {
      const { flow, browser } = await createGuarded();
      flow.op.faults.silent = error;
      const page = await browser.goto(`${site}/private`);
      const { pathname, searchParams } = new URL(page.url);
      assert.equal(pathname, "/auth/signin");
      assert.equal(searchParams.get("error"), "OAuthCallbackError");
      assert.equal(searchParams.get("code"), error);
      assert.equal(searchParams.get("callbackUrl"), `${site}/private`);
      assert.equal(await readSession(browser), null);
    }
  });

  it("a declined answer with a wrong state is refused as a wrong state", async () => {
    const { flow, browser } = await createGuarded();
    flow.op.faults.silent = "login_required";
    flow.op.faults.callback = (params) => params.set("state", "of another");
    const page = await browser.goto(`${site}/private`);
    assert.equal(new URL(page.url).searchParams.get("error"), "InvalidCheck");
  });

  it("declined answers do not count as failures", async () => {
    const { flow, browser } = await createGuarded(undefined, {
      config: {
        clientAddress: () => "203.0.113.7",
        limits: { callback: { address: 1, window: 60 } },
      },
    });
    flow.op.faults.silent = "login_required";
    for (let i = 0; i < 3; i++) {
      browser.deleteCookie(site, markName);
      await browser.goto(`${site}/private`);
    }
    assert.equal(flow.op.count("authorize"), 3);
    flow.op.reset();
    browser.deleteCookie(site, markName);
    const page = await browser.goto(`${site}/private`);
    assert.equal(page.text, "of Ada Lovelace");
  });

  const others: Readonly<
    Record<string, { headers: HeadersInit; method?: string }>
  > = {
    "a program": { headers: { accept: "application/json" } },
    "a prefetch": { headers: { ...html, "sec-purpose": "prefetch" } },
    "a prerendered page": {
      headers: { ...html, "sec-purpose": "prefetch;prerender" },
    },
    "a frame": {
      headers: {
        ...html,
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "iframe",
      },
    },
    "a script": { headers: { ...html, "sec-fetch-mode": "cors" } },
    "a HEAD request": { headers: html, method: "HEAD" },
    "a form": { headers: html, method: "POST" },
  };
  for (const [what, { headers, method }] of Object.entries(others)) {
    it(`${what} is not sent to the provider`, async () => {
      const { flow, ask } = await createGuarded();
      const answer = await ask(headers, method);
      const { pathname } = toLocation(answer);
      assert.ok(answer.status === 401 || pathname === "/auth/signin");
      assert.deepEqual(answer.headers.getSetCookie(), []);
      assert.equal(flow.op.requests.length, 0);
    });
  }

  it("a page whose address cannot be kept leads to the sign-in page", async () => {
    const { flow, browser } = await createGuarded({
      silent: true,
      params: { acr_values: "gold" },
    });
    const page = await browser.goto(`${site}/private/${"a".repeat(2100)}`);
    assert.equal(new URL(page.url).pathname, "/auth/signin");
    assert.equal(flow.op.count("authorize"), 0);
  });

  it("a browser without cookies is not sent round and round", async () => {
    const { flow, ask } = await createGuarded();
    flow.op.faults.silent = "login_required";
    const leave = toLocation(await ask());
    const back = await flow.op.fetch(leave, { redirect: "manual" });
    const answer = await flow.handler(
      new Request(toLocation(back), { headers: html }),
    );
    const { pathname, searchParams } = toLocation(answer);
    assert.equal(pathname, "/auth/signin");
    assert.equal(searchParams.get("error"), "InvalidCheck");
  });

  it("the answer of the guard is not cached and holds no secret", async () => {
    const { ask, flow } = await createGuarded();
    const answer = await ask();
    assert.equal(answer.status, 303);
    assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
    assert.equal(toLocation(answer).origin, flow.op.origin);
    assert.ok(!toLocation(answer).href.includes(flow.op.clientSecret));
  });
});

describe("the provider that a guard asks silently", () => {
  async function ask(
    silent: RequireOptions["silent"],
    last?: string,
    entry?: AppOptions["entry"],
  ) {
    const second = await createFaultProvider();
    const options = { silent };
    const guarded = await createGuarded(
      options,
      entry === undefined ? {} : { entry },
      { second },
    );
    const { browser, flow } = guarded;
    if (last !== undefined) {
      browser.setCookie(
        site,
        `__Host-latchkey.last=${last}; Path=/; Secure; HttpOnly`,
      );
    }
    const { origin } = toLocation(await guarded.ask());
    return origin === second.origin
      ? "second"
      : origin === flow.op.origin
      ? "op"
      : "none";
  }

  it("the named provider is asked, whichever was used last", async () => {
    assert.equal(await ask("second", "op"), "second");
  });

  it("the provider that was used last is asked, and none of several otherwise", async () => {
    assert.equal(await ask(true, "second"), "second");
    assert.equal(await ask(true, "gone"), "none");
    assert.equal(await ask(true), "none");
  });

  it("the only OpenID Connect provider is asked if another kind was used last", async () => {
    const guarded = await createGuarded({ silent: true }, {
      toProviders: (op) => [
        op.provider(),
        op.plainProvider({ id: "plain", name: "Plain" }),
      ],
    });
    guarded.browser.setCookie(
      site,
      "__Host-latchkey.last=plain; Path=/; Secure; HttpOnly",
    );
    const { searchParams } = toLocation(await guarded.ask());
    const uri = searchParams.get("redirect_uri");
    assert.equal(uri, `${site}/auth/callback/op`);
  });

  it("a name of no OpenID Connect provider is a mistake of the configuration", async () => {
    for (const silent of ["nobody", "plain"]) {
      const { ask } = await createGuarded({ silent }, {
        toProviders: (op) => [
          op.provider(),
          op.plainProvider({ id: "plain", name: "Plain" }),
        ],
      });
      await assert.rejects(ask(), {
        name: "Configuration",
        message: new RegExp(`"${silent}"`),
      });
    }
  });

  it("a provider that is down leaves the sign-in page, and is not waited for again", async () => {
    const { flow, browser } = await createGuarded();
    flow.op.faults.discovery = { status: 503 };
    for (let i = 0; i < 2; i++) {
      const page = await browser.goto(`${site}/private`);
      const { pathname, searchParams } = new URL(page.url);
      assert.equal(pathname, "/auth/signin");
      assert.deepEqual([...searchParams], [["callbackUrl", "/private"]]);
    }
    assert.equal(flow.op.count("discovery"), 1);
    assert.match(listLines(flow, "error").join(), /ProviderUnavailable/);
    await assertNoRejections();
  });

  it("the guard's parameters go along, but no sign-in that shows a page is silent", async () => {
    const { flow, browser } = await createGuarded({
      silent: true,
      params: { acr_values: "gold" },
    });
    await browser.goto(`${site}/private`);
    const [asked] = flow.op.requests.filter(({ endpoint }) =>
      endpoint === "authorize"
    );
    const { searchParams } = new URL(asked?.url ?? "");
    assert.equal(searchParams.get("acr_values"), "gold");
    const shown = await createGuarded({
      silent: true,
      params: { prompt: "login" },
    });
    const page = await shown.browser.goto(`${site}/private`);
    assert.equal(new URL(page.url).pathname, "/auth/signin");
    assert.equal(shown.flow.op.count("authorize"), 0);
  });

  it("a prompt of the definition is replaced", async () => {
    const { ask } = await createGuarded(undefined, {
      entry: { authorization: { params: { prompt: "select_account" } } },
    });
    assert.equal(toLocation(await ask()).searchParams.get("prompt"), "none");
  });

  it("the target passes the application's redirect callback", async () => {
    const { browser } = await createGuarded(undefined, {
      config: {
        callbacks: { redirect: ({ baseUrl }) => `${baseUrl}/elsewhere` },
      },
    });
    const page = await browser.goto(`${site}/private`);
    assert.equal(page.url, `${site}/elsewhere`);
  });
});

describe("a user who signs out", () => {
  for (const way of ["by the guard", "by the sign-in page"]) {
    it(`a user who signed in ${way} is not signed in again by a guard at once`, async () => {
      mock.timers.enable({ apis: ["Date"], now: NOON });
      const { flow, browser } = await createGuarded();
      if (way === "by the sign-in page") await signIn(browser);
      const page = await browser.goto(`${site}/private`);
      assert.equal(page.text, "of Ada Lovelace");
      // The try has been long ago.
      mock.timers.tick(2 * HOUR);
      const out = await browser.goto(
        `${site}/auth/signout?callbackUrl=/private`,
      );
      flow.op.clearRequests();
      const end = await browser.submit(out);
      assert.equal(new URL(end.url).pathname, "/auth/signin");
      assert.equal(flow.op.count("authorize"), 0);
      mock.timers.tick(HOUR);
      const later = await browser.goto(`${site}/private`);
      assert.equal(later.text, "of Ada Lovelace");
    });
  }

  it("a browser that no such guard has seen is not signed in again by one", async () => {
    const { flow, browser } = await createGuarded();
    await signIn(browser);
    await browser.submit(await browser.goto(`${site}/auth/signout`));
    flow.op.clearRequests();
    const page = await browser.goto(`${site}/private`);
    assert.equal(new URL(page.url).pathname, "/auth/signin");
    assert.equal(flow.op.count("authorize"), 0);
    assert.equal(await readSession(browser), null);
  });

  for (const strategy of ["jwt", "database"] as const) {
    it(`a user whose session was ended from elsewhere is not signed in again by a guard at once (${strategy})`, async () => {
      mock.timers.enable({ apis: ["Date"], now: NOON });
      const { flow, browser } = await createGuarded(undefined, {
        config: {
          session: { strategy },
          adapter: createMemoryAdapter(),
          store: createMemoryStore(),
        },
      });
      await signIn(browser);
      mock.timers.tick(1000);
      await createAuth(flow.makeConfig()).revoke({ all: true });
      flow.op.clearRequests();
      for (let i = 0; i < 2; i++) {
        const page = await browser.goto(`${site}/private`);
        assert.equal(new URL(page.url).pathname, "/auth/signin");
      }
      assert.equal(flow.op.count("authorize"), 0);
      mock.timers.tick(HOUR);
      const later = await browser.goto(`${site}/private`);
      assert.equal(later.text, "of Ada Lovelace");
    });

    it(`a user whose session has expired is signed in again (${strategy})`, async () => {
      mock.timers.enable({ apis: ["Date"], now: NOON });
      const { browser } = await createGuarded(undefined, {
        config: {
          session: { strategy, maxAge: 600 },
          adapter: createMemoryAdapter(),
        },
      });
      await signIn(browser);
      mock.timers.tick(HOUR);
      const page = await browser.goto(`${site}/private`);
      assert.equal(page.text, "of Ada Lovelace");
    });
  }

  it("signing out leaves no cookie where no provider answers silently", async () => {
    const { browser } = await createGuarded({}, {
      toProviders: (op) => [op.plainProvider({ id: "plain", name: "Plain" })],
    });
    await browser.submit(await browser.goto(`${site}/auth/signin`));
    assert.ok(await readSession(browser));
    await browser.submit(await browser.goto(`${site}/auth/signout`));
    const names = browser.cookies(site).map(({ name }) => name);
    assert.ok(!names.includes(markName), names.join());
  });

  it("no link can have the browser forget that it was sent away", async () => {
    const { flow, browser } = await createGuarded();
    flow.op.faults.silent = "login_required";
    await browser.goto(`${site}/private`);
    const id = markName.slice(markName.lastIndexOf(".") + 1);
    await browser.goto(`${site}/auth/callback/op?state=${id}.x&code=y`);
    await browser.goto(`${site}/private`);
    assert.equal(flow.op.count("authorize"), 1);
  });
});
