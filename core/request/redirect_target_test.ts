import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Auth, type AuthConfig, createAuth } from "@latchkey/auth";
import type { Page } from "@latchkey/auth/testing";
import {
  type App,
  app,
  cookieName,
  cookieValue,
  createApp,
  readCsrfToken,
  readSession,
  signIn,
  toQuery,
  toRequest,
} from "../../testing/app_testkit.ts";
import { assertRefused, toAnswer } from "../../testing/checks_testkit.ts";
import { mint, plant } from "../session/session_testkit.ts";

const evil = "https://evil.example";
const foreign = [
  evil,
  `${evil}/?https://app.example`,
  "https://app.example.evil.example/",
  "https://app.exampleevil/",
  "https://app.example@evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/..//evil.example",
  "evil.example",
  "javascript:alert(1)",
  "blob:https://app.example/x",
  "/a\r\nset-cookie: x=y",
  "/a\u2028b",
  "http://%",
  "http://[",
  "//",
  "\0",
  "/auth/signout",
  `/${"a".repeat(3000)}`,
];

/** The ways in which a client can set a target. */
const channels: Record<
  string,
  (
    target: string,
    csrfToken: string,
  ) => { path: string; body: string; type: string }
> = {
  query: (callbackUrl, csrfToken) => ({
    path: toQuery({ callbackUrl }),
    body: toForm({ csrfToken }),
    type: "application/x-www-form-urlencoded",
  }),
  form: (callbackUrl, csrfToken) => ({
    path: "",
    body: toForm({ csrfToken, callbackUrl }),
    type: "application/x-www-form-urlencoded",
  }),
  JSON: (callbackUrl, csrfToken) => ({
    path: "",
    body: JSON.stringify({ csrfToken, callbackUrl }),
    type: "application/json",
  }),
};

function toForm(fields: Record<string, string>): string {
  return new URLSearchParams(fields).toString();
}

async function send(
  site: App,
  path: string,
  channel: string,
  target: string,
) {
  const token = await readCsrfToken(site.browser);
  const made = channels[channel]?.(target, token);
  assert.ok(made);
  const request = toRequest(site.browser, path + made.path, {
    method: "POST",
    headers: { "content-type": made.type, origin: app },
    body: made.body,
  });
  return await toAnswer(await Auth(request, site.config));
}

/** Signs in through a channel, and returns the final URL. */
async function finish(
  site: App,
  channel: string,
  target: string,
): Promise<Page> {
  const token = await readCsrfToken(site.browser);
  const made = channels[channel]?.(target, token);
  assert.ok(made);
  const response = await site.browser.fetch(
    `${app}/auth/signin/op${made.path}`,
    { method: "POST", headers: { "content-type": made.type }, body: made.body },
  );
  return await site.browser.goto(response.headers.get("location") ?? "");
}

describe("a redirect target that a client sends", () => {
  for (const channel of Object.keys(channels)) {
    it(`a foreign target by ${channel} becomes the default, without an error [A02, A18, A20]`, async () => {
      for (const target of foreign) {
        const site = await createApp();
        const out = await send(site, "/auth/signout", channel, target);
        assert.equal(out.status, 303);
        assert.equal(out.headers.get("location"), `${app}/`, target);
        assertRefused(out, site);
        const choice = await send(site, "/auth/signin", channel, target);
        assert.equal(choice.headers.get("location"), `${app}/auth/signin`);
        assertRefused(choice, site);
      }
    });

    it(`a sign-in with a foreign target by ${channel} never ends elsewhere [A02, A16, A57]`, async () => {
      const site = await createApp();
      for (const target of foreign) {
        const page = await finish(site, channel, target);
        assert.equal(page.url, `${app}/`, target);
        for (const hop of page.redirects) {
          assert.match(hop.url, /^https:\/\/(?:app|op-\w+)\.example\//);
        }
      }
      const own = await finish(site, channel, "/settings?a=b");
      assert.equal(own.url, `${app}/settings?a=b`);
      const whole = await finish(site, channel, `${app}/settings`);
      assert.equal(whole.url, `${app}/settings`);
    });
  }

  it("a target with spaces arrives as the URL parser reads it", async () => {
    const site = await createApp();
    for (const channel of Object.keys(channels)) {
      const page = await finish(site, channel, "/search?q=hello world");
      assert.equal(page.url, `${app}/search?q=hello%20world`);
    }
  });

  for (const redirect of [undefined, ({ url }: { url: string }) => url]) {
    const how = redirect === undefined ? "without" : "with";
    it(`a target that is too long keeps its path, and the log says once what it lost, ${how} a redirect callback`, async () => {
      const callbacks = redirect === undefined ? {} : { redirect };
      const site = await createApp({ config: { callbacks } });
      const long = `/report?x=${"y".repeat(2500)}`;
      for (const channel of ["form", "JSON"]) {
        const page = await finish(site, channel, long);
        assert.equal(page.url, `${app}/report`);
      }
      const told = site.lines.filter((line) => line.includes("2510"));
      assert.equal(told.length, 1);
      assert.match(told[0] ?? "", /limit of 2048.*"\/report" without/);
    });
  }

  it("a guard of a page with a long query leads back to its path, and the log says so once", async () => {
    const site = await createApp();
    const auth = createAuth(site.config);
    for (let i = 0; i < 2; i++) {
      const request = toRequest(
        site.browser,
        `/report?x=${"y".repeat(2500)}`,
        { headers: { accept: "text/html" } },
      );
      const refused = await auth.require(request);
      assert.ok(refused instanceof Response);
      const { searchParams } = new URL(refused.headers.get("location") ?? "");
      assert.equal(searchParams.get("callbackUrl"), "/report");
    }
    const told = site.lines.filter((line) => line.includes('"/report"'));
    assert.equal(told.length, 1);
  });

  it("a target in a cookie or a header is ignored [A20]", async () => {
    const site = await createApp();
    const headers = {
      referer: `${evil}/`,
      "x-callback-url": evil,
      cookie: [
        `__Host-latchkey.callback-url=${evil}`,
        `latchkey.callback-url=${evil}`,
        `callbackUrl=${evil}`,
      ].join("; "),
    };
    const request = toRequest(site.browser, "/auth/signin", { headers });
    const answer = await toAnswer(await Auth(request, site.config));
    assert.doesNotMatch(answer.text, /evil/);
    assertRefused(answer, site);
  });

  it("a target is shown on pages only if it is safe [A02]", async () => {
    const site = await createApp();
    for (const path of ["/auth/signin", "/auth/signout"]) {
      // The sign-out page has a form only for visitors with a session.
      if (path === "/auth/signout") {
        plant(site.browser, await mint(site.secret));
      }
      for (const callbackUrl of foreign) {
        const request = toRequest(
          site.browser,
          path + toQuery({ callbackUrl }),
        );
        const answer = await toAnswer(await Auth(request, site.config));
        assert.equal(answer.status, 200);
        assert.doesNotMatch(answer.text, /callbackUrl/);
        assertRefused(answer, site);
      }
      const page = await site.browser.goto(
        `${app}${path}?callbackUrl=/a?b%3Dc`,
      );
      const fields = new Map(page.forms()[0]?.fields);
      assert.equal(fields.get("callbackUrl"), `${app}/a?b=c`);
    }
  });

  it("a page of the application gets a target only if it is safe", async () => {
    const pages = {
      signIn: "/own",
      signOut: "/own",
      error: "/own",
      verifyRequest: "/own",
    };
    const site = await createApp({ config: { pages } });
    for (const path of ["signin", "signout", "error", "verify-request"]) {
      for (const callbackUrl of [...foreign, "/mine"]) {
        const query = toQuery({ callbackUrl, state: "s", unknown: evil });
        const request = toRequest(site.browser, `/auth/${path}${query}`);
        const { headers } = await Auth(request, site.config);
        const url = new URL(headers.get("location") ?? "");
        assert.equal(url.origin + url.pathname, `${app}/own`);
        assert.equal(
          url.searchParams.get("callbackUrl"),
          callbackUrl === "/mine" ? `${app}/mine` : null,
          path,
        );
        assert.equal(url.searchParams.get("unknown"), null);
      }
    }
  });

  it("a target in the callback's query is ignored [A16]", async () => {
    const site = await createApp();
    site.op.faults.callback = (params) => params.set("callbackUrl", evil);
    const page = await signIn(site.browser, { target: "/mine" });
    assert.equal(page.url, `${app}/mine`);
    assert.notEqual(await readSession(site.browser), null);
  });

  it("a target cannot add parameters to the authorization request [A61]", async () => {
    const site = await createApp();
    const more = "client_id=evil&scope=admin&redirect_uri=https://evil.example";
    const token = await readCsrfToken(site.browser);
    const request = toRequest(site.browser, `/auth/signin/op?${more}`, {
      method: "POST",
      body: new URLSearchParams(
        `csrfToken=${token}&callbackUrl=/x?${encodeURIComponent(more)}&${more}`,
      ),
    });
    const answer = await Auth(request, site.config);
    const { searchParams } = new URL(answer.headers.get("location") ?? "");
    const own = {
      client_id: site.op.clientId,
      redirect_uri: `${app}/auth/callback/op`,
      scope: "openid profile email",
      response_type: "code",
    };
    for (const [name, value] of Object.entries(own)) {
      assert.deepEqual(searchParams.getAll(name), [value]);
    }
    const names = [...searchParams.keys()];
    assert.equal(new Set(names).size, names.length);
  });

  it("a target planted by a GET request from another site has no effect later", async () => {
    const site = await createApp();
    const planted = toQuery({ callbackUrl: "/settings/delete?confirm=1" });
    for (const path of ["/signin", "/signout", "/session", "/csrf", "/error"]) {
      await site.browser.goto(`${app}/auth${path}${planted}`, {
        from: `${evil}/`,
      });
    }
    const page = await signIn(site.browser);
    assert.equal(page.url, `${app}/`);
    assert.equal(cookieValue(site.browser, cookieName.csrf), "");
  });

  it("each tab has its own target", async () => {
    const site = await createApp();
    const first = await site.browser.goto(`${app}/auth/signin?callbackUrl=/1`);
    const second = await site.browser.goto(`${app}/auth/signin?callbackUrl=/2`);
    const stopAt = (url: string) => url.startsWith(site.op.origin);
    const one = await site.browser.submit(first, { stopAt });
    const two = await site.browser.submit(second, { stopAt });
    assert.equal((await site.browser.goto(two.pending ?? "")).url, `${app}/2`);
    assert.equal((await site.browser.goto(one.pending ?? "")).url, `${app}/1`);
  });
});

describe("the redirect callback", () => {
  type Redirect = NonNullable<
    NonNullable<AuthConfig["callbacks"]>["redirect"]
  >;

  it("the callback is called once for every target that a client sends [A03]", async () => {
    const asked: Parameters<Redirect>[0][] = [];
    const site = await createApp({
      config: {
        callbacks: {
          redirect: (message) => {
            asked.push(message);
            return "/decided";
          },
        },
      },
    });
    const targets = ["/a", `${app}/b`, evil, "//evil.example"];
    for (const channel of Object.keys(channels)) {
      for (const target of targets) {
        asked.length = 0;
        const out = await send(site, "/auth/signout", channel, target);
        assert.equal(out.headers.get("location"), `${app}/decided`);
        assert.deepEqual(asked, [{ url: target, baseUrl: app }]);
        asked.length = 0;
        const page = await finish(site, channel, target);
        assert.equal(page.url, `${app}/decided`);
        assert.deepEqual(asked, [{ url: target, baseUrl: app }]);
      }
    }
  });

  it("the callback gets the base URL if no target was sent [A03]", async () => {
    const asked: string[] = [];
    const site = await createApp({
      config: {
        callbacks: {
          redirect: ({ url }) => {
            asked.push(url);
            return url;
          },
        },
      },
    });
    assert.equal((await signIn(site.browser)).url, `${app}/`);
    assert.deepEqual(asked, [app]);
  });

  it("the callback also decides after an error [A03]", async () => {
    let calls = 0;
    const site = await createApp({
      config: {
        callbacks: { redirect: ({ url }) => (calls++, url) },
      },
    });
    site.op.faults.token = { status: 500 };
    const page = await signIn(site.browser, { target: "/mine" });
    assert.equal(new URL(page.url).pathname, "/auth/signin");
    assertRefused(page, site);
    assert.equal(calls, 1);
    const end = await site.browser.submit(page);
    assert.equal(calls, 2);
    site.op.reset();
    assert.ok(end.url.startsWith(app));
  });

  it("the callback may return another origin", async () => {
    const site = await createApp({
      config: {
        callbacks: { redirect: () => "https://other.example/welcome" },
      },
    });
    const out = await send(site, "/auth/signout", "form", "/x");
    assert.equal(out.headers.get("location"), "https://other.example/welcome");
  });

  it("a callback that returns nothing usable gives the default target and a warning", async () => {
    const useless: unknown[] = [
      undefined,
      null,
      "",
      7,
      {},
      "//evil.example",
      "javascript:alert(1)",
      "/a\r\nset-cookie: x=y",
      "evil.example",
    ];
    for (const value of useless) {
      const site = await createApp({
        config: {
          callbacks: { redirect: () => value as string },
        },
      });
      const out = await send(site, "/auth/signout", "form", "/x");
      assert.equal(out.headers.get("location"), `${app}/`, String(value));
      assert.match(site.lines.join("\n"), /no usable URL/);
      assertRefused(out, site);
    }
  });

  it("a callback that throws stops a sign-in with an error page, and does not stop a sign-out [F35]", async () => {
    const throwing: Redirect[] = [
      () => {
        throw new Error("of the host");
      },
      () => Promise.reject(new Error("of the host")),
    ];
    for (const redirect of throwing) {
      const site = await createApp({ config: { callbacks: { redirect } } });
      const answer = await send(site, "/auth/signin/op", "form", "/x");
      const { pathname, searchParams } = new URL(
        answer.headers.get("location") ?? "",
      );
      assert.equal(pathname, "/auth/error");
      assert.equal(searchParams.get("error"), "Configuration");
      assert.doesNotMatch(answer.text, /of the host/);
      assertRefused(answer, site);
      assert.equal(site.op.requests.length, 0);
      const out = await send(site, "/auth/signout", "form", "/x");
      assert.equal(out.headers.get("location"), `${app}/`);
      assert.doesNotMatch(out.text, /of the host/);
      assertRefused(out, site);
    }
  });
});

describe("malformed targets", () => {
  it("a malformed target leaves the sign-in page and the sign-in usable [A04]", async () => {
    const site = await createApp();
    for (
      const target of ["http://%", "http://[", "//", "\0", "%", "%E0%A4%A"]
    ) {
      const page = await site.browser.goto(
        `${app}/auth/signin${toQuery({ another: "1", callbackUrl: target })}`,
      );
      assert.equal(page.status, 200);
      assert.equal((await site.browser.submit(page)).url, `${app}/`);
    }
    const raw = await site.browser.goto(
      `${app}/auth/signin?callbackUrl=http://%`,
    );
    assert.equal(raw.status, 200);
    const array = "?callbackUrl[]=/x&callbackUrl[a]=/y";
    const odd = await site.browser.goto(`${app}/auth/signin${array}`);
    assert.equal(new Map(odd.forms()[0]?.fields).get("callbackUrl"), undefined);
  });
});
