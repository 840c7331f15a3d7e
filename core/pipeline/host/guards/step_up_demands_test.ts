/** Tests of what a guard may demand, and of users who cannot give it. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Mail, RequireOptions } from "@latchkey/auth";
import type { Browser, Page } from "@latchkey/auth/testing";
import {
  createPlainAdapter,
  createTables,
} from "../../../accounts/users_testkit.ts";
import { createMemoryStore } from "../../../storage/memory_store.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";
import {
  cookieValue,
  readSession,
  site,
} from "../../../../testing/app_testkit.ts";
import {
  assertProofRefused,
  createGuardedSite,
  createStale,
  lastAsked,
  listWays,
  openConfirm,
  page,
  readLinks,
  signInAt,
  storages,
} from "./step_up_testkit.ts";
import { toMailProvider } from "../../../methods/email/email_testkit.ts";

const NOON = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

describe("a guard with acr or amr", () => {
  for (const [storage, toConfig] of Object.entries(storages)) {
    it(`a user is sent to the provider for a class, and comes back with it (${storage})`, async () => {
      const guard = { acr: ["gold", "platinum"], amr: ["otp", "pwd"] };
      const flow = await createGuardedSite({ config: toConfig(), guard });
      const browser = flow.createBrowser();
      await signInAt(browser);
      const ways = await openConfirm(browser);
      assert.deepEqual(listWays(ways), ["/auth/signin/op"]);
      flow.own.claims = { acr: "platinum", amr: ["pwd", "otp", "user"] };
      const done = await browser.submit(ways, { action: "/auth/signin/op" });
      assert.deepEqual([done.url, done.text], [
        page,
        "paid by ada@example.com",
      ]);
      assert.equal(lastAsked(flow).get("acr_values"), "gold platinum");
      assert.equal(lastAsked(flow).get("claims"), null);
      assert.equal(lastAsked(flow).get("max_age"), null);
    });
  }

  it("a provider that knows the claims parameter is asked for an essential acr, beside what a guard asks for", async () => {
    const claims = { id_token: { email: null }, userinfo: { name: null } };
    const guard = { acr: "gold", params: { claims } };
    const flow = await createGuardedSite({ guard });
    flow.op.faults.discovery = {
      body: (own) => ({ ...own, claims_parameter_supported: true }),
    };
    const browser = flow.createBrowser();
    await signInAt(browser);
    const ways = await openConfirm(browser);
    flow.own.claims = { acr: "gold" };
    const done = await browser.submit(ways, { action: "/auth/signin/op" });
    assert.equal(done.text, "paid by ada@example.com");
    assert.equal(lastAsked(flow).get("acr_values"), null);
    assert.deepEqual(JSON.parse(lastAsked(flow).get("claims") ?? ""), {
      id_token: { email: null, acr: { essential: true, values: ["gold"] } },
      userinfo: { name: null },
    });
  });

  const weak: Readonly<
    Record<string, [RequireOptions, Record<string, unknown>]>
  > = {
    "another class": [{ acr: ["gold"] }, { acr: "silver" }],
    "no class": [{ acr: ["gold"] }, {}],
    "one of two methods": [{ amr: ["pwd", "otp"] }, { amr: ["otp"] }],
    "a method as text": [{ amr: ["otp"] }, { amr: "otp" }],
    "no method": [{ amr: ["otp"] }, {}],
    "the class and an old time": [
      { acr: ["gold"], maxAge: 300 },
      { acr: "gold" },
    ],
  };
  for (const [what, [guard, claims]] of Object.entries(weak)) {
    it(`a provider that ignores the demand is refused: ${what} [X11]`, async () => {
      const flow = await createGuardedSite({ guard });
      const browser = flow.createBrowser();
      flow.own.authTime = NOON / 1000 - 3600;
      flow.own.honours = false;
      await signInAt(browser);
      const before = cookieValue(browser);
      const ways = await openConfirm(browser);
      flow.own.claims = claims;
      const shown = await browser.submit(ways, { action: "/auth/signin/op" });
      await assertProofRefused(flow, browser, {
        before,
        shown,
        code: "unproved",
      });
    });
  }

  it("a visitor who signs in for the page is sent with the demand at once", async () => {
    const guard = { acr: ["gold"], maxAge: 300 };
    const flow = await createGuardedSite({ guard });
    flow.own.claims = { acr: "gold" };
    const browser = flow.createBrowser();
    const all = await browser.goto(page);
    assert.match(all.text, /<h1>Sign in to app\.example<\/h1>/);
    const done = await browser.submit(all, { action: "/auth/signin/op" });
    assert.equal(done.text, "paid by ada@example.com");
    assert.equal(lastAsked(flow).get("acr_values"), "gold");
    assert.equal(lastAsked(flow).get("max_age"), "300");
    assert.equal(lastAsked(flow).get("login_hint"), null);
  });

  for (const [own, asked] of [[60, "60"], [900, "300"], [0, "0"]] as const) {
    it(`the smaller maximum age is asked for: ${own} of the provider's options, 300 of the guard`, async () => {
      const params = { max_age: own };
      const flow = await createGuardedSite({
        guard: { maxAge: 300 },
        entry: { authorization: { params } },
      });
      const browser = flow.createBrowser();
      await browser.submit(await browser.goto(page), {
        action: "/auth/signin/op",
      });
      assert.equal(lastAsked(flow).get("max_age"), asked);
    });
  }

  it("a visitor whose first proof is not enough is told so, and is not sent in circles", async () => {
    const flow = await createGuardedSite({ guard: { acr: ["gold"] } });
    const browser = flow.createBrowser();
    const all = await browser.goto(page);
    const shown = await browser.submit(all, { action: "/auth/signin/op" });
    assert.deepEqual([shown.url, shown.status], [page, 403]);
    assert.ok(shown.text.includes("isn’t recent or secure enough"));
    assert.match(shown.headers.get("cache-control") ?? "", /no-store/);
    assert.ok(await readSession(browser));
    flow.own.claims = { acr: "gold" };
    const ways = await browser.goto(readLinks(shown)[0] ?? "");
    const done = await browser.submit(ways, { action: "/auth/signin/op" });
    assert.equal(done.text, "paid by ada@example.com");
  });
});

describe("a user who cannot prove what a page demands", () => {
  it("plain OAuth proves no time: the other ways of the user are offered", async () => {
    const mails: Mail[] = [];
    const flow = await createGuardedSite({
      config: { adapter: createMemoryAdapter() },
      toProviders: (op) => [
        op.plainProvider({
          id: "hub",
          name: "Hub",
          allowDangerousEmailAccountLinking: true,
        }),
        op.provider({ id: "other", name: "Other" }),
        toMailProvider(mails),
      ],
    });
    const byMail = async (browser: Browser, ways: Page, email?: string) => {
      const fields = email === undefined ? {} : { email };
      const action = "/auth/signin/email";
      const asks = await browser.submit(ways, { action, fields });
      const code = mails.at(-1)?.code ?? "";
      const to = "/auth/callback/email";
      return await browser.submit(asks, { action: to, fields: { code } });
    };
    const first = flow.createBrowser();
    await byMail(
      first,
      await first.goto(`${site}/auth/signin`),
      "ada@example.com",
    );
    const browser = flow.createBrowser();
    await signInAt(browser, "hub");
    const ways = await openConfirm(browser);
    assert.deepEqual(listWays(ways), ["/auth/signin/email"]);
    assert.ok(ways.text.includes('value="ada@example.com"'));
    const done = await byMail(browser, ways);
    assert.deepEqual([done.url, done.text], [page, "paid by ada@example.com"]);
  });

  it("a user without any way is told so, and is not sent in circles", async () => {
    const flow = await createGuardedSite({
      toProviders: (op) => [op.plainProvider({ id: "hub", name: "Hub" })],
    });
    const browser = flow.createBrowser();
    await signInAt(browser, "hub");
    const before = cookieValue(browser);
    const shown = await browser.goto(page);
    assert.equal(shown.status, 403);
    assert.match(shown.text, /<h1>You don’t have access<\/h1>/);
    assert.ok(shown.text.includes("None of your ways to sign in"));
    assert.match(shown.headers.get("cache-control") ?? "", /no-store/);
    assert.deepEqual(shown.forms(), []);
    assert.equal(cookieValue(browser), before);
    const target = new URLSearchParams({ callbackUrl: page });
    assert.deepEqual(readLinks(shown), [
      `${site}/auth/signin?another=1&${target}`,
      `${site}/`,
      `${site}/auth/signout?${target}`,
    ]);
  });

  it("a session whose proof was lost asks once, and then says so", async () => {
    const inner = createMemoryStore();
    const store = {
      ...inner,
      set: async (key: string, value: string, ttl: number) => {
        if (!key.startsWith("authentication:")) {
          await inner.set(key, value, ttl);
        }
      },
    };
    const adapter = createPlainAdapter(createTables());
    const session = { strategy: "database" } as const;
    const config = { store, adapter, session };
    const flow = await createGuardedSite({ config });
    const browser = flow.createBrowser();
    await signInAt(browser);
    const ways = await openConfirm(browser);
    const shown = await browser.submit(ways, { action: "/auth/signin/op" });
    assert.deepEqual([shown.url, shown.status], [page, 403]);
    mock.timers.tick(2 * MINUTE);
    await openConfirm(browser);
  });
});

describe("programs that ask a guarded page", () => {
  const challenge = 'Bearer error="insufficient_user_authentication", ' +
    'error_description="A fresher or stronger sign-in is required"';
  const demands: readonly [RequireOptions, string, object][] = [
    [{ maxAge: 300 }, `${challenge}, max_age="300"`, { maxAge: 300 }],
    [{ acr: "gold" }, `${challenge}, acr_values="gold"`, { acr: ["gold"] }],
    [{ amr: ["otp"] }, challenge, { amr: ["otp"] }],
    [
      { acr: ["gold", "urn:a:b"], maxAge: 60 },
      `${challenge}, acr_values="gold urn:a:b", max_age="60"`,
      { acr: ["gold", "urn:a:b"], maxAge: 60 },
    ],
  ];
  for (const [guard, expected, required] of demands) {
    it(`a program gets 401 and the challenge of RFC 9470 for ${JSON.stringify(guard)}`, async () => {
      const { flow, browser } = await createStale({});
      flow.guard = guard;
      const answer = await browser.fetch(page, {
        headers: { accept: "application/json" },
      });
      assert.equal(answer.status, 401);
      assert.equal(answer.headers.get("www-authenticate"), expected);
      assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
      assert.deepEqual(await answer.json(), {
        error: "InsufficientAuthentication",
        code: null,
        message: "Sign in again to continue.",
        url:
          `${site}/auth/signin?callbackUrl=%2F&error=InsufficientAuthentication`,
        required,
      });
    });
  }

  it("the page that a script is told asks the user to confirm, wherever it leads back to", async () => {
    const { flow, browser } = await createStale({});
    const headers = { accept: "application/json" };
    const answer = await browser.fetch(page, { method: "POST", headers });
    const url = new URL((await answer.json()).url);
    url.searchParams.set("callbackUrl", "/somewhere");
    const ways = await browser.goto(url.href);
    assert.match(ways.text, /<h1>Confirm it’s you<\/h1>/);
    flow.own.authTime = null;
    await browser.submit(ways, { action: "/auth/signin/op" });
    assert.equal((await browser.fetch(page, { headers })).status, 200);
  });

  it("a script without a session, or without the role, is told where to sign in and what is missing", async () => {
    const { flow, browser } = await createStale({});
    const ask = async (one: Browser, headers: Record<string, string> = {}) => {
      const answer = await one.fetch(page, {
        headers: { accept: "application/json", ...headers },
      });
      const { error, url, required } = await answer.json();
      return [answer.status, error, url, required];
    };
    flow.guard = { role: ["admin"] };
    assert.deepEqual(await ask(browser), [
      403,
      "AccessDenied",
      `${site}/auth/signin?another=1&callbackUrl=%2F`,
      { role: ["admin"] },
    ]);
    const stranger = flow.createBrowser();
    const of = (referer: string) => ask(stranger, { referer });
    const signIn = `${site}/auth/signin`;
    assert.deepEqual(await of(`${site}/list?page=2`), [
      401,
      "SignInRequired",
      `${signIn}?callbackUrl=%2Flist%3Fpage%3D2`,
      undefined,
    ]);
    assert.equal((await of("https://evil.example/x"))[2], signIn);
    assert.equal((await of("no address"))[2], signIn);
  });

  it("a program without a session gets 401 as before", async () => {
    const flow = await createGuardedSite();
    const answer = await flow.createBrowser().fetch(page, {
      headers: { accept: "application/json" },
    });
    assert.equal(answer.status, 401);
    assert.equal(answer.headers.get("www-authenticate"), null);
    assert.equal((await answer.json()).error, "SignInRequired");
  });

  it("a signed-in user without permission gets 403, whatever their proof", async () => {
    const { flow, browser } = await createStale({});
    flow.guard = { maxAge: 300, role: "admin" };
    assert.equal((await browser.goto(page)).status, 403);
  });
});

describe("mistakes in a guard's demand", () => {
  const auth = createAuth({
    secret: "a random text of at least 32 characters",
    origin: site,
    providers: [],
  });
  const mistakes: readonly [RequireOptions, RegExp][] = [
    [{ maxAge: 0 }, /`maxAge`/],
    [{ maxAge: -1 }, /`maxAge`/],
    [{ maxAge: 1.5 }, /`maxAge`/],
    [{ maxAge: NaN }, /`maxAge`/],
    [{ acr: [] }, /`acr`/],
    [{ acr: "two words" }, /`acr`/],
    [{ acr: ['a"b'] }, /`acr`/],
    [{ amr: [""] }, /`amr`/],
    [{ amr: "line\nfeed" }, /`amr`/],
  ];
  for (const [options, message] of mistakes) {
    it(`a demand that no proof could meet is a mistake of the configuration: ${JSON.stringify(options)}`, async () => {
      await assert.rejects(auth.require(new Request(page), options), {
        name: "Configuration",
        message,
      });
    });
  }
});
