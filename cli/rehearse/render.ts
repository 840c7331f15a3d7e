/**
 * Writes the result of a rehearsal for a terminal.
 *
 * @module
 */

import type { Finding, Report, Verdict } from "./report.ts";

/** Writes a report as text: who would be locked out first. */
export function renderReport(report: Report): string {
  const { findings, migration } = report;
  const of = (verdict: Verdict) =>
    findings.filter((one) => one.verdict === verdict);
  return [
    `Rehearsed ${report.users} users of ${report.shapes} shapes: ${report.old}, then ${report.new}\n`,
    renderMigration(migration),
    renderFindings("Would be locked out", of("fails")),
    renderFindings("Cannot sign in with either", of("failsInBoth")),
    renderFindings("Could not sign in before, and can now", of("mended")),
    renderEnd(report),
  ].filter((part) => part !== "").join("\n");
}

function renderMigration(problems: readonly string[]): string {
  if (problems.length === 0) return "";
  return `The new version cannot use the database\n${
    problems.map((one) => `  ${one}\n`).join("")
  }`;
}

function renderFindings(heading: string, findings: readonly Finding[]): string {
  if (findings.length === 0) return "";
  const parts = findings.map(({ shape, way, users, ids, ...seen }) =>
    `  ${users} by ${way}: ${shape}\n` +
    `         old   ${seen.old}\n` +
    `         new   ${seen.new}\n` +
    (ids === undefined ? "" : `         ids   ${ids.join(", ")}\n`)
  );
  return `${heading}\n${parts.join("")}`;
}

function renderEnd({ findings, migration }: Report): string {
  const locked = findings.filter(({ verdict }) => verdict === "fails");
  const works = findings.filter(({ verdict }) => verdict === "works").length;
  if (migration.length > 0) return "Nobody could sign in.\n";
  return locked.length === 0
    ? `Nobody would be locked out: ${count(works)} with both.\n`
    : `${locked.length} ${
      locked.length === 1 ? "way" : "ways"
    } would be lost, ${works} ${works === 1 ? "works" : "work"} with both.\n`;
}

function count(ways: number): string {
  return ways === 1 ? "1 way works" : `${ways} ways work`;
}
