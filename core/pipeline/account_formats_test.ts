/**
 * What users with passwords and second factors have begun, or were given,
 * before an upgrade goes on after it. See `formats_testkit.ts`.
 */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  Password,
  type PasswordOptions,
} from "@latchkey/auth/providers/password";
import type { Browser } from "@latchkey/auth/testing";
import {
  createApp,
  readSession,
  signOut,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { toMailProvider } from "../methods/email/email_testkit.ts";
import {
  choose,
  openLink,
  post,
} from "../methods/password/password_testkit.ts";
import {
  showCode,
  toLocation,
} from "../methods/second_factor/second_factor_testkit.ts";
import { endsWithBrowser, readCookie } from "../session/session_testkit.ts";
import { corpus, NOW, PEPPER, SECRET } from "./formats_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOW }));
afterEach(endTest);

const DAY = 86_400_000;
const email = "ada@example.com";
const password = "correct horse";
const another = "another quite long password";
const { accounts: old, password: { keyed } } = corpus;

interface Row {
  /** Default: none. */
  readonly factors?: string;
  readonly address?: string;
}

/** Makes an app with the user of the corpus, unless there is no row. */
async function create(
  row: Row | null,
  options: Partial<PasswordOptions> = {},
) {
  const adapter = createMemoryAdapter();
  const store = createMemoryStore();
  const secret = ["a newer secret of the same site, made later", SECRET];
  if (row !== null) {
    const { factors = null, address = email } = row;
    await adapter.createUser({
      ...{ id: "user-1", name: "Ada", email: address },
      emailVerified: new Date(NOW),
    });
    for (const [kind, after] of Object.entries({ password: keyed, factors })) {
      if (after === null) continue;
      const change = { userId: "user-1", before: null, after } as const;
      await adapter.replaceSecret({ ...change, kind: kind as "factors" });
    }
  }
  const session = { rememberMe: true };
  // The kit of passwords makes other hashes, which take no time.
  const flow = await createApp({
    config: { secret, adapter, store, session, origin: site },
    keepsConfig: true,
    toProviders: () => [
      Password({
        mail: toMailProvider([]),
        pepper: PEPPER,
        hash: { memory: 16 },
        ...options,
      }),
    ],
  });
  return { ...flow, adapter, store };
}

/** Gives a browser the cookie of an attempt. */
function give(
  browser: Browser,
  { state, cookie }: { readonly state: string; readonly cookie: string },
): void {
  const name = `__Host-latchkey.attempt.${state}`;
  browser.setCookie(site, `${name}=${cookie}; Path=/; Secure`);
}

/** Types the password; returns where the browser is sent. */
async function typePassword(browser: Browser, typed = password) {
  const callbackUrl = "/after";
  const fields = { email, password: typed, callbackUrl };
  return toLocation(await post(browser, "callback/password", fields)).pathname;
}

async function assertIsAda(browser: Browser): Promise<void> {
  assert.equal((await readSession(browser))?.user?.email, email);
}

describe("accounts of an earlier release, and of an earlier secret", () => {
  it("a sign-in that waits for its second factor goes on", async () => {
    const flow = await create({ factors: old.factors });
    const { state, key, text } = old.pending;
    await flow.store.set(key, text, 600);
    give(flow.browser, old.pending);
    const fields = { state, code: await showCode(1) };
    const answer = await post(flow.browser, "second-factor", fields);
    assert.equal(toLocation(answer).href, `${site}/after`);
    await assertIsAda(flow.browser);
    const { authentication } = await readSession(flow.browser) ?? {};
    assert.deepEqual(authentication?.amr, ["pwd", "otp", "mfa"]);
    // The box was ticked beside the password.
    assert.ok(!endsWithBrowser(readCookie(flow)));
  });

  it("the rows of passwords and factors let their user in, a recovery code as well", async () => {
    for (const typed of [await showCode(1), old.recoveryCode]) {
      const { browser } = await create({ factors: old.factors });
      const fields = { email, password };
      const held = await post(browser, "callback/password", fields);
      const state = toLocation(held).searchParams.get("state") ?? "";
      await post(browser, "second-factor", { state, code: typed });
      await assertIsAda(browser);
    }
  });

  it("a remembered browser is not asked for 30 days, unless all sessions were ended", async () => {
    const flow = await create({ factors: old.factors });
    const { browser, store } = flow;
    const cookie = `__Host-latchkey.remembered=${old.remembered}`;
    browser.setCookie(site, `${cookie}; Path=/; Secure`);
    mock.timers.setTime(NOW + 30 * DAY - 1000);
    assert.equal(await typePassword(browser), "/after");
    await signOut(browser);
    await store.set(old.devices, String(NOW + 1), 600);
    assert.equal(await typePassword(browser), "/auth/second-factor");
  });

  it("the cookie of a browser that asked for a reset takes the code of the mail", async () => {
    const { browser } = await create({});
    give(browser, old.reset);
    const { state, code } = old.reset;
    const fields = { state, code };
    const proved = await post(browser, "callback/password", fields);
    const page = await browser.goto(toLocation(proved).href);
    const end = await choose(browser, page, another);
    assert.equal(end.url, `${site}/after`);
    await assertIsAda(browser);
  });

  it("the link of a reset works once, in any browser", async () => {
    const { browser, adapter } = await create({});
    const { state, token } = old.reset;
    const url = `${site}/auth/new-password?token=${token}&state=${state}`;
    await choose(browser, await openLink(browser, url), another);
    await assertIsAda(browser);
    const before = await adapter.getSecret("user-1", "password");
    const row = { userId: "user-1", kind: "password", before } as const;
    await adapter.replaceSecret({ ...row, after: keyed });
    const FORM = /name="password"/;
    assert.doesNotMatch((await openLink(browser, url)).text, FORM);
    const unused = await create({});
    assert.match((await openLink(unused.browser, url)).text, FORM);
    await unused.store.set(`latchkey.password.used.${state}`, "used", 600);
    assert.doesNotMatch((await openLink(unused.browser, url)).text, FORM);
  });

  it("a password that was chosen before its address was proved is stored", async () => {
    const flow = await create(null, { confirm: "after" });
    const { browser } = flow;
    give(browser, old.early);
    const { state, token } = old.early;
    const url = `${site}/auth/new-password?token=${token}&state=${state}`;
    await openLink(browser, url);
    await assertIsAda(browser);
    assert.ok(!endsWithBrowser(readCookie(flow)));
    const other = flow.createBrowser();
    const chosen = "a new and quite long password";
    assert.equal(await typePassword(other, chosen), "/after");
  });

  it("an invitation works for seven days", async () => {
    const flow = await create(null, { signUp: false });
    const { browser } = flow;
    mock.timers.setTime(NOW + 7 * DAY - 1000);
    const url = `${site}/auth/new-password${old.invitation}`;
    const page = await openLink(browser, url);
    const end = await choose(browser, page, another);
    assert.match(end.url, /\/after$/);
    await assertIsAda(browser);
    assert.equal((await readSession(browser))?.user?.name, "Ada");
  });

  it("a new address is confirmed, and the old one comes back for seven days", async () => {
    const asked = await create({});
    await typePassword(asked.browser);
    await post(asked.browser, "email", { confirm: old.confirm });
    const address = "ada@elsewhere.example";
    const user = await asked.adapter.getUser("user-1");
    assert.equal(user?.email, address);
    const flow = await create({ address });
    mock.timers.setTime(NOW + 7 * DAY - 1000);
    await post(flow.browser, "email", { undo: old.undo });
    assert.equal((await flow.adapter.getUser("user-1"))?.email, email);
  });
});
