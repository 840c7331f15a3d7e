import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createBrowser, createFaultProvider } from "@latchkey/auth/testing";
import { app } from "../testing/app_testkit.ts";
import {
  createQwikApp,
  entry,
  formRequest,
  page,
  signIn,
  submitRequest,
} from "./qwik_testkit.ts";

const routes = {
  "/": [page()],
  "/open": [page()],
  "/private": [{ onRequest: entry.requireSession() }, page()],
};

/** Returns where the response to a form leads, with and without a script. */
async function leave(
  path: string,
  fields: Record<string, string>,
): Promise<(string | null)[]> {
  const locations: (string | null)[] = [];
  for (const toRequest of [formRequest, submitRequest]) {
    const site = await createQwikApp({ routes });
    await signIn(site);
    const headers = { cookie: site.browser.cookieHeader(app) };
    const { useSignOut } = site.auth;
    const response = await site.fetch(
      toRequest(path, useSignOut, fields, headers),
    );
    assert.match(response.headers.getSetCookie().join(), /latchkey\.session=;/);
    locations.push(response.headers.get("location"));
  }
  return locations;
}

describe("useSignOut", () => {
  it("signing out on a guarded page leads to the home page, which is public", async () => {
    assert.deepEqual(await leave("/private", {}), [
      `${app}/`,
      "/q-data.json",
    ]);
  });

  it("signing out on a public page stays there", async () => {
    assert.deepEqual(await leave("/open", {}), [
      `${app}/open`,
      "/open/q-data.json",
    ]);
  });

  it("signing out leads to the target in the form", async () => {
    assert.deepEqual(await leave("/private", { redirectTo: "/open" }), [
      `${app}/open`,
      "/open/q-data.json",
    ]);
  });
});

describe("useSignOut at a provider with an end-session endpoint", () => {
  for (
    const [logout, federated, leads] of [
      [false, undefined, false],
      [false, "true", true],
      [false, true, true],
      [true, undefined, true],
      [true, "false", false],
      [true, false, false],
      [true, ["true"], true],
      [false, { true: true }, false],
    ] as const
  ) {
    it(`with \`logout: ${logout}\` and \`federated\` ${JSON.stringify(federated)}, the sign-out ${leads ? "leads to" : "does not ask"} the provider`, async () => {
      const op = await createFaultProvider();
      const site = await createQwikApp({
        routes,
        config: { providers: [op.provider({ logout })] },
      });
      const browser = createBrowser({
        [app]: site.fetch,
        [op.origin]: op.handler,
      });
      await signIn({ ...site, op, browser });
      const headers = { cookie: browser.cookieHeader(app) };
      const fields = { redirectTo: "/open", federated };
      const response = await site.fetch(
        submitRequest("/open", site.auth.useSignOut, fields, headers),
      );
      assert.match(
        response.headers.getSetCookie().join(),
        /latchkey\.session=;/,
      );
      const location = response.headers.get("location") ?? "";
      assert.equal(location.startsWith(`${op.issuer}/end-session?`), leads);
      if (!leads) return;
      const hint = new URL(location).searchParams.get("id_token_hint");
      assert.equal(hint?.startsWith("eyJ") ?? false, logout);
      for (const one of response.headers.getSetCookie()) {
        browser.setCookie(app, one);
      }
      assert.equal((await browser.goto(location)).url, `${app}/open`);
    });
  }

  it("a form without a script gets the page that leaves for the provider", async () => {
    const site = await createQwikApp({ routes });
    await signIn(site);
    const headers = { cookie: site.browser.cookieHeader(app) };
    const fields = { federated: "true" };
    const response = await site.fetch(
      formRequest("/open", site.auth.useSignOut, fields, headers),
    );
    assert.equal(response.status, 200);
    const text = await response.text();
    assert.ok(text.includes(`0;url=${site.op.issuer}/end-session?`), text);
  });
});
