import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { readSession, site } from "../../../testing/app_testkit.ts";
import { endTest, toAnswer } from "../../../testing/checks_testkit.ts";
import { assertDead, describePasswordAttacks } from "./attacks_testkit.ts";
import {
  addMember,
  address,
  another,
  ask,
  choose,
  createPasswordFlow,
  getMail,
  openLink,
  password,
  post,
  signInWith,
} from "./password_testkit.ts";

afterEach(endTest);

describePasswordAttacks("Auth()");

describe("links and codes of mails about passwords", () => {
  it("a link that was used stays dead after its password was removed [ASVS-6.4.1]", async () => {
    const flow = await createPasswordFlow();
    const { adapter, browser } = flow;
    const id = await addMember(adapter);
    const secret = { userId: id, kind: "password" } as const;
    const remove = async () => {
      const before = await adapter.getSecret(id, "password");
      await adapter.replaceSecret({ ...secret, before, after: null });
    };
    await remove();
    const { url } = await getMail(flow, browser, "reset");
    await choose(browser, await openLink(browser, url), another);
    await remove();
    const thief = flow.createBrowser();
    const page = await openLink(thief, url);
    assertDead(page, "used");
    assert.equal(await adapter.getSecret(id, "password"), null);
  });

  it("a reset ends the sessions of a user whose password a thief has removed", async () => {
    const flow = await createPasswordFlow();
    const { adapter, browser } = flow;
    const id = await addMember(adapter);
    const thief = flow.createBrowser();
    await signInWith(thief, { email: address, password });
    const before = await adapter.getSecret(id, "password");
    const secret = { userId: id, kind: "password", before } as const;
    await adapter.replaceSecret({ ...secret, after: null });
    const { url } = await getMail(flow, browser, "reset");
    await choose(browser, await openLink(browser, url), another);
    assert.equal((await readSession(browser))?.user?.id, id);
    assert.equal(await readSession(thief), null);
  });

  it("after the user's address has changed, a link to the old one resets nothing of theirs", async () => {
    const flow = await createPasswordFlow();
    const id = await addMember(flow.adapter);
    const { url } = await getMail(flow, flow.browser, "reset");
    await flow.adapter.updateUser({ id, email: "new@example.com" });
    assertDead(await openLink(flow.browser, url), "used");
  });

  it("a link is dead after 30 minutes, and its page offers a new one for the same address [ASVS-6.4.1]", async () => {
    const now = Date.UTC(2026, 5, 1);
    mock.timers.enable({ apis: ["Date"], now });
    const flow = await createPasswordFlow();
    const { url } = await getMail(flow, flow.browser, "signup");
    mock.timers.setTime(now + 30 * 60_000 - 1);
    assert.equal((await openLink(flow.browser, url)).status, 200);
    mock.timers.setTime(now + 30 * 60_000);
    const page = await openLink(flow.browser, url);
    assertDead(page, "expired");
    assert.match(page.text, /This link has expired/);
    assert.match(page.text, /value="ada@example\.com"/);
    mock.timers.reset();
  });

  it("a forged or foreign token is refused like an incomplete one", async () => {
    const flow = await createPasswordFlow();
    const other = await createPasswordFlow();
    const { url } = await getMail(other, other.browser, "signup");
    const token = new URL(url).searchParams.get("token") ?? "";
    for (const forged of [token, `${token.slice(0, -2)}AA`, "x", "a.b.c.d.e"]) {
      const query = new URLSearchParams({ token: forged });
      const page = await openLink(
        flow.browser,
        `${site}/auth/new-password?${query}`,
      );
      assertDead(page, null);
    }
  });

  it("the page with the token is not cached, tells nobody its URL, and loads nothing", async () => {
    const flow = await createPasswordFlow();
    const { url } = await getMail(flow, flow.browser, "signup");
    const answer = await flow.browser.fetch(url);
    const { headers } = answer;
    assert.match(headers.get("cache-control") ?? "", /no-store/);
    assert.equal(headers.get("referrer-policy"), "strict-origin");
    const policy = headers.get("content-security-policy") ?? "";
    assert.match(policy, /default-src 'none'/);
    const html = await answer.text();
    assert.doesNotMatch(html, /(?:src|href)="https?:\/\/(?!app\.example)/);
    assert.match(html, /autocomplete="new-password"/);
    assert.match(
      html,
      /value="ada@example\.com" autocomplete="username" readonly/,
    );
  });
});

describe("what a stranger learns", () => {
  it("the page, its status, its headers, its size and the work are the same for a known and an unknown address [ASVS-6.3.8]", async () => {
    for (const use of ["signup", "reset"] as const) {
      const seen = [];
      for (const email of [address, "eve@example.com"]) {
        const calls: string[] = [];
        const adapter = createMemoryAdapter();
        await addMember(adapter);
        const counted = new Proxy(adapter, {
          get: (target, name) => {
            const value = Reflect.get(target, name);
            if (typeof value !== "function") return value;
            return (...args: unknown[]) => {
              calls.push(String(name));
              return value.apply(target, args);
            };
          },
        });
        const flow = await createPasswordFlow({ adapter: counted });
        const answer = await post(flow.browser, use, { email });
        const { status, headers, text } = await toAnswer(answer);
        const shape = [...headers].map(([name, value]) => [
          name,
          value.replace(/[\w-]{30,}/g, (one) => `${one.length}`)
            .replace(/state=[\w-]+/, ""),
        ]);
        seen.push([
          status,
          shape.map(([name, value = ""]) =>
            name === "set-cookie" ? value.length : [name, value]
          ),
          text,
          calls,
          flow.mails.length,
        ]);
      }
      // The addresses are equally long, and so are their sealed cookies.
      assert.deepEqual(seen[0], seen[1], use);
    }
  });

  it("the mails tell: who has an account, who has none, and who can have one", async () => {
    const subjects: string[] = [];
    for (const signUp of [true, false]) {
      const flow = await createPasswordFlow({ options: { signUp } });
      await addMember(flow.adapter);
      for (const email of [address, "eve@example.com"]) {
        const browser = flow.createBrowser();
        const mail = await getMail(flow, browser, "reset", email);
        subjects.push(mail.subject);
        assert.equal(mail.code === "", !signUp && email !== address);
      }
    }
    assert.deepEqual(subjects, [
      "Choose a new password for app.example",
      "There’s no app.example account for this address",
      "Choose a new password for app.example",
      "There’s no app.example account for this address",
    ]);
  });
});

describe("a password that cannot be used", () => {
  it("is refused beside its field, and the link still works", async () => {
    const flow = await createPasswordFlow();
    const { browser } = flow;
    const { url } = await getMail(flow, browser, "signup");
    const page = await openLink(browser, url);
    const short = await choose(browser, page, "short");
    assert.equal(short.status, 400);
    assert.match(short.text, /too short/);
    const nul = await choose(browser, short, "a password with \0 in it");
    assert.match(nul.text, /character that can’t be used/);
    assert.equal(await flow.adapter.getUserByEmail(address), null);
    await choose(browser, nul, password);
    assert.equal((await readSession(browser))?.user?.email, address);
  });

  it("leads back to the application's own page with the reason, and the link still works", async () => {
    const flow = await createPasswordFlow({
      config: { pages: { newPassword: "/choose" } },
    });
    const { url } = await getMail(flow, flow.browser, "signup");
    const token = new URL(url).searchParams.get("token") ?? "";
    const fields = { token, password: "short", callbackUrl: "/after" };
    const refused = await post(flow.browser, "new-password", fields);
    assert.equal(refused.status, 303);
    const own = new URL(refused.headers.get("location") ?? "");
    assert.equal(own.pathname, "/choose");
    assert.equal(own.searchParams.get("error"), "InvalidPassword");
    assert.equal(own.searchParams.get("code"), "short");
    assert.equal(own.searchParams.get("token"), token);
    assert.equal(await readSession(flow.browser), null);
    const right = { ...fields, password };
    const done = await post(flow.browser, "new-password", right);
    assert.equal(done.headers.get("location"), `${site}/after`);
    assert.equal((await readSession(flow.browser))?.user?.email, address);
  });

  it("a program gets the reason as data, and a megabyte is not read", async () => {
    const flow = await createPasswordFlow();
    const { url } = await getMail(flow, flow.browser, "signup");
    const token = new URL(url).searchParams.get("token") ?? "";
    const accept = "application/json";
    const short = await post(flow.browser, "new-password", {
      token,
      password: "short",
    }, { accept });
    assert.equal(short.status, 400);
    const body = await short.json();
    assert.equal(body.error, "InvalidPassword");
    assert.equal(body.code, "short");
    const large = await post(flow.browser, "new-password", {
      token,
      password: "x".repeat(1_000_000),
    }, { accept });
    assert.equal(large.status, 413);
    const done = await post(flow.browser, "new-password", {
      token,
      password,
    }, { accept });
    assert.equal(done.status, 200);
    assert.equal((await readSession(flow.browser))?.user?.email, address);
  });
});

describe("where nobody can sign up", () => {
  it("the page says so, no mail is sent, and a reset creates nothing", async () => {
    const flow = await createPasswordFlow({ options: { signUp: false } });
    await addMember(flow.adapter);
    const page = await flow.browser.goto(`${site}/auth/signup`);
    assert.match(page.text, /You need an invitation/);
    for (const email of [address, "eve@example.com"]) {
      const answer = await post(flow.browser, "signup", { email });
      const url = new URL(answer.headers.get("location") ?? "");
      assert.equal(url.searchParams.get("error"), "AccessDenied");
      assert.equal(url.searchParams.get("code"), "invitation");
    }
    assert.equal(flow.mails.length, 0);
    await ask(flow.browser, "reset", "eve@example.com");
    assert.equal(flow.mails.length, 1);
    assert.doesNotMatch(flow.mails[0]?.text ?? "", /https?:/);
  });
});
