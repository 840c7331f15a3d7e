import { median } from "./cases/measure.ts";
import { type Found, runCase, type Runtime } from "./prepare.ts";

/** One case of a row: the subject, and the number of runs. */
export interface Case {
  readonly label: string;
  readonly kind: string;
  readonly args: readonly unknown[];
}

/** The medians of a case's rounds, and the results of each round. */
export interface Measured {
  readonly label: string;
  readonly values: Found;
  readonly rounds: readonly Found[];
}

/** Runs the cases in turn, round after round, each time in a fresh process. */
export async function runRounds(
  runtime: Runtime,
  rounds: number,
  cases: readonly Case[],
): Promise<Measured[]> {
  const found = cases.map((): Found[] => []);
  for (let round = 0; round < rounds; round++) {
    // Forwards and backwards: no case always follows the same greedy neighbour.
    const order = [...cases.keys()];
    if (round % 2 === 1) order.reverse();
    for (const i of order) {
      const { kind = "", args = [] } = cases[i] ?? {};
      found[i]?.push(await runCase(runtime, kind, args));
    }
  }
  return cases.map(({ label }, i) => {
    const all = found[i] ?? [];
    return { label, rounds: all, values: toMedians(all) };
  });
}

function toMedians(rounds: readonly Found[]): Found {
  const names = Object.keys(rounds[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, median(rounds.map((one) => one[name] ?? NaN))]),
  );
}

/** Returns the spread of the rounds, in percent of their median. */
export function toSpread(values: readonly number[]): number {
  const middle = median(values);
  return 100 * (Math.max(...values) - Math.min(...values)) / middle;
}
