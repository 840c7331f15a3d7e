/** Users in tables that other libraries made. */

import assert from "node:assert/strict";
import { onSqliteOfOthers } from "../../adapters/foreign_tables_testkit.ts";
import { type AnyFlow, toFlow } from "../flow.ts";
import { type MapName, readCookies } from "../site.ts";
import { assertUser, readWho, signIn, toPerson } from "../steps.ts";
import { enter, signUp } from "./passwords.ts";

const TIME = Date.UTC(2026, 0, 1);

/** The rows of a user, Olga, whom the other library has created. */
const ROWS: Readonly<Record<MapName, string>> = {
  drizzleSqliteTables: `
    INSERT INTO user VALUES ('olga', 'Olga', 'olga@example.com', NULL, NULL);
    INSERT INTO account (userId, type, provider, providerAccountId)
      VALUES ('olga', 'oidc', 'op', 'sub-olga');`,
  kyselySqliteTables: `
    INSERT INTO User VALUES ('olga', 'Olga', 'olga@example.com', NULL, NULL);
    INSERT INTO Account (id, userId, type, provider, providerAccountId)
      VALUES ('1', 'olga', 'oidc', 'op', 'sub-olga');`,
  betterAuthSqliteTables: `
    INSERT INTO user VALUES ('olga', 'Olga', 'olga@example.com', 0, NULL,
      ${TIME}, ${TIME});
    INSERT INTO account (id, accountId, providerId, userId, createdAt, updatedAt)
      VALUES ('1', 'sub-olga', 'op', 'olga', ${TIME}, ${TIME});`,
};

/** Returns the statements that make the database of another library. */
export function toForeign(map: string): string {
  const name = map as MapName;
  return onSqliteOfOthers[name] + ROWS[name];
}

/** Users of a map sign in, whoever made their rows. */
function toMapFlow(map: MapName): AnyFlow {
  return toFlow(`users in tables of another library sign in (${map})`, {
    begin: async (site) => {
      const browser = await signIn(site, toPerson("ours"));
      const who = await readWho(browser);
      const email = "password@example.com";
      const entered = await readWho(await signUp(site, email));
      return { who, entered, email, cookies: readCookies(browser) };
    },
    goOn: async (site, { who, entered, email, cookies }) => {
      await assertUser(site.browse(cookies), who);
      await assertUser(await signIn(site, toPerson("ours")), who);
      const browser = site.browse();
      assert.equal((await enter(browser, email)).pathname, "/after");
      await assertUser(browser, entered);
      const olga = await signIn(site, toPerson("olga"));
      await assertUser(olga, { id: "olga", email: "olga@example.com" });
    },
  }, { map });
}

/** The flows of this file. */
export const maps: Readonly<Record<string, AnyFlow>> = {
  drizzle: toMapFlow("drizzleSqliteTables"),
  kysely: toMapFlow("kyselySqliteTables"),
  betterAuth: toMapFlow("betterAuthSqliteTables"),
};
