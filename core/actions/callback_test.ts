import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { AuthError } from "@latchkey/auth";
import type { AuthConfig, Callbacks, OIDCConfig } from "@latchkey/auth";
import { AccessDenied, OAuthCallbackError } from "@latchkey/auth/errors";
import {
  type App,
  approach,
  arrive,
  assertCallbackRefused,
  assertSignedIn,
  cookieName,
  createApp,
  readSession,
  type Refusal,
  signIn,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";

afterEach(endTest);

const denied: Refusal = { error: "AccessDenied", page: "/auth/error" };
const hidden: Refusal = { error: "Configuration", page: "/auth/error" };

type SignIn = NonNullable<Callbacks["signIn"]>;
type Jwt = NonNullable<Callbacks["jwt"]>;

/** Passes off a value of the wrong type, as an application may do by mistake. */
function mistake<T>(value: unknown): T {
  return (() => value) as T;
}

async function refuse(
  callbacks: Callbacks,
  expected: Refusal,
  entry: Partial<OIDCConfig> = {},
): Promise<App> {
  const events: string[] = [];
  const flow = await createApp({
    entry,
    config: { callbacks, events: { signIn: () => void events.push("signIn") } },
  });
  const browser = flow.createBrowser();
  await assertCallbackRefused(flow, browser, await approach(browser), expected);
  assert.equal(await readSession(browser), null);
  assert.deepEqual(events, []);
  return flow;
}

describe("the signIn callback", () => {
  it("the signIn callback gets user, account and profile, and true admits the user", async () => {
    const seen: unknown[] = [];
    const flow = await createApp({
      config: {
        callbacks: {
          signIn: async ({ user, account, profile }) => {
            await Promise.resolve();
            seen.push(user.email, account?.provider, profile?.sub);
            return true;
          },
        },
      },
    });
    await assertSignedIn(flow);
    assert.deepEqual(seen, ["ada@example.com", "op", "user-1"]);
  });

  it("false from signIn refuses the sign-in [F35]", async () => {
    const flow = await refuse({ signIn: () => false }, denied);
    const page = await flow.createBrowser().goto(
      flow.answers.findLast(({ url }) => url.includes("/auth/error"))?.url ??
        "",
    );
    assert.equal(page.status, 403);
    assert.match(page.text, /don’t have permission/);
  });

  const mistakes: readonly (readonly [string, unknown])[] = [
    ["undefined", undefined],
    ["null", null],
    ["0", 0],
    ["1", 1],
    ["an object", { ok: true }],
    ["an array", [true]],
    ["an empty text", ""],
    ["a promise of nothing", Promise.resolve()],
  ];
  for (const [name, value] of mistakes) {
    it(`${name} from signIn refuses the sign-in [F35]`, async () => {
      await refuse({ signIn: mistake<SignIn>(value) }, denied);
    });
  }

  it("a signIn callback that throws refuses the sign-in, and the log has its error [F35]", async () => {
    const throwing: SignIn = () => {
      throw new Error("the directory is down");
    };
    await refuse({ signIn: throwing }, { ...denied, log: /directory is down/ });
    await refuse(
      { signIn: () => Promise.reject(new Error("the directory is down")) },
      { ...denied, log: /directory is down/ },
    );
    await refuse({ signIn: () => Promise.reject(undefined) }, denied);
  });

  it("an error of the library thrown by signIn decides what is shown [F35]", async () => {
    await refuse({
      signIn: () => {
        throw new AccessDenied("not this one");
      },
    }, denied);
    await refuse({
      signIn: () => {
        throw new AuthError("something of ours");
      },
    }, hidden);
  });

  it("a signIn callback that throws the same error object twice keeps no visitor's target in it", async () => {
    const error = Object.freeze(new OAuthCallbackError("one for all"));
    const signIn: SignIn = () => {
      throw error;
    };
    const flow = await createApp({ config: { callbacks: { signIn } } });
    for (const target of ["/private/one", "/private/two"]) {
      const browser = flow.createBrowser();
      await assertCallbackRefused(
        flow,
        browser,
        await approach(browser, { target }),
        {
          error: "OAuthCallbackError",
          target: site + target,
        },
      );
    }
    assert.equal(error.target, undefined);
  });

  it("a path from signIn redirects there, without a session", async () => {
    const flow = await createApp({
      config: { callbacks: { signIn: () => "/welcome?first=1" } },
    });
    const browser = flow.createBrowser();
    const page = await signIn(browser, { target: "/after" });
    assert.equal(page.url, `${site}/welcome?first=1`);
    assert.equal(await readSession(browser), null);
    const names = browser.cookies(site).map(({ name }) => name);
    assert.deepEqual(names, ["__Host-latchkey.csrf"]);
  });

  const foreign = [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "javascript:alert(1)",
    "/ok\r\nset-cookie: x=1",
    "/auth/signout",
  ];
  for (const text of foreign) {
    it(`the text ${JSON.stringify(text)} from signIn, which leads elsewhere, redirects to the home page`, async () => {
      const flow = await createApp({
        config: { callbacks: { signIn: () => text } },
      });
      const browser = flow.createBrowser();
      assert.equal((await signIn(browser)).url, `${site}/`);
      assert.equal(await readSession(browser), null);
    });
  }

  it("a URL of another origin from signIn passes through the redirect callback", async () => {
    const flow = await createApp({
      config: {
        callbacks: {
          signIn: () => "https://other.example/join",
          redirect: ({ url }) => url,
        },
      },
    });
    const browser = flow.createBrowser();
    const url = await approach(browser);
    const page = await browser.open(url, {
      stopAt: (url) => url.startsWith("https://other.example"),
    });
    assert.equal(page.pending, "https://other.example/join");
    assert.equal(await readSession(browser), null);
  });

  it("signIn is not called before the identity is proved", async () => {
    let calls = 0;
    const flow = await createApp({
      config: {
        callbacks: {
          signIn: () => {
            calls++;
            return true;
          },
        },
      },
    });
    flow.op.faults.idToken = { sign: "foreign" };
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError",
    });
    assert.equal(calls, 0);
  });

  it("a refusal does not change the session of a user who is already signed in", async () => {
    let admits = true;
    const flow = await createApp({
      config: { callbacks: { signIn: () => admits } },
    });
    const browser = flow.createBrowser();
    const session = await assertSignedIn(flow, browser);
    admits = false;
    await assertCallbackRefused(flow, browser, await approach(browser), denied);
    assert.deepEqual(await readSession(browser), session);
  });
});

describe("the jwt callback at sign-in", () => {
  it("null from jwt refuses the sign-in [F35]", async () => {
    await refuse({ jwt: () => null }, denied);
  });

  for (const value of [undefined, 7, "token", true]) {
    it(`${String(value)} from jwt is a mistake of the application [F35]`, async () => {
      await refuse({ jwt: mistake<Jwt>(value) }, hidden);
    });
  }

  it("a jwt callback that throws is a mistake of the application, and the log has its error [F35]", async () => {
    await refuse({
      jwt: () => {
        throw new Error("no roles today");
      },
    }, { ...hidden, log: /no roles today/ });
    await refuse({
      jwt: () => Promise.reject(new AccessDenied("not you")),
    }, denied);
  });

  it("a token that is too large is a mistake of the application", async () => {
    await refuse({
      jwt: ({ token }) => ({ ...token, big: crypto.randomUUID().repeat(300) }),
    }, { ...hidden, log: /biggest claim is "big"/ });
  });

  it("a token that cannot be written is a mistake of the application", async () => {
    await refuse({ jwt: ({ token }) => ({ ...token, big: 1n }) }, hidden);
  });
});

describe("the profile callback", () => {
  const profiles: readonly (readonly [string, OIDCConfig["profile"]])[] = [
    ["throws", () => {
      throw new Error("no such field");
    }],
    ["rejects", () => Promise.reject(new Error("no such field"))],
    ["gives nothing", mistake(undefined)],
    ["gives null", mistake(null)],
    ["gives no id", () => ({ name: "Ada" })],
    ["gives an empty id", () => ({ id: "" })],
    ["gives an object as id", mistake({ id: {} })],
    ["gives NaN as id", mistake({ id: NaN })],
    ["gives 2^53+1 as id", mistake({ id: 2 ** 53 + 2 })],
    ["gives true as id", mistake({ id: true })],
  ];
  for (const [name, profile] of profiles) {
    it(`a profile callback that ${name} is a mistake of the application [F36, X17]`, async () => {
      await refuse({}, hidden, { profile });
    });
  }

  it("secrets in an error of the profile callback are not logged [F36]", async () => {
    const clientSecret = "hush, this one looks like nothing";
    const flow = await createApp({
      op: { clientSecret },
      entry: {
        profile: (_profile, tokens) => {
          throw new Error(
            `no role for ${tokens.access_token} with ${clientSecret}`,
          );
        },
      },
    });
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      ...hidden,
      log: /no role for/,
    });
  });

  it("the id 0 from the profile callback is accepted [X17]", async () => {
    const ids: (string | undefined)[] = [];
    const flow = await createApp({
      entry: { profile: mistake({ id: 0 }) },
      config: {
        callbacks: {
          signIn: ({ account }) => {
            ids.push(account?.providerAccountId);
            return true;
          },
        },
      },
    });
    await assertSignedIn(flow);
    assert.deepEqual(ids, ["0"]);
  });
});

describe("redirects and error pages", () => {
  it("a redirect callback that throws at the start stops the sign-in", async () => {
    const config: Partial<AuthConfig> = {
      callbacks: {
        redirect: () => {
          throw new Error("no way");
        },
      },
    };
    const flow = await createApp({ config });
    const browser = flow.createBrowser();
    const page = await browser.goto(`${site}/auth/signin`);
    const end = await browser.submit(page);
    assert.match(end.url, /\/auth\/error\?error=Configuration/);
    assert.equal(flow.op.count("authorize"), 0);
  });

  it("pages of the application get the error and the visitor's target", async () => {
    const flow = await createApp({
      config: { pages: { signIn: "/login", error: "/oops" } },
    });
    const browser = flow.createBrowser();
    const { csrfToken } = await (await browser.fetch(`${site}/auth/csrf`))
      .json();
    const begin = async () => {
      const response = await browser.fetch(`${site}/auth/signin/op`, {
        method: "POST",
        body: new URLSearchParams({ csrfToken, callbackUrl: "/after" }),
        headers: { "x-auth-return-redirect": "1" },
      });
      const { url } = await response.json();
      const page = await browser.goto(url, {
        stopAt: (to) => to.startsWith(`${site}/auth/callback`),
      });
      return page.pending ?? "";
    };
    flow.op.faults.token = [{ status: 500 }, { error: "invalid_client" }];
    await assertCallbackRefused(flow, browser, await begin(), {
      error: "ProviderUnavailable",
      page: "/login",
      target: `${site}/after`,
    });
    await assertCallbackRefused(flow, browser, await begin(), {
      error: "Configuration",
      page: "/oops",
    });
  });

  it("the reference on the error page is that of the log line", async () => {
    const flow = await createApp({
      config: { callbacks: { signIn: () => false } },
    });
    const browser = flow.createBrowser();
    const page = await signIn(browser);
    const ref = new URL(page.url).searchParams.get("ref") ?? "";
    assert.match(ref, /^[\w-]{58}$/);
    assert.ok(page.text.includes(ref));
    const errors = flow.log.filter(({ level }) => level === "error");
    assert.equal(errors.length, 1);
    assert.ok(errors[0]?.text.includes(`ref: '${ref}'`));
  });

  it("API clients get the error as JSON, with its status and no more", async () => {
    const flow = await createApp({
      config: { callbacks: { signIn: () => false } },
    });
    const browser = flow.createBrowser();
    const response = await browser.fetch(await approach(browser), {
      headers: { accept: "application/json" },
    });
    assert.equal(response.status, 403);
    const { ref: _, ...body } = await response.json();
    assert.deepEqual(body, {
      error: "AccessDenied",
      code: null,
      message: "You don’t have permission to sign in.",
    });
  });

  it("a signIn event handler that fails changes nothing [F34]", async () => {
    const flow = await createApp({
      config: { events: { signIn: () => Promise.reject(new Error("late")) } },
    });
    await assertSignedIn(flow);
    assert.ok(flow.log.some(({ text }) => text.includes("late")));
  });

  it("a logger that throws changes nothing [F37]", async () => {
    const fail = () => {
      throw new Error("disk full");
    };
    const flow = await createApp({
      config: { logger: { error: fail, warn: fail, debug: fail } },
    });
    await assertSignedIn(flow);
    flow.op.faults.token = [{ status: 500 }];
    const browser = flow.createBrowser();
    const page = await arrive(browser, await approach(browser));
    assert.match(page.url, /error=ProviderUnavailable/);
    assert.ok(
      !browser.cookies(site).some(({ name }) => name === cookieName.session),
    );
  });
});
