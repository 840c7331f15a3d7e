import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import { Auth, type AuthConfig } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createBrowser, createFaultProvider } from "@latchkey/auth/testing";
import { createUserFlow } from "../../accounts/users_testkit.ts";
import {
  type App,
  approach,
  assertSignedIn,
  cookieName,
  createApp,
  post,
  readSession,
  site,
  start,
  toAttemptId,
} from "../../../testing/app_testkit.ts";
import { endTest } from "../../../testing/checks_testkit.ts";
import { ask as askForMail } from "../email/email_testkit.ts";

afterEach(endTest);

const formPost = { authorization: { params: { response_mode: "form_post" } } };

interface Under {
  readonly name: string;
  readonly value: string;
}

/** Starts a sign-in and stops at the provider's answer. */
async function approachAnew(flow: App) {
  const browser = flow.createBrowser();
  const callback = await approach(browser);
  const name = cookieName.attempt + toAttemptId(callback);
  const cookie = browser.cookies(site).find((one) => one.name === name);
  assert.ok(cookie);
  return { callback, cookie: { name, value: cookie.value } };
}

/** Opens a callback URL with a recorded set of cookies; returns where it leads. */
async function openWith(
  flow: App,
  callback: string,
  cookies: readonly Under[],
): Promise<URL> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`)
    .join("; ");
  const headers = { cookie, accept: "text/html" };
  const response = await flow.handler(new Request(callback, { headers }));
  return new URL(response.headers.get("location") ?? `${site}/none`);
}

describe("the cookie of an attempt", () => {
  it("the cookie is found beside another attempt's value, and beside garbage, under the same name", async () => {
    for (const plant of ["another attempt's", "garbage"]) {
      const flow = await createApp();
      const stranger = await approachAnew(flow);
      const { callback, cookie } = await approachAnew(flow);
      const value = plant === "garbage" ? "garbage" : stranger.cookie.value;
      const planted = { name: cookie.name, value };
      const url = await openWith(flow, callback, [planted, cookie]);
      assert.equal(url.href, `${site}/`, plant);
    }
  });

  it("at most two values under one cookie name are tried", async () => {
    const flow = await createApp();
    const { callback, cookie } = await approachAnew(flow);
    const planted = { name: cookie.name, value: "garbage" };
    const url = await openWith(flow, callback, [planted, planted, cookie]);
    assert.equal(url.searchParams.get("error"), "InvalidCheck");
  });

  it("the cookie of a mail attempt is refused as a provider's attempt, and the other way round", async () => {
    const flow = await createApp({
      more: [{
        id: "email",
        type: "email",
        from: "sign-in@app.example",
        sendMail: () => {},
      }],
    });
    const mailer = flow.createBrowser();
    await askForMail(mailer);
    const mail = mailer.cookies(site)
      .find(({ name }) => name.startsWith(cookieName.attempt));
    assert.ok(mail);
    const { callback, cookie } = await approachAnew(flow);
    const moved = { name: cookie.name, value: mail.value };
    const refused = await openWith(flow, callback, [moved]);
    assert.equal(refused.searchParams.get("error"), "InvalidCheck");
    const id = mail.name.slice(cookieName.attempt.length);
    const named = new URL(callback);
    named.searchParams.set("state", `${id}.x`);
    const own = await openWith(flow, named.href, [mail]);
    assert.equal(own.searchParams.get("error"), "InvalidCheck");
    assert.equal(flow.op.count("token"), 0);
  });

  it("the cookie is Secure for a provider that answers with a form, also on loopback without https", async () => {
    const origin = "http://localhost:8000";
    const op = await createFaultProvider();
    const config: AuthConfig = {
      secret: "a secret of this test, which is long enough",
      origin,
      providers: [op.provider(formPost)],
    };
    const browser = createBrowser({
      [origin]: (request) => Auth(request, config),
      [op.origin]: op.handler,
    });
    const page = await browser.goto(`${origin}/auth/signin`);
    const { pending } = await browser.submit(page, {
      stopAt: (url) => url.startsWith(op.origin),
    });
    assert.ok(pending, "the browser leaves for the provider");
    const set = browser.cookies(origin)
      .filter(({ name }) => name.startsWith("latchkey.attempt."));
    assert.deepEqual(
      set.map(({ secure, sameSite }) => [secure, sameSite]),
      [[true, "None"]],
    );
  });
});

for (const strategy of ["database", "jwt"] as const) {
  describe(`linking a provider that answers by a form, with the strategy ${strategy}`, () => {
    it("linking keeps the attempt's cookie from other sites, and works through a request of the own site that carries the session", async () => {
      const second = await createFaultProvider({ user: { sub: "other-1" } });
      const flow = await createUserFlow({
        adapter: createMemoryAdapter(),
        session: { strategy },
      }, {
        others: {
          second: {
            ...second,
            provider: (more = {}) => second.provider({ ...formPost, ...more }),
          },
        },
      });
      const browser = flow.createBrowser();
      await assertSignedIn(flow, browser);
      const before = flow.answers.length;
      const { url } = await (await post(browser, "link/second")).json();
      const lines = flow.answers.slice(before)
        .flatMap(({ headers }) => headers.getSetCookie())
        .filter((line) => line.startsWith(cookieName.attempt));
      assert.equal(lines.length, 1);
      assert.match(lines[0] ?? "", /; SameSite=Lax/);
      const form = await browser.goto(url, { from: `${site}/` });
      assert.equal(form.forms()[0]?.method, "POST");
      const page = await browser.submit(form);
      assert.equal(page.url, `${site}/`);
      const key = { provider: "second", providerAccountId: "other-1" };
      const owner = await flow.adapter.getUserByAccount?.(key);
      assert.equal(owner?.email, "ada@example.com");
      assert.ok(await readSession(browser));
    });

    it("signing in uses a cookie that other sites send", async () => {
      const flow = await createUserFlow(
        { session: { strategy } },
        { entry: formPost },
      );
      const browser = flow.createBrowser();
      await start(browser);
      const lines = flow.answers
        .flatMap(({ headers }) => headers.getSetCookie())
        .filter((line) => line.startsWith(cookieName.attempt));
      assert.match(lines[0] ?? "", /; SameSite=None/);
    });
  });
}
