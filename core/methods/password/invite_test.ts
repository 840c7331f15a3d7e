import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createAuth } from "@latchkey/auth";
import { readSession, site } from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  addMember,
  address,
  choose,
  createPasswordFlow,
  openLink,
  password,
} from "./password_testkit.ts";

afterEach(endTest);

async function createClosed() {
  const told: object[] = [];
  const flow = await createPasswordFlow({
    config: {
      origin: site,
      events: { invitationSent: (message) => void told.push(message) },
    },
    options: { signUp: false },
  });
  return { ...flow, told, auth: createAuth(flow.config) };
}

describe("an invitation", () => {
  it("creates an account where nobody else can sign up, with the name that was given, and leads to its page", async () => {
    const { auth, mails, browser, told } = await createClosed();
    await auth.invite(address, { name: "Ada", callbackUrl: "/welcome" });
    assert.deepEqual(told, [{ email: address, userId: null }]);
    const [mail] = mails;
    assert.equal(mail?.to, address);
    assert.equal(mail?.code, "");
    assert.match(mail?.subject ?? "", /^You’re invited to /);
    const page = await openLink(browser, mail?.url ?? "");
    const end = await choose(browser, page, password);
    assert.equal(end.url, `${site}/welcome`);
    const session = await readSession(browser);
    assert.equal(session?.user?.email, address);
    assert.equal(session?.user?.name, "Ada");
    const late = await openLink(browser, mail?.url ?? "");
    assert.equal(new URL(late.url).searchParams.get("code"), "used");
  });

  it("does not let a user in again who was deleted", async () => {
    const { auth, mails, adapter, browser } = await createClosed();
    await auth.invite(address);
    const url = mails[0]?.url ?? "";
    await choose(browser, await openLink(browser, url), password);
    const user = await adapter.getUserByEmail(address);
    await auth.deleteUser(user?.id ?? "");
    const again = await openLink(browser, url);
    assert.equal(new URL(again.url).searchParams.get("code"), "used");
    assert.equal(await adapter.getUserByEmail(address), null);
  });

  it("works for seven days [ASVS-6.4.1]", async () => {
    const now = Date.UTC(2026, 5, 1);
    mock.timers.enable({ apis: ["Date"], now });
    const { auth, mails, browser } = await createClosed();
    await auth.invite(address);
    const week = 7 * 86_400_000;
    mock.timers.setTime(now + week - 1);
    const url = mails[0]?.url ?? "";
    assert.equal((await openLink(browser, url)).status, 200);
    mock.timers.setTime(now + week);
    const late = await openLink(browser, url);
    assert.equal(new URL(late.url).searchParams.get("code"), "invitation");
    assert.match(late.text, /Your invitation has expired. Ask for a new one/);
    assert.doesNotMatch(late.text, /<form/);
    mock.timers.reset();
  });

  it("tells the owner of an account to sign in, and never leads to another site", async () => {
    const { auth, mails, adapter } = await createClosed();
    await addMember(adapter);
    await auth.invite(address, { callbackUrl: "https://evil.example/" });
    assert.equal(mails[0]?.url, `${site}/auth/signin`);
    assert.match(mails[0]?.text ?? "", /already have an account/);
    await auth.invite("eve@example.com", {
      callbackUrl: "https://evil.example/",
    });
    assert.doesNotMatch(mails[1]?.url ?? "", /evil/);
  });

  it("is refused without one bare address, without the provider, and without the site's own address", async () => {
    const { auth, config } = await createClosed();
    await assert.rejects(auth.invite("a@x.example, b@x.example"), {
      type: "InvalidAddress",
    });
    const { origin: _, ...unplaced } = config;
    await assert.rejects(createAuth(unplaced).invite(address), {
      message: /set AUTH_URL, or `origin`/,
    });
    const providers = (config.providers as object[]).slice(0, 1);
    const other = { ...config, providers } as typeof config;
    await assert.rejects(createAuth(other).invite(address), {
      type: "Configuration",
    });
  });
});
