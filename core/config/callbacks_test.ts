import assert from "node:assert/strict";
import { setImmediate } from "node:timers/promises";
import { afterEach, describe, it, mock } from "node:test";
import {
  Auth,
  type AuthConfig,
  AuthError,
  type Callbacks,
  createAuth,
  type JWT,
  type Session,
} from "@latchkey/auth";
import { AccessDenied, SessionError } from "@latchkey/auth/errors";
import { decode } from "@latchkey/auth/jwt";
import {
  type App,
  app,
  cookieName,
  cookieValue,
  createApp,
  readCsrfToken,
  readSession,
  signIn,
  signOut,
  toRequest,
} from "../../testing/app_testkit.ts";
import {
  assertHidden,
  assertRefused,
  defer,
  readSetCookies,
  rejections,
  toAnswer,
} from "../../testing/checks_testkit.ts";
import { mint, plant } from "../session/session_testkit.ts";

afterEach(() => mock.timers.reset());

/** One call of a callback. */
type Call = [name: keyof Callbacks, message: Record<string, unknown>];

/** Callbacks that do what the defaults do, and record their arguments. */
function createRecorder(): { calls: Call[]; callbacks: Callbacks } {
  const calls: Call[] = [];
  const record = (name: keyof Callbacks, message: object) =>
    void calls.push([name, { ...message } as Record<string, unknown>]);
  return {
    calls,
    callbacks: {
      signIn: (message) => {
        record("signIn", message);
        return true;
      },
      redirect: (message) => {
        record("redirect", message);
        return message.url;
      },
      jwt: (message) => {
        record("jwt", message);
        return message.token;
      },
      session: (message) => {
        record("session", message);
        return message.session;
      },
    },
  };
}

const toNames = (calls: readonly Call[]) => calls.map(([name]) => name);
const toKeys = (message: object = {}) => Object.keys(message).sort();

/** The response of the library's own request path. */
async function ask(site: App, path: string, init: RequestInit = {}) {
  const request = toRequest(site.browser, path, init);
  return await toAnswer(await Auth(request, site.config));
}

async function readClaims({ browser, secret }: App): Promise<JWT> {
  const token = cookieValue(browser, cookieName.session);
  const claims = await decode({ token, secret, salt: cookieName.session });
  assert.ok(claims);
  return claims;
}

describe("callbacks at sign-in", () => {
  it("a sign-in calls redirect, signIn and jwt once each, in this order", async () => {
    const { calls, callbacks } = createRecorder();
    const site = await createApp({ config: { callbacks } });
    const page = await site.browser.goto(`${app}/auth/signin`);
    await site.browser.submit(page, {
      stopAt: (url) => url === `${app}/`,
    });
    assert.deepEqual(toNames(calls), ["redirect", "signIn", "jwt"]);
  });

  it("sign-in callbacks get exactly the documented keys, with the values of this sign-in", async () => {
    const { calls, callbacks } = createRecorder();
    const site = await createApp({ config: { callbacks } });
    await signIn(site.browser, { target: "/welcome?x=1" });
    const [redirect, ask, jwt] = calls.map(([, message]) => message);
    assert.deepEqual(redirect, { url: `${app}/welcome?x=1`, baseUrl: app });
    assert.deepEqual(toKeys(ask), ["account", "profile", "user"]);
    assert.deepEqual(toKeys(jwt), [
      "account",
      "profile",
      "token",
      "trigger",
      "user",
    ]);
    const { sub } = await readClaims(site);
    const user = {
      id: sub,
      name: "Ada Lovelace",
      email: "ada@example.com",
      image: "https://pictures.example/ada.png",
    };
    assert.deepEqual([ask?.user, jwt?.user], [user, user]);
    assert.deepEqual(jwt?.token, {
      name: user.name,
      email: user.email,
      picture: user.image,
      sub,
    });
    assert.equal(jwt?.trigger, "signIn");
    const account = ask?.account as Record<string, unknown>;
    assert.deepEqual(jwt?.account, account);
    assert.deepEqual(
      [account.provider, account.type, account.providerAccountId],
      ["op", "oidc", "user-1"],
    );
    for (const key of ["access_token", "id_token", "expires_at", "scope"]) {
      assert.ok(account[key], key);
    }
    assert.equal((ask?.profile as JWT).sub, "user-1");
  });
});

describe("the address of a profile [4.12]", () => {
  const claims: [said: string, email: string | null][] = [
    ["Kate@Corp.EXAMPLE", "kate@corp.example"],
    ["kate@bücher.example", "kate@xn--bcher-kva.example"],
    ["\u212aate@corp.example", null],
    ["\u017fue@corp.example", null],
    ["d\u0131na@corp.example", null],
    ["\uff4bate@corp.example", null],
    ["kate@evil.example,eve@corp.example", null],
    ['"kate@evil.example"@corp.example', null],
  ];
  for (const [said, email] of claims) {
    it(`callbacks and the session get ${email} for ${JSON.stringify(said)}, and the profile keeps the original`, async () => {
      const { calls, callbacks } = createRecorder();
      const site = await createApp({ config: { callbacks } });
      site.op.user = { ...site.op.user, email: said, email_verified: true };
      await signIn(site.browser);
      const [, ask, jwt] = calls.map(([, message]) => message);
      const users = [ask?.user, jwt?.user] as { email: unknown }[];
      assert.deepEqual(users.map((user) => user.email), [email, email]);
      assert.equal((ask?.profile as JWT).email, said);
      assert.equal((await readClaims(site)).email ?? null, email);
    });
  }
});

describe("callbacks at a session check", () => {
  const checks: Record<string, (site: App) => Promise<unknown>> = {
    "GET /session": (site) => ask(site, "/auth/session"),
    "auth.session": (site) =>
      createAuth(site.config).session(toRequest(site.browser, "/")),
  };
  for (const [entry, check] of Object.entries(checks)) {
    it(`callbacks get exactly the documented keys, through ${entry}`, async () => {
      const { calls, callbacks } = createRecorder();
      const site = await createApp({ config: { callbacks } });
      plant(site.browser, await mint(site.secret, { role: "admin" }));
      const claims = await readClaims(site);
      await check(site);
      assert.deepEqual(toNames(calls), ["jwt", "session"]);
      const [jwt, session] = calls.map(([, message]) => message);
      assert.deepEqual(jwt, { token: claims });
      assert.deepEqual(toKeys(session), ["session", "token"]);
      assert.deepEqual(session?.token, {
        ...claims,
        aud: undefined,
        authn: undefined,
      });
      assert.deepEqual(session?.session, {
        user: {
          id: claims.sub,
          name: claims.name,
          email: claims.email,
          image: claims.picture,
        },
        expires: new Date(Number(claims.exp) * 1000).toISOString(),
      });
    });
  }

  const updates: Record<string, (site: App) => Promise<unknown>> = {
    "POST /session": async (site) => {
      const csrfToken = await readCsrfToken(site.browser);
      await ask(site, "/auth/session", {
        method: "POST",
        headers: { "content-type": "application/json", origin: app },
        body: JSON.stringify({ csrfToken, data: { x: 1 } }),
      });
    },
    "auth.updateSession": (site) =>
      createAuth(site.config)
        .updateSession(toRequest(site.browser, "/"), { x: 1 }),
  };
  for (const [entry, update] of Object.entries(updates)) {
    it(`callbacks get trigger and session in addition, through ${entry}`, async () => {
      const { calls, callbacks } = createRecorder();
      const site = await createApp({ config: { callbacks } });
      plant(site.browser, await mint(site.secret));
      await update(site);
      assert.deepEqual(toNames(calls), ["jwt", "session"]);
      const [jwt, session] = calls.map(([, message]) => message);
      assert.deepEqual(toKeys(jwt), [
        "session",
        "source",
        "token",
        "trigger",
      ]);
      assert.deepEqual([jwt?.trigger, jwt?.session], ["update", { x: 1 }]);
      assert.deepEqual(toKeys(session), ["session", "token"]);
    });
  }

  it("no callback is called without a session, or for an ended one", async () => {
    const { calls, callbacks } = createRecorder();
    const site = await createApp({ config: { callbacks } });
    await ask(site, "/auth/session");
    plant(site.browser, await mint(site.secret, { exp: 1 }));
    await ask(site, "/auth/session");
    assert.deepEqual(calls, []);
  });

  it("callbacks never get the session's token, the secret, or a cookie", async () => {
    const { calls, callbacks } = createRecorder();
    const site = await createApp({ config: { callbacks } });
    const value = await mint(site.secret);
    plant(site.browser, value);
    await ask(site, "/auth/session");
    assertHidden([JSON.stringify(calls)], [value, site.secret]);
  });
});

describe("the redirect callback", () => {
  it("redirect is called at sign-in and sign-out only, with exactly url and baseUrl", async () => {
    const { calls, callbacks } = createRecorder();
    const site = await createApp({ config: { callbacks } });
    for (
      const path of [
        "session",
        "csrf",
        "providers",
        "signin",
        "error",
        "signout",
      ]
    ) {
      await ask(site, `/auth/${path}?callbackUrl=/x`, {
        headers: { cookie: "callback-url=/y" },
      });
    }
    assert.equal(calls.length, 0);
    await signIn(site.browser, { target: "/in" });
    await signOut(site.browser);
    const redirects = calls.filter(([name]) => name === "redirect")
      .map(([, message]) => message);
    assert.deepEqual(redirects, [
      { url: `${app}/in`, baseUrl: app },
      { url: app, baseUrl: app },
    ]);
  });
});

/** Ways for a callback to misbehave that the library cannot foresee. */
const failures: Record<string, () => unknown> = {
  "throws": () => {
    throw new Error("of the host");
  },
  "throws no error": () => {
    throw "of the host";
  },
  "throws null": () => {
    throw null;
  },
  "rejects": () => Promise.reject(new Error("of the host")),
  "gives undefined": () => undefined,
  "gives a promise of undefined": () => Promise.resolve(undefined),
  "gives a number": () => 1,
  "gives a symbol": () => Symbol("x"),
  "gives a function": () => () => true,
};

describe("the signIn callback [F35]", () => {
  const refusals: Record<string, () => unknown> = {
    ...failures,
    "gives null": () => null,
    "gives false": () => false,
    "gives an empty text": () => "",
    "gives an object": () => ({ ok: true }),
    "gives a text that is not a boolean, in an array": () => ["true"],
    "gives a promise of false": () => Promise.resolve(false),
  };
  for (const [name, run] of Object.entries(refusals)) {
    it(`a signIn callback that ${name} refuses the sign-in and reports it`, async () => {
      const site = await createApp({
        config: {
          callbacks: { signIn: run as () => boolean },
        },
      });
      const page = await signIn(site.browser);
      const url = new URL(page.url);
      assert.equal(url.pathname, "/auth/error");
      assert.equal(url.searchParams.get("error"), "AccessDenied");
      assert.equal(page.status, 403);
      assert.match(page.text, /You don’t have permission to sign in/);
      assertRefused(page, site);
      assert.deepEqual(
        site.browser.cookies(app).map(({ name }) => name),
        [cookieName.csrf],
      );
      assert.equal(await readSession(site.browser), null);
      assert.deepEqual(rejections, []);
    });
  }
});

describe("the jwt callback [F35]", () => {
  const bad: Record<string, () => unknown> = {
    ...failures,
    "gives a text": () => "text",
    "gives true": () => true,
  };
  for (const [name, run] of Object.entries(bad)) {
    it(`a jwt callback that ${name} starts no session, and keeps the current one`, async () => {
      let isBroken = true;
      const jwt = (({ token }: { token: JWT }) =>
        isBroken ? run() : token) as Callbacks["jwt"];
      const site = await createApp({ config: { callbacks: { jwt } } });
      const page = await signIn(site.browser);
      const url = new URL(page.url);
      assert.equal(url.pathname, "/auth/error");
      assert.equal(url.searchParams.get("error"), "Configuration");
      assert.equal(page.status, 500);
      assertRefused(page, site);
      assert.equal(cookieValue(site.browser, cookieName.session), "");
      plant(site.browser, await mint(site.secret));
      const answer = await ask(site, "/auth/session");
      assert.equal(answer.status, 500);
      assert.equal(JSON.parse(answer.text).error, "Configuration");
      assert.deepEqual(readSetCookies(answer.headers), []);
      assertRefused(answer, site);
      await assert.rejects(
        createAuth(site.config).session(toRequest(site.browser, "/")),
        SessionError,
      );
      isBroken = false;
      assert.equal(
        (await readSession(site.browser))?.user?.name,
        "Ada Lovelace",
      );
      assert.deepEqual(rejections, []);
    });
  }

  it("a jwt callback that returns null denies access at sign-in, and ends the session at a check", async () => {
    const site = await createApp({
      config: { callbacks: { jwt: () => null } },
    });
    const page = await signIn(site.browser);
    assert.equal(new URL(page.url).searchParams.get("error"), "AccessDenied");
    assertRefused(page, site);
    plant(site.browser, await mint(site.secret));
    const answer = await ask(site, "/auth/session");
    assert.equal(answer.text, "null");
    assertRefused(answer, site, { clears: [cookieName.session] });
  });

  it("a jwt callback cannot change the user, the session or the time", async () => {
    const site = await createApp({
      config: {
        callbacks: {
          jwt: ({ token }) => ({
            ...token,
            sub: "x",
            sid: "x",
            iat: 1,
            exp: 9e9,
            auth_time: 9e9,
            aud: "x",
          }),
        },
      },
    });
    await signIn(site.browser);
    const claims = await readClaims(site);
    assert.notEqual(claims.sub, "x");
    assert.notEqual(claims.sid, "x");
    assert.equal(claims.aud, app);
    assert.ok(Number(claims.exp) < 9e9 && Number(claims.iat) > 1);
    await ask(site, "/auth/session");
    assert.deepEqual(await readClaims(site), claims);
  });

  it("a jwt callback whose result is not JSON is an error of the library, also in pages", async () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    for (const more of [circle, 1n]) {
      const site = await createApp({
        config: {
          callbacks: { jwt: ({ token }) => ({ ...token, more }) },
        },
      });
      assertRefused(await signIn(site.browser), site);
      plant(site.browser, await mint(site.secret));
      const answer = await ask(site, "/auth/session");
      assert.equal(answer.status, 500);
      assertRefused(answer, site);
      await assert.rejects(
        createAuth(site.config).session(toRequest(site.browser, "/")),
        AuthError,
      );
    }
  });
});

describe("the session callback [F35]", () => {
  const bad: Record<string, () => unknown> = {
    ...failures,
    "gives null": () => null,
    "gives a text": () => "text",
  };
  for (const [name, run] of Object.entries(bad)) {
    it(`a session callback that ${name} is an error, and neither "signed out" nor a session`, async () => {
      let isBroken = true;
      const site = await createApp({
        config: {
          callbacks: {
            session: ({ session }) => isBroken ? run() as Session : session,
          },
        },
      });
      plant(site.browser, await mint(site.secret));
      const answer = await ask(site, "/auth/session");
      assert.equal(answer.status, 500);
      assert.deepEqual(readSetCookies(answer.headers), []);
      assertRefused(answer, site);
      const auth = createAuth(site.config);
      await assert.rejects(
        auth.session(toRequest(site.browser, "/")),
        SessionError,
      );
      isBroken = false;
      assert.equal(
        (await readSession(site.browser))?.user?.name,
        "Ada Lovelace",
      );
      assert.deepEqual(rejections, []);
    });
  }
});

describe("the redirect callback [F35]", () => {
  const bad: Record<string, () => unknown> = {
    "gives undefined": failures["gives undefined"] as () => unknown,
    "gives a number": () => 1,
    "gives null": () => null,
    "gives an object": () => ({ href: "https://evil.example" }),
    "gives a scheme of scripts": () => "javascript:alert(1)",
    "gives a header": () => "/a\r\nset-cookie: a=b",
    "gives a promise of nonsense": () => Promise.resolve("nonsense"),
  };
  for (const [name, run] of Object.entries(bad)) {
    it(`a redirect callback that ${name} leads to the default page`, async () => {
      const site = await createApp({
        config: {
          callbacks: { redirect: run as () => string },
        },
      });
      const page = await signIn(site.browser, { target: "/somewhere" });
      assert.equal(page.url, `${app}/`);
      assert.notEqual(await readSession(site.browser), null);
    });
  }

  for (const name of ["throws", "throws no error", "throws null", "rejects"]) {
    it(`a redirect callback that ${name} stops the sign-in before it begins, and no sign-out`, async () => {
      const site = await createApp({
        config: {
          callbacks: { redirect: failures[name] as () => string },
        },
      });
      const page = await signIn(site.browser);
      assert.equal(
        new URL(page.url).searchParams.get("error"),
        "Configuration",
      );
      assertRefused(page, site);
      plant(site.browser, await mint(site.secret));
      assert.equal((await signOut(site.browser)).url, `${app}/`);
      assert.equal(await readSession(site.browser), null);
      assert.deepEqual(rejections, []);
    });
  }
});

describe("a callback that never settles", () => {
  /** Whether a response comes once all pending work has run. */
  async function isAnswered(answer: Promise<unknown>): Promise<boolean> {
    let isDone = false;
    answer.then(() => isDone = true, () => isDone = true);
    for (let i = 0; i < 50; i++) await setImmediate();
    return isDone;
  }

  it("a callback that hangs gives no session and holds up no other request [F35]", async () => {
    const asked = defer();
    let isHanging = true;
    const site = await createApp({
      config: {
        callbacks: {
          jwt: ({ token }) => {
            if (!isHanging) return token;
            asked.resolve();
            return new Promise<never>(() => {});
          },
        },
      },
    });
    plant(site.browser, await mint(site.secret));
    const first = ask(site, "/auth/session");
    await asked.promise;
    assert.equal(await isAnswered(first), false);
    isHanging = false;
    assert.equal((await readSession(site.browser))?.user?.name, "Ada Lovelace");
    assert.deepEqual(rejections, []);
  });

  it("a callback that hangs and then fails signs no visitor in, before or after [F35]", async () => {
    const [asked, gate] = [defer(), defer<boolean>()];
    const site = await createApp({
      config: {
        callbacks: {
          signIn: () => {
            asked.resolve();
            return gate.promise;
          },
        },
      },
    });
    const page = signIn(site.browser);
    await asked.promise;
    assert.equal(await isAnswered(page), false);
    assert.equal(cookieValue(site.browser, cookieName.session), "");
    gate.reject(new Error("much later"));
    assertRefused(await page, site);
    assert.match((await page).url, /error=AccessDenied/);
    assert.deepEqual(rejections, []);
  });
});

describe("an error that a callback throws on purpose", () => {
  /** An error of another copy of the library, recognised only by name. */
  function toForeign(type: string, kind: string, code?: unknown): Error {
    return Object.assign(new Error("of another copy"), { type, kind, code });
  }

  /** The outcome of each way of throwing. */
  async function throwAtSignIn(error: unknown) {
    const config: Partial<AuthConfig> = {
      callbacks: {
        signIn: () => {
          throw error;
        },
      },
    };
    const site = await createApp({ config: config });
    const page = await signIn(site.browser);
    assertRefused(page, site);
    const { pathname, searchParams } = new URL(page.url);
    return [pathname, searchParams.get("error"), searchParams.get("code")];
  }

  it("an error of the library is shown by its type", async () => {
    const own = new AccessDenied("not today");
    assert.deepEqual(await throwAtSignIn(own), [
      "/auth/error",
      "AccessDenied",
      null,
    ]);
  });

  it("an error of another copy of the library is recognised by type and kind", async () => {
    assert.deepEqual(await throwAtSignIn(toForeign("StoreError", "error")), [
      "/auth/error",
      "StoreError",
      null,
    ]);
    const busy = toForeign(
      "OAuthCallbackError",
      "signIn",
      "temporarily_unavailable",
    );
    assert.deepEqual(await throwAtSignIn(busy), [
      "/auth/signin",
      "OAuthCallbackError",
      "temporarily_unavailable",
    ]);
  });

  it("an error of another copy of the library brings no text of its own to the browser [4.4]", async () => {
    const codes: unknown[] = [
      "a b",
      "x".repeat(65),
      "<script>",
      "a&next=https://evil.example",
      7,
      {},
      "not_of_the_table",
    ];
    for (const code of codes) {
      const error = toForeign("OAuthCallbackError", "signIn", code);
      assert.deepEqual(await throwAtSignIn(error), [
        "/auth/signin",
        "OAuthCallbackError",
        null,
      ]);
    }
  });

  it("a type alone does not make an error one of the library", async () => {
    for (
      const error of [
        toForeign("SomethingElse", "error"),
        toForeign("constructor", "error"),
        Object.assign(new Error("x"), { type: "StoreError" }),
        { type: "StoreError", kind: "error" },
      ]
    ) {
      assert.deepEqual(await throwAtSignIn(error), [
        "/auth/error",
        "AccessDenied",
        null,
      ]);
    }
  });

  it("an error thrown by the jwt or session callback decides the answer too", async () => {
    for (const name of ["jwt", "session"] as const) {
      const site = await createApp({
        config: {
          callbacks: {
            [name]: () => {
              throw toForeign("StoreError", "error");
            },
          },
        },
      });
      plant(site.browser, await mint(site.secret));
      const answer = await ask(site, "/auth/session");
      assert.equal(answer.status, 503);
      assert.equal(JSON.parse(answer.text).error, "StoreError");
      assertRefused(answer, site);
    }
  });
});
