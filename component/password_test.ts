import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { cookieValue, readSession } from "../testing/app_testkit.ts";
import {
  addMember,
  address,
  another,
  choose,
  createPasswordFlow,
  openLink,
  password,
  signInWith,
  typeCode,
} from "../core/methods/password/password_testkit.ts";
import { app } from "../testing/app_testkit.ts";
import {
  formRequest,
  idOf,
  page,
  qwik,
  readData,
  readPage,
  submitRequest,
} from "./qwik_testkit.ts";

type Options = Parameters<typeof createPasswordFlow>[0];

/** A site with pages of its own, whose passwords the adapter stores. */
async function createSite(more: Partial<Options> = {}) {
  const routes = { "/": [page()], "/join": [page()], "/account": [page()] };
  return await createPasswordFlow({ ...more, host: qwik({ routes }) });
}

type Site = Awaited<ReturnType<typeof createSite>>;

/** Sends a form without JavaScript from a browser, which keeps the cookies. */
async function send(
  site: Site,
  path: string,
  action: unknown,
  fields: Readonly<Record<string, string>>,
) {
  const { browser } = site;
  const cookie = browser.cookieHeader(`${app}/`);
  const response = await site.fetch(
    formRequest(path, action, fields, cookie === "" ? {} : { cookie }),
  );
  for (const set of response.headers.getSetCookie()) {
    browser.setCookie(app, set);
  }
  return response;
}

async function readResult(response: Response, action: unknown) {
  const html = await response.text();
  const result = readPage(html).loaders[idOf(action)];
  return { html, result: result as Record<string, unknown> };
}

describe("useSignUp", () => {
  it("useSignUp sends a mail whose link leads to a password and a session, then to the form's target", async () => {
    const site = await createSite();
    const { useSignUp } = site.auth;
    const fields = { email: address, redirectTo: "/account" };
    const response = await send(site, "/join", useSignUp, fields);
    assert.equal(response.status, 303);
    const { pathname } = new URL(response.headers.get("location") ?? "");
    assert.equal(pathname, "/auth/verify-request");
    const [mail] = site.mails;
    const shown = await openLink(site.browser, mail?.url ?? "");
    const end = await choose(site.browser, shown, password);
    assert.equal(end.url, `${app}/account`);
    assert.equal((await readSession(site.browser))?.user?.email, address);
  });

  it("with JavaScript, useSignUp opens the page that takes the code", async () => {
    const site = await createSite();
    const response = await site.fetch(
      submitRequest("/join", site.auth.useSignUp, { email: address }),
    );
    assert.equal(response.status, 200);
    const { redirect = "" } = await readData(response);
    const target = redirect || response.headers.get("location");
    assert.match(target ?? "", /\/auth\/verify-request\?/);
    assert.equal(site.mails.length, 1);
  });

  it("a field that was refused comes back beside its name, and a password is not in the page", async () => {
    const site = await createSite({
      options: { confirm: "after", fields: { name: { required: true } } },
    });
    const { useSignUp } = site.auth;
    const cases = [
      ["email", { email: "nobody", password, "options.name": "Ada" }],
      ["password", {
        email: address,
        password: "tiny-one",
        "options.name": "A",
      }],
      ["options.name", { email: address, password, "options.name": "" }],
    ] as const;
    for (const [name, fields] of cases) {
      const response = await send(site, "/join", useSignUp, fields);
      assert.equal(response.status, 400, name);
      const { html, result } = await readResult(response, useSignUp);
      assert.deepEqual(Object.keys(result.fieldErrors as object), [name]);
      assert.deepEqual(result.formErrors, []);
      assert.ok(!html.includes(fields.password));
    }
    assert.deepEqual(site.mails, []);
  });

  it("with the password chosen first, the link finishes the sign-up in the browser of the form", async () => {
    const site = await createSite({
      options: { confirm: "after", fields: { name: { required: true } } },
    });
    const fields = { email: address, password, "options.name": "Ada King" };
    await send(site, "/join", site.auth.useSignUp, fields);
    const end = await openLink(site.browser, site.mails[0]?.url ?? "");
    assert.equal(end.url, `${app}/join`);
    assert.equal((await readSession(site.browser))?.user?.name, "Ada King");
  });

  it("a form of another site sends no mail", async () => {
    const site = await createSite();
    const headers = {
      origin: "https://evil.example",
      "sec-fetch-site": "cross-site",
    };
    for (const action of [site.auth.useSignUp, site.auth.useReset]) {
      const fields = { email: address };
      const answer = await site.fetch(
        formRequest("/join", action, fields, headers),
      );
      assert.equal(answer.status, 403);
    }
    assert.deepEqual(site.mails, []);
  });
});

describe("useReset", () => {
  it("the answer is the same for a known and an unknown address, and the link sets a new password", async () => {
    const site = await createSite();
    await addMember(site.adapter);
    const { useReset } = site.auth;
    const seen = [];
    for (const email of ["eve@example.com", address]) {
      const response = await send(site, "/join", useReset, { email });
      const location = new URL(response.headers.get("location") ?? "");
      location.searchParams.delete("state");
      const { status } = response;
      seen.push([status, location.href, await response.text()]);
    }
    assert.deepEqual(seen[0], seen[1]);
    const shown = await openLink(site.browser, site.mails[1]?.url ?? "");
    const end = await choose(site.browser, shown, another);
    assert.equal(end.url, `${app}/join`);
    const other = site.createBrowser();
    await signInWith(other, { email: address, password: another });
    assert.equal((await readSession(other))?.user?.email, address);
  });
});

describe("useNewPassword", () => {
  /** A site whose page for the password is its own. */
  async function createChoice(more: Partial<Options> = {}) {
    const routes = { "/": [page()], "/choose": [page()], "/after": [page()] };
    const { config, ...rest } = more;
    const site = await createPasswordFlow({
      ...rest,
      config: { pages: { newPassword: "/choose" }, ...config },
      host: qwik({ routes }),
    });
    const { useSignUp, useNewPassword } = site.auth;
    const fields = { email: address, redirectTo: "/after" };
    const asked = await send(site, "/", useSignUp, fields);
    const [mail] = site.mails;
    assert.ok(mail?.url);
    return { site, useNewPassword, mail, link: mail.url, asked };
  }

  /** Follows the 307 of a form that was sent without JavaScript. */
  async function sendPlain(
    { site, useNewPassword }: Awaited<ReturnType<typeof createChoice>>,
    referer: string,
    fields: Readonly<Record<string, string>>,
  ) {
    const { browser } = site;
    const cookie = browser.cookieHeader(`${app}/`);
    const headers = { referer, ...cookie === "" ? {} : { cookie } };
    const make = () => formRequest("/choose", useNewPassword, fields, headers);
    const { status, headers: { location } } = toPlain(await site.fetch(make()));
    assert.equal(status, 307);
    const url = new URL(location ?? "", app).href;
    const response = await site.fetch(new Request(url, make()));
    for (const set of response.headers.getSetCookie()) {
      browser.setCookie(app, set);
    }
    return { url, response };
  }

  const toPlain = ({ status, headers }: Response) => ({
    status,
    headers: Object.fromEntries(headers),
  });

  it("without JavaScript, a form with only a password takes the link's token from its page, and an unfit password leaves it there", async () => {
    const choice = await createChoice();
    const { site, useNewPassword, link } = choice;
    const opened = await openLink(site.browser, link);
    assert.match(opened.url, /\/choose\?token=/);
    const weak = await sendPlain(choice, opened.url, { password: "tiny-one" });
    assert.equal(weak.response.status, 400);
    const { html, result } = await readResult(weak.response, useNewPassword);
    assert.deepEqual(Object.keys(result.fieldErrors as object), ["password"]);
    assert.equal(result.code, "short");
    assert.ok(!html.includes("tiny-one"));
    assert.equal(await readSession(site.browser), null);
    const done = await sendPlain(choice, weak.url, { password });
    assert.equal(done.response.status, 303);
    assert.equal(done.response.headers.get("location"), `${app}/after`);
    assert.equal((await readSession(site.browser))?.user?.email, address);
  });

  it("with JavaScript, it takes the id of a typed code, and the fields of a new user", async () => {
    const { site, useNewPassword, mail, asked } = await createChoice({
      options: { fields: { name: { required: true } } },
    });
    const { browser } = site;
    const asks = await browser.goto(asked.headers.get("location") ?? "");
    const typed = await typeCode(browser, asks, mail.code);
    assert.match(typed.url, /\/choose\?state=/);
    const { search } = new URL(typed.url);
    const submit = async (input: object) => {
      const request = submitRequest("/choose", useNewPassword, input, {
        cookie: browser.cookieHeader(`${app}/`),
      });
      const url = new URL(request.url);
      for (const [name, value] of new URLSearchParams(search)) {
        url.searchParams.set(name, value);
      }
      const response = await site.fetch(new Request(url, request));
      for (const set of response.headers.getSetCookie()) {
        browser.setCookie(app, set);
      }
      return response;
    };
    const nameless = await submit({ password });
    assert.equal(nameless.status, 400);
    const { loaders } = await readData(nameless);
    const result = loaders[idOf(useNewPassword)] as { fieldErrors: object };
    assert.deepEqual(Object.keys(result.fieldErrors), ["options.name"]);
    const done = await submit({ password, options: { name: "Ada King" } });
    const leads = done.headers.get("location") ?? "";
    assert.equal(new URL(leads, app).pathname, "/after/q-data.json");
    assert.equal((await readSession(browser))?.user?.name, "Ada King");
  });

  it("a link that no longer works, a missing one and a missing password are refused as data", async () => {
    const choice = await createChoice();
    const { site, useNewPassword, link } = choice;
    const refused = async (fields: Readonly<Record<string, string>>) => {
      const answer = await send(site, "/choose", useNewPassword, fields);
      const { result } = await readResult(answer, useNewPassword);
      return [result.type, result.code ?? null];
    };
    const token = new URL(link).searchParams.get("token") ?? "";
    const [type] = await refused({ token });
    assert.equal(type, "InvalidPassword");
    const [missing] = await refused({ password });
    assert.equal(missing, "Verification");
    await send(site, "/choose", useNewPassword, { token, password });
    const fields = { token, password: another };
    assert.deepEqual(await refused(fields), ["Verification", "used"]);
  });

  it("somebody with other ways to sign in is asked about them on the built-in page", async () => {
    const choice = await createChoice();
    const { site, useNewPassword, link } = choice;
    const user = await site.adapter.createUser({
      id: "u1",
      name: "Ada",
      email: address,
      emailVerified: null,
    });
    await site.adapter.linkAccount({
      userId: user.id,
      type: "oidc",
      provider: "op",
      providerAccountId: "1",
    });
    const token = new URL(link).searchParams.get("token") ?? "";
    const fields = { token, password, redirectTo: "/after" };
    const request = submitRequest("/choose", useNewPassword, fields, {
      cookie: site.browser.cookieHeader(`${app}/`),
    });
    const answer = await site.fetch(request);
    const location = answer.headers.get("location") ?? "";
    assert.match(location, /\/auth\/new-password\?state=/);
    for (const set of answer.headers.getSetCookie()) {
      site.browser.setCookie(app, set);
    }
    const page = await site.browser.goto(location);
    const button = "Remove them and sign in";
    const form = await site.browser.submit(page, { button });
    // The application's own form would not say that they are given up.
    const weak = await choose(site.browser, form, "tiny-one");
    assert.match(weak.text, /too short/);
    assert.equal(await readSession(site.browser), null);
    const end = await choose(site.browser, weak, password);
    assert.equal(end.url, `${app}/after`);
    assert.equal((await readSession(site.browser))?.user?.email, address);
  });

  it("a form of another site sets no password", async () => {
    const { site, useNewPassword, link } = await createChoice();
    const token = new URL(link).searchParams.get("token") ?? "";
    const fields = { token, password };
    const answer = await site.fetch(
      formRequest("/choose", useNewPassword, fields, {
        origin: "https://evil.example",
        "sec-fetch-site": "cross-site",
      }),
    );
    assert.equal(answer.status, 403);
    assert.equal(await site.adapter.getUserByEmail(address), null);
  });
});

describe("useChangePassword", () => {
  it("a wrong or unfit password is refused beside its field, and the right ones end the other sessions", async () => {
    const site = await createSite();
    await addMember(site.adapter);
    const { useChangePassword } = site.auth;
    const other = site.createBrowser();
    for (const browser of [site.browser, other]) {
      await signInWith(browser, { email: address, password });
    }
    const before = cookieValue(site.browser);
    const cases = [
      ["current", { current: "not the right one", password: another }],
      ["password", { current: password, password: "tiny-one" }],
    ] as const;
    for (const [name, fields] of cases) {
      const answer = await send(site, "/account", useChangePassword, fields);
      const { html, result } = await readResult(answer, useChangePassword);
      assert.deepEqual(Object.keys(result.fieldErrors as object), [name]);
      for (const typed of Object.values(fields)) {
        assert.ok(!html.includes(typed));
      }
    }
    assert.equal(cookieValue(site.browser), before);
    const fields = { current: password, password: another };
    const done = await send(site, "/account", useChangePassword, fields);
    assert.equal(done.status, 303);
    assert.equal(done.headers.get("location"), `${app}/account`);
    assert.notEqual(cookieValue(site.browser), before);
    assert.equal((await readSession(site.browser))?.user?.email, address);
    assert.equal(await readSession(other), null);
    const again = site.createBrowser();
    await signInWith(again, { email: address, password: another });
    assert.equal((await readSession(again))?.user?.email, address);
  });

  it("a visitor without a session changes nothing", async () => {
    const site = await createSite();
    const { useChangePassword } = site.auth;
    const fields = { password: another };
    const answer = await send(site, "/account", useChangePassword, fields);
    assert.equal(answer.status, 401);
    const { result } = await readResult(answer, useChangePassword);
    assert.equal(result.type, "SignInRequired");
  });
});

describe("useSignIn with a stored password", () => {
  it("the box `options.remember` decides whether the session outlives the browser", async () => {
    const site = await createSite({
      config: { session: { rememberMe: true } },
    });
    await addMember(site.adapter);
    const { useSignIn } = site.auth;
    const lasting: boolean[] = [];
    for (const remember of [{}, { "options.remember": "on" }]) {
      const answer = await site.fetch(formRequest("/", useSignIn, {
        providerId: "password",
        "options.email": address,
        "options.password": password,
        ...remember,
      }));
      const set = answer.headers.getSetCookie()
        .find((one) => one.startsWith("__Host-latchkey.session="));
      assert.ok(set);
      lasting.push(/max-age|expires/i.test(set));
    }
    assert.deepEqual(lasting, [false, true]);
  });
});
