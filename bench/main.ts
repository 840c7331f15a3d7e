// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * `deno task bench`: this library against others, as ratios. See
 * docs/benchmarks.md for the last result. With `--against main~3`, it compares
 * this library with a commit of its own.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { root, runOrThrow } from "../scripts/command.ts";
import { runAgainst } from "./against/main.ts";
import manifest from "./package.json" with { type: "json" };
import { prepare, type Runtime } from "./prepare.ts";
import { rows } from "./rows.ts";
import { type Line, toTable } from "./table.ts";

interface Flags {
  readonly quick: boolean;
  readonly only: readonly string[];
  /** The commit to compare with, instead of with other libraries. */
  readonly against: string | undefined;
}

function readFlags(args: string[]): Flags {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: "boolean", default: false },
      only: { type: "string", multiple: true, default: [] },
      against: { type: "string" },
    },
  });
  const { quick, only, against } = values;
  if (against !== undefined) return { quick, only, against };
  const unknown = only.find((name) => !(name in rows));
  if (unknown !== undefined) {
    throw new TypeError(
      `No row ${unknown}; there are ${Object.keys(rows).join(", ")}.`,
    );
  }
  return { quick, only, against };
}

async function main({ quick, only }: Flags): Promise<void> {
  const start = performance.now();
  const runtimes = await prepare();
  const lines: Line[] = [];
  const notes: string[] = [];
  const plan = { runtimes, quick, note: (text: string) => notes.push(text) };
  for (const [name, row] of Object.entries(rows)) {
    if (only.length > 0 && !only.includes(name)) continue;
    console.error(`… ${name} (${toSeconds(start)} s)`);
    lines.push(...await row(plan));
  }
  const table = toTable(lines);
  console.log(`${table}\n\n${notes.join("\n")}\n${toSeconds(start)} s`);
  // A partial table, or one of a few rounds, is not kept.
  if (quick || only.length > 0) return;
  const path = `${root}docs/benchmarks.md`;
  await Deno.writeTextFile(path, toDocument(table, notes, runtimes));
  await runOrThrow(Deno.execPath(), ["fmt", "--quiet", path]);
}

function toSeconds(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(0);
}

function toDocument(
  table: string,
  notes: readonly string[],
  runtimes: readonly Runtime[],
): string {
  const versions = Object.entries(manifest.dependencies)
    .map(([name, version]) => `${name} ${version}`);
  const run = runtimes.map(({ name, version }) => `${name} ${version}`);
  return `# Benchmarks

Made by \`deno task bench\` on ${new Date().toISOString().slice(0, 10)}, with ${
    run.join(" and ")
  }, against ${versions.join(", ")}.

Trust the ratios, not the times: machines differ, and so do hours. Every number
is a median of several rounds in fresh processes that take turns. CPU is the time
of all threads of the process under measurement after it is warm. On Node this
library runs from the packed npm package, on Deno from source.

${table}

${notes.join("\n")}

What the rows are is in [performance.md](performance.md).
`;
}

const flags = readFlags(Deno.args);
await (flags.against === undefined
  ? main(flags)
  : runAgainst(flags.against, flags.only));
