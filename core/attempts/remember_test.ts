import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import {
  type AuthConfig,
  createAuth,
  type SessionMaxAgeInput,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  createCredentialsFlow,
  makeProvider,
  right,
  storages,
  typeIn,
} from "../methods/credentials/credentials_testkit.ts";
import {
  askForMail,
  createMailFlow,
  openLink,
} from "../methods/email/email_testkit.ts";
import {
  addMember,
  createPasswordFlow,
  getMail,
  openLink as openPasswordLink,
} from "../methods/password/password_testkit.ts";
import {
  createFactorApp,
  giveApp,
  showCode,
  typeCode,
  typePassword,
} from "../methods/second_factor/second_factor_testkit.ts";
import {
  type App,
  cookieName,
  createApp,
  readSession,
  signIn,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";
import { DAY, NOON } from "../session/session_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

const rememberMe = { rememberMe: true };

/** Whether the session cookie that was set last is kept when the browser ends. */
function isKept({ answers }: Pick<App, "answers">): boolean {
  const last = answers.flatMap(({ headers }) => headers.getSetCookie())
    .findLast((one) => one.startsWith(`${cookieName.session}=`));
  assert.ok(last, "no session cookie was set");
  return /Max-Age=2592000/.test(last);
}

describe("the box on the sign-in page", () => {
  it("each form has its own, and it is not ticked", async () => {
    const flow = await createCredentialsFlow([makeProvider()], {
      session: rememberMe,
    });
    const { text } = await flow.browser.goto(`${site}/auth/signin`);
    const boxes = text.match(/<input[^>]*name="remember"[^>]*>/g) ?? [];
    const forms = text.match(/<form/g) ?? [];
    assert.ok(boxes.length > 0);
    assert.equal(boxes.length, forms.length);
    assert.ok(boxes.every((one) => !one.includes("checked")));
    assert.match(text, /Remember me/);
  });

  it("stays ticked after a wrong password", async () => {
    const flow = await createCredentialsFlow([makeProvider()], {
      session: rememberMe,
    });
    for (const remember of ["on", undefined]) {
      const fields = { ...right, password: "wrong", remember };
      const { text } = await typeIn(flow.browser, { fields });
      const box = /<input[^>]*name="remember"[^>]*>/.exec(text)?.[0] ?? "";
      assert.equal(box.includes("checked"), remember === "on", box);
    }
  });

  it("stays ticked after an address that is none", async () => {
    const flow = await createMailFlow({ session: rememberMe });
    const fields = { email: "nobody", remember: "on" };
    const { text } = await signIn(flow.browser, { id: "email", fields });
    assert.match(text, /<input[^>]*name="remember"[^>]*checked/);
  });
});

for (const [storage, toConfig] of Object.entries(storages)) {
  const create = (session: AuthConfig["session"] = rememberMe) => {
    const config = toConfig();
    return { ...config, session: { ...config.session, ...session } };
  };

  // These kits bring an adapter of their own.
  const toSession = () => ({ session: create().session });

  describe(`the choice of the visitor, ${storage}`, () => {
    for (const remember of ["on", undefined]) {
      const what = remember === undefined ? "unticked" : "ticked";

      it(`${what}, it comes back from a provider, ${storage}`, async () => {
        const flow = await createApp({ config: create() });
        await signIn(flow.browser, { fields: { remember } });
        assert.equal(isKept(flow), remember === "on");
      });

      it(`${what}, it survives until the link of a mail is opened, ${storage}`, async () => {
        const flow = await createMailFlow(create());
        const { browser } = flow;
        const fields = { email: "ada@example.test", remember };
        await signIn(browser, { id: "email", fields });
        const { url = "" } = flow.mails.at(-1) ?? {};
        await openLink(browser, url);
        assert.ok(await readSession(browser));
        assert.equal(isKept(flow), remember === "on");
      });

      it(`${what}, it counts where a password is chosen after its mail, ${storage}`, async () => {
        for (const use of ["signup", "reset"] as const) {
          const flow = await createPasswordFlow({ config: toSession() });
          if (use === "reset") await addMember(flow.adapter);
          const { url } = await getMail(flow, flow.browser, use);
          const page = await openPasswordLink(flow.browser, url);
          const [box = ""] =
            /<input[^>]*name="remember"[^>]*>/.exec(page.text) ??
              [];
          assert.match(box, /type="checkbox"/);
          assert.doesNotMatch(box, /checked/);
          await flow.browser.submit(page, {
            action: "/auth/new-password",
            fields: { password: "correct horse battery staple", remember },
          });
          assert.ok(await readSession(flow.browser), use);
          assert.equal(isKept(flow), remember === "on", use);
        }
      });

      it(`${what}, it survives a sign-up whose password is chosen first, ${storage}`, async () => {
        const flow = await createPasswordFlow({
          config: toSession(),
          options: { confirm: "after" },
        });
        const { browser } = flow;
        const page = await browser.goto(`${site}/auth/signup`);
        const email = "ada@example.com";
        const password = "correct horse battery staple";
        await browser.submit(page, {
          action: "/auth/signup",
          fields: { email, password, remember },
        });
        await openPasswordLink(browser, flow.mails.at(-1)?.url ?? "");
        assert.ok(await readSession(browser));
        assert.equal(isKept(flow), remember === "on");
      });

      it(`${what}, it survives the second factor, ${storage}`, async () => {
        const app = await createFactorApp({ config: toSession() });
        await giveApp(app);
        const { browser } = app;
        const url = await typePassword(browser, remember ? { remember } : {});
        const state = url.searchParams.get("state") ?? "";
        await typeCode(browser, state, await showCode());
        assert.equal((await readSession(browser))?.user?.id, "ada");
        assert.equal(isKept(app), remember === "on");
      });

      it(`${what}, another browser asks for it with the link of a mail, ${storage}`, async () => {
        const flow = await createMailFlow(create());
        const { url } = await askForMail(flow, flow.createBrowser());
        const page = await openLink(flow.browser, url);
        assert.match(page.text, /name="remember"/);
        const action = "/auth/callback/email";
        await flow.browser.submit(page, { action, fields: { remember } });
        assert.ok(await readSession(flow.browser));
        assert.equal(isKept(flow), remember === "on");
      });
    }

    it(`a function sees each road once, ${storage}`, async () => {
      const asked: SessionMaxAgeInput[] = [];
      const maxAge = (one: SessionMaxAgeInput) => {
        asked.push(one);
        return one.type === "email" ? 60 : 3600;
      };
      const flow = await createMailFlow(create({ maxAge }));
      const ends = async () =>
        Date.parse((await readSession(flow.browser))?.expires ?? "") - NOON;
      await signIn(flow.browser);
      assert.equal(await ends(), 3_600_000);
      const { url } = await askForMail(flow, flow.browser);
      await openLink(flow.browser, url);
      assert.equal(await ends(), 60_000);
      assert.deepEqual(asked.map(({ provider }) => provider), ["op", "email"]);
    });
  });
}

describe("a session of beginSession", () => {
  for (const remember of [true, false, undefined]) {
    it(`remember: ${remember}`, async () => {
      const adapter = createMemoryAdapter();
      const person = { name: "Ada", email: null, emailVerified: null };
      const user = await adapter.createUser({ id: "ada", ...person });
      const flow = await createApp({ config: { adapter } });
      const options = { user, remember };
      const { headers } = await createAuth(flow.makeConfig())
        .beginSession(new Request(`${site}/`), options);
      const [cookie = ""] = headers.getSetCookie()
        .filter((one) => one.startsWith(`${cookieName.session}=`));
      assert.equal(/Max-Age=2592000/.test(cookie), remember !== false, cookie);
      assert.equal(/Max-Age|Expires/i.test(cookie), remember !== false);
    });
  }
});

describe("a proof that a page asks for", () => {
  for (const remember of ["on", undefined]) {
    it(`has no box, and the session stays ${remember === "on" ? "remembered" : "short"}`, async () => {
      const flow = await createCredentialsFlow([makeProvider()], {
        session: { ...rememberMe, shortMaxAge: 5 * DAY },
      });
      const { browser } = flow;
      await typeIn(browser, { fields: { ...right, remember } });
      mock.timers.tick(DAY * 1000);
      const request = () =>
        new Request(`${site}/pay`, {
          headers: { cookie: browser.cookieHeader(site), accept: "text/html" },
        });
      const answer = await createAuth(flow.makeConfig())
        .require(request(), { maxAge: 300 });
      assert.ok(answer instanceof Response);
      for (const one of answer.headers.getSetCookie()) {
        browser.setCookie(site, one);
      }
      const page = await browser.goto(answer.headers.get("location") ?? "");
      assert.doesNotMatch(page.text, /name="remember"/);
      const before = flow.answers.length;
      const action = "/auth/callback/credentials";
      await browser.submit(page, { action, fields: right });
      const answers = flow.answers.slice(before);
      assert.equal(isKept({ answers }), remember === "on");
    });
  }
});

describe("the mark of a session that ended", () => {
  it("outlives the longest session that a function can give", async () => {
    const maxAge = () => 400 * DAY;
    const flow = await createApp({
      config: {
        adapter: createMemoryAdapter(),
        session: { strategy: "jwt", maxAge, absoluteMaxAge: false },
      },
    });
    await signIn(flow.browser);
    const copy = flow.browser.clone();
    assert.ok(await readSession(copy));
    const { id } = (await readSession(copy))?.user ?? assert.fail();
    await createAuth(flow.makeConfig()).revoke({ user: id });
    mock.timers.tick(399 * DAY * 1000);
    assert.equal(await readSession(copy), null);
  });
});
