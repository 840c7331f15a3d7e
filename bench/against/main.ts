// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
import { buildCurrent, findBuild, findCommit } from "./builds.ts";
import { compareBuilds, toComparison } from "./compare.ts";
import { works } from "./works.ts";

/** Compares the files as they are with a commit, such as "main~3", and prints a table. */
export async function runAgainst(
  name: string,
  only: readonly string[],
): Promise<void> {
  const unknown = only.find((row) => !(row in works));
  if (unknown !== undefined) {
    throw new TypeError(
      `No row ${unknown} with --against; there are ${
        Object.keys(works).join(", ")
      }.`,
    );
  }
  const hash = await findCommit(name);
  if (hash === null) throw new TypeError(`Git knows no commit ${name}.`);
  const rows = only.length > 0 ? only : Object.keys(works);
  const [base, current] = await Promise.all([findBuild(hash), buildCurrent()]);
  console.log(`against ${name} (${hash.slice(0, 10)}), CPU on Node 24`);
  console.log(toComparison(await compareBuilds(base, current, rows)));
}
