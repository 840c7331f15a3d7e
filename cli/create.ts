/**
 * The command that makes a new application: `npm create @latchkey`.
 *
 * @module
 */

import { basename, relative, resolve } from "node:path";
import process from "node:process";
import {
  type Command,
  parseArguments,
  type Terminal,
  WrongCall,
} from "./command.ts";
import { VERSION } from "./check/find/catalogue.ts";
import { choose } from "./create/ask.ts";
import {
  assertFitting,
  type Choices,
  type Database,
  DATABASES,
  METHODS,
  needsDatabase,
  readFramework,
  readOne,
  readProviders,
  readSeveral,
} from "./create/choices.ts";
import { findManager, install } from "./create/install.ts";
import { renderProject } from "./create/project.ts";
import { assertEmpty, writeNew } from "./create/write.ts";
import { frameworks } from "./create/frameworks/frameworks.ts";

/** The options that describe an application. */
export const CHOICES_HELP = `  --framework <name>   ${renderNames()}
  --methods <list>     sign-in besides providers: password, passkey, email
  --database <name>    none (sessions in cookies), memory, sqlite, postgres
  --providers <list>   ids of providers: github, google, microsoft-entra-id, …
  --library <version>  what to install as @latchkey/auth: a version, a tarball
                       or, with Deno, a folder; default: the release of this
                       command
  --yes                ask nothing: what is not named gets its default
  --no-install         install no packages
  --help               print this text

Lists have commas between their items. Without a terminal, nothing is asked.
`;

const HELP = `Usage: npm create @latchkey@latest [folder] [-- options]

Makes an application whose users can sign in, and installs its packages. The
first sign-in needs no account: a provider for it starts with the application.

  folder               the new folder; default: my-app
${CHOICES_HELP}`;

/** The options of commands that make files. */
export const options = {
  framework: { type: "string" },
  methods: { type: "string" },
  database: { type: "string" },
  providers: { type: "string" },
  library: { type: "string" },
  yes: { type: "boolean", short: "y" },
  "no-install": { type: "boolean" },
} as const;

/** The arguments of such a command. */
export type Arguments = ReturnType<typeof parse>;

/**
 * Parses the arguments of a command that makes files.
 *
 * @throws WrongCall for an option that there is not
 */
export function parse(args: readonly string[]) {
  return parseArguments({ args: [...args], options, allowPositionals: true });
}

/** Makes a new application. */
export const create: Command = {
  help: HELP,
  run: async (args, terminal) => {
    const { values, positionals } = parse(args);
    if (positionals.length > 1) throw new WrongCall("One folder, please.");
    const asking = values.yes ? { ...terminal, ask: undefined } : terminal;
    const folder = resolve(
      await choose(asking, positionals[0], {
        text: "Folder",
        standard: "my-app",
        read: (text) => text,
      }),
    );
    await assertEmpty(folder);
    const choices = await readChoices(asking, values);
    await writeNew(folder, renderProject(basename(folder), choices));
    const manager = findManager(terminal.env("npm_config_user_agent"));
    const isDeno = choices.framework === "deno";
    const isDone = isDeno || values["no-install"] === true ||
      await install(manager, folder);
    terminal.out(renderEnd(folder, { manager, isDeno, isDone, values }));
    return isDone ? 0 : 1;
  },
};

/**
 * Reads the choices of an application, and asks for those that no option names.
 *
 * @throws WrongCall for one that there is not
 */
export async function readChoices(
  terminal: Terminal,
  values: Arguments["values"],
  framework = "express",
): Promise<Choices> {
  const names = Object.keys(frameworks).join(", ");
  const choices = {
    framework: await choose(terminal, values.framework, {
      text: `Framework (${names})`,
      standard: framework,
      read: readFramework,
    }),
    methods: await choose(terminal, values.methods, {
      text: `Sign-in besides providers (${METHODS.join(", ")})`,
      standard: "none",
      read: (text) => readSeveral("method", METHODS, text),
    }),
    providers: await choose(terminal, values.providers, {
      text: "Providers besides that of the demo (github, google, …)",
      standard: "none",
      read: readProviders,
    }),
    library: values.library ?? `^${VERSION}`,
  };
  const database = await choose(terminal, values.database, {
    text: `Database (${DATABASES.join(", ")})`,
    standard: needsDatabase(choices.methods) ? findDatabase() : "none",
    read: (text) => readFitting({ ...choices, database: "none" }, text),
  });
  return { ...choices, database };
}

/** Renders the names of the frameworks, in lines of the help. */
function renderNames(): string {
  return Object.keys(frameworks).join(", ")
    .replaceAll(/(.{1,54})(?: |$)/g, `$1\n${" ".repeat(23)}`).trimEnd();
}

function readFitting(choices: Choices, text: string): Database {
  const database = readOne("database", DATABASES, text);
  assertFitting({ ...choices, database });
  return database;
}

/** Returns the database that needs nothing else: Node has SQLite from 22.13. */
function findDatabase(): Database {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  return major > 22 || major === 22 && minor >= 13 ? "sqlite" : "memory";
}

function renderEnd(
  folder: string,
  { manager, isDeno, isDone, values }: {
    readonly manager: string;
    readonly isDeno: boolean;
    readonly isDone: boolean;
    readonly values: Arguments["values"];
  },
): string {
  const path = relative(process.cwd(), folder) || ".";
  const needsInstall = !isDone || values["no-install"] === true && !isDeno;
  const lines = [
    ...(path === "." ? [] : [`cd ${path}`]),
    ...(needsInstall ? [`${manager} install`] : []),
    isDeno ? "deno task dev" : `${manager} run dev`,
  ];
  const head = isDone
    ? `\nThe application is in ${path}. Next:\n`
    : `\nThe files are in ${path}, but the packages are not installed: is there a network? Next:\n`;
  return `${head}\n${
    lines.map((line) => `  ${line}\n`).join("")
  }\nThen open http://localhost:3000, and sign in with "Demo".\n`;
}
