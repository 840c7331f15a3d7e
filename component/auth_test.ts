import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { RequestEvent } from "@builder.io/qwik-city";
import { AuthError, OAuthCallbackError } from "@latchkey/auth/errors";
import { SILENT_TRY } from "../core/http/cookies.ts";
import { app } from "../testing/app_testkit.ts";
import {
  createQwikApp,
  formRequest,
  idOf,
  page,
  readData,
  readPage,
  resultOf,
  sessionOf,
  signIn,
  submitRequest,
} from "./qwik_testkit.ts";

const S = "__Host-latchkey.session";

const twoPages = { "/": [page()], "/private": [page()] };

describe("useSignIn", () => {
  it("useSignIn signs in by a form without JavaScript and goes to the given target", async () => {
    const site = await createQwikApp({ routes: twoPages });
    const done = await signIn(site, "/private?tab=2");
    assert.equal(done.url, `${app}/private?tab=2`);
    const session = sessionOf(site, done.text) as { user: unknown };
    assert.deepEqual(Object.keys(session).sort(), [
      "authentication",
      "expires",
      "user",
    ]);
    assert.ok(session.user);
  });

  it("useSignIn comes back to the page of the form if no target is given", async () => {
    const site = await createQwikApp({ routes: twoPages });
    const start = await site.browser.goto(`${app}/private?tab=2`);
    const action = `?tab=2&qaction=${idOf(site.auth.useSignIn)}`;
    const response = await site.browser.fetch(`${app}/private${action}`, {
      method: "POST",
      from: start,
      body: new URLSearchParams({ providerId: "op" }),
    });
    const location = response.headers.get("location") ?? "";
    const login = await site.browser.goto(location);
    assert.equal(login.url, `${app}/private?tab=2`);
  });

  it("useSignIn answers a form with a page that navigates, and another client with 303", async () => {
    const site = await createQwikApp();
    const fields = { providerId: "op" };
    const { useSignIn } = site.auth;
    const leave = await site.fetch(formRequest("/", useSignIn, fields));
    assert.equal(leave.status, 200);
    assert.match(await leave.text(), /http-equiv="refresh"/i);
    const modes = { "sec-fetch-mode": "cors" };
    const other = await site.fetch(formRequest("/", useSignIn, fields, modes));
    assert.equal(other.status, 303);
    assert.ok(other.headers.get("location")?.startsWith(site.op.origin));
    assert.match(other.headers.get("cache-control") ?? "", /no-store/);
  });

  it("useSignIn tells a script where to go", async () => {
    const site = await createQwikApp();
    const response = await site.fetch(
      submitRequest("/", site.auth.useSignIn, {
        providerId: "op",
        authorizationParams: { prompt: "login" },
      }),
    );
    assert.equal(response.status, 200);
    const { redirect, loaders } = await readData(response);
    const url = new URL(redirect ?? "");
    assert.equal(url.origin, site.op.origin);
    assert.equal(url.searchParams.get("prompt"), "login");
    assert.deepEqual(loaders[idOf(site.auth.useSignIn)], {});
    assert.equal(response.headers.getSetCookie().length, 1);
  });

  it("useSignIn takes parameters as text and as fields of a form", async () => {
    const site = await createQwikApp();
    const inputs: Record<string, string>[] = [
      { authorizationParams: "prompt=login&ui_locales=de" },
      {
        "authorizationParams.prompt": "login",
        "authorizationParams.ui_locales": "de",
      },
    ];
    for (const input of inputs) {
      const request = formRequest("/", site.auth.useSignIn, {
        providerId: "op",
        ...input,
      }, { "sec-fetch-mode": "cors" });
      const response = await site.fetch(request);
      const url = new URL(response.headers.get("location") ?? "");
      assert.equal(url.searchParams.get("prompt"), "login");
      assert.equal(url.searchParams.get("ui_locales"), "de");
    }
  });

  it("useSignIn lists mistakes field by field", async () => {
    const site = await createQwikApp();
    const { useSignIn } = site.auth;
    const response = await site.fetch(submitRequest("/", useSignIn, {
      redirectTo: 7,
      options: "text",
      authorizationParams: { a: ["b"] },
    }));
    assert.equal(response.status, 400);
    const { loaders } = await readData(response);
    const result = loaders[idOf(useSignIn)] as {
      failed: boolean;
      fieldErrors: Record<string, string[]>;
      formErrors: string[];
    };
    assert.equal(result.failed, true);
    assert.deepEqual(Object.keys(result.fieldErrors).sort(), [
      "authorizationParams",
      "options",
      "providerId",
      "redirectTo",
    ]);
    for (const list of Object.values(result.fieldErrors)) {
      assert.ok(Array.isArray(list) && typeof list[0] === "string");
    }
    assert.deepEqual(result.formErrors, []);
  });

  it("useSignIn says so if there is no such provider", async () => {
    const site = await createQwikApp();
    const { useSignIn } = site.auth;
    const input = { providerId: "nobody" };
    const response = await site.fetch(submitRequest("/", useSignIn, input));
    const { ref, ...result } = await resultOf(response, useSignIn);
    assert.deepEqual(result, {
      failed: true,
      fieldErrors: { providerId: ["Choose how to sign in."] },
      formErrors: [],
      type: "InvalidProvider",
    });
    assert.ok(site.lines.some((line) => line.includes(String(ref))));
  });

  it("useSignIn gives a thrown error of the library back to the form, with its code", async () => {
    const error = new OAuthCallbackError("the account is locked");
    error.code = "access_denied";
    const site = await createQwikApp({
      config: {
        callbacks: {
          redirect: () => {
            throw error;
          },
        },
      },
    });
    const { useSignIn } = site.auth;
    const response = await site.fetch(
      formRequest("/", useSignIn, { providerId: "op" }),
    );
    assert.equal(response.status, 400);
    const { loaders, action } = readPage(await response.text());
    assert.equal(action, idOf(useSignIn));
    const result = loaders[idOf(useSignIn)] as Record<string, unknown>;
    assert.equal(result.failed, true);
    assert.equal(result.code, "access_denied");
    assert.equal(result.type, "OAuthCallbackError");
    assert.equal((result.formErrors as string[]).length, 1);
    assert.ok(!JSON.stringify(result).includes("locked"));
    assert.deepEqual(response.headers.getSetCookie(), []);
  });

  it("useSignIn keeps operators' details out of the answer, and logs them", async () => {
    const site = await createQwikApp();
    site.op.faults.discovery = { status: 500 };
    const { useSignIn } = site.auth;
    const request = submitRequest("/", useSignIn, { providerId: "op" });
    const response = await site.fetch(request);
    const { loaders } = await readData(response);
    const result = loaders[idOf(useSignIn)] as Record<string, unknown>;
    assert.equal(result.type, "ProviderUnavailable");
    assert.equal(response.status, 503);
    assert.ok(site.lines.some((line) => line.includes("ProviderUnavailable")));
  });

  it("useSignIn ignores a foreign target", async () => {
    const site = await createQwikApp({ routes: twoPages });
    for (
      const target of ["https://evil.example/", "//evil.example", "\\\\evil"]
    ) {
      const done = await signIn(site, target);
      assert.equal(done.url, `${app}/`);
    }
  });

  it("useSignIn refuses a form of another site, also in cases that Qwik does not check [CSRF-14]", async () => {
    for (const checkOrigin of [true, false]) {
      const site = await createQwikApp({ checkOrigin });
      const { useSignIn } = site.auth;
      const headers = {
        origin: "https://evil.example",
        "sec-fetch-site": "cross-site",
      };
      const response = await site.fetch(
        formRequest("/", useSignIn, { providerId: "op" }, headers),
      );
      assert.equal(response.status, 403);
      assert.deepEqual(response.headers.getSetCookie(), []);
    }
  });

  it("useSignIn accepts dotted names for options only [A66]", async () => {
    const site = await createQwikApp();
    const { useSignIn } = site.auth;
    const names = [
      "options.__proto__.x",
      "options.constructor.prototype.x",
      "__proto__.x",
      "options.a.0",
      "options.a.length",
      "providerId.toString",
      "options[].x",
    ];
    for (const name of names) {
      const response = await site.fetch(formRequest("/", useSignIn, {
        providerId: "op",
        [name]: "1",
      }));
      assert.ok([200, 400].includes(response.status), name);
      assert.equal(({} as Record<string, unknown>).x, undefined);
    }
    const json = await site.fetch(
      new Request(`${app}/q-data.json?qaction=${idOf(useSignIn)}`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: app },
        body:
          '{"providerId":"op","options":{"__proto__":"1","constructor":"2"}}',
      }),
    );
    assert.equal(json.status, 200);
  });

  it("useSignIn refuses a request that is not a form", async () => {
    const site = await createQwikApp();
    const url = `${app}/q-data.json?qaction=${idOf(site.auth.useSignIn)}`;
    for (const body of ["", "null", "7", '"text"', "[", "[]", "{}"]) {
      const response = await site.fetch(
        new Request(url, {
          method: "POST",
          headers: { "content-type": "application/json", origin: app },
          body,
        }),
      );
      assert.equal(response.status, 400, body);
      assert.match(response.headers.get("cache-control") ?? "", /no-store/);
    }
  });

  it("useSignIn does not read a form that is too large", async () => {
    const site = await createQwikApp();
    const { useSignIn } = site.auth;
    const fields = { providerId: "op", "options.x": "x".repeat(70_000) };
    const plain = await site.fetch(formRequest("/", useSignIn, fields));
    assert.equal(plain.status, 413);
    assert.equal(plain.headers.get("connection"), "close");
    assert.match(plain.headers.get("cache-control") ?? "", /no-store/);
    const said = { "content-length": "70000" };
    const short = await site.fetch(
      formRequest("/", useSignIn, { providerId: "op" }, said),
    );
    assert.equal(short.status, 413);
  });

  it("useSignIn says in the log if a plugin has read the form and kept it", async () => {
    const plugin = { onRequest: (ev: RequestEvent) => ev.request.text() };
    const site = await createQwikApp({ plugin });
    const { useSignIn } = site.auth;
    const fields = { providerId: "op" };
    const answer = await site.fetch(formRequest("/", useSignIn, fields));
    assert.equal(answer.status, 500);
    assert.match(site.lines.join(), /was read before it came here/);
  });

  it("useSignIn works behind a plugin that reads the form by Qwik City", async () => {
    const plugin = { onRequest: (ev: RequestEvent) => ev.parseBody() };
    const site = await createQwikApp({ plugin });
    const { useSignIn } = site.auth;
    const fields = { providerId: "op" };
    const answer = await site.fetch(formRequest("/", useSignIn, fields));
    assert.equal(answer.status, 200);
    assert.ok((await answer.text()).includes(`${site.op.origin}/authorize`));
  });
});

describe("useSignOut", () => {
  it("useSignOut ends the session, and every copy of its cookie", async () => {
    const site = await createQwikApp();
    const page = await signIn(site);
    assert.notEqual(sessionOf(site, page.text), null);
    const thief = site.browser.clone();
    const out = await site.browser.submit(page, { button: "Sign out" });
    assert.equal(sessionOf(site, out.text), null);
    const stolen = await thief.goto(`${app}/`);
    assert.equal(sessionOf(site, stolen.text), null);
  });

  it("useSignOut sends a script to a page of Qwik, so that its promise settles", async () => {
    const site = await createQwikApp({ routes: twoPages });
    await signIn(site);
    const response = await site.browser.fetch(
      `${app}/q-data.json?qaction=${idOf(site.auth.useSignOut)}`,
      {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ redirectTo: "/private?bye=%2F%2Fyou" }),
      },
    );
    assert.equal(response.status, 303);
    assert.equal(
      response.headers.get("location"),
      "/private/q-data.json?bye=%2F%2Fyou",
    );
  });
});

describe("onRequest", () => {
  it("onRequest serves the auth routes under the configured path", async () => {
    const site = await createQwikApp({ config: { basePath: "/door" } });
    const { browser } = site;
    const elsewhere = await browser.goto(`${app}/auth/session`);
    assert.equal(elsewhere.status, 404);
    const page = await browser.goto(`${app}/door/session`);
    assert.equal(page.text, "null");
    const choice = await browser.goto(`${app}/door/signin`);
    const done = await browser.submit(choice);
    assert.equal(done.url, `${app}/`);
    assert.notEqual(sessionOf(site, done.text), null);
  });

  it("onRequest sets several cookies as several headers", async () => {
    const site = await createQwikApp();
    await signIn(site);
    const page = await site.browser.goto(`${app}/auth/signout`);
    const out = await site.browser.submit(page);
    const all = out.redirects.at(-1)?.headers.getSetCookie() ?? [];
    assert.equal(all.length, 3);
    // The third keeps guards from signing in silently.
    const cookies = all.filter((one) => !one.includes(SILENT_TRY));
    assert.equal(cookies.length, 2);
    for (const cookie of cookies) {
      assert.match(
        cookie,
        /; Max-Age=0; HttpOnly; Path=\/; SameSite=Lax; Secure$/,
      );
    }
  });

  it("onRequest sets attributes that Qwik City does not know", async () => {
    const options = { partitioned: true, priority: "high" } as const;
    const site = await createQwikApp({
      config: { cookies: { sessionToken: { options } } },
    });
    const done = await signIn(site);
    const headers = done.redirects.flatMap(({ headers }) =>
      headers.getSetCookie()
    );
    const cookie = headers.find((header) => header.startsWith(`${S}=`));
    assert.match(
      cookie ?? "",
      /^[^=]+=[\w.-]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; Partitioned; Priority=High; SameSite=Lax$/,
    );
  });

  it("onRequest does not read an oversized form of the auth routes, and ends the connection", async () => {
    const site = await createQwikApp();
    const response = await site.fetch(
      new Request(`${app}/auth/signin/op`, {
        method: "POST",
        headers: {
          origin: app,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: "x".repeat(2_000_000),
      }),
    );
    assert.equal(response.status, 413);
    assert.equal(response.headers.get("connection"), "close");
  });

  it("onRequest protects the raw endpoints, which Qwik does not check [CSRF-14]", async () => {
    for (const checkOrigin of [true, false]) {
      const site = await createQwikApp({ checkOrigin });
      await signIn(site);
      const before = site.browser.cookieHeader(app);
      for (const path of ["signin/op", "signout"]) {
        const response = await site.browser.fetch(`${app}/auth/${path}`, {
          method: "POST",
          headers: { accept: "application/json" },
          body: new URLSearchParams({ callbackUrl: "/" }),
        });
        assert.equal(response.status, 403, path);
        assert.equal((await response.json()).error, "MissingCSRF");
        const foreign = await site.fetch(
          new Request(`${app}/auth/${path}`, {
            method: "POST",
            headers: {
              accept: "application/json",
              origin: "https://evil.example",
              cookie: before,
            },
            body: new URLSearchParams({ callbackUrl: "/" }),
          }),
        );
        assert.equal(foreign.status, 403);
        assert.equal((await foreign.json()).error, "CrossSiteRequest");
      }
      assert.equal(site.browser.cookieHeader(app), before);
    }
  });

  it("onRequest leaves other pages to the application, and refuses other methods and bodies of its own", async () => {
    const routes = { "/auth/help": [page()], "/": [page()] };
    const site = await createQwikApp({ routes });
    const help = await site.browser.goto(`${app}/auth/help`);
    assert.equal(help.status, 200);
    const put = await site.fetch(
      new Request(`${app}/auth/session`, { method: "PUT" }),
    );
    assert.equal(put.status, 405);
  });

  it("onRequest makes Qwik's script open the library's pages as a browser does", async () => {
    const site = await createQwikApp();
    const url = `${app}/auth/signin/q-data.json`;
    const response = await site.fetch(new Request(url));
    assert.equal(response.status, 200);
    assert.doesNotMatch(response.headers.get("content-type") ?? "", /json/);
    assert.equal(await response.text(), "");
  });

  it("onRequest survives bad cookies and a foreign host", async () => {
    const site = await createQwikApp({
      config: { trustHost: ["other.example"] },
    });
    const home = await site.fetch(
      new Request(`${app}/`, { headers: { cookie: `${S}=%; =; ${S}=x` } }),
    );
    assert.equal(home.status, 200);
    assert.equal(sessionOf(site, await home.text()), null);
  });

  it("onRequest throws if the configuration cannot work", async () => {
    const site = await createQwikApp({ config: { secret: "short" } });
    const headers = { cookie: "a=b" };
    await assert.rejects(
      site.fetch(new Request(`${app}/`, { headers })),
      AuthError,
    );
    const page = await site.browser.goto(`${app}/auth/signin`);
    assert.equal(page.status, 500);
  });
});

describe("useSession", () => {
  it("useSession serialises what the session callback returned, and nothing else", async () => {
    const site = await createQwikApp({
      config: {
        callbacks: {
          session: ({ session }) => ({
            expires: session.expires,
            user: { id: "1", name: '"><script>alert(1)</script>' },
          }),
        },
      },
    });
    await signIn(site);
    const response = await site.browser.fetch(`${app}/q-data.json`);
    assert.match(response.headers.get("cache-control") ?? "", /no-store/);
    const { loaders } = await readData(response);
    const session = loaders[idOf(site.auth.useSession)] as object;
    assert.deepEqual(Object.keys(session).sort(), ["expires", "user"]);
  });

  it("useSession puts no session into prerendered pages", async () => {
    const site = await createQwikApp({ platform: { static: true } });
    const other = await createQwikApp();
    await signIn(other);
    const headers = { cookie: other.browser.cookieHeader(app) };
    const home = await site.fetch(new Request(`${app}/`, { headers }));
    assert.equal(sessionOf(site, await home.text()), null);
    assert.equal(site.asked(), 0);
  });
});
