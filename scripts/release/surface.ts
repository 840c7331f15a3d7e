/**
 * How the public surface differs from that of the last release, and whether the
 * changelog says so.
 *
 * @module
 */

import { root } from "../command.ts";
import { checkSurface } from "../public_surface.ts";
import { version } from "../workspace.ts";
import { findChanges, readSection } from "./changelog.ts";
import type { Finding } from "./finding.ts";
import { findLast, releases } from "./versions.ts";

/** A recorded surface: "name in entry, entry" and the types. */
export type Surface = Readonly<Record<string, unknown>>;

/** A name of an entry that is not as it was. */
export interface Change {
  readonly kind: "added" | "changed" | "removed";
  readonly name: string;
  readonly entry: string;
}

/** The surface as of today, which the gate compares with the sources. */
export const surfaceFile: string = `${root}scripts/public_surface.json`;

/** The copy that is kept of a release's surface. */
export function toCopy(version: string): string {
  return `${root}compat/${version}/surface.json`;
}

/** Lists what differs between two surfaces. */
export function compareSurfaces(before: Surface, after: Surface): Change[] {
  const [old, current] = [toTypes(before), toTypes(after)];
  return [...new Set([...old.keys(), ...current.keys()])].sort()
    .filter((key) => old.get(key) !== current.get(key))
    .map((key) => {
      const [name = "", entry = ""] = key.split(" in ");
      const kind = !current.has(key)
        ? "removed"
        : old.has(key)
        ? "changed"
        : "added";
      return { kind, name, entry };
    });
}

/** Returns the types of each name in each entry. */
function toTypes(surface: Surface): Map<string, string> {
  return new Map(
    Object.entries(surface).flatMap(([key, types]) => {
      const [name = "", entries = ""] = key.split(" in ");
      return entries.split(", ").map((entry) =>
        [`${name} in ${entry}`, JSON.stringify(types)] as const
      );
    }),
  );
}

/**
 * Lists the changes that may break an application and that a text does not name:
 * neither the name nor its entry stands in backticks there.
 */
export function findUnexplained(
  changes: readonly Change[],
  text: string,
): Change[] {
  const quoted = [...text.matchAll(/`([^`\n]+)`/g)].map(([, one = ""]) => one);
  const words = new Set(
    quoted.flatMap((one) => [one, ...one.split(/[^\w$]+/)]),
  );
  return changes.filter(({ kind, name, entry }) =>
    kind !== "added" && !words.has(name) && !words.has(entry)
  );
}

/** Writes a line for each kind and name, with all entries that have it. */
export function toLines(changes: readonly Change[]): string[] {
  const entries = new Map<string, string[]>();
  for (const { kind, name, entry } of changes) {
    const key = `${kind} ${name}`;
    entries.set(key, [...entries.get(key) ?? [], entry]);
  }
  return [...entries].map(([key, all]) => `${key} in ${all.join(", ")}`);
}

/** Compares the surface with that of the last release. */
export async function checkChangedSurface(): Promise<Finding> {
  await checkSurface();
  const last = findLast(releases, version);
  if (last === null) return { note: "first release" };
  const [before, after] = await Promise.all(
    [toCopy(last), surfaceFile].map(async (path): Promise<Surface> =>
      JSON.parse(await Deno.readTextFile(path))
    ),
  ) as [Surface, Surface];
  const changes = compareSurfaces(before, after);
  const text = findChanges(await readSection());
  const unexplained = findUnexplained(changes, text);
  if (unexplained.length > 0) {
    throw new Error(
      `CHANGELOG.md has no line for these under "### Breaking" or "### Changed", with the name or its entry in backticks:\n${
        toLines(unexplained).join("\n")
      }`,
    );
  }
  const lines = toLines(changes);
  return { note: `${lines.length} changes since ${last}`, lines };
}
