/**
 * The result of a probe, as `--json` prints it.
 *
 * @module
 */

import type { Check } from "./check.ts";
import type { Exchange } from "./http.ts";
import type { McpVersion } from "./mcp_messages.ts";
import { describeAnswer, describeSent } from "./describe.ts";

/** What a check found. */
export type Verdict = "fails" | "warns" | "holds" | "untried";

/** The result of one check. */
export interface Finding {
  readonly id: string;
  readonly title: string;
  readonly verdict: Verdict;
  readonly rule: string;
  /** The request that shows the fault, without tokens; empty: there is none. */
  readonly sent: string;
  /** The answer to it. */
  readonly came: string;
  /** What to change; empty: nothing. */
  readonly mend: string;
  /** Why the check says nothing; empty: it does. */
  readonly reason: string;
}

/** Everything that a probe found. */
export interface Report {
  readonly url: string;
  /** The version of MCP by which it was asked; null: by none. */
  readonly mcp: McpVersion | null;
  /** The issuer of the tokens; null: a token was given. */
  readonly issuer: string | null;
  readonly findings: readonly Finding[];
  readonly counts: Readonly<Record<Verdict, number>>;
}

/** What came of running a check: a fault, nothing, or the reason for neither. */
export type Outcome = Exchange | string | null;

/** Writes what a check found. */
export function toFinding(
  check: Check,
  outcome: Outcome,
  { isMcp, secrets }: {
    readonly isMcp: boolean;
    readonly secrets: Set<string>;
  },
): Finding {
  const { id, title, mend } = check;
  const { rule, level } = (isMcp ? check.mcp : undefined) ?? check;
  const finding = { id, title, rule, sent: "", came: "", mend: "", reason: "" };
  if (outcome === null) return { ...finding, verdict: "holds" };
  if (typeof outcome === "string") {
    return { ...finding, verdict: "untried", reason: outcome };
  }
  return {
    ...finding,
    verdict: level === "must" ? "fails" : "warns",
    sent: describeSent(outcome, secrets),
    came: describeAnswer(outcome, secrets),
    mend,
  };
}

/** Counts the findings of each kind. */
export function count(findings: readonly Finding[]): Report["counts"] {
  const counts = { fails: 0, warns: 0, holds: 0, untried: 0 };
  for (const { verdict } of findings) counts[verdict]++;
  return counts;
}
