/**
 * Defines checks: what each sends, and what it makes of the answers.
 *
 * @module
 */

import type { Exchange } from "./http.ts";
import { admit } from "./first_answers.ts";
import { isLetIn, type Probe } from "./probe.ts";
import type { TokenChange } from "./tokens.ts";

/**
 * The weight of a rule: a break of a "must", or an attack that gets in, fails
 * the run; a break of a "should" is a warning.
 */
export type Level = "must" | "should";

/** One check. */
export interface Check {
  /** The family and the name, for `--only` and `--skip`. */
  readonly id: string;
  /** A sentence that is true of a server that passes. */
  readonly title: string;
  /** The standard and its section. */
  readonly rule: string;
  readonly level: Level;
  /** What to change on a server that does not pass. */
  readonly mend: string;
  /** The rule for an MCP server, where that is a different one. */
  readonly mcp?: { readonly rule: string; readonly level: Level };
  /** Whether it looks at what the other checks have sent. */
  readonly last?: boolean;
  /**
   * Runs the check.
   *
   * @returns the exchange that shows the fault; null: the server passes
   * @throws CannotTry if the check says nothing about this server
   */
  readonly run: (probe: Probe) => Promise<Exchange | null>;
}

/** A check of tokens: which it sends, and everything but how. */
interface TokenCheck extends Omit<Check, "run" | "level"> {
  readonly level?: Level;
  readonly tokens: (
    probe: Probe,
  ) => readonly (string | TokenChange)[];
}

/** A check that none of these tokens gets in. */
export function refuses({ tokens, ...fields }: TokenCheck): Check {
  return {
    level: "must",
    ...fields,
    run: async (probe) => {
      // A server that refuses everyone would pass each attack.
      await admit(probe);
      for (const token of tokens(probe)) {
        const exchange = await probe.knock({ token });
        if (isLetIn(exchange)) return exchange;
      }
      return null;
    },
  };
}

/** A check that each of these tokens gets in. */
export function accepts({ tokens, ...fields }: TokenCheck): Check {
  return {
    level: "must",
    ...fields,
    run: async (probe) => {
      await admit(probe);
      for (const token of tokens(probe)) {
        const exchange = await probe.knock({ token });
        if (!isLetIn(exchange)) return exchange;
      }
      return null;
    },
  };
}
