/**
 * The recipes of a page of the docs as files, for tests that run them as they
 * stand there. `deno test --doc` runs single blocks, and starts no servers.
 *
 * @module
 */

import { root, run } from "../../scripts/command.ts";
import { makeEmpty } from "../../scripts/node.ts";
import manifest from "../../deno.json" with { type: "json" };
import { entries, imports, name } from "../../scripts/workspace.ts";

/** The providers of the tests, in place of those of the document. */
const PROVIDERS = `
import type { SendMailParams } from "@latchkey/auth";
import { Credentials } from "@latchkey/auth/providers/credentials";
import { mails, op } from "${import.meta.resolve("./recipes_providers.ts")}";

export const providers = [
  op.provider(),
  {
    id: "email",
    type: "email",
    from: "Example <sign-in@example.com>",
    sendMail: ({ mail }: SendMailParams) => void mails.push(mail.to),
  },
  Credentials({
    credentials: { email: { type: "email" }, password: { type: "password" } },
    authorize: ({ email, password }) =>
      password === "right" && email ? { id: email, email } : null,
  }),
] as const;
`;

/**
 * Reads the recipes. A file is a code block whose first line is a comment with
 * its name.
 */
export async function readRecipes(
  page = "pages",
): Promise<ReadonlyMap<string, string>> {
  const text = await Deno.readTextFile(`${root}docs/${page}.md`);
  const blocks = text.matchAll(/^```\w+[^\n]*\n(.*?)\n```$/gms);
  const files = new Map<string, string>();
  for (const [, code = ""] of blocks) {
    const [, name] = /^(?:\/\/|<!--|<%#) (\S+\.\w+)/.exec(code) ?? [];
    if (name !== undefined) files.set(name, code);
  }
  return files;
}

/**
 * Writes the recipes of docs/pages.md for servers.
 *
 * @param use the name of the folder, because tests run at the same time
 * @returns the folder
 */
export async function writeRecipes(use: string): Promise<string> {
  // Those for Qwik are built and checked with the starter.
  const files = [...await readRecipes()]
    .filter(([name]) => !name.startsWith("src/"));
  const own = Object.fromEntries([...files, ["providers.ts", PROVIDERS]]);
  return await writeFolder(use, own);
}

/**
 * Writes applications into a folder of their own, where their names for
 * packages mean those of deno.json. They do not listen: they are exports.
 *
 * @param files the text of each file, by its path in the folder
 * @returns the folder
 */
export async function writeFolder(
  use: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = `${root}.cache/recipes/${use}`;
  await makeEmpty(folder);
  for (const [name, code] of Object.entries(files)) {
    const path = `${folder}/${name}`;
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    const text = code.replace("\napp.listen(3000);", "\nexport default app;");
    await Deno.writeTextFile(path, text);
  }
  return folder;
}

/**
 * Checks the types of the recipes, under a configuration of their own, because
 * the repository's excludes their folder.
 *
 * @returns the mistakes
 */
export async function checkRecipes(folder: string): Promise<string[]> {
  const own = Object.entries(entries).map(([entry, path]) => [
    name + entry.slice(1),
    new URL(path, import.meta.resolve("../../deno.json")).href,
  ]);
  const { nodeModulesDir, unstable, compilerOptions } = manifest;
  const all = { ...imports, ...Object.fromEntries(own) };
  const file = `${folder}/deno.json`;
  await Deno.writeTextFile(
    file,
    JSON.stringify({ nodeModulesDir, unstable, compilerOptions, imports: all }),
  );
  await Deno.copyFile(`${root}deno.lock`, `${folder}/deno.lock`);
  const args = ["check", "--quiet", "--config", file, folder];
  const { output } = await run(Deno.execPath(), args);
  // The library is checked under its own configuration.
  return output.split(/\n\n(?=TS\d+)/).filter((one) => one.includes(folder));
}
