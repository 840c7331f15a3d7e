import { type Command, type Terminal, WrongCall } from "./command.ts";
import { init } from "./init.ts";
import { migrateCheck } from "./migrate_check.ts";
import { probeServer } from "./probe.ts";
import { run } from "./run.ts";

const COMMANDS: readonly Command[] = [init, migrateCheck, probeServer];

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
const unknown: Command = {
  words: [],
  summary: "",
  help: HELP,
  run: () => Promise.reject(new WrongCall("There is no such command.")),
};

/**
 * Runs the command that the arguments name, and returns its exit code: 2 for a
 * wrong call.
 */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const command =
    COMMANDS.find(({ words }) => words.every((word, i) => args[i] === word)) ??
      unknown;
  return await run(command, args.slice(command.words.length), terminal);
}
