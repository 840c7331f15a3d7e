/**
 * Defines commands, and the means that they are given.
 *
 * @module
 */

import { parseArgs, type ParseArgsConfig } from "node:util";

/** The output of a command, its clock and its environment. */
export interface Terminal {
  /** Writes to the standard output. */
  out(text: string): void;
  /** Writes to the standard error output. */
  error(text: string): void;
  /** The time in milliseconds since the epoch. */
  now(): number;
  /** Reads a variable of the environment. */
  env(name: string): string | undefined;
  /**
   * Asks the person at the terminal, if there is one.
   *
   * @throws Stopped if they press Ctrl-C, or end the input
   */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
}

/** The person at the terminal has stopped a command. */
export class Stopped extends Error {}

/** One command. */
export interface Command {
  /** The text that `--help` prints. */
  readonly help: string;
  /**
   * Runs the command, and returns the exit code.
   *
   * @throws WrongCall if it does not take these arguments
   */
  readonly run: (
    args: readonly string[],
    terminal: Terminal,
  ) => Promise<number>;
}

/** Arguments that a command does not take. */
export class WrongCall extends Error {}

/**
 * Parses the arguments of a command.
 *
 * @throws WrongCall for an option that the command does not take
 */
export function parseArguments<const C extends ParseArgsConfig>(
  config: C,
): ReturnType<typeof parseArgs<C>> {
  const joined: C = { ...config, args: joinValues(config) };
  try {
    return parseArgs(joined);
  } catch (error) {
    throw new WrongCall(error instanceof Error ? error.message : `${error}`);
  }
}

/** Joins options with values that begin with a dash, as ids may: `parseArgs` takes those for options. */
function joinValues({ args = [], options = {} }: ParseArgsConfig): string[] {
  const joined: string[] = [];
  for (let i = 0; i < args.length; i++) {
    const [own = "", next = ""] = args.slice(i, i + 2);
    if (own === "--") return [...joined, ...args.slice(i)];
    const name = own.replace(/^--/, "");
    const takesText = own !== name && Object.hasOwn(options, name) &&
      options[name]?.type === "string";
    const isOption = /^-\w?$/.test(next) ||
      Object.hasOwn(options, next.replace(/^--|=.*$/gs, ""));
    if (takesText && next.startsWith("-") && !isOption) {
      joined.push(`${own}=${next}`);
      i++;
    } else joined.push(own);
  }
  return joined;
}
