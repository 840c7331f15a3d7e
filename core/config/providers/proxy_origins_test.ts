import "../../runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { afterEach, describe, it } from "node:test";
import { type AuthConfig, createAuth, setEnvDefaults } from "@latchkey/auth";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  arrive,
  assertNobody,
  authorize,
  createPair,
  isSignedIn,
  type Pair,
  preview,
  proxyUrl,
  signIn,
  stable,
  start,
} from "../../attempts/redirect_proxy_testkit.ts";

afterEach(async () => {
  delete process.env.AUTH_REDIRECT_PROXY_ORIGINS;
  await endTest();
});

const evil = "https://evil.example";
const pattern = "https://pr-*.example";

/** Deployments that take their origin from the request. */
const believing: Readonly<Record<string, Partial<AuthConfig>>> = {
  "every host": { origin: undefined, trustHost: true },
  "hosts of a list": {
    origin: undefined,
    trustHost: ["pr-7.example", "evil.example"],
  },
  "hosts of a function": { origin: undefined, trustHost: () => true },
  "every host, outside production": { origin: undefined },
};

/** Presses a deployment's sign-in button and returns where it leads. */
async function press({ browser, op }: Pair, origin: string) {
  const page = await browser.goto(`${origin}/auth/signin?callbackUrl=/after`);
  return await browser.submit(page, {
    action: "/auth/signin/op",
    stopAt: (url) => url.startsWith(op.origin),
  });
}

/** The sign-in did not redirect to the provider and left no state behind. */
async function assertNotStarted(pair: Pair, origin: string): Promise<void> {
  const page = await press(pair, origin);
  assert.equal(page.pending, undefined);
  assert.equal(page.status, 500);
  assert.equal(new URL(page.url).origin, origin);
  for (const { cookies, headers } of pair.answers) {
    assert.match(headers.get("cache-control") ?? "", /no-store/);
    assert.doesNotMatch(cookies.join(), /latchkey\.(?:attempt|session)/);
  }
  for (const endpoint of ["authorize", "par", "token"] as const) {
    assert.equal(pair.op.count(endpoint), 0);
  }
  await assertNobody(pair);
}

describe("a preview that takes its origin from the request", () => {
  for (const [hosts, trust] of Object.entries(believing)) {
    it(`a preview that trusts ${hosts} starts no sign-in for an unlisted origin`, async () => {
      for (const listed of [undefined, [], [pattern]]) {
        const pair = await createPair({
          aliases: [evil],
          preview: { ...trust, redirectProxyOrigins: listed },
          // Even a proxy that would redirect is not called.
          stable: { redirectProxyOrigins: [evil] },
        });
        await assertNotStarted(pair, evil);
        const log = pair.log.join("\n");
        assert.match(log, /AUTH_URL="https:\/\/evil\.example"/);
        assert.match(
          log,
          /AUTH_REDIRECT_PROXY_ORIGINS="[^"]*https:\/\/evil\.example"/,
        );
      }
    });

    it(`a preview that trusts ${hosts} gets its visitors back at a listed origin`, async () => {
      for (const listed of [preview, pattern]) {
        const pair = await createPair({
          preview: { ...trust, redirectProxyOrigins: [listed] },
          stable: { redirectProxyOrigins: [pattern] },
        });
        assert.equal((await signIn(pair)).url, `${preview}/after`);
        assert.ok(await isSignedIn(pair, preview));
      }
    });
  }

  it("a preview needs no list if it uses no proxy", async () => {
    const pair = await createPair({
      both: { redirectProxyUrl: undefined },
      preview: { origin: undefined, trustHost: true },
    });
    await signIn(pair);
    assert.ok(await isSignedIn(pair, preview));
  });

  it("a server that is asked under the proxy's name is the proxy itself, and seals no return address", async () => {
    const pair = await createPair({
      stable: {
        origin: undefined,
        trustHost: true,
        redirectProxyOrigins: undefined,
      },
    });
    const url = await start(pair, stable);
    assert.equal(url.searchParams.get("state")?.split(".").length, 2);
    await arrive(pair, await authorize(pair, url, stable));
    assert.ok(await isSignedIn(pair, stable));
  });
});

describe("a proxy", () => {
  it("a proxy follows no return address to an unlisted origin, even under the right seal", async () => {
    const lists = [
      [],
      [preview],
      [pattern],
      ["https://*.evil.example"],
      ["https://evil-*.example"],
      ["https://evil.example:8443"],
    ];
    for (const listed of lists) {
      const pair = await createPair({
        aliases: [evil],
        preview: { origin: evil },
        stable: { redirectProxyOrigins: listed },
      });
      const callback = await authorize(pair, await start(pair, evil), evil);
      const page = await arrive(pair, callback);
      assert.equal(new URL(page.url).origin, stable);
      assert.equal(
        new URL(page.url).searchParams.get("error"),
        "InvalidCheck",
      );
      assert.ok(page.redirects.every(({ url }) => !url.startsWith(evil)));
      const line = [...listed, evil].join(",");
      const log = pair.log.join("\n");
      assert.match(log, /not sent on to https:\/\/evil\.example/);
      assert.ok(log.includes(`AUTH_REDIRECT_PROXY_ORIGINS="${line}"`), log);
      await assertNobody(pair);
    }
  });

  it("a proxy takes `*` only for characters within one label", async () => {
    const listed = ["https://shop-*-team.vercel.app", "https://*.pre.example"];
    const cases: Readonly<Record<string, boolean>> = {
      "https://shop-1-team.vercel.app": true,
      "https://shop-git-a_b-team.vercel.app": true,
      "https://1.pre.example": true,
      "https://shop--team.vercel.app": false,
      "https://shop-team.vercel.app": false,
      "https://shop-1.evil-team.vercel.app": false,
      "https://shop-evil.example-team.vercel.app": false,
      "https://www.shop-1-team.vercel.app": false,
      "https://shop-1-team.vercel.app.evil.example": false,
      "https://shop-1-team.vercel.app:8443": false,
      "http://shop-1-team.vercel.app": false,
      "https://pre.example": false,
      "https://a.b.pre.example": false,
      "https://evilpre.example": false,
    };
    for (const [origin, isFollowed] of Object.entries(cases)) {
      const pair = await createPair({
        aliases: [origin],
        preview: { origin },
        stable: { redirectProxyOrigins: listed },
      });
      const callback = await authorize(pair, await start(pair, origin), origin);
      const page = await arrive(pair, callback);
      assert.equal(new URL(page.url).origin, isFollowed ? origin : stable);
      assert.equal(await isSignedIn(pair, origin), isFollowed, origin);
      assert.equal(pair.op.count("token"), isFollowed ? 1 : 0);
    }
  });

  it("a proxy without a list does not start if its origin is configured", async () => {
    const pair = await createPair({
      stable: { redirectProxyOrigins: undefined },
    });
    for (const path of ["signin", "session", "callback/op"]) {
      const page = await pair.browser.goto(`${stable}/auth/${path}`);
      assert.equal(page.status, 500);
    }
    const log = pair.log.join("\n");
    assert.match(log, /`redirectProxyOrigins` is missing/);
    assert.match(log, /AUTH_REDIRECT_PROXY_ORIGINS/);
  });

  it("a proxy without a list is refused when it is constructed, if its options say that it is a proxy", () => {
    for (const own of [{}, { redirectProxyOrigins: undefined }]) {
      assert.throws(
        () =>
          createAuth({
            ...own,
            secret: "a random text of at least 32 characters",
            origin: stable,
            redirectProxyUrl: proxyUrl,
            providers: [{
              id: "op",
              type: "oidc",
              issuer: "https://op.example",
            }],
          }),
        /`redirectProxyOrigins` is missing/,
      );
    }
  });

  it("a proxy without a list does not start if one of its providers names it", async () => {
    for (
      const redirectProxyUrl of [proxyUrl, "https://STABLE.example:443/auth/"]
    ) {
      const pair = await createPair({
        both: { redirectProxyUrl: undefined },
        entry: { redirectProxyUrl },
        stable: { redirectProxyOrigins: undefined },
      });
      const page = await pair.browser.goto(`${stable}/auth/signin`);
      assert.equal(page.status, 500);
      assert.match(pair.log.join(), /`redirectProxyOrigins` is missing/);
      // The others continue: they are not a proxy.
      const other = await pair.browser.goto(`${preview}/auth/signin`);
      assert.equal(other.status, 200);
    }
  });

  it("a proxy without a list and without a configured origin refuses the first callback to pass on", async () => {
    const pair = await createPair({
      stable: {
        origin: undefined,
        trustHost: true,
        redirectProxyOrigins: undefined,
      },
    });
    const page = await signIn(pair);
    assert.equal(new URL(page.url).origin, stable);
    assert.equal(new URL(page.url).searchParams.get("error"), "InvalidCheck");
    const line = `AUTH_REDIRECT_PROXY_ORIGINS="${preview}"`;
    assert.ok(pair.log.join("\n").includes(line));
    await assertNobody(pair);
  });

  it("a proxy reports every mistake in its list at once", async () => {
    const wrong = [
      "https://*.vercel.app",
      "http://pr-7.example",
      "pr-7.example",
      `${preview}/`,
    ];
    const pair = await createPair({
      stable: { redirectProxyOrigins: [preview, ...wrong] },
    });
    const page = await pair.browser.goto(`${stable}/auth/signin`);
    assert.equal(page.status, 500);
    const log = pair.log.join("\n");
    for (const one of wrong) assert.ok(log.includes(`"${one}"`), one);
    assert.ok(!log.includes(`"${preview}"`));
  });
});

describe("AUTH_REDIRECT_PROXY_ORIGINS", () => {
  it("AUTH_REDIRECT_PROXY_ORIGINS is the list if the option is missing, separated by commas or spaces", async () => {
    for (const separator of [",", " ", ", ", "\n"]) {
      const origins = ["https://other.example", pattern, ""];
      process.env.AUTH_REDIRECT_PROXY_ORIGINS = origins.join(separator);
      const pair = await createPair({
        preview: { origin: undefined, trustHost: true },
        stable: { redirectProxyOrigins: undefined },
      });
      await signIn(pair);
      assert.ok(await isSignedIn(pair, preview));
    }
  });

  it("AUTH_REDIRECT_PROXY_ORIGINS is ignored if the option is set", async () => {
    process.env.AUTH_REDIRECT_PROXY_ORIGINS = pattern;
    const pair = await createPair({ stable: { redirectProxyOrigins: [] } });
    const page = await signIn(pair);
    assert.equal(new URL(page.url).origin, stable);
    await assertNobody(pair);
  });

  it("AUTH_REDIRECT_PROXY_ORIGINS counts as missing if it is empty", async () => {
    process.env.AUTH_REDIRECT_PROXY_ORIGINS = "";
    const pair = await createPair({
      stable: { redirectProxyOrigins: undefined },
    });
    const page = await pair.browser.goto(`${stable}/auth/signin`);
    assert.equal(page.status, 500);
  });

  it("setEnvDefaults` reads AUTH_REDIRECT_PROXY_ORIGINS", () => {
    const env = { AUTH_REDIRECT_PROXY_ORIGINS: `${preview}, ${pattern}` };
    const config: AuthConfig = { providers: [] };
    setEnvDefaults(env, config);
    assert.deepEqual(config.redirectProxyOrigins, [preview, pattern]);
    const own: AuthConfig = { providers: [], redirectProxyOrigins: [] };
    setEnvDefaults(env, own);
    assert.deepEqual(own.redirectProxyOrigins, []);
  });

  it("AUTH_REDIRECT_PROXY_ORIGINS works together with a provider's own proxy", async () => {
    process.env.AUTH_REDIRECT_PROXY_ORIGINS = pattern;
    const pair = await createPair({
      aliases: [evil],
      both: { redirectProxyUrl: undefined },
      entry: { redirectProxyUrl: proxyUrl },
      preview: { origin: undefined, trustHost: true },
      stable: { redirectProxyOrigins: undefined },
    });
    await assertNotStarted(pair, evil);
    await signIn(pair);
    assert.ok(await isSignedIn(pair, preview));
  });
});
