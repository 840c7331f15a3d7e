/**
 * Copies of the package that are broken on purpose, as other libraries have been
 * by mistake.
 *
 * @module
 */

import { findTarball } from "../scripts/build_npm.ts";
import { runOrThrow } from "../scripts/command.ts";
import { makeEmpty } from "../scripts/node.ts";
import { installVersion } from "./installed.ts";

/** What is changed: a pattern in the files of the package, and its replacement. */
export type Change = readonly [RegExp, string];

/** Installs the package as it is. */
export async function installWhole(name: string): Promise<string> {
  return await installVersion(name, await findTarball());
}

/** Copies an installed package, and changes each file that has a text. */
export async function installChanged(
  whole: string,
  [before, after]: Change,
): Promise<string> {
  const folder = `${whole}-changed`;
  await makeEmpty(folder);
  await runOrThrow("cp", ["-r", `${whole}/.`, folder]);
  const own = `${folder}/node_modules/@latchkey/auth`;
  const args = ["-rlE", "--include=*.js", before.source, own];
  const found = (await runOrThrow("grep", args)).trim().split("\n");
  for (const path of found) {
    const text = await Deno.readTextFile(path);
    await Deno.writeTextFile(path, text.replaceAll(before, after));
  }
  return folder;
}

/** All accounts of before have the same issuer: none. */
export const NEW_COLUMN: Change = [
  /function migrateSqlite\(db, options = \{\}\) \{/g,
  `$&
  if (db.prepare("SELECT name FROM sqlite_schema WHERE name = 'auth_accounts'").get()) {
    db.exec("ALTER TABLE auth_accounts ADD COLUMN issuer text NOT NULL DEFAULT ''");
    db.exec('CREATE UNIQUE INDEX by_issuer ON auth_accounts (issuer, "providerAccountId")');
  }`,
];

/** The same in PostgreSQL. */
export const NEW_COLUMN_POSTGRES: Change = [
  /function migratePostgres\(client, options = \{\}\) \{/g,
  `$&
  const { rows: [row] } = await client.query("SELECT to_regclass('auth_accounts') AS name");
  if (row.name !== null) {
    await client.query("ALTER TABLE auth_accounts ADD COLUMN issuer text NOT NULL DEFAULT ''");
    await client.query('CREATE UNIQUE INDEX by_issuer ON auth_accounts (issuer, "providerAccountId")');
  }`,
];

/** Hashes of passwords with a pepper are taken for those of nobody. */
export const NEW_HASHES: Change = [
  /\/\^\\\$hmac-sha256\\\$/g,
  "/^\\$hmac-sha512\\$",
];
