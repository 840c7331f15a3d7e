import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { ClientMetadata } from "@latchkey/auth";
import {
  type App,
  assertSignedIn,
  createApp,
  readSession,
  signIn,
} from "../../../../testing/app_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";

afterEach(endTest);

/**
 * Creates a flow with a provider that has other endpoints for certificates,
 * which it really answers at, and a key set for strangers.
 */
async function createAliased(client: ClientMetadata): Promise<App> {
  const flow = await createApp({
    op: { clientAuth: "none" },
    entry: { client, clientSecret: undefined, idToken: false },
  });
  const { op } = flow;
  op.faults.discovery = {
    body: ({ token_endpoint, userinfo_endpoint, ...json }) => ({
      ...json,
      token_endpoint: `${op.issuer}/without-certificate`,
      userinfo_endpoint: `${op.issuer}/without-certificate`,
      mtls_endpoint_aliases: {
        token_endpoint,
        userinfo_endpoint,
        jwks_uri: `${op.issuer}/keys-of-a-stranger`,
        issuer: "https://stranger.example",
      },
    }),
  };
  return flow;
}

describe("endpoints for clients with a TLS certificate", () => {
  for (
    const client of [
      { token_endpoint_auth_method: "tls_client_auth" },
      { token_endpoint_auth_method: "self_signed_tls_client_auth" },
      {
        token_endpoint_auth_method: "none",
        tls_client_certificate_bound_access_tokens: true,
      },
    ] as const
  ) {
    it(`${JSON.stringify(client)} asks them, with the client's id and no secret`, async () => {
      const flow = await createAliased(client);
      await assertSignedIn(flow);
      assert.equal(flow.op.count("other"), 0);
      const token = flow.op.requests.find((one) => one.endpoint === "token");
      assert.equal(token?.form?.get("client_id"), flow.op.clientId);
      assert.equal(token?.form?.get("client_secret"), null);
      assert.equal(token?.headers["authorization"], undefined);
    });
  }

  it("a client without one asks the others", async () => {
    const flow = await createAliased({ token_endpoint_auth_method: "none" });
    const browser = flow.createBrowser();
    await signIn(browser);
    assert.equal(await readSession(browser), null);
    assert.equal(flow.op.count("token"), 0);
    assert.equal(flow.op.count("other"), 1);
  });
});
