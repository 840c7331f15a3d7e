import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { Browser, Page } from "@latchkey/auth/testing";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  createSignedIn,
  passProvider,
  readEmail,
  type Site,
  withSite,
  yes,
} from "../oidc_provider_testkit.ts";

afterEach(() => mock.timers.reset());

/** Signs out here; returns the page that this leads to. */
async function signOut(
  { app }: Site,
  browser: Browser,
  fields: Readonly<Record<string, string>> = {},
): Promise<Page> {
  const callbackUrl = encodeURIComponent(`${app}/bye`);
  const page = await browser.goto(
    `${app}/auth/signout?callbackUrl=${callbackUrl}`,
  );
  return await browser.submit(page, { fields });
}

/** Begins a sign-in; returns whether the provider asks who the user is. */
async function isAsked(site: Site, browser: Browser): Promise<boolean> {
  const page = await browser.goto(`${site.app}/auth/signin`);
  const left = await browser.submit(page);
  return (await passProvider(site, browser, [left])).wasAsked;
}

describe("a sign-out here, with the published oidc-provider", () => {
  it("ends the session there, too, and comes back to the target [RPL-01, rp-init-logout]", async () => {
    await withSite({ entry: { logout: true } }, async (site) => {
      const browser = await createSignedIn(site);
      const there = await signOut(site, browser);
      assert.ok(there.url.startsWith(`${site.issuer}/session/end?`), there.url);
      // Here it has ended before the user answers there.
      assert.equal(await readEmail(site, browser), null);
      const page = await browser.submit(there, yes);
      assert.equal(page.url, `${site.app}/bye`);
      assert.ok(await isAsked(site, browser));
      assert.deepEqual(site.log, []);
    });
  });

  it("ends here only without `federated`, so that the provider lets the user in again", async () => {
    await withSite({}, async (site) => {
      const browser = await createSignedIn(site);
      const page = await signOut(site, browser);
      assert.equal(page.url, `${site.app}/bye`);
      assert.equal(await readEmail(site, browser), null);
      assert.equal(await isAsked(site, browser), false);
    });
  });

  it("asks the provider with `federated` although nothing was kept for it", async () => {
    await withSite({}, async (site) => {
      const browser = await createSignedIn(site);
      const there = await signOut(site, browser, { federated: "true" });
      const page = await browser.submit(there, yes);
      assert.equal(page.url, `${site.app}/bye`);
      assert.ok(await isAsked(site, browser));
    });
  });

  it("is told to the application by a logout token as well, which changes nothing more [rp-backchannel-rpinitlogout]", async () => {
    await withSite({ entry: { logout: true } }, async (site) => {
      const browser = await createSignedIn(site);
      const elsewhere = await createSignedIn(site);
      await browser.submit(await signOut(site, browser), yes);
      assert.deepEqual(site.received.map(({ status }) => status), [200]);
      assert.equal(await readEmail(site, browser), null);
      assert.equal(
        await readEmail(site, elsewhere),
        "ada@example.com",
      );
    });
  });
});

/** Signs out at the provider, whatever the application knows. */
async function signOutThere(
  { issuer }: Site,
  browser: Browser,
): Promise<void> {
  await browser.submit(await browser.goto(`${issuer}/session/end`), yes);
}

const strategies = {
  "sessions in cookies": {},
  "sessions in a database": { adapter: createMemoryAdapter() },
};

describe("a sign-out at the published oidc-provider", () => {
  for (const [kind, config] of Object.entries(strategies)) {
    it(`sends a logout token, which ends that session and no other one: ${kind} [BCL-09, rp-backchannel-rpinitlogout]`, async () => {
      await withSite({ config }, async (site) => {
        const ada = await createSignedIn(site);
        const copy = ada.clone();
        const elsewhere = await createSignedIn(site);
        const bob = await createSignedIn(site, "bob");
        await signOutThere(site, ada);
        assert.equal(await readEmail(site, ada), null);
        assert.equal(await readEmail(site, copy), null);
        assert.equal(await readEmail(site, elsewhere), "ada@example.com");
        assert.equal(await readEmail(site, bob), "bob@example.com");
        const [delivery, ...more] = site.received;
        assert.deepEqual(more, []);
        assert.equal(delivery?.status, 200);
        assert.equal(delivery.path, "/auth/backchannel-logout/op");
        assert.deepEqual(site.log, []);
      });
    });
  }

  it("ends all sessions of the user if its tokens name no session, until the next sign-in [BCL-09, BCL-06]", async () => {
    const registration = { backchannel_logout_session_required: false };
    await withSite({ registration }, async (site) => {
      const ada = await createSignedIn(site);
      const elsewhere = await createSignedIn(site);
      const bob = await createSignedIn(site, "bob");
      await signOutThere(site, ada);
      assert.equal(await readEmail(site, ada), null);
      assert.equal(await readEmail(site, elsewhere), null);
      assert.equal(await readEmail(site, bob), "bob@example.com");
    });
  });

  it("can be told a second time, which ends no session that began since [BCL-06]", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.now() });
    await withSite({}, async (site) => {
      const ada = await createSignedIn(site);
      await signOutThere(site, ada);
      const [first] = site.received;
      assert.ok(first);
      mock.timers.tick(5000);
      const again = await createSignedIn(site);
      const answer = await fetch(site.app + first.path, {
        method: "POST",
        body: new URLSearchParams(first.body),
      });
      assert.equal(answer.status, 200);
      assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
      await answer.body?.cancel();
      assert.equal(await readEmail(site, again), "ada@example.com");
      assert.equal(await readEmail(site, ada), null);
    });
  });
});
