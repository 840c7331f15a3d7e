import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import {
  type Adapter,
  Auth,
  type AuthConfig,
  createMemoryStore,
  type Store,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import {
  createPlainAdapter,
  createTables,
} from "../../accounts/users_testkit.ts";
import {
  assertNoRejections,
  endTest,
} from "../../../testing/checks_testkit.ts";
import { cookieName, readSession, site } from "../../../testing/app_testkit.ts";
import {
  ask,
  askForMail,
  createMailFlow,
  type MailFlow,
  openLink,
  typeCode,
} from "./email_testkit.ts";

afterEach(endTest);

const kinds: Readonly<Record<string, () => Partial<AuthConfig>>> = {
  "a store": () => ({ store: createMemoryStore() }),
  "an adapter": () => ({ adapter: createMemoryAdapter() }),
};

/** Asserts that there is no session, nothing is cacheable, and no log line holds a secret of the mail. */
async function assertRefusal(
  flow: MailFlow,
  browser: Browser,
  code?: string,
): Promise<void> {
  assert.equal(await readSession(browser), null);
  const answer = flow.answers.filter(({ url }) => !url.endsWith("/session"))
    .at(-1);
  assert.ok(answer);
  assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
  const set = answer.headers.getSetCookie();
  assert.ok(!set.some((one) => one.startsWith(cookieName.session)), `${set}`);
  const { searchParams } = new URL(
    flow.answers.findLast(({ headers }) => headers.has("location"))?.headers
      .get("location") ?? site,
  );
  if (code !== undefined) {
    assert.equal(searchParams.get("error"), "Verification");
    assert.equal(searchParams.get("code") ?? "", code);
  }
  assertNothingLogged(flow);
  await assertNoRejections();
}

function assertNothingLogged(flow: MailFlow): void {
  const log = flow.log.map(({ text }) => text).join("\n");
  for (const { url, code } of flow.mails) {
    assert.ok(!log.includes(code), log);
    assert.ok(!log.includes(toToken(url)), log);
  }
}

function toToken(url: string): string {
  return new URL(url).searchParams.get("token") ?? "";
}

function change(url: string, params: Record<string, string>): string {
  const changed = new URL(url);
  for (const [name, value] of Object.entries(params)) {
    changed.searchParams.set(name, value);
  }
  return changed.href;
}

/** Opens a link in a browser that did not request it, and presses the button. */
async function press(browser: Browser, url: string): Promise<void> {
  const page = await openLink(browser, url);
  const action = /\/auth\/callback\//;
  if (page.forms().some((form) => action.test(form.action))) {
    await browser.submit(page, { action });
  }
}

for (const [kind, toConfig] of Object.entries(kinds)) {
  describe(`a token kept in ${kind} [4.13]`, () => {
    it("a token for one address does not work with another, and still works for its own", async () => {
      const flow = await createMailFlow(toConfig());
      const { url } = await askForMail(flow, flow.createBrowser());
      const thief = flow.createBrowser();
      await press(thief, change(url, { email: "victim@example.test" }));
      await assertRefusal(flow, thief, "");
      await press(thief, url);
      assert.equal(
        (await readSession(thief))?.user?.email,
        "ada@example.test",
      );
    });

    it("a token with any part changed does not work, and the original still does", async () => {
      const flow = await createMailFlow(toConfig());
      const { url } = await askForMail(flow, flow.createBrowser());
      const token = toToken(url);
      for (
        const wrong of [
          `${token}x`,
          token.slice(1),
          token.replace(/^./, (one) => one === "a" ? "b" : "a"),
          token.replace(/.$/, (one) => one === "A" ? "Q" : "A"),
          "x",
          ".",
          "..",
          "x".repeat(600),
        ]
      ) {
        const browser = flow.createBrowser();
        await press(browser, change(url, { token: wrong }));
        await assertRefusal(flow, browser, "");
      }
      const browser = flow.createBrowser();
      await press(browser, url);
      assert.ok(await readSession(browser));
    });

    it("a token used twenty times at once works once", async () => {
      const flow = await createMailFlow(withDelays(toConfig()));
      const { url } = await askForMail(flow, flow.createBrowser());
      const browsers = Array.from({ length: 20 }, () => flow.createBrowser());
      const pages = await Promise.all(
        browsers.map((one) => openLink(one, url)),
      );
      await Promise.all(
        browsers.map((one, i) => one.submit(pages[i] ?? assert.fail())),
      );
      const sessions = await Promise.all(browsers.map(readSession));
      assert.equal(sessions.filter(Boolean).length, 1);
    });

    it("a token works for ten minutes and not a millisecond longer, and is used up even if it is too late", async () => {
      mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 0, 1) });
      const flow = await createMailFlow(toConfig());
      const early = await askForMail(flow, flow.createBrowser());
      const late = await askForMail(flow, flow.createBrowser());
      mock.timers.tick(599_999);
      const browser = flow.createBrowser();
      await press(browser, early.url);
      assert.ok(await readSession(browser));
      mock.timers.tick(1);
      const other = flow.createBrowser();
      await press(other, late.url);
      await assertRefusal(flow, other, "expired");
      mock.timers.setTime(Date.UTC(2026, 0, 1));
      await press(other, late.url);
      await assertRefusal(flow, other, "");
    });

    it("a token expires by itself, whatever its link says about that", async () => {
      mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 0, 1) });
      const flow = await createMailFlow(toConfig());
      const { url } = await askForMail(flow, flow.createBrowser());
      mock.timers.tick(600_000);
      const browser = flow.createBrowser();
      await press(browser, change(url, { expires: "9999999999" }));
      await assertRefusal(flow, browser, "expired");
    });

    it("a token works after the secret was rotated, and does not after it was replaced", async () => {
      const before = "the secret before it was rotated";
      const config = { ...toConfig(), secret: before as string | string[] };
      const flow = await createMailFlow(config);
      const first = await askForMail(flow, flow.createBrowser());
      const second = await askForMail(flow, flow.createBrowser());
      // The configuration of the flow is read again at each request.
      config.secret = ["the secret after it was rotated!", before];
      const rotated = await createMailFlow(config);
      const browser = rotated.createBrowser();
      await press(browser, first.url);
      assert.ok(await readSession(browser));
      const replaced = await createMailFlow({
        ...config,
        secret: "another secret, of somebody else",
      });
      const other = replaced.createBrowser();
      await press(other, second.url);
      assert.equal(await readSession(other), null);
    });

    it("a scanner that opens the link does not use up the token, whatever it sends", async () => {
      const flow = await createMailFlow(toConfig());
      const { url } = await askForMail(flow, flow.createBrowser());
      for (const method of ["GET", "HEAD", "OPTIONS", "GET"]) {
        const answer = await flow.handler(new Request(url, { method }));
        assert.equal(
          answer.headers.getSetCookie().join().includes("session="),
          false,
        );
        await answer.body?.cancel();
      }
      const bare = await flow.handler(
        new Request(url, { method: "POST", headers: { origin: site } }),
      );
      assert.equal(bare.status, 303);
      const browser = flow.createBrowser();
      await press(browser, url);
      assert.ok(await readSession(browser));
    });

    for (
      const [name, value] of [
        ["Sec-Purpose", "prefetch"],
        ["Sec-Purpose", "prefetch;prerender"],
        ["Purpose", "prefetch"],
        ["X-Moz", "prefetch"],
      ] as const
    ) {
      it(`the asking browser does not use up the token by prefetching the link (${name}: ${value})`, async () => {
        const flow = await createMailFlow(toConfig());
        const browser = flow.createBrowser();
        const { url } = await askForMail(flow, browser, undefined, {
          target: "/cart",
        });
        const answer = await browser.fetch(url, { headers: { [name]: value } });
        assert.equal(answer.status, 200);
        assert.match(await answer.text(), /<form method="post"/);
        assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
        assert.equal(await readSession(browser), null);
        // Opening it for real then signs in immediately, as without the prefetch.
        assert.equal((await openLink(browser, url)).url, `${site}/cart`);
        assert.ok(await readSession(browser));
      });
    }

    it("a link works only with the mailed address letter by letter, and no page shows another address", async () => {
      const flow = await createMailFlow(toConfig());
      const { url } = await askForMail(flow, flow.createBrowser());
      const emails = [
        "Ada@example.test",
        " ada@example.test",
        "ａda@example.test",
        "your bank, which waits for you at evil.example",
        "",
      ];
      for (const email of emails) {
        const browser = flow.createBrowser();
        const page = await openLink(browser, change(url, { email }));
        assert.match(page.url, /\/auth\/signin\?error=Verification/);
        assert.ok(email === "" || !page.text.includes(email.trim()));
        await assertRefusal(flow, browser, "");
      }
    });

    it("a token over 512 characters is not looked up", async () => {
      const flow = await createMailFlow(toConfig());
      const { url } = await askForMail(flow, flow.createBrowser());
      const open = (length: number) =>
        openLink(
          flow.createBrowser(),
          change(url, { token: "x".repeat(length) }),
        );
      assert.equal(
        (await open(512)).url,
        change(url, { token: "x".repeat(512) }),
      );
      assert.match((await open(513)).url, /\/auth\/signin\?error=Verification/);
    });

    it("a token of one provider does not work at another", async () => {
      const flow = await createMailFlow(toConfig());
      const { url } = await askForMail(flow, flow.createBrowser());
      const { providers: _, ...config } = flow.makeConfig();
      const other = await createMailFlow(config, { id: "other" });
      const browser = other.createBrowser();
      await press(browser, url.replace("/callback/email", "/callback/other"));
      await assertRefusal(other, browser, "");
    });

    it("a link leads to this site only, even if it was altered", async () => {
      const flow = await createMailFlow(toConfig());
      for (
        const target of [
          "https://evil.example/",
          "//evil.example",
          "/\\evil.example",
          "javascript:alert(1)",
        ]
      ) {
        const asking = flow.createBrowser();
        const { url } = await askForMail(flow, asking);
        const page = await openLink(
          asking,
          change(url, { callbackUrl: target }),
        );
        assert.equal(page.url, `${site}/`);
        const other = flow.createBrowser();
        const again = await askForMail(flow, flow.createBrowser());
        const shown = await openLink(
          other,
          change(again.url, { callbackUrl: target }),
        );
        assert.equal((await other.submit(shown)).url, `${site}/`);
      }
    });

    it("a sign-in ends the session of the asking browser and leaves no attempt behind", async () => {
      const flow = await createMailFlow(toConfig());
      const browser = flow.createBrowser();
      await openLink(browser, (await askForMail(flow, browser)).url);
      const copy = browser.clone();
      const { url } = await askForMail(flow, browser, "grace@example.test");
      await openLink(browser, url);
      assert.equal(
        (await readSession(browser))?.user?.email,
        "grace@example.test",
      );
      assert.equal(await readSession(copy), null);
      assert.deepEqual(
        browser.cookies(site).map(({ name }) => name)
          .filter((name) => name.startsWith(cookieName.attempt)),
        [],
      );
    });
  });

  describe(`a code whose token is kept in ${kind} [4.13]`, () => {
    it("four wrong codes do not stop the right one", async () => {
      const flow = await createMailFlow(toConfig());
      const browser = flow.createBrowser();
      const { code, page } = await askForMail(flow, browser, undefined, {
        target: "/cart",
      });
      let shown = page;
      for (let i = 0; i < 4; i++) {
        shown = await typeCode(browser, shown, wrongOf(code, i));
        assert.match(shown.text, /That code isn’t right/);
        await assertRefusal(flow, browser);
      }
      const end = await typeCode(
        browser,
        shown,
        ` ${code.slice(0, 4)} ${code.slice(4)} `,
      );
      assert.equal(end.url, `${site}/cart`);
      assert.ok(await readSession(browser));
    });

    it("a code may be entered with another keyboard's digits", async () => {
      const flow = await createMailFlow(toConfig());
      const browser = flow.createBrowser();
      const { code, page } = await askForMail(flow, browser);
      const wide = code.replace(
        /\d/g,
        (digit) => String.fromCharCode(0xff10 + Number(digit)),
      );
      await typeCode(browser, page, wide);
      assert.ok(await readSession(browser));
    });

    it("a right code does not count as a try", async () => {
      const flow = await createMailFlow({
        ...toConfig(),
        limits: { code: { address: 2, account: 2 } },
        clientAddress: () => "203.0.113.7",
      });
      for (let i = 0; i < 4; i++) {
        const browser = flow.createBrowser();
        // A different user each time: one who is known at an address gets a fresh count.
        const email = `ada${i}@example.test`;
        const { code, page } = await askForMail(flow, browser, email);
        await typeCode(browser, page, code);
        assert.ok(await readSession(browser), `${i}`);
      }
    });

    it("the fifth wrong code ends the code and the link", async () => {
      const flow = await createMailFlow(toConfig());
      const browser = flow.createBrowser();
      const { url, code, page } = await askForMail(flow, browser);
      const copy = browser.clone();
      // In parallel, in two browsers: that does not allow more tries.
      await Promise.all(
        Array.from(
          { length: 8 },
          (_, i) => typeCode(i % 2 ? browser : copy, page, wrongOf(code, i)),
        ),
      );
      await typeCode(browser, page, code);
      await assertRefusal(flow, browser, "void");
      await press(browser, url);
      await assertRefusal(flow, browser, "void");
      const other = flow.createBrowser();
      await press(other, url);
      await assertRefusal(flow, other, "void");
    });

    it("a code works only in the browser that asked", async () => {
      const flow = await createMailFlow(toConfig());
      const asking = flow.createBrowser();
      const { code, page } = await askForMail(flow, asking);
      const other = flow.createBrowser();
      const own = await askForMail(flow, other, "eve@example.test");
      await typeCode(other, own.page, code);
      assert.equal(await readSession(other), null);
      const state = new URL(page.url).searchParams.get("state") ?? "";
      await other.submit(own.page, {
        action: "/auth/callback/email",
        fields: { code, state },
      });
      await assertRefusal(flow, other, "");
      await typeCode(asking, page, code);
      assert.ok(await readSession(asking));
    });

    it("a code expires together with the link", async () => {
      mock.timers.enable({ apis: ["Date"], now: Date.UTC(2026, 0, 1) });
      const flow = await createMailFlow(toConfig());
      const browser = flow.createBrowser();
      const { code, page } = await askForMail(flow, browser);
      mock.timers.tick(600_000);
      await typeCode(browser, page, code);
      await assertRefusal(flow, browser, "");
    });
  });
}

function wrongOf(code: string, i: number): string {
  return String((Number(code) + i + 1) % 100_000_000).padStart(8, "0");
}

/** Adds delays, with an adapter that reads first and deletes later. */
function withDelays(config: Partial<AuthConfig>): Partial<AuthConfig> {
  const wait = async () => {
    for (let i = 0; i < 5; i++) await setImmediate();
  };
  if (config.store !== undefined) {
    const { compareAndSet } = config.store;
    const store: Store = {
      ...config.store,
      compareAndSet: async (...args) => {
        await wait();
        return await compareAndSet(...args);
      },
    };
    return { ...config, store };
  }
  const tables = createTables();
  const adapter: Adapter = {
    ...createPlainAdapter(tables),
    useVerificationToken: async ({ identifier, token }) => {
      const find = (one: { identifier: string; token: string }) =>
        one.identifier === identifier && one.token === token;
      const found = tables.tokens.find(find) ?? null;
      await wait();
      tables.tokens = tables.tokens.filter((one) => !find(one));
      return found;
    },
    createVerificationToken: (token) => void tables.tokens.push(token),
  };
  return { ...config, adapter };
}

describe("a token [4.13]", () => {
  it("a token is stored as a hash that reveals nothing without the secret", async () => {
    const tables = createTables();
    const flow = await createMailFlow({ adapter: createPlainAdapter(tables) });
    const { url } = await askForMail(flow, flow.createBrowser());
    const [row] = tables.tokens;
    assert.ok(row);
    assert.deepEqual(Object.keys(row).sort(), [
      "expires",
      "identifier",
      "token",
    ]);
    assert.notEqual(row.token, toToken(url));
    const browser = flow.createBrowser();
    await press(browser, change(url, { token: row.token }));
    await assertRefusal(flow, browser, "");
  });

  it("a token works if another process sent it, even if each has its own memory", async () => {
    const secret = "one secret for both of the processes";
    const one = await createMailFlow({ secret });
    const { url } = await askForMail(one, one.createBrowser());
    // A process keeps a limited number of default stores: this evicts the first one.
    for (let i = 0; i < 101; i++) {
      const other = { ...one.makeConfig(), secret: crypto.randomUUID() };
      await Auth(new Request(`${site}/auth/csrf`), other);
    }
    const two = await createMailFlow({ secret });
    const browser = two.createBrowser();
    await press(browser, url);
    assert.ok(await readSession(browser));
    const other = two.createBrowser();
    await press(other, url);
    await assertRefusal(two, other, "used");
  });

  it("a token is refused if the adapter returns a row that was not asked for", async () => {
    for (const wrong of [{ identifier: "eve@example.test" }, { token: "x" }]) {
      const inner = createMemoryAdapter();
      const adapter: Adapter = {
        ...inner,
        useVerificationToken: async (key) => {
          const row = await inner.useVerificationToken?.(key);
          return row ? { ...row, ...wrong } : null;
        },
      };
      const flow = await createMailFlow({ adapter });
      const { url } = await askForMail(flow, flow.createBrowser());
      const browser = flow.createBrowser();
      await press(browser, url);
      await assertRefusal(flow, browser, "");
      assert.match(flow.log.map(({ text }) => text).join(), /a row other/);
    }
  });

  it("the application may make the token, unless it can be guessed", async () => {
    const token = "a-token-of-the-host-0123456789";
    const generateVerificationToken = () => Promise.resolve(token);
    const flow = await createMailFlow(
      { adapter: createMemoryAdapter() },
      { generateVerificationToken },
    );
    const browser = flow.createBrowser();
    const { url } = await askForMail(flow, browser);
    assert.equal(toToken(url), token);
    await openLink(browser, url);
    assert.ok(await readSession(browser));
    for (const short of ["123456", "", 7 as unknown as string]) {
      const careless = await createMailFlow({}, {
        generateVerificationToken: () => short,
      });
      const page = await ask(careless.createBrowser());
      assert.match(page.url, /error=Configuration/);
      assert.equal(careless.mails.length, 0);
    }
  });
});

describe("an entered address [4.12]", () => {
  const payloads = [
    "attacker@a.example,victim@corp.example",
    '"e@attacker.example"@corp.example',
    "a＠attacker.example@corp.example",
    'x@y.example, <a href="http://evil.example">claim</a>',
    "ada@corp.example\r\nBcc: eve@evil.example",
    "<ada@corp.example>",
    "ada@corp.example>,<eve@evil.example",
    "",
    "ada",
  ];

  it("an entry that is not one bare address sends no mail [A05, A07, A11]", async () => {
    const seen: unknown[] = [];
    const flow = await createMailFlow({
      callbacks: {
        signIn: ({ user }) => {
          seen.push(user);
          return user.email?.endsWith("@corp.example") ?? false;
        },
      },
    });
    for (const payload of payloads) {
      const page = await ask(flow.createBrowser(), payload);
      assert.match(page.url, /error=InvalidAddress/, payload);
    }
    assert.deepEqual([seen, flow.mails], [[], []]);
  });

  it("an entry that is not a text sends no mail [4.9]", async () => {
    const flow = await createMailFlow();
    for (
      const email of [
        { toString: "ada@example.test" },
        ["ada@example.test"],
        [],
        7,
        null,
        true,
      ]
    ) {
      const browser = flow.createBrowser();
      const { csrfToken } = await (await browser.fetch(`${site}/auth/csrf`))
        .json();
      const answer = await browser.fetch(`${site}/auth/signin/email`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json",
        },
        body: JSON.stringify({ csrfToken, email }),
      });
      assert.equal(answer.status, 400, JSON.stringify(email));
      assert.equal((await answer.json()).error, "InvalidAddress");
      assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
      await assertNoRejections();
    }
    assert.deepEqual(flow.mails, []);
  });

  it("mail, callback, row, link and user have the address in one spelling [A12]", async () => {
    const seen: unknown[] = [];
    const tables = createTables();
    const flow = await createMailFlow({
      adapter: createPlainAdapter(tables),
      callbacks: {
        signIn: ({ user, account, email }) => {
          seen.push([user.email, account?.providerAccountId, email]);
          return true;
        },
      },
    });
    const browser = flow.createBrowser();
    const { url, to } = await askForMail(flow, browser, "Ａda＠Example．test");
    const spelling = "ada@example.test";
    assert.equal(to, spelling);
    assert.equal(new URL(url).searchParams.get("email"), spelling);
    assert.equal(tables.tokens[0]?.identifier, spelling);
    await openLink(browser, url);
    assert.equal(tables.users[0]?.email, spelling);
    assert.deepEqual(seen, [
      [spelling, spelling, { verificationRequest: true }],
      [spelling, spelling, undefined],
    ]);
  });

  it("the application's own rules come first, and their result is checked too", async () => {
    const flow = await createMailFlow({}, {
      normalizeIdentifier: (text) =>
        text.includes("@") ? text : `${text}@corp.example`,
    });
    const { to } = await askForMail(flow, flow.createBrowser(), "Ada");
    assert.equal(to, "ada@corp.example");
    for (const own of ["a@b.example,c@d.example", 7, undefined, null]) {
      const careless = await createMailFlow({}, {
        normalizeIdentifier: () => own as string,
      });
      const page = await ask(careless.createBrowser());
      assert.match(page.url, /error=InvalidAddress/);
      assert.equal(careless.mails.length, 0);
    }
    const broken = await createMailFlow({}, {
      normalizeIdentifier: () => {
        throw new Error("only our own domain");
      },
    });
    assert.match((await ask(broken.createBrowser())).url, /InvalidAddress/);
  });

  it("the answer is the same for known and unknown addresses [4.16]", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1.7e12 });
    const adapter = createMemoryAdapter();
    const flow = await createMailFlow({ adapter });
    const known = flow.createBrowser();
    await openLink(known, (await askForMail(flow, known)).url);
    const answers = [];
    for (const email of ["ada@example.test", "eve@example.test"]) {
      const calls: string[] = [];
      const counted = new Proxy(adapter, {
        get: (target, name) => {
          calls.push(String(name));
          return Reflect.get(target, name);
        },
      });
      const own = await createMailFlow({ adapter: counted });
      const { page, text } = await askForMail(own, own.createBrowser(), email);
      const answer = own.answers.find(({ url }) =>
        url.endsWith("/signin/email")
      );
      answers.push([
        page.text.replaceAll(email, "").replace(/value="[^"]*"/g, "")
          .replace(/nonce="[^"]*"/, ""),
        text.replace(/https:\S+|\d{4} \d{4}/g, ""),
        answer?.status,
        [...answer?.headers.keys() ?? []],
        calls.filter((name) => /^(?:get|create|use|update)/.test(name)),
      ]);
    }
    assert.deepEqual(answers[0], answers[1]);
  });
});
