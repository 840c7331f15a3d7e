import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Browser, FaultSwitches, Page } from "@latchkey/auth/testing";
import {
  assertNoRejections,
  endTest,
} from "../../../testing/checks_testkit.ts";
import {
  type App,
  cookieName,
  createApp,
  readSession,
  site,
  start,
  toAttemptId,
} from "../../../testing/app_testkit.ts";

afterEach(endTest);

async function createFormFlow(faults: FaultSwitches = {}): Promise<App> {
  const params = { response_mode: "form_post" };
  const flow = await createApp({ entry: { authorization: { params } } });
  flow.op.faults = faults;
  return flow;
}

/** Goes from the button to the provider's page with the form. */
async function toForm(browser: Browser, target?: string): Promise<Page> {
  const url = await start(browser, target === undefined ? {} : { target });
  const page = await browser.goto(url, { from: `${site}/` });
  assert.equal(page.forms()[0]?.method, "POST", page.text);
  return page;
}

function toFields(page: Page): Record<string, string> {
  return Object.fromEntries(page.forms()[0]?.fields ?? []);
}

/** Lists the site's Set-Cookie headers with this name prefix. */
function listSet(flow: App, start: string): string[] {
  return flow.answers.flatMap(({ headers }) => headers.getSetCookie())
    .filter((line) => line.startsWith(start) && !line.includes("Max-Age=0"));
}

function post(
  flow: App,
  fields: string | Record<string, string>,
  cookie = "",
): Promise<Response> {
  return flow.handler(
    new Request(`${site}/auth/callback/op`, {
      method: "POST",
      headers: {
        cookie,
        origin: flow.op.origin,
        accept: "text/html",
        "sec-fetch-site": "cross-site",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: typeof fields === "string"
        ? fields
        : new URLSearchParams(fields).toString(),
    }),
  );
}

function readError(url: string): string {
  return new URL(url).searchParams.get("error") ?? "none";
}

describe("a provider that answers by form_post", () => {
  it("a sign-in leads back to its target", async () => {
    const flow = await createFormFlow();
    const browser = flow.createBrowser();
    const page = await browser.submit(await toForm(browser, "/after?a=1"));
    assert.equal(page.url, `${site}/after?a=1`);
    assert.ok(await readSession(browser));
    const names = browser.cookies(site).map(({ name }) => name);
    assert.ok(names.includes(cookieName.session));
    assert.ok(!names.some((name) => name.startsWith(cookieName.attempt)));
    const posts = flow.answers.filter(({ url }) => url.includes("/callback/"));
    // A single response: no redirect to ourselves was needed.
    assert.deepEqual(posts.map(({ status }) => status), [303]);
  });

  it("form_post works for plain OAuth 2, and for a URL that asks for it in its query", async () => {
    const flow = await createApp({
      toEntry: (op) =>
        op.plainProvider({
          authorization: `${op.issuer}/authorize?response_mode=form_post`,
        }),
    });
    const browser = flow.createBrowser();
    await browser.submit(await toForm(browser));
    assert.ok(await readSession(browser));
  });

  it("only this provider's attempt cookie has SameSite=None; Secure", async () => {
    const flow = await createFormFlow();
    const browser = flow.createBrowser();
    await browser.submit(await toForm(browser));
    const attempts = listSet(flow, cookieName.attempt);
    assert.equal(attempts.length, 1);
    assert.match(attempts[0] ?? "", /; SameSite=None/);
    assert.match(attempts[0] ?? "", /; Secure/);
    assert.match(attempts[0] ?? "", /; HttpOnly/);
    const others = flow.answers.flatMap(({ headers }) => headers.getSetCookie())
      .filter((line) => !line.startsWith(cookieName.attempt));
    assert.ok(others.length >= 2);
    for (const line of others) assert.match(line, /; SameSite=Lax/);
  });

  it("the cookie of a provider that redirects is unchanged", async () => {
    const flow = await createApp();
    await start(flow.createBrowser());
    const [line = ""] = listSet(flow, cookieName.attempt);
    assert.match(line, /; SameSite=Lax/);
  });

  it("only the configuration can ask for form_post, not a request", async () => {
    const flow = await createApp({
      entry: { allowedParams: ["response_mode"] },
    });
    const browser = flow.createBrowser();
    const page = await browser.goto(`${site}/auth/signin`);
    const [form] = page.forms();
    const left = await browser.fetch(
      `${form?.action}?response_mode=form_post`,
      {
        method: "POST",
        body: new URLSearchParams(form?.fields.map(([k, v]) => [k, v]) ?? []),
        mode: "navigate" as RequestMode,
      },
    );
    assert.ok(!(await left.text()).includes("form_post"));
    assert.ok(!(left.headers.get("location") ?? "").includes("form_post"));
  });
});

describe("a form that arrives without the attempt's cookie [F21]", () => {
  /** Creates a browser that sends no cookies with a form from another site. */
  async function withoutCookie(): Promise<{ flow: App; page: Page }> {
    const flow = await createFormFlow();
    const browser = flow.createBrowser();
    const form = await toForm(browser, "/after");
    const response = await post(flow, toFields(form));
    assert.equal(response.status, 303);
    assert.deepEqual(response.headers.getSetCookie(), []);
    const bounced = response.headers.get("location") ?? "";
    assert.ok(bounced.startsWith(`${site}/auth/callback/op?`));
    return {
      flow,
      page: await browser.goto(bounced, { from: flow.op.origin }),
    };
  }

  it("the form is posted once more from the own site, and arrives with the cookie", async () => {
    const { flow, page } = await withoutCookie();
    assert.equal(page.url, `${site}/after`);
    assert.equal(page.redirects.length, 1);
    assert.equal(flow.op.count("token"), 1);
  });

  it("an error is shown if the cookie is still missing, without a loop", async () => {
    const flow = await createFormFlow();
    const form = await toForm(flow.createBrowser());
    const other = flow.createBrowser();
    const page = await other.submit(form);
    const urls = page.redirects.map(({ url }) => new URL(url).pathname);
    assert.deepEqual(urls, ["/auth/callback/op", "/auth/callback/op"]);
    assert.equal(new URL(page.url).pathname, "/auth/signin");
    assert.equal(readError(page.url), "InvalidCheck");
    assert.equal(await readSession(other), null);
    assert.equal(flow.op.count("token"), 0);
    await assertNoRejections();
  });

  it("an empty form causes no loop either", async () => {
    const flow = await createFormFlow();
    for (const body of ["", "state=", "code=x", "a=1&b=2"]) {
      const response = await post(flow, body);
      const next = response.headers.get("location") ?? "";
      assert.ok(next.startsWith(`${site}/auth/callback/op`));
      const page = await flow.createBrowser().goto(next);
      assert.equal(readError(page.url), "InvalidCheck");
    }
  });

  it("the form is posted to the own site only, whatever it contains", async () => {
    const flow = await createFormFlow();
    const response = await post(flow, {
      state: "//evil.example/",
      callbackUrl: "https://evil.example/",
      "": "https://evil.example/",
      code: "\r\nlocation: https://evil.example/",
    });
    const next = new URL(response.headers.get("location") ?? "");
    assert.equal(next.origin, site);
    assert.equal(next.pathname, "/auth/callback/op");
  });

  it("a signed-in user is sent on, and nothing changes", async () => {
    const flow = await createFormFlow();
    const browser = flow.createBrowser();
    const form = await toForm(browser);
    await browser.submit(form);
    // The form is sent again, as with the back button.
    const page = await browser.submit(form);
    assert.equal(page.url, `${site}/`);
    assert.ok(await readSession(browser));
    assert.equal(flow.op.count("token"), 1);
  });
});

describe("the fields of the form", () => {
  it("duplicate fields are refused [X18]", async () => {
    for (const name of ["code", "state", "iss"]) {
      const flow = await createFormFlow();
      flow.op.faults.callback = (params) =>
        params.append(name, params.get(name) ?? "");
      const browser = flow.createBrowser();
      const form = await toForm(browser);
      const page = await browser.submit(form);
      assert.equal(new URL(page.url).pathname, "/auth/signin", name);
      assert.equal(await readSession(browser), null, name);
      assert.equal(flow.op.count("token"), 0, name);
    }
  });

  it("duplicate fields are refused after the second post too [X18]", async () => {
    const flow = await createFormFlow();
    const browser = flow.createBrowser();
    const fields = toFields(await toForm(browser));
    const body = `${new URLSearchParams(fields)}&code=another`;
    const response = await post(flow, body);
    const next = response.headers.get("location") ?? "";
    const page = await browser.goto(next, { from: flow.op.origin });
    assert.equal(readError(page.url), "OAuthCallbackError");
    assert.equal(await readSession(browser), null);
  });

  it("the fields count, and the query of the URL does not", async () => {
    const flow = await createFormFlow();
    const browser = flow.createBrowser();
    const fields = toFields(await toForm(browser));
    const response = await browser.fetch(
      `${site}/auth/callback/op?code=x&state=y&error=access_denied`,
      {
        method: "POST",
        mode: "navigate" as RequestMode,
        body: new URLSearchParams(fields),
      },
    );
    assert.equal(response.headers.get("location"), `${site}/`);
    assert.ok(await readSession(browser));
  });

  it("a sign-in ends the session whose cookie was not sent, and leaves no part of it beside the new one [V03]", async () => {
    const params = { response_mode: "form_post" };
    let long = "";
    const flow = await createApp({
      entry: { authorization: { params } },
      config: {
        callbacks: {
          jwt: ({ token, user }) => user ? { ...token, long } : token,
        },
      },
    });
    const browser = flow.createBrowser();
    long = "x".repeat(3_500);
    await browser.submit(await toForm(browser));
    const thief = browser.clone();
    assert.ok(await readSession(thief));
    assert.ok(listSet(flow, `${cookieName.session}.1`).length > 0);
    long = "";
    await browser.submit(await toForm(browser));
    assert.ok(await readSession(browser));
    const kept = browser.cookies(site).map(({ name }) => name)
      .filter((name) => name.startsWith(cookieName.session));
    assert.deepEqual(kept, [cookieName.session]);
    assert.equal(await readSession(thief), null);
  });

  it("tokens in the form are refused [R19]", async () => {
    const flow = await createFormFlow();
    flow.op.faults.callback = (params) => {
      params.set("id_token", "a.b.c");
    };
    const browser = flow.createBrowser();
    const page = await browser.submit(await toForm(browser));
    assert.equal(readError(page.url), "OAuthCallbackError");
    assert.equal(await readSession(browser), null);
  });

  it("an error in the form is shown like one in a redirect [X22]", async () => {
    const flow = await createFormFlow({
      authorize: { error: "access_denied" },
    });
    const browser = flow.createBrowser();
    const form = await toForm(browser, "/after");
    const page = await browser.submit(form);
    const query = new URL(page.url).searchParams;
    assert.equal(query.get("error"), "OAuthCallbackError");
    assert.equal(query.get("code"), "access_denied");
    assert.equal(query.get("callbackUrl"), `${site}/after`);
    const id = toAttemptId(`${site}/?state=${toFields(form).state}`);
    const names = browser.cookies(site).map(({ name }) => name);
    assert.ok(!names.includes(cookieName.attempt + id));
  });

  it("a form over 64 kB is refused", async () => {
    const flow = await createFormFlow();
    const response = await post(flow, { code: "x".repeat(70_000) });
    assert.equal(response.status, 413);
  });
});

describe("POST to the callback of a provider that redirects", () => {
  for (const type of ["oidc", "oauth"] as const) {
    it(`a POST request gets 405 (${type}), and the attempt is not used up`, async () => {
      const flow = await createApp({
        toEntry: (op) => type === "oidc" ? op.provider() : op.plainProvider(),
      });
      const browser = flow.createBrowser();
      const url = await start(browser);
      const state = new URL(url).searchParams.get("state") ?? "";
      const response = await post(
        flow,
        { code: "x", state },
        browser.cookieHeader(site),
      );
      assert.equal(response.status, 405);
      assert.equal(response.headers.get("allow"), "GET");
      assert.deepEqual(response.headers.getSetCookie(), []);
      await browser.goto(url, { from: `${site}/` });
      assert.ok(await readSession(browser));
    });
  }

  it("GET is allowed if a form is expected, because some errors arrive that way", async () => {
    const flow = await createFormFlow();
    const browser = flow.createBrowser();
    const fields = toFields(await toForm(browser));
    await browser.goto(
      `${site}/auth/callback/op?${new URLSearchParams(fields)}`,
      { from: flow.op.origin },
    );
    assert.ok(await readSession(browser));
  });
});
