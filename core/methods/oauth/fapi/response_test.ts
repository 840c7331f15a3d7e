import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Claims, IdTokenFault } from "@latchkey/auth/testing";
import {
  type App,
  approach,
  arrive,
  assertCallbackRefused,
  assertSignedIn,
  readSession,
  start,
} from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";
import { createFapi, makeKeys } from "./fapi_testkit.ts";

afterEach(endTest);

/** Creates a flow whose authorization responses are signed. */
async function createSigned(mode = "jwt"): Promise<App> {
  const flow = await createFapi({
    entry: { authorization: { params: { response_mode: mode } } },
  });
  flow.op.faults.discovery = { body: withAlgorithms };
  return flow;
}

/** The issuer is in the response itself: metadata need not promise it. */
function withAlgorithms(json: Claims): Claims {
  return {
    ...json,
    authorization_response_iss_parameter_supported: undefined,
    authorization_signing_alg_values_supported: ["ES256", "RS256"],
  };
}

/** The faults with which a signed response is refused, by title. */
const refused: Readonly<Record<string, IdTokenFault>> = {
  "a signed response without an issuer is refused [fapi2-ensure-jarm-without-iss-fails]":
    {
      claims: ({ iss: _, ...rest }) => rest,
    },
  "a signed response without an audience is refused [fapi2-ensure-jarm-without-aud-fails]":
    {
      claims: ({ aud: _, ...rest }) => rest,
    },
  "a signed response without an expiry is refused [fapi2-ensure-jarm-without-exp-fails]":
    {
      claims: ({ exp: _, ...rest }) => rest,
    },
  "a signed response of another issuer is refused [fapi2-ensure-jarm-with-invalid-iss-fails]":
    {
      claims: (all) => ({ ...all, iss: `${all["iss"]}1` }),
    },
  "a signed response for another client is refused [fapi2-ensure-jarm-with-invalid-aud-fails]":
    {
      claims: (all) => ({ ...all, aud: `${all["aud"]}1` }),
    },
  "a signed response that has expired is refused [fapi2-ensure-jarm-with-expired-exp-fails]":
    {
      claims: (all) => ({ ...all, exp: Math.floor(Date.now() / 1000) - 360 }),
    },
  "a signed response that never expires is refused [R27]": {
    claims: (all) => JSON.stringify(all).replace(/"exp":\d+/, '"exp":1e400'),
  },
  "a response with a broken signature is refused [fapi2-ensure-jarm-with-invalid-sig-fails]":
    {
      sign: "broken",
    },
  "a response that another key signed is refused [fapi2-ensure-jarm-with-invalid-sig-fails]":
    {
      sign: "foreign",
    },
  "a response whose signature is none is refused [fapi2-ensure-jarm-signature-is-not-none]":
    { sign: "none" },
  "a response that the client's secret signed is refused [fapi2-ensure-jarm-signature-is-not-none]":
    {
      sign: "hs256-client-secret",
    },
  "a response with an algorithm that the profile does not know is refused [R27]":
    { alg: "RS256" },
};

describe("a signed authorization response", () => {
  for (const mode of ["jwt", "query.jwt", "form_post.jwt"]) {
    it(`a sign-in with \`response_mode=${mode}\` works [R27]`, async () => {
      const flow = await createSigned(mode);
      const browser = flow.createBrowser();
      const { op } = flow;
      const names: string[] = [];
      op.faults.callback = (params) => void names.push(...params.keys());
      if (mode === "form_post.jwt") {
        const page = await browser.goto(await start(browser));
        await browser.submit(page);
        assert.ok(await readSession(browser));
      } else {
        await assertSignedIn(flow, browser);
      }
      assert.deepEqual(names, ["response"]);
    });
  }

  for (const [title, fault] of Object.entries(refused)) {
    it(title, async () => {
      const flow = await createSigned();
      flow.op.faults.response = fault;
      const browser = flow.createBrowser();
      await assertCallbackRefused(flow, browser, await approach(browser), {
        error: "OAuthCallbackError",
      });
      assert.equal(flow.op.count("token"), 0);
    });
  }

  it("a signed response with another state than the attempt's is refused [R27]", async () => {
    const flow = await createSigned();
    flow.op.faults.response = {
      claims: (all) => ({ ...all, state: `${all["state"]}1` }),
    };
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "InvalidCheck",
    });
    assert.equal(flow.op.count("token"), 0);
  });

  it("parameters beside a signed response mean nothing [R27]", async () => {
    const flow = await createSigned();
    flow.op.faults.callback = (params) => {
      params.set("code", "of an attacker");
      params.set("error", "access_denied");
    };
    await assertSignedIn(flow);
  });

  it("an error in a signed response is shown like any other [R27]", async () => {
    const flow = await createSigned();
    flow.op.faults.authorize = { error: "access_denied" };
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError:access_denied",
    });
  });

  it("a plain response in place of a signed one is refused [R27]", async () => {
    const flow = await createSigned();
    flow.op.faults.callback = (params) => {
      const [, payload = ""] = (params.get("response") ?? "").split(".");
      const text = atob(payload.replaceAll("-", "+").replaceAll("_", "/"));
      params.delete("response");
      for (const name of ["code", "state", "iss"]) {
        params.set(name, JSON.parse(text)[name]);
      }
    };
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError",
      log: /needs one parameter `response`/,
    });
    assert.equal(flow.op.count("token"), 0);
  });

  it("an encrypted response is refused with a hint [R27]", async () => {
    const flow = await createSigned();
    flow.op.faults.callback = (params) => {
      const [, payload] = (params.get("response") ?? "").split(".");
      params.set("response", `eyJhbGciOiJSU0EtT0FFUCJ9.${payload}.a.b.c`);
    };
    const browser = flow.createBrowser();
    const page = await arrive(browser, await approach(browser));
    assert.match(page.url, /error=OAuthCallbackError/);
    assert.ok(flow.log.some(({ text }) => text.includes("it is encrypted")));
  });

  it("a signed response where none was asked for is refused [R27]", async () => {
    const flow = await createFapi();
    flow.op.faults.callback = (params) => params.set("response", "a.b.c");
    const browser = flow.createBrowser();
    await arrive(browser, await approach(browser));
    assert.equal(await readSession(browser), null);
    assert.equal(flow.op.count("token"), 0);
  });

  it("the algorithm that the client registered is the only one that is accepted [R27]", async () => {
    const flow = await createFapi({
      keys: await makeKeys(),
      entry: {
        client: { authorization_signed_response_alg: "PS256" },
        authorization: { params: { response_mode: "jwt" } },
      },
    });
    const browser = flow.createBrowser();
    await assertCallbackRefused(flow, browser, await approach(browser), {
      error: "OAuthCallbackError",
    });
    flow.op.faults.response = { alg: "PS256" };
    await assertSignedIn(flow);
  });
});
