import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { SignJWT } from "jose";
import type { Profile } from "@latchkey/auth";
import { createFaultProvider } from "@latchkey/auth/testing";
import type { Fault } from "@latchkey/auth/testing";
import {
  type App,
  type AppOptions,
  approach,
  arrive,
  assertCallbackRefused,
  assertNoSecrets,
  assertSignedIn,
  createApp,
  readSession,
} from "../../../../testing/app_testkit.ts";
import { endTest, until } from "../../../../testing/checks_testkit.ts";

afterEach(endTest);

/** Creates a provider whose ID tokens hold no profile claims, and records what `profile` gets. */
async function createBare(
  scope?: string,
): Promise<{ flow: App; profiles: Profile[] }> {
  const profiles: Profile[] = [];
  const options: AppOptions = {
    op: {
      idTokenClaims: false,
      user: {
        sub: "user-1",
        name: "Ada Lovelace",
        email: "ada@example.com",
        phone_number: "+1",
        address: { country: "UK" },
      },
    },
    entry: {
      ...(scope === undefined ? {} : { authorization: { params: { scope } } }),
      profile: (profile) => {
        profiles.push(profile);
        return { id: profile.sub ?? "", name: profile.name ?? null };
      },
    },
  };
  return { flow: await createApp(options), profiles };
}

describe("the userinfo endpoint", () => {
  it("a wrong sub in userinfo ends the sign-in (-userinfo-invalid-sub)", async () => {
    const { flow, profiles } = await createBare();
    flow.op.faults.userinfo = { body: (json) => ({ ...json, sub: "other" }) };
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError",
      log: /another subject/,
    });
    assert.deepEqual(profiles, []);
  });

  it("a sub in another letter case is a wrong sub (-userinfo-invalid-sub)", async () => {
    const { flow } = await createBare();
    flow.op.faults.userinfo = { body: (json) => ({ ...json, sub: "USER-1" }) };
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError",
    });
  });

  it("userinfo has the claims that the scope allows (-scope-userinfo-claims)", async () => {
    const scopes = ["openid", "openid profile", "openid email"];
    for (const scope of scopes) {
      const { flow, profiles } = await createBare(scope);
      await assertSignedIn(flow);
      assert.equal(profiles[0]?.sub, "user-1");
      const hasName = profiles[0]?.name === "Ada Lovelace";
      assert.equal(hasName, scope.includes("profile"));
      const hasEmail = profiles[0]?.email === "ada@example.com";
      assert.equal(hasEmail, scope.includes("email"));
    }
  });

  for (
    const [scope, claim] of [["phone", "phone_number"], ["address", "address"]]
  ) {
    it(`userinfo is fetched for ${claim}, although the ID token has name and e-mail (-scope-userinfo-claims)`, async () => {
      const { flow, profiles } = await createBare(
        `openid profile email ${scope}`,
      );
      flow.op.faults.idToken = {
        claims: (right) => ({ ...right, name: "Ada", email: "a@example.com" }),
      };
      await assertSignedIn(flow);
      assert.equal(flow.op.count("userinfo"), 1);
      assert.ok(profiles[0]?.[claim ?? ""]);
      // Signed claims take precedence over unsigned ones.
      assert.equal(profiles[0]?.name, "Ada");
    });
  }

  it("userinfo is not fetched if the ID token has every claim (-scope-userinfo-claims)", async () => {
    const flow = await createApp();
    await assertSignedIn(flow);
    assert.equal(flow.op.count("userinfo"), 0);
  });

  it("a user without name and e-mail can sign in (-scope-userinfo-claims)", async () => {
    const flow = await createApp({
      op: { idTokenClaims: false, user: { sub: "user-1" } },
    });
    const session = await assertSignedIn(flow);
    const { id, ...shown } = session.user ?? {};
    assert.deepEqual(shown, { name: null, email: null, image: null });
    assert.ok(id);
  });

  it("the token is sent in the header only (-userinfo-bearer-header)", async () => {
    const { flow } = await createBare();
    await assertSignedIn(flow);
    const asked = flow.op.requests.find((one) => one.endpoint === "userinfo");
    assert.match(asked?.headers["authorization"] ?? "", /^Bearer at-/);
    assert.equal(asked?.method, "GET");
    assert.equal(new URL(asked?.url ?? "").search, "");
  });

  const faults: readonly (readonly [string, Fault])[] = [
    ["resets", { reset: true }],
    ["says 401", { error: "invalid_token" }],
    ["says 403 with the right words", {
      status: 403,
      body: '{"sub":"user-1"}',
    }],
    ["says 500", { status: 500 }],
    ["redirects", { redirect: "https://evil.example/", status: 307 }],
    ["gives HTML", { body: "<html>", contentType: "text/html" }],
    ["gives an array", { body: "[]" }],
    ["gives null", { body: "null" }],
    ["gives 10 MB", { body: " ".repeat(10_000_000) }],
    ["names no sub", { body: '{"name":"Mallory"}' }],
    ["names an empty sub", { body: '{"sub":"","name":"Mallory"}' }],
    ["names a number", { body: '{"sub":1,"name":"Mallory"}' }],
  ];
  for (const [name, fault] of faults) {
    it(`an endpoint that ${name} leaves the ID token, and a warning [F11]`, async () => {
      const { flow, profiles } = await createBare();
      flow.op.faults.userinfo = fault;
      const browser = flow.createBrowser();
      const url = await approach(browser);
      await arrive(browser, url);
      assert.ok(await readSession(browser));
      assert.equal(profiles[0]?.sub, "user-1");
      assert.equal(profiles[0]?.name, undefined);
      assert.ok(
        flow.log.some(({ level, text }) =>
          level === "warn" && text.includes("userinfo")
        ),
      );
      assert.equal(flow.op.count("userinfo"), 1);
      assert.equal(flow.op.count("other"), 0);
      const answer = flow.answers.find((one) => one.url === url);
      assertNoSecrets(flow, answer ?? assert.fail(), url);
    });
  }

  it("an endpoint that hangs is abandoned after 5 s [F11]", async () => {
    const { flow } = await createBare();
    const browser = flow.createBrowser();
    const url = await approach(browser);
    mock.timers.enable({ apis: ["Date", "setTimeout"], now: Date.now() });
    flow.op.faults.userinfo = { hang: true, ignoreSignal: true };
    const page = arrive(browser, url);
    await until(() => flow.op.count("userinfo") === 1);
    mock.timers.tick(5000);
    await page;
    assert.ok(await readSession(browser));
  });

  it("claims named like properties of every object pollute no prototype", async () => {
    const { flow, profiles } = await createBare();
    flow.op.faults.userinfo = {
      body: '{"sub":"user-1","__proto__":{"isAdmin":true},"constructor":{}}',
      contentType: "application/json",
    };
    await assertSignedIn(flow);
    assert.equal(({} as Profile)["isAdmin"], undefined);
    assert.equal(profiles[0]?.sub, "user-1");
  });
});

describe("the identity of a user", () => {
  async function readSub(flow: App, id = "op"): Promise<string> {
    const subs: string[] = [];
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser, { id });
    const response = await browser.fetch("https://app.example/auth/session");
    subs.push((await response.json()).sub);
    return subs[0] ?? "";
  }

  const config: AppOptions["config"] = {
    callbacks: {
      session: ({ session, token }) => ({ ...session, sub: token.sub }),
    },
  };

  it("a subject is the same user at each sign-in, and another at another issuer [I15]", async () => {
    const other = await createFaultProvider();
    const flow = await createApp({ config, others: { other } });
    const first = await readSub(flow);
    assert.equal(await readSub(flow), first);
    assert.notEqual(await readSub(flow, "other"), first);
    assert.ok(!first.includes("user-1"));
    flow.op.user.email = "someone@example.com";
    assert.equal(await readSub(flow), first);
    flow.op.user.sub = "user-2";
    assert.notEqual(await readSub(flow), first);
  });

  it("two entries of one issuer have the same users [I15]", async () => {
    const other = await createFaultProvider();
    const flow = await createApp({
      config,
      others: { one: other, two: other },
    });
    assert.equal(await readSub(flow, "one"), await readSub(flow, "two"));
  });
});

describe("a userinfo answer that is a JWT of a provider whose ID tokens have the client secret as key", () => {
  it("is not used if it is signed with that secret, too, which is not the provider's alone", async () => {
    const flow = await createApp({
      op: { idTokenClaims: false },
      entry: { idTokenAlg: "HS256" },
    });
    const { op } = flow;
    op.faults.idToken = {
      sign: "hs256-client-secret",
      claims: ({ at_hash: _, ...claims }) => claims,
    };
    await assertSignedIn(flow);
    const { sub } = op.user;
    const jwt = await new SignJWT({ sub, email: "eve@example.com" })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer(op.issuer).setAudience(op.clientId)
      .sign(new TextEncoder().encode(op.clientSecret));
    op.faults.userinfo = { body: () => jwt, contentType: "application/jwt" };
    const browser = flow.createBrowser();
    await arrive(browser, await approach(browser));
    assert.equal((await readSession(browser))?.user?.email, null);
    assert.match(
      flow.log.at(-1)?.text ?? "",
      /The userinfo .* its signature does not verify/,
    );
  });
});
