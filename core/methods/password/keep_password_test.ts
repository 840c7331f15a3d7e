/** What happens when a password that was chosen is stored. */

import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { hashPassword } from "@latchkey/auth/password";
import type { PasswordOptions } from "@latchkey/auth/providers/password";
import { readSession } from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  changeFactors,
  readFactors,
} from "../../accounts/factors/stored_factors.ts";
import { resolveSettings } from "../../config/resolve_settings.ts";
import { createProviderContext } from "../../request/context.ts";
import { EN_NOTICES } from "../email/mail/notice_words.ts";
import {
  addMember,
  address,
  another,
  choose,
  createPasswordFlow,
  getMail,
  openLink,
  signInWith,
} from "./password_testkit.ts";

afterEach(endTest);

/** Makes an app that records what it is told about passwords. */
async function create(options: Partial<PasswordOptions> = {}) {
  const told: object[] = [];
  const events = { passwordChanged: (one: object) => void told.push(one) };
  const flow = await createPasswordFlow({ config: { events }, options });
  const pick = async (use: "signup" | "reset") => {
    const { url } = await getMail(flow, flow.browser, use);
    flow.mails.length = 0;
    await choose(flow.browser, await openLink(flow.browser, url), another);
  };
  return { ...flow, told, pick };
}

describe("a password that was chosen after a mail", () => {
  it("is told as a sign-up to the application, and not to the new user", async () => {
    const { adapter, told, mails, pick } = await create();
    await pick("signup");
    const user = await adapter.getUserByEmail(address);
    assert.deepEqual(told, [{ userId: user?.id, how: "signUp" }]);
    assert.deepEqual(mails, []);
  });

  it("is told as a reset to the application, and as a change or a first password to the user", async () => {
    for (const hasPassword of [true, false]) {
      const { adapter, told, mails, pick } = await create();
      const userId = await addMember(adapter);
      if (!hasPassword) {
        const before = await adapter.getSecret(userId, "password");
        const row = { userId, kind: "password", before } as const;
        await adapter.replaceSecret({ ...row, after: null });
      }
      await pick("reset");
      assert.deepEqual(told, [{ userId, how: "reset" }]);
      const { passwordChanged, passwordSet } = EN_NOTICES;
      const { title } = hasPassword ? passwordChanged : passwordSet;
      const subject = title.replace("{site}", "app.example");
      assert.deepEqual(mails.map(({ to }) => to), [address]);
      assert.equal(mails[0]?.subject, subject);
    }
  });

  it("of a link to sign up is told as what it is for a user who is there already", async () => {
    for (const how of ["signUp", "reset"]) {
      const { adapter, told, pick } = await create();
      const userId = await addMember(adapter);
      if (how === "signUp") {
        const before = await adapter.getSecret(userId, "password");
        const row = { userId, kind: "password", before } as const;
        await adapter.replaceSecret({ ...row, after: null });
      }
      await pick("signup");
      assert.deepEqual(told, [{ userId, how }]);
    }
  });

  it("is a sign-in by the mail, which proves the address", async () => {
    const { adapter, browser, pick } = await create();
    const userId = await addMember(adapter, { emailVerified: null });
    await pick("reset");
    assert.notEqual((await adapter.getUser(userId))?.emailVerified, null);
    const { authentication } = await readSession(browser) ?? {};
    assert.ok(!authentication?.amr?.includes("pwd"), "by the mail");
  });

  it("in place of one that became common is told as a change", async () => {
    const common = "passwordpassword";
    const options = { onBreach: "change" } as const;
    const { adapter, browser, told } = await create(options);
    const userId = await addMember(adapter);
    const before = await adapter.getSecret(userId, "password");
    const after = await hashPassword(common, { cost: 14 });
    const row = { userId, kind: "password", before } as const;
    await adapter.replaceSecret({ ...row, after });
    const fields = { email: address, password: common };
    const answer = await signInWith(browser, fields);
    const url = answer.headers.get("location") ?? "";
    await choose(browser, await browser.goto(url), another);
    assert.deepEqual(told, [{ userId, how: "change" }]);
  });

  it("forgets the remembered browsers of its user", async () => {
    const { adapter, config, pick } = await create();
    const userId = await addMember(adapter);
    const settings = resolveSettings(config, () => undefined);
    const ctx = createProviderContext(settings, Date.now());
    const app = { id: "a", name: null, secret: "s", lastStep: 1, created: 0 };
    const browser = { hash: "b", created: 1, lastSeen: 1, userAgent: null };
    const factors = { apps: [app], recovery: null, browsers: [browser] };
    await changeFactors(ctx, userId, () => factors);
    await pick("reset");
    const after = { ...factors, browsers: [] };
    assert.deepEqual(await readFactors(ctx, userId), after);
  });
});
