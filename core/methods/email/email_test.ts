import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { Auth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createPlainAdapter } from "../../accounts/users_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import { post, readSession, site } from "../../../testing/app_testkit.ts";
import {
  ask,
  askForMail,
  assertDead,
  createMailFlow,
  openLink,
  typeCode,
} from "./email_testkit.ts";

afterEach(endTest);

const kinds = {
  "nothing but a store": () => ({}),
  "the memory adapter": () => ({ adapter: createMemoryAdapter() }),
  "the memory adapter and jwt": () => ({
    adapter: createMemoryAdapter(),
    session: { strategy: "jwt" as const },
  }),
  "a plain adapter": () => ({ adapter: createPlainAdapter() }),
};

for (const [kind, toConfig] of Object.entries(kinds)) {
  describe(`signing in by mail with ${kind}`, () => {
    it("the link signs in at once in the browser that asked, and goes on to the target", async () => {
      const flow = await createMailFlow(toConfig());
      const browser = flow.createBrowser();
      const { url } = await askForMail(flow, browser, "Ada@Example.test ", {
        target: "/cart?x=1",
      });
      const page = await openLink(browser, url);
      assert.equal(page.url, `${site}/cart?x=1`);
      const session = await readSession(browser);
      assert.equal(session?.user?.email, "ada@example.test");
    });

    it("the code also signs in there, and uses up the link", async () => {
      const flow = await createMailFlow(toConfig());
      const browser = flow.createBrowser();
      const { url, code, page } = await askForMail(flow, browser);
      await typeCode(browser, page, code);
      assert.ok(await readSession(browser));
      const other = flow.createBrowser();
      assertDead(await openLink(other, url));
      assert.equal(await readSession(other), null);
    });

    it("another browser signs in with a button that names the address", async () => {
      const flow = await createMailFlow(toConfig());
      const { url } = await askForMail(flow, flow.createBrowser());
      const other = flow.createBrowser();
      const page = await openLink(other, url);
      assert.match(page.text, /ada@example\.test/);
      assert.equal(await readSession(other), null);
      await other.submit(page);
      assert.ok(await readSession(other));
    });
  });
}

describe("signing in by mail", () => {
  it("a link that is opened again goes on to the target", async () => {
    const flow = await createMailFlow();
    const browser = flow.createBrowser();
    const { url } = await askForMail(flow, browser, undefined, {
      target: "/cart",
    });
    await openLink(browser, url);
    assert.equal((await openLink(browser, url)).url, `${site}/cart`);
    assert.ok(await readSession(browser));
  });

  it("a client is told where to go on, as for every provider", async () => {
    const flow = await createMailFlow();
    const browser = flow.createBrowser();
    const answer = await post(browser, "signin/email", {
      email: "ada@example.test",
      callbackUrl: "/cart",
    });
    assert.equal(answer.status, 200);
    const { url } = await answer.json();
    const { pathname, searchParams } = new URL(url);
    assert.equal(pathname, "/auth/verify-request");
    assert.equal(searchParams.get("provider"), "email");
    assert.equal(searchParams.get("type"), "email");
    const providers = await browser.fetch(`${site}/auth/providers`);
    assert.deepEqual((await providers.json()).email, {
      id: "email",
      name: "Email",
      type: "email",
      signinUrl: `${site}/auth/signin/email`,
      callbackUrl: `${site}/auth/callback/email`,
    });
  });

  it("a client is told that a code is wrong, with a suitable status", async () => {
    const flow = await createMailFlow();
    const browser = flow.createBrowser();
    const { page, code } = await askForMail(flow, browser);
    const state = new URL(page.url).searchParams.get("state") ?? "";
    const wrong = code === "00000000" ? "1" : "00000000";
    const { csrfToken } = await (await browser.fetch(`${site}/auth/csrf`))
      .json();
    const answer = await browser.fetch(`${site}/auth/callback/email`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
      },
      body: JSON.stringify({ csrfToken, state, code: wrong }),
    });
    assert.equal(answer.status, 403);
    const { error, code: why } = await answer.json();
    assert.deepEqual([error, why], ["Verification", "wrong_code"]);
  });

  it("only the browser that asked sees where the mail went", async () => {
    const flow = await createMailFlow();
    const { page } = await askForMail(flow, flow.createBrowser());
    assert.match(page.text, /ada@example\.test/);
    assert.match(page.text, /inputmode="numeric" autocomplete="one-time-code"/);
    const other = await flow.createBrowser().goto(page.url);
    assert.doesNotMatch(other.text, /ada@|<form/);
    assert.match(other.text, /sent you an email/);
  });

  it("the application's own page gets all that it needs", async () => {
    const flow = await createMailFlow({
      pages: { verifyRequest: "/look-into-your-mail" },
    });
    const browser = flow.createBrowser();
    const { pathname, searchParams } = new URL((await ask(browser)).url);
    assert.equal(pathname, "/look-into-your-mail");
    const answer = await post(browser, "callback/email", {
      state: searchParams.get("state") ?? "",
      code: flow.mails[0]?.code ?? "",
    });
    assert.equal((await answer.json()).url, `${site}/`);
    assert.ok(await readSession(browser));
  });

  it("the mail has the name and the colour of the theme, and the host on which the code works", async () => {
    const theme = { name: "Acme & Co", brandColor: "tomato", radius: "1rem" };
    const flow = await createMailFlow({ theme });
    const mail = await askForMail(flow, flow.createBrowser());
    assert.equal(mail.subject, "Sign in to Acme & Co");
    assert.match(mail.text, /only on app\.example,/);
    assert.match(mail.html, /<bdi>Acme &amp; Co<\/bdi>/);
    assert.match(mail.html, /background:#ff6347;color:#17181c/);
    assert.match(mail.html, /border-radius:1rem/);
  });

  it("the sign-in page fills in an address that it was given", async () => {
    const flow = await createMailFlow();
    const page = await flow.createBrowser()
      .goto(`${site}/auth/signin?email=ada%40example.test`);
    const form = page.forms().find(({ action }) => action.endsWith("/email"));
    assert.deepEqual(
      form?.fields.find(([name]) => name === "email"),
      ["email", "ada@example.test"],
    );
  });

  it("missing configuration is reported at start-up", async () => {
    const provider = { id: "email", type: "email" } as const;
    const from = "sign-in@app.example";
    const sendMail = () => {};
    const wrong: [Record<string, unknown>, RegExp][] = [
      [{}, /no sender: set `from` or AUTH_EMAIL_FROM/],
      [{ from }, /cannot send: set `server` or AUTH_EMAIL_SERVER/],
      [{ from, server: "smtp://localhost" }, /make it with `Nodemailer`/],
      [{ from: "nobody", sendMail }, /`from` must be an address/],
      [{ from, sendMail: "smtp" }, /`sendMail` must be a function/],
      [{ from, sendMail, maxAge: 0 }, /maxAge/],
      [{ from, sendMail, maxAge: 86_401 }, /maxAge/],
      [{ from, sendMail, secret: "short" }, /at least 32 characters/],
    ];
    for (const [options, message] of wrong) {
      const lines: string[] = [];
      const answer = await Auth(new Request(`${site}/auth/session`), {
        secret: "a secret that is as long as it has to be",
        providers: [{ ...provider, ...options }],
        logger: { error: (error) => void lines.push(error.message) },
      });
      assert.equal(answer.status, 500);
      assert.match(lines.join("\n"), message);
      await answer.body?.cancel();
    }
    const { updateUser: _, ...adapter } = createMemoryAdapter();
    const lines: string[] = [];
    await Auth(new Request(`${site}/auth/session`), {
      secret: "a secret that is as long as it has to be",
      session: { strategy: "jwt" },
      adapter,
      providers: [{ ...provider, from, sendMail }],
      logger: { error: (error) => void lines.push(error.message) },
    });
    assert.match(lines.join("\n"), /lacks `updateUser`/);
  });
});
