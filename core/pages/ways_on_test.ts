/** Pages that state the situation and offer a next step; and profiles that are too large for the cookie. */

import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { AuthConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser, Page } from "@latchkey/auth/testing";
import {
  assertSignedIn,
  createApp,
  readSession,
  signIn,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  askForMail,
  createMailFlow,
  openLink,
} from "../methods/email/email_testkit.ts";
import {
  createMember,
  createPasskeySite,
} from "../methods/passkey/passkeys_testkit.ts";
import { ENGLISH } from "../config/pages/page_words.ts";

afterEach(endTest);

const { words } = ENGLISH;

const kinds: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  jwt: () => ({}),
  database: () => ({ adapter: createMemoryAdapter() }),
};

/** Lists the links of a page that look like buttons, as texts and URLs. */
function readLinks(text: string): [string, string][] {
  return [...text.matchAll(/<a class="b[^"]*" href="([^"]*)">(.*?)</g)]
    .map(([, url = "", label = ""]) => [label, url.replaceAll("&amp;", "&")]);
}

const backTo = words.backTo.replace("{site}", "app.example");
const question = words.signOutOf.replace("{site}", "app.example");

function assertSays({ text, headers }: Page, title: string): void {
  assert.ok(text.includes(`<h1>${title}</h1>`), text);
  assert.match(headers.get("cache-control") ?? "", /\bno-store\b/);
  assert.deepEqual(
    headers.getSetCookie().filter((one) => /session=[^;]/.test(one)),
    [],
  );
}

describe("signing out in a second tab", () => {
  for (const [kind, toConfig] of Object.entries(kinds)) {
    it(`the page says that the visitor is signed out, with two ways to continue (${kind})`, async () => {
      const flow = await createApp({ config: toConfig() });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const path = `${site}/auth/signout?callbackUrl=/a?b%3Dc`;
      const one = await browser.goto(path);
      const two = await browser.goto(path);
      await browser.submit(one);
      assert.equal(await readSession(browser), null);
      const done = await browser.submit(two);
      assertSays(done, words.youAreSignedOut);
      assert.doesNotMatch(done.text, /<form|role="alert"/);
      const back = encodeURIComponent(`${site}/a?b=c`);
      assert.deepEqual(readLinks(done.text), [
        [words.signInAgain, `${site}/auth/signin?callbackUrl=${back}`],
        [backTo, `${site}/a?b=c`],
      ]);
    });

    it(`the page asks for confirmation if the link on another site may hide a cookie (${kind})`, async () => {
      const sessionToken = { options: { sameSite: "strict" } } as const;
      const flow = await createApp({
        config: { ...toConfig(), cookies: { sessionToken } },
      });
      const path = `${site}/auth/signout`;
      const open = async (from: string) => {
        const headers = { "sec-fetch-site": from };
        const answer = await flow.createBrowser().fetch(path, { headers });
        return await answer.text();
      };
      assert.ok((await open("cross-site")).includes(question));
      assert.ok((await open("same-origin")).includes(words.youAreSignedOut));
    });

    it(`the page asks again if another user has signed in in the meantime (${kind})`, async () => {
      const flow = await createApp({ config: toConfig() });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const old = await browser.goto(`${site}/auth/signout`);
      await browser.submit(await browser.goto(`${site}/auth/signout`));
      await signIn(browser);
      const asked = await browser.submit(old);
      assert.ok(asked.text.includes(question));
      assert.ok(asked.text.includes(words.errors.MissingCSRF));
      assert.ok(await readSession(browser));
      await browser.submit(asked);
      assert.equal(await readSession(browser), null);
    });
  }
});

describe("the page that asks before it signs out", () => {
  for (const [kind, toConfig] of Object.entries(kinds)) {
    it(`the page shows who is signed in, and leaves the session as it is (${kind})`, async () => {
      mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 0, 1) });
      const flow = await createApp({ config: toConfig() });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      // A read that may renew the session would do so by now.
      mock.timers.tick(2 * 86_400_000);
      const page = await browser.goto(`${site}/auth/signout`);
      assertSays(page, question);
      assert.match(
        page.text,
        /<bdi>Ada Lovelace<\/bdi><\/b><br><bdi>ada@example\.com<\/bdi>/,
      );
      await browser.submit(page);
      assert.equal(await readSession(browser), null);
    });
  }
});

describe("signing out with a cookie that is no session", () => {
  it("the page offers to sign out, because a rotated session or one of several can still be ended", async () => {
    const flow = await createApp();
    const [one, two] = [flow.createBrowser(), flow.createBrowser()];
    await assertSignedIn(flow, one);
    await assertSignedIn(flow, two);
    const [own = "", other] = [one, two].map((browser) =>
      browser.cookieHeader(site).match(/[^ ]*session=[^;]+/)?.[0]
    );
    const [name] = own.split("=");
    for (const cookie of [`${own}; ${other}`, `${name}=x`, `${name}.0=x`]) {
      const headers = { accept: "text/html", cookie };
      const ask = (path: string) =>
        flow.handler(new Request(`${site}/auth/${path}`, { headers }));
      assert.equal(await (await ask("session")).json(), null);
      const page = await ask("signout");
      assert.ok((await page.text()).includes(question), cookie);
    }
  });
});

describe("removing the last sign-in method", () => {
  /** Sends the form that removes the only passkey. */
  async function remove(browser: Browser, credentialID: string) {
    const answer = await browser.fetch(`${site}/auth/csrf`);
    const { csrfToken } = await answer.json();
    return await browser.fetch(`${site}/auth/unlink/passkey`, {
      method: "POST",
      headers: { accept: "text/html", origin: site },
      body: new URLSearchParams({
        csrfToken,
        credentialID,
        callbackUrl: "/passkeys?x=1",
      }),
      redirect: "manual",
    });
  }

  it("the page says why the method stays, and leads back to the page of the form", async () => {
    const flow = await createPasskeySite();
    const { browser, authenticator } = await createMember(flow);
    assert.ok(authenticator);
    const user = await flow.adapter.getUserByEmail?.("ada@example.com");
    const [only] = await flow.adapter
      .listAuthenticatorsByUserId?.(user?.id ?? "") ?? [];
    const refused = await remove(browser, only?.credentialID ?? "");
    assert.equal(refused.status, 303);
    const page = await browser.goto(refused.headers.get("location") ?? "");
    assertSays(page, words.somethingWentWrong);
    assert.equal(page.status, 409);
    assert.ok(page.text.includes(words.errors.LastAccount));
    assert.deepEqual(readLinks(page.text), [
      [backTo, `${site}/passkeys?x=1`],
    ]);
    assert.ok(await readSession(browser));
  });

  it("the page leads nowhere else, whatever its URL says", async () => {
    const { browser } = await createMember(await createPasskeySite());
    for (const url of ["https://evil.example/", "javascript:x", "//evil.x"]) {
      const query = new URLSearchParams({
        error: "LastAccount",
        callbackUrl: url,
      });
      const page = await browser.goto(`${site}/auth/error?${query}`);
      assert.deepEqual(readLinks(page.text), [[backTo, `${site}/`]]);
    }
  });
});

describe("the page of an error that signing in does not solve", () => {
  it("the page leads back to the site", async () => {
    const flow = await createApp();
    for (const path of ["error?error=Configuration", "nothing", "signin/x"]) {
      const page = await flow.createBrowser().goto(`${site}/auth/${path}`);
      assert.deepEqual(readLinks(page.text), [[backTo, `${site}/`]], path);
    }
  });
});

describe("a mail link that has expired", () => {
  for (const [kind, toConfig] of Object.entries(kinds)) {
    it(`its button in another browser says so, and offers a new mail (${kind})`, async () => {
      mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 0, 1) });
      const flow = await createMailFlow(toConfig());
      const { url } = await askForMail(flow, flow.createBrowser(), undefined, {
        target: "/after",
      });
      mock.timers.tick(600_000);
      const browser = flow.createBrowser();
      const page = await browser.submit(await openLink(browser, url));
      assertSays(page, words.linkHasExpired);
      assert.ok(page.text.includes(words.errors["Verification expired"]));
      assert.doesNotMatch(page.text, /Sign in on this device/);
      assert.equal(await readSession(browser), null);
      const again = await browser.submit(page, {
        action: "/auth/signin/email",
        fields: { email: "ada@example.test" },
      });
      assert.equal(new URL(again.url).pathname, "/auth/verify-request");
      const { url: fresh = "" } = flow.mails.at(-1) ?? {};
      const done = await openLink(browser, fresh);
      assert.equal(done.url, `${site}/after`);
    });

    it(`the link does not work longer because its URL says so (${kind})`, async () => {
      mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 0, 1) });
      const flow = await createMailFlow(toConfig());
      const { url } = await askForMail(flow, flow.createBrowser());
      const rows = [
        ["9999999999", "Verification expired"],
        // The token is used up now.
        [null, "Verification"],
      ] as const;
      for (const [expires, said] of rows) {
        mock.timers.setTime(Date.UTC(2026, 0, 1) + 600_000);
        const changed = new URL(url);
        if (expires) changed.searchParams.set("expires", expires);
        else changed.searchParams.delete("expires");
        const browser = flow.createBrowser();
        const asked = await openLink(browser, changed.href);
        assert.match(asked.text, /Sign in on this device/);
        const refused = await browser.submit(asked);
        assert.ok(refused.text.includes(words.errors[said]));
        assert.equal(await readSession(browser), null);
      }
    });
  }
});

describe("a picture or a name that does not fit into the cookie", () => {
  const long = (size: number) => "x".repeat(size);
  const rows: [
    what: string,
    user: { name: string; picture: string },
    seen: { name: string | undefined; image: string | undefined },
    dropped: [string, number][],
  ][] = [
    [
      "the picture",
      { name: "Ada", picture: long(9000) },
      { name: "Ada", image: undefined },
      [["picture", 9000]],
    ],
    [
      "the name",
      { name: long(9000), picture: "/ada.png" },
      { name: undefined, image: "/ada.png" },
      [["name", 9000]],
    ],
    [
      "the longer of the two",
      { name: long(2500), picture: long(3000) },
      { name: long(2500), image: undefined },
      [["picture", 3000]],
    ],
    [
      "both",
      { name: long(8000), picture: long(7000) },
      { name: undefined, image: undefined },
      [["name", 8000], ["picture", 7000]],
    ],
  ];
  for (const [what, user, seen, dropped] of rows) {
    for (const hasUsers of [false, true]) {
      it(`the session leaves it out: ${what}, ${hasUsers ? "with" : "without"} an adapter`, async () => {
        const adapter = createMemoryAdapter();
        const flow = await createApp({
          config: hasUsers ? { adapter, session: { strategy: "jwt" } } : {},
        });
        flow.op.user = { ...flow.op.user, ...user };
        const session = await assertSignedIn(flow, flow.createBrowser());
        const { name, image, email, id } = session.user ?? {};
        assert.deepEqual({ name, image }, seen);
        assert.ok(email && id);
        const warnings = flow.log.filter(({ text }) =>
          text.includes("had no room")
        );
        assert.deepEqual(
          warnings.map(({ level, text }) => [level, text.length < 500]),
          dropped.map(() => ["warn", true]),
        );
        for (const [at, [claim, size]] of dropped.entries()) {
          const said = `\`${claim}\` of a user, which has ${size} characters`;
          assert.ok(warnings[at]?.text.includes(said));
        }
      });
    }
  }

  it("the session has it in full if sessions are in a database", async () => {
    const flow = await createApp({ config: kinds.database?.() ?? {} });
    flow.op.user = { ...flow.op.user, picture: long(9000) };
    const session = await assertSignedIn(flow, flow.createBrowser());
    assert.equal(session.user?.image, long(9000));
  });

  it("no claim is left out if what the jwt callback adds is too large anyway", async () => {
    const flow = await createApp({
      config: {
        callbacks: { jwt: ({ token }) => ({ ...token, x: long(9000) }) },
      },
    });
    const browser = flow.createBrowser();
    const page = await signIn(browser);
    assert.equal(new URL(page.url).pathname, "/auth/error");
    assert.equal(await readSession(browser), null);
    const log = flow.log.map(({ text }) => text).join("\n");
    assert.match(log, /biggest claim is "x"/);
    assert.doesNotMatch(log, /had no room/);
  });
});
