import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { AuthConfig, Events, SignInFailure } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createMemoryStore } from "@latchkey/auth";
import type { Browser, Page } from "@latchkey/auth/testing";
import { endTest } from "../../../testing/checks_testkit.ts";
import {
  cookieValue,
  post,
  readSession,
  site,
} from "../../../testing/app_testkit.ts";
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
} from "./password_testkit.ts";

afterEach(endTest);
afterEach(() => mock.timers.reset());

type Told = Parameters<NonNullable<Events["passwordChanged"]>>[0];
type Strategy = "jwt" | "database";

async function createThis(strategy: Strategy, more: Partial<AuthConfig> = {}) {
  const told: Told[] = [];
  const failed: SignInFailure[] = [];
  const flow = await createPasswordFlow({
    config: {
      session: { strategy },
      events: {
        passwordChanged: (message) => void told.push(message),
        signInFailed: (message) => void failed.push(message),
      },
      ...more,
    },
  });
  await addMember(flow.adapter);
  return { ...flow, told, failed };
}

/** Signs in with a password. */
async function enter(flow: PasswordFlow, typed = password): Promise<Browser> {
  const browser = flow.createBrowser();
  const page = await browser.goto(`${site}/auth/signin`);
  const action = "/auth/callback/password";
  const fields = { email: address, password: typed };
  await browser.submit(page, { action, fields });
  return browser;
}

/** Opens the page, and submits its form. */
async function change(
  browser: Browser,
  fields: Record<string, string>,
): Promise<Page> {
  const page = await browser.goto(`${site}/auth/password`);
  return await browser.submit(page, { action: "/auth/password", fields });
}

async function canEnter(flow: PasswordFlow, typed: string): Promise<boolean> {
  return await readSession(await enter(flow, typed)) !== null;
}

/** Lets time pass, until a sign-in no longer counts as a proof. */
function letPass(minutes: number): void {
  mock.timers.enable({ apis: ["Date"], now: Date.now() + minutes * 60_000 });
}

for (const strategy of ["jwt", "database"] as const) {
  describe(`changing a password (${strategy})`, () => {
    it("the new password signs in, the old one does not, and only this session goes on, with a new id [ASVS-7.4.3]", async () => {
      const flow = await createThis(strategy);
      const browser = await enter(flow);
      const other = await enter(flow);
      const thief = browser.clone();
      const before = cookieValue(browser);
      const done = await change(browser, { password: another });
      assert.match(done.url, /\/auth\/password\?done=passwordChanged$/);
      assert.match(done.text, /Password changed/);
      assert.notEqual(cookieValue(browser), before);
      assert.equal((await readSession(browser))?.user?.id, "u1");
      assert.equal(await readSession(other), null);
      assert.equal(await readSession(thief), null);
      assert.ok(await canEnter(flow, another));
      assert.equal(await canEnter(flow, password), false);
    });

    it("the user is told by a mail, and the application by an event [ASVS-6.3.7]", async () => {
      const flow = await createThis(strategy);
      const browser = await enter(flow);
      await change(browser, { password: another });
      assert.deepEqual(flow.told, [{ userId: "u1", how: "change" }]);
      assert.equal(flow.mails.length, 1);
      const [mail] = flow.mails;
      assert.equal(mail?.to, address);
      assert.equal(mail.subject, "Your app.example password was changed");
      assert.equal(
        mail.url,
        `${site}/auth/reset?email=${encodeURIComponent(address)}`,
      );
    });

    it("ten minutes after the sign-in, the page asks for the current password, and a wrong one changes nothing [ASVS-6.2.3]", async () => {
      const flow = await createThis(strategy);
      const browser = await enter(flow);
      const early = await browser.goto(`${site}/auth/password`);
      assert.doesNotMatch(early.text, /name="current"/);
      letPass(11);
      const page = await browser.goto(`${site}/auth/password`);
      assert.match(page.text, /name="current"[^>]*current-password/);
      const wrong = await change(browser, {
        current: "not this one, of course",
        password: another,
      });
      assert.equal(wrong.status, 401);
      assert.match(wrong.text, /not your current password/);
      assert.match(wrong.headers.get("cache-control") ?? "", /no-store/);
      assert.deepEqual(flow.told, []);
      assert.deepEqual(flow.failed.map(({ type }) => type), [
        "CredentialsSignin",
      ]);
      const right = await change(browser, {
        current: password,
        password: another,
      });
      assert.match(right.url, /done=passwordChanged$/);
      assert.ok(await readSession(browser));
      mock.timers.tick(1000);
      assert.ok(await canEnter(flow, another));
    });

    it("a stolen session without the password changes nothing, and cannot guess it [ASVS-6.3.1]", async () => {
      const limits = { credentials: { account: 3 } };
      const flow = await createThis(strategy, { limits });
      const browser = await enter(flow);
      letPass(11);
      const thief = browser.clone();
      const none = await post(thief, "password", { password: another });
      assert.match((await none.json()).url, /signin\?.*error=SignInRequired/);
      const statuses: number[] = [];
      // Three in the bucket of the known browser, and three in the account's.
      for (let i = 0; i < 8; i++) {
        const answer = await post(thief, "password", {
          current: `guess number ${i}`,
          password: another,
        });
        statuses.push(answer.status);
        await answer.body?.cancel();
      }
      assert.deepEqual(statuses, [...Array(6).fill(401), 429, 429]);
      assert.deepEqual(flow.told, []);
      assert.ok(await readSession(browser));
    });

    it("a password that breaks the rules is refused on the same page", async () => {
      const flow = await createThis(strategy);
      const browser = await enter(flow);
      const page = await change(browser, { password: "too short" });
      assert.equal(page.status, 400);
      assert.match(page.text, /too short/);
      assert.doesNotMatch(page.text, /value="too short"/);
      assert.deepEqual(flow.told, []);
      assert.ok(await canEnter(flow, password));
    });

    it("without a session, the visitor signs in and comes back", async () => {
      const flow = await createThis(strategy);
      const browser = flow.createBrowser();
      const page = await browser.goto(`${site}/auth/password?callbackUrl=/me`);
      assert.match(page.url, /\/auth\/signin\?/);
      const action = "/auth/callback/password";
      const fields = { email: address, password };
      const back = await browser.submit(page, { action, fields });
      assert.equal(
        back.url,
        `${site}/auth/password?callbackUrl=${encodeURIComponent(`${site}/me`)}`,
      );
      const done = await browser.submit(back, {
        action: "/auth/password",
        fields: { password: another },
      });
      assert.equal(done.url, `${site}/me`);
    });

    it("a program gets JSON", async () => {
      const flow = await createThis(strategy);
      const browser = await enter(flow);
      const answer = await browser.fetch(`${site}/auth/csrf`);
      const { csrfToken } = await answer.json();
      const send = async (body: object) =>
        await browser.fetch(`${site}/auth/password`, {
          method: "POST",
          headers: {
            accept: "application/json",
            "content-type": "application/json",
          },
          body: JSON.stringify(body),
        });
      const refused = await send({ csrfToken, password: "too short" });
      assert.equal(refused.status, 400);
      const { error, code } = await refused.json();
      assert.deepEqual([error, code], ["InvalidPassword", "short"]);
      const forged = await send({ password: another });
      assert.equal((await forged.json()).error, "MissingCSRF");
      const done = await send({ csrfToken, password: another });
      assert.equal(done.status, 200);
      assert.match((await done.json()).url, /done=passwordChanged$/);
    });

    it("of two changes at once, one is done", async () => {
      const flow = await createThis(strategy);
      const one = await enter(flow);
      const two = await enter(flow);
      const next = ["the first new password", "the second new password"];
      await Promise.all([
        post(one, "password", { password: next[0] ?? "" }),
        post(two, "password", { password: next[1] ?? "" }),
      ]);
      const sessions = [await readSession(one), await readSession(two)];
      assert.equal(sessions.filter(Boolean).length, 1);
      assert.equal(flow.told.length, 1);
      const signsIn = [
        await canEnter(flow, next[0] ?? ""),
        await canEnter(flow, next[1] ?? ""),
      ];
      assert.deepEqual(signsIn, sessions.map(Boolean));
    });

    it("a reset link from before the change does nothing after it", async () => {
      const flow = await createThis(strategy);
      const browser = await enter(flow);
      const stranger = flow.createBrowser();
      const { url } = await getMail(flow, stranger, "reset");
      await change(browser, { password: another });
      const page = await openLink(stranger, url);
      assert.doesNotMatch(page.text, /name="password"/);
      assert.ok(await canEnter(flow, another));
    });

    it("a reset that comes first ends the session, and the change is refused", async () => {
      const flow = await createThis(strategy);
      const browser = await enter(flow);
      const page = await browser.goto(`${site}/auth/password`);
      const owner = flow.createBrowser();
      const { url } = await getMail(flow, owner, "reset");
      await choose(owner, await openLink(owner, url), another);
      const late = await browser.submit(page, {
        action: "/auth/password",
        fields: { password: "a third long password" },
      });
      assert.match(late.url, /\/auth\/signin\?/);
      assert.ok(await canEnter(flow, another));
    });

    it("a user who was deleted changes nothing", async () => {
      const flow = await createThis(strategy);
      const browser = await enter(flow);
      await flow.adapter.deleteUser?.("u1");
      const answer = await post(browser, "password", { password: another });
      assert.match((await answer.json()).url, /error=SignInRequired/);
      assert.equal(await flow.adapter.getSecret("u1", "password"), null);
    });

    it("if the other sessions cannot be ended, the old password stays", async () => {
      const inner = createMemoryStore();
      let isDown = false;
      const store = {
        ...inner,
        set: (...args: Parameters<typeof inner.set>) => {
          if (isDown && args[0].startsWith("revoked:")) throw new Error("down");
          return inner.set(...args);
        },
      };
      const flow = await createThis(strategy, { store });
      const browser = await enter(flow);
      isDown = true;
      await change(browser, { password: another });
      isDown = false;
      assert.deepEqual(flow.told, []);
      assert.deepEqual(flow.mails, []);
      assert.ok(await canEnter(flow, password));
      assert.equal(await canEnter(flow, another), false);
    });

    it("a mail server that is down does not keep the password from being changed", async () => {
      const flow = await createThis(strategy);
      const browser = await enter(flow);
      Object.defineProperty(flow.mails, "push", {
        value: () => {
          throw new Error("the mail server is down");
        },
      });
      const done = await change(browser, { password: another });
      assert.match(done.url, /done=passwordChanged$/);
      assert.ok(await canEnter(flow, another));
      assert.doesNotMatch(flow.lines.join("\n"), /ada@example/);
    });
  });

  describe(`a password beside other ways to sign in (${strategy})`, () => {
    async function createGuest() {
      const flow = await createThis(strategy);
      await flow.adapter.deleteUser?.("u1");
      flow.op.user = { sub: "ada", email: address, email_verified: true };
      const browser = flow.createBrowser();
      const page = await browser.goto(`${site}/auth/signin`);
      await browser.submit(page, { action: "/auth/signin/op" });
      const session = await readSession(browser);
      assert.ok(session?.user?.id);
      return { flow, browser, userId: session.user.id };
    }

    it("a user without one sets it, and can remove it again", async () => {
      const { flow, browser, userId } = await createGuest();
      const page = await browser.goto(`${site}/auth/password`);
      assert.match(page.text, /Set a password/);
      assert.doesNotMatch(page.text, /name="remove"/);
      const set = await change(browser, { password: another });
      assert.match(set.text, /Password set/);
      assert.ok(await canEnter(flow, another));
      const again = await browser.goto(`${site}/auth/password`);
      const [, remove] = again.forms();
      assert.ok(remove);
      await browser.submit(again, {
        action: "/auth/password",
        fields: { remove: "yes" },
      });
      assert.equal(await canEnter(flow, another), false);
      assert.ok(await readSession(browser));
      assert.deepEqual(flow.told, [
        { userId, how: "set" },
        { userId, how: "remove" },
      ]);
      assert.deepEqual(flow.mails.map(({ subject }) => subject), [
        "Your app.example account has a password now",
        "Your app.example password was removed",
      ]);
    });

    it("setting one needs a sign-in of the last ten minutes [ASVS-7.5.1]", async () => {
      const { flow, browser } = await createGuest();
      letPass(11);
      const page = await browser.goto(`${site}/auth/password`);
      assert.match(page.url, /signin\?error=SignInRequired&code=fresh/);
      const answer = await post(browser, "password", {
        current: "anything",
        password: another,
      });
      assert.match((await answer.json()).url, /code=fresh/);
      assert.deepEqual(flow.told, []);
    });

    it("the only way to sign in is not removed", async () => {
      const flow = await createThis(strategy);
      const browser = await enter(flow);
      const page = await browser.goto(`${site}/auth/password`);
      assert.doesNotMatch(page.text, /name="remove"/);
      const answer = await post(browser, "password", { remove: "yes" });
      assert.match((await answer.json()).url, /error=LastAccount/);
      assert.deepEqual(flow.told, []);
      assert.ok(await canEnter(flow, password));
    });
  });
}

describe("the pages of a password", () => {
  it("do not exist without stored passwords", async () => {
    const adapter = createMemoryAdapter();
    const flow = await createPasswordFlow({
      adapter,
      config: { providers: [] },
    });
    const answer = await flow.createBrowser().fetch(`${site}/auth/password`);
    assert.equal(answer.status, 404);
  });
});
