/**
 * Writes the result of a probe for a terminal.
 *
 * @module
 */

import type { Finding, Report, Verdict } from "./report.ts";

/** Writes a report as text: what needs a person first. */
export function renderReport(report: Report): string {
  const of = (verdict: Verdict) =>
    report.findings.filter((one) => one.verdict === verdict);
  return [
    renderHead(report),
    renderFaults("Fails", of("fails")),
    renderFaults("Warns", of("warns")),
    renderUntried(of("untried")),
    renderHolding(of("holds")),
    renderEnd(report),
  ].filter((part) => part !== "").join("\n");
}

function renderHead({ url, mcp, issuer }: Report): string {
  const kind = mcp === null ? "" : ` as an MCP server (${mcp})`;
  const by = issuer === null
    ? "the token that was given"
    : `tokens of ${issuer}`;
  return `Probed ${url}${kind}, with ${by}\n`;
}

function renderFaults(heading: string, findings: readonly Finding[]): string {
  if (findings.length === 0) return "";
  const parts = findings.map(({ id, title, rule, sent, came, mend }) =>
    `  ${id}: expected that ${title}\n` +
    `         sent  ${sent}\n` +
    `         came  ${came}\n` +
    `         rule  ${rule}\n` +
    `         mend  ${mend}\n`
  );
  return `${heading}\n${parts.join("")}`;
}

/** Groups the checks by the reason, because one reason often stops many. */
function renderUntried(findings: readonly Finding[]): string {
  if (findings.length === 0) return "";
  const reasons = [...new Set(findings.map(({ reason }) => reason))];
  const parts = reasons.map((reason) => {
    const stopped = findings.filter((one) => one.reason === reason);
    return `  ${reason}\n${renderIds(stopped)}`;
  });
  return `Could not try\n${parts.join("")}`;
}

function renderHolding(findings: readonly Finding[]): string {
  if (findings.length === 0) return "";
  return `Holds\n${renderIds(findings)}`;
}

/** Lists ids, each family in a line. */
function renderIds(findings: readonly Finding[]): string {
  const ids = findings.map(({ id }) => id);
  const families = new Set(ids.map((id) => id.split(".", 1).join()));
  return [...families].map((family) => {
    const own = ids.filter((id) => id.startsWith(`${family}.`));
    return `         ${own.join(", ")}\n`;
  }).join("");
}

function renderEnd({ counts }: Report): string {
  const { fails, warns, holds, untried } = counts;
  return `${fails} ${fails === 1 ? "check fails" : "checks fail"}, ` +
    `${warns} ${warns === 1 ? "warns" : "warn"}, ` +
    `${holds} ${holds === 1 ? "holds" : "hold"}, ` +
    `${untried} could not be tried.\n`;
}
