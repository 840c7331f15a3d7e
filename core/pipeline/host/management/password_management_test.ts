import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createAuth } from "@latchkey/auth";
import type { Browser } from "@latchkey/auth/testing";
import {
  addMember,
  address,
  another,
  createPasswordFlow,
  password,
  type PasswordFlow,
} from "../../../methods/password/password_testkit.ts";
import { endTest } from "../../../../testing/checks_testkit.ts";
import {
  readSession,
  site,
  toRequest,
} from "../../../../testing/app_testkit.ts";

afterEach(endTest);
afterEach(() => mock.timers.reset());

async function enter(flow: PasswordFlow, typed = password): Promise<Browser> {
  const browser = flow.createBrowser();
  const page = await browser.goto(`${site}/auth/signin`);
  const action = "/auth/callback/password";
  const fields = { email: address, password: typed };
  await browser.submit(page, { action, fields });
  return browser;
}

async function createThis(strategy: "jwt" | "database") {
  const flow = await createPasswordFlow({ config: { session: { strategy } } });
  await addMember(flow.adapter);
  const auth = createAuth(flow.makeConfig());
  const browser = await enter(flow);
  const send = () => toRequest(browser, "/account", { method: "POST" });
  const take = ({ headers }: { readonly headers: Headers }) => {
    for (const cookie of headers.getSetCookie()) {
      browser.setCookie(site, cookie);
    }
  };
  return { flow, auth, browser, send, take };
}

for (const strategy of ["jwt", "database"] as const) {
  describe(`a password on pages of the application (${strategy})`, () => {
    it("it is changed with the current one, and the session goes on with the headers", async () => {
      const { flow, auth, browser, send, take } = await createThis(strategy);
      const other = await enter(flow);
      mock.timers.enable({ apis: ["Date"], now: Date.now() + 11 * 60_000 });
      await assert.rejects(auth.passwords.set(send(), another), {
        type: "SignInRequired",
        code: "fresh",
      });
      const wrong = { current: "not the right one", password: another };
      await assert.rejects(auth.passwords.change(send(), wrong), {
        type: "CredentialsSignin",
      });
      const right = { current: password, password: another };
      take(await auth.passwords.change(send(), right));
      assert.equal((await readSession(browser))?.user?.id, "u1");
      assert.equal(await readSession(other), null);
      mock.timers.tick(1000);
      assert.ok(await readSession(await enter(flow, another)));
      assert.equal(flow.mails.length, 1);
    });

    it("it is set and removed by a user who has just signed in", async () => {
      const { flow, auth, send, take } = await createThis(strategy);
      await assert.rejects(auth.passwords.set(send(), "too short"), {
        type: "InvalidPassword",
        code: "short",
      });
      take(await auth.passwords.set(send(), another));
      await assert.rejects(auth.passwords.remove(send()), {
        type: "LastAccount",
      });
      await flow.adapter.linkAccount?.({
        userId: "u1",
        type: "oidc",
        provider: "op",
        providerAccountId: "ada",
      });
      take(await auth.passwords.remove(send()));
      assert.equal(await flow.adapter.getSecret("u1", "password"), null);
    });

    it("it is verified within the limits of the sign-in", async () => {
      const { auth, send } = await createThis(strategy);
      assert.equal(await auth.passwords.verify(send(), password), true);
      assert.equal(await auth.passwords.verify(send(), another), false);
      const many = async () => {
        for (let i = 0; i < 30; i++) {
          await auth.passwords.verify(send(), `guess ${i}`);
        }
      };
      await assert.rejects(many(), { type: "RateLimited" });
    });

    it("a mail for a forgotten one is sent, and the page that takes its code is named", async () => {
      const { flow, auth, send } = await createThis(strategy);
      for (const one of [address, "nobody@example.com"]) {
        const { url } = await auth.passwords.requestReset(send(), one);
        assert.equal(new URL(url).pathname, "/auth/verify-request");
        assert.equal(flow.mails.at(-1)?.to, one);
      }
    });

    it("a request from another site or without a session changes nothing", async () => {
      const { flow, auth, browser } = await createThis(strategy);
      const headers = { origin: "https://evil.example" };
      const forged = toRequest(browser, "/", { method: "POST", headers });
      await assert.rejects(auth.passwords.set(forged, another), {
        type: "CrossSiteRequest",
      });
      const nobody = toRequest(flow.createBrowser(), "/", { method: "POST" });
      await assert.rejects(auth.passwords.set(nobody, another), {
        type: "SignInRequired",
      });
      assert.deepEqual(flow.mails, []);
    });
  });

  describe(`deleting an account (${strategy})`, () => {
    it("a user who has just signed in is deleted with all sessions, and told by a mail", async () => {
      const { flow, auth, browser, send, take } = await createThis(strategy);
      const other = await enter(flow);
      take(await auth.deleteAccount(send()));
      assert.equal(await flow.adapter.getUser("u1"), null);
      assert.equal(await flow.adapter.getSecret("u1", "password"), null);
      assert.equal(await readSession(browser), null);
      assert.equal(await readSession(other), null);
      assert.deepEqual(flow.mails.map(({ to, subject }) => [to, subject]), [
        [address, "Your app.example account was deleted"],
      ]);
    });

    it("ten minutes after the sign-in, and without a session, nothing is deleted", async () => {
      const { flow, auth, send } = await createThis(strategy);
      mock.timers.enable({ apis: ["Date"], now: Date.now() + 11 * 60_000 });
      const fresh = { type: "SignInRequired", code: "fresh" };
      await assert.rejects(auth.deleteAccount(send()), fresh);
      const nobody = toRequest(flow.createBrowser());
      await assert.rejects(auth.deleteAccount(nobody), {
        type: "SignInRequired",
      });
      assert.ok(await flow.adapter.getUser("u1"));
    });
  });
}
