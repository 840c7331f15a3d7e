/** Sign-ins that have begun. */

import assert from "node:assert/strict";
import { type AnyFlow, toFlow } from "../flow.ts";
import { ORIGIN, readCookies } from "../site.ts";
import {
  assertArrived,
  findMail,
  leave,
  openLink,
  post,
  readWho,
  sendSignIn,
  toLocation,
  toPerson,
} from "../steps.ts";

/** The flows of this file. */
export const attempts: Readonly<Record<string, AnyFlow>> = {
  attemptAtProvider: toFlow("a visitor comes back from the provider", {
    begin: async (site) => {
      const browser = site.browse();
      const url = await leave(browser);
      return { url, cookies: readCookies(browser) };
    },
    goOn: async (site, { url, cookies }) => {
      const browser = site.browse(cookies);
      site.op.user = toPerson("attempt");
      assertArrived(await browser.goto(url, { from: `${ORIGIN}/` }));
      const { email } = await readWho(browser);
      assert.equal(email, "attempt@example.com");
    },
  }),
  attemptByMail: toFlow("the link and the code of a mail sign in", {
    begin: async (site) => {
      const emails = ["link@example.com", "code@example.com"];
      return await Promise.all(emails.map(async (email) => {
        const browser = site.browse();
        const fields = { email };
        const page = await sendSignIn(browser, {
          ...{ action: "signin/email", fields },
        });
        const { url, code } = findMail(site, email);
        const state = new URL(page.url).searchParams.get("state") ?? "";
        return { email, url, code, state, cookies: readCookies(browser) };
      }));
    },
    goOn: async (site, [link, code]) => {
      assert.ok(link && code);
      const one = site.browse(link.cookies);
      assertArrived(await openLink(one, link.url));
      assert.equal((await readWho(one)).email, link.email);
      const other = site.browse(code.cookies);
      const fields = { state: code.state, code: code.code };
      const answer = await post(other, "callback/email", fields);
      assert.equal(toLocation(answer).pathname, "/after");
      assert.equal((await readWho(other)).email, code.email);
    },
  }),
  form: toFlow("a form of the sign-in page can still be sent", {
    begin: async (site) => {
      const browser = site.browse();
      const page = await browser.goto(`${ORIGIN}/auth/signin`);
      const fields = page.forms()[0]?.fields
        .map(([name, value]) => [name, value]) ?? [];
      return { fields, cookies: readCookies(browser) };
    },
    goOn: async (site, { fields, cookies }) => {
      const answer = await site.browse(cookies).fetch(
        `${ORIGIN}/auth/signin/op`,
        {
          method: "POST",
          body: new URLSearchParams(fields),
          redirect: "manual",
        },
      );
      assert.equal(toLocation(answer).origin, "https://op.example");
    },
  }),
};
