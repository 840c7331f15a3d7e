/** Checks that a fragment which a provider appends stays off the application's pages. */

import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { AuthConfig } from "@latchkey/auth";
import {
  approach,
  arrive,
  createApp,
  readSession,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";

afterEach(endTest);

/** Facebook appends the first. */
const fragments = ["#_=_", "#access_token=planted"];

const createSite = (config: Partial<AuthConfig> = {}) =>
  createApp({
    toEntry: (op) => op.provider({ appendsFragment: true }),
    config,
  });

describe("a fragment that the provider appends to the callback", () => {
  for (const fragment of fragments) {
    it(`a sign-in ends without it: ${fragment}`, async () => {
      const { createBrowser } = await createSite();
      const browser = createBrowser();
      const callback = await approach(browser, { target: "/one?a=b" });
      const page = await arrive(browser, callback + fragment);
      assert.equal(page.url, `${site}/one?a=b`);
      assert.ok(await readSession(browser));
    });

    it(`the fragment of the target stays: ${fragment}`, async () => {
      const { createBrowser } = await createSite();
      const browser = createBrowser();
      const callback = await approach(browser, { target: "/one#part" });
      const page = await arrive(browser, callback + fragment);
      assert.equal(page.url, `${site}/one#part`);
    });

    it(`a sign-in that failed ends without it: ${fragment}`, async () => {
      const { createBrowser } = await createSite({
        callbacks: { signIn: () => false },
      });
      const browser = createBrowser();
      const callback = await approach(browser);
      const page = await arrive(browser, callback + fragment);
      const url = new URL(page.url);
      assert.equal(url.pathname + url.hash, "/auth/error");
      assert.equal(await readSession(browser), null);
    });
  }

  it("a page stays without one if the provider appends none", async () => {
    const { createBrowser } = await createApp();
    const callback = await approach(createBrowser());
    const answer = await createBrowser().fetch(callback, {
      headers: { accept: "text/html", "sec-fetch-mode": "navigate" },
      redirect: "manual",
    });
    assert.doesNotMatch(answer.headers.get("location") ?? "", /#/);
  });

  it("a script that opens the callback gets the URL as it is", async () => {
    const { createBrowser } = await createSite();
    const browser = createBrowser();
    const callback = await approach(browser, { target: "/one" });
    const answer = await browser.fetch(callback, {
      headers: { "x-auth-return-redirect": "1" },
    });
    assert.deepEqual(await answer.json(), { url: `${site}/one` });
  });
});
