/** Tests of asking for a mail again. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { type AuthConfig, createMemoryStore, type Store } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser, Page } from "@latchkey/auth/testing";
import {
  ask,
  askForMail,
  createMailFlow,
  openLink,
  typeCode,
} from "./email_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import { readSession, site } from "../../../testing/app_testkit.ts";
import { hashBase64 } from "../../crypto/hash.ts";
import { ENGLISH } from "../../config/pages/page_words.ts";

const NOON = Date.UTC(2026, 0, 1, 12);
const email = "ada@example.test";
const target = "/cart?x=1";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

const kinds: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "a store": () => ({ store: createMemoryStore() }),
  "an adapter": () => ({ adapter: createMemoryAdapter() }),
};

const { RateLimited } = ENGLISH.words.errors;

function assertRefused(page: Page, state: string | null): void {
  const { pathname, searchParams } = new URL(page.url);
  assert.equal(pathname, "/auth/verify-request");
  assert.equal(searchParams.get("error"), "RateLimited");
  assert.equal(searchParams.get("state"), state);
  assert.ok(page.text.includes(RateLimited));
}

function readState(page: Page): string | null {
  return new URL(page.url).searchParams.get("state");
}

/** Posts the form of the page after a mail was sent. */
async function askAgain(browser: Browser, wants = "html"): Promise<Response> {
  const { csrfToken } = await (await browser.fetch(`${site}/auth/csrf`)).json();
  return await browser.fetch(`${site}/auth/signin/email`, {
    method: "POST",
    headers: {
      origin: site,
      "content-type": "application/x-www-form-urlencoded",
      accept: wants === "json" ? "application/json" : "text/html",
    },
    body: new URLSearchParams({ csrfToken, email, callbackUrl: target }),
    redirect: "manual",
  });
}

for (const [kind, toConfig] of Object.entries(kinds)) {
  describe(`asking for a mail again, with ${kind}`, () => {
    it("a second mail within a minute is not sent, and the page of the first one says so", async () => {
      const flow = await createMailFlow(toConfig());
      const browser = flow.createBrowser();
      const { url, page } = await askForMail(flow, browser, email, { target });
      mock.timers.tick(59_000);
      const again = await ask(browser, email, { target });
      assertRefused(again, readState(page));
      assert.equal(flow.mails.length, 1);
      // Nothing is lost: the link still leads to the target.
      assert.equal((await openLink(browser, url)).url, site + target);
    });

    it("the code of the first mail still works on the page that refuses", async () => {
      const flow = await createMailFlow(toConfig());
      const browser = flow.createBrowser();
      const { code } = await askForMail(flow, browser, email, { target });
      const again = await ask(browser, email, { target });
      const done = await typeCode(browser, again, code);
      assert.equal(done.url, site + target);
      assert.ok(await readSession(browser));
    });

    it("the page counts the seconds that are left, under a policy that allows its style", async () => {
      const flow = await createMailFlow(toConfig());
      const browser = flow.createBrowser();
      const { page } = await askForMail(flow, browser, email, { target });
      const rows = [[0, 60], [23_000, 37], [36_001, 1], [999, null]] as const;
      for (const [wait, left] of rows) {
        mock.timers.tick(wait);
        const { text, headers } = await browser.goto(page.url);
        const [, css = ""] = /<style>([^]*?)<\/style>/.exec(text) ?? [];
        const policy = headers.get("content-security-policy") ?? "";
        assert.ok(
          policy.includes(`style-src 'sha256-${await hashBase64(css)}'`),
        );
        const [, seconds = null] = /\{--t:(\d+)s;--s:\1\}/.exec(css) ?? [];
        assert.equal(seconds, left === null ? null : `${left}`);
        assert.equal(text.includes('class="wait"'), left !== null);
      }
    });

    it("after a minute another mail is sent, and both links work", async () => {
      const flow = await createMailFlow(toConfig());
      const browser = flow.createBrowser();
      const one = await askForMail(flow, browser, email, { target });
      mock.timers.tick(60_000);
      const two = await askForMail(flow, browser, email, { target });
      assert.notEqual(readState(one.page), readState(two.page));
      assert.equal((await openLink(browser, two.url)).url, site + target);
      const other = flow.createBrowser();
      await other.submit(await openLink(other, one.url), {
        action: "/auth/callback/email",
      });
      assert.ok(await readSession(other));
    });

    it("two tabs that ask at the same moment get one mail", async () => {
      const flow = await createMailFlow(toConfig());
      const browser = flow.createBrowser();
      await browser.goto(`${site}/auth/signin`);
      await browser.fetch(`${site}/auth/csrf`);
      const tabs = Array.from({ length: 5 }, () => browser.clone());
      const answers = await Promise.all(tabs.map((tab) => askAgain(tab)));
      const states = answers.map((one) =>
        new URL(one.headers.get("location") ?? "").searchParams.get("state")
      );
      assert.equal(new Set(states).size, 1, `${states}`);
      assert.equal(flow.mails.length, 1);
    });

    it("another browser, address or target is not held back", async () => {
      const flow = await createMailFlow(toConfig());
      const browser = flow.createBrowser();
      await askForMail(flow, browser, email, { target });
      await askForMail(flow, browser, "eve@example.test", { target });
      await askForMail(flow, browser, email, { target: "/other" });
      await askForMail(flow, flow.createBrowser(), email, { target });
    });

    it("a mail that cannot be used any more holds back none", async () => {
      const flow = await createMailFlow(toConfig());
      const browser = flow.createBrowser();
      const { url } = await askForMail(flow, browser, email, { target });
      const other = flow.createBrowser();
      await other.submit(await openLink(other, url), {
        action: "/auth/callback/email",
      });
      await askForMail(flow, browser, email, { target });
    });
  });
}

describe("asking for a mail again", () => {
  it("a program gets the status, the seconds and no page", async () => {
    const flow = await createMailFlow();
    const browser = flow.createBrowser();
    await browser.fetch(`${site}/auth/csrf`);
    assert.equal((await askAgain(browser, "json")).status, 200);
    mock.timers.tick(15_500);
    const answer = await askAgain(browser, "json");
    assert.equal(answer.status, 429);
    assert.equal(answer.headers.get("retry-after"), "45");
    const { error, message } = await answer.json();
    assert.deepEqual([error, message], ["RateLimited", RateLimited]);
    assert.equal(flow.mails.length, 1);
  });

  it("a mail that was not sent holds back none", async () => {
    let isDown = true;
    const flow = await createMailFlow({}, {
      sendMail: ({ mail }) => {
        if (isDown) throw new Error("the server is down");
        flow.mails.push(mail);
      },
    });
    const browser = flow.createBrowser();
    const page = await ask(browser, email);
    assert.match(page.url, /error=EmailSignInError/);
    isDown = false;
    await askForMail(flow, browser, email);
  });

  it("if the store fails, the mail is sent", async () => {
    const inner = createMemoryStore();
    const fail = (key: string) => {
      if (key.startsWith("latchkey.mails.")) throw new Error("down");
    };
    const store: Store = {
      ...inner,
      get: async (keys) => (keys.forEach(fail), await inner.get(keys)),
      compareAndSet: async (...args) => (
        fail(args[0]), await inner.compareAndSet(...args)
      ),
    };
    const flow = await createMailFlow({
      store,
      adapter: createMemoryAdapter(),
    });
    const browser = flow.createBrowser();
    await askForMail(flow, browser, email);
    await askForMail(flow, browser, email);
  });

  it("an application that limits no mails is not held back", async () => {
    const flow = await createMailFlow({ limits: { email: false } });
    const browser = flow.createBrowser();
    await askForMail(flow, browser, email);
    await askForMail(flow, browser, email);
  });

  it("the event tells about it", async () => {
    const told: object[] = [];
    const flow = await createMailFlow({
      events: { rateLimited: (message) => void told.push(message) },
    });
    const browser = flow.createBrowser();
    await askForMail(flow, browser, email);
    await ask(browser, email);
    assert.deepEqual(told, [{ kind: "email", retryAfter: 60 }]);
  });
});
