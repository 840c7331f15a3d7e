/**
 * The result of a rehearsal, as `--json` prints it.
 *
 * @module
 */

import type { Outcome } from "./ways.ts";

/** What became of one way of one shape. */
export type Verdict = "fails" | "mended" | "failsInBoth" | "works";

/** One way of one shape, with both versions. */
export interface Finding {
  /** The shape of the users. */
  readonly shape: string;
  readonly way: string;
  readonly verdict: Verdict;
  /** The number of users of this shape. */
  readonly users: number;
  readonly old: string;
  readonly new: string;
  /** Their ids, with `--ids`. */
  readonly ids?: readonly string[];
}

/** Everything that a rehearsal found. */
export interface Report {
  readonly old: string;
  readonly new: string;
  readonly users: number;
  readonly shapes: number;
  /** Why the new version cannot use the database; empty: it can. */
  readonly migration: readonly string[];
  readonly findings: readonly Finding[];
}

/** Compares what the versions did. */
export function toVerdict(before: Outcome, after: Outcome): Verdict {
  if (after.works) return before.works ? "works" : "mended";
  return before.works ? "fails" : "failsInBoth";
}

/** Whether somebody would be locked out. */
export function locksOut({ migration, findings }: Report): boolean {
  return migration.length > 0 ||
    findings.some(({ verdict }) => verdict === "fails");
}
