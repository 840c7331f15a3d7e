/**
 * Published adapters and stores, and what takes their place.
 *
 * @module
 */

import type { App } from "../read/app.ts";
import { type Found, isOf } from "./libraries.ts";
import { lookUp } from "./look_up.ts";
import type { Finding } from "../report.ts";

const MAPS = "@latchkey/auth/adapters/tables";

/** The maps of the tables that an adapter made, by its package. */
const TABLES: Readonly<Record<string, string>> = {
  "@auth/pg-adapter": "`pgTables`",
  "@auth/drizzle-adapter":
    "`drizzleTables` (PostgreSQL) or `drizzleSqliteTables`",
  "@auth/prisma-adapter": "`prismaTables`",
  "@next-auth/prisma-adapter": "`prismaTables`",
  "@auth/kysely-adapter": "`kyselyTables` (PostgreSQL) or `kyselySqliteTables`",
  "@auth/typeorm-adapter": "`typeormTables`",
};

/** Adapters of the family that have no map of tables. */
const ADAPTER = /^@(?:auth|next-auth)\/[a-z-]{1,40}-adapter$/;

/** Session stores of express-session. */
const STORES = [
  "connect-redis",
  "connect-pg-simple",
  "connect-mongo",
  "connect-session-sequelize",
  "connect-sqlite3",
  "express-mysql-session",
  "session-file-store",
];

/** Finds the adapters and session stores that an application uses. */
export function findStorage(app: App, found: readonly Found[]): Finding[] {
  const imported = app.sources.flatMap(({ imports }) => imports);
  const names = new Set([...Object.keys(app.dependencies), ...imported]);
  const hasRows = found.some(({ library: { id } }) =>
    id === "passport" || id === "express-session"
  );
  const findings: Finding[] = [];
  for (const name of [...names].sort()) {
    const finding = toAdapter(name) ??
      (hasRows ? toStore(name) : null);
    if (finding !== null) findings.push({ ...finding, ...toPlace(app, name) });
  }
  if (found.some(({ library }) => library.id === "better-auth")) {
    findings.push(toBetterAuth(app));
  }
  return findings;
}

/** The evidence for a package, and the files that import it. */
export function toPlace(
  app: App,
  name: string,
): Pick<Finding, "evidence" | "files"> {
  const files = app.sources
    .filter(({ imports }) => imports.some((one) => isOf(one, [name])))
    .map(({ path }) => path);
  return files.length > 0
    ? { evidence: "import", files }
    : { evidence: "dependency", files: ["package.json"] };
}

type Fact = Pick<Finding, "kind" | "name" | "verdict" | "change">;

function toAdapter(name: string): Fact | null {
  const tables = lookUp(TABLES, name);
  if (tables !== undefined) {
    return {
      kind: "adapter",
      name,
      verdict: "change",
      change:
        `It works unchanged as \`adapter\`. To use its tables without it: ${tables} of \`${MAPS}\`, see docs/migrate/tables.md.`,
    };
  }
  if (!ADAPTER.test(name)) return null;
  return {
    kind: "adapter",
    name,
    verdict: "change",
    change:
      "It works unchanged as `adapter`; there is no map of its tables. Test it with `@latchkey/auth/testing/adapter-contract`.",
  };
}

function toStore(name: string): Fact | null {
  if (!STORES.includes(name)) return null;
  return {
    kind: "session",
    name,
    verdict: "person",
    change:
      "Pass the same store to the bridge. Its rows stay until their visitors sign out. See docs/migrate/passport.md.",
  };
}

function toBetterAuth(app: App): Finding {
  return {
    kind: "adapter",
    name: "the tables of better-auth",
    verdict: "person",
    change:
      `\`betterAuthTables\` (PostgreSQL) or \`betterAuthSqliteTables\` of \`${MAPS}\`; run the migration with \`dryRun: true\` first. See docs/migrate/tables.md.`,
    ...toPlace(app, "better-auth"),
  };
}
