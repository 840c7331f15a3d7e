/** Sessions of signed-in users. */

import assert from "node:assert/strict";
import { type AnyFlow, toFlow } from "../flow.ts";
import { readCookies, setClock, type SiteOptions } from "../site.ts";
import {
  assertNobody,
  assertUser,
  readWho,
  signIn,
  signOut,
  toPerson,
  toRequest,
} from "../steps.ts";

const DAY = 86_400;

const jwt: SiteOptions = { session: { strategy: "jwt" } };
const database: SiteOptions = { session: { strategy: "database" } };

/** A session is read, renewed and ended. */
function toSessionFlow(name: string, options: SiteOptions) {
  return toFlow(`a session (${name}) is read, renewed and ended`, {
    begin: async (site) => {
      const browser = await signIn(site, toPerson(`reader-${name}`));
      return { who: await readWho(browser), cookies: readCookies(browser) };
    },
    goOn: async (site, { who, cookies }) => {
      const browser = site.browse(cookies);
      await assertUser(browser, who);
      setClock(2 * DAY);
      const { headers } = await site.auth.session(toRequest(browser));
      const renewed = new Headers(headers).getSetCookie();
      assert.ok(renewed.some((one) => /session=[^;]{20}/.test(one)));
      for (const one of renewed) browser.setCookie("https://app.example", one);
      setClock(31 * DAY);
      await assertUser(browser, who);
      const copy = browser.clone();
      await signOut(browser);
      await assertNobody(browser);
      await assertNobody(copy);
    },
  }, options);
}

/** Sessions that were ended, and one that began later. */
function toEndedFlow(name: string, options: SiteOptions) {
  return toFlow(`what ended a session (${name}) goes on ending it`, {
    begin: async (site) => {
      const user = toPerson(`ended-${name}`);
      const gone = await signIn(site, user);
      const revoked = await signIn(site, toPerson(`revoked-${name}`));
      const copies = [readCookies(gone), readCookies(revoked)];
      await signOut(gone);
      await site.auth.revoke({ user: (await readWho(revoked)).id });
      const rotated = await signIn(site, user);
      const before = readCookies(rotated);
      const { headers = new Headers() } = await site.auth
        .updateSession(toRequest(rotated), {}, { rotate: true });
      for (const one of new Headers(headers).getSetCookie()) {
        rotated.setCookie("https://app.example", one);
      }
      const who = await readWho(rotated);
      return { who, ended: [...copies, before], cookies: readCookies(rotated) };
    },
    goOn: async (site, { who, ended, cookies }) => {
      for (const one of ended) await assertNobody(site.browse(one));
      await assertUser(site.browse(cookies), who);
    },
  }, options);
}

/** The flows of this file. */
export const sessions: Readonly<Record<string, AnyFlow>> = {
  sessionJwt: toSessionFlow("jwt", jwt),
  sessionDatabase: toSessionFlow("database", database),
  endedJwt: toEndedFlow("jwt", jwt),
  endedDatabase: toEndedFlow("database", database),
};
