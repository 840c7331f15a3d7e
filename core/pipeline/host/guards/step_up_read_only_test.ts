/** Tests of guards that demand a proof where no cookie can be set. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { type Browser, createBrowser } from "@latchkey/auth/testing";
import { endTest } from "../../../../testing/checks_testkit.ts";
import { createApp, site } from "../../../../testing/app_testkit.ts";
import { createWebHost } from "../web_host.ts";
import type { RequireOptions } from "./options.ts";

const MINUTE = 60_000;

beforeEach(() =>
  mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 5, 1, 12) })
);
afterEach(endTest);

/** A site whose page `/pay` can set no cookies. */
async function createPages(guard: RequireOptions) {
  const flow = await createApp({ toProviders: (op) => [op.provider()] });
  const host = createWebHost<{ readonly request: Request }>(flow.makeConfig(), {
    toRequest: ({ request }) => request,
    isReadOnly: () => true,
  });
  const handler = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname !== "/pay") return await flow.handler(request);
    const passed = await host.guard({ request }, guard);
    if (!(passed instanceof Response)) return new Response("paid");
    assert.deepEqual(passed.headers.getSetCookie(), []);
    return passed;
  };
  const sites = { [site]: handler, [flow.op.origin]: flow.op.handler };
  return { flow, browser: createBrowser(sites) };
}

const pay = async (browser: Browser) =>
  await browser.goto(`${site}/pay?page=2`);

describe("a guard that can set no cookies", () => {
  it("has a user whose proof is old sign in again, and come back", async () => {
    const { flow, browser } = await createPages({ maxAge: 300 });
    const ways = await pay(browser);
    const paid = await browser.submit(ways, { action: "/auth/signin/op" });
    assert.equal(paid.text, "paid");
    mock.timers.tick(6 * MINUTE);
    const asked = await pay(browser);
    assert.match(asked.text, /<h1>Confirm it’s you<\/h1>/);
    const again = await browser.submit(asked, { action: "/auth/signin/op" });
    assert.deepEqual([again.text, again.url], ["paid", `${site}/pay?page=2`]);
    const authorize = flow.op.requests
      .filter(({ endpoint }) => endpoint === "authorize").at(-1)?.url ?? "";
    assert.equal(new URL(authorize).searchParams.get("max_age"), "300");
  });

  it("asks the provider for the class that it demands", async () => {
    const { flow, browser } = await createPages({ acr: ["mfa", "high"] });
    const ways = await pay(browser);
    await browser.submit(ways, { action: "/auth/signin/op" });
    const authorize = flow.op.requests
      .filter(({ endpoint }) => endpoint === "authorize").at(-1)?.url ?? "";
    const asked = new URL(authorize).searchParams.get("acr_values");
    assert.equal(asked, "mfa high");
  });

  it("does not lead to another site, whoever asks for a proof", async () => {
    const { browser } = await createPages({ maxAge: 300 });
    const ways = await browser.goto(
      `${site}/auth/step-up?maxAge=300&callbackUrl=https://evil.example/`,
    );
    const end = await browser.submit(ways, {
      action: "/auth/signin/op",
      stopAt: (url) => !url.startsWith(site) && url.includes("evil"),
    });
    assert.equal(end.pending, undefined);
    assert.ok(end.url.startsWith(`${site}/`), end.url);
  });
});
