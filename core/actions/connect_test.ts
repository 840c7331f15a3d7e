import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { AuthConfig, OIDCConfig } from "@latchkey/auth";
import { createAuth, createMemoryStore } from "@latchkey/auth";
import {
  ConsentRequired,
  NotConnected,
  ReauthenticationRequired,
} from "@latchkey/auth/errors";
import {
  type Browser,
  createFaultProvider,
  type FaultProvider,
} from "@latchkey/auth/testing";
import {
  type AppOptions,
  arrive,
  assertCallbackRefused,
  assertSignedIn,
  authorize,
  cookieValue,
  post,
  readSession,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  createPair,
  preview,
  signIn as signInAtPreview,
  stable,
} from "../attempts/redirect_proxy_testkit.ts";
import { createUserFlow, type UserFlow } from "../accounts/users_testkit.ts";

afterEach(endTest);

interface Options {
  readonly config?: Partial<AuthConfig>;
  /** Options of the provider's entry. */
  readonly entry?: Partial<OIDCConfig>;
  readonly toEntry?: AppOptions["toEntry"];
}

/** A site that keeps the tokens of `op`, and has another provider, `home`. */
async function createConnected(
  { config, entry, toEntry }: Options = {},
): Promise<UserFlow & { home: FaultProvider }> {
  const home = await createFaultProvider({ user: { sub: "home-1" } });
  const own = { connectScopes: ["calendar", "tasks"], ...entry };
  const flow = await createUserFlow({
    store: createMemoryStore(),
    tokens: { providers: ["op"] },
    ...config,
  }, {
    entry: own,
    ...(toEntry === undefined ? {} : { toEntry }),
    others: { home },
  });
  return { ...flow, home };
}

/** Posts the form, and returns the URL of the authorization request. */
async function ask(
  browser: Browser,
  scope: string,
  { query = "", ...fields }: Readonly<Record<string, string>> = {},
): Promise<URL> {
  const answer = await post(browser, `connect/op${query}`, {
    scope,
    callbackUrl: "/calendar?week=7",
    ...fields,
  });
  const { url } = await answer.json();
  assert.ok(url.startsWith("https://op-"), url);
  return new URL(url);
}

/** Grants scopes, and returns the URL that the browser ends at. */
async function connect(browser: Browser, scope: string): Promise<string> {
  const { href } = await ask(browser, scope);
  return (await arrive(browser, await authorize(browser, href))).url;
}

/** Returns an access token of the browser's user. */
async function getToken(
  flow: UserFlow,
  browser: Browser,
  scope: readonly string[] = [],
) {
  const cookie = browser.cookieHeader(`${site}/`);
  const request = new Request(site, { headers: { cookie } });
  return await createAuth(flow.makeConfig())
    .getAccessToken(request, "op", { scope });
}

function toList(url: URL): string[] {
  return (url.searchParams.get("scope") ?? "").split(" ");
}

/** Everything that a connection may change. */
async function look(flow: UserFlow, browser: Browser) {
  const user = await flow.adapter.getUserByEmail?.("ada@example.com");
  return {
    session: cookieValue(browser),
    accounts: await flow.adapter.listAccountsByUserId?.(user?.id ?? ""),
    events: flow.names(),
  };
}

for (const strategy of ["database", "jwt"] as const) {
  const config = { session: { strategy } };

  describe(`asking a signed-in user for more scopes, with the strategy ${strategy}`, () => {
    it("the request asks for the granted scopes and the new ones, and the new token has them", async () => {
      const flow = await createConnected({ config });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      await assert.rejects(getToken(flow, browser, ["calendar"]), {
        scope: ["calendar"],
      });
      const first = await ask(browser, "calendar");
      assert.deepEqual(toList(first), [
        "openid",
        "profile",
        "email",
        "calendar",
      ]);
      await arrive(browser, await authorize(browser, first.href));
      flow.op.clearRequests();
      const token = await getToken(flow, browser, ["calendar"]);
      assert.ok(token.scope?.includes("calendar"));
      assert.equal(flow.op.requests.length, 0);
      const second = await ask(browser, "tasks calendar");
      assert.deepEqual(toList(second), [
        "openid",
        "profile",
        "email",
        "calendar",
        "tasks",
      ]);
    });

    it("the session and its id stay, nothing is told, and the user is back at the target", async () => {
      const flow = await createConnected({ config });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const before = await look(flow, browser);
      assert.equal(
        await connect(browser, "calendar"),
        `${site}/calendar?week=7`,
      );
      const after = await look(flow, browser);
      assert.deepEqual(after.session, before.session);
      assert.deepEqual(after.events, before.events);
      assert.equal(after.accounts?.length, 1);
    });

    it("another account than the connected one is refused, and nothing changes", async () => {
      const flow = await createConnected({ config });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const before = await look(flow, browser);
      const { href } = await ask(browser, "calendar");
      flow.op.user = { sub: "another", email: "ada@example.com" };
      const callback = await authorize(browser, href);
      const answer = await assertCallbackRefused(flow, browser, callback, {
        error: "OAuthAccountNotLinked:other_account",
        target: `${site}/calendar?week=7`,
      });
      const page = await browser.goto(answer.headers.get("location") ?? "");
      assert.match(page.text, /You chose a different account/);
      assert.deepEqual(await look(flow, browser), before);
      await assert.rejects(
        getToken(flow, browser, ["calendar"]),
        ConsentRequired,
      );
    });

    it("a user without an account there links one, and its tokens are kept", async () => {
      const flow = await createConnected({ config });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser, { id: "home" });
      const userId = (await readSession(browser))?.user?.id ?? "";
      const before = cookieValue(browser);
      await assert.rejects(getToken(flow, browser), NotConnected);
      flow.told.length = 0;
      const url = await ask(browser, "calendar");
      assert.deepEqual(toList(url), ["openid", "profile", "email", "calendar"]);
      await arrive(browser, await authorize(browser, url.href));
      assert.deepEqual(flow.names(), ["linkAccount"]);
      assert.equal((await readSession(browser))?.user?.id, userId);
      // There is another way to sign in, so the id is new, as after linking.
      assert.notEqual(cookieValue(browser), before);
      const token = await getToken(flow, browser, ["calendar"]);
      assert.ok(token.scope?.includes("calendar"));
    });

    it("a user without an account there needs a fresh proof to link one, and others do not", async () => {
      mock.timers.enable({ apis: ["Date"], now: Date.now() });
      const flow = await createConnected({ config });
      for (const id of ["home", "op"]) {
        const browser = flow.createBrowser();
        await assertSignedIn(flow, browser, { id });
        mock.timers.tick(12 * 60_000);
        const fields = { scope: "calendar", callbackUrl: "/here" };
        const answer = await post(browser, "connect/op", fields);
        const url = new URL((await answer.json()).url);
        const code = url.searchParams.get("code");
        assert.equal(code, id === "home" ? "fresh" : null);
      }
    });

    it("an account of another user is refused", async () => {
      const flow = await createConnected({ config });
      await assertSignedIn(flow);
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser, { id: "home" });
      const { href } = await ask(browser, "calendar");
      await assertCallbackRefused(
        flow,
        browser,
        await authorize(browser, href),
        {
          error: "OAuthAccountNotLinked:in_use",
        },
      );
      await assert.rejects(getToken(flow, browser), NotConnected);
    });

    it("an account that was unlinked in the meantime is not linked again", async () => {
      const flow = await createConnected({ config });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const user = await flow.adapter.getUserByEmail?.("ada@example.com");
      const home = { provider: "home", providerAccountId: "home-1" };
      await flow.adapter.linkAccount?.({
        ...home,
        type: "oidc",
        userId: user?.id ?? "",
      });
      const { href } = await ask(browser, "calendar");
      await post(browser, "unlink/op");
      await assertCallbackRefused(
        flow,
        browser,
        await authorize(browser, href),
        {
          error: "OAuthAccountNotLinked:other_account",
        },
      );
      const { accounts } = await look(flow, browser);
      assert.deepEqual(accounts?.map(({ provider }) => provider), ["home"]);
    });

    it("it refuses if the session has ended in the meantime, or is another user's", async () => {
      for (const isOther of [false, true]) {
        const flow = await createConnected({ config });
        const browser = flow.createBrowser();
        await assertSignedIn(flow, browser);
        const { href } = await ask(browser, "calendar");
        const callback = await authorize(browser, href);
        const other = flow.createBrowser();
        await assertSignedIn(flow, other, { id: "home" });
        const value = isOther ? cookieValue(other) : "";
        const end = isOther ? "" : "; Max-Age=0";
        browser.setCookie(
          site,
          `__Host-latchkey.session=${value}; Path=/; Secure${end}`,
        );
        await assertCallbackRefused(flow, browser, callback, {
          error: "SignInRequired",
        });
        if (isOther) {
          await assert.rejects(getToken(flow, browser), NotConnected);
        }
      }
    });

    it("it needs the form token, a session and POST [CSRF-01]", async () => {
      const flow = await createConnected({ config });
      const browser = flow.createBrowser();
      const stranger = await post(browser, "connect/op", { scope: "calendar" });
      assert.match((await stranger.json()).url, /error=SignInRequired/);
      await assertSignedIn(flow, browser);
      flow.op.clearRequests();
      for (const headers of [{}, { origin: "https://evil.example" }]) {
        const bare = await browser.fetch(`${site}/auth/connect/op`, {
          method: "POST",
          headers: { "x-auth-return-redirect": "1", ...headers },
          body: new URLSearchParams({ scope: "calendar" }),
        });
        assert.match(
          (await bare.json()).url,
          /error=(?:MissingCSRF|CrossSiteRequest)/,
        );
      }
      const get = await browser.fetch(`${site}/auth/connect/op`);
      assert.equal(get.status, 405);
      assert.equal(get.headers.get("allow"), "POST");
      assert.equal(flow.op.requests.length, 0);
    });
  });
}

describe("scopes that are asked for", () => {
  it("a scope that connectScopes does not list is refused, and the log says what to list", async () => {
    const flow = await createConnected();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    flow.op.clearRequests();
    for (const scope of ["mail", "calendar mail", "calendar,tasks"]) {
      const answer = await post(browser, "connect/op", { scope });
      assert.equal(answer.status, 400);
      assert.match((await answer.json()).url, /error=InvalidRequest/);
    }
    const warned = flow.log.filter(({ level }) => level === "warn");
    assert.equal(warned.length, 1);
    assert.match(
      warned[0]?.text ?? "",
      /`connectScopes` of provider "op" .*"mail"/,
    );
    assert.equal(flow.op.requests.length, 0);
  });

  it("parameters of the URL change no scope", async () => {
    const flow = await createConnected();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const query = "?scope=openid%20mail&login_hint=ada";
    const url = await ask(browser, "calendar", { query });
    assert.deepEqual(toList(url), ["openid", "profile", "email", "calendar"]);
    assert.equal(url.searchParams.get("login_hint"), "ada");
  });

  it("no scope asks for those that were granted, after the provider ended the tokens", async () => {
    const flow = await createConnected();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    await connect(browser, "calendar");
    flow.op.faults = { token: { error: "invalid_grant" } };
    const config = flow.makeConfig();
    const { accessToken } = await getToken(flow, browser);
    const user = await flow.adapter.getUserByEmail?.("ada@example.com");
    const renew = createAuth(config)
      .getAccessTokenFor(user?.id ?? "", "op", { minValidity: 9999 });
    await assert.rejects(renew, ReauthenticationRequired);
    flow.op.reset();
    const url = await ask(browser, "");
    assert.ok(toList(url).includes("calendar"));
    await arrive(browser, await authorize(browser, url.href));
    const token = await getToken(flow, browser, ["calendar"]);
    assert.notEqual(token.accessToken, accessToken);
  });

  it("if fewer are granted than were asked for, those are kept, and the rest is asked for again", async () => {
    const flow = await createConnected();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    flow.op.faults.tokenResponse = (json) => ({
      ...json,
      scope: "openid profile email tasks",
    });
    const end = await connect(browser, "calendar tasks");
    assert.equal(end, `${site}/calendar?week=7`);
    assert.ok((await getToken(flow, browser, ["tasks"])).accessToken);
    await assert.rejects(getToken(flow, browser, ["tasks", "calendar"]), {
      scope: ["calendar"],
    });
  });

  it("an answer without scopes grants all that were asked for (RFC 6749 section 5.1)", async () => {
    const flow = await createConnected();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    flow.op.faults.tokenResponse = ({ scope: _, ...json }) => json;
    await connect(browser, "calendar");
    const { scope } = await getToken(flow, browser, ["calendar"]);
    assert.deepEqual(scope, ["openid", "profile", "email", "calendar"]);
  });

  it("many granted scopes leave room in the attempt's cookie", async () => {
    const flow = await createConnected();
    const browser = flow.createBrowser();
    const many = Array.from(
      { length: 60 },
      (_, i) => `https://api.example/scopes/of/a/long/name/${i}`,
    );
    flow.op.faults.tokenResponse = (json) => ({
      ...json,
      scope: `openid ${many.join(" ")}`,
    });
    await assertSignedIn(flow, browser);
    const url = await ask(browser, "calendar");
    assert.deepEqual(toList(url).slice(3), [...many, "calendar"]);
    for (const { name, value } of browser.cookies(site)) {
      assert.ok(name.length + value.length < 4096, name);
    }
    assert.match(await connect(browser, "calendar"), /\/calendar/);
  });

  it("a provider that separates scopes with commas gets commas, and its answer is understood", async () => {
    const flow = await createConnected({
      toEntry: (op) =>
        op.plainProvider({
          authorization: `${op.issuer}/authorize?scope=read`,
          scopeSeparator: ",",
          connectScopes: ["activity:read", "activity:write"],
          profile: ({ id }) => ({ id: `${id}` }),
        }),
    });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const url = await ask(browser, "activity:read activity:write");
    const scope = "read,activity:read,activity:write";
    assert.equal(url.searchParams.get("scope"), scope);
    await arrive(browser, await authorize(browser, url.href));
    const token = await getToken(flow, browser, ["activity:write"]);
    assert.deepEqual(token.scope, scope.split(","));
    flow.op.faults.tokenResponse = ({ scope: _, ...json }) => json;
    await connect(browser, "activity:read");
    const again = await getToken(flow, browser, ["activity:write"]);
    assert.deepEqual(again.scope, scope.split(","));
  });

  it("what the provider needs for a refresh token is asked for, too", async () => {
    const flow = await createConnected({
      entry: {
        refresh: {
          scopes: ["offline_access"],
          params: { access_type: "offline", prompt: "consent" },
          cumulative: { include_granted_scopes: "true" },
        },
      },
    });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const url = await ask(browser, "calendar");
    assert.ok(toList(url).includes("offline_access"));
    assert.equal(url.searchParams.get("access_type"), "offline");
    assert.equal(url.searchParams.get("prompt"), "consent");
    assert.equal(url.searchParams.get("include_granted_scopes"), "true");
  });
});

describe("a connection that is refused", () => {
  it("a user who cancels at the provider keeps the session, the tokens and the target", async () => {
    const flow = await createConnected();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const before = await look(flow, browser);
    flow.op.faults.authorize = { error: "access_denied" };
    const { href } = await ask(browser, "calendar");
    await assertCallbackRefused(flow, browser, await authorize(browser, href), {
      error: "OAuthCallbackError:access_denied",
      target: `${site}/calendar?week=7`,
    });
    assert.deepEqual(await look(flow, browser), before);
    assert.ok((await getToken(flow, browser)).accessToken);
  });

  it("the signIn callback may refuse it", async () => {
    const asked: string[][] = [];
    const flow = await createConnected({
      config: {
        callbacks: {
          signIn: ({ account }) =>
            asked.push(`${account?.scope}`.split(" ")) < 2,
        },
      },
    });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const before = await look(flow, browser);
    const { href } = await ask(browser, "calendar");
    await assertCallbackRefused(flow, browser, await authorize(browser, href), {
      error: "AccessDenied",
      page: "/auth/error",
    });
    assert.ok(asked[1]?.includes("calendar"));
    assert.deepEqual(await look(flow, browser), before);
  });

  for (const strategy of ["jwt", "database"] as const) {
    it(`a session that ends during the signIn callback gets no more scopes (${strategy})`, async () => {
      let end: (() => Promise<unknown>) | null = null;
      const flow = await createConnected({
        config: {
          session: { strategy },
          callbacks: {
            signIn: async () => {
              await end?.();
              return true;
            },
          },
        },
      });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const user = (await readSession(browser))?.user?.id ?? "";
      const before = await flow.adapter.listAccountsByUserId?.(user);
      const { href } = await ask(browser, "calendar");
      end = () => createAuth(flow.makeConfig()).revoke({ user });
      await arrive(browser, await authorize(browser, href));
      assert.equal(await readSession(browser), null);
      assert.deepEqual(await flow.adapter.listAccountsByUserId?.(user), before);
    });
  }

  it("without stored users, too, a session that ends during the signIn callback gets no more scopes", async () => {
    let end: (() => Promise<unknown>) | null = null;
    const flow = await createConnected({
      config: {
        adapter: undefined,
        callbacks: {
          signIn: async () => {
            await end?.();
            return true;
          },
        },
      },
    });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const user = (await readSession(browser))?.user?.id ?? "";
    const auth = createAuth(flow.makeConfig());
    const { href } = await ask(browser, "calendar");
    end = () => auth.revoke({ user });
    await arrive(browser, await authorize(browser, href));
    assert.equal(await readSession(browser), null);
    const scope = ["calendar"];
    await assert.rejects(auth.getAccessTokenFor(user, "op", { scope }));
  });

  it("a provider whose tokens are not kept is refused, and the log says what to list", async () => {
    const flow = await createConnected({
      config: { tokens: { providers: ["home"] } },
    });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const answer = await post(browser, "connect/op", { scope: "calendar" });
    assert.match((await answer.json()).url, /error=Configuration/);
    assert.ok(flow.log.some(({ text }) => /`tokens.providers`/.test(text)));
  });

  it("the target follows the rules of redirects", async () => {
    const flow = await createConnected();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const { href } = await ask(browser, "calendar", {
      callbackUrl: "https://evil.example/",
    });
    const page = await arrive(browser, await authorize(browser, href));
    assert.equal(page.url, `${site}/`);
  });
});

describe("a user with several accounts at one provider", () => {
  it("the form names the account, which then has to come back", async () => {
    const flow = await createConnected();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const user = flow.op.user;
    flow.op.user = { ...user, sub: "user-2" };
    const link = await (await post(browser, "link/op")).json();
    await arrive(browser, await authorize(browser, link.url));
    const named = { account: "user-2" };
    const mine = await ask(browser, "calendar", named);
    flow.op.user = user;
    await assertCallbackRefused(
      flow,
      browser,
      await authorize(browser, mine.href),
      {
        error: "OAuthAccountNotLinked:other_account",
      },
    );
    flow.op.user = { ...user, sub: "user-2" };
    const { href } = await ask(browser, "calendar", named);
    await arrive(browser, await authorize(browser, href));
    const auth = createAuth(flow.makeConfig());
    const { id = "" } = (await readSession(browser))?.user ?? {};
    const scope = ["calendar"];
    const token = await auth.getAccessTokenFor(id, "op", { scope, ...named });
    assert.ok(token.scope?.includes("calendar"));
    await assert.rejects(
      auth.getAccessTokenFor(id, "op", { scope, account: "user-1" }),
      (error) => {
        assert.ok(error instanceof ConsentRequired);
        assert.deepEqual(error.connect, {
          action: "/auth/connect/op",
          fields: { scope: "calendar", account: "user-1" },
        });
        return true;
      },
    );
  });

  it("an account that the user does not have is refused", async () => {
    const flow = await createConnected();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const fields = { scope: "calendar", account: "user-2" };
    const answer = await post(browser, "connect/op", fields);
    assert.match((await answer.json()).url, /error=InvalidRequest/);
  });
});

describe("a connection without stored users", () => {
  const config = { adapter: undefined };

  it("the user grants more to the account that they signed in with, and to no other", async () => {
    const flow = await createConnected({ config });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const before = cookieValue(browser);
    await connect(browser, "calendar");
    assert.equal(cookieValue(browser), before);
    const { accessToken } = await getToken(flow, browser, ["calendar"]);
    const { href } = await ask(browser, "tasks");
    flow.op.user = { sub: "another" };
    await assertCallbackRefused(flow, browser, await authorize(browser, href), {
      error: "OAuthAccountNotLinked:other_account",
    });
    const same = await getToken(flow, browser, ["calendar"]);
    assert.equal(same.accessToken, accessToken);
  });

  it("a user of another provider cannot connect one", async () => {
    const flow = await createConnected({ config });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser, { id: "home" });
    const { href } = await ask(browser, "calendar");
    await assertCallbackRefused(flow, browser, await authorize(browser, href), {
      error: "OAuthAccountNotLinked:other_account",
    });
    await assert.rejects(getToken(flow, browser), NotConnected);
  });

  it("it refuses if the session has ended in the meantime", async () => {
    const flow = await createConnected({ config });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const { href } = await ask(browser, "calendar");
    const callback = await authorize(browser, href);
    browser.setCookie(
      site,
      "__Host-latchkey.session=; Path=/; Secure; Max-Age=0",
    );
    await assertCallbackRefused(flow, browser, callback, {
      error: "SignInRequired",
    });
  });
});

describe("the way to the provider and back", () => {
  it("a provider that answers with a form grants more", async () => {
    const params = { response_mode: "form_post" };
    const flow = await createConnected({
      entry: { authorization: { params } },
    });
    const browser = flow.createBrowser();
    const start = await browser.goto(`${site}/auth/signin`);
    const choice = { action: "/auth/signin/op" };
    await browser.submit(await browser.submit(start, choice));
    const before = cookieValue(browser);
    const { href } = await ask(browser, "calendar");
    const answer = await browser.goto(href, { from: `${site}/` });
    const page = await browser.submit(answer);
    assert.equal(page.url, `${site}/calendar?week=7`);
    assert.equal(cookieValue(browser), before);
    const { scope } = await getToken(flow, browser, ["calendar"]);
    assert.ok(scope?.includes("calendar"));
  });

  it("a redirect proxy forwards the answer to the deployment that asked", async () => {
    const pair = await createPair({
      both: { store: createMemoryStore(), tokens: { providers: ["op"] } },
      entry: { connectScopes: ["calendar"] },
    });
    const { browser, op } = pair;
    await signInAtPreview(pair);
    const csrf = await browser.fetch(`${preview}/auth/csrf`);
    const { csrfToken } = await csrf.json();
    const posted = await browser.fetch(`${preview}/auth/connect/op`, {
      method: "POST",
      headers: { "x-auth-return-redirect": "1" },
      body: new URLSearchParams({
        csrfToken,
        scope: "calendar",
        callbackUrl: "/calendar",
      }),
    });
    const { url } = await posted.json();
    const page = await browser.goto(url, { from: `${preview}/` });
    assert.equal(page.url, `${preview}/calendar`);
    const grants = op.requests.filter(({ endpoint }) => endpoint === "token");
    assert.equal(grants.length, 2);
    assert.equal(
      new URL(url).searchParams.get("redirect_uri"),
      `${stable}/auth/callback/op`,
    );
  });
});

describe("the form that a ConsentRequired has", () => {
  async function getConsent(
    options: Options,
    scope: readonly string[],
  ): Promise<ConsentRequired> {
    const flow = await createConnected(options);
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    return await getToken(flow, browser, scope).then(
      () => assert.fail("there was a token"),
      (error) => {
        assert.ok(error instanceof ConsentRequired);
        return error;
      },
    );
  }

  it("it asks for the scopes that are missing", async () => {
    const { scope, connect } = await getConsent({}, [
      "openid",
      "tasks",
      "calendar",
    ]);
    assert.deepEqual(scope, ["tasks", "calendar"]);
    assert.deepEqual(connect, {
      action: "/auth/connect/op",
      fields: { scope: "tasks calendar" },
    });
  });

  it("there is none for a scope that is not listed, and the message says what to list", async () => {
    const error = await getConsent({}, ["calendar", "mail"]);
    assert.equal(error.connect, null);
    assert.match(error.message, /mail.*`connectScopes`/);
  });
});

describe("the option connectScopes", () => {
  it("anything but a list of scopes is a mistake", () => {
    for (const connectScopes of ["calendar", ["calendar tasks"], [""]]) {
      const entry = {
        id: "op",
        type: "oidc",
        issuer: "https://op.example",
        connectScopes,
      };
      assert.throws(
        () => createAuth({ providers: [entry as OIDCConfig] }),
        /`connectScopes` must be a list of scopes/,
      );
    }
  });
});
