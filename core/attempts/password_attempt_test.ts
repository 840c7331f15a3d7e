/** What a browser keeps that asked for a mail about a password. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createMemoryStore, type Store } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import { readSession, site } from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import {
  addMember,
  address,
  another,
  choose,
  createPasswordFlow,
  getMail,
  openLink,
  type PasswordFlow,
  post,
  typeCode,
} from "../methods/password/password_testkit.ts";
import { NOON } from "../session/session_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

const MINUTE = 60_000;

async function createAsked(store: Store = createMemoryStore()) {
  const flow = await createPasswordFlow({ config: { store } });
  await addMember(flow.adapter);
  return { flow, mail: await getMail(flow, flow.browser, "reset") };
}

/** Opens a page with the cookies of a browser, at any origin. */
async function openAt(
  { handler }: PasswordFlow,
  browser: Browser,
  url: string,
): Promise<Response> {
  const headers = { cookie: browser.cookieHeader(site), accept: "text/html" };
  return await handler(new Request(url, { headers }));
}

describe("a browser that asked for a new password", () => {
  it("takes the code of the mail for 30 minutes", async () => {
    const { flow: { browser }, mail } = await createAsked();
    mock.timers.setTime(NOON + 30 * MINUTE - 1);
    const inTime = await typeCode(browser.clone(), mail.page, mail.code);
    assert.match(inTime.url, /\/auth\/new-password\?/);
    mock.timers.setTime(NOON + 30 * MINUTE);
    const late = await typeCode(browser, mail.page, mail.code);
    assert.match(late.url, /error=Verification/);
    const road = late.redirects.map(({ url }) => new URL(url).pathname);
    assert.ok(!road.includes("/auth/new-password"), road.join());
  });

  it("types the right code however often, and a wrong one counts", async () => {
    const limits = { code: { account: 2 }, email: false } as const;
    const flow = await createPasswordFlow({ config: { limits } });
    await addMember(flow.adapter);
    const type = async (isRight: boolean) => {
      const browser = flow.createBrowser();
      const { page, code } = await getMail(flow, browser, "reset");
      const wrong = code === "00000000" ? "11111111" : "00000000";
      return await typeCode(browser, page, isRight ? code : wrong);
    };
    for (let i = 0; i < 3; i++) {
      assert.match((await type(true)).url, /\/new-password\?/, `${i}`);
    }
    for (let i = 0; i < 2; i++) {
      assert.match((await type(false)).url, /code=wrong_code/, `${i}`);
    }
    assert.equal((await type(true)).status, 429);
  });

  it("chooses none before the link was opened or the code typed", async () => {
    const { flow: { browser, adapter }, mail } = await createAsked();
    const before = await adapter.getSecret("u1", "password");
    const state = new URL(mail.page.url).searchParams.get("state") ?? "";
    const url = `${site}/auth/new-password?state=${state}`;
    const page = await browser.goto(url);
    assert.match(page.url, /error=Verification/);
    const answer = await post(browser, "new-password", {
      ...{ state, password: another },
    });
    assert.match(answer.headers.get("location") ?? "", /error=Verification/);
    assert.equal(await adapter.getSecret("u1", "password"), before);
    assert.equal(await readSession(browser), null);
  });

  it("has proved the address at its own origin alone", async () => {
    const { flow, mail } = await createAsked();
    const { browser } = flow;
    const { url } = await typeCode(browser, mail.page, mail.code);
    assert.equal((await openAt(flow, browser, url)).status, 200);
    const elsewhere = url.replace(site, "https://other.example");
    const refused = await openAt(flow, browser, elsewhere);
    assert.doesNotMatch(await refused.text(), /name="password"/);
  });
});

describe("a link about a password", () => {
  it("still works if its user came meanwhile by another road, and has no password", async () => {
    const flow = await createPasswordFlow();
    const { browser, adapter } = flow;
    const { url } = await getMail(flow, browser, "signup");
    const user = await adapter.createUser({
      ...{ id: "u1", name: "Ada", email: address, emailVerified: new Date() },
    });
    await choose(browser, await openLink(browser, url), another);
    assert.equal((await readSession(browser))?.user?.id, user.id);
    assert.notEqual(await adapter.getSecret(user.id, "password"), null);
  });

  it("signs nobody up once that is closed, and replaces a password all the same", async () => {
    const secret = "a secret of this test, and long enough";
    for (const use of ["signup", "reset"] as const) {
      const adapter = createMemoryAdapter();
      if (use === "reset") await addMember(adapter);
      const config = { secret };
      const open = await createPasswordFlow({ adapter, config });
      const { url } = await getMail(open, open.browser, use);
      const options = { signUp: false };
      const { browser } = await createPasswordFlow({
        ...{ adapter, config, options },
      });
      const page = await openLink(browser, url);
      if (use === "signup") {
        assert.match(page.url, /error=AccessDenied/);
        continue;
      }
      await choose(browser, page, another);
      assert.equal((await readSession(browser))?.user?.email, address);
    }
  });

  it("is sent for an address without a user, whose adapter takes numbers alone for ids", async () => {
    const inner = createMemoryAdapter();
    const getSecret: typeof inner.getSecret = (id, kind) => {
      if (/^[\da-f]+-/.test(id)) throw new Error("invalid input syntax");
      return inner.getSecret(id, kind);
    };
    const adapter = { ...inner, getSecret };
    const flow = await createPasswordFlow({ adapter });
    const { url } = await getMail(flow, flow.browser, "reset");
    assert.match(url, /\/auth\/new-password\?token=/);
  });

  it("is used although the store cannot keep the mark, and the log says so", async () => {
    const memory = createMemoryStore();
    const store: Store = {
      ...memory,
      set: (key, ...more) => {
        if (key.startsWith("latchkey.password.used.")) {
          throw new Error("the store takes no marks");
        }
        return memory.set(key, ...more);
      },
    };
    const { flow: { browser, lines }, mail } = await createAsked(store);
    await choose(browser, await openLink(browser, mail.url), another);
    assert.ok(await readSession(browser));
    assert.match(lines.join("\n"), /the store takes no marks/);
  });
});
