import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  app,
  createSite,
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
    const site = await createSite({ routes });
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
