/**
 * Writes an explanation for a terminal.
 *
 * @module
 */

import type { Explanation } from "@latchkey/auth/diagnosis";
import type { Cause } from "./causes.ts";

/** Everything that is known about a reference. */
export interface Findings {
  readonly explanation: Explanation;
  readonly cause: Cause | null;
  /** What is known to fail with the same message; null: nothing. */
  readonly same: string | null;
}

/** Writes the error, its timeline, its cause and what to do. */
export function renderFindings(
  { explanation, cause, same }: Findings,
): string {
  const { type, code, sentence, hint } = explanation;
  const shown = sentence === null ? "" : `\nThe visitor read: “${sentence}”\n`;
  return [
    `${type ?? "An error of another version"}${
      code ? ` (${code})` : ""
    }\n${shown}`,
    `Timeline\n${renderTimeline(explanation)}`,
    `Request\n${renderRequest(explanation)}`,
    `Cause\n${
      toLines([
        cause?.cause ?? same ?? "The line of the log says more.",
      ])
    }`,
    `What to do\n${
      toLines([cause?.mend ?? hint ?? "Look for this reference in the log."])
    }`,
  ].join("\n");
}

function renderTimeline(explanation: Explanation): string {
  const { time, attemptAge, method, step, type, hasProvider } = explanation;
  const provider = explanation.provider ??
    (hasProvider ? "a provider that is not known here" : null);
  const by = provider === null ? "" : ` with ${provider}`;
  const began = attemptAge === null ? [] : [
    `${toTime(time - attemptAge * 1000)}  the sign-in began (about ${
      toWords(attemptAge)
    } earlier)`,
  ];
  const where = step ?? "an address of no page";
  return toLines([
    ...began,
    `${toTime(time)}  ${method} of ${where}${by}: ${type ?? "an error"}`,
  ]);
}

function renderRequest({ cookies, facts }: Explanation): string {
  return toLines([
    `cookies  ${
      cookies.length === 0 ? "none of the library" : cookies.join(", ")
    }`,
    `facts    ${facts.length === 0 ? "none" : facts.join(", ")}`,
  ]);
}

function toTime(time: number): string {
  return new Date(time).toISOString().replace("T", " ").replace(
    ".000Z",
    " UTC",
  );
}

function toWords(seconds: number): string {
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} minutes`;
  return `${Math.round(seconds / 3600)} hours`;
}

function toLines(lines: readonly (string | null)[]): string {
  return lines.filter((line) => line !== null)
    .map((line) => `  ${line}\n`).join("");
}
