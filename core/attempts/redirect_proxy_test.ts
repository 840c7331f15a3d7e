import "../runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { afterEach, describe, it, mock } from "node:test";
import type { Page } from "@latchkey/auth/testing";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  arrive,
  assertNobody,
  authorize,
  createPair,
  isSignedIn,
  type PairOptions,
  preview,
  proxyUrl,
  signIn,
  stable,
  start,
} from "./redirect_proxy_testkit.ts";

afterEach(async () => {
  delete process.env.AUTH_REDIRECT_PROXY_URL;
  await endTest();
});

function readError(page: Page): string | null {
  return new URL(page.url).searchParams.get("error");
}

describe("a redirect proxy", () => {
  it("the proxy sends visitors on to the deployment that they came from", async () => {
    const pair = await createPair();
    const url = await start(pair);
    const redirectUri = `${stable}/auth/callback/op`;
    assert.equal(url.searchParams.get("redirect_uri"), redirectUri);
    const callback = await authorize(pair, url);
    assert.equal(callback.origin, stable);
    pair.answers.length = 0;
    const page = await arrive(pair, callback);
    assert.equal(page.url, `${preview}/after`);
    const [passed, arrived] = pair.answers;
    assert.equal(passed?.url.origin, stable);
    assert.equal(passed?.status, 303);
    assert.deepEqual(passed?.cookies, []);
    assert.equal(arrived?.url.origin, preview);
    // All of the provider's parameters are forwarded, and nothing else.
    assert.equal(
      arrived?.url.searchParams.toString(),
      callback.searchParams.toString(),
    );
    assert.ok(await isSignedIn(pair, preview));
    assert.equal(await isSignedIn(pair, stable), false);
  });

  it("the token request names the proxy's redirect URI", async () => {
    const pair = await createPair();
    await signIn(pair);
    const token = pair.op.requests.find((one) => one.endpoint === "token");
    const redirectUri = token?.form?.get("redirect_uri");
    assert.equal(redirectUri, `${stable}/auth/callback/op`);
  });

  it("a custom token request gets the proxy's redirect URI too", async () => {
    const urls: string[] = [];
    const pair = await createPair({
      entry: {
        token: {
          request: ({ provider }) => {
            urls.push(provider.callbackUrl);
            return { tokens: {} };
          },
        },
      },
    });
    await signIn(pair);
    assert.deepEqual(urls, [`${stable}/auth/callback/op`]);
  });

  it("the proxy's own visitors sign in as usual, with a state of two parts", async () => {
    const pair = await createPair();
    const url = await start(pair, stable);
    assert.match(url.searchParams.get("state") ?? "", /^[\w-]+\.[\w-]+$/);
    await arrive(pair, await authorize(pair, url, stable));
    assert.ok(await isSignedIn(pair, stable));
    assert.equal(await isSignedIn(pair, preview), false);
  });

  it("the proxy passes a cancelled sign-in on to the deployment", async () => {
    const pair = await createPair();
    pair.op.faults.authorize = { error: "access_denied" };
    const page = await signIn(pair);
    const url = new URL(page.url);
    assert.equal(url.origin, preview);
    assert.equal(url.searchParams.get("code"), "access_denied");
    assert.equal(url.searchParams.get("callbackUrl"), `${preview}/after`);
  });

  it("the proxy works with form_post", async () => {
    const params = { response_mode: "form_post" };
    const pair = await createPair({ entry: { authorization: { params } } });
    const { browser } = pair;
    const url = await start(pair);
    const form = await browser.goto(url.href, { from: `${preview}/` });
    assert.equal(form.forms()[0]?.action, `${stable}/auth/callback/op`);
    const page = await browser.submit(form);
    assert.equal(page.url, `${preview}/after`);
    assert.ok(await isSignedIn(pair, preview));
    assert.equal(await isSignedIn(pair, stable), false);
  });

  it("the proxy works with signed responses, and with signed forms", async () => {
    for (const response_mode of ["jwt", "form_post.jwt"]) {
      const params = { response_mode };
      const pair = await createPair({
        op: { alg: "RS256" },
        entry: { authorization: { params } },
      });
      const { browser } = pair;
      const url = await start(pair);
      const page = response_mode === "jwt"
        ? await arrive(pair, await authorize(pair, url))
        : await browser.submit(
          await browser.goto(url.href, { from: `${preview}/` }),
        );
      assert.equal(page.url, `${preview}/after`);
      assert.ok(await isSignedIn(pair, preview));
    }
  });

  it("the proxy works with pushed requests, and without checks", async () => {
    for (
      const options of [
        { op: { requirePushed: true } },
        { entry: { checks: ["none"] } },
      ] as PairOptions[]
    ) {
      const pair = await createPair(options);
      const page = await signIn(pair);
      assert.equal(page.url, `${preview}/after`);
      assert.ok(await isSignedIn(pair, preview));
    }
  });

  it("the deployment refuses the callback of another browser", async () => {
    const pair = await createPair();
    const callback = await authorize(pair, await start(pair));
    pair.browser.cookies(preview).forEach(({ name }) =>
      pair.browser.deleteCookie(preview, name)
    );
    const page = await arrive(pair, callback);
    assert.equal(new URL(page.url).origin, preview);
    assert.equal(readError(page), "InvalidCheck");
    await assertNobody(pair);
  });

  it("the proxy passes on repeated parameters, and the deployment refuses them", async () => {
    for (const name of ["state", "code"]) {
      const pair = await createPair();
      const callback = await authorize(pair, await start(pair));
      callback.searchParams.append(name, "another");
      const page = await arrive(pair, callback);
      assert.equal(new URL(page.url).origin, preview);
      assert.ok(readError(page));
      await assertNobody(pair);
    }
  });
});

describe("the return address in the state", () => {
  it("a return address is refused under another secret", async () => {
    const pair = await createPair({
      stable: { secret: "another secret than that of the preview" },
    });
    const page = await signIn(pair);
    assert.equal(new URL(page.url).origin, stable);
    assert.equal(readError(page), "InvalidCheck");
    await assertNobody(pair);
  });

  it("a return address survives the rotation of the shared secret", async () => {
    const old = "the secret that both had until now";
    const pair = await createPair({
      stable: { secret: ["the new one, which stable has first", old] },
      preview: { secret: old },
    });
    await signIn(pair);
    assert.ok(await isSignedIn(pair, preview));
  });

  it("a return address that is in plain text or altered is refused", async () => {
    const pair = await createPair();
    const callback = await authorize(pair, await start(pair));
    const state = callback.searchParams.get("state") ?? "";
    const [id, secret = "", ...sealed] = state.split(".");
    const way = sealed.join(".");
    const evil = "https://evil.example/auth/callback/op";
    const middle = Math.floor(way.length / 2);
    const other = way[middle] === "A" ? "B" : "A";
    const bad = [
      evil,
      btoa(evil),
      btoa(JSON.stringify({ url: evil })),
      way.slice(0, middle) + other + way.slice(middle + 1),
      way.slice(0, -8),
      `${way}${way}`,
      secret,
    ];
    for (const part of bad) {
      callback.searchParams.set("state", `${id}.${secret}.${part}`);
      const page = await arrive(pair, callback);
      assert.equal(new URL(page.url).origin, stable, part);
      assert.equal(readError(page), "InvalidCheck");
    }
    await assertNobody(pair);
  });

  it("a cookie is refused as a return address, and a return address as a cookie", async () => {
    const pair = await createPair();
    const callback = await authorize(pair, await start(pair));
    for (const { name, value } of pair.browser.cookies(preview)) {
      callback.searchParams.set("state", `a.b.${value}`);
      const page = await arrive(pair, callback);
      assert.equal(new URL(page.url).origin, stable, name);
      assert.equal(readError(page), "InvalidCheck");
    }
    await assertNobody(pair);
  });

  it("a return address expires after 15 minutes", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1_700_000_000_000 });
    const pair = await createPair();
    const url = await start(pair);
    mock.timers.tick(16 * 60_000);
    const page = await arrive(pair, await authorize(pair, url));
    assert.equal(new URL(page.url).origin, stable);
    assert.equal(readError(page), "InvalidCheck");
    await assertNobody(pair);
  });

  it("a return address leads only to the origins of `redirectProxyOrigins`", async () => {
    const other = "https://other.example";
    for (const origins of [[], [other], [`${preview}.evil.example`]]) {
      const pair = await createPair({
        stable: { redirectProxyOrigins: origins },
      });
      const page = await signIn(pair);
      assert.equal(new URL(page.url).origin, stable);
      assert.equal(readError(page), "InvalidCheck");
      assert.match(pair.log.join("\n"), /not sent on to https:\/\/pr-7/);
      await assertNobody(pair);
    }
    const pair = await createPair({
      stable: { redirectProxyOrigins: [other, preview] },
    });
    await signIn(pair);
    assert.ok(await isSignedIn(pair, preview));
  });

  it("a server that is not a proxy follows no return address", async () => {
    const pair = await createPair({ stable: { redirectProxyUrl: undefined } });
    const page = await signIn(pair);
    assert.equal(new URL(page.url).origin, stable);
    assert.equal(readError(page), "InvalidCheck");
    await assertNobody(pair);
  });
});

describe("the URL of the proxy", () => {
  const redirectUri = `${stable}/auth/callback/op`;
  const none = { redirectProxyUrl: undefined };

  it("a provider's own proxy URL wins", async () => {
    const pair = await createPair({
      both: { redirectProxyUrl: "https://wrong.example/auth" },
      entry: { redirectProxyUrl: `${proxyUrl}/` },
    });
    const url = await start(pair);
    assert.equal(url.searchParams.get("redirect_uri"), redirectUri);
    await arrive(pair, await authorize(pair, url));
    assert.ok(await isSignedIn(pair, preview));
  });

  it("AUTH_REDIRECT_PROXY_URL sets the proxy URL, and the configuration wins over it", async () => {
    process.env.AUTH_REDIRECT_PROXY_URL = proxyUrl;
    const pair = await createPair({ both: none });
    const url = await start(pair);
    assert.equal(url.searchParams.get("redirect_uri"), redirectUri);
    await arrive(pair, await authorize(pair, url));
    assert.ok(await isSignedIn(pair, preview));
    process.env.AUTH_REDIRECT_PROXY_URL = "https://wrong.example/auth";
    const other = await createPair();
    const sent = (await start(other)).searchParams;
    assert.equal(sent.get("redirect_uri"), redirectUri);
  });

  it("each deployment has its own redirect URI if there is no proxy", async () => {
    const pair = await createPair({ both: none });
    const { searchParams } = await start(pair);
    const own = `${preview}/auth/callback/op`;
    assert.equal(searchParams.get("redirect_uri"), own);
    assert.equal(searchParams.get("state")?.split(".").length, 2);
  });

  for (
    const url of [
      "http://stable.example/auth",
      "stable.example",
      "javascript:alert(1)",
      `${proxyUrl}#a`,
    ]
  ) {
    it(`the proxy URL ${url} is reported as a mistake at start-up`, async () => {
      const pair = await createPair({ both: { redirectProxyUrl: url } });
      const page = await pair.browser.goto(`${preview}/auth/signin`);
      assert.equal(page.status, 500);
      assert.match(pair.log.join(), /`redirectProxyUrl` must be an https URL/);
    });
  }
});
