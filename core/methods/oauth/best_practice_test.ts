import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { Auth, createAuth } from "@latchkey/auth";
import { createFaultProvider } from "@latchkey/auth/testing";
import {
  type App,
  approach,
  arrive,
  assertCallbackRefused,
  assertSignedIn,
  authorize,
  createApp,
  readSession,
  signIn,
  site,
  start,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";

afterEach(endTest);

function change(url: string, name: string, value: string | null): string {
  const result = new URL(url);
  if (value === null) result.searchParams.delete(name);
  else result.searchParams.set(name, value);
  return result.href;
}

/** Two users on their way back from the provider, each with their own code. */
async function approachTwice(flow: App) {
  const victim = flow.createBrowser();
  const attacker = flow.createBrowser();
  const own = await approach(victim);
  const other = await approach(attacker);
  const code = new URL(other).searchParams.get("code");
  return { victim, swapped: change(own, "code", code) };
}

describe("best current practice for OAuth 2.0 (RFC 9700)", () => {
  it("no redirect leads to another site that a client names [R01]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    for (
      const evil of [
        "https://evil.example/",
        "//evil.example",
        "/\\evil.example",
        "https://app.example.evil.example/",
        "javascript:alert(1)",
      ]
    ) {
      const page = await signIn(browser, { target: evil });
      assert.equal(page.url, `${site}/`);
      const out = await browser.goto(
        `${site}/auth/signout?${new URLSearchParams({ callbackUrl: evil })}`,
      );
      assert.equal((await browser.submit(out)).url, `${site}/`);
    }
  });

  it("the redirect URI is fixed, whatever host a request names [R02, R12]", async () => {
    const flow = await createApp({ config: { origin: site } });
    const request = new Request("https://evil.example/auth/providers", {
      headers: {
        host: "evil.example",
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "http",
        forwarded: "host=evil.example",
      },
    });
    const { op } = await (await flow.handler(request)).json();
    assert.equal(op.callbackUrl, `${site}/auth/callback/op`);
    const { makeConfig } = flow;
    const free = { ...makeConfig(), origin: undefined, trustHost: true };
    const answer = await Auth(
      new Request(`${site}/auth/providers`, { headers: request.headers }),
      free,
    );
    assert.equal(
      (await answer.json()).op.callbackUrl,
      `${site}/auth/callback/op`,
    );
  });

  it("a code of another browser is refused by PKCE [R05]", async () => {
    const flow = await createApp();
    const { victim, swapped } = await approachTwice(flow);
    await assertCallbackRefused(flow, victim, swapped, {
      error: "OAuthCallbackError:expired",
    });
  });

  it("a code of another browser is refused by the nonce if there is no PKCE [R06]", async () => {
    const flow = await createApp({ entry: { checks: ["state"] } });
    const { victim, swapped } = await approachTwice(flow);
    await assertCallbackRefused(flow, victim, swapped, {
      error: "OAuthCallbackError",
    });
  });

  it("a response of one provider is refused at another [R07]", async () => {
    const flow = await createApp({
      others: { other: await createFaultProvider() },
    });
    const browser = flow.createBrowser();
    const callback = await approach(browser);
    await assertCallbackRefused(
      flow,
      browser,
      callback.replace("/callback/op", "/callback/other"),
      { error: "InvalidCheck" },
    );
  });

  it("the issuer of a response is compared, also in errors [R07]", async () => {
    const flow = await createApp();
    for (const iss of ["https://other.example", `${flow.op.issuer}/`, null]) {
      for (const error of [null, "access_denied"]) {
        const browser = flow.createBrowser();
        const callback = change(await approach(browser), "iss", iss);
        await assertCallbackRefused(
          flow,
          browser,
          change(callback, "error", error),
          {
            error: "OAuthCallbackError",
          },
        );
      }
    }
    assert.equal(flow.op.count("token"), 0);
  });

  it("the callback and the response to a form are 303 without content [R09, R11]", async () => {
    const flow = await createApp();
    await assertSignedIn(flow);
    const callback = flow.answers.find(({ url }) => url.includes("/callback/"));
    assert.equal(callback?.status, 303);
    assert.equal(callback?.body, "");
    assert.equal(callback?.headers.get("referrer-policy"), "same-origin");
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const page = await browser.goto(`${site}/auth/signout`);
    const out = await browser.submit(page);
    assert.deepEqual(out.redirects.map(({ status }) => status), [303]);
  });

  it("no URL and no page contains a token [R10]", async () => {
    const flow = await createApp();
    await assertSignedIn(flow);
    const said = flow.answers.map(({ url, body, headers }) =>
      [url, body, headers.get("location")].join("\n")
    ).join("\n");
    assert.doesNotMatch(said, /\beyJ[\w-]+\.|\b(?:at|rt)-[0-9a-f]{32}/);
  });

  it("the sign-in requests a code by the code grant, and no more than it needs [R15, R16, R23]", async () => {
    const flow = await createApp();
    const url = new URL(await start(flow.createBrowser()));
    assert.equal(url.searchParams.get("scope"), "openid profile email");
    assert.equal(url.searchParams.get("response_type"), "code");
    await assertSignedIn(flow);
    const grants = flow.op.requests
      .filter(({ endpoint }) => endpoint === "token")
      .map(({ form }) => form?.get("grant_type"));
    assert.deepEqual(grants, ["authorization_code"]);
  });

  it("plain http is allowed on this machine only [R18]", () => {
    const provider = (issuer: string) =>
      ({ id: "op", name: "OP", type: "oidc", issuer, clientId: "c" }) as const;
    const secret = "a random text of at least 32 characters";
    assert.throws(() =>
      createAuth({ secret, providers: [provider("http://op.example")] })
    );
    createAuth({ secret, providers: [provider("http://localhost:9")] });
  });

  it("a subject that equals the client id is a user like others [R20]", async () => {
    const flow = await createApp();
    flow.op.user = { sub: flow.op.clientId, name: "Client" };
    const session = await assertSignedIn(flow);
    assert.equal(session.user?.name, "Client");
  });

  it("pages may not be framed [R21]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    for (const path of ["signin", "signout", "error", "verify-request"]) {
      const { headers } = await browser.goto(`${site}/auth/${path}`);
      const policy = headers.get("content-security-policy") ?? "";
      assert.match(policy, /frame-ancestors 'none'/);
      assert.equal(headers.get("x-frame-options"), "DENY");
    }
  });

  it("unknown parameters are ignored, and duplicates are refused [R23]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const url = change(await approach(browser), "session_state", "x.y");
    await arrive(browser, url);
    assert.ok(await readSession(browser));
    const other = flow.createBrowser();
    const twice = new URL(await approach(other));
    twice.searchParams.append("code", "other");
    await assertCallbackRefused(flow, other, twice.href, {
      error: "OAuthCallbackError",
    });
  });

  it("caches keep no response after a sign-in [R29]", async () => {
    const flow = await createApp();
    await assertSignedIn(flow);
    for (const { headers } of flow.answers) {
      assert.match(headers.get("cache-control") ?? "", /\bno-store\b/);
      assert.match(headers.get("vary") ?? "", /\bCookie\b/);
    }
  });

  it("a provider that needs the user to act is asked once, without a loop [I17]", async () => {
    const flow = await createApp({
      entry: { authorization: { params: { prompt: "none" } } },
    });
    for (let i = 0; i < 2; i++) {
      const browser = flow.createBrowser();
      flow.op.faults.authorize = { error: "login_required" };
      const callback = await authorize(browser, await start(browser));
      await assertCallbackRefused(flow, browser, callback, {
        error: "OAuthCallbackError:login_required",
      });
    }
    assert.equal(flow.op.count("authorize"), 2);
  });
});
