import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { type AuthConfig, createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import {
  type App,
  approach,
  arrive,
  assertNoSecrets,
  createApp,
  readSession,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  askForMail,
  createMailFlow,
  openLink,
  typeCode,
} from "../methods/email/email_testkit.ts";
import type {
  CreationOptions,
  RequestOptions,
} from "../methods/passkey/authenticator_testkit.ts";
import {
  ask,
  assertCleared,
  assertPasskeyRefused as assertPasskeyRefused,
  createMember,
  createPasskeySite,
  createPerson,
  getOptions,
  onOtherBrowser,
  type PasskeySite,
  send,
} from "../methods/passkey/passkeys_testkit.ts";

const NOON = Date.UTC(2026, 5, 15, 12);
const SECOND = 1000;
const MINUTE = 60 * SECOND;

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

/** Opens a URL with the cookies of another browser. */
async function openWith(
  flow: App,
  url: string,
  cookie: string,
): Promise<URL> {
  const headers = { cookie, accept: "text/html" };
  const response = await flow.handler(new Request(url, { headers }));
  const set = response.headers.getSetCookie();
  assert.ok(!set.some((one) => isSession(one)), `${set}`);
  assert.match(response.headers.get("cache-control") ?? "", /\bno-store\b/);
  const answer = flow.answers.at(-1);
  assert.ok(answer);
  assertNoSecrets(flow, answer, url);
  return new URL(response.headers.get("location") ?? `${site}/none`);
}

function isSession(cookie: string): boolean {
  return /^__Host-latchkey\.session(?:\.\d)?=[^;]/.test(cookie);
}

function cookiesOf(browser: Browser): string {
  return browser.cookieHeader(`${site}/auth/callback/op`);
}

describe("a used callback of a provider", () => {
  /** Uses the answer at one moment, and again with a copy of the cookies at another. */
  async function replay(used: number, again: number): Promise<void> {
    const flow = await createApp();
    const browser = flow.createBrowser();
    const callback = await approach(browser);
    const cookie = cookiesOf(browser);
    mock.timers.setTime(NOON + used);
    await arrive(browser, callback);
    assert.ok(await readSession(browser));
    mock.timers.setTime(NOON + again);
    const asked = flow.op.count("token");
    const url = await openWith(flow, callback, cookie);
    assert.equal(url.pathname, "/auth/signin");
    assert.equal(url.searchParams.get("error"), "InvalidCheck");
    assert.ok(flow.log.some(({ text }) => /was used already/.test(text)));
    assert.equal(flow.op.count("token"), asked);
  }

  it("the callback is still refused one second before its attempt expires", async () => {
    await replay(0, 15 * MINUTE - SECOND);
  });

  it("the callback is still refused if the clock of the first use was behind", async () => {
    await replay(-14 * MINUTE, 14 * MINUTE);
  });
});

/** Stores that record used one-time values when the adapter keeps no tokens. */
const stores: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "the default store": () => ({}),
  "a store of the host's": () => ({ store: createMemoryStore() }),
};

for (const [store, toConfig] of Object.entries(stores)) {
  describe(`a mail, with ${store}`, () => {
    /** With hours as with minutes: the mark follows the option. */
    for (const maxAge of [600, 86_400]) {
      const end = maxAge * SECOND;

      it(`the link is still used up one second before its ${maxAge} seconds end`, async () => {
        const flow = await createMailFlow(toConfig(), { maxAge });
        const browser = flow.createBrowser();
        const { url } = await askForMail(flow, browser);
        const cookie = cookiesOf(browser);
        await openLink(browser, url);
        assert.ok(await readSession(browser));
        mock.timers.setTime(NOON + end - SECOND);
        const location = await openWith(flow, url, cookie);
        assert.equal(location.searchParams.get("error"), "Verification");
      });

      it(`wrong tries of the code still count one second before its ${maxAge} seconds end`, async () => {
        const flow = await createMailFlow(toConfig(), { maxAge });
        const browser = flow.createBrowser();
        const { code, page, url } = await askForMail(flow, browser);
        const wrong = code === "00000000" ? "00000001" : "00000000";
        let shown = page;
        for (let i = 0; i < 4; i++) {
          shown = await typeCode(browser, shown, wrong);
        }
        mock.timers.setTime(NOON + end - SECOND);
        await typeCode(browser, shown, wrong);
        const last = new URL(flow.answers.at(-1)?.url ?? site).searchParams;
        assert.deepEqual([last.get("error"), last.get("code")], [
          "Verification",
          "void",
        ]);
        await typeCode(browser, shown, code);
        await openLink(browser, url);
        assert.equal(await readSession(browser), null);
      });
    }
  });
}

describe("a mail link whose store lost its entries", () => {
  it("the link does not work twice", async () => {
    let store = createMemoryStore();
    const flow = await createMailFlow({
      store: {
        get: (keys) => store.get(keys),
        set: (...args) => store.set(...args),
        compareAndSet: (...args) => store.compareAndSet(...args),
        delete: (key) => store.delete(key),
      },
    });
    const browser = flow.createBrowser();
    const { url } = await askForMail(flow, browser);
    const cookie = cookiesOf(browser);
    await openLink(browser, url);
    assert.ok(await readSession(browser));
    store = createMemoryStore();
    const location = await openWith(flow, url, cookie);
    assert.equal(location.searchParams.get("error"), "Verification");
  });
});

describe("a used answer of a passkey", () => {
  /** Sends an answer with the cookies that the browser had when it was requested. */
  async function sendWith(
    flow: PasskeySite,
    browser: Browser,
    action: string,
    data: string,
  ): Promise<() => ReturnType<typeof ask>> {
    const { body: { csrfToken } } = await ask(browser, "csrf");
    const cookie = browser.cookieHeader(`${site}/auth/`);
    const copy = flow.createBrowser();
    return () =>
      ask(copy, "callback/passkey", {
        method: "POST",
        body: new URLSearchParams({ csrfToken, action, data }),
        headers: { cookie },
      });
  }

  const moments: readonly (readonly [string, number, number])[] = [
    ["one second before its challenge expires", 0, 299 * SECOND],
    [
      "if the clock of the first use was behind",
      -280 * SECOND,
      280 * SECOND,
    ],
  ];

  for (const [when, used, again] of moments) {
    it(`the answer is still refused ${when}, although its counter stands still`, async () => {
      const flow = await createPasskeySite({ adapter: createMemoryAdapter() });
      const person = onOtherBrowser(
        flow,
        await createMember(flow, undefined, 0),
      );
      const { browser, authenticator } = person;
      const options = await getOptions<RequestOptions>(browser, {
        action: "authenticate",
      });
      const data = await authenticator.get(options);
      const replay = await sendWith(flow, browser, "authenticate", data);
      mock.timers.setTime(NOON + used);
      assert.equal((await send(browser, "authenticate", data)).status, 200);
      mock.timers.setTime(NOON + again);
      const answer = await replay();
      await assertPasskeyRefused(flow, answer, [400, "InvalidCheck"]);
      assertCleared(answer);
    });

    it(`the answer that registered a passkey is still refused ${when}, although the passkey is gone`, async () => {
      const adapter = createMemoryAdapter();
      const flow = await createPasskeySite({ adapter });
      const { browser, authenticator } = createPerson(flow);
      const options = await getOptions<CreationOptions>(browser, {
        action: "register",
        email: "ada@example.com",
      });
      const data = await authenticator.create(options);
      const replay = await sendWith(flow, browser, "register", data);
      mock.timers.setTime(NOON + used);
      assert.equal((await send(browser, "register", data)).status, 200);
      const user = await adapter.getUserByEmail("ada@example.com");
      await adapter.deleteUser(user?.id ?? "");
      flow.told.length = 0;
      mock.timers.setTime(NOON + again);
      const answer = await replay();
      await assertPasskeyRefused(flow, answer, [400, "InvalidCheck"]);
      assertCleared(answer);
      assert.equal(await adapter.getUserByEmail("ada@example.com"), null);
      assert.deepEqual(flow.told, []);
    });
  }
});
