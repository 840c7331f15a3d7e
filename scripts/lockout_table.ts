import { mock } from "node:test";
import {
  addresses,
  findLongestDelay,
  simulate,
} from "../core/rate_limits/limits_simulation_testkit.ts";
import { root } from "./command.ts";

const START = "<!-- Made by `deno task sync:docs`: what a simulation gave. -->";
const END = "<!-- Here it ends. -->";
const COUNTS = [1, 4, 8, 20, 50];
const HOUR = 3600;

/**
 * Generates the page about limits, with the current results of attacks on the
 * real limiter.
 */
export async function makeLimitDocs(): Promise<string> {
  const text = await Deno.readTextFile(`${root}docs/limits.md`);
  const [before, rest] = split(text, START);
  const [, after] = split(rest, END);
  return `${before}${START}\n\n${await makeTable()}\n\n${END}${after}`;
}

function split(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  if (at < 0) throw new Error(`docs/limits.md has no line "${mark}"`);
  return [text.slice(0, at), text.slice(at + mark.length)];
}

async function makeTable(): Promise<string> {
  mock.timers.enable({ apis: ["Date"] });
  try {
    const rows: string[][] = [];
    for (const count of COUNTS) rows.push(await makeRow(count));
    return toMarkdown([HEAD, ...rows]);
  } finally {
    mock.timers.reset();
  }
}

const HEAD = [
  "Addresses that attack",
  "The owner is in after",
  "After mistyping twice",
  "Guesses in the first hour",
];

async function makeRow(count: number): Promise<string[]> {
  const from = addresses(count);
  const { guesses } = await simulate({ from, seconds: HOUR });
  return [
    `${count}`,
    toDuration(await findLongestDelay({ from })),
    toDuration(await findLongestDelay({ from, mistakes: 2 })),
    `${guesses}`,
  ];
}

function toDuration(seconds: number): string {
  const rest = seconds % 60;
  const parts = [
    ...(seconds >= 60 ? [`${Math.floor(seconds / 60)} min`] : []),
    ...(rest > 0 || seconds === 0 ? [`${rest} s`] : []),
  ];
  return parts.join(" ");
}

/** Formats like `deno fmt`. */
function toMarkdown(rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((_, i) =>
    Math.max(...rows.map((row) => row[i]?.length ?? 0))
  );
  const [head = "", ...body] = rows.map((row) =>
    `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(" | ")} |`
  );
  const line = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [head, line, ...body].join("\n");
}
