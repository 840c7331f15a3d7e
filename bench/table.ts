/** One line of the table. */
export interface Line {
  readonly row: string;
  readonly subject: string;
  readonly runtime: string;
  /** The measured number, with its unit. */
  readonly value: string;
  /** The comparison with others, which is the result. */
  readonly ratio: string;
}

const HEAD: Line = {
  row: "What",
  subject: "Who",
  runtime: "On",
  value: "Measured",
  ratio: "Compared",
};
const COLUMNS = ["row", "subject", "runtime", "value", "ratio"] as const;

/**
 * Formats the lines as a table that is readable in a terminal and in Markdown.
 */
export function toTable(lines: readonly Line[]): string {
  const all = [HEAD, ...lines];
  const widths = COLUMNS.map((column) =>
    Math.max(...all.map((line) => line[column].length))
  );
  const toRow = (line: Line) =>
    `| ${
      COLUMNS.map((column, i) => line[column].padEnd(widths[i] ?? 0))
        .join(" | ")
    } |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [toRow(HEAD), rule, ...lines.map(toRow)].join("\n");
}

/** Formats a number with its significant digits. */
export function toText(value: number, unit = ""): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)}${unit === "" ? "" : ` ${unit}`}`;
}

/** Returns how many times larger one value is than the other. */
export function toTimes(value: number, base: number): string {
  return `${toText(value / base)} ×`;
}
