import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createFaultProvider } from "@latchkey/auth/testing";
import {
  assertMoves,
  copyCookies,
  createProxiedSite,
  isOld,
  isOwn,
  passwordId,
  signInAtProvider,
  signInByPassword,
} from "./authjs/move_testkit.ts";
import {
  createNewExpress,
  createOldCore,
  createOldExpress,
  toNewConfig,
  toOldConfig,
  toOldProvider,
} from "./authjs/packages_testkit.ts";
import { signOut } from "../testing/app_testkit.ts";
import { readMe } from "./site_testkit.ts";

const origin = "https://app.example";

for (const origin of ["https://app.example", "http://app.example"]) {
  describe(`a move from Auth.js at ${origin}`, () => {
    it("a session by password outlives the move and the way back, and ends at sign-out", async () => {
      await assertMoves({
        site: createProxiedSite(origin),
        old: await createOldExpress(await toOldConfig()),
        moved: createNewExpress(toNewConfig()),
      });
    });

    it("a session by a provider outlives the move and the way back, and ends at sign-out", async () => {
      const op = await createFaultProvider();
      const providers = [await toOldProvider(op)];
      await assertMoves({
        site: createProxiedSite(origin, [op]),
        old: await createOldExpress(await toOldConfig({ providers })),
        moved: createNewExpress(toNewConfig({ providers: [op.provider()] })),
        signIn: signInAtProvider,
      });
    });

    // Written out: the Node run installs the packages that it finds here.
    const versions = [
      "@auth/core",
      "auth-core-0.23",
      "auth-core-0.22",
      "auth-core-0.18",
    ];
    for (const name of versions) {
      it(`a session of an older version outlives the move and the way back: ${name}`, async () => {
        const config = await toOldConfig({ basePath: "/auth" });
        await assertMoves({
          site: createProxiedSite(origin),
          old: await createOldCore(name, config),
          moved: createNewExpress(toNewConfig()),
        });
      });
    }
  });
}

describe("a move from Auth.js with routes at /api/auth", () => {
  it("a session outlives the move, and the provider's redirect URI stays as it is registered", async () => {
    const op = await createFaultProvider();
    const base = "/api/auth";
    const providers = [await toOldProvider(op)];
    const site = createProxiedSite(origin, [op]);
    const moved = createNewExpress(
      toNewConfig({ providers: [op.provider()] }),
      base,
    );
    await assertMoves({
      site,
      base,
      old: await createOldExpress(await toOldConfig({ providers }), base),
      moved,
      signIn: (browser) => signInAtProvider(browser, site, base),
    });
    await site.run(moved);
    await signInAtProvider(site.createBrowser(), site, base);
    await site.stop();
    const uris = op.requests
      .filter(({ endpoint }) => endpoint === "authorize")
      .map(({ url }) => new URL(url).searchParams.get("redirect_uri"));
    const uri = `${origin}/api/auth/callback/op`;
    assert.deepEqual(uris, [uri, uri]);
  });
});

describe("a move from Auth.js, one visitor at a time", () => {
  /** Runs both applications on one site, with a visitor of the old one. */
  async function run(): Promise<{
    readonly site: ReturnType<typeof createProxiedSite>;
    readonly browser: ReturnType<
      ReturnType<typeof createProxiedSite>["createBrowser"]
    >;
    readonly moved: unknown;
    readonly old: unknown;
  }> {
    const old = await createOldExpress(await toOldConfig());
    const moved = createNewExpress(toNewConfig());
    const site = createProxiedSite(origin);
    await site.run(old);
    const browser = site.createBrowser();
    await signInByPassword(browser, site);
    return { site, browser, moved, old };
  }

  it("two first requests at once make one session", async () => {
    const { site, browser, moved } = await run();
    await site.run(moved);
    const other = browser.clone();
    const ids = await Promise.all([
      readMe(browser, site),
      readMe(other, site),
    ]);
    assert.deepEqual(ids, [passwordId, passwordId]);
    await signOut(browser, { base: `${site.origin}/auth` });
    const own = copyCookies(site, other, isOwn);
    assert.equal(await readMe(own, site), null);
    await site.stop();
  });

  it("old and new instances side by side keep a visitor signed in, and a sign-out at a new one ends it at both", async () => {
    const { site, browser, moved, old } = await run();
    await site.run(old, moved);
    for (let i = 0; i < 8; i++) {
      assert.equal(await readMe(browser, site), passwordId, `request ${i}`);
    }
    site.pin(1);
    const copy = copyCookies(site, browser);
    await signOut(browser, { base: `${site.origin}/auth` });
    assert.equal(await readMe(copy, site), null);
    site.pin(null);
    for (let i = 0; i < 4; i++) {
      assert.equal(await readMe(browser, site), null, `request ${i}`);
    }
    await site.stop();
  });

  it("a sign-out at an old instance leaves the new session alone", async () => {
    const { site, browser, moved, old } = await run();
    await site.run(old, moved);
    site.pin(1);
    assert.equal(await readMe(browser, site), passwordId);
    site.pin(0);
    await signOut(browser, { base: `${site.origin}/auth` });
    assert.equal(await readMe(browser, site), null);
    site.pin(1);
    assert.equal(await readMe(browser, site), passwordId);
    await signOut(browser, { base: `${site.origin}/auth` });
    assert.equal(await readMe(browser, site), null);
    await site.stop();
  });

  it("a person who signs out is signed out in a browser that has not moved, too", async () => {
    const { site, browser, moved, old } = await run();
    const [second, third] = [site.createBrowser(), site.createBrowser()];
    for (const one of [second, third]) await signInByPassword(one, site);
    await site.run(moved);
    assert.equal(await readMe(browser, site), passwordId);
    assert.equal(await readMe(third, site), passwordId);
    await signOut(browser, { base: `${site.origin}/auth` });
    assert.equal(await readMe(second, site), null);
    assert.equal(await readMe(third, site), passwordId, "it has moved");
    // The way back: Auth.js itself keeps no record of sign-outs.
    await site.run(old);
    assert.equal(await readMe(browser, site), null);
    await site.stop();
  });

  it("a cookie that the old library sets again changes nothing", async () => {
    const { site, browser, moved, old } = await run();
    await site.run(moved);
    await readMe(browser, site);
    const own = copyCookies(site, browser, isOwn);
    await site.run(old);
    await browser.fetch(`${origin}/auth/session`);
    await site.run(moved);
    for (const { name, value } of browser.cookies(origin)) {
      const line = `${name}=${value}; Path=/; Secure; HttpOnly`;
      if (isOld(name)) own.setCookie(origin, line);
    }
    assert.equal(await readMe(own, site), passwordId);
    await signOut(own, { base: `${site.origin}/auth` });
    assert.equal(await readMe(own, site), null);
    await site.stop();
  });
});
