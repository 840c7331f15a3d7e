/**
 * The ways a sign-in with credentials fails: the error's code, the response,
 * the log, and every way in which the application's code can fail.
 */

import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  Auth,
  AuthError,
  CredentialsSignin,
  raw,
  SignInError,
  skipCSRFCheck,
} from "@latchkey/auth";
import type { AuthConfig, CredentialsConfig, User } from "@latchkey/auth";
import {
  AccessDenied,
  CallbackRouteError,
  Overloaded,
} from "@latchkey/auth/errors";
import {
  ada,
  assertNothingGiven,
  assertNothingTyped,
  assertTurnedAway,
  createCredentialsFlow,
  makeProvider,
  right,
  send,
  storages,
  typeIn,
} from "./credentials_testkit.ts";
import {
  assertNoRejections,
  endTest,
} from "../../../testing/checks_testkit.ts";
import {
  type App,
  cookieName,
  readCsrfToken,
  readSession,
  site,
} from "../../../testing/app_testkit.ts";

afterEach(endTest);

class Locked extends CredentialsSignin {
  override code = "account_locked";
}

/** Creates a site with this `authorize`. */
async function createFailing(
  authorize: CredentialsConfig["authorize"],
  config: Partial<AuthConfig> = {},
): Promise<App> {
  return await createCredentialsFlow([makeProvider({ authorize })], config);
}

function throwing(make: () => unknown): CredentialsConfig["authorize"] {
  return () => {
    throw make();
  };
}

/** Sends the right credentials as a client that expects a JSON response. */
async function ask(
  flow: App,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const browser = flow.createBrowser();
  const csrfToken = await readCsrfToken(browser);
  const body = JSON.stringify({ ...right, csrfToken, callbackUrl: "/inside" });
  return await send(browser, { body, headers });
}

/** Makes an error of another copy of the library, as a bundle would throw it. */
function makeForeign(fields: object): Error {
  class CredentialsSignin extends Error {
    type = "CredentialsSignin";
    kind = "signIn";
    code: unknown = "credentials";
  }
  return Object.assign(new CredentialsSignin("of another copy"), fields);
}

describe("the code of a refusal", () => {
  const rows: readonly [string, CredentialsConfig["authorize"], string][] = [
    ["null", () => null, "credentials"],
    ["nothing", () => undefined, "credentials"],
    ["false, in JavaScript", () => false as never, "credentials"],
    ["a promise of null", () => Promise.resolve(null), "credentials"],
    ["the error", throwing(() => new CredentialsSignin()), "credentials"],
    [
      "the error with a code",
      throwing(() => new CredentialsSignin({ code: "expired" })),
      "expired",
    ],
    [
      "the error with a message and a code",
      throwing(() => new CredentialsSignin("why", { code: "expired" })),
      "expired",
    ],
    ["a subclass with a code", throwing(() => new Locked()), "account_locked"],
    [
      "a rejection",
      () => Promise.reject(new Locked("ada is locked")),
      "account_locked",
    ],
    [
      "a foreign error",
      throwing(() => makeForeign({ code: "locked" })),
      "locked",
    ],
    [
      "a foreign error with a code that is no text",
      throwing(() => makeForeign({ code: 7 })),
      "credentials",
    ],
    ...[
      "",
      "two words",
      "x".repeat(65),
      "a\r\nset-cookie: x=y",
      "a&next=https://evil.example",
      "<svg onload=alert(1)>",
      "\u00e4",
    ].map((code) =>
      [
        `a code like ${JSON.stringify(code).slice(0, 30)}`,
        throwing(() => new CredentialsSignin({ code })),
        "credentials",
      ] as [string, CredentialsConfig["authorize"], string]
    ),
    [
      "a code that is no text",
      throwing(() => new CredentialsSignin({ code: { x: 1 } as never })),
      "credentials",
    ],
  ];
  for (const [what, authorize, code] of rows) {
    it(`the code is "${code}" if authorize returns or throws ${what}`, async () => {
      const flow = await createFailing(authorize);
      const browser = flow.createBrowser();
      const page = await typeIn(browser, { target: `${site}/inside` });
      await assertTurnedAway(flow, browser, {
        error: "CredentialsSignin",
        code,
        target: `${site}/inside`,
      });
      // The text is the same for any code: it reveals nothing more.
      assert.match(page.text, /Wrong username or password/);
      assert.doesNotMatch(page.text, /locked|expired/);
    });
  }
});

describe("the page of a refused sign-in", () => {
  it("a refusal leads to the application's own page, with error, code and target", async () => {
    const flow = await createFailing(throwing(() => new Locked()), {
      pages: { signIn: "/login?from=auth" },
    });
    const browser = flow.createBrowser();
    const csrfToken = await readCsrfToken(browser);
    const body = new URLSearchParams({
      ...right,
      csrfToken,
      callbackUrl: "/inside",
    });
    await send(browser, { body, type: "application/x-www-form-urlencoded" });
    const answer = await assertTurnedAway(flow, browser, {
      page: "/login",
      error: "CredentialsSignin",
      code: "account_locked",
      target: `${site}/inside`,
    });
    const location = new URL(answer.headers.get("location") ?? "");
    assert.equal(location.searchParams.get("from"), "auth");
  });

  it("a refusal shows its sentence beside the form, also for screen readers", async () => {
    const flow = await createCredentialsFlow();
    const page = await flow.createBrowser().goto(
      `${site}/auth/signin?error=CredentialsSignin&code=x`,
    );
    const [, id = "none"] =
      /<form [^]*<p [^>]*role="alert" id="([^"]+)">[^]*?<span>Wrong username/
        .exec(page.text) ?? [];
    const described = `aria-invalid="true" aria-describedby="${id}"`;
    assert.equal(page.text.split(described).length - 1, 2);
  });

  it("a refusal shows its sentence above all forms if several may have sent it", async () => {
    const flow = await createCredentialsFlow([
      makeProvider(),
      makeProvider({ id: "staff" }),
    ]);
    const page = await flow.createBrowser().goto(
      `${site}/auth/signin?error=CredentialsSignin&code=x`,
    );
    assert.match(
      page.text,
      /<\/hgroup>\s*<p [^>]*role="alert"[^>]*>.*<span>These details/,
    );
    assert.doesNotMatch(page.text, /aria-invalid="/);
  });
});

describe("a JSON answer", () => {
  const json = { accept: "application/json" };

  it("a refusal is 401 with error, code, message and ref", async () => {
    const flow = await createFailing(throwing(() => new Locked()));
    const answer = await ask(flow, json);
    assert.equal(answer.status, 401);
    assert.equal(answer.headers.get("retry-after"), null);
    const { ref, ...body } = await answer.json();
    assert.match(ref, /^[\w-]{58}$/);
    assert.deepEqual(body, {
      error: "CredentialsSignin",
      code: "account_locked",
      message:
        "These details don’t match an account. Check them and try again.",
    });
    assertNothingGiven(flow, flow.answers.at(-1) ?? assert.fail());
  });

  for (
    const [retryAfter, header] of [
      [60, "60"],
      [0.2, "1"],
      [1e21, "2147483647"],
      [Infinity, "2147483647"],
      [0, null],
      [-5, null],
      [NaN, null],
      ["60" as never, null],
      [undefined, null],
    ] as const
  ) {
    it(`a refusal ${header === null ? "has no" : "says when to try again, in a"} Retry-After header for ${retryAfter}`, async () => {
      for (
        const make of [
          () => new CredentialsSignin({ code: "slow_down", retryAfter }),
          () => makeForeign({ code: "slow_down", retryAfter }),
        ]
      ) {
        const flow = await createFailing(throwing(make));
        const answer = await ask(flow, json);
        assert.equal(answer.status, header === null ? 401 : 429);
        assert.equal(answer.headers.get("retry-after"), header);
        assert.equal((await answer.json()).code, "slow_down");
        assertNothingGiven(flow, flow.answers.at(-1) ?? assert.fail());
      }
    });
  }

  it("a refusal is the URL of the page for clients that ask for URLs", async () => {
    const flow = await createFailing(throwing(() => new Locked()));
    const answer = await ask(flow, { "x-auth-return-redirect": "1" });
    assert.equal(answer.status, 200);
    const url = new URL((await answer.json()).url);
    assert.equal(url.origin + url.pathname, `${site}/auth/signin`);
    assert.equal(url.searchParams.get("error"), "CredentialsSignin");
    assert.equal(url.searchParams.get("code"), "account_locked");
    assert.equal(url.searchParams.get("callbackUrl"), `${site}/inside`);
    assertNothingGiven(flow, flow.answers.at(-1) ?? assert.fail());
  });

  it("a successful sign-in answers with the target and sets the session", async () => {
    for (const headers of [json, { "x-auth-return-redirect": "1" }]) {
      const flow = await createCredentialsFlow();
      const answer = await ask(flow, headers);
      assert.equal(answer.status, 200);
      assert.deepEqual(await answer.json(), { url: `${site}/inside` });
      const set = flow.answers.at(-1)?.headers.getSetCookie() ?? [];
      assert.ok(set.some((one) => one.startsWith(cookieName.session)));
    }
  });
});

describe("raw mode", () => {
  async function callRaw(
    authorize: CredentialsConfig["authorize"],
    headers: Readonly<Record<string, string>> = {},
  ) {
    const request = new Request(`${site}/auth/callback/credentials`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(right),
    });
    return await Auth(request, {
      secret: "a random text of at least 32 characters",
      origin: site,
      providers: [makeProvider({ authorize })],
      logger: { error: () => {} },
      skipCSRFCheck,
      raw,
    });
  }

  it("raw mode throws the refusal to the caller unchanged", async () => {
    await assert.rejects(
      callRaw(throwing(() => new Locked("of the host"))),
      (error) => {
        assert.ok(error instanceof Locked && error instanceof SignInError);
        assert.equal(error.code, "account_locked");
        assert.equal(error.message, "of the host");
        return true;
      },
    );
    await assert.rejects(callRaw(() => null), (error) => {
      assert.ok(error instanceof CredentialsSignin);
      assert.equal(error.code, "credentials");
      return true;
    });
    await assert.rejects(
      callRaw(throwing(() => makeForeign({ code: "locked" }))),
      (error) => {
        assert.ok(error instanceof AuthError);
        assert.deepEqual([error.type, error.code], [
          "CredentialsSignin",
          "locked",
        ]);
        return true;
      },
    );
    await assert.rejects(
      callRaw(throwing(() => new TypeError("x"))),
      CallbackRouteError,
    );
  });

  it("raw mode returns the URL to a client that asked for one, and a sign-in as data", async () => {
    const refused = await callRaw(() => null, {
      "x-auth-return-redirect": "1",
    });
    assert.match(refused.redirect ?? "", /error=CredentialsSignin/);
    const { status, redirect, cookies } = await callRaw(() => ada);
    assert.deepEqual([status, redirect], [303, `${site}/`]);
    assert.ok(cookies.some(({ name }) => name === cookieName.session));
  });
});

describe("an authorize function that fails [F35]", () => {
  const broken: Readonly<Record<string, CredentialsConfig["authorize"]>> = {
    "throws an error": throwing(() => new TypeError("no database")),
    "throws an error that contains the credentials": ({ password }) => {
      const query = `select * from users -- params: ada,${password}`;
      throw Object.assign(
        new Error(query, { cause: new Error(`no ${password}`) }),
        { parameters: [password] },
      );
    },
    "throws a text": throwing(() => right.password),
    "throws nothing": throwing(() => undefined),
    "rejects": () => Promise.reject(new Error("no database")),
    "gives no object": () => true as never,
    "gives a text": () => "ada" as never,
    "gives a list": () => [ada] as never,
    "gives no id": () => ({ name: "Ada" }),
    "gives an empty id": () => ({ ...ada, id: "" }),
    "gives an id that has been rounded": () =>
      ({ ...ada, id: 2 ** 53 }) as never,
    "gives an object for an id": () => ({ ...ada, id: { $oid: "7" } }) as never,
  };
  for (const [storage, makeConfig] of Object.entries(storages)) {
    for (const [what, authorize] of Object.entries(broken)) {
      it(`an authorize function that ${what} leads to the error page, and is logged (${storage})`, async () => {
        const flow = await createFailing(authorize, makeConfig());
        const browser = flow.createBrowser();
        const page = await typeIn(browser);
        await assertTurnedAway(flow, browser, {
          page: "/auth/error",
          error: "Configuration",
        });
        assert.equal(page.status, 500);
        const lines = flow.log.filter(({ level }) => level === "error");
        assert.equal(lines.length, 1);
        assert.match(lines[0]?.text ?? "", /^Error \[CallbackRouteError\]/);
        assertNothingTyped(flow, flow.answers);
      });
    }
  }

  it("the log says what authorize should return for an id", async () => {
    const flow = await createFailing(() => ({ name: "Ada" }));
    await typeIn(flow.createBrowser());
    const text = flow.log.map((line) => line.text).join("\n");
    assert.match(text, /without a usable id: return `id`/);
  });

  it("an error of the library thrown by authorize is shown as that error", async () => {
    const flow = await createFailing(
      throwing(() => new AccessDenied("blocked")),
    );
    const browser = flow.createBrowser();
    const page = await typeIn(browser);
    await assertTurnedAway(flow, browser, {
      page: "/auth/error",
      error: "AccessDenied",
    });
    assert.equal(page.status, 403);
  });

  it("Overloaded thrown by authorize is 503 with Retry-After, on a page and as data", async () => {
    const flow = await createFailing(
      throwing(() => new Overloaded("too many passwords", 5)),
    );
    const browser = flow.createBrowser();
    const page = await typeIn(browser);
    assert.equal(page.status, 503);
    assert.match(page.text, /We can’t sign you in right now/);
    assert.match(page.text, /href="https:\/\/app\.example\/auth\/signin/);
    const csrfToken = await readCsrfToken(browser);
    const answer = await send(browser, {
      body: JSON.stringify({ csrfToken, ...right }),
      headers: { accept: "application/json" },
    });
    assert.equal(answer.status, 503);
    assert.equal((await answer.json()).error, "Overloaded");
    const refused = flow.answers.filter(({ status }) => status === 503);
    assert.deepEqual(
      refused.map(({ headers }) => headers.get("retry-after")),
      ["5", "5"],
    );
    for (const one of refused) assertNothingGiven(flow, one);
    assert.equal(await readSession(browser), null);
    await assertNoRejections();
  });

  it("SignInError thrown by authorize leads back to the sign-in page", async () => {
    const flow = await createFailing(throwing(() => new SignInError("later")));
    const browser = flow.createBrowser();
    await typeIn(browser, { target: `${site}/inside` });
    await assertTurnedAway(flow, browser, {
      error: "SignInError",
      target: `${site}/inside`,
    });
  });

  it("an authorize function that hangs is given up after ten seconds", async () => {
    let give: (user: User) => void = () => {};
    let started = () => {};
    const begun = new Promise<void>((resolve) => started = resolve);
    const flow = await createFailing(() => {
      started();
      return new Promise((resolve) => give = resolve);
    });
    const browser = flow.createBrowser();
    mock.timers.enable({ apis: ["setTimeout", "Date"], now: Date.now() });
    const trying = typeIn(browser);
    await begun;
    mock.timers.tick(9_999);
    await assertNoRejections();
    mock.timers.tick(1);
    await trying;
    mock.timers.reset();
    await assertTurnedAway(flow, browser, {
      page: "/auth/error",
      error: "Configuration",
    });
    // A result after the time limit is ignored.
    give(ada);
    await assertNoRejections();
    assert.equal(await readSession(browser), null);
    const text = flow.log.map((line) => line.text).join("\n");
    assert.match(text, /authorize callback took longer than 10000 ms/);
  });
});

describe("the credentials that a visitor enters", () => {
  it("no log line contains the credentials, even if an error does", async () => {
    const secret = "correct horse battery";
    const config: Partial<AuthConfig>[] = [
      { callbacks: { signIn: ({ credentials }) => fail(credentials) } },
      { callbacks: { jwt: () => fail({ password: secret }) } },
      { callbacks: { redirect: ({ url }) => url } },
    ];
    for (const one of config) {
      const flow = await createFailing(() => ada, one);
      const browser = flow.createBrowser();
      const fields = { username: "ada.lovelace", password: secret };
      await typeIn(browser, { fields });
      const typed = [fields.username, secret];
      assertNothingTyped(flow, flow.answers, typed);
    }
  });

  it("no log line contains wrong credentials", async () => {
    const flow = await createFailing(({ username, password }) => {
      throw new CredentialsSignin(`no ${username} with ${password}`);
    });
    const fields = { username: "ada.lovelace", password: "correct horse" };
    await typeIn(flow.createBrowser(), { fields });
    assertNothingTyped(flow, flow.answers, [fields.password]);
    // The page that follows shows the name in its field.
    assertNothingTyped(flow, [], [fields.username]);
    assert.match(
      flow.log.map(({ text }) => text).join("\n"),
      /CredentialsSignin: no \[redacted\] with \[redacted\]/,
    );
  });
});

function fail(credentials: unknown): never {
  throw new Error(`the host said ${JSON.stringify(credentials)}`);
}
