/**
 * Tests `limits.credentials.failures`: failures in a row close an account to
 * browsers that are not known for it.
 */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  type AuthConfig,
  createAuth,
  createMemoryStore,
  type Limits,
  type Mail,
  type Store,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Passkey } from "@latchkey/auth/providers/passkey";
import type { Browser } from "@latchkey/auth/testing";
import {
  makeProvider,
  typeIn,
} from "../methods/credentials/credentials_testkit.ts";
import {
  createApp,
  readCsrfToken,
  readSession,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { NOON } from "../session/session_testkit.ts";
import { StoreError } from "../errors/errors.ts";
import { limitAttempt, recordSuccess, type Try } from "./limits.ts";
import { addresses } from "./limits_simulation_testkit.ts";
import {
  attempt,
  createSite as createLimited,
  slowDown,
  succeed,
} from "./limits_testkit.ts";
import { askForMail, type MailFlow } from "../methods/email/email_testkit.ts";
import {
  authenticate,
  createMember,
  createPasskeySite,
  onOtherBrowser,
  whoIs,
} from "../methods/passkey/passkeys_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(async () => {
  mock.timers.reset();
  await endTest();
});

const DAY = 86_400;
const here = "203.0.113.7";
const email = "ada@example.test";
const ada = { account: `credentials ${email}` };
const seconds = (n: number) => mock.timers.tick(n * 1000);
const password = makeProvider({
  credentials: { email: {}, password: { type: "password" } },
  authorize: ({ email: name, password }) =>
    name === email && password === "sesame-7" ? { id: "1", email } : null,
});
const mail = { id: "email", type: "email", from: "a@b.example" } as const;

function toLimits(failures: number, more: Limits["credentials"] = {}): Limits {
  return { credentials: { ...more, failures } };
}

/** Creates an application with passwords and mails. */
function createSite(failures: number, config: Partial<AuthConfig> = {}) {
  return createLimited({
    providers: [password, { ...mail, sendMail: () => {} }],
    limits: toLimits(failures),
    ...config,
  });
}

type Site = ReturnType<typeof createSite>;

/** Fails this often, from new addresses and as soon as possible. */
async function fail(site: Site, times: number, what = ada): Promise<void> {
  for (const address of addresses(times)) {
    const wait = await attempt(site.from(address), what);
    if (wait === 0) continue;
    seconds(wait);
    assert.equal(await attempt(site.from(address), what), 0);
  }
}

describe("failures in a row", () => {
  it("a hundred failures close an account to new browsers, and time does not reopen it", async () => {
    const site = createSite(100);
    await fail(site, 99);
    seconds(3600);
    assert.equal(await attempt(site.from(here), ada), 0);
    for (const days of [0, 1, 30, 365]) {
      seconds(days * DAY);
      assert.equal(await attempt(site.from(here), ada), DAY, `${days} days`);
      assert.equal(await attempt(site.from(null), ada), DAY);
    }
    assert.equal(await attempt(site.from(here), { account: "bob" }), 0);
  });

  it("failures close nothing without the option", async () => {
    const site = createLimited();
    await fail(site, 300);
    seconds(3600);
    assert.equal(await attempt(site.from(here), ada), 0);
  });

  it("failures are counted exactly, also in a burst in several processes", async () => {
    const store = createMemoryStore();
    const secret = "a secret that several processes share";
    const limits = toLimits(100, { account: 1000 });
    const sites = [0, 1, 2].map(() =>
      createSite(100, { store: slowDown(store), secret, limits })
    );
    const waits: number[] = [];
    // The bursts are small, so that no attempt waits long in the queue.
    for (let i = 0; i < 30; i++) {
      const burst = addresses(5).map((_, n) =>
        attempt(
          (sites[n % 3] ?? assert.fail()).from(`192.0.2.${i * 5 + n}`),
          ada,
        )
      );
      waits.push(...await Promise.all(burst));
    }
    assert.equal(waits.filter((wait) => wait === 0).length, 100);
  });

  it("failures do not close the account for a known browser, and its success reopens it", async () => {
    const site = createSite(20);
    const device = await succeed(site.from(here), ada);
    await fail(site, 20);
    assert.equal(await attempt(site.from(here), ada), DAY);
    await succeed(site.from(here, device), ada);
    seconds(3600);
    assert.equal(await attempt(site.from(here), ada), 0);
  });

  it("a success in a new browser ends the count", async () => {
    const site = createSite(20);
    for (let i = 0; i < 5; i++) {
      await fail(site, 19);
      seconds(5 * 3600);
      assert.notEqual(await succeed(site.from(here), ada), "");
      seconds(5 * 3600);
    }
    await fail(site, 20);
    assert.equal(await attempt(site.from(here), ada), DAY);
  });

  it("a sign-in by a mail to the address that is the account's name ends the count, and no other mail does", async () => {
    const site = createSite(20);
    await fail(site, 20);
    const others: readonly Try[] = [
      { kind: "email", account: "eve@example.test" },
      { kind: "code", account: email },
      { kind: "passkey", account: null },
      { kind: "credentials", account: "credentials eve@example.test" },
    ];
    for (const other of others) await recordSuccess(site.from(here), other);
    assert.equal(await attempt(site.from(here), ada), DAY);
    // It does not matter when the mail was requested, even if that is unknown.
    await recordSuccess(
      site.from(here),
      { kind: "email", account: email },
      null,
    );
    seconds(3600);
    assert.equal(await attempt(site.from(here), ada), 0);
  });

  it("a sign-in by mail ends the count even if mails are not limited", async () => {
    const limits = { email: false, ...toLimits(20) } as const;
    const site = createSite(20, { limits });
    await fail(site, 20);
    await recordSuccess(site.from(here), { kind: "email", account: email });
    seconds(3600);
    assert.equal(await attempt(site.from(here), ada), 0);
  });

  it("attempts stopped by an outage are not counted as failures", async () => {
    const site = createSite(20);
    const what: Try = { kind: "credentials", ...ada };
    for (let i = 0; i < 50; i++) {
      const down = () => Promise.reject(new StoreError("down"));
      await assert.rejects(limitAttempt(site.from(here), what, down));
    }
    await fail(site, 19);
    seconds(3600);
    assert.equal(await attempt(site.from(here), ada), 0);
  });

  it("attempts stopped by an outage are not counted even after their bucket has drained", async () => {
    const limits = toLimits(20, { pause: 1 });
    const site = createSite(20, { limits });
    const what: Try = { kind: "credentials", ...ada };
    for (let i = 0; i < 50; i++) {
      const ctx = site.from(here);
      const down = () => {
        seconds(9);
        return Promise.reject(new StoreError("down"));
      };
      await assert.rejects(limitAttempt(ctx, what, down));
    }
    assert.equal(await attempt(site.from(here), ada), 0);
  });

  it("rare failures do not add up over a year, because they are forgotten", async () => {
    const site = createSite(100);
    for (const days of [1, 3, 5]) {
      let passed = 0;
      const account = `every ${days} days`;
      for (let day = 0; day < 365; day += days) {
        if (await attempt(site.from(here), { account }) === 0) passed++;
        seconds(days * DAY);
      }
      assert.ok(passed <= 100, `${days}: ${passed}`);
    }
  });

  it("the count survives any flood of other attempts in the memory store", async () => {
    const site = createSite(20, {
      store: createMemoryStore({ maxEntries: 50 }),
    });
    await fail(site, 20);
    for (const [i, address] of addresses(200).entries()) {
      await attempt(site.from(address), { kind: "email", account: `${i}` });
      await attempt(site.from(address), { kind: "signUp" });
    }
    assert.equal(await attempt(site.from(here), ada), DAY);
  });

  it("counting makes no additional store calls", async () => {
    const inner = createMemoryStore();
    const calls: string[] = [];
    const store: Store = {
      ...inner,
      get: (keys) => (calls.push("get"), inner.get(keys)),
      compareAndSet: (...args) => {
        calls.push("compareAndSet");
        return inner.compareAndSet(...args);
      },
    };
    const site = createSite(100, { store });
    const device = await succeed(site.from(here), ada);
    const three = Array(3).fill("compareAndSet");
    assert.deepEqual(calls, ["get", ...three, "get", ...three]);
    await attempt(site.from("192.0.2.1"), ada);
    calls.length = 0;
    await succeed(site.from(here, device), ada);
    // Two calls for the browser, and one that ends the row; each time, the
    // library checks whether the browser is still known.
    const known = ["get", "get"];
    assert.deepEqual(calls, [...known, ...three.slice(1), ...known, ...three]);
  });

  it("attempts go on while the store fails", async () => {
    const get = () => Promise.reject(new Error("down"));
    const site = createSite(1, { store: { ...createMemoryStore(), get } });
    for (let i = 0; i < 5; i++) {
      assert.equal(await attempt(site.from(here), ada), 0);
    }
    assert.equal(site.lines.length, 5);
  });
});

describe("the option `failures`", () => {
  const secret = "a random text of at least 32 characters";
  const start = (limits: object, providers: AuthConfig["providers"]) => () =>
    createAuth({ secret, providers, limits: limits as Limits });
  const both = [password, { ...mail, sendMail: () => {} }];

  it("the option is refused if a stranger could lock the owner out for good", () => {
    const limits = toLimits(100);
    const line =
      /`limits\.credentials\.failures` needs .* another way to sign in/;
    assert.throws(start(limits, [password]), line);
    const uncounted = toLimits(100, { account: false });
    assert.throws(start(uncounted, both), line);
    assert.doesNotThrow(start(limits, both));
    assert.doesNotThrow(start(limits, () => [password]));
  });

  it("the option is refused if it is not a number, or is set for another kind", () => {
    for (const failures of [0, -1, 1.5, "100", 1001, null]) {
      assert.throws(
        start({ credentials: { failures } }, both),
        /`limits\.credentials\.failures` must be a whole number above 0/,
      );
    }
    for (const kind of ["code", "email", "signUp", "callback"]) {
      assert.throws(
        start({ [kind]: { failures: 100 } }, both),
        RegExp(`\`limits\\.${kind}\\.failures\` does not exist`),
      );
    }
    assert.doesNotThrow(
      start({ credentials: { failures: false } }, [password]),
    );
  });
});

describe("a closed account", () => {
  /** Creates a site whose visitors report their address, and its mails. */
  async function createClosing(): Promise<MailFlow> {
    const mails: Mail[] = [];
    const flow = await createApp({
      config: {
        store: createMemoryStore(),
        limits: toLimits(3),
        clientAddress: (request: Request) => request.headers.get("x-client"),
      },
      toProviders: () => [
        password,
        { ...mail, sendMail: ({ mail }) => void mails.push(mail) },
      ],
    });
    return { ...flow, mails };
  }

  async function send(
    browser: Browser,
    fields: Record<string, string>,
    client = "203.0.113.7",
  ): Promise<Response> {
    const csrfToken = await readCsrfToken(browser);
    return await browser.fetch(`${site}/auth/callback/credentials`, {
      method: "POST",
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        accept: "text/html",
        "x-client": client,
      },
      redirect: "manual",
      body: new URLSearchParams({ csrfToken, ...fields }).toString(),
    });
  }

  async function close(flow: MailFlow, name: string): Promise<void> {
    for (const i of [1, 2, 3]) {
      const guess = { email: name, password: `guess ${i}` };
      const from = `192.0.2.${i}`;
      const answer = await send(flow.createBrowser(), guess, from);
      assert.equal(answer.status, 303);
    }
  }

  it("a closed account gets the same answer as an unknown one, which starts no session and is not cached", async () => {
    const seen: unknown[] = [];
    for (const name of [email, "nobody@example.test"]) {
      const flow = await createClosing();
      await close(flow, name);
      const browser = flow.createBrowser();
      const answer = await send(browser, { email: name, password: "sesame-7" });
      assert.equal(answer.status, 429);
      assert.equal(answer.headers.get("retry-after"), `${DAY}`);
      assert.match(answer.headers.get("cache-control") ?? "", /\bno-store\b/);
      assert.equal(await readSession(browser), null);
      const text = await answer.text();
      assert.doesNotMatch(text, /sesame|example\.test/);
      seen.push([
        [...answer.headers.keys()],
        text.replace(/<code>[\w-]{58}<\/code>/, "")
          .replace(/nonce="[^"]+"/g, "")
          .replace(/(name="csrfToken" value=)"[^"]+"/g, "$1"),
      ]);
    }
    assert.deepEqual(seen[0], seen[1]);
  });

  it("a mail signs the owner of a closed account in, and the password works again", async () => {
    const flow = await createClosing();
    await close(flow, email);
    const right = { email, password: "sesame-7" };
    assert.equal((await send(flow.createBrowser(), right)).status, 429);
    const owner = flow.createBrowser();
    const { url } = await askForMail(flow, owner);
    await owner.goto(url);
    assert.ok(await readSession(owner));
    const browser = flow.createBrowser();
    assert.equal((await send(browser, right)).status, 303);
    assert.ok(await readSession(browser));
  });

  it("the password signs the owner of a closed account in, in a known browser", async () => {
    const flow = await createClosing();
    const right = { email, password: "sesame-7" };
    const browser = flow.createBrowser();
    assert.equal((await send(browser, right)).status, 303);
    await browser.submit(await browser.goto(`${site}/auth/signout`));
    assert.equal(await readSession(browser), null);
    await close(flow, email);
    assert.equal((await send(flow.createBrowser(), right)).status, 429);
    assert.equal((await send(browser, right, "198.51.100.1")).status, 303);
    assert.ok(await readSession(browser));
    assert.equal((await send(flow.createBrowser(), right)).status, 303);
  });
});

describe("a passkey of a closed account", () => {
  it("a passkey signs in to an account that is closed to passwords", async () => {
    const flow = await createPasskeySite({
      providers: [Passkey(), password],
      limits: toLimits(3),
      store: createMemoryStore(),
    });
    const owner = await createMember(flow, email);
    const again = onOtherBrowser(flow, owner);
    const csrfToken = await readCsrfToken(again.browser);
    const statuses: number[] = [];
    for (let i = 0; i < 4; i++) {
      const answer = await again.browser.fetch(
        `${site}/auth/callback/credentials`,
        {
          method: "POST",
          headers: { accept: "application/json" },
          body: new URLSearchParams({ csrfToken, email, password: "x" }),
        },
      );
      statuses.push(answer.status);
    }
    assert.deepEqual(statuses, [401, 401, 401, 429]);
    assert.equal((await authenticate(again)).status, 200);
    assert.ok(await whoIs(again.browser));
  });
});

describe("the page about too many attempts", () => {
  const passkeys = {
    adapter: createMemoryAdapter(),
    session: { strategy: "jwt" },
    origin: site,
    experimental: { enableWebAuthn: true },
  } as const;
  const nobody = { authorize: () => null };
  const undeclared = makeProvider({ ...nobody, credentials: {} });
  const form = makeProvider(nobody);
  const mails = { ...mail, sendMail: () => {} };

  async function open(
    providers: AuthConfig["providers"],
    headers: Record<string, string> = {},
  ): Promise<string> {
    const flow = await createApp({
      config: {
        ...passkeys,
        limits: { credentials: { account: 1 }, email: { account: 1 } },
      },
      toProviders: () => providers,
    });
    const browser = flow.createBrowser();
    const csrfToken = await readCsrfToken(browser);
    for (;;) {
      const answer = await browser.fetch(
        `${site}/auth/callback/credentials`,
        {
          method: "POST",
          headers: {
            "content-type": "application/x-www-form-urlencoded",
            accept: "text/html",
            ...headers,
          },
          redirect: "manual",
          body: new URLSearchParams({
            csrfToken,
            username: "ada",
            password: "x",
          }).toString(),
        },
      );
      if (answer.status !== 429) continue;
      if (headers["x-auth-return-redirect"] === undefined) {
        return await answer.text();
      }
      const { url } = await answer.json();
      return (await browser.goto(url)).text;
    }
  }

  const toWays = (html: string) =>
    [...html.matchAll(
      /<span>([^<]*)<\/span>|<button[^>]*>(?:<svg.*?<\/svg>)?(.*?)<\/b/g,
    )]
      .map(([, browser, button]) => browser ?? button);

  const BROWSER = "Use a browser you’ve signed in with before";
  const MAIL = "Email me a sign-in link";
  const PASSKEY = "Sign in with a passkey";

  it("the page names the other sign-in methods that are configured, and no others", async () => {
    const op = {
      id: "op",
      name: "An <OP>",
      type: "oidc",
      issuer: "https://op.example",
      clientId: "a",
      clientSecret: "b",
    } as const;
    const cases: [AuthConfig["providers"], string[]][] = [
      [[form], [BROWSER]],
      [[undeclared], []],
      [[form, mails], [BROWSER, MAIL]],
      [[form, mails, op], [BROWSER, "Continue with An &lt;OP&gt;", MAIL]],
      [[undeclared, mails], [MAIL]],
      [[Passkey(), form, mails], [BROWSER, PASSKEY, MAIL]],
    ];
    for (const [providers, ways] of cases) {
      const html = await open(providers);
      assert.deepEqual(toWays(html), ways);
      const intro = "You can also sign in another way:";
      assert.equal(html.includes(intro), ways.length > 0);
    }
  });

  it("each of them works from the page", async () => {
    for (const script of [false, true]) {
      const flow = await createApp({
        config: { limits: { credentials: { account: 1 } } },
        toProviders: (op) => [form, mails, op.provider()],
      });
      const browser = flow.createBrowser();
      const limit = async () => {
        for (;;) {
          const page = await typeIn(browser, { target: "/cart" });
          if (page.status === 429) return page;
        }
      };
      const direct = await limit();
      const query = "error=RateLimited&provider=credentials&callbackUrl=/cart";
      const page = script
        ? await browser.goto(`${site}/auth/error?${query}`)
        : direct;
      const left = await browser.submit(page, {
        action: "/auth/signin/op",
        stopAt: (url) => !url.startsWith(`${site}/`),
      });
      assert.ok(left.pending?.startsWith(flow.op.origin), left.url);
      const asked = await browser.submit(page, {
        action: `/auth/signin/${mails.id}`,
        fields: { email: "ada@example.test" },
      });
      assert.equal(new URL(asked.url).pathname, "/auth/verify-request");
      assert.match(asked.text, /name="callbackUrl" value="[^"]*\/cart"/);
    }
  });

  it("a script's visitor gets the same page, in the visitor's language", async () => {
    const script = { "x-auth-return-redirect": "1" };
    assert.deepEqual(toWays(await open([form, mails], script)), [
      BROWSER,
      MAIL,
    ]);
    const html = await open([form, mails], { "accept-language": "de" });
    assert.deepEqual(toWays(html), [
      "Einen Browser verwenden, in dem Sie sich schon einmal angemeldet haben",
      "Anmeldelink per E-Mail senden",
    ]);
  });

  it("the page names no method that only its URL names", async () => {
    const flow = await createApp({ toProviders: () => [form, mails] });
    const browser = flow.createBrowser();
    for (const provider of ["", "op", "__proto__", "<b>"]) {
      const query = new URLSearchParams({ error: "RateLimited", provider });
      const { text } = await browser.goto(`${site}/auth/error?${query}`);
      assert.deepEqual(toWays(text), []);
    }
    const other = await browser.goto(
      `${site}/auth/error?error=AccessDenied&provider=credentials`,
    );
    assert.deepEqual(toWays(other.text), []);
  });
});
