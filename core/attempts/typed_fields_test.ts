/** A refused form comes back with what was typed into it. */

import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import type { AuthConfig, CredentialInputs } from "@latchkey/auth";
import { Credentials } from "@latchkey/auth/providers/credentials";
import type { Browser } from "@latchkey/auth/testing";
import {
  assertNothingTyped,
  assertTurnedAway,
  createCredentialsFlow,
  makeProvider,
  right,
  send,
  typeIn,
} from "../methods/credentials/credentials_testkit.ts";
import { readPage } from "../pages/pages_testkit.ts";
import {
  type App,
  cookieName,
  readCsrfToken,
  site,
} from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";

afterEach(endTest);

const COOKIE = `${cookieName.attempt}000000000typed-fields`;
const NOON = Date.UTC(2026, 0, 1, 12);
const refused = { error: "CredentialsSignin", code: "credentials" };

/** A site where every sign-in is refused. */
async function createStrict(
  credentials: CredentialInputs = { username: {}, password: {} },
  config: Partial<AuthConfig> = {},
): Promise<App> {
  const provider = Credentials({ credentials, authorize: () => null });
  return await createCredentialsFlow([provider], config);
}

/** The values of the fields of a page, without those of every form. */
function readFields(html: string): Record<string, string | undefined> {
  const inputs = readPage(html).filter(({ name, attributes }) =>
    name === "input" && attributes.type !== "hidden"
  );
  return Object.fromEntries(
    inputs.map(({ attributes: { name = "", value } }) => [name, value]),
  );
}

function listCookies(flow: App): string[] {
  return flow.answers.flatMap(({ headers }) => headers.getSetCookie())
    .filter((one) => one.startsWith(COOKIE));
}

/** Fills in the form; returns what the page that follows has in its fields. */
async function tryOut(
  flow: App,
  browser: Browser,
  fields: Readonly<Record<string, string>>,
) {
  const page = await typeIn(browser, { fields, target: "/cart" });
  await assertTurnedAway(flow, browser, {
    ...refused,
    target: `${site}/cart`,
  });
  return readFields(page.text);
}

describe("a form of credentials that was refused", () => {
  const names = [
    "ada",
    "Ada 👩‍👩‍👧‍👦 Lovelace",
    "\u202eآدا\u2067 \u200f",
    `"><script>&amp;'`,
    "x".repeat(300),
    "👩".repeat(150),
  ];
  for (const username of names) {
    it(`the name is in its field again, and in no URL and no log: ${username.slice(0, 20)}`, async () => {
      const flow = await createStrict();
      const browser = flow.createBrowser();
      const fields = { username, password: "not this one" };
      assert.deepEqual(await tryOut(flow, browser, fields), {
        username,
        password: undefined,
      });
      const urls = flow.answers.map(({ url, headers }) =>
        decodeURIComponent(`${url} ${headers.get("location")}`)
      );
      for (const url of urls) assert.ok(!url.includes(username), url);
      assertNothingTyped(flow, [], [username]);
      assertNothingTyped(flow, flow.answers, [fields.password]);
    });
  }

  it("the cookie is sealed, short-lived and hidden from scripts, and is used once", async () => {
    const flow = await createStrict();
    const browser = flow.createBrowser();
    const page = await typeIn(browser, { fields: { ...right } });
    const [set = "", gone = "", ...more] = listCookies(flow);
    assert.match(
      set,
      /^[^=]+=[\w.-]+; Max-Age=300; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    assert.match(gone, /^[^=]+=; Max-Age=0; /);
    assert.deepEqual(more, []);
    assert.equal(readFields(page.text).username, right.username);
    const again = await browser.goto(page.url);
    assert.equal(readFields(again.text).username, undefined);
  });

  it("every text comes back, and no password, code or choice", async () => {
    const flow = await createStrict({
      tenant: {},
      username: {},
      born: { type: "date" },
      PASSWORD: {},
      passphrase: {},
      x: { type: "Password" },
      y: { autocomplete: "one-time-code" },
      z: { autocomplete: "off current-password" },
      code: {},
      secret: {},
      stay: { type: "checkbox" },
      constructor: {},
    });
    const kept = {
      tenant: "acme",
      username: "ada",
      born: "1815-12-10",
      constructor: "x",
    };
    const others = ["PASSWORD", "passphrase", "x", "y", "z", "code", "secret"];
    const hidden = Object.fromEntries(others.map((one) => [one, `a ${one}`]));
    const fields = await tryOut(flow, flow.createBrowser(), {
      ...kept,
      ...hidden,
      stay: "on",
    });
    const shown = Object.entries(fields).filter(([, value]) => value);
    assert.deepEqual(Object.fromEntries(shown), kept);
  });

  it("a text of more than 300 characters is not kept, and all together fit into a cookie", async () => {
    const names = Array.from({ length: 9 }, (_, index) => `f${index}`);
    const flow = await createStrict(
      Object.fromEntries([...names, "long"].map((name) => [name, {}])),
    );
    const text = "👩".repeat(150);
    const typed = Object.fromEntries(names.map((name) => [name, text]));
    const fields = await tryOut(flow, flow.createBrowser(), {
      ...typed,
      long: "x".repeat(301),
    });
    assert.equal(fields.f0, text);
    assert.equal(fields.f8, undefined);
    assert.equal(fields.long, undefined);
    const [cookie = ""] = listCookies(flow);
    assert.ok(cookie.length < 4096, `${cookie.length}`);
  });

  it("after five minutes nothing comes back", async () => {
    const rows = [[299, "ada"], [300, undefined], [-300, undefined]] as const;
    for (const [seconds, expected] of rows) {
      mock.timers.enable({ apis: ["Date"], now: NOON });
      const flow = await createStrict();
      const browser = flow.createBrowser();
      const form = await browser.goto(`${site}/auth/signin`);
      const done = await browser.submit(form, {
        action: "/auth/callback/credentials",
        fields: { ...right },
        stopAt: (url) => url.includes("error="),
      });
      const cookie = browser.cookieHeader(site);
      mock.timers.setTime(NOON + seconds * 1000);
      const answer = await flow.handler(
        new Request(done.pending ?? "", {
          headers: { accept: "text/html", cookie },
        }),
      );
      const { username } = readFields(await answer.text());
      assert.equal(username, expected);
      mock.timers.reset();
    }
  });

  it("the form of another provider gets nothing", async () => {
    const flow = await createCredentialsFlow([
      makeProvider({ authorize: () => null }),
      makeProvider({ id: "staff", name: "Staff", authorize: () => null }),
    ]);
    const page = await typeIn(flow.createBrowser(), { fields: { ...right } });
    const values = readPage(page.text)
      .filter(({ attributes }) => attributes.name === "username")
      .map(({ attributes }) => attributes.value);
    assert.deepEqual(values, [right.username, undefined]);
  });

  it("an address stays in the URL, where all forms of the page find it, and needs no cookie", async () => {
    const flow = await createStrict({ email: {}, password: {} });
    const fields = { email: "ada@example.test", password: "no" };
    const { email } = await tryOut(flow, flow.createBrowser(), fields);
    assert.equal(email, fields.email);
    assert.deepEqual(listCookies(flow), []);
  });

  it("a script keeps its own form, and a page of the application gets no cookie", async () => {
    const flow = await createStrict();
    const browser = flow.createBrowser();
    const csrfToken = await readCsrfToken(browser);
    for (const accept of ["application/json", "*/*"]) {
      await send(browser, {
        body: JSON.stringify({ ...right, csrfToken }),
        headers: { accept, "x-auth-return-redirect": "1" },
      });
    }
    assert.deepEqual(listCookies(flow), []);
    const own = await createStrict(undefined, { pages: { signIn: "/login" } });
    const visitor = own.createBrowser();
    const body = new URLSearchParams({
      ...right,
      csrfToken: await readCsrfToken(visitor),
    });
    const answer = await visitor.fetch(`${site}/auth/callback/credentials`, {
      method: "POST",
      headers: { accept: "text/html", origin: site },
      body,
      redirect: "manual",
    });
    assert.match(answer.headers.get("location") ?? "", /\/login\?.*error=/);
    assert.doesNotMatch(answer.headers.get("location") ?? "", /ada/);
    assert.deepEqual(listCookies(own), []);
  });
});
