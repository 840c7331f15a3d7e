import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { decodeJwt } from "jose";
import {
  type AuthorizationDetails,
  createAuth,
  type TokenSet,
} from "@latchkey/auth";
import {
  type App,
  approach,
  assertCallbackRefused,
  assertSignedIn,
  createApp,
  pressButton,
  site,
  start,
} from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";
import { createFapi } from "./fapi_testkit.ts";

afterEach(endTest);

const payment: AuthorizationDetails = {
  type: "payment_initiation",
  instructedAmount: { currency: "EUR", amount: "123.50" },
};

/** Creates a flow whose provider entry asks for details, and collects the granted ones. */
async function createAsking(
  details: readonly AuthorizationDetails[] = [payment],
): Promise<App & { granted: TokenSet[] }> {
  const granted: TokenSet[] = [];
  const flow = await createApp({
    entry: {
      authorization: { params: { authorization_details: details } },
    },
    config: {
      callbacks: {
        jwt({ token, account }) {
          if (account) granted.push(account);
          return token;
        },
      },
    },
  });
  return { ...flow, granted };
}

describe("details of an authorization (RFC 9396)", () => {
  it("the request has them as JSON, and the callbacks get those that were granted", async () => {
    const flow = await createAsking();
    flow.op.faults.tokenResponse = (json) => ({
      ...json,
      authorization_details: [{ ...payment, paymentId: "p1" }],
    });
    const browser = flow.createBrowser();
    const url = new URL(await start(browser));
    const text = url.searchParams.get("authorization_details") ?? "";
    assert.deepEqual(JSON.parse(text), [payment]);
    await assertSignedIn(flow, browser);
    const [details] = flow.granted[0]?.authorization_details ?? [];
    assert.equal(details?.type, "payment_initiation");
    assert.equal(details?.["paymentId"], "p1");
  });

  it("a signed request has them as a list", async () => {
    const flow = await createFapi({
      entry: {
        requestObject: true,
        authorization: { params: { authorization_details: [payment] } },
      },
    });
    await assertSignedIn(flow);
    const { form } =
      flow.op.requests.find(({ endpoint }) => endpoint === "par") ?? {};
    const claims = decodeJwt(form?.get("request") ?? "");
    assert.deepEqual(claims["authorization_details"], [payment]);
  });

  it("a guard asks for details of its own, and no visitor can", async () => {
    const flow = await createApp({
      entry: { allowedParams: ["authorization_details"] },
    });
    const auth = createAuth(flow.makeConfig());
    const browser = flow.createBrowser();
    const request = new Request(`${site}/pay`, {
      headers: {
        accept: "text/html",
        cookie: browser.cookieHeader(`${site}/`),
      },
    });
    const refusal = await auth.require(request, {
      params: { authorization_details: [payment] },
    });
    assert.ok(refusal instanceof Response);
    for (const cookie of refusal.headers.getSetCookie()) {
      browser.setCookie(`${site}/pay`, cookie);
    }
    const url = new URL(await start(browser, { target: "/pay" }));
    const text = url.searchParams.get("authorization_details") ?? "";
    assert.deepEqual(JSON.parse(text), [payment]);
  });

  it("a type that the provider does not list is a mistake of the configuration", async () => {
    const flow = await createAsking();
    flow.op.faults.discovery = {
      body: (json) => ({
        ...json,
        authorization_details_types_supported: ["account_information"],
      }),
    };
    const page = await pressButton(flow.createBrowser());
    assert.equal(new URL(page.url).searchParams.get("error"), "Configuration");
    assert.ok(
      flow.log.some(({ text }) =>
        text.includes(
          "does not have payment_initiation in `authorization_details_types_supported`",
        )
      ),
    );
  });

  for (
    const wrong of [[{}], [{ type: "" }], { type: "a" }, "no JSON"] as unknown[]
  ) {
    it(`${JSON.stringify(wrong)} is not sent`, async () => {
      const flow = await createAsking(wrong as AuthorizationDetails[]);
      const page = await pressButton(flow.createBrowser());
      assert.equal(page.pending, undefined);
      assert.ok(
        flow.log.some(({ text }) =>
          text.includes("must be a list of objects, each with a `type`")
        ),
      );
    });

    it(`${JSON.stringify(wrong)} is refused in a token response`, async () => {
      const flow = await createAsking();
      flow.op.faults.tokenResponse = (json) => ({
        ...json,
        authorization_details: wrong,
      });
      const browser = flow.createBrowser();
      await assertCallbackRefused(flow, browser, await approach(browser), {
        error: "OAuthCallbackError",
        log: /that are not a list of objects with a `type`/,
      });
    });
  }
});
