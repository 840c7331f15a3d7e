/**
 * Asks a person for what the command line does not say.
 *
 * @module
 */

import { type Terminal, WrongCall } from "../command.ts";

/** A question about one choice. */
export interface Question<T> {
  readonly text: string;
  /** The answer of an empty line. */
  readonly standard: string;
  /** @throws WrongCall for an answer that does not fit */
  readonly read: (answer: string) => T;
}

/**
 * Returns the choice that an option names, or else the person's answer; without
 * a person, the standard one.
 *
 * @throws WrongCall for an option that does not fit
 */
export async function choose<T>(
  terminal: Pick<Terminal, "ask" | "error">,
  option: string | undefined,
  { text, standard, read }: Question<T>,
): Promise<T> {
  if (option !== undefined) return read(option);
  if (terminal.ask === undefined) return read(standard);
  while (true) {
    const answer = await terminal.ask(`${text} [${standard}] `);
    try {
      return read(answer.trim() || standard);
    } catch (error) {
      if (!(error instanceof WrongCall)) throw error;
      terminal.error(`${error.message}\n`);
    }
  }
}
