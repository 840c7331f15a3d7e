import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import {
  type AuthConfig,
  createMemoryStore,
  type EmailConfig,
  type Mail,
  type Store,
} from "@latchkey/auth";
import type { Browser, Page } from "@latchkey/auth/testing";
import {
  type App,
  cookieName,
  createApp,
  readSession,
  site,
  type SiteAnswer,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { makeCode } from "./mail_attempt.ts";
import { ask, openLink } from "../methods/email/email_testkit.ts";

afterEach(endTest);

const ada = "ada@example.test";
const grace = "grace@example.test";

/** A site with two mail providers that counts the store calls which spend a token. */
interface TwoFlow extends App {
  readonly mails: Mail[];
  readonly spent: string[];
}

async function createTwo(config: Partial<AuthConfig> = {}): Promise<TwoFlow> {
  const mails: Mail[] = [];
  const spent: string[] = [];
  const inner = createMemoryStore();
  const store: Store = {
    ...inner,
    compareAndSet: (key, ...rest) => {
      if (/^latchkey\.mail\.(?!tries)/.test(key)) spent.push(key);
      return inner.compareAndSet(key, ...rest);
    },
  };
  const toProvider = (id: string): EmailConfig => ({
    id,
    type: "email",
    from: "Example <sign-in@app.example>",
    sendMail: ({ mail }) => void mails.push(mail),
  });
  const flow = await createApp({
    config: { store, ...config },
    more: [toProvider("email"), toProvider("second")],
  });
  return { ...flow, mails, spent };
}

interface Asked {
  readonly page: Page;
  readonly link: URL;
  readonly code: string;
  /** The name and value of the requesting browser's attempt cookie. */
  readonly cookie: { readonly name: string; readonly value: string };
}

async function askFor(
  { mails }: TwoFlow,
  browser: Browser,
  email = ada,
  id = "email",
): Promise<Asked> {
  const page = await ask(browser, email, { id });
  const mail = mails.at(-1);
  const link = new URL(mail?.url ?? "");
  const name = `${cookieName.attempt}${link.searchParams.get("state")}`;
  const cookie = browser.cookies(site).find((one) => one.name === name);
  assert.ok(mail && cookie);
  return { page, link, code: mail.code, cookie };
}

function change(link: URL, params: Readonly<Record<string, string>>): string {
  const changed = new URL(link);
  for (const [name, value] of Object.entries(params)) {
    changed.searchParams.set(name, value);
  }
  return changed.href;
}

/** Opens a link with a recorded set of cookies. */
async function openWith(
  { handler, answers }: App,
  link: URL,
  cookies: readonly Asked["cookie"][],
): Promise<SiteAnswer> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`)
    .join("; ");
  await handler(
    new Request(link, { headers: { cookie, accept: "text/html" } }),
  );
  const answer = answers.at(-1);
  assert.ok(answer);
  return answer;
}

function startsSession({ headers }: SiteAnswer): boolean {
  return headers.getSetCookie().some((one) =>
    /^__Host-latchkey\.session=[^;]/.test(one)
  );
}

describe("a link that does not belong to this browser's mail", () => {
  const others: Readonly<
    Record<string, (flow: TwoFlow, own: Asked) => Promise<string>>
  > = {
    "of a later mail to the same address": async (flow, own) => {
      const { link } = await askFor(flow, flow.createBrowser());
      return change(link, {
        state: own.link.searchParams.get("state") ?? "",
      });
    },
    "of a stranger's mail": async (flow, own) => {
      const { link } = await askFor(flow, flow.createBrowser(), grace);
      return change(link, {
        state: own.link.searchParams.get("state") ?? "",
      });
    },
    "with another address": (_, own) =>
      Promise.resolve(change(own.link, { email: grace })),
    "at another provider's route": (_, own) =>
      Promise.resolve(
        own.link.href.replace("/callback/email", "/callback/second"),
      ),
  };
  for (const [what, toUrl] of Object.entries(others)) {
    it(`the token of a link ${what} is not redeemed until the visitor presses the button, although it names the attempt`, async () => {
      const flow = await createTwo();
      const browser = flow.createBrowser();
      const own = await askFor(flow, browser);
      const page = await openLink(browser, await toUrl(flow, own));
      assert.equal(page.status, 200);
      assert.ok(page.forms().some(({ action }) => action.includes("callback")));
      assert.deepEqual(flow.spent, []);
      assert.equal(await readSession(browser), null);
      // The browser's own link still works.
      await openLink(browser, own.link.href);
      assert.equal((await readSession(browser))?.user?.email, ada);
    });
  }
});

describe("the cookie of a mail attempt", () => {
  it("the attempt is found beside another attempt's value under the same cookie name", async () => {
    const flow = await createTwo();
    const stranger = await askFor(flow, flow.createBrowser(), grace);
    const own = await askFor(flow, flow.createBrowser());
    const { name } = own.cookie;
    const planted = { name, value: stranger.cookie.value };
    const answer = await openWith(flow, own.link, [planted, own.cookie]);
    assert.ok(startsSession(answer), answer.body);
  });

  it("another attempt's value under this attempt's cookie name is ignored, and its code is not compared", async () => {
    const flow = await createTwo();
    const stranger = await askFor(flow, flow.createBrowser(), grace);
    const browser = flow.createBrowser();
    const own = await askFor(flow, browser);
    const { name } = own.cookie;
    browser.setCookie(
      site,
      `${name}=${stranger.cookie.value}; Path=/; Secure; HttpOnly`,
    );
    const page = await browser.submit(own.page, {
      action: "/auth/callback/email",
      fields: { code: stranger.code },
    });
    assert.match(page.url, /error=Verification/);
    assert.equal(await readSession(browser), null);
    assert.deepEqual(flow.spent, []);
  });
});

describe("the code of a mail", () => {
  const wrongOf = (code: string) =>
    code === "00000000" ? "00000001" : "00000000";

  async function typeAt(
    browser: Browser,
    { page }: Asked,
    code: string,
    provider = "email",
  ): Promise<URL> {
    const [form] = page.forms().filter(({ action }) =>
      action.includes("/auth/callback/email")
    );
    assert.ok(form);
    const body = new URLSearchParams(form.fields.map(([k, v]) => [k, v]));
    body.set("code", code);
    const response = await browser.fetch(
      form.action.replace("/callback/email", `/callback/${provider}`),
      {
        method: "POST",
        body,
        headers: { "x-auth-return-redirect": "1" },
      },
    );
    return new URL((await response.json()).url);
  }

  it("right and wrong codes get the same answer after the mail has expired", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 5, 15, 12) });
    const flow = await createTwo();
    const browser = flow.createBrowser();
    const own = await askFor(flow, browser);
    mock.timers.tick(600_000);
    const texts: string[] = [];
    for (const code of [own.code, wrongOf(own.code)]) {
      texts.push((await typeAt(browser, own, code)).searchParams.toString());
    }
    assert.equal(texts[0], texts[1]);
    assert.match(texts[0] ?? "", /^error=Verification/);
    assert.equal(await readSession(browser), null);
    assert.deepEqual(flow.spent, []);
  });

  it("a code sent to another provider's route is not compared and uses up no try", async () => {
    const flow = await createTwo();
    const browser = flow.createBrowser();
    const own = await askFor(flow, browser);
    for (let i = 0; i < 6; i++) {
      const code = i === 0 ? own.code : wrongOf(own.code);
      const { searchParams } = await typeAt(browser, own, code, "second");
      assert.deepEqual(
        [searchParams.get("error"), searchParams.get("code")],
        ["Verification", null],
      );
    }
    assert.deepEqual(flow.spent, []);
    await typeAt(browser, own, own.code);
    assert.equal((await readSession(browser))?.user?.email, ada);
  });

  it("a code can be tried five times, even if many tries reach a slow store at once", async () => {
    const inner = createMemoryStore();
    const store: Store = {
      get: async (keys) => {
        const values = await inner.get(keys);
        await setImmediate();
        return values;
      },
      set: async (...args) => await inner.set(...args),
      compareAndSet: async (...args) => await inner.compareAndSet(...args),
      delete: async (key) => await inner.delete(key),
    };
    const flow = await createTwo({ store, limits: false });
    const browser = flow.createBrowser();
    const own = await askFor(flow, browser);
    const wrong = wrongOf(own.code);
    const codes = [...Array<string>(9).fill(wrong), own.code];
    await Promise.all(codes.map((code) => typeAt(browser, own, code)));
    assert.equal(await readSession(browser), null);
    const [tries] = await inner.get([
      `latchkey.mail.tries.${own.link.searchParams.get("state")}`,
    ]);
    assert.equal(tries, "5");
  });

  it("a code has eight digits, and every digit can stand in every place", () => {
    const codes = Array.from({ length: 2000 }, makeCode);
    for (const code of codes) assert.match(code, /^\d{8}$/);
    for (let place = 0; place < 8; place++) {
      const digits = new Set(codes.map((code) => code[place]));
      assert.equal(digits.size, 10, `place ${place}`);
    }
    assert.ok(new Set(codes).size > 1990);
  });
});
