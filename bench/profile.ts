// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * `deno task profile`: CPU profiles of a session read, a sign-in and the
 * Express route on Node, for any viewer of `.cpuprofile` files, and the
 * functions that take the most time of their own.
 *
 * @module
 */

import { root, runOrThrow } from "../scripts/command.ts";
import { folder, prepare } from "./prepare.ts";

/** The profiled cases of `cases/run.ts`, with their arguments. */
const cases: Readonly<Record<string, readonly [string, unknown[]]>> = {
  "read": ["read", ["Latchkey", {
    sessions: 20_000,
    warmUp: 4000,
    reads: 50_000,
    blocks: 3,
  }]],
  "sign-in": ["sign-in", ["Latchkey", { count: 200, blocks: 3 }]],
  "express": ["express", ["Latchkey", {
    sessions: 300,
    connections: 48,
    warmUp: 5000,
    requests: 30_000,
  }]],
};

/** The number of functions printed for each. */
const TOP = 15;

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

async function main(): Promise<void> {
  const [node] = await prepare();
  if (node === undefined) throw new TypeError("no Node");
  const output = `${root}.cache/profiles`;
  await Deno.mkdir(output, { recursive: true });
  for (const [name, [kind, args]] of Object.entries(cases)) {
    const path = `${output}/${name}.cpuprofile`;
    await Deno.remove(path).catch(() => {});
    const flags = toFlags(output, name);
    const file = `${folder}/cases/run.ts`;
    // The Express case profiles the server, not the load.
    const command = kind === "express"
      ? [file, kind, JSON.stringify([...args, [...flags, file, "serve"]])]
      : [...flags, file, kind, JSON.stringify(args)];
    await runOrThrow(node.command, command, { cwd: folder });
    console.log(`\n${name}: ${path.slice(root.length)}`);
    for (const line of toTop(JSON.parse(await Deno.readTextFile(path)))) {
      console.log(line);
    }
  }
}

function toFlags(output: string, name: string): string[] {
  return [
    "--cpu-prof",
    `--cpu-prof-dir=${output}`,
    `--cpu-prof-name=${name}.cpuprofile`,
    "--cpu-prof-interval=200",
  ];
}

/**
 * Returns the functions with the most self time, in percent of all time that
 * was not idle.
 */
function toTop({ nodes, samples, timeDeltas }: Profile): string[] {
  const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  let total = 0;
  for (const [i, id] of samples.entries()) {
    const frame = names.get(id);
    if (frame === undefined || frame.functionName === "(idle)") continue;
    const place = frame.url.replace(/^.*\/(?:node_modules|bench)\//, "");
    const name = `${frame.functionName || "(anonymous)"} ${place}${
      place === "" ? "" : `:${frame.lineNumber + 1}`
    }`;
    const time = timeDeltas[i] ?? 0;
    total += time;
    times.set(name, (times.get(name) ?? 0) + time);
  }
  return [...times].sort(([, a], [, b]) => b - a).slice(0, TOP)
    .map(([name, time]) =>
      `${(100 * time / total).toFixed(1).padStart(5)} %  ${name}`
    );
}

await main();
