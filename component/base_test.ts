import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { app } from "../testing/app_testkit.ts";
import { createQwikApp, entry, page, readPage } from "./qwik_testkit.ts";

/** A site that Vite builds with `base: "/app/"`. */
async function createBased() {
  const layout = { onRequest: entry.requireSession() };
  return await createQwikApp({
    base: "/app/",
    routes: { "/": [page()], "/private": [layout, page()] },
  });
}

describe("a site below Vite's base", () => {
  it("a visitor signs in below the base, and comes to the application's first page", async () => {
    const { browser } = await createBased();
    const ways = await browser.goto(`${app}/app/auth/signin`);
    assert.equal(ways.status, 200);
    const done = await browser.submit(ways);
    assert.equal(done.url, `${app}/app/`);
    assert.ok(readPage(done.text));
    const outside = await browser.goto(`${app}/auth/signin`);
    assert.equal(outside.status, 404);
  });

  it("a guard leads to the sign-in page below the base, and back", async () => {
    const { browser } = await createBased();
    const ways = await browser.goto(`${app}/app/private?a=1`);
    const url = new URL(ways.url);
    assert.equal(url.pathname, "/app/auth/signin");
    const done = await browser.submit(ways);
    assert.equal(done.url, `${app}/app/private?a=1`);
  });

  it("every auth route answers with a slash at its end, as Qwik City's links have it", async () => {
    const based = await createBased();
    const answers = [
      await based.browser.fetch(`${app}/app/auth/signin/`),
    ];
    const plain = await createQwikApp();
    answers.push(await plain.browser.fetch(`${app}/auth/signin/`));
    for (const { status } of answers) assert.equal(status, 200);
  });
});
