import { type Command, Stopped, type Terminal, WrongCall } from "./command.ts";

/** Runs one command, and returns its exit code. */
export async function run(
  command: Command,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  if (args.some((one) => one === "--help" || one === "-h")) {
    terminal.out(command.help);
    return 0;
  }
  try {
    return await command.run(args, terminal);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const more = error instanceof WrongCall ? `\n${command.help}` : "";
    terminal.error(`${reason}\n${more}`);
    // The code of a program that Ctrl-C ends.
    return error instanceof Stopped ? 130 : 2;
  }
}
