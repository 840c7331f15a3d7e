/** Passwords, and the mails about them. */

import assert from "node:assert/strict";
import { pbkdf2Sync } from "node:crypto";
import type { Browser, Page } from "@latchkey/auth/testing";
import { type AnyFlow, toFlow } from "../flow.ts";
import { readCookies, setClock, type Site } from "../site.ts";
import {
  assertArrived,
  assertUser,
  findMail,
  openLink,
  post,
  readWho,
  ROUTES,
  toLocation,
  toPerson,
} from "../steps.ts";

/** The password of everybody. */
export const PASSWORD = "correct horse battery staple";
const ANOTHER = "a new and quite long password";

/** Asks for a mail to sign up, or to choose a new password. */
async function ask(
  site: Site,
  { use, ...fields }: Readonly<Record<"use" | "email", string>> & {
    readonly password?: string;
  },
) {
  const browser = site.browse();
  const page = await browser.goto(`${ROUTES}/${use}?callbackUrl=/after`);
  const shown = await browser.submit(page, { action: `/auth/${use}`, fields });
  const state = new URL(shown.url).searchParams.get("state") ?? "";
  const { url, code } = findMail(site, fields.email);
  return { browser, state, url, code };
}

/** Types a new password into the page of a link. */
async function choose(browser: Browser, page: Page, password: string) {
  const fields = { password };
  const action = "/auth/new-password";
  assertArrived(await browser.submit(page, { action, fields }));
}

/** Creates an account with a password. */
export async function signUp(site: Site, email: string): Promise<Browser> {
  const { browser, url } = await ask(site, { use: "signup", email });
  await choose(browser, await openLink(browser, url), PASSWORD);
  return browser;
}

/** Signs in with a password; returns where the browser is sent. */
export async function enter(
  browser: Browser,
  email: string,
  password: string = PASSWORD,
): Promise<URL> {
  const fields = { email, password, callbackUrl: "/after", remember: "on" };
  return toLocation(await post(browser, "callback/password", fields));
}

/** Asserts that a password signs a user in. */
async function assertEnters(site: Site, email: string, password = PASSWORD) {
  const browser = site.browse();
  const { pathname } = await enter(browser, email, password);
  assert.equal(pathname, "/after", email);
  return browser;
}

/** A hash of Django, with a cost that takes no time. */
function hashAsDjango(): string {
  const salt = "saltofdjango";
  const key = pbkdf2Sync(PASSWORD, salt, 1000, 32, "sha256");
  return `pbkdf2_sha256$1000$${salt}$${key.toString("base64")}`;
}

/** The flows of this file. */
export const passwords: Readonly<Record<string, AnyFlow>> = {
  password: toFlow("a user signs in with the password that was chosen", {
    begin: async (site) => readWho(await signUp(site, "keyed@example.com")),
    goOn: async (site, who) => {
      for (let times = 0; times < 2; times++) {
        await assertUser(await assertEnters(site, "keyed@example.com"), who);
      }
    },
  }),
  passwordWithoutPepper: toFlow(
    "a user whose password is older than the pepper signs in",
    {
      begin: async (site) => readWho(await signUp(site, "plain@example.com")),
      goOn: async (site, who) =>
        assertUser(await assertEnters(site, "plain@example.com"), who),
    },
    { password: { pepper: undefined } },
  ),
  passwordOfDjango: toFlow("a user with a hash of another library signs in", {
    begin: async ({ adapter }) => {
      const email = "django@example.com";
      const emailVerified = new Date();
      const id = crypto.randomUUID();
      const user = await adapter.createUser({ id, email, emailVerified });
      const row = { userId: user.id, kind: "password", before: null } as const;
      await adapter.replaceSecret({ ...row, after: hashAsDjango() });
      return { id: user.id, email };
    },
    goOn: async (site, who) => {
      for (let times = 0; times < 2; times++) {
        await assertUser(await assertEnters(site, who.email), who);
      }
    },
  }),
  reset: toFlow("the link and the code of a reset work", {
    begin: async (site) => {
      const emails = ["reset-link@example.com", "reset-code@example.com"];
      return await Promise.all(emails.map(async (email) => {
        const who = await readWho(await signUp(site, email));
        const { browser, ...asked } = await ask(site, { use: "reset", email });
        return { ...asked, who, email, cookies: readCookies(browser) };
      }));
    },
    goOn: async (site, [link, code]) => {
      assert.ok(link && code);
      const one = site.browse();
      await choose(one, await openLink(one, link.url), ANOTHER);
      await assertUser(one, link.who);
      const other = site.browse(code.cookies);
      const { state, code: typed } = code;
      const answer = await post(other, "callback/password", {
        ...{ state, code: typed },
      });
      const page = await other.goto(toLocation(answer).href);
      await choose(other, page, ANOTHER);
      await assertEnters(site, code.email, ANOTHER);
    },
  }),
  signUpBegun: toFlow(
    "a sign-up goes on, with the password that was chosen before the mail",
    {
      begin: async (site) => {
        const email = "early@example.com";
        const wanted = { use: "signup", email, password: PASSWORD };
        const { browser, url } = await ask(site, wanted);
        return { url, email, cookies: readCookies(browser) };
      },
      goOn: async (site, { url, email, cookies }) => {
        const browser = site.browse(cookies);
        await openLink(browser, url);
        assert.equal((await readWho(browser)).email, email);
        await assertEnters(site, email);
      },
    },
    { password: { confirm: "after" } },
  ),
  invitation: toFlow("an invitation works for its seven days", {
    begin: async (site) => {
      const email = "invited@example.com";
      await site.auth.invite(email, { name: "Ivy", callbackUrl: "/after" });
      return { url: findMail(site, email).url };
    },
    goOn: async (site, { url }) => {
      setClock(7 * 86_400 - 60);
      const browser = site.browse();
      await choose(browser, await openLink(browser, url), PASSWORD);
      await assertEnters(site, "invited@example.com");
    },
  }),
  newAddress: toFlow("a new address is confirmed, and an old one comes back", {
    begin: async (site) => {
      const change = async (name: string) => {
        const { email } = toPerson(name);
        const to = toPerson(`${name}-new`).email;
        const browser = await signUp(site, email);
        const who = await readWho(browser);
        await post(browser, "email", { email: to });
        const { url } = findMail(site, to);
        return { browser, who, email, to, url };
      };
      const { browser: _, ...asked } = await change("moves");
      const { browser, ...done } = await change("moved");
      const page = await openLink(browser, done.url);
      await browser.submit(page, { action: "/auth/email" });
      const undo = findMail(site, done.email).url;
      return { asked, done: { ...done, url: undo } };
    },
    goOn: async (site, { asked, done }) => {
      for (const { email, url } of [asked, { ...done, email: done.to }]) {
        const browser = await assertEnters(site, email);
        const page = await openLink(browser, url);
        await browser.submit(page, { action: "/auth/email" });
      }
      const moved = await site.adapter.getUser(asked.who.id);
      assert.equal(moved?.email, asked.to);
      const back = await site.adapter.getUser(done.who.id);
      assert.equal(back?.email, done.email);
    },
  }),
  knownBrowser: toFlow("a known browser signs in while strangers guess", {
    begin: async (site) => {
      const email = "guessed@example.com";
      const browser = await signUp(site, email);
      const who = await readWho(browser);
      await post(browser, "signout", {});
      assert.equal((await enter(browser, email)).pathname, "/after");
      await post(browser, "signout", {});
      return { who, email, cookies: readCookies(browser) };
    },
    goOn: async (site, { who, email, cookies }) => {
      const stranger = site.browse();
      const guess = (password: string) =>
        post(stranger, "callback/password", { email, password });
      for (let times = 0; times < 4; times++) await guess("a wrong guess");
      assert.equal((await guess(PASSWORD)).status, 429);
      const browser = site.browse(cookies);
      assert.equal((await enter(browser, email)).pathname, "/after");
      await assertUser(browser, who);
    },
  }, { limits: { credentials: { account: 3 } } }),
};
