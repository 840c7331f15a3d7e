import assert from "node:assert/strict";
import { it } from "node:test";
import { createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { ConfigurationError, ConsentRequired } from "@latchkey/auth/errors";
import type { TokenFacts } from "../providers/oauth/definition_facts.ts";
import { app, createApp, signIn } from "../../testing/app_testkit.ts";

const ORDERS = "api://orders/read";

async function createSigned(facts: TokenFacts) {
  const site = await createApp({
    config: { adapter: createMemoryAdapter() },
    keepsConfig: true,
  });
  const provider = { ...site.op.provider(), tokens: facts };
  const tokens = { providers: [provider.id] };
  Object.assign(site.config, { providers: [provider], tokens });
  await signIn(site.browser);
  site.op.clearRequests();
  const auth = createAuth(site.config);
  const cookie = site.browser.cookieHeader(`${app}/`);
  const get = (scope?: readonly string[], resource?: string) =>
    auth.getAccessToken(
      new Request(app, { headers: { cookie } }),
      provider.id,
      { ...(scope && { scope }), ...(resource && { resource }) },
    );
  return { site, get };
}

it("where a token is for one API, the scopes of another API get a token of their own by the same refresh token", async () => {
  const { site: { op }, get } = await createSigned({ perApi: true });
  const first = await get();
  const orders = await get([ORDERS]);
  assert.notEqual(orders.accessToken, first.accessToken);
  const [asked] = op.requests.filter(({ endpoint }) => endpoint === "token");
  assert.equal(asked?.form?.get("scope"), ORDERS);
  // Both stay.
  assert.equal((await get()).accessToken, first.accessToken);
  assert.equal((await get([ORDERS])).accessToken, orders.accessToken);
  assert.equal(op.count("token"), 1);
});

it("elsewhere, a scope that was not granted at the sign-in needs consent", async () => {
  const { site: { op }, get } = await createSigned({});
  await assert.rejects(get([ORDERS]), ConsentRequired);
  assert.equal(op.count("token"), 0);
});

it("a scope that the provider's answer calls by another name counts as granted under both", async () => {
  const { site: { op }, get } = await createSigned({
    scopeNames: { mail: "email" },
  });
  assert.deepEqual(
    (await get(["mail"])).scope,
    ["openid", "profile", "email", "mail"],
  );
  assert.ok(await get(["email"]));
  assert.equal(op.count("token"), 0);
});

it("a resource that the provider does not know is a mistake of the configuration", async () => {
  const { site: { op }, get } = await createSigned({});
  op.faults.token = { error: "invalid_target" };
  await assert.rejects(
    get(undefined, "https://api.example/typo"),
    (error) =>
      error instanceof ConfigurationError &&
      error.message.includes("https://api.example/typo"),
  );
  op.reset();
  assert.ok(await get());
});
