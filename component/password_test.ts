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
