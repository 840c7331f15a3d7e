/**
 * Writes the result of `doctor` for a terminal.
 *
 * @module
 */

import type { Gravity } from "./catalogue.ts";
import type { Finding, Report } from "./report.ts";

const HEADINGS: Readonly<Record<Gravity, string>> = {
  breaks: "Keeps people from signing in",
  risks: "Puts accounts at risk, or will break",
  advises: "Could be better",
};

/** Writes a report as text: what is gravest first. */
export function renderReport(report: Report): string {
  const { url, configs, findings, sound } = report;
  const subjects = [url ?? [], configs].flat();
  return [
    `Examined ${subjects.join(", ")}\n`,
    ...Object.entries(HEADINGS).map(([gravity, heading]) =>
      renderFindings(
        heading,
        findings.filter((one) => one.gravity === gravity),
      )
    ),
    renderUntried(report),
    sound.length > 0 ? `Sound\n  ${sound.join(", ")}\n` : "",
    renderEnd(report),
  ].filter((part) => part !== "").join("\n");
}

function renderFindings(heading: string, findings: readonly Finding[]): string {
  if (findings.length === 0) return "";
  const parts = findings.map(({ id, seen, why, mend }) =>
    `  ${id}: ${seen}\n` +
    `         why   ${why}\n` +
    `         mend  ${mend}\n`
  );
  return `${heading}\n${parts.join("")}`;
}

/** Groups them by the reason, because one reason often stops many. */
function renderUntried({ untried }: Report): string {
  if (untried.length === 0) return "";
  const reasons = [...new Set(untried.map(({ reason }) => reason))];
  const parts = reasons.map((reason) => {
    const stopped = untried.filter((one) => one.reason === reason);
    return `  ${stopped.map(({ what }) => what).join(", ")}: ${reason}\n`;
  });
  return `Could not look at\n${parts.join("")}`;
}

function renderEnd({ findings, untried }: Report): string {
  const count = findings.length;
  const left = untried.length === 0
    ? ""
    : ` ${untried.length} could not be looked at.`;
  if (count === 0) return `Nothing to mend.${left}\n`;
  const start = count === 1 ? "One finding." : `${count} findings.`;
  return `${start} Begin with the first: others may follow from it.${left}\n`;
}
