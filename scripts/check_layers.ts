// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
import { exists, listFiles, root } from "./command.ts";
import { findViolations } from "./layer_rules.ts";
import { readModuleGraph } from "./module_graph.ts";
import { readWorkspace } from "./workspace.ts";

/**
 * The folders that contain only library code, whether an entry reaches it or
 * not.
 */
export const libraryFolders = [
  "core",
  "server",
  "providers",
  "adapters",
  "component",
  "testing",
];

/**
 * Whether a file is a test, or used only by tests: those may import anything.
 */
export function isTestFile(path: string): boolean {
  return /_(?:test|fixture|testkit)\.tsx?$/.test(path);
}

/** Checks the imports of all entries and all library files. */
export async function checkLayers(): Promise<
  { files: number; violations: string[] }
> {
  const workspace = await readWorkspace();
  const entries: string[] = [];
  for (const path of Object.values(workspace.exports)) {
    if (await exists(`${root}${path}`)) entries.push(path.replace(/^\.\//, ""));
  }
  const inFolders =
    (await Promise.all(libraryFolders.map((folder) => listFiles(folder))))
      .flat();
  const sources = inFolders.filter((path) =>
    /\.tsx?$/.test(path) && !isTestFile(path)
  );
  const modules = await readModuleGraph([...new Set([...entries, ...sources])]);
  const jsr = Object.entries(workspace.imports)
    .filter(([, target]) => target.startsWith("jsr:"))
    .map(([name]) => `deno.json: ${name} is a jsr: dependency`);
  return {
    files: modules.length,
    violations: [...jsr, ...findViolations(modules)],
  };
}

if (import.meta.main) {
  const { files, violations } = await checkLayers();
  for (const violation of violations) console.error(violation);
  console.log(`${files} files, ${violations.length} violations`);
  if (violations.length > 0) Deno.exit(1);
}
