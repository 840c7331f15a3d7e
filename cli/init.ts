/**
 * The command `init`, which adds the sign-in to an application that exists.
 *
 * @module
 */

import { appendFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Command, Stopped, type Terminal, WrongCall } from "./command.ts";
import { type Arguments, CHOICES_HELP, parse, readChoices } from "./create.ts";
import {
  type Existing,
  listAdditions,
  readExisting,
  renderAdditions,
} from "./create/additions.ts";
import type { Choices } from "./create/choices.ts";
import { findManager, install } from "./create/install.ts";
import { listPostOrigins } from "./create/posts.ts";
import { listPackages, toFramework } from "./create/project.ts";
import { writeNew } from "./create/write.ts";

const HELP = `Usage: npx @latchkey/cli init [folder] [options]

Adds sign-in to an application that exists: a module that configures it, its
variables with a new secret, and the packages. It shows every change first, and
overwrites nothing.

  folder               the folder with package.json; default: the current one
${CHOICES_HELP}`;

/** Adds the sign-in to an application. */
export const init: Command = {
  help: HELP,
  run: async (args, terminal) => {
    const { values, positionals } = parse(args);
    if (positionals.length > 1) throw new WrongCall("One folder, please.");
    const existing = await readExisting(resolve(positionals[0] ?? "."));
    const asking = values.yes ? { ...terminal, ask: undefined } : terminal;
    const choices = await readChoices(
      asking,
      values,
      toStandard(existing, values, asking),
    );
    const additions = await listAdditions(existing, choices);
    terminal.out(renderAdditions(additions));
    if (!values.yes && !await confirm(terminal)) return 1;
    await writeNew(existing.folder, additions.files);
    for (const { path, added } of additions.ends) {
      await appendFile(join(existing.folder, path), added);
    }
    return await finish(terminal, existing, { choices, values });
  },
};

/** Returns the framework to propose; without a person who could say another one, it has to be known. */
function toStandard(
  { framework, folder }: Existing,
  values: Arguments["values"],
  { ask }: Pick<Terminal, "ask">,
): string {
  if (framework !== undefined) return framework;
  if (ask !== undefined || values.framework !== undefined) return "express";
  throw new WrongCall(
    `${folder} uses no framework that this command knows: name one by --framework.`,
  );
}

async function confirm({ ask, out }: Terminal): Promise<boolean> {
  if (ask === undefined) {
    out("Nothing was written. Add --yes to write this.\n");
    return false;
  }
  const answer = (await ask("Write this? [yes] ")).trim().toLowerCase();
  if (["", "y", "yes"].includes(answer)) return true;
  throw new Stopped("Nothing was written.");
}

/** Renders the lines by which an application uses it. */
function renderMount(choices: Choices): string {
  const { mount, mountPosts } = toFramework(choices);
  const origins = listPostOrigins(choices.providers);
  return mountPosts === undefined || origins.length === 0
    ? mount
    : `${mount}\n${mountPosts(origins)}`;
}

async function finish(
  { out, env }: Terminal,
  { folder, extension }: Existing,
  { choices, values }: {
    readonly choices: Choices;
    readonly values: Arguments["values"];
  },
): Promise<number> {
  const mount = renderMount(choices);
  const packages = Object.entries(listPackages(choices)).map(([name, range]) =>
    /^[\^~]?\d/.test(range) ? `${name}@${range}` : range
  );
  const isDeno = choices.framework === "deno";
  const manager = findManager(env("npm_config_user_agent"));
  const isDone = !isDeno && values["no-install"] !== true &&
    await install(manager, folder, packages);
  const add = isDeno
    ? `deno add ${packages.map((one) => `npm:${one}`).join(" ")}`
    : `${manager} ${manager === "npm" ? "install" : "add"} ${
      packages.join(" ")
    }`;
  const left = isDone ? "" : `Install the packages:\n\n  ${add}\n\n`;
  out(`
${left}Use it in your application:

${mount.replace("./auth.ts", `./auth${extension}`).replace(/^(?=.)/gm, "  ")}
Until you have a provider, start that of the demo in development, before the
application: await serveDemoProvider(process.env), from "@latchkey/auth/testing".
`);
  return isDone || isDeno || values["no-install"] === true ? 0 : 1;
}
