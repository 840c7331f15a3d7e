import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { Auth, type AuthConfig, createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { decode, getToken, type GetTokenParams } from "@latchkey/auth/jwt";
import { createBrowser } from "@latchkey/auth/testing";
import {
  type App,
  app,
  cookieName,
  cookieValue,
  createApp,
  signIn,
  toRequest,
} from "../../testing/app_testkit.ts";
import { mint, plant } from "./session_testkit.ts";
import { rejections } from "../../testing/checks_testkit.ts";

afterEach(() => assert.deepEqual(rejections, []));

const other = "https://other.example";
const secret = "a secret that is as long as it has to be";

async function createSignedIn(config: Partial<AuthConfig> = {}) {
  const site = await createApp({ config: { secret, ...config } });
  await signIn(site.browser);
  return site;
}

/** Reads the audience in the session cookie, whatever the cookie's name. */
async function readAudience(
  { browser }: App,
  salt: string = cookieName.session,
): Promise<unknown> {
  const token = cookieValue(browser, salt);
  return (await decode({ token, secret, salt }))?.aud;
}

describe("the audience of a session", () => {
  const domain = { sessionToken: { options: { domain: ".App.example" } } };
  const rows: [string, Partial<AuthConfig>, string][] = [
    ["the request's origin", {}, app],
    ["that and the base path", { basePath: "/auth" }, `${app}/auth`],
    ["the configured origin", { origin: app }, app],
    ["the domain of the cookie", { cookies: domain }, "app.example"],
    [
      "the domain alone",
      { cookies: domain, basePath: "/auth" },
      "app.example",
    ],
    ["the configured origin first", { cookies: domain, origin: app }, app],
  ];
  for (const [what, config, audience] of rows) {
    it(`the audience is ${what}`, async () => {
      const site = await createSignedIn(config);
      const salt = config.cookies === undefined
        ? cookieName.session
        : "__Secure-latchkey.session";
      assert.equal(await readAudience(site, salt), audience);
    });
  }

  it("the audience stays when the trusted origin is then configured", async () => {
    const site = await createSignedIn();
    const request = toRequest(site.browser, "/auth/session");
    const answer = await Auth(request, { ...site.config, origin: app });
    assert.equal((await answer.json())?.user?.name, "Ada Lovelace");
  });
});

describe("getToken, and the host of a session", () => {
  const read = async (
    site: App,
    req: { url?: string; headers?: Record<string, string> },
    params: Partial<GetTokenParams> = {},
  ) => {
    const cookie = site.browser.cookieHeader(app);
    const headers = { cookie, ...req.headers };
    return await getToken({ req: { ...req, headers }, secret, ...params });
  };

  const rows: [string, { url?: string; headers?: Record<string, string> }][] = [
    ["a URL", { url: `${app}/x` }],
    ["a URL behind a proxy that ended TLS", { url: "http://app.example/x" }],
    ["a Host header", { headers: { host: "app.example" } }],
    ["a URL without an origin", {
      url: "/x",
      headers: { host: "App.Example:443" },
    }],
  ];
  for (const [what, req] of rows) {
    it(`getToken takes the origin from ${what} [SEAL-05]`, async () => {
      const site = await createSignedIn();
      assert.equal((await read(site, req))?.name, "Ada Lovelace");
      const text = JSON.stringify(req).replaceAll(/app(\.example)/gi, "b$1");
      assert.equal(await read(site, JSON.parse(text)), null);
    });
  }

  it("getToken trusts the origin option, and no header beside it [SEAL-05]", async () => {
    const site = await createSignedIn();
    const req = { headers: { host: "10.0.0.1" } };
    assert.equal(await read(site, req), null);
    assert.notEqual(await read(site, req, { origin: app }), null);
    assert.equal(await read(site, { url: app }, { origin: other }), null);
    assert.equal(await read(site, {}), null);
    assert.equal(await read(site, { headers: { host: "a b" } }), null);
  });

  it("getToken uses the domain of the cookie if it gets one", async () => {
    const cookies = {
      sessionToken: { options: { domain: "app.example" } },
    };
    const site = await createSignedIn({ cookies });
    const req = { url: "https://admin.app.example/" };
    assert.equal(await read(site, req), null);
    const cookieDomain = "app.example";
    assert.notEqual(await read(site, req, { cookieDomain }), null);
    const wrong = { cookieDomain: "other.example" };
    assert.equal(await read(site, req, wrong), null);
  });

  it("getToken accepts a session without an audience unless several hosts are trusted", async () => {
    const site = await createApp({ config: { secret } });
    const cookie = `${cookieName.session}=${await mint(secret)}`;
    const req = { url: app, headers: { cookie } };
    assert.notEqual(await read(site, req), null);
    for (const trustHost of [["app.example", "b.example"], () => true]) {
      assert.equal(await read(site, req, { trustHost }), null);
    }
    assert.equal(await read(site, req, { trustHost: ["b.example"] }), null);
  });
});

describe("a session without an audience, of an older version", () => {
  const ways: Readonly<
    Record<string, (site: App, request: Request) => Promise<Headers>>
  > = {
    "a renewal": async ({ config }, request) =>
      (await createAuth({ ...config, session: { updateAge: 0 } })
        .session(request)).headers,
    "an update": async ({ config }, request) =>
      (await createAuth(config).updateSession(request, {})).headers,
    "a new id": async ({ config }, request) =>
      (await createAuth(config).updateSession(request, {}, { rotate: true }))
        .headers,
  };
  for (const [what, write] of Object.entries(ways)) {
    it(`a session without an audience gets none by ${what}, because processes of that version would refuse it`, async () => {
      const site = await createApp({ config: { secret } });
      plant(site.browser, await mint(secret));
      const headers = await write(site, toRequest(site.browser, "/"));
      const [cookie = ""] = headers.getSetCookie();
      assert.match(cookie, /^__Host-latchkey\.session=./);
      site.browser.setCookie(app, cookie);
      assert.equal(await readAudience(site), undefined);
      const { session } = await createAuth(site.config)
        .session(toRequest(site.browser, "/"));
      assert.notEqual(session, null);
    });
  }

  it("a session without an audience is followed by one with an audience at the next sign-in", async () => {
    const site = await createApp({ config: { secret } });
    plant(site.browser, await mint(secret));
    await signIn(site.browser);
    assert.equal(await readAudience(site), app);
  });
});

describe("data that one host has sealed or sent", () => {
  it("a mail link of one host does not prove an address at another host", async () => {
    for (const adapter of [undefined, createMemoryAdapter()]) {
      const urls: string[] = [];
      const site = await createApp({
        config: {
          secret,
          adapter,
          session: { strategy: "jwt" },
          trustHost: ["app.example", "other.example"],
          providers: [{
            id: "email",
            name: "Mail",
            type: "email",
            from: "Site <no-reply@app.example>",
            sendVerificationRequest: ({ url }) => void urls.push(url),
          }],
        },
      });
      const { config } = site;
      const browser = createBrowser({
        [app]: (request) => Auth(request, config),
        [other]: (request) => Auth(request, config),
      });
      const page = await browser.goto(`${app}/auth/signin`);
      await browser.submit(page, { fields: { email: "ada@example.com" } });
      const [link = ""] = urls;
      assert.ok(link.startsWith(`${app}/`), link);
      // The operator of one host's mail server can read its links.
      const reader = createBrowser({
        [other]: (request) => Auth(request, config),
      });
      const opened = await reader.goto(link.replace(app, other));
      const refused = await reader.submit(opened, { action: /callback/ });
      assert.match(refused.url, /error=Verification/);
      const seen = await reader.fetch(`${other}/auth/session`);
      assert.equal(await seen.text(), "null");
      // The link still works on the host that requested it.
      await browser.goto(link);
      const own = await browser.fetch(`${app}/auth/session`);
      assert.equal((await own.json())?.user?.email, "ada@example.com");
    }
  });
});
