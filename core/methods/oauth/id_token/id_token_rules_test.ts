import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Claims, IdTokenFault } from "@latchkey/auth/testing";
import {
  type AppOptions,
  approach,
  arrive,
  assertCallbackRefused,
  assertSignedIn,
  createApp,
  readSession,
} from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";

afterEach(endTest);

/** Signs in with a modified ID token and asserts that it is refused. */
async function refuse(
  idToken: IdTokenFault,
  options: AppOptions = {},
): Promise<void> {
  const flow = await createApp(options);
  flow.op.faults.idToken = idToken;
  const browser = flow.createBrowser();
  const callback = await approach(browser);
  await assertCallbackRefused(flow, browser, callback, {
    error: "OAuthCallbackError",
  });
}

function refuseClaims(changes: Claims, options?: AppOptions): Promise<void> {
  return refuse(
    { claims: (right) => ({ ...right, ...changes }) },
    options,
  );
}

const now = () => Math.floor(Date.now() / 1000);

describe("the rules for ID tokens (OpenID Connect Core section 3.1.3.7)", () => {
  it("the issuer is exactly the configured one [I02]", async () => {
    const { op } = await createApp();
    await refuseClaims({ iss: `${op.issuer}/` });
    await refuseClaims({ iss: undefined });
  });

  it("the token is for this client, and for no client that is not listed as trusted [I03, I04]", async () => {
    const op = { clientId: "ours" };
    await refuseClaims({ aud: "other" }, { op });
    await refuseClaims({ aud: ["other"] }, { op });
    await refuseClaims({ aud: ["ours", "other"] }, { op });
    await refuseClaims({ aud: ["ours", "other"], azp: "other" }, { op });
    await refuseClaims({ aud: "ours", azp: "other" }, { op });
  });

  it("the signature is by one of the issuer's keys [I05]", async () => {
    for (const sign of ["foreign", "broken", "empty", "none"] as const) {
      await refuse({ sign });
    }
  });

  it("the algorithm is the registered one, whatever the header says [I06]", async () => {
    await refuse({}, {
      op: { alg: "RS256" },
      entry: { client: { id_token_signed_response_alg: "ES256" } },
    });
    const flow = await createApp({
      op: { alg: "ES256" },
      entry: { client: { id_token_signed_response_alg: "ES256" } },
    });
    await assertSignedIn(flow);
  });

  it("HMAC is refused as proof of the issuer, even if it is registered [I07]", async () => {
    const entry = { client: { id_token_signed_response_alg: "HS256" } };
    const op = { alg: "RS256" } as const;
    await refuse({ sign: "hs256-client-secret" }, { entry, op });
    await refuse({ sign: "hs256-public-key" }, { entry, op });
  });

  it("the token's times are at most a minute off [I08, I09]", async () => {
    await refuseClaims({ exp: now() - 61 });
    await refuseClaims({ iat: now() + 120 });
    await refuseClaims({ iat: now() - 7 * 86_400 });
    const flow = await createApp();
    flow.op.faults.idToken = {
      claims: (right) => ({ ...right, exp: now() - 30, iat: now() + 30 }),
    };
    await assertSignedIn(flow);
  });

  it("the nonce is that of this attempt [I10]", async () => {
    const flow = await createApp();
    const nonces: unknown[] = [];
    flow.op.faults.idToken = {
      claims: (right) => {
        nonces.push(right.nonce);
        return { ...right, nonce: nonces[0] };
      },
    };
    await assertSignedIn(flow);
    const browser = flow.createBrowser();
    const callback = await approach(browser);
    await assertCallbackRefused(flow, browser, callback, {
      error: "OAuthCallbackError",
    });
    assert.equal(new Set(nonces).size, 2);
  });

  it("an essential acr is one of those requested [I11, X11]", async () => {
    const ask = (acr: Claims): AppOptions => ({
      entry: {
        authorization: { params: { claims: { id_token: { acr } } } },
      },
    });
    const values = ["urn:gold", "urn:platinum"];
    await refuseClaims({ acr: "urn:iron" }, ask({ essential: true, values }));
    await refuseClaims({ acr: undefined }, ask({ essential: true, values }));
    await refuseClaims({ acr: undefined }, ask({ essential: true }));
    await refuseClaims({ acr: ["urn:gold"] }, ask({ essential: true, values }));
    await refuseClaims({ acr: "b" }, ask({ essential: true, value: "a" }));
    const fine: [Claims, string | undefined][] = [
      [{ essential: true, values }, "urn:gold"],
      [{ essential: true, value: "a" }, "a"],
      [{ essential: true }, "anything"],
      [{ values }, "urn:iron"],
    ];
    for (const [acr, given] of fine) {
      const flow = await createApp(ask(acr));
      flow.op.faults.idToken = {
        claims: (right) => ({ ...right, acr: given }),
      };
      await assertSignedIn(flow);
    }
  });

  it("a requested max_age is proved by auth_time [I12]", async () => {
    const entry = { authorization: { params: { max_age: 60 } } };
    await refuseClaims({ auth_time: undefined }, { entry });
    await refuseClaims({ auth_time: now() - 300 }, { entry });
    await assertSignedIn(await createApp({ entry }));
  });

  it("an at_hash fits the access token [I13]", async () => {
    await refuseClaims({ at_hash: "AAAAAAAAAAAAAAAAAAAAAA" });
  });

  it("userinfo is about the same subject [I14]", async () => {
    const flow = await createApp({ op: { idTokenClaims: false } });
    flow.op.faults.userinfo = { body: (right) => ({ ...right, sub: "other" }) };
    const browser = flow.createBrowser();
    const callback = await approach(browser);
    await assertCallbackRefused(flow, browser, callback, {
      error: "OAuthCallbackError",
    });
  });

  it("an encrypted token is refused, because encryption was not requested [I01]", async () => {
    await refuse({ raw: "eyJhbGciOiJSU0EtT0FFUCJ9.a.b.c.d" });
  });

  it("a Cookie header near the limit of proxies is noted in debug lines [CHK-08]", async () => {
    const flow = await createApp();
    const browser = flow.createBrowser();
    for (let i = 0; i < 4; i++) {
      browser.setCookie(
        "https://app.example",
        `big${i}=${"x".repeat(2_000)}; Path=/; Secure`,
      );
    }
    await arrive(browser, "https://app.example/auth/signin");
    assert.equal(await readSession(browser), null);
    const lines = flow.log.map(({ level, text }) => `${level} ${text}`);
    assert.match(lines.join("\n"), /debug The Cookie header has \d{4}/);
  });
});
