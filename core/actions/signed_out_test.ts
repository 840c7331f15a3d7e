import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Browser, Page } from "@latchkey/auth/testing";
import {
  assertSignedIn,
  createFlow,
  endTest,
  type Flow,
  readSession,
  site,
} from "../pipeline/flow_testkit.ts";

afterEach(endTest);

/** Signs a browser out with the built-in form, and returns the last page. */
async function signOut(
  browser: Browser,
  fields: Record<string, string> = {},
): Promise<Page> {
  const page = await browser.goto(`${site}/auth/signout`);
  return await browser.submit(page, { fields });
}

function lastLogout({ op }: Flow): URLSearchParams {
  const asked = op.requests.filter(({ endpoint }) => endpoint === "endSession");
  return new URL(asked.at(-1)?.url ?? site).searchParams;
}

describe("a sign-out at the provider", () => {
  it("a provider with `logout` ends its session too, and leads back to the target", async () => {
    const flow = await createFlow({ entry: { logout: true } });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    const page = await signOut(browser, { callbackUrl: "/bye" });
    assert.equal(page.url, `${site}/bye`);
    assert.equal(await readSession(browser), null);
    const asked = lastLogout(flow);
    assert.equal(asked.get("client_id"), flow.op.clientId);
    assert.match(asked.get("id_token_hint") ?? "", /^eyJ/);
    assert.equal(
      asked.get("post_logout_redirect_uri"),
      `${site}/auth/signed-out`,
    );
  });
});
