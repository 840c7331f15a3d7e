/**
 * Writes the result of `migrate check` for a terminal.
 *
 * @module
 */

import type { Finding, FindingKind, Report, Verdict } from "./report.ts";

const HEADINGS: Readonly<Record<FindingKind, string>> = {
  session: "Sessions",
  provider: "Providers",
  adapter: "Storage",
  variable: "Variables",
  option: "Options",
  code: "Code",
};

const MARKS: Readonly<Record<Verdict, string>> = {
  same: "same",
  change: "change",
  person: "YOU",
};

/** The most files that one finding names. */
const MAX_FILES = 3;

/** Writes a report as text, the diff last. */
export function renderReport(report: Report): string {
  const { libraries, notes, diff } = report;
  if (libraries.length === 0) {
    return renderParts([
      "No library that can be moved from was found. These are known: @auth/express, @auth/core, @auth/qwik, next-auth, express-openid-connect, passport, express-session, iron-session, better-auth.\n",
      renderNotes(notes),
    ]);
  }
  const used = libraries.map(({ name, packages, page }) =>
    `  ${name} (${renderPackages(packages)}): ${page}\n`
  );
  return renderParts([
    `Used\n${used.join("")}`,
    ...Object.entries(HEADINGS).map(([kind, heading]) =>
      renderFindings(
        heading,
        report.findings.filter((one) => one.kind === kind),
      )
    ),
    renderNotes(notes),
    diff === "" ? "" : `Diff\n${diff}`,
    renderEnd(report),
  ]);
}

function renderParts(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n");
}

function renderPackages(
  packages: Readonly<Record<string, string | null>>,
): string {
  return Object.entries(packages).map(([name, range]) =>
    `${name} ${toLine(range ?? "not in package.json")}`
  ).join(", ");
}

function renderFindings(heading: string, findings: readonly Finding[]): string {
  if (findings.length === 0) return "";
  const lines = findings.map(({ name, verdict, change, evidence, files }) => {
    const shown = files.slice(0, MAX_FILES).map(toLine).join(", ");
    const more = files.length > MAX_FILES
      ? ` and ${files.length - MAX_FILES} more`
      : "";
    const by = evidence === "name" ? "; found by name only" : "";
    const said = change === "" ? "" : `: ${change}`;
    return `  ${MARKS[verdict].padEnd(6)} ${toLine(name)}${said}\n` +
      `         in ${shown}${more}${by}\n`;
  });
  return `${heading}\n${lines.join("")}`;
}

function renderNotes(notes: readonly string[]): string {
  if (notes.length === 0) return "";
  return `Notes\n${notes.map((note) => `  ${toLine(note)}\n`).join("")}`;
}

/** Control characters of a file's name must not reach the terminal. */
function toLine(text: string): string {
  // deno-lint-ignore no-control-regex -- these are the ones to replace
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/g, "?");
}

function renderEnd({ findings, notes, maps }: Report): string {
  const open = findings.filter(({ verdict }) => verdict === "person").length;
  if (maps) {
    return "Everything maps. Apply the diff, make the changes that it does not contain, run your tests, and deploy: visitors stay signed in. Nothing was written.\n";
  }
  return open > 0
    ? `${open} ${
      open === 1 ? "point needs" : "points need"
    } you (marked YOU). Nothing was written.\n`
    : `${notes.length} ${
      notes.length === 1 ? "note needs" : "notes need"
    } you. Nothing was written.\n`;
}
