import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { StandardSchema } from "@latchkey/auth";
import { readSession, site } from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  addMember,
  address,
  another,
  choose,
  createPasswordFlow,
  openLink,
  password,
  type PasswordFlow,
  post,
  signInWith,
  typeCode,
} from "./password_testkit.ts";

afterEach(endTest);

/** Takes names without digits, and trims them. */
const name: StandardSchema = {
  "~standard": {
    validate: (value) =>
      /\d/.test(String(value))
        ? { issues: [{ message: "A name has no digits." }] }
        : { value: String(value).toUpperCase() },
  },
};
const fields = { name: { required: true, schema: name } };
const after = { confirm: "after", fields } as const;

async function signUp(
  flow: PasswordFlow,
  typed: Readonly<Record<string, string>> = {},
) {
  const { browser } = flow;
  const page = await browser.goto(`${site}/auth/signup?callbackUrl=/after`);
  return await browser.submit(page, {
    action: "/auth/signup",
    fields: { email: address, password, name: "Ada", ...typed },
  });
}

describe("a password that is chosen before the address is proved", () => {
  it("counts once the link is opened in the browser that chose it, which signs in at once", async () => {
    const flow = await createPasswordFlow({ options: after });
    const { browser, adapter, mails } = flow;
    await signUp(flow);
    assert.equal(await adapter.getUserByEmail(address), null);
    const end = await openLink(browser, mails[0]?.url ?? "");
    assert.equal(end.url, `${site}/after`);
    assert.equal((await readSession(browser))?.user?.name, "ADA");
    const other = flow.createBrowser();
    await signInWith(other, { email: address, password });
    assert.equal((await readSession(other))?.user?.email, address);
  });

  it("so with a page of the application for the password, which an account that is there leads to", async () => {
    const pages = { newPassword: "/choose" };
    const flow = await createPasswordFlow({
      options: after,
      config: { pages },
    });
    const { browser, adapter, mails } = flow;
    await signUp(flow);
    const end = await openLink(browser, mails[0]?.url ?? "");
    assert.equal(end.url, `${site}/after`);
    assert.equal((await readSession(browser))?.user?.name, "ADA");
    await adapter.createUser({
      id: "u2",
      name: "Eve",
      email: "eve@example.com",
      emailVerified: new Date(),
    });
    const other = await createPasswordFlow({
      adapter,
      options: after,
      config: { pages },
    });
    await signUp(other, { email: "eve@example.com" });
    const page = await openLink(other.browser, other.mails[0]?.url ?? "");
    assert.match(page.url, /\/choose\?.*token=/);
    assert.equal(await readSession(other.browser), null);
  });

  it("or once the code is typed there", async () => {
    const flow = await createPasswordFlow({ options: after });
    const page = await signUp(flow);
    const code = flow.mails[0]?.code ?? "";
    const end = await typeCode(flow.browser, page, code);
    assert.equal(end.url, `${site}/after`);
    assert.equal((await readSession(flow.browser))?.user?.email, address);
  });

  it("never counts in another browser, where the owner of the address chooses their own", async () => {
    const flow = await createPasswordFlow({ options: after });
    await signUp(flow);
    const url = flow.mails[0]?.url ?? "";
    const owner = flow.createBrowser();
    const page = await openLink(owner, url);
    assert.match(page.text, /Choose a password/);
    assert.equal(await flow.adapter.getUserByEmail(address), null);
    const end = await owner.submit(page, {
      action: "/auth/new-password",
      fields: { password: another, name: "Ada" },
    });
    assert.equal(end.url, `${site}/after`);
    const stranger = flow.createBrowser();
    await signInWith(stranger, { email: address, password });
    assert.equal(await readSession(stranger), null);
    await openLink(flow.browser, url);
    assert.equal(await readSession(flow.browser), null);
  });

  it("does not replace the password of an account that is there", async () => {
    const flow = await createPasswordFlow({ options: after });
    await addMember(flow.adapter);
    await signUp(flow, { password: another });
    assert.match(flow.mails[0]?.subject ?? "", /already have/);
    const page = await openLink(flow.browser, flow.mails[0]?.url ?? "");
    assert.match(page.text, /Choose a new password/);
    const browser = flow.createBrowser();
    await signInWith(browser, { email: address, password });
    assert.equal((await readSession(browser))?.user?.email, address);
  });

  it("is refused on the page where it was typed, with everything else that was typed there", async () => {
    const flow = await createPasswordFlow({ options: after });
    const page = await signUp(flow, { password: "short" });
    assert.equal(page.status, 400);
    assert.match(page.text, /too short/);
    assert.match(page.text, /value="ada@example\.com"/);
    assert.match(page.text, /value="Ada"/);
    assert.doesNotMatch(page.text, /value="short"/);
    assert.equal(flow.mails.length, 0);
  });
});

describe("a field of a new user", () => {
  it("is asked for with the password, and what its schema says is shown beside it", async () => {
    const flow = await createPasswordFlow({ options: { fields } });
    const { browser } = flow;
    await post(browser, "signup", { email: address });
    const page = await openLink(browser, flow.mails[0]?.url ?? "");
    const submit = (typed: Readonly<Record<string, string>>) =>
      browser.submit(page, { action: "/auth/new-password", fields: typed });
    const digits = await submit({ password, name: "Ada 2" });
    assert.equal(digits.status, 400);
    assert.match(digits.text, /A name has no digits\./);
    assert.match(digits.text, /value="Ada 2"/);
    const missing = await submit({ password, name: " " });
    assert.match(missing.text, /Check this field/);
    await submit({ password, name: "Ada" });
    assert.equal((await readSession(browser))?.user?.name, "ADA");
  });

  it("a program gets a refused field as data, and no other field is taken from it", async () => {
    const flow = await createPasswordFlow({ options: { fields } });
    const { browser } = flow;
    await post(browser, "signup", { email: address });
    const token = new URL(flow.mails[0]?.url ?? "").searchParams.get("token");
    const form = { token: token ?? "", password };
    const accept = { accept: "application/json" };
    const refused = await post(browser, "new-password", form, accept);
    assert.equal(refused.status, 400);
    assert.equal((await refused.json()).error, "InvalidField");
    const more = {
      ...form,
      name: "Ada",
      id: "root",
      role: "admin",
      image: "x",
    };
    await post(browser, "new-password", more, accept);
    const user = await flow.adapter.getUserByEmail(address);
    assert.notEqual(user?.id, "root");
    assert.equal(user?.name, "ADA");
    assert.ok(!user?.image);
    assert.ok(!("role" in (user ?? {})));
  });

  it("is not asked of somebody who has an account", async () => {
    const flow = await createPasswordFlow({ options: { fields } });
    await addMember(flow.adapter);
    await post(flow.browser, "reset", { email: address });
    const page = await openLink(flow.browser, flow.mails[0]?.url ?? "");
    assert.doesNotMatch(page.text, /name="name"/);
    const end = await choose(flow.browser, page, another);
    assert.equal(new URL(end.url).origin, site);
    assert.equal((await readSession(flow.browser))?.user?.name, "Ada");
  });
});
