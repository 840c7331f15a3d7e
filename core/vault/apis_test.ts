import assert from "node:assert/strict";
import { it } from "node:test";
import { createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { ConsentRequired } from "@latchkey/auth/errors";
import { app, createSite, signIn } from "../session/session_testkit.ts";

const ORDERS = "api://orders/read";

async function createSigned(perApi: boolean) {
  const site = await createSite({ adapter: createMemoryAdapter() });
  const provider = { ...site.op.provider(), tokens: { perApi } };
  const tokens = { providers: [provider.id] };
  Object.assign(site.config, { providers: [provider], tokens });
  await signIn(site);
  site.op.clearRequests();
  const auth = createAuth(site.config);
  const cookie = site.browser.cookieHeader(`${app}/`);
  const get = (scope?: readonly string[]) =>
    auth.getAccessToken(
      new Request(app, { headers: { cookie } }),
      provider.id,
      {
        ...(scope && { scope }),
      },
    );
  return { site, get };
}

it("where a token is for one API, the scopes of another API get a token of their own by the same refresh token", async () => {
  const { site: { op }, get } = await createSigned(true);
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
  const { site: { op }, get } = await createSigned(false);
  await assert.rejects(get([ORDERS]), ConsentRequired);
  assert.equal(op.count("token"), 0);
});
