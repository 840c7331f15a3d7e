import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  Auth,
  type AuthConfig,
  createAuth,
  CredentialsSignin,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { Passkey } from "@latchkey/auth/providers/passkey";
import {
  type App,
  app,
  createApp,
  readCsrfToken,
  readSession,
  signIn,
  toRequest,
} from "../../testing/app_testkit.ts";
import {
  assertRefused,
  endTest,
  readSetCookies,
  toAnswer,
} from "../../testing/checks_testkit.ts";
import { mint, plant } from "../session/session_testkit.ts";

afterEach(endTest);

/** A page of the same site, on another origin. */
const page = "https://spa.app.example";
const cors = { origins: [page] };

type Headings = Readonly<Record<string, string>>;

/** What a browser sends with a request of a script of the listed page. */
const script = {
  accept: "application/json",
  "content-type": "application/json",
  origin: page,
  "sec-fetch-site": "same-site",
  "sec-fetch-mode": "cors",
};

/** An app that lists the page, with a signed-in browser. */
async function createSite(config: Partial<AuthConfig> = {}): Promise<App> {
  const made = await createApp({ config: { cors, ...config } });
  plant(made.browser, await mint(made.secret));
  return made;
}

async function send(
  { browser, config }: App,
  path: string,
  init: RequestInit & { headers: Headings },
) {
  return await toAnswer(await Auth(toRequest(browser, path, init), config));
}

async function ask(site: App, path: string, headers: Headings) {
  return await send(site, path, { headers });
}

/** Posts as a script does; the token is the browser's own. */
async function post(
  site: App,
  path: string,
  { headers = script, fields = {} }: {
    headers?: Headings;
    fields?: Readonly<Record<string, string>>;
  },
) {
  const csrfToken = await readCsrfToken(site.browser);
  const body = JSON.stringify({ csrfToken, ...fields });
  return await send(site, path, { method: "POST", headers, body });
}

function preflight(site: App, origin: string, more: Headings = {}) {
  return send(site, "/auth/signout", {
    method: "OPTIONS",
    headers: {
      origin,
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type,x-auth-return-redirect",
      ...more,
    },
  });
}

function listCors(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => name.startsWith("access-control-"));
}

const readable = [
  ["access-control-allow-credentials", "true"],
  ["access-control-allow-origin", page],
  ["access-control-expose-headers", "Retry-After"],
];

describe("pages of an origin that `cors` lists", () => {
  it("a pre-flight is answered with the exact origin, and with nothing of the session [CORS-01]", async () => {
    const site = await createSite();
    const answer = await preflight(site, page);
    assert.equal(answer.status, 204);
    assert.equal(answer.text, "");
    assert.deepEqual(readSetCookies(answer.headers), []);
    assert.equal(answer.headers.get("vary"), "Origin");
    assert.deepEqual(listCors(answer.headers), [
      ["access-control-allow-credentials", "true"],
      ["access-control-allow-headers", "Content-Type, X-Auth-Return-Redirect"],
      ["access-control-allow-methods", "GET, HEAD, POST"],
      ["access-control-allow-origin", page],
      ["access-control-expose-headers", "Retry-After"],
      ["access-control-max-age", "600"],
    ]);
  });

  it("OPTIONS without a method that it asks for is no pre-flight, and neither is GET with one [CORS-01]", async () => {
    const site = await createSite();
    const asking = { ...script, "access-control-request-method": "POST" };
    assert.equal((await ask(site, "/auth/session", asking)).status, 200);
    const init = { method: "OPTIONS", headers: { origin: page } };
    assert.equal((await send(site, "/auth/signout", init)).status, 405);
  });

  it("its scripts read the session, and every answer says that it depends on the origin [CORS-02]", async () => {
    const site = await createSite();
    const { origin: _, ...own } = script;
    for (
      const [headers, expected] of [[script, readable], [own, []]] as const
    ) {
      const answer = await ask(site, "/auth/session", headers);
      assert.equal(JSON.parse(answer.text).user.name, "Ada Lovelace");
      assert.deepEqual(listCors(answer.headers), expected);
      assert.equal(answer.headers.get("vary"), "Cookie, Origin");
    }
    const file = await ask(site, "/auth/error", script);
    assert.deepEqual(listCors(file.headers), readable);
  });

  it("its scripts sign out with a token, and not without one [CORS-02]", async () => {
    const site = await createSite();
    const without = await post(site, "/auth/signout", {
      fields: { csrfToken: "" },
    });
    assertRefused(without, site);
    assert.equal(JSON.parse(without.text).error, "MissingCSRF");
    assert.deepEqual(listCors(without.headers), readable);
    assert.notEqual(await readSession(site.browser), null);

    const { ["sec-fetch-site"]: _, ...older } = script;
    const answer = await post(site, "/auth/signout", {
      headers: older,
      fields: { callbackUrl: `${page}/bye` },
    });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(JSON.parse(answer.text), { url: `${page}/bye` });
    assert.ok(readSetCookies(answer.headers).length > 0);
  });

  it("its scripts may ask for redirects as data by the header, too [CORS-02]", async () => {
    const site = await createSite();
    const { accept: _, ...rest } = script;
    const headers = { ...rest, "x-auth-return-redirect": "1" };
    const answer = await post(site, "/auth/signout", { headers });
    assert.deepEqual(JSON.parse(answer.text), { url: `${app}/` });
  });

  it("they learn when they may try again [CORS-02]", async () => {
    const provider = Credentials({
      credentials: { email: {}, password: { type: "password" } },
      authorize: () => {
        throw new CredentialsSignin();
      },
    });
    const site = await createApp({ config: { cors }, more: [provider] });
    const fields = { email: "ada@example.com", password: "wrong" };
    let last = await post(site, "/auth/callback/credentials", { fields });
    while (last.status === 401) {
      last = await post(site, "/auth/callback/credentials", { fields });
    }
    assert.equal(last.status, 429);
    assert.ok(Number(last.headers.get("retry-after")) > 0);
    assert.deepEqual(listCors(last.headers), readable);
  });

  it("forms of it are refused, although its scripts are not [CORS-03]", async () => {
    const site = await createSite();
    const headers = {
      ...script,
      accept: "text/html,application/xhtml+xml,*/*;q=0.8",
      "sec-fetch-mode": "navigate",
    };
    const answer = await post(site, "/auth/signout", { headers });
    assertRefused(answer, site);
    assert.equal(answer.status, 403);
    assert.notEqual(await readSession(site.browser), null);
  });

  it("a page that the browser calls cross-site gets nothing, even if it is listed [CORS-04]", async () => {
    const site = await createSite();
    const headers = { ...script, "sec-fetch-site": "cross-site" };
    const flight = await preflight(site, page, headers);
    assert.equal(flight.status, 405);
    const read = await ask(site, "/auth/session", headers);
    const answer = await post(site, "/auth/signout", { headers });
    assert.equal(answer.status, 403);
    assert.equal(JSON.parse(answer.text).error, "CrossSiteRequest");
    for (const one of [flight, read, answer]) {
      assert.deepEqual(listCors(one.headers), []);
    }
    assert.notEqual(await readSession(site.browser), null);
  });

  it("passkeys are offered there, and to no other origin [CORS-02]", async () => {
    const site = await createApp({
      more: [Passkey()],
      config: {
        cors,
        origin: app,
        adapter: createMemoryAdapter(),
        experimental: { enableWebAuthn: true },
      },
    });
    const path = "/auth/webauthn-options/passkey?action=authenticate";
    assert.equal((await ask(site, path, script)).status, 200);
    const other = { ...script, origin: "https://blog.app.example" };
    assert.equal((await ask(site, path, other)).status, 403);
    const file = await ask(site, "/auth/webauthn-script", script);
    assert.equal(file.headers.get("vary"), "Origin");
  });

  it("a guard with `csrf` lets it through as a page of the application [CORS-02]", async () => {
    const site = await createSite();
    const { require } = createAuth(site.config);
    const statuses = [];
    for (
      const headers of [script, { ...script, "sec-fetch-site": "cross-site" }, {
        ...script,
        origin: "https://blog.app.example",
      }]
    ) {
      const init = { method: "POST", headers };
      const request = toRequest(site.browser, "/api", init);
      const passed = await require(request, { csrf: true });
      statuses.push(passed instanceof Response ? passed.status : 200);
    }
    assert.deepEqual(statuses, [200, 403, 403]);
  });
});

describe("any other origin", () => {
  const others = [
    "https://evil.example",
    "https://blog.app.example",
    "https://spa.app.example.evil.example",
    "http://spa.app.example",
    "https://spa.app.example:8443",
    "https://SPA.app.example",
    `${page}/`,
    "null",
    "*",
    "",
  ];

  it("it gets no header, no pre-flight, and its request is refused [CORS-05]", async () => {
    const site = await createSite();
    for (const origin of others) {
      const headers = { ...script, origin };
      const flight = await preflight(site, origin);
      assert.equal(flight.status, 405, origin);
      const read = await ask(site, "/auth/session", headers);
      const answer = await post(site, "/auth/signout", { headers });
      assert.equal(answer.status, 403, origin);
      assertRefused(answer, site);
      for (const one of [flight, read, answer]) {
        assert.deepEqual(listCors(one.headers), [], origin);
      }
    }
    assert.notEqual(await readSession(site.browser), null);
  });

  it("without the option there are no headers at all [CORS-05]", async () => {
    const site = await createSite({ cors: undefined });
    assert.equal((await preflight(site, page)).status, 405);
    const read = await ask(site, "/auth/session", script);
    assert.deepEqual(listCors(read.headers), []);
    assert.equal(read.headers.get("vary"), "Cookie");
  });

  it("a request under a host that is not trusted gets nothing, either [CORS-05]", async () => {
    const site = await createSite({ trustHost: ["other.example"] });
    const flight = await preflight(site, page);
    assert.equal(flight.status, 400);
  });
});

describe("targets on a listed origin", () => {
  it("a sign-in by the pages leads back there, and its forms may [CORS-06]", async () => {
    const site = await createApp({ config: { cors } });
    const { browser } = site;
    const stop = await signIn(browser, { target: `${page}/report?n=1` })
      .catch((error) => error);
    assert.match(`${stop.message ?? stop.url}`, /spa\.app\.example/);
    assert.notEqual(await readSession(browser), null);
    const form = site.answers.find(({ url }) => url.includes("/signin?"));
    const policy = form?.headers.get("content-security-policy") ?? "";
    assert.match(policy, /; form-action 'self' https:\/\/spa\.app\.example;/);
  });

  it("the routes of the application and other origins are no targets [CORS-06]", async () => {
    const cases: readonly [string, string][] = [
      [`${page}/a`, `${page}/a`],
      [`${app}/a`, `${app}/a`],
      ["/a", `${app}/a`],
      [`${page}/auth/signout`, `${app}/`],
      [`${page}@evil.example/`, `${app}/`],
      ["https://evil.example/", `${app}/`],
      ["https://blog.app.example/", `${app}/`],
      ["//spa.app.example/", `${app}/`],
    ];
    for (const [callbackUrl, url] of cases) {
      const site = await createSite();
      const fields = { callbackUrl };
      const answer = await post(site, "/auth/signout", { fields });
      assert.deepEqual(JSON.parse(answer.text), { url }, callbackUrl);
    }
  });

  it("the application's `redirect` callback decides about them, too [CORS-06]", async () => {
    const site = await createSite({
      callbacks: { redirect: ({ baseUrl }) => `${baseUrl}/home` },
    });
    const fields = { callbackUrl: `${page}/a` };
    const answer = await post(site, "/auth/signout", { fields });
    assert.deepEqual(JSON.parse(answer.text), { url: `${app}/home` });
  });
});
