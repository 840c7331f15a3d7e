import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { readSession, signIn, site } from "../../../testing/app_testkit.ts";
import {
  assertRefused,
  endTest,
  toAnswer,
} from "../../../testing/checks_testkit.ts";
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
  type PasswordFlow,
  post,
  signInWith,
  typeCode,
} from "./password_testkit.ts";

afterEach(endTest);

const wrong = (code: string) => code === "00000000" ? "11111111" : "00000000";

/** Asserts that a link or a code led to the page that offers a new mail. */
function assertDead({ url }: { url: string }, code: string | null): void {
  const { pathname, searchParams } = new URL(url);
  assert.equal(pathname, "/auth/reset", url);
  assert.equal(searchParams.get("error"), "Verification");
  assert.equal(searchParams.get("code"), code);
}

async function canSignIn(flow: PasswordFlow, typed: string): Promise<boolean> {
  const browser = flow.createBrowser();
  await signInWith(browser, { email: address, password: typed });
  return await readSession(browser) !== null;
}

describe("links and codes of mails about passwords", () => {
  it("a link works once, and says so when it is opened again [ASVS-6.4.1]", async () => {
    const flow = await createPasswordFlow();
    const { browser } = flow;
    const { url } = await getMail(flow, browser, "signup");
    await choose(browser, await openLink(browser, url), password);
    const stranger = flow.createBrowser();
    assertDead(await openLink(stranger, url), "used");
    const token = new URL(url).searchParams.get("token") ?? "";
    const answer = await post(stranger, "new-password", {
      token,
      password: another,
    });
    assertRefused(await toAnswer(answer), flow, { hides: [another] });
    assert.ok(await canSignIn(flow, password));
    assert.ok(!await canSignIn(flow, another));
  });

  it("of two resets at once, exactly one sets a password, and both links are dead then", async () => {
    const flow = await createPasswordFlow();
    await addMember(flow.adapter);
    const [one, two] = [flow.createBrowser(), flow.createBrowser()];
    const first = await getMail(flow, one, "reset");
    const second = await getMail(flow, two, "reset");
    const pages = [
      await openLink(one, first.url),
      await openLink(two, second.url),
    ] as const;
    const chosen = ["the first of two passwords", "the second of two words"];
    const ends = await Promise.all(
      [one, two].map((browser, i) =>
        choose(browser, pages[i as 0 | 1], chosen[i] ?? "")
      ),
    );
    const done = ends.filter(({ url }) => url === `${site}/after`);
    assert.equal(done.length, 1);
    const valid = await Promise.all(
      chosen.map((text) => canSignIn(flow, text)),
    );
    assert.equal(valid.filter(Boolean).length, 1);
    const reader = flow.createBrowser();
    assertDead(await openLink(reader, first.url), "used");
    assertDead(await openLink(reader, second.url), "used");
  });

  it("a scanner that opens and submits nothing changes nothing, and the link works afterwards", async () => {
    const flow = await createPasswordFlow();
    const { browser, adapter } = flow;
    const { url } = await getMail(flow, browser, "signup");
    const scanner = flow.createBrowser();
    for (let i = 0; i < 3; i++) await openLink(scanner, url);
    const head = await scanner.fetch(url, { method: "HEAD" });
    assert.equal(head.status, 405);
    assert.equal(await adapter.getUserByEmail(address), null);
    await choose(browser, await openLink(browser, url), password);
    assert.equal((await readSession(browser))?.user?.email, address);
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

  it("a code works only in the browser that asked, and not after five wrong ones [ASVS-6.6.2, ASVS-6.6.3]", async () => {
    const flow = await createPasswordFlow();
    await addMember(flow.adapter);
    const { page, code } = await getMail(flow, flow.browser, "reset");
    const stranger = flow.createBrowser();
    const state = new URL(page.url).searchParams.get("state") ?? "";
    const answer = await post(stranger, "callback/password", { state, code });
    assertDead({ url: answer.headers.get("location") ?? "" }, null);
    let shown = page;
    for (let i = 1; i < 5; i++) {
      shown = await typeCode(flow.browser, shown, wrong(code));
      assert.match(shown.text, /That code isn’t right/);
    }
    assertDead(await typeCode(flow.browser, shown, wrong(code)), "void");
    const late = await post(flow.browser, "callback/password", { state, code });
    assertDead({ url: late.headers.get("location") ?? "" }, "void");
    assert.ok(await canSignIn(flow, password));
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

describe("an account that somebody else prepared", () => {
  it("a password from before the address was proved dies when its owner signs up", async () => {
    const flow = await createPasswordFlow();
    const id = await addMember(flow.adapter, { emailVerified: null });
    assert.ok(!await canSignIn(flow, password));
    const { browser } = flow;
    const { url } = await getMail(flow, browser, "signup");
    const ways = await openLink(browser, url);
    assert.match(ways.text, /You already have an account/);
    assert.doesNotMatch(ways.url, /token/);
    const page = await browser.submit(ways, { action: "/auth/new-password" });
    assert.match(page.text, /Choose a new password/);
    const end = await choose(browser, page, another);
    assert.equal(end.url, `${site}/after`);
    assert.equal((await readSession(browser))?.user?.id, id);
    assert.ok(!await canSignIn(flow, password));
    assert.ok(await canSignIn(flow, another));
  });
});

describe("a user whose address was never proved", () => {
  it("signs in as before, in the browser that opened the mail, which proves the address and keeps everything", async () => {
    const flow = await createPasswordFlow();
    // The provider says nothing about the address.
    flow.op.faults.idToken = {
      claims: ({ email_verified: _, ...claims }) => claims,
    };
    const { browser, adapter } = flow;
    await signIn(browser, { id: "op" });
    const session = await readSession(browser);
    const email = session?.user?.email ?? "";
    const id = session?.user?.id ?? "";
    await adapter.updateUser({ id, emailVerified: null });
    const visitor = flow.createBrowser();
    const { url } = await getMail(flow, visitor, "reset", email);
    const ways = await openLink(visitor, url);
    assert.match(ways.text, /You already have an account/);
    assert.equal((await adapter.getUser(id))?.emailVerified, null);
    await signIn(visitor, { id: "op" });
    assert.equal((await readSession(visitor))?.user?.id, id);
    assert.notEqual((await adapter.getUser(id))?.emailVerified, null);
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
