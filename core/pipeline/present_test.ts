/** Pages of the application that are functions: what they get, and what becomes of their answer. */

import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { Auth, type AuthConfig, type Pages } from "@latchkey/auth";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { createBrowser } from "@latchkey/auth/testing";
import { assertSignedIn, createApp } from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { askForMail, createMailFlow } from "../methods/email/email_testkit.ts";

afterEach(endTest);

const site = "https://app.example";
const html = { accept: "text/html", "accept-language": "de" };
const passwords = Credentials({
  credentials: { email: {}, password: { type: "password" } },
  authorize: () => null,
});

/** Makes a site, and keeps what it logs. */
function setUp(pages: Pages, config: Partial<AuthConfig> = {}) {
  const log: { message: string; cause: unknown; ref?: unknown }[] = [];
  const all: AuthConfig = {
    secret: `a secret of this site ${crypto.randomUUID()}`,
    origin: site,
    providers: [passwords],
    logger: { error: (one) => void log.push(one as typeof log[0]) },
    pages,
    ...config,
  };
  const ask = (path: string, headers: HeadersInit = html) =>
    Auth(new Request(`${site}/auth/${path}`, { headers }), all);
  return { ask, log, config: all };
}

function assertGuarded({ headers }: Response): void {
  assert.match(headers.get("cache-control") ?? "", /\bno-store\b/);
  assert.equal(headers.get("x-content-type-options"), "nosniff");
}

describe("the model of a page that is a function", () => {
  it("the sign-in page gets its forms, and facts about the site and the visitor", async () => {
    const seen: Parameters<
      Extract<Pages["signIn"], (...args: never) => unknown>
    >[0][] = [];
    const { ask } = setUp({ signIn: (model) => (seen.push(model), "x") }, {
      theme: { name: "Acme" },
    });
    const answer = await ask(
      "signin?callbackUrl=/cart&error=CredentialsSignin&code=credentials&email=ada%40a.example",
    );
    assert.equal(answer.status, 200);
    const [model] = seen;
    assert.ok(model?.name === "signIn");
    assert.equal(model.callbackUrl, `${site}/cart`);
    assert.match(model.csrfToken, /^[\w-]{43}$/);
    assert.equal(model.email, "ada@a.example");
    assert.deepEqual(model.error, {
      type: "CredentialsSignin",
      code: "credentials",
    });
    assert.equal(model.failed, "credentials");
    assert.deepEqual(
      model.providers.map(({ id, type, callbackUrl }) => [
        id,
        type,
        callbackUrl,
      ]),
      [["credentials", "credentials", `${site}/auth/callback/credentials`]],
    );
    assert.equal(model.site, "Acme");
    assert.equal(model.home, `${site}/`);
    assert.equal(model.language, "de");
    assert.match(`${model.message}`, /kein Konto/);
    assert.match(model.nonce, /^[\w-]{22}$/);
  });

  it("the form of such a page works with the token of the model", async () => {
    const { config } = setUp({
      signIn: (model) =>
        model.name === "signIn"
          ? `<form method="post" action="${
            model.providers[0]?.callbackUrl
          }"><input name="csrfToken" value="${model.csrfToken}"><button>Go</button></form>`
          : "signed in",
    }, {
      providers: [
        Credentials({ authorize: () => ({ id: "1", name: "Ada" }) }),
      ],
    });
    const browser = createBrowser((request) => Auth(request, config));
    const page = await browser.goto(`${site}/auth/signin`);
    await browser.submit(page);
    const session = await browser.fetch(`${site}/auth/session`);
    assert.equal((await session.json()).user.name, "Ada");
    const again = await browser.goto(`${site}/auth/signin`);
    assert.equal(again.text, "signed in");
  });

  it("every page has its models, and other pages stay built in", async () => {
    const seen: string[] = [];
    const page = (model: { name: string; message: string | null }) => {
      seen.push(`${model.name} ${model.message === null ? "" : "!"}`.trim());
      return model.name;
    };
    const pages = {
      signIn: page,
      signOut: page,
      error: page,
      verifyRequest: page,
    };
    const flow = await createApp({ config: { pages: { signOut: page } } });
    const browser = flow.createBrowser();
    const out = await browser.goto(`${site}/auth/signout`);
    assert.equal(out.text, "signedOut");
    await assertSignedIn(flow, browser);
    const question = await browser.goto(
      `${site}/auth/signout?error=MissingCSRF`,
    );
    assert.equal(question.text, "signOut");
    assert.deepEqual(seen, ["signedOut", "signOut !"]);
    seen.length = 0;
    const { ask } = setUp(pages);
    for (const path of ["signin", "error?error=AccessDenied", "signout"]) {
      await ask(path);
    }
    await ask("nothing");
    assert.deepEqual(seen, ["signIn", "error !", "signedOut", "error !"]);
  });

  it("the page after a mail gets the form for its code", async () => {
    const flow = await createMailFlow({
      pages: {
        verifyRequest: ({ asked, error }) =>
          asked === null
            ? "nothing asked"
            : `${asked.email} ${asked.minutes} ${error?.code}
<form method="post" action="${asked.action}">
<input name="csrfToken" value="${asked.csrfToken}">
<input name="state" value="${asked.state}"><input name="code"></form>`,
      },
    });
    const browser = flow.createBrowser();
    const { page, code = "" } = await askForMail(flow, browser);
    assert.match(page.text, /^ada@example\.test 10 undefined\n/);
    const wrong = await browser.submit(page, {
      fields: { code: code === "00000000" ? "1" : "00000000" },
    });
    assert.match(wrong.text, /^ada@example\.test 10 wrong_code\n/);
    const done = await browser.submit(wrong, { fields: { code } });
    assert.equal(new URL(done.url).pathname, "/");
    const other = await flow.createBrowser().goto(page.url);
    assert.equal(other.text, "nothing asked");
  });

  it("each request has a new nonce", async () => {
    const { ask } = setUp({ error: ({ nonce }) => nonce });
    const all = await Promise.all(
      Array.from({ length: 20 }, async () => await (await ask("error")).text()),
    );
    assert.equal(new Set(all).size, 20);
  });
});

describe("the answer of a page that is a function", () => {
  it("a text is HTML, under a policy that allows styles and scripts with the nonce, and keeps the status", async () => {
    const { ask, log } = setUp({
      error: ({ nonce }) => `<style nonce="${nonce}">b{}</style>`,
    });
    const answer = await ask("error?error=AccessDenied");
    assert.equal(answer.status, 403);
    const [, nonce] = /nonce="(.*?)"/.exec(await answer.text()) ?? [];
    assert.equal(
      answer.headers.get("content-security-policy"),
      `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    );
    assert.equal(answer.headers.get("x-frame-options"), "DENY");
    assert.equal(
      answer.headers.get("content-type"),
      "text/html; charset=utf-8",
    );
    assertGuarded(answer);
    assert.deepEqual(log, []);
  });

  it("a promise of a text is a text, and an empty one is an empty page", async () => {
    const { ask } = setUp({ error: () => Promise.resolve("") });
    const answer = await ask("error");
    assert.equal(answer.status, 200);
    assert.equal(await answer.text(), "");
  });

  it("a Response keeps its own policy and headers, and gets the library's cookies", async () => {
    const { ask } = setUp({
      signIn: () =>
        new Response("<p>ä</p>", {
          headers: {
            "content-type": "text/html; charset=utf-8",
            "content-security-policy": "default-src 'self'",
            "x-own": "1",
            "cache-control": "public, max-age=9",
            "set-cookie": "own=1",
          },
        }),
    });
    const answer = await ask("signin");
    assert.equal(await answer.text(), "<p>ä</p>");
    const get = (name: string) => answer.headers.get(name);
    assert.equal(get("content-security-policy"), "default-src 'self'");
    assert.equal(get("content-type"), "text/html; charset=utf-8");
    assert.equal(get("x-own"), "1");
    assert.equal(get("x-frame-options"), null);
    assertGuarded(answer);
    assert.doesNotMatch(get("cache-control") ?? "", /public/);
    const cookies = answer.headers.getSetCookie();
    assert.ok(cookies.some((one) => one.startsWith("__Host-latchkey.csrf=")));
    assert.ok(!cookies.some((one) => one.startsWith("own=")));
  });

  it("a Response sets no cookie where the library sets none either", async () => {
    const headers = { "set-cookie": "own=1" };
    const { ask } = setUp({ error: () => new Response("x", { headers }) });
    const answer = await ask("error");
    assert.equal(await answer.text(), "x");
    assert.deepEqual(answer.headers.getSetCookie(), []);
  });

  it("a Response has the status of the page, unless it has one of its own", async () => {
    const statuses: [number, number][] = [[200, 403], [201, 201], [410, 410]];
    for (const [status, expected] of statuses) {
      const { ask } = setUp({ error: () => new Response("x", { status }) });
      const answer = await ask("error?error=AccessDenied");
      assert.equal(answer.status, expected);
    }
  });

  it("a redirect goes where it leads, without a body", async () => {
    const { ask } = setUp({
      signIn: (model) =>
        Response.redirect(
          `https://spa.example/${
            "callbackUrl" in model ? model.callbackUrl : ""
          }`,
          302,
        ),
      error: () =>
        new Response(null, { status: 303, headers: { location: "/" } }),
    });
    const answer = await ask("signin?callbackUrl=/a");
    assert.equal(answer.status, 302);
    assert.equal(
      answer.headers.get("location"),
      `https://spa.example/${site}/a`,
    );
    assert.equal(await answer.text(), "");
    assertGuarded(answer);
    const other = await ask("error");
    assert.equal(other.status, 303);
    assert.equal(other.headers.get("location"), "/");
  });

  it("a HEAD request gets no body, and a program no page", async () => {
    const { config } = setUp({ error: () => "text of the page" });
    const head = await Auth(
      new Request(`${site}/auth/error`, { method: "HEAD", headers: html }),
      config,
    );
    assert.equal(await head.text(), "");
    const { ask } = setUp({ error: () => "text of the page" });
    const answer = await ask("nothing", { accept: "application/json" });
    assert.equal((await answer.json()).error, "UnknownAction");
  });
});

describe("a page function that fails", () => {
  const failures: Readonly<Record<string, () => unknown>> = {
    "throws": () => {
      throw new Error("secret detail");
    },
    "rejects": () => Promise.reject(new Error("secret detail")),
    "throws nothing": () => {
      throw undefined;
    },
    "returns nothing": () => undefined,
    "returns null": () => null,
    "returns a number": () => 7,
    "returns an object": () => ({ html: "<b>" }),
    "returns a promise of nothing": () => Promise.resolve(),
    "returns a Response that was read": () => {
      const response = new Response("x");
      void response.text();
      return response;
    },
    "returns a Response whose body fails": () =>
      new Response(
        new ReadableStream({
          start: (controller) => controller.error(new Error("secret detail")),
        }),
      ),
  };
  for (const [what, fail] of Object.entries(failures)) {
    it(`the visitor gets the built-in page and the log one line if the function ${what}`, async () => {
      const { ask, log } = setUp({ error: fail as Pages["error"] & object });
      const answer = await ask("error?error=AccessDenied");
      assert.equal(answer.status, 403);
      const text = await answer.text();
      assert.match(text, /^<!DOCTYPE html>\n<html lang="de" dir="ltr">/);
      assert.match(text, /Sie haben keinen Zugriff/);
      assert.doesNotMatch(text, /secret detail/);
      assert.match(
        answer.headers.get("content-security-policy") ?? "",
        /style-src 'sha256-/,
      );
      assertGuarded(answer);
      assert.equal(log.length, 1);
      assert.match(log[0]?.message ?? "", /`pages\.error` failed/);
    });
  }

  it("a function or a body that hangs is given up after 10 seconds", async () => {
    const hanging = [
      () => new Promise<string>(() => {}),
      () => new Response(new ReadableStream()),
    ];
    for (const hang of hanging) {
      mock.timers.enable({ apis: ["setTimeout"] });
      let tell = () => {};
      const called = new Promise<void>((resolve) => tell = resolve);
      const { ask, log } = setUp({
        error: () => {
          tell();
          return hang();
        },
      });
      const answer = ask("error?error=AccessDenied");
      await called;
      // The timer is set after the function returns.
      for (let i = 0; i < 20; i++) await Promise.resolve();
      mock.timers.tick(10_000);
      assert.match(await (await answer).text(), /Sie haben keinen Zugriff/);
      assert.equal(log.length, 1);
      mock.timers.reset();
    }
  });

  it("what is neither a path nor a function is refused at construction", async () => {
    for (const signIn of [7, {}, null, "javascript:x", ["/x"]]) {
      const { ask, log } = setUp({ signIn: signIn as never });
      const answer = await ask("signin");
      assert.equal(answer.status, 500);
      assert.match(log[0]?.message ?? "", /`pages\.signIn` must be a path/);
    }
  });
});

describe("the opener policy of a page", () => {
  const rows = [
    ["https://app.example", "same-origin"],
    ["http://localhost:3000", "same-origin"],
    ["http://app.localhost", "same-origin"],
    ["http://127.0.0.1:3000", "same-origin"],
    ["http://[::1]:3000", "same-origin"],
    ["http://192.168.0.7:3000", null],
    ["http://app.example", null],
  ] as const;
  for (const [origin, expected] of rows) {
    it(`it is ${expected === null ? "not " : ""}sent at ${origin}, because browsers warn where they ignore it`, async () => {
      for (const pages of [{}, { signIn: () => "x" }]) {
        const { config } = setUp(pages, { origin });
        const { headers, status } = await Auth(
          new Request(`${origin}/auth/signin`, { headers: html }),
          config,
        );
        assert.equal(status, 200);
        assert.equal(headers.get("cross-origin-opener-policy"), expected);
        assert.equal(headers.get("x-frame-options"), "DENY");
      }
    });
  }
});
