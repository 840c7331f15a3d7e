/** Tests of the sign-in page for a visitor who is signed in. */

import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { type AuthConfig, createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  assertSignedIn,
  createApp,
  readSession,
  signIn,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { ENGLISH } from "../config/pages/page_words.ts";

afterEach(endTest);

const { words } = ENGLISH;
const kinds: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  jwt: () => ({}),
  database: () => ({ adapter: createMemoryAdapter() }),
};

function readLinks(text: string): string[] {
  const [, main = ""] = /<main>([^]*)<\/main>/.exec(text) ?? [];
  return [...main.matchAll(/<a [^>]*href="([^"]*)"/g)]
    .map(([, url = ""]) => url.replaceAll("&amp;", "&"));
}

for (const [kind, toConfig] of Object.entries(kinds)) {
  describe(`the sign-in page for a signed-in visitor (${kind})`, () => {
    it("the page says who is signed in, and leads on, to another account and to the sign-out", async () => {
      const flow = await createApp({ config: toConfig() });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const page = await browser.goto(`${site}/auth/signin?callbackUrl=/cart`);
      assert.equal(page.status, 200);
      assert.ok(page.text.includes(`<h1>${words.youAreSignedIn}</h1>`));
      assert.match(
        page.text,
        /<bdi>Ada Lovelace<\/bdi><\/b><br><bdi>ada@example\.com<\/bdi>/,
      );
      assert.deepEqual(page.forms(), []);
      const to = new URLSearchParams({ callbackUrl: `${site}/cart` });
      assert.deepEqual(readLinks(page.text), [
        `${site}/cart`,
        `${site}/auth/signin?another=1&${to}`,
        `${site}/auth/signout?${to}`,
      ]);
      assert.ok(await readSession(browser));
    });

    it("another account signs in from there", async () => {
      const flow = await createApp({ config: toConfig() });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const page = await browser.goto(`${site}/auth/signin`);
      const [, another = ""] = readLinks(page.text);
      const ways = await browser.goto(another);
      const done = await browser.submit(ways, { action: "/auth/signin/op" });
      assert.equal(done.url, `${site}/`);
    });

    it("a foreign target is not a link", async () => {
      const flow = await createApp({ config: toConfig() });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      for (const target of ["https://evil.example/", "javascript:x", "//x.y"]) {
        const query = new URLSearchParams({ callbackUrl: target });
        const page = await browser.goto(`${site}/auth/signin?${query}`);
        assert.deepEqual(readLinks(page.text), [
          `${site}/`,
          `${site}/auth/signin?another=1`,
          `${site}/auth/signout`,
        ]);
      }
    });

    it("an error, and a visitor without a session, see the ways to sign in", async () => {
      const flow = await createApp({ config: toConfig() });
      const browser = flow.createBrowser();
      const signedOut = await browser.goto(`${site}/auth/signin`);
      assert.equal(signedOut.forms().length, 1);
      await assertSignedIn(flow, browser);
      const path = `${site}/auth/signin?error=SignInRequired&code=fresh`;
      const page = await browser.goto(path);
      assert.ok(page.text.includes(words.errors["SignInRequired fresh"]));
      const done = await browser.submit(page, { action: "/auth/signin/op" });
      assert.equal(done.url, `${site}/`);
    });
  });
}

describe("the sign-in page for a signed-in visitor", () => {
  it("a session that is due is renewed", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 0, 1) });
    const flow = await createApp();
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    mock.timers.tick(2 * 86_400_000);
    const page = await browser.goto(`${site}/auth/signin`);
    const set = page.headers.getSetCookie();
    assert.ok(set.some((one) => one.startsWith("__Host-latchkey.session=ey")));
  });

  it("if the session cannot be read, the page shows the ways to sign in", async () => {
    const inner = createMemoryStore();
    let isDown = false;
    const store = {
      ...inner,
      get: (keys: readonly string[]) => {
        if (isDown) throw new Error("the store is down");
        return inner.get(keys);
      },
    };
    const flow = await createApp({ config: { store } });
    const browser = flow.createBrowser();
    await assertSignedIn(flow, browser);
    isDown = true;
    const page = await browser.goto(`${site}/auth/signin`);
    assert.equal(page.status, 200);
    assert.equal(page.forms().length, 1);
    isDown = false;
    assert.ok(await readSession(browser));
  });

  it("an application's own page is asked for as before", async () => {
    const flow = await createApp({
      config: { pages: { signIn: "/welcome" } },
    });
    const browser = flow.createBrowser();
    const page = await browser.goto(`${site}/auth/signin?callbackUrl=/cart`);
    const to = new URLSearchParams({ callbackUrl: `${site}/cart` });
    assert.equal(page.url, `${site}/welcome?${to}`);
  });

  it("whatever the session callback gives, the page can be shown", async () => {
    for (const user of [{}, { name: 7, email: ["x"] }, { name: "<b>" }]) {
      const flow = await createApp({
        config: { callbacks: { session: () => ({ user }) as never } },
      });
      const browser = flow.createBrowser();
      await signIn(browser);
      const page = await browser.goto(`${site}/auth/signin`);
      assert.ok(page.text.includes(words.youAreSignedIn));
      assert.doesNotMatch(page.text, /<b><b>|<bdi><b>/);
    }
  });
});
