import { type Command, type Terminal, WrongCall } from "./command.ts";
import { run } from "./run.ts";

/** A command, which is loaded when it is called. */
interface Entry {
  /** The words that call it. */
  readonly words: readonly string[];
  /** A sentence for the list of commands. */
  readonly summary: string;
  load(): Promise<Command>;
}

const COMMANDS: readonly Entry[] = [
  {
    words: ["init"],
    summary: "adds sign-in to an application that exists",
    load: async () => (await import("./init.ts")).init,
  },
  {
    words: ["doctor"],
    summary: "says what is wrong with the sign-in of a deployment",
    load: async () => (await import("./doctor.ts")).doctor,
  },
  {
    words: ["explain"],
    summary: "says what is behind the reference of an error",
    load: async () => (await import("./explain.ts")).explain,
  },
  {
    words: ["users"],
    summary: "shows a user, ends their sessions, removes second factors",
    load: async () => (await import("./users.ts")).users,
  },
  {
    words: ["migrate", "check"],
    summary: "says what takes the place of another sign-in library",
    load: async () => (await import("./migrate_check.ts")).migrateCheck,
  },
  {
    words: ["migrate", "tables"],
    summary: "shows or runs the statements that a database needs",
    load: async () => (await import("./migrate_tables.ts")).migrateDatabase,
  },
  {
    words: ["secret"],
    summary: "prints a new secret, and how to take it into use",
    load: async () => (await import("./secret.ts")).secret,
  },
  {
    words: ["probe"],
    summary: "tries an API or an MCP server as an attacker and as a client",
    load: async () => (await import("./probe.ts")).probeServer,
  },
  {
    words: ["rehearse"],
    summary: "says whom an upgrade of the library would lock out",
    load: async () => (await import("./rehearse.ts")).rehearseUpgrade,
  },
];

const HELP = `Usage: npx @latchkey/cli <command>

${
  COMMANDS.map(({ words, summary }) =>
    `  ${words.join(" ").padEnd(16)}${summary}\n`
  )
    .join("")
}
With --help, a command says what it takes.
`;

/** The answer to words that no command has. */
const unknown: Entry = {
  words: [],
  summary: "",
  load: () =>
    Promise.resolve({
      help: HELP,
      run: () => Promise.reject(new WrongCall("There is no such command.")),
    }),
};

/**
 * Runs the command that the arguments name, and returns its exit code: 2 for a
 * wrong call.
 */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const { words, load } =
    COMMANDS.find(({ words }) => words.every((word, i) => args[i] === word)) ??
      unknown;
  return await run(await load(), args.slice(words.length), terminal);
}
