import { type Command, type Terminal, WrongCall } from "./command.ts";
import { migrateCheck } from "./migrate_check.ts";
import { probeServer } from "./probe.ts";

const COMMANDS: readonly Command[] = [migrateCheck, probeServer];

const HELP = `Usage: npx @latchkey/cli <command>

${
  COMMANDS.map(({ words, summary }) =>
    `  ${words.join(" ").padEnd(16)}${summary}\n`
  )
    .join("")
}
With --help, a command says what it takes.
`;

/**
 * Runs the command that the arguments name, and returns its exit code: 2 for a
 * wrong call.
 */
export async function runCommand(
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const command = COMMANDS.find(({ words }) =>
    words.every((word, i) => args[i] === word)
  );
  const help = command?.help ?? HELP;
  if (args.some((one) => one === "--help" || one === "-h")) {
    terminal.out(help);
    return 0;
  }
  try {
    if (command === undefined) {
      throw new WrongCall("There is no such command.");
    }
    return await command.run(args.slice(command.words.length), terminal);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const more = error instanceof WrongCall ? `\n${help}` : "";
    terminal.error(`${reason}\n${more}`);
    return 2;
  }
}
