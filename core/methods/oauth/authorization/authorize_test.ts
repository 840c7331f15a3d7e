import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Claims } from "@latchkey/auth/testing";
import {
  type App,
  approach,
  arrive,
  assertSignedIn,
  cookieName,
  createApp,
  readSession,
  site,
  start,
} from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";

afterEach(endTest);

async function startUrl(flow: App): Promise<URL> {
  return new URL(await start(flow.createBrowser()));
}

async function toChallenge(verifier: string): Promise<string> {
  const bytes = new TextEncoder().encode(verifier);
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

describe("oidcc-client-test", () => {
  it("a sign-in requests authorization, tokens and userinfo", async () => {
    const flow = await createApp({ op: { idTokenClaims: false } });
    const browser = flow.createBrowser();
    const session = await assertSignedIn(flow, browser, { target: "/after" });
    const { name, email, picture } = flow.op.user;
    const { id = "", ...shown } = session.user ?? {};
    assert.deepEqual(shown, { name, email, image: picture });
    assert.match(id, /^[\w-]{43}$/);
    const counts = ["authorize", "token", "userinfo"] as const;
    assert.deepEqual(counts.map((one) => flow.op.count(one)), [1, 1, 1]);
  });

  it("a sign-in leads back to its target with one new session", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const page = await arrive(
      browser,
      await approach(browser, { target: "/after?a=1" }),
    );
    assert.equal(page.url, `${site}/after?a=1`);
    const answer = flow.answers.at(-1);
    assert.equal(answer?.status, 303);
    assert.match(answer?.headers.get("cache-control") ?? "", /\bno-store\b/);
    const names = browser.cookies(site).map(({ name }) => name);
    assert.deepEqual(names, [cookieName.session, "__Host-latchkey.last"]);
    assert.ok(await readSession(browser));
  });
});

describe("the authorization URL", () => {
  it("the URL has PKCE S256, state and nonce, whatever the provider announces about PKCE", async () => {
    const flow = await createApp();
    flow.op.faults.discovery = {
      body: (json: Claims) => ({
        ...json,
        code_challenge_methods_supported: ["plain"],
      }),
    };
    const query = (await startUrl(flow)).searchParams;
    assert.equal(query.get("code_challenge_method"), "S256");
    assert.match(query.get("code_challenge") ?? "", /^[\w-]{43}$/);
    assert.match(query.get("state") ?? "", /^[0-9a-z]{9}[\w-]{12}\.[\w-]{43}$/);
    assert.match(query.get("nonce") ?? "", /^[\w-]{43}$/);
  });

  it("the URL has the response type code, the client, the one redirect URI and the scope", async () => {
    const flow = await createApp();
    const url = await startUrl(flow);
    const query = url.searchParams;
    assert.equal(url.origin + url.pathname, `${flow.op.issuer}/authorize`);
    assert.equal(query.get("response_type"), "code");
    assert.equal(query.get("client_id"), flow.op.clientId);
    assert.equal(query.get("redirect_uri"), `${site}/auth/callback/op`);
    assert.equal(query.get("scope"), "openid profile email");
    assert.deepEqual([...query.keys()].toSorted(), [
      "client_id",
      "code_challenge",
      "code_challenge_method",
      "nonce",
      "redirect_uri",
      "response_type",
      "scope",
      "state",
    ]);
  });

  it("the URL has spaces as %20, and plus signs as %2B", async () => {
    const params = { scope: "openid a+b", hint: "1 + 1" };
    const flow = await createApp({ entry: { authorization: { params } } });
    const url = await startUrl(flow);
    assert.match(url.search, /[?&]scope=openid%20a%2Bb(?:&|$)/);
    assert.match(url.search, /[?&]hint=1%20%2B%201(?:&|$)/);
    assert.ok(!url.search.includes("+"));
  });

  it("parameters of the configuration do not override the protected ones [S16]", async () => {
    const names = [
      "client_id",
      "redirect_uri",
      "response_type",
      "state",
      "nonce",
      "code_challenge",
      "code_challenge_method",
    ];
    const params = {
      ...Object.fromEntries(names.map((name) => [name, "evil"])),
      prompt: "login",
    };
    const flow = await createApp({ entry: { authorization: { params } } });
    const query = (await startUrl(flow)).searchParams;
    for (const name of names) {
      assert.equal(query.getAll(name).length, 1, name);
      assert.notEqual(query.get(name), "evil", name);
    }
    assert.equal(query.get("prompt"), "login");
    assert.equal(query.get("scope"), "openid profile email");
    await assertSignedIn(flow);
  });

  it("the query of the authorization endpoint stays, but overrides nothing [S16]", async () => {
    const flow = await createApp();
    flow.op.faults.discovery = {
      body: (json: Claims) => ({
        ...json,
        authorization_endpoint:
          `${flow.op.issuer}/authorize?tenant=a%20b&state=evil&nonce=evil`,
      }),
    };
    const query = (await startUrl(flow)).searchParams;
    assert.equal(query.get("tenant"), "a b");
    for (const name of ["state", "nonce"]) {
      assert.equal(query.getAll(name).length, 1);
      assert.notEqual(query.get(name), "evil");
    }
  });

  it("a visitor's query and form change nothing in the URL [S9, A81]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const page = await browser.goto(`${site}/auth/signin?scope=evil`);
    const { pending } = await browser.submit(page, {
      fields: { scope: "evil", redirect_uri: "https://evil.example/" },
      stopAt: (url) => url.startsWith(flow.op.origin),
    });
    const query = new URL(pending ?? "").searchParams;
    assert.equal(query.get("scope"), "openid profile email");
    assert.equal(query.get("redirect_uri"), `${site}/auth/callback/op`);
  });

  it("1,000 sign-ins have 1,000 states, nonces, challenges and attempts [R03]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const page = await browser.goto(`${site}/auth/signin`);
    const token = page.forms()[0]?.fields.find(([name]) =>
      name === "csrfToken"
    );
    const request = () =>
      flow.handler(
        new Request(`${site}/auth/signin/op`, {
          method: "POST",
          body: new URLSearchParams({ csrfToken: token?.[1] ?? "" }),
          headers: {
            cookie: browser.cookieHeader(`${site}/auth/signin/op`),
            "x-auth-return-redirect": "1",
          },
        }),
      );
    const seen = new Set<string>();
    for (let i = 0; i < 1000; i++) {
      const { url } = await (await request()).json();
      const query = new URL(url).searchParams;
      for (const name of ["state", "nonce", "code_challenge"]) {
        seen.add(`${name} ${query.get(name)}`);
      }
      seen.add(`id ${query.get("state")?.split(".")[0]}`);
    }
    assert.equal(seen.size, 4000);
    assert.equal(flow.op.count("discovery"), 1);
  });

  it("the verifier is sent in the token request only, and fits the challenge [R03]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const url = await start(browser);
    await arrive(browser, await approach(browser));
    const token = flow.op.requests.find(({ endpoint }) => endpoint === "token");
    const asked = flow.op.requests.find((one) => one.endpoint === "authorize");
    const verifier = token?.form?.get("code_verifier") ?? "";
    assert.match(verifier, /^[\w~.-]{43,128}$/);
    assert.equal(
      new URL(asked?.url ?? "").searchParams.get("code_challenge"),
      await toChallenge(verifier),
    );
    assert.ok(!url.includes(verifier));
    const others = flow.op.requests.filter((one) => one !== token);
    assert.ok(!JSON.stringify(others).includes(verifier));
    assert.ok(!JSON.stringify(flow.answers).includes(verifier));
  });

  it("PKCE binds the code: a verifier of another attempt is refused [R04]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const first = new URL(await approach(browser));
    const second = new URL(await approach(browser));
    second.searchParams.set("code", first.searchParams.get("code") ?? "");
    const page = await arrive(browser, second.href);
    assert.equal(new URL(page.url).searchParams.get("code"), "expired");
    assert.equal(await readSession(browser), null);
  });
});

describe("GET never starts a flow [S9, A81]", () => {
  for (const method of ["GET", "HEAD"]) {
    it(`${method} /signin/<provider> starts no flow [S9, A81]`, async () => {
      const flow = await createApp();
      const response = await flow.handler(
        new Request(`${site}/auth/signin/op?callbackUrl=/x`, {
          method,
          headers: { accept: "text/html", "sec-fetch-mode": "navigate" },
        }),
      );
      assert.equal(response.status, 405);
      assert.equal(response.headers.get("allow"), "POST");
      assert.equal(response.headers.get("location"), null);
      assert.deepEqual(response.headers.getSetCookie(), []);
      assert.deepEqual(flow.op.requests, []);
    });
  }

  it("opening the sign-in page requests nothing from the provider [S9, A81]", async () => {
    const flow = await createApp();
    const page = await flow.createBrowser().goto(`${site}/auth/signin`);
    assert.equal(page.status, 200);
    assert.deepEqual(flow.op.requests, []);
    const set = page.headers.getSetCookie();
    assert.ok(!set.some((one) => one.includes(".attempt.")));
  });

  it("a POST request without the token of this browser starts no flow [S9, A81]", async () => {
    const flow = await createApp();
    const response = await flow.handler(
      new Request(`${site}/auth/signin/op`, {
        method: "POST",
        body: new URLSearchParams({ csrfToken: "guessed" }),
      }),
    );
    assert.equal(response.status, 303);
    assert.match(response.headers.get("location") ?? "", /error=MissingCSRF/);
    assert.deepEqual(response.headers.getSetCookie(), []);
    assert.deepEqual(flow.op.requests, []);
  });
});
