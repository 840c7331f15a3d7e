import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createMemoryStore } from "@latchkey/auth";
import { endTest } from "../../../../testing/checks_testkit.ts";
import {
  cookieValue,
  post,
  readSession,
  signIn,
  site,
} from "../../../../testing/app_testkit.ts";
import {
  addMember,
  address,
  another,
  choose,
  getMail,
  openLink,
  password,
} from "../password_testkit.ts";
import {
  ask,
  canEnter,
  change,
  createAddressFlow,
  enter,
  listMails,
  next,
  press,
  readAddress,
} from "./address_testkit.ts";

afterEach(endTest);
afterEach(() => mock.timers.reset());

for (const strategy of ["jwt", "database"] as const) {
  describe(`changing an address (${strategy})`, () => {
    it("the link in a mail to the new address changes it, once, and the old one is told", async () => {
      const flow = await createAddressFlow(strategy);
      const browser = await enter(flow);
      const other = await enter(flow);
      const before = cookieValue(browser);
      const sent = await ask(browser);
      assert.match(sent.text, /Check your new address/);
      assert.equal(await readAddress(flow), address);
      const { url = "" } = flow.mails.at(-1) ?? {};
      // A scanner opens the link, and changes nothing.
      await openLink(flow.createBrowser(), url);
      await openLink(browser, url);
      assert.equal(await readAddress(flow), address);
      const done = await press(browser, url);
      assert.match(done.text, /Email address changed/);
      assert.equal(await readAddress(flow), next);
      const session = await readSession(browser);
      assert.equal(session?.user?.email, next);
      assert.notEqual(cookieValue(browser), before);
      assert.equal(await readSession(other), null);
      assert.ok(await canEnter(flow, next));
      assert.equal(await canEnter(flow, address), false);
      assert.deepEqual(flow.told.map(({ before, how }) => [before, how]), [
        [address, "change"],
      ]);
      assert.deepEqual(listMails(flow, address), [
        "The email address of your app.example account was changed",
      ]);
      const again = await openLink(browser, url);
      assert.match(again.text, /This link no longer works/);
      assert.equal(again.status, 403);
    });

    it("the link does nothing for another user, and asks a visitor to sign in first", async () => {
      const flow = await createAddressFlow(strategy);
      const eve = "eve@example.com";
      await addMember(flow.adapter, { id: "u2", email: eve });
      await ask(await enter(flow));
      const { url = "" } = flow.mails.at(-1) ?? {};
      const page = await openLink(await enter(flow, eve), url);
      assert.match(page.text, /This link no longer works/);
      const visitor = flow.createBrowser();
      const signIn = await openLink(visitor, url);
      assert.match(signIn.url, /\/auth\/signin\?/);
      const back = await visitor.submit(signIn, {
        action: "/auth/callback/password",
        fields: { email: address, password },
      });
      await visitor.submit(back, { action: "/auth/email" });
      assert.equal(await readAddress(flow), next);
    });

    it("of two links for the same user, the second does nothing, at once or later", async () => {
      for (const isAtOnce of [true, false]) {
        const flow = await createAddressFlow(strategy);
        const browser = await enter(flow);
        await ask(browser, "one@example.com");
        await ask(browser, "two@example.com");
        const urls = flow.mails.map(({ url }) => url);
        const links = urls.map((url) => new URL(url).searchParams);
        const send = (link: URLSearchParams) =>
          post(browser.clone(), "email", {
            confirm: link.get("confirm") ?? "",
          });
        if (isAtOnce) await Promise.all(links.map(send));
        else for (const link of links) await send(link);
        assert.equal(flow.told.length, 1);
        assert.equal(await readAddress(flow), flow.told[0]?.user.email);
      }
    });

    it("an address that another user has gets the same page, and only its mail tells", async () => {
      const flow = await createAddressFlow(strategy);
      const eve = "eve@example.com";
      await addMember(flow.adapter, { id: "u2", email: eve });
      const browser = await enter(flow);
      const free = await ask(browser);
      const taken = await ask(browser, eve);
      assert.equal(taken.url, free.url);
      assert.equal(taken.text, free.text);
      assert.equal(flow.mails.length, 2);
      const [, mail] = flow.mails;
      assert.equal(mail?.to, eve);
      assert.match(mail.subject, /already has a .* account/);
      assert.doesNotMatch(mail.text + mail.html, /auth\/email/);
      const user = await flow.adapter.getUser("u2");
      assert.equal(user?.email, eve);
    });

    it("an address that somebody took after the mail was sent is not given twice", async () => {
      const flow = await createAddressFlow(strategy);
      const browser = await enter(flow);
      await ask(browser);
      const { url = "" } = flow.mails.at(-1) ?? {};
      const page = await openLink(browser, url);
      await addMember(flow.adapter, { id: "u2", email: next });
      const late = await browser.submit(page, { action: "/auth/email" });
      assert.match(late.text, /no longer works/);
      assert.equal(await readAddress(flow), address);
    });

    it("it needs a sign-in of the last ten minutes, and one bare address [ASVS-7.5.1]", async () => {
      const flow = await createAddressFlow(strategy);
      const browser = await enter(flow);
      for (const typed of ["nobody", "a@b.example, c@d.example", address]) {
        const answer = await post(browser, "email", { email: typed });
        assert.equal(answer.status, 400, typed);
        await answer.body?.cancel();
      }
      mock.timers.enable({ apis: ["Date"], now: Date.now() + 11 * 60_000 });
      const page = await browser.goto(`${site}/auth/email`);
      assert.match(page.url, /signin\?error=SignInRequired&code=fresh/);
      const answer = await post(browser, "email", { email: next });
      assert.match((await answer.json()).url, /code=fresh/);
      assert.deepEqual(flow.mails, []);
    });

    it("the link works for half an hour", async () => {
      const flow = await createAddressFlow(strategy);
      const browser = await enter(flow);
      await ask(browser);
      const { url = "" } = flow.mails.at(-1) ?? {};
      mock.timers.enable({ apis: ["Date"], now: Date.now() + 1_801_000 });
      const page = await openLink(browser, url);
      assert.match(page.text, /no longer works/);
    });

    it("a reset link for the old address, from before, does nothing", async () => {
      const flow = await createAddressFlow(strategy);
      const stranger = flow.createBrowser();
      const { url } = await getMail(flow, stranger, "reset");
      await change(flow, await enter(flow));
      const page = await openLink(stranger, url);
      assert.doesNotMatch(page.text, /name="password"/);
      assert.ok(await canEnter(flow, next));
    });

    it("if a mail cannot be sent, nothing has changed; after the change, mails change nothing", async () => {
      const flow = await createAddressFlow(strategy);
      const browser = await enter(flow);
      const page = await browser.goto(`${site}/auth/email`);
      let isDown = true;
      const { push } = flow.mails;
      Object.defineProperty(flow.mails, "push", {
        value: (...mails: typeof flow.mails) => {
          if (isDown) throw new Error("the mail server is down");
          return push.apply(flow.mails, mails);
        },
      });
      const failed = await browser.submit(page, {
        action: "/auth/email",
        fields: { email: next },
      });
      assert.match(failed.url, /error=EmailSignInError/);
      isDown = false;
      await ask(browser);
      const { url = "" } = flow.mails.at(-1) ?? {};
      isDown = true;
      const done = await press(browser, url);
      assert.match(done.url, /done=emailChanged$/);
      assert.equal(await readAddress(flow), next);
    });

    it("if the other sessions cannot be ended, the address stays, and the link works again", async () => {
      const inner = createMemoryStore();
      let isDown = false;
      const store = {
        ...inner,
        set: (...args: Parameters<typeof inner.set>) => {
          if (isDown && args[0].startsWith("revoked:")) throw new Error("down");
          return inner.set(...args);
        },
      };
      const flow = await createAddressFlow(strategy, { store });
      const browser = await enter(flow);
      await ask(browser);
      const { url = "" } = flow.mails.at(-1) ?? {};
      isDown = true;
      await press(browser, url);
      assert.equal(await readAddress(flow), address);
      assert.deepEqual(flow.told, []);
      isDown = false;
      // Rows are removed even if the store is down.
      await press(await enter(flow), url);
      assert.equal(await readAddress(flow), next);
    });
  });

  describe(`undoing a change of address (${strategy})`, () => {
    it("the old address is back, every session is over, and a new password is chosen by a mail", async () => {
      const flow = await createAddressFlow(strategy);
      const thief = await enter(flow);
      const undo = await change(flow, thief);
      const owner = flow.createBrowser();
      const page = await openLink(owner, undo);
      assert.match(page.text, /Restore your email address/);
      assert.equal(await readAddress(flow), next);
      const reset = await owner.submit(page, { action: "/auth/email" });
      assert.equal(new URL(reset.url).pathname, "/auth/reset");
      const user = await flow.adapter.getUser("u1");
      assert.equal(user?.email, address);
      assert.ok(user.emailVerified);
      assert.equal(await readSession(thief), null);
      assert.equal(await canEnter(flow, next), false);
      assert.equal(await canEnter(flow, address), false);
      const { url } = await getMail(flow, owner, "reset");
      await choose(owner, await openLink(owner, url), another);
      assert.equal((await readSession(owner))?.user?.id, "u1");
      assert.deepEqual(flow.told.map(({ before, how }) => [before, how]), [
        [address, "change"],
        [next, "undo"],
      ]);
    });

    it("the link works once", async () => {
      const flow = await createAddressFlow(strategy);
      const undo = await change(flow, await enter(flow));
      const owner = flow.createBrowser();
      const page = await openLink(owner, undo);
      const twin = owner.clone();
      await Promise.all([
        owner.submit(page, { action: "/auth/email" }),
        twin.submit(page, { action: "/auth/email" }),
      ]);
      assert.equal(flow.told.filter(({ how }) => how === "undo").length, 1);
      assert.match((await openLink(owner, undo)).text, /no longer works/);
    });

    it("the link works for seven days", async () => {
      const flow = await createAddressFlow(strategy);
      const undo = await change(flow, await enter(flow));
      const day = 86_400_000;
      const now = Date.now();
      mock.timers.enable({ apis: ["Date"], now: now + 7 * day - 60_000 });
      const early = await openLink(flow.createBrowser(), undo);
      assert.match(early.text, /Restore/);
      mock.timers.tick(120_000);
      const late = await openLink(flow.createBrowser(), undo);
      assert.match(late.text, /no longer works/);
    });

    it("it undoes later changes, too, whose own links do nothing any more", async () => {
      const flow = await createAddressFlow(strategy);
      const thief = await enter(flow);
      const undo = await change(flow, thief);
      const theirs = await change(flow, thief, "third@example.com");
      assert.notEqual(theirs, undo);
      const owner = flow.createBrowser();
      await press(owner, undo);
      assert.equal(await readAddress(flow), address);
      const page = await openLink(flow.createBrowser(), theirs);
      assert.match(page.text, /no longer works/);
      assert.equal(await readAddress(flow), address);
    });

    it("nobody prevents it by claiming the old address at a provider", async () => {
      const flow = await createAddressFlow(strategy);
      const undo = await change(flow, await enter(flow));
      flow.op.faults.idToken = {
        claims: ({ email_verified: _, ...claims }) => ({
          ...claims,
          email: address,
        }),
      };
      const thief = flow.createBrowser();
      await signIn(thief, { id: "op" });
      const claim = await flow.adapter.getUserByEmail(address);
      assert.equal(claim?.emailVerified, null);
      await press(flow.createBrowser(), undo);
      assert.equal(await readAddress(flow), address);
      assert.equal((await flow.adapter.getUser(claim.id))?.email, null);
    });

    it("a form of another site undoes nothing", async () => {
      const flow = await createAddressFlow(strategy);
      const undo = await change(flow, await enter(flow));
      const token = new URL(undo).searchParams.get("undo") ?? "";
      const answer = await flow.createBrowser().fetch(`${site}/auth/email`, {
        method: "POST",
        headers: { origin: "https://evil.example" },
        body: new URLSearchParams({ undo: token }),
      });
      assert.equal(answer.status, 403);
      assert.equal(await readAddress(flow), next);
    });

    it("an address that was never proved is not told, and cannot be restored", async () => {
      const flow = await createAddressFlow(strategy);
      const browser = await enter(flow);
      await flow.adapter.updateUser({ id: "u1", emailVerified: null });
      assert.equal(await change(flow, browser), "");
      assert.deepEqual(listMails(flow, address), []);
    });
  });
}
