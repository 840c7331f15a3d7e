/** Tests of links that cannot be used any more. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { type AuthConfig, createMemoryStore, type Store } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Page } from "@latchkey/auth/testing";
import {
  askForMail,
  assertDead,
  createMailFlow,
  type MailFlow,
  openLink,
  typeCode,
} from "../methods/email/email_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { readSession, site } from "../../testing/app_testkit.ts";

const NOON = Date.UTC(2026, 0, 1, 12);
const email = "ada@example.test";
const target = `${site}/cart?x=1`;
/** The page of a link that was not opened in the browser that asked for it. */
const ASKS = /<h1>Sign in on this device\?<\/h1>/;

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

const kinds: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "a store": () => ({ store: createMemoryStore() }),
  "this process": () => ({}),
  "an adapter": () => ({ adapter: createMemoryAdapter() }),
};

function change(url: string, params: Record<string, string | null>): string {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(params)) {
    if (value === null) changed.searchParams.delete(name);
    else changed.searchParams.set(name, value);
  }
  return changed.href;
}

/** Reads what the page knows for asking again. */
function readRetry(page: Page): Record<string, string> {
  const { error: _, code: _code, ...rest } = Object.fromEntries(
    new URL(page.url).searchParams,
  );
  return rest;
}

async function askFrom(flow: MailFlow) {
  const browser = flow.createBrowser();
  const mail = await askForMail(flow, browser, email, { target });
  return { ...mail, browser };
}

/** Opens a link in a browser that did not ask for it. */
async function openElsewhere(flow: MailFlow, url: string): Promise<Page> {
  return await openLink(flow.createBrowser(), url);
}

async function press(flow: MailFlow, url: string): Promise<string | null> {
  const { email } = await pressElsewhere(flow, url);
  return email;
}

/** Presses the button of a link in a browser that did not ask for it. */
async function pressElsewhere(flow: MailFlow, url: string) {
  const browser = flow.createBrowser();
  const asked = await openLink(browser, url);
  assert.match(asked.text, ASKS);
  const page = await browser.submit(asked, { action: "/auth/callback/email" });
  const session = await readSession(browser);
  return { page, email: session?.user?.email ?? null };
}

for (const [kind, toConfig] of Object.entries(kinds)) {
  describe(`a mail link whose token is kept in ${kind}`, () => {
    const known = { provider: "email", callbackUrl: target, email };

    it("a used link says so at once, with the address and the target for a new one", async () => {
      const flow = await createMailFlow(toConfig());
      const { url, browser } = await askFrom(flow);
      await openLink(browser, url);
      assert.ok(await readSession(browser));
      for (let i = 0; i < 2; i++) {
        const page = await openElsewhere(flow, url);
        assertDead(page, "used");
        assert.deepEqual(readRetry(page), known);
        assert.match(page.text, /<h1>This link was already used<\/h1>/);
        assert.match(page.text, /value="ada@example\.test"/);
      }
      // The browser that asked is signed in, and goes on.
      assert.equal((await openLink(browser, url)).url, target);
    });

    it("a link is used by its button and by its code as well", async () => {
      const flow = await createMailFlow(toConfig());
      const one = await askFrom(flow);
      assert.equal(await press(flow, one.url), email);
      assertDead(await openElsewhere(flow, one.url), "used");
      assertDead(await openLink(one.browser, one.url), "used");
      const two = await askFrom(flow);
      await typeCode(two.browser, two.page, two.code);
      assertDead(await openElsewhere(flow, two.url), "used");
    });

    it("a button that was pressed in another tab says so, too", async () => {
      const flow = await createMailFlow(toConfig());
      const { url } = await askFrom(flow);
      const tabs = [flow.createBrowser(), flow.createBrowser()] as const;
      const [one, two] = await Promise.all(
        tabs.map((tab) => openLink(tab, url)),
      );
      const action = "/auth/callback/email";
      await tabs[0].submit(one ?? assert.fail(), { action });
      assert.ok(await readSession(tabs[0]));
      const late = await tabs[1].submit(two ?? assert.fail(), { action });
      assertDead(late, "used");
      assert.deepEqual(readRetry(late), known);
      assert.equal(await readSession(tabs[1]), null);
    });

    it("the link of a code that was guessed too often says so at once", async () => {
      const flow = await createMailFlow(toConfig());
      const { url, code, page, browser } = await askFrom(flow);
      const wrong = String((Number(code) + 1) % 1e8).padStart(8, "0");
      for (let i = 0; i < 5; i++) await typeCode(browser, page, wrong);
      const dead = await openElsewhere(flow, url);
      assertDead(dead, "void");
      assert.deepEqual(readRetry(dead), known);
    });

    it("the button of an expired link says so, with the address and the target for a new one", async () => {
      const flow = await createMailFlow(toConfig());
      const { url } = await askFrom(flow);
      mock.timers.tick(600_000);
      const expired = await pressElsewhere(flow, url);
      assertDead(expired.page, "expired");
      assert.equal(expired.email, null);
      assert.deepEqual(readRetry(expired.page), known);
      assert.match(expired.page.text, /<h1>This link has expired<\/h1>/);
    });

    it("a link of an earlier release, which names its expiry, works until its token expires", async () => {
      const flow = await createMailFlow(toConfig());
      const { url } = await askFrom(flow);
      const old = change(url, { expires: `${NOON / 1000 + 600}.mac` });
      assert.equal(await press(flow, old), email);
      const late = change((await askFrom(flow)).url, { expires: "9999999999" });
      mock.timers.tick(600_000);
      assert.equal(await press(flow, late), null);
    });

    it("the mark of a used link says nothing about another one", async () => {
      const flow = await createMailFlow(toConfig());
      const one = await askFrom(flow);
      const two = await askFrom(flow);
      assert.equal(await press(flow, one.url), email);
      assert.match(
        (await openElsewhere(flow, two.url)).text,
        ASKS,
      );
      const victim = change(one.url, { email: "eve@example.test" });
      assert.match(
        (await openElsewhere(flow, victim)).text,
        ASKS,
      );
      assert.equal(await press(flow, two.url), email);
    });
  });
}

/** A store whose marks of mails fail. */
function createFailing(isMark: (key: string) => boolean): Store {
  const inner = createMemoryStore();
  const check = (...keys: readonly string[]) => {
    if (keys.some(isMark)) throw new Error("the store is down");
  };
  return {
    get: async (keys) => (check(...keys), await inner.get(keys)),
    set: async (key, ...rest) => (check(key), await inner.set(key, ...rest)),
    compareAndSet: (...args) => inner.compareAndSet(...args),
    delete: (key) => inner.delete(key),
  };
}

describe("a store that fails", () => {
  it("a good link works, and only the early message is lost", async () => {
    const store = createFailing((key) => key.startsWith("latchkey.mail.mark."));
    const flow = await createMailFlow({
      adapter: createMemoryAdapter(),
      store,
    });
    const { url } = await askFrom(flow);
    assert.equal(await press(flow, url), email);
    const late = await openElsewhere(flow, url);
    assert.match(late.text, ASKS);
    assert.equal(await press(flow, url), null);
    assert.match(
      flow.log.map(({ text }) => text).join("\n"),
      /a link that was used does not say so/,
    );
  });
});

describe("a page of the application", () => {
  it("it receives neither the address nor the provider", async () => {
    const flow = await createMailFlow({ pages: { signIn: "/welcome" } });
    const browser = flow.createBrowser();
    const { csrfToken } = await (await browser.fetch(`${site}/auth/csrf`))
      .json();
    const answer = await browser.fetch(`${site}/auth/signin/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: site },
      body: JSON.stringify({ csrfToken, email }),
    });
    await answer.body?.cancel();
    const { url } = flow.mails.at(-1) ?? assert.fail();
    assert.equal(await press(flow, url), email);
    const page = await openElsewhere(flow, url);
    const { pathname, searchParams } = new URL(page.url);
    assert.equal(pathname, "/welcome");
    assert.deepEqual(Object.fromEntries(searchParams), {
      error: "Verification",
      code: "used",
      callbackUrl: `${site}/`,
    });
  });
});
