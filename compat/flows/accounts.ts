/** Users by the shape of their rows. */

import assert from "node:assert/strict";
import type { TestUser } from "@latchkey/auth/testing";
import { type AnyFlow, toFlow } from "../flow.ts";
import type { Site } from "../site.ts";
import {
  assertUser,
  findMail,
  openLink,
  post,
  readSession,
  readWho,
  sendSignIn,
  signIn,
  toLocation,
  toPerson,
} from "../steps.ts";

/** Signs in by a mail. */
async function signInByMail(site: Site, email: string) {
  const browser = site.browse();
  await sendSignIn(browser, { action: "signin/email", fields: { email } });
  await openLink(browser, findMail(site, email.toLowerCase()).url);
  return browser;
}

/** A user of the provider signs in again as the same user. */
function toAccountFlow(title: string, user: TestUser): AnyFlow {
  return toFlow(title, {
    begin: async (site) => readWho(await signIn(site, user)),
    goOn: async (site, who) => assertUser(await signIn(site, user), who),
  });
}

const unverified = { ...toPerson("unverified"), email_verified: false };

/** The flows of this file. */
export const accounts: Readonly<Record<string, AnyFlow>> = {
  account: toAccountFlow(
    "a user of a provider signs in",
    toPerson("account"),
  ),
  accountUnverified: toAccountFlow(
    "a user of a provider whose address nobody proved signs in",
    unverified,
  ),
  accountWithoutAddress: toAccountFlow(
    "a user of a provider without an address signs in",
    { sub: "sub-no-address", name: "No Address" },
  ),
  accountWithoutName: toAccountFlow(
    "a user of a provider with neither address nor name signs in",
    { sub: "sub-nothing" },
  ),
  address: toFlow("a user who has only an address signs in by mail", {
    begin: async (site) => readWho(await signInByMail(site, "by-mail@x.org")),
    goOn: async (site, who) =>
      assertUser(await signInByMail(site, "By-Mail@X.org"), who),
  }),
  twoWays: toFlow("a user with a provider and a mail signs in by both", {
    begin: async (site) => {
      const user = toPerson("both");
      const who = await readWho(await signIn(site, user));
      assert.deepEqual(
        await readWho(await signInByMail(site, user.email)),
        who,
      );
      return who;
    },
    goOn: async (site, who) => {
      await assertUser(await signIn(site, toPerson("both")), who);
      await assertUser(await signInByMail(site, "both@example.com"), who);
    },
  }),
  twoProviders: toFlow("a user with one subject at two providers signs in", {
    begin: async (site) => {
      const user = toPerson("twice");
      const browser = await signIn(site, user);
      const who = await readWho(browser);
      const answer = await post(browser, "link/second", {});
      await browser.goto(toLocation(answer).href);
      const linked = await site.adapter.listAccountsByUserId(who.id);
      assert.equal(linked.length, 2);
      return who;
    },
    goOn: async (site, who) => {
      const user = toPerson("twice");
      for (const provider of ["op", "second"]) {
        const browser = site.browse();
        await assertUser(await signIn(site, user, browser, provider), who);
      }
    },
  }),
  ownFields: toFlow("a field of the application's own is in the session", {
    begin: async (site) => {
      const browser = await signIn(site, toPerson("own-fields"));
      const who = await readWho(browser);
      await site.auth.updateUser(who.id, { role: "admin" });
      return who;
    },
    goOn: async (site) => {
      const browser = await signIn(site, toPerson("own-fields"));
      const user: object = (await readSession(browser))?.user ?? {};
      assert.equal(Reflect.get(user, "role"), "admin");
    },
  }),
};
