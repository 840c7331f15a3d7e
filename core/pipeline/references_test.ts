import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  type AuthConfig,
  createAuth,
  createMemoryStore,
  type Provider,
} from "@latchkey/auth";
import { ConfigurationError } from "@latchkey/auth/errors";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import Credentials from "@latchkey/auth/providers/credentials";
import { createBrowser } from "@latchkey/auth/testing";
import { askForMail, createMailFlow } from "../methods/email/email_testkit.ts";
import { NOON } from "../session/session_testkit.ts";
import {
  type App,
  type AppOptions,
  approach,
  arrive,
  cookieName,
  createApp,
  readSession,
  signIn,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";

afterEach(endTest);

/** Creates a site as in production, whose log has no debug lines. */
async function createQuiet(options: AppOptions = {}): Promise<App> {
  return await createApp({
    ...options,
    config: { debug: false, ...options.config },
  });
}

/** The lines of the log, each with its level. */
function listLines({ log }: App): string[] {
  return log.map(({ level, text }) => `${level} ${text}`);
}

/** The sign-in form, as a browser would post it. */
async function toForm(flow: App): Promise<Request> {
  const browser = flow.createBrowser();
  const page = await browser.goto(`${site}/auth/signin`);
  const [, csrfToken = ""] =
    /name="csrfToken" value="([^"]+)"/.exec(page.text) ?? [];
  return new Request(`${site}/auth/signin/op`, {
    method: "POST",
    headers: {
      accept: "text/html",
      "content-type": "application/x-www-form-urlencoded",
      cookie: browser.cookieHeader(`${site}/`),
    },
    body: new URLSearchParams({ csrfToken }),
  });
}

/** Posts the sign-in form of a browser with other headers. */
async function postForm(flow: App, headers: Record<string, string>) {
  const form = await toForm(flow);
  for (const one of Object.entries(headers)) form.headers.set(...one);
  const answer = await flow.handler(form);
  const { status } = answer;
  return { status, ref: findRef(await answer.text()) };
}

function findRef(text: string): string {
  return /<code>([\w-]{58})<\/code>/.exec(text)?.[1] ??
    /"ref":"([\w-]{58})"/.exec(text)?.[1] ?? "";
}

/** Finds the one line with a reference. */
function findLine(flow: App, ref: string): string {
  assert.notEqual(ref, "", "the answer shows no reference");
  const lines = listLines(flow).filter((one) => one.includes(ref));
  assert.equal(lines.length, 1, listLines(flow).join("\n"));
  return lines[0] ?? "";
}

describe("a reference that a visitor is shown", () => {
  const requests: Record<string, RequestInit & { readonly path: string }> = {
    "a page that does not exist": { path: "nothing" },
    "a provider that does not exist": { path: "signin/nobody", method: "POST" },
    "a method that is not allowed": { path: "signin/op", method: "PUT" },
    "a body that is no form": {
      path: "signin/op",
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{",
    },
    "a body that is too large": {
      path: "signin/op",
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: `a=${"b".repeat(70_000)}`,
    },
  };
  for (const [what, { path, headers, ...init }] of Object.entries(requests)) {
    for (const accept of ["text/html", "application/json"]) {
      it(`${what} has one line with reason and hint, for ${accept}`, async () => {
        const flow = await createQuiet();
        const answer = await flow.handler(
          new Request(`${site}/auth/${path}`, {
            ...init,
            headers: { accept, ...headers },
          }),
        );
        const text = await answer.text();
        assert.match(
          findLine(flow, findRef(text)),
          /^warn \w+: ref [\w-]{58}: [^.]+\. [^.]+\.$/,
        );
      });
    }
  }

  it("a line with debug lines is a debug line, and the only one", async () => {
    const flow = await createApp();
    const { ref } = await postForm(flow, { "sec-fetch-site": "cross-site" });
    assert.match(findLine(flow, ref), /^debug CrossSiteRequest/);
  });

  it("no type fills the log: a minute has ten lines of it, and the last one says so", async () => {
    mock.timers.enable({ apis: ["Date"], now: NOON });
    const flow = await createQuiet();
    const ask = (path: string) =>
      flow.handler(new Request(`${site}/auth${path}`));
    for (let i = 0; i < 20; i++) await ask("/nothing");
    const lines = listLines(flow);
    assert.equal(lines.length, 10);
    assert.match(lines[9] ?? "", /no further line of this type/);
    assert.doesNotMatch(lines[8] ?? "", /no further line/);
    await flow.handler(new Request(`${site}/auth/signout`, { method: "PUT" }));
    assert.match(listLines(flow)[10] ?? "", /MethodNotAllowed/);
    mock.timers.tick(60_000);
    await ask("/nothing");
    assert.equal(listLines(flow).length, 12);
  });

  it("a wrong password, which has no reference, has no line", async () => {
    const flow = await createQuiet({ more: [credentials(() => null)] });
    const browser = flow.createBrowser();
    const page = await browser.goto(`${site}/auth/signin`);
    const end = await browser.submit(page, {
      action: "/auth/callback/credentials",
      fields: { id: "x" },
    });
    assert.equal(findRef(end.text), "");
    assert.deepEqual(listLines(flow), []);
  });
});

function credentials(authorize: () => unknown): Provider {
  return Credentials({
    credentials: { id: {} },
    authorize: authorize as () => null,
  });
}

describe("a form that a browser sends from another origin", () => {
  it("behind the proxy of a development server, the log names both", async () => {
    const flow = await createQuiet();
    const origin = "http://localhost:5173";
    const sent = { origin, "sec-fetch-site": "cross-site" };
    const { status, ref } = await postForm(flow, sent);
    assert.equal(status, 403);
    const line = findLine(flow, ref);
    assert.match(line, /^warn CrossSiteRequest: /);
    for (const one of [origin, site, "cross-site", "AUTH_URL"]) {
      assert.ok(line.includes(one), line);
    }
  });

  const hosts: Record<string, string> = {
    "has another host": "https://www.shop-2024-production-eu1.example",
    "has another scheme": "http://shop-2024-production-eu1.example",
    "is a local one": "http://localhost:3000",
  };
  for (const [what, origin] of Object.entries(hosts)) {
    it(`that is the visitors' own, and AUTH_URL ${what}, the log names both`, async () => {
      const flow = await createQuiet({ config: { origin } });
      const own = "https://shop-2024-production-eu1.example";
      const sent = { origin: own, "sec-fetch-site": "same-origin" };
      const { status, ref } = await postForm(flow, sent);
      assert.equal(status, 403);
      const line = findLine(flow, ref);
      assert.ok(
        line.includes(`"${own}"`) && line.includes(`"${origin}"`),
        line,
      );
      assert.match(line, /by AUTH_URL or `origin`/);
    });
  }
});

describe("an origin that is configured as http", () => {
  const asks: Record<string, RequestInit> = {
    "https://shop-2024-production-eu1.example": {},
    "http://shop-2024-production-eu1.example": {
      headers: { "x-forwarded-proto": "https" },
    },
  };
  for (const [reported, init] of Object.entries(asks)) {
    it(`has one warning for visitors who come by https: ${reported}`, async () => {
      const origin = "http://shop-2024-production-eu1.example";
      const flow = await createQuiet({ config: { origin } });
      for (let i = 0; i < 2; i++) {
        await flow.handler(new Request(`${reported}/auth/signin`, init));
      }
      const [line = "", ...more] = listLines(flow);
      assert.deepEqual(more, []);
      assert.match(line, /^warn http-origin: A request came by https/);
      assert.ok(line.includes(`"${origin}"`), line);
    });
  }

  it("has none for visitors who come by http, nor has one of https behind a proxy", async () => {
    for (const origin of [site.replace("https", "http"), site]) {
      const flow = await createQuiet({ config: { origin } });
      await flow.handler(new Request("http://10.0.0.1:3000/auth/signin"));
      assert.deepEqual(listLines(flow), []);
    }
  });
});

describe("a cookie that does not come back, or does not open", () => {
  it("a lost cookie of a sign-in has a line that names it", async () => {
    const flow = await createQuiet();
    const browser = flow.createBrowser();
    const callback = await approach(browser);
    for (const { name } of browser.cookies(site)) {
      browser.deleteCookie(site, name);
    }
    const page = await arrive(browser, callback);
    assert.match(page.url, /error=InvalidCheck/);
    assert.equal(await readSession(browser), null);
    const [line = "", ...more] = listLines(flow);
    assert.deepEqual(more, []);
    assert.match(line, /^warn InvalidCheck: /);
    assert.ok(line.includes(cookieName.attempt.slice(0, -1)), line);
    assert.match(line, /compare AUTH_URL and `cookies`/);
  });

  it("a cookie of a sign-in that another process sealed with another secret has a line that asks for it", async () => {
    const flow = await createQuiet();
    const browser = flow.createBrowser();
    const callback = await approach(browser);
    const other = createAuth({
      ...flow.makeConfig(),
      secret: "the secret of another process, which differs",
    });
    const answer = await other.handler(
      new Request(callback, {
        headers: {
          accept: "text/html",
          cookie: browser.cookieHeader(callback),
        },
      }),
    );
    assert.match(answer.headers.get("location") ?? "", /error=InvalidCheck/);
    assert.equal(listLines(flow).length, 1);
    assert.match(listLines(flow)[0] ?? "", /sealed with another secret\?/);
  });

  it("a form that another process made with another secret has a line that names it", async () => {
    const flow = await createQuiet();
    const other = createAuth({
      ...flow.makeConfig(),
      secret: "the secret of another process, which differs",
    });
    const answer = await other.handler(await toForm(flow));
    assert.match(answer.headers.get("location") ?? "", /error=MissingCSRF/);
    assert.equal(listLines(flow).length, 1);
    assert.match(
      listLines(flow)[0] ?? "",
      /another process made it, with another secret/,
    );
  });

  it("the link of a mail that another process sent with another secret has a line that asks for it", async () => {
    const store = createMemoryStore();
    const flow = await createMailFlow({ debug: false, store });
    const browser = flow.createBrowser();
    const { url } = await askForMail(flow, browser);
    const secret = "the secret of another process, which differs";
    const other = createAuth({ ...flow.makeConfig(), secret });
    const reader = createBrowser({ [site]: other.handler });
    const page = await reader.submit(await reader.goto(url));
    assert.match(page.url, /error=Verification/);
    assert.match(
      listLines(flow).join(),
      /^warn Verification: .*need the same secrets/,
    );
  });

  it("a form without its cookie has a line that names it, and its domain", async () => {
    const domain = "app.example";
    const flow = await createQuiet({
      config: { cookies: { csrfToken: { options: { domain } } } },
    });
    const form = await toForm(flow);
    form.headers.delete("cookie");
    await flow.handler(form);
    const [line = "", ...more] = listLines(flow);
    assert.deepEqual(more, []);
    assert.match(line, /^warn MissingCSRF: /);
    assert.match(
      line,
      /no cookie "__Secure-latchkey\.csrf".* domain "app\.example"/,
    );
  });
});

describe("a `domain` of a cookie that does not cover the public host", () => {
  const options = { domain: "other.example" };
  const cookies: AuthConfig["cookies"] = { sessionToken: { options } };

  it("is refused at the start if the host is configured", async () => {
    const { makeConfig } = await createApp({ config: { origin: site } });
    for (
      const domain of ["other.example", "example.app.example", "pp.example"]
    ) {
      const cookies = { attempt: { options: { domain } } };
      assert.throws(
        () => createAuth({ ...makeConfig(), cookies }),
        (error) =>
          error instanceof ConfigurationError &&
          error.message.includes(`"${domain}"`) &&
          error.message.includes('"app.example"'),
      );
    }
    for (const domain of ["app.example", ".APP.example", "example"]) {
      createAuth({
        ...makeConfig(),
        cookies: { attempt: { options: { domain } } },
      });
    }
  });

  it("is refused at the first request otherwise, with a line", async () => {
    const flow = await createQuiet({
      config: { origin: undefined, trustHost: true, cookies },
    });
    const browser = flow.createBrowser();
    const page = await browser.goto(`${site}/auth/signin`);
    assert.equal(page.status, 500);
    assert.deepEqual(browser.cookies(site), []);
    const line = findLine(flow, findRef(page.text));
    assert.match(line, /^error Configuration/);
    assert.match(
      line,
      /"other\.example" does not cover the public host "app\.example"/,
    );
  });
});

describe("an id of a user that was rounded", () => {
  const rounded = 2 ** 53;
  const why = /beyond 2\^53 is rounded .* pass it on as a string/;

  it("has a line that says why, from a profile", async () => {
    const flow = await createQuiet({
      entry: { profile: () => ({ id: rounded as unknown as string }) },
    });
    await signIn(flow.createBrowser());
    assert.match(listLines(flow).join(), why);
  });

  it("has a line that says why, from an adapter", async () => {
    const adapter = {
      ...createMemoryAdapter(),
      getUserByAccount: () => ({
        id: rounded as unknown as string,
        email: null,
        emailVerified: null,
      }),
    };
    const flow = await createQuiet({ config: { adapter } });
    await signIn(flow.createBrowser());
    assert.match(listLines(flow).join(), why);
  });

  it("has a line that says why, from `authorize`", async () => {
    const flow = await createQuiet({
      more: [credentials(() => ({ id: rounded }))],
    });
    const browser = flow.createBrowser();
    const page = await browser.goto(`${site}/auth/signin`);
    await browser.submit(page, {
      action: "/auth/callback/credentials",
      fields: { id: "x" },
    });
    assert.match(listLines(flow).join(), why);
  });
});
