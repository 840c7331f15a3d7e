// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * `deno task bench:baseline`: compares the rows that every request pays for
 * with the commit that `bench/baseline` names. It fails if one takes more than
 * 15 % longer, and does so again in a second measurement.
 *
 * @module
 */

import { root } from "../../scripts/command.ts";
import { buildCurrent, findBuild, findCommit } from "./builds.ts";
import { compareBuilds, type Compared, toComparison } from "./compare.ts";
import { core } from "./works.ts";

/** The ratio above which a row counts as slower. */
const TOLERATED = 1.15;

async function main(): Promise<number> {
  const name = (await Deno.readTextFile(`${root}bench/baseline`)).trim();
  const hash = await findCommit(name);
  if (hash === null) {
    console.log(
      `baseline: not compared, because the history of this copy does not reach ${name}`,
    );
    return 0;
  }
  const [base, current] = await Promise.all([findBuild(hash), buildCurrent()]);
  let rows: readonly string[] = core;
  for (const attempt of ["first", "second"]) {
    const compared = await compareBuilds(base, current, rows);
    console.log(`baseline ${name.slice(0, 10)}, ${attempt} measurement`);
    console.log(toComparison(compared));
    rows = findSlower(compared);
    if (rows.length === 0) return 0;
  }
  console.error(
    `${
      rows.join(", ")
    }: more than 15 % slower than ${name}, twice. Find the cause with deno task bench --against ${name}. If the loss is worth it, write a later commit into bench/baseline, and say why.`,
  );
  return 1;
}

/** Returns the rows that became slower. */
export function findSlower(compared: readonly Compared[]): string[] {
  // A ratio that is not a number does not pass.
  return compared.filter(({ ratio }) => !(ratio <= TOLERATED))
    .map(({ name }) => name);
}

if (import.meta.main) Deno.exit(await main());
