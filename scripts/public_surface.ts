// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * The public surface: every exported name of every entry with its type. It is
 * stored in a file, so that a change of the surface shows in the diff and is
 * deliberate.
 *
 * It comes from `deno doc --json`, without comments and source positions: those
 * change without the surface.
 *
 * @module
 */

import { deno, root } from "./command.ts";
import { entries as exports } from "./workspace.ts";

const golden = `${root}scripts/public_surface.json`;

/** Fields of `deno doc` that change while the surface does not. */
const unstable: ReadonlySet<string> = new Set([
  "declarationKind",
  "jsDoc",
  "location",
  "resolution",
]);

/** The output of `deno doc --json`. */
interface Documentation {
  readonly nodes: Readonly<
    Record<string, { readonly symbols: readonly Symbol[] }>
  >;
}

interface Symbol {
  readonly name: string;
  readonly declarations: readonly Declaration[];
}

interface Declaration {
  readonly kind: string;
  readonly location: Place;
  /** The original of a name that another entry exports, too. */
  readonly def?: { readonly target?: Place };
}

interface Place {
  readonly filename: string;
  readonly line: number;
  readonly col: number;
}

/**
 * Returns the names that differ between the recorded surface and the source.
 */
export async function findSurfaceChanges(): Promise<string[]> {
  const [before, after] = [await Deno.readTextFile(golden), await readSurface()]
    .map((text) => new Set(text.split(/,?\n/))) as [Set<string>, Set<string>];
  const changed = [...before.symmetricDifference(after)];
  return [...new Set(changed.map((line) => line.split('"', 2)[1] ?? line))];
}

/** Throws if the recorded surface is not that of the sources. */
export async function checkSurface(): Promise<void> {
  const changed = await findSurfaceChanges();
  if (changed.length === 0) return;
  throw new Error(
    `changed: ${changed.join("; ")} (on purpose: deno task record:surface)`,
  );
}

/**
 * Returns the surface as JSON: a line for each exported name, with its entries
 * and its type.
 */
async function readSurface(): Promise<string> {
  const { nodes }: Documentation = JSON.parse(
    await deno("doc", "--json", "--quiet", ...Object.values(exports)),
  );
  const toPlace = ({ filename, line, col }: Place) =>
    `${filename}:${line}:${col}`;
  const all = Object.values(nodes).flatMap(({ symbols }) => symbols)
    .flatMap(({ declarations }) => declarations)
    .filter(({ kind }) => kind !== "reference");
  const places = new Map(all.map((one) => [toPlace(one.location), one]));
  const resolve = (one: Declaration) =>
    one.def?.target === undefined ? one : places.get(toPlace(one.def.target));
  const entries = new Map<string, string[]>();
  for (const [entry, path] of Object.entries(exports)) {
    const url = new URL(path, `file://${root}`).href;
    for (const { name, declarations } of nodes[url]?.symbols ?? []) {
      const types = JSON.stringify(declarations.map(resolve).map(simplify));
      const line = JSON.stringify(name) + "\n" + types;
      entries.set(line, [...entries.get(line) ?? [], entry]);
    }
  }
  const lines = [...entries].map(([line, known]) => {
    const [name = "", types = ""] = line.split("\n");
    return `${name.slice(0, -1)} in ${known.sort().join(", ")}": ${types}`;
  });
  return `{\n${lines.sort().join(",\n")}\n}\n`;
}

/**
 * Removes empty and unstable fields from a declaration; a plain type becomes
 * its text.
 */
function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify);
  if (typeof value !== "object" || value === null) return value;
  const { kind, repr } = value as { kind?: unknown; repr?: unknown };
  const fields = Object.entries(value)
    .filter(([name, field]) => !unstable.has(name) && !isEmpty(field))
    .map(([name, field]) => [name, simplify(field)]);
  const isPlain = kind === "keyword" || kind === "literal" ||
    kind === "typeRef" && !JSON.stringify(value).includes('"typeParams"');
  return isPlain && repr ? repr : Object.fromEntries(fields);
}

function isEmpty(field: unknown): boolean {
  return field === null || field === false ||
    Array.isArray(field) && field.length === 0;
}

if (import.meta.main) {
  await Deno.writeTextFile(golden, await readSurface());
  console.log("The public surface is recorded: read its diff.");
}
