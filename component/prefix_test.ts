import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createBrowser } from "@latchkey/auth/testing";
import { app } from "../testing/app_testkit.ts";
import {
  createQwikApp,
  entry,
  formRequest,
  page,
  readPage,
} from "./qwik_testkit.ts";

/** A site whose proxy removes `/app` from every path. */
async function createStripped() {
  const layout = { onRequest: entry.requireSession() };
  const site = await createQwikApp({
    routes: { "/": [page()], "/private": [layout, page()] },
    env: { AUTH_URL: `${app}/app/auth` },
    config: { basePath: "/auth" },
  });
  const fetch = async (request: Request) => {
    const { origin, pathname, search } = new URL(request.url);
    assert.match(pathname, /^\/app\//);
    const path = pathname.slice("/app".length) + search;
    return await site.fetch(new Request(origin + path, request));
  };
  const browser = createBrowser({
    [app]: fetch,
    [site.op.origin]: site.op.handler,
  });
  return { ...site, fetch, browser };
}

describe("a site behind a proxy that removes the beginning of each path", () => {
  it("a visitor signs in from a guarded page and comes back to it", async () => {
    const { browser } = await createStripped();
    const choice = await browser.goto(`${app}/app/private?a=1`);
    assert.equal(
      choice.url,
      `${app}/app/auth/signin?callbackUrl=%2Fapp%2Fprivate%3Fa%3D1`,
    );
    const done = await browser.submit(choice);
    assert.equal(done.url, `${app}/app/private?a=1`);
    assert.ok(readPage(done.text));
  });

  it("a form of the page leads back to the page", async () => {
    const { auth, browser, fetch } = await createStripped();
    const fields = { providerId: "op" };
    const form = formRequest("/app/", auth.useSignIn, fields, {
      "sec-fetch-mode": "cors",
    });
    const left = await fetch(form);
    const location = left.headers.get("location") ?? "";
    for (const cookie of left.headers.getSetCookie()) {
      browser.setCookie(app, cookie);
    }
    const done = await browser.goto(location);
    assert.equal(done.url, `${app}/app/`);
  });
});
