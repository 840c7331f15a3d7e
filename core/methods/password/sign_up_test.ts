import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { readSession, site } from "../../../testing/app_testkit.ts";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { hashPassword } from "@latchkey/auth/password";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  addMember,
  address,
  another,
  choose,
  createPasswordFlow,
  getMail,
  openLink,
  password,
  type PasswordFlow,
  signInWith,
  typeCode,
} from "./password_testkit.ts";

afterEach(endTest);

describe("signing up with a password", () => {
  it("an address, the link of the mail, and a password make an account, and its owner is signed in where they were going", async () => {
    const flow = await createPasswordFlow();
    const { browser, adapter } = flow;
    const mail = await getMail(flow, browser, "signup");
    assert.equal(mail.to, address);
    assert.match(mail.subject, /^Create your .* account$/);
    assert.equal(await adapter.getUserByEmail(address), null);
    const page = await openLink(browser, mail.url);
    assert.equal(page.status, 200);
    assert.equal(await adapter.getUserByEmail(address), null);
    const end = await choose(browser, page, password);
    assert.equal(end.url, `${site}/after`);
    const session = await readSession(browser);
    assert.equal(session?.user?.email, address);
    const other = flow.createBrowser();
    await signInWith(other, { email: address, password });
    assert.equal((await readSession(other))?.user?.id, session?.user?.id);
  });

  it("the code of the mail does the same, in the browser that asked", async () => {
    const flow = await createPasswordFlow();
    const { browser } = flow;
    const { page, code } = await getMail(flow, browser, "signup");
    const asks = await typeCode(browser, page, code);
    assert.equal(new URL(asks.url).pathname, "/auth/new-password");
    const end = await choose(browser, asks, password);
    assert.equal(end.url, `${site}/after`);
    assert.equal((await readSession(browser))?.user?.email, address);
  });

  it("the link works in any browser", async () => {
    const flow = await createPasswordFlow();
    const { url } = await getMail(flow, flow.browser, "signup");
    const phone = flow.createBrowser();
    await choose(phone, await openLink(phone, url), password);
    assert.equal((await readSession(phone))?.user?.email, address);
    assert.equal(await readSession(flow.browser), null);
  });
});

describe("a password at its sign-in", () => {
  const common = "passwordpassword";

  async function addWeak(flow: PasswordFlow, cost = 17) {
    const id = await addMember(flow.adapter);
    const before = await flow.adapter.getSecret(id, "password");
    const after = await hashPassword(common, { cost });
    const secret = { userId: id, kind: "password", before } as const;
    await flow.adapter.replaceSecret({ ...secret, after });
    return id;
  }

  it("is hashed again, if its hash is cheaper than new ones, and signs in with either", async () => {
    const flow = await createPasswordFlow();
    const id = await addMember(flow.adapter);
    const before = await flow.adapter.getSecret(id, "password");
    assert.match(before ?? "", /ln=14/);
    await signInWith(flow.browser, { email: address, password });
    const after = await flow.adapter.getSecret(id, "password");
    assert.match(after ?? "", /ln=17/);
    await signInWith(flow.createBrowser(), { email: address, password });
    assert.equal(await flow.adapter.getSecret(id, "password"), after);
  });

  it("a replacement that is lost, because another request was faster, changes nothing and signs in", async () => {
    const adapter = createMemoryAdapter();
    const slow = {
      ...adapter,
      replaceSecret: async (
        change: Parameters<typeof adapter.replaceSecret>[0],
      ) => {
        if (change.before === null) return await adapter.replaceSecret(change);
        await adapter.replaceSecret({ ...change, after: "the faster one" });
        return await adapter.replaceSecret(change);
      },
    };
    const flow = await createPasswordFlow({ adapter: slow });
    const id = await addMember(adapter);
    await signInWith(flow.browser, { email: address, password });
    assert.equal((await readSession(flow.browser))?.user?.id, id);
    assert.equal(await adapter.getSecret(id, "password"), "the faster one");
  });

  it("signs in although its new hash cannot be stored, and the log says so", async () => {
    const inner = createMemoryAdapter();
    let isDown = false;
    const replaceSecret: typeof inner.replaceSecret = (change) => {
      if (isDown) throw new Error("the table is read-only");
      return inner.replaceSecret(change);
    };
    const flow = await createPasswordFlow({
      adapter: { ...inner, replaceSecret },
    });
    const id = await addMember(flow.adapter);
    isDown = true;
    await signInWith(flow.browser, { email: address, password });
    assert.equal((await readSession(flow.browser))?.user?.id, id);
    assert.match(flow.lines.join("\n"), /table is read-only/);
  });

  it("one that is common by now signs in, and the application is told", async () => {
    const told: object[] = [];
    const events = { weakPassword: (one: object) => void told.push(one) };
    const flow = await createPasswordFlow({ config: { events } });
    const id = await addWeak(flow);
    const { browser } = flow;
    await signInWith(browser, { email: address, password: common });
    assert.equal((await readSession(browser))?.user?.id, id);
    assert.deepEqual(told, [{ userId: id, reason: "common" }]);
  });

  it('with `onBreach: "change"` it gets no session, but a page that asks for another one', async () => {
    const options = { onBreach: "change" } as const;
    const flow = await createPasswordFlow({ options });
    const id = await addWeak(flow);
    const { browser } = flow;
    const answer = await signInWith(browser, {
      email: address,
      password: common,
      callbackUrl: "/after",
    });
    assert.equal(await readSession(browser), null);
    const page = await browser.goto(answer.headers.get("location") ?? "");
    assert.match(page.text, /among the first that attackers try/);
    const again = await choose(browser, page, common);
    assert.match(again.text, /among the first that attackers try/);
    const end = await choose(browser, again, another);
    assert.equal(end.url, `${site}/after`);
    const session = await readSession(browser);
    assert.equal(session?.user?.id, id);
    assert.deepEqual(session?.authentication?.amr, ["pwd"]);
    assert.equal(flow.mails.length, 1);
    assert.match(flow.mails[0]?.subject ?? "", /password/);
  });
});

describe("a forgotten password", () => {
  it("the link of the mail replaces it, signs in, and ends the other sessions", async () => {
    const flow = await createPasswordFlow();
    const id = await addMember(flow.adapter);
    const old = flow.createBrowser();
    await signInWith(old, { email: address, password });
    assert.equal((await readSession(old))?.user?.id, id);
    const { browser } = flow;
    const mail = await getMail(flow, browser, "reset");
    assert.match(mail.subject, /^Choose a new password for /);
    const page = await openLink(browser, mail.url);
    const end = await choose(browser, page, another);
    assert.equal(end.url, `${site}/after`);
    assert.equal((await readSession(browser))?.user?.id, id);
    assert.equal(await readSession(old), null);
    await signInWith(old, { email: address, password });
    assert.equal(await readSession(old), null);
    await signInWith(old, { email: address, password: another });
    assert.equal((await readSession(old))?.user?.id, id);
  });
});
