import { pathToFileURL } from "node:url";
import { root, runOrThrow } from "./command.ts";

/** One import or re-export of a module. */
export interface ModuleImport {
  /** As written in the source. */
  specifier: string;
  /**
   * A path inside the repository, a package (`jose`), or the specifier itself.
   */
  target: string;
  kind: "code" | "type" | "dynamic";
  /** True for `export ... from`, which re-exports names without using them. */
  reExport: boolean;
}

/** One source file with its text and imports. */
export interface SourceModule {
  path: string;
  text: string;
  imports: ModuleImport[];
}

interface Resolution {
  specifier?: string;
  span: { start: { line: number; character: number } };
}

interface InfoModule {
  specifier: string;
  local?: string;
  error?: string;
  dependencies?: {
    specifier: string;
    code?: Resolution;
    type?: Resolution;
    isDynamic?: boolean;
  }[];
}

/** Reads the module graph of the given files with one run of `deno info`. */
export async function readModuleGraph(
  paths: string[],
): Promise<SourceModule[]> {
  const dir = `${root}.cache`;
  await Deno.mkdir(dir, { recursive: true });
  const entry = await Deno.makeTempFile({ dir, suffix: ".ts" });
  try {
    const lines = paths.map((path) =>
      `import ${JSON.stringify(new URL(path, base).href)};`
    );
    await Deno.writeTextFile(entry, lines.join("\n"));
    const output = await runOrThrow(Deno.execPath(), [
      "info",
      "--quiet",
      "--json",
      entry,
    ]);
    const info: { modules: InfoModule[] } = JSON.parse(
      output.slice(output.indexOf("{")),
    );
    const ours = info.modules.filter((module) =>
      toPath(module.specifier) !== null &&
      module.specifier !== pathToFileURL(entry).href
    );
    return await Promise.all(ours.map(toSourceModule));
  } finally {
    await Deno.remove(entry);
  }
}

const base = pathToFileURL(root).href;

async function toSourceModule(module: InfoModule): Promise<SourceModule> {
  const path = toPath(module.specifier) ?? module.specifier;
  if (module.error !== undefined) throw new Error(`${path}: ${module.error}`);
  const text = await Deno.readTextFile(`${root}${path}`);
  const imports = (module.dependencies ?? []).map(
    (dependency): ModuleImport => {
      const found = dependency.code ?? dependency.type;
      const statement = dependency.isDynamic === true ? undefined : found;
      return {
        specifier: dependency.specifier,
        target: toTarget(found?.specifier ?? dependency.specifier),
        kind: dependency.code === undefined
          ? "type"
          : dependency.isDynamic
          ? "dynamic"
          : "code",
        reExport: statement !== undefined &&
          isReExport(text, statement.span.start),
      };
    },
  );
  return { path, text, imports };
}

function toPath(specifier: string): string | null {
  return specifier.startsWith(base) ? specifier.slice(base.length) : null;
}

/**
 * Resolves a specifier; `npm:jose@^6.2.0/webapi` and `npm:/jose@6.2.0` are both
 * the package `jose`.
 */
function toTarget(specifier: string): string {
  const npm = /^npm:\/?((?:@[^/]+\/)?[^@/]+)/.exec(specifier);
  return npm?.[1] ?? toPath(specifier) ?? specifier;
}

/**
 * Searches back from the specifier to the keyword that starts its statement.
 */
function isReExport(
  text: string,
  start: { line: number; character: number },
): boolean {
  const lines = text.split("\n").slice(0, start.line + 1);
  lines[start.line] = (lines[start.line] ?? "").slice(0, start.character);
  const keyword = lines.join("\n").match(/^\s*(import|export)\b(?=[^;]*$)/gm)
    ?.at(-1);
  return keyword?.trim() === "export";
}
