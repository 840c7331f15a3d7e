/** Users in tables that other libraries made. */

import assert from "node:assert/strict";
import {
  betterAuth,
  onSqliteOfOthers,
  prisma,
} from "../../adapters/foreign_tables_testkit.ts";
import { type AnyFlow, toFlow } from "../flow.ts";
import type { MapName } from "../place.ts";
import { readCookies, type SiteOptions } from "../site.ts";
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
  betterAuthTables: `
    INSERT INTO "user" VALUES ('olga', 'Olga', 'olga@example.com', false, NULL,
      '2026-01-01', '2026-01-01');
    INSERT INTO account ("id", "accountId", "providerId", "userId", "createdAt",
      "updatedAt")
      VALUES ('1', 'sub-olga', 'op', 'olga', '2026-01-01', '2026-01-01');`,
  prismaTables: `
    INSERT INTO "User" VALUES ('olga', 'Olga', 'olga@example.com', NULL, NULL);
    INSERT INTO "Account" ("userId", type, provider, "providerAccountId")
      VALUES ('olga', 'oidc', 'op', 'sub-olga');`,
};

const TABLES: Readonly<Record<MapName, string>> = {
  ...onSqliteOfOthers,
  betterAuthTables: betterAuth({ date: "timestamptz", flag: "boolean" }),
  prismaTables: prisma({ id: "", times: "" }),
};

/** Returns the statements that make the database of another library. */
export function toForeign(map: MapName): string {
  return TABLES[map] + ROWS[map];
}

/** Users in tables sign in, whoever made their rows. */
function toMapFlow(title: string, options: SiteOptions): AnyFlow {
  return toFlow(title, {
    begin: async (site) => {
      const browser = await signIn(site, toPerson("ours"));
      const who = await readWho(browser);
      const email = "password@example.com";
      const entered = await readWho(await signUp(site, email));
      const wanted = { name: "script", scopes: [] };
      const { token } = await site.auth.tokens.create(who.id, wanted);
      return { who, entered, email, token, cookies: readCookies(browser) };
    },
    goOn: async (site, { who, entered, email, token, cookies }) => {
      await assertUser(site.browse(cookies), who);
      await assertUser(await signIn(site, toPerson("ours")), who);
      const browser = site.browse();
      assert.equal((await enter(browser, email)).pathname, "/after");
      await assertUser(browser, entered);
      const access = await site.auth.tokens.verify(token);
      assert.equal(access?.userId, who.id);
      if (options.map === undefined) return;
      const olga = await signIn(site, toPerson("olga"));
      await assertUser(olga, { id: "olga", email: "olga@example.com" });
    },
  }, options);
}

const others = "users in tables of another library sign in";

/** The flows of this file. */
export const maps: Readonly<Record<string, AnyFlow>> = {
  drizzle: toMapFlow(`${others} (Drizzle)`, { map: "drizzleSqliteTables" }),
  kysely: toMapFlow(`${others} (Kysely)`, { map: "kyselySqliteTables" }),
  betterAuth: toMapFlow(`${others} (Better Auth)`, {
    map: "betterAuthSqliteTables",
  }),
  postgres: toMapFlow("users in PostgreSQL sign in", { isPostgres: true }),
  betterAuthPostgres: toMapFlow(`${others} (Better Auth, PostgreSQL)`, {
    ...{ map: "betterAuthTables", isPostgres: true },
  }),
  prismaPostgres: toMapFlow(`${others} (Prisma, PostgreSQL)`, {
    ...{ map: "prismaTables", isPostgres: true },
  }),
};
