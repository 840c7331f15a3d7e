import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { readSession, site } from "../../../testing/app_testkit.ts";
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
