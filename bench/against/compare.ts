import { median } from "../cases/measure.ts";
import { root, run } from "../../scripts/command.ts";
import { findNode } from "../../scripts/node.ts";
import type { Pair, PairSettings } from "./pair.ts";

/** The comparison of one row. */
export interface Compared {
  readonly name: string;
  /** Microseconds of CPU per piece of work, of the commit and of the files as they are. */
  readonly base: number;
  readonly current: number;
  /** The time that it takes now, as a multiple of the time before. */
  readonly ratio: number;
  /** The quartiles of the rounds' ratios. */
  readonly quartiles: readonly [number, number];
}

/** Paired rounds of each row, half of them in a process of their own. */
const ROUNDS = 20;

/**
 * Compares two builds on Node 24. The build that is loaded first may be
 * compiled differently, so each is first in one of two processes.
 */
export async function compareBuilds(
  base: string,
  current: string,
  rows: readonly string[],
): Promise<Compared[]> {
  const rounds = ROUNDS / 2;
  const one = await runPairs({ folders: [base, current], rows, rounds });
  const other = await runPairs({ folders: [current, base], rows, rounds });
  return rows.map((name) => {
    const turned = (other[name] ?? []).map(([a, b]): Pair => [b, a]);
    return toCompared(name, one[name] ?? [], turned);
  });
}

async function runPairs(
  settings: PairSettings,
): Promise<Record<string, Pair[]>> {
  const { path } = await findNode(24);
  const file = `${root}bench/against/pair.ts`;
  const env = { NODE_ENV: "production" };
  const args = [file, JSON.stringify(settings)];
  const { code, output } = await run(path, args, { env });
  const last = output.split("\n").findLast((line) => line.startsWith("{"));
  if (code !== 0 || last === undefined) throw new Error(output);
  return JSON.parse(last);
}

function toCompared(
  name: string,
  one: readonly Pair[],
  other: readonly Pair[],
): Compared {
  const toRatios = (pairs: readonly Pair[]) => pairs.map(([a, b]) => b / a);
  const all = [...one, ...other];
  const sorted = toRatios(all).sort((a, b) => a - b);
  const at = (part: number) =>
    sorted[Math.floor(part * (sorted.length - 1))] ?? NaN;
  return {
    name,
    base: median(all.map(([a]) => a)),
    current: median(all.map(([, b]) => b)),
    ratio: Math.sqrt(median(toRatios(one)) * median(toRatios(other))),
    quartiles: [at(0.25), at(0.75)],
  };
}

/** Formats a comparison as a table. */
export function toComparison(compared: readonly Compared[]): string {
  const head = ["row", "before µs", "now µs", "now/before", "half of rounds"];
  const lines = compared.map(({ name, base, current, ratio, quartiles }) => [
    name,
    base.toFixed(2),
    current.toFixed(2),
    ratio.toFixed(3),
    quartiles.map((one) => one.toFixed(3)).join(" to "),
  ]);
  return [head, ...lines].map(([name = "", ...cells]) =>
    name.padEnd(10) + cells.map((cell) => cell.padStart(18)).join("")
  ).join("\n");
}
