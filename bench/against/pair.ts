/**
 * The process that runs two builds of this library turn about, and prints the
 * times of each round as JSON.
 *
 * @module
 */

import process from "node:process";
import { median, since } from "../cases/measure.ts";
import { type Library, loadLibrary } from "./library.ts";
import { type Work, works } from "./works.ts";

/** The settings of the process. */
export interface PairSettings {
  /** The folders that the builds are installed in, in the order of loading. */
  readonly folders: readonly [string, string];
  /** The names of the rows. */
  readonly rows: readonly string[];
  readonly rounds: number;
}

/** Microseconds of CPU per piece of work: of the build loaded first, and of the other. */
export type Pair = readonly [first: number, second: number];

/**
 * Microseconds of CPU that a block should take at most: so short that the two
 * builds meet the same neighbours on a busy machine.
 */
const BLOCK = 2000;
/** Microseconds of CPU of each build before the first round. */
const WARM_UP = 400_000;
/** The times that the builds follow each other in a round. */
const TURNS = 10;
/** Neither build is always the second, whose caches are warmer. */
const ORDERS = [[0, 1, 1, 0], [1, 0, 0, 1]] as const;

async function runPair(
  { folders, rows, rounds }: PairSettings,
): Promise<Record<string, Pair[]>> {
  const libraries: Library[] = [];
  for (const folder of folders) libraries.push(await loadLibrary(folder));
  const found: Record<string, Pair[]> = {};
  for (const name of rows) found[name] = await runRow(name, libraries, rounds);
  return found;
}

async function runRow(
  name: string,
  libraries: readonly Library[],
  rounds: number,
): Promise<Pair[]> {
  const row = works[name];
  if (row === undefined) throw new TypeError(`no row ${name}`);
  const made: Work[] = [];
  const others: number[] = [];
  for (const library of libraries) {
    // Each build has its own, since a provider's `fetch` is known to it only.
    const op = await library.testing.createFaultProvider();
    made.push(await row.prepare(library, op));
    if (row.alone) others.push(await measureAlone(row.alone(op)));
  }
  // The same for both: two measurements of it would differ by their noise.
  const alone = others.length === 0 ? 0 : median(others);
  const count = await warmUp(made);
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round++) {
    const times: [number[], number[]] = [[], []];
    for (let turn = 0; turn < TURNS; turn++) {
      for (const which of ORDERS[turn % 2] ?? []) {
        const time = await measureBlock(made[which], count);
        times[which].push(time - alone);
      }
    }
    pairs.push([median(times[0]), median(times[1])]);
  }
  return pairs;
}

/** Runs the works until they are compiled; returns how many fill a block. */
async function warmUp(made: readonly Work[]): Promise<number> {
  let count = 4;
  const spent = made.map(() => 0);
  while (spent.some((time) => time < WARM_UP)) {
    let longest = 0;
    for (const [i, work] of made.entries()) {
      const time = count * await measureBlock(work, count);
      spent[i] = (spent[i] ?? 0) + time;
      longest = Math.max(longest, time);
    }
    if (longest < BLOCK / 2) count *= 2;
  }
  return count;
}

async function measureAlone(work: Work): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 20; i++) times.push(await measureBlock(work, 20));
  return median(times.slice(10));
}

async function measureBlock(
  work: Work | undefined,
  count: number,
): Promise<number> {
  const start = process.cpuUsage();
  for (let i = 0; i < count; i++) await work?.(i);
  return since(start) / count;
}

const found = await runPair(JSON.parse(process.argv[2] ?? "{}"));
process.stdout.write(
  `\n${JSON.stringify(found)}\n`,
  () => process.exit(0),
);
