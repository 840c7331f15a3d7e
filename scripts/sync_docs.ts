// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * Makes the files that follow from others: the reference of the options, the
 * entries of deno.json, tables and schemas. Each has one source that only we
 * can read.
 *
 * @module
 */

import {
  type Dialect,
  postgresDialect,
  sqliteDialect,
  toSchema,
} from "../adapters/sql/schema.ts";
import { toTables } from "../adapters/sql/tables.ts";
import { catalogue } from "../cli/doctor/catalogue.ts";
import { checks } from "../cli/probe/checks/checks.ts";
import {
  FORMER_OPTIONS,
  FORMER_PROVIDER_OPTIONS,
} from "../core/config/former_options.ts";
import { makeLockoutTable } from "../core/rate_limits/lockout_table_testkit.ts";
import { listFiles, root } from "./command.ts";
import { makeCommonPasswords } from "./common_passwords.ts";
import { format, formatMarkdown, makeConfigDocs } from "./config_docs.ts";
import aliases from "../providers/aliases.json" with { type: "json" };
import { makeErrorsPage } from "./docs/errors_page.ts";
import { makeFrameworkTables } from "./framework_docs.ts";
import { makeProviderDocs } from "./provider_docs.ts";
import { makeRequirementDocs } from "./requirements.ts";
import { entries, isTestFile, version } from "./workspace.ts";

/** A generated file, and its expected content. */
interface Generated {
  readonly path: string;
  readonly text: string;
}

/** Generates the expected content of all generated files. */
async function generate(): Promise<Generated[]> {
  const manifest = await Deno.readTextFile(`${root}deno.json`);
  const names = await listProviders();
  const exports = withProviders(entries, names, aliases);
  return [
    { path: "deno.json", text: replaceExports(manifest, exports) },
    { path: "docs/configuration.md", text: await makeConfigDocs() },
    { path: "docs/errors.md", text: await makeErrorsPage() },
    await makePage("docs/limits.md", {
      what: "what a simulation gave",
      table: await makeLockoutTable(),
    }),
    await makePage("docs/probe.md", {
      what: "the checks of the command",
      table: toCheckTable(),
    }),
    await makePage("docs/doctor.md", {
      what: "the findings of the command",
      table: toFindingTable(),
    }),
    await makePage("docs/frameworks.md", {
      what: "the cases and the integrations",
      table: await makeFrameworkTables(),
    }),
    ...await makeProviderDocs(names, aliases),
    { path: "docs/requirements.md", text: await makeRequirementDocs() },
    {
      path: "core/methods/password/rules/common_passwords.ts",
      text: await makeCommonPasswords(),
    },
    toSchemaFile("sqlite", sqliteDialect),
    toSchemaFile("postgres", postgresDialect),
    await makeCatalogue([...names, ...Object.keys(aliases)]),
  ];
}

/** Returns the paths of outdated generated files. */
export async function findStale(): Promise<string[]> {
  const stale: string[] = [];
  for (const { path, text } of await generate()) {
    if (await read(path) !== text) stale.push(path);
  }
  return stale;
}

/** Generates a page with the current table in it, which takes a comment's place. */
async function makePage(
  path: string,
  { what, table }: { readonly what: string; readonly table: string },
): Promise<Generated> {
  const page = await Deno.readTextFile(root + path);
  const start = `<!-- Made by \`deno task sync:docs\`: ${what}. -->`;
  const end = "<!-- Here it ends. -->";
  const [before, rest = ""] = page.split(start);
  const [, after] = rest.split(end);
  if (after === undefined) throw new Error(`${path} has no table`);
  const text = await formatMarkdown(
    [before, start, "\n\n", table, "\n\n", end, after].join(""),
  );
  return { path, text };
}

/** Writes the checks of the command `probe` as a table. */
function toCheckTable(): string {
  const rows = checks.map(({ id, title, level, rule, mcp }) => {
    const levels = mcp && mcp.level !== level
      ? `${level}; MCP: ${mcp.level}`
      : level;
    const rules = mcp ? `${rule}; MCP: ${mcp.rule}` : rule;
    return `| \`${id}\` | ${title} | ${levels} | ${rules} |`;
  });
  return ["| Check | What holds | Level | Rule |", "|-|-|-|-|", ...rows]
    .join("\n");
}

/** Writes the findings of the command `doctor` as a table. */
function toFindingTable(): string {
  const rows = Object.entries(catalogue).map(([id, { gravity, why, mend }]) =>
    `| \`${id}\` | ${gravity} | ${why} | ${mend} |`
  );
  return ["| Finding | Gravity | Why it matters | What mends it |", "|-|-|-|-|"]
    .concat(rows).join("\n");
}

/**
 * Generates the SQL that a migration runs, for users of other migration tools.
 */
function toSchemaFile(name: string, dialect: Dialect): Generated {
  const heading = `-- The tables of @latchkey/auth/adapters/${name}.\n\n`;
  return {
    path: `adapters/schema/${name}.sql`,
    text: heading + toSchema(toTables(dialect.database), dialect),
  };
}

/**
 * Generates what `migrate check` knows of the library: its package cannot import
 * what is not public.
 */
async function makeCatalogue(names: readonly string[]): Promise<Generated> {
  const words = [...names].sort().join(" ");
  const text = `// Made by \`deno task sync:docs\`.

/** The version of the library. */
export const VERSION = "${version}";

/** The entries below \`@latchkey/auth/providers\`. */
export const PROVIDERS: readonly string[] =
  "${words}"
    .split(" ");

/** Options of Auth.js that have no effect here, and the change to make. */
export const FORMER_OPTIONS: Readonly<Record<string, string>> = ${
    JSON.stringify(FORMER_OPTIONS)
  };

/** Options of a provider, likewise. */
export const FORMER_PROVIDER_OPTIONS: Readonly<Record<string, string>> = ${
    JSON.stringify(FORMER_PROVIDER_OPTIONS)
  };
`;
  const path = "cli/check/find/catalogue.ts";
  return { path, text: await format(text, ".ts") };
}

/** Lists the providers: every file of the folder with a default export. */
async function listProviders(): Promise<string[]> {
  const names: string[] = [];
  for (const path of await listFiles("providers")) {
    if (!path.endsWith(".ts") || isTestFile(path)) continue;
    const isProvider = /^export default\b|\bas default\b/m.test(
      await Deno.readTextFile(`${root}${path}`),
    );
    if (isProvider) names.push(path.slice("providers/".length, -3));
  }
  return names.sort();
}

/**
 * Returns the entries with one for each provider and each of its other names,
 * because JSR has no wildcards.
 */
export function withProviders(
  exports: Readonly<Record<string, string>>,
  names: readonly string[],
  aliases: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const others = Object.entries(exports)
    .filter(([entry]) => !entry.startsWith("./providers/"));
  const own = names.map((name) => [
    `./providers/${name}`,
    `./providers/${name}.ts`,
  ]);
  const also = Object.entries(aliases).map(([alias, name]) => [
    `./providers/${alias}`,
    `./providers/${name}.ts`,
  ]);
  return Object.fromEntries([...others, ...[...own, ...also].sort()]);
}

/**
 * Writes the entries into the text of deno.json and leaves the rest unchanged.
 */
export function replaceExports(
  manifest: string,
  exports: Readonly<Record<string, string>>,
): string {
  const lines = JSON.stringify(exports, null, 2).replaceAll("\n", "\n  ");
  // A function, so that a "$" in the text has no special meaning.
  return manifest.replace(/(?<="exports": )\{[^}]*\}/, () => lines);
}

async function read(path: string): Promise<string | null> {
  return await Deno.readTextFile(`${root}${path}`).catch(() => null);
}

if (import.meta.main) {
  for (const { path, text } of await generate()) {
    const isNew = await read(path) !== text;
    if (isNew) await Deno.writeTextFile(`${root}${path}`, text);
    console.log(`${isNew ? "written  " : "unchanged"} ${path}`);
  }
}
