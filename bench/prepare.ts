import { findTarball } from "../scripts/build_npm.ts";
import { exists, root, run, runOrThrow } from "../scripts/command.ts";
import { findNode, npm } from "../scripts/node.ts";

/** A runtime, and the command that starts it with a file of this folder. */
export interface Runtime {
  readonly name: "Node" | "Deno";
  readonly version: string;
  readonly command: string;
  readonly flags: readonly string[];
}

/** This folder. */
export const folder: string = `${root}bench`;

const npmFlags = [
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--prefer-offline",
];

/**
 * Prepares the packages to compare with, this library as npm users get it, and
 * the runtimes.
 */
export async function prepare(): Promise<readonly Runtime[]> {
  if (!(await exists(`${folder}/node_modules/better-auth`))) {
    await runOrThrow(npm, ["ci", ...npmFlags], { cwd: folder });
  }
  const tarball = await findTarball();
  const own = `${folder}/node_modules/@latchkey`;
  await Deno.remove(own, { recursive: true }).catch(() => {});
  const add = ["install", "--no-save", ...npmFlags, tarball];
  await runOrThrow(npm, add, { cwd: folder });
  const node = await findNode(24);
  return [
    { name: "Node", version: node.version, command: node.path, flags: [] },
    {
      name: "Deno",
      version: Deno.version.deno,
      command: Deno.execPath(),
      // The lock file in use would be the library's; the pins are in
      // package.json.
      flags: ["run", "-A", "--quiet", "--no-lock", `--config=${root}deno.json`],
    },
  ];
}

/** The results of a case, by name. */
export type Found = Readonly<Record<string, number>>;

/** Runs one case in a new process. */
export async function runCase(
  { name, command, flags }: Runtime,
  kind: string,
  args: readonly unknown[],
): Promise<Found> {
  const file = `${folder}/cases/run.ts`;
  const more = ["express", "guard"].includes(kind)
    ? [[...flags, file, "serve"]]
    : [];
  const { code, output } = await run(
    command,
    [...flags, file, kind, JSON.stringify([...args, ...more])],
    { cwd: folder, seconds: 300, env: { NODE_ENV: "production" } },
  );
  // Log output of a library may come before and after.
  const last = output.split("\n").findLast((line) => line.startsWith("{"));
  if (code !== 0 || last === undefined) {
    throw new Error(`${kind} on ${name} ${JSON.stringify(args)}\n${output}`);
  }
  return JSON.parse(last);
}
