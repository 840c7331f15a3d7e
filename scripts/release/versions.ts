/**
 * The version of a release: the places that name it, and the releases before it.
 *
 * @module
 */

import cliManifest from "../../cli/deno.json" with { type: "json" };
import { VERSION } from "../../cli/check/find/catalogue.ts";
import released from "../../compat/released.json" with { type: "json" };
import { repository, site } from "../../core/errors/docs.ts";
import { name, version } from "../workspace.ts";
import { readSection } from "./changelog.ts";
import type { Finding } from "./finding.ts";
import { findTagFaults, hasChanges, readPushed } from "./tags.ts";

/** Versions by the place that names them. */
export type Places = Readonly<Record<string, string>>;

/**
 * Lists what is wrong with a version: places that name another one, and a later
 * release.
 */
export function findVersionFaults(
  wanted: string,
  places: Places,
  released: readonly string[],
): string[] {
  const faults = Object.entries(places).filter(([, found]) => found !== wanted)
    .map(([place, found]) => `${place} has ${found}, and deno.json ${wanted}`);
  const last = findLast(released);
  const isBelow = last !== null && compareVersions(wanted, last) < 0;
  return isBelow
    ? [...faults, `${wanted} is below ${last}, which is released`]
    : faults;
}

/** Reads the places that have to name the version of deno.json. */
export async function readPlaces(): Promise<Places> {
  const imports = Object.entries(cliManifest.imports).map(([key, url]) => [
    `cli/deno.json: "${key}"`,
    url.replace(`jsr:${name}@`, "").replace(/\/.*/, ""),
  ]);
  return {
    "cli/deno.json": cliManifest.version,
    ...Object.fromEntries(imports),
    "cli/check/find/catalogue.ts": VERSION,
    "CHANGELOG.md": (await readSection()).version,
  };
}

/**
 * Compares two versions as semver.org, section 11, orders them: below zero if
 * the first comes earlier, zero if they are equal.
 */
export function compareVersions(a: string, b: string): number {
  const [[coreA, preA], [coreB, preB]] = [split(a), split(b)];
  const byCore = compareLists(coreA, coreB);
  if (byCore !== 0 || preA === preB) return byCore;
  // "1.0.0-rc.1" comes before "1.0.0".
  if (preA === "" || preB === "") return preA === "" ? 1 : -1;
  return compareLists(preA, preB);
}

/** Splits a version into its numbers and what follows a hyphen; what builds add does not count. */
function split(version: string): [core: string, pre: string] {
  const [text = ""] = version.split("+");
  const [core = "", ...pre] = text.split("-");
  return [core, pre.join("-")];
}

function compareLists(a: string, b: string): number {
  const [partsA, partsB] = [a.split("."), b.split(".")];
  for (const [i, one] of partsA.entries()) {
    const other = partsB[i];
    if (other === undefined) return 1;
    const result = compareParts(one, other);
    if (result !== 0) return result;
  }
  return partsA.length - partsB.length;
}

/** Numbers compare as such, and come before words. */
function compareParts(a: string, b: string): number {
  const [isA, isB] = [a, b].map((part) => /^\d+$/.test(part));
  if (isA && isB) return Number(a) - Number(b);
  if (isA || isB) return isA ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Returns the last release that is recorded, leaving out versions from `before`
 * on, if that is given; null: there is none.
 */
export function findLast(
  versions: readonly string[],
  before?: string,
): string | null {
  const earlier = versions.filter((one) =>
    before === undefined || compareVersions(one, before) < 0
  );
  return earlier.sort(compareVersions).at(-1) ?? null;
}

/** The recorded releases. */
export const releases: readonly string[] = Object.keys(released);

/** Checks that all places name one version, which may follow the last release. */
export async function checkVersion(): Promise<Finding> {
  const faults = [
    ...findVersionFaults(version, await readPlaces(), releases),
    ...await findTagFaults(version, { pushed: readPushed() }),
  ];
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const last = findLast(releases);
  const note = last === null ? "first release" : `last release ${last}`;
  return { note: `${version}, ${note}`, missing: await findMissing() };
}

async function findMissing(): Promise<string[]> {
  const addresses = Object.entries({ repository, site })
    .filter(([, address]) => address === null)
    .map(([key]) =>
      `\`${key}\` in core/errors/docs.ts is not set: publishing needs it`
    );
  return await hasChanges()
    ? [...addresses, "files differ from the commit: commit them"]
    : addresses;
}
