import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { Browser } from "@latchkey/auth/testing";
import {
  createSignedIn,
  forgetSession,
  passProvider,
  readEmail,
  type Site,
  type SiteOptions,
  withSite,
} from "../../../methods/oauth/oidc_provider_testkit.ts";

afterEach(() => mock.timers.reset());

/** A page for sign-ins of the last five minutes, one for silent sign-ins, and one for any. */
const guards: SiteOptions["guards"] = {
  "/pay": { maxAge: 300 },
  "/reports": { silent: true },
  "/home": {},
};

/** Signs in, and lets ten minutes pass. */
async function signInEarlier(site: Site): Promise<Browser> {
  const browser = await createSignedIn(site);
  mock.timers.tick(600_000);
  return browser;
}

/** The authorization requests that the provider received, oldest first. */
function readRequests({ answered }: Site): URLSearchParams[] {
  return answered.filter(({ path }) => path === "/auth")
    .map(({ query }) => new URLSearchParams(query));
}

describe("a guard with `maxAge`, with the published oidc-provider", () => {
  for (const require_auth_time of [true, false]) {
    it(`asks for a new proof, which the provider gives only after a new login (it states the time of each: ${require_auth_time}) [X10]`, async () => {
      mock.timers.enable({ apis: ["Date"], now: Date.now() });
      const registration = { require_auth_time };
      await withSite({ guards, registration }, async (site) => {
        const browser = await signInEarlier(site);
        const confirm = await browser.goto(`${site.app}/pay`);
        assert.match(confirm.url, /error=InsufficientAuthentication/);
        const there = await browser.submit(confirm);
        const { page, wasAsked } = await passProvider(site, browser, [there]);
        assert.ok(wasAsked);
        assert.equal(page.url, `${site.app}/pay`);
        assert.equal(page.text, "hello ada@example.com");
        assert.equal(readRequests(site).at(-1)?.get("max_age"), "300");
        // The proof is enough for the next visit.
        const next = await browser.goto(`${site.app}/pay`);
        assert.equal(next.text, "hello ada@example.com");
      });
    });
  }

  it("refuses another person, and leaves the session as it is", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.now() });
    // This provider ends the session of Ada when Bob signs in, and says so.
    const entry = { backchannelLogout: false };
    await withSite({ guards, entry }, async (site) => {
      const browser = await signInEarlier(site);
      const confirm = await browser.goto(`${site.app}/pay`);
      const there = await browser.submit(confirm);
      const { page } = await passProvider(site, browser, [there, "bob"]);
      assert.match(
        page.url,
        /error=InsufficientAuthentication&code=other_user/,
      );
      assert.equal(await readEmail(site, browser), "ada@example.com");
      const again = await browser.goto(`${site.app}/pay`);
      assert.match(again.url, /error=InsufficientAuthentication/);
    });
  });

  it("needs one sign-in of a visitor without a session", async () => {
    await withSite({ guards }, async (site) => {
      const browser = site.createBrowser();
      const page = await browser.goto(`${site.app}/pay`);
      const there = await browser.submit(page);
      const back = await passProvider(site, browser, [there]);
      assert.equal(back.page.text, "hello ada@example.com");
      assert.equal(readRequests(site).length, 1);
    });
  });
});

describe("a guard with `silent`, with the published oidc-provider", () => {
  it("signs in without a page who is signed in there", async () => {
    await withSite({ guards }, async (site) => {
      const browser = await createSignedIn(site);
      forgetSession(site, browser);
      assert.equal(await readEmail(site, browser), null);
      const page = await browser.goto(`${site.app}/reports?month=5`);
      assert.equal(page.url, `${site.app}/reports?month=5`);
      assert.equal(page.text, "hello ada@example.com");
      assert.equal(readRequests(site).at(-1)?.get("prompt"), "none");
    });
  });

  it("shows the sign-in page to any other visitor, and asks the provider once [I17]", async () => {
    await withSite({ guards }, async (site) => {
      const browser = site.createBrowser();
      for (let i = 0; i < 2; i++) {
        const page = await browser.goto(`${site.app}/reports`);
        assert.ok(page.url.startsWith(`${site.app}/auth/signin?`), page.url);
        assert.ok(!page.url.includes("error"), page.url);
      }
      assert.equal(await readEmail(site, browser), null);
      assert.equal(readRequests(site).length, 1);
      assert.deepEqual(site.log, []);
    });
  });

  for (const isOld of [true, false]) {
    it(`with \`maxAge\`, signs in with a proof of this page only, and asks for a new one otherwise (too old: ${isOld})`, async () => {
      mock.timers.enable({ apis: ["Date"], now: Date.now() });
      const both = { "/pay": { silent: true, maxAge: 300 } };
      await withSite({ guards: both }, async (site) => {
        const browser = await createSignedIn(site);
        mock.timers.tick(isOld ? 600_000 : 60_000);
        forgetSession(site, browser);
        let page = await browser.goto(`${site.app}/pay`);
        assert.equal(readRequests(site).at(-1)?.get("max_age"), "300");
        if (isOld) {
          assert.ok(page.url.startsWith(`${site.app}/auth/signin?`), page.url);
          const there = await browser.submit(page);
          const back = await passProvider(site, browser, [there]);
          assert.ok(back.wasAsked);
          page = back.page;
        }
        assert.equal(page.text, "hello ada@example.com");
      });
    });
  }

  it("shows the sign-in page to a user who signed out", async () => {
    await withSite({ guards }, async (site) => {
      const browser = await createSignedIn(site);
      await browser.goto(`${site.app}/reports`);
      await browser.submit(await browser.goto(`${site.app}/auth/signout`));
      const page = await browser.goto(`${site.app}/reports`);
      assert.ok(page.url.startsWith(`${site.app}/auth/signin?`), page.url);
      assert.equal(readRequests(site).length, 1);
    });
  });
});

describe("a sign-in that the published oidc-provider begins", () => {
  it("ends at the target, for a user of its own session [I18]", async () => {
    const entry = { initiate: true };
    await withSite({ guards, entry }, async (site) => {
      const browser = await createSignedIn(site);
      forgetSession(site, browser);
      const url = new URL(`${site.app}/auth/initiate/op`);
      url.searchParams.set("iss", site.issuer);
      url.searchParams.set("target_link_uri", `${site.app}/home`);
      const page = await browser.goto(url.href, {
        from: `${site.issuer}/apps`,
      });
      assert.equal(page.url, `${site.app}/home`);
      assert.equal(page.text, "hello ada@example.com");
    });
  });
});
