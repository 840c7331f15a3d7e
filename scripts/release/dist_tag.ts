// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * The tag of a version at npm. Run alone, it asks npm for its latest version,
 * which a branch of an older line does not know, and prints the tag.
 *
 * @module
 */

import { runOrThrow } from "../command.ts";
import { name, version } from "../workspace.ts";
import { toLine } from "./tags.ts";
import { compareVersions } from "./versions.ts";

/**
 * Returns `latest`, `next` for what comes before a release, and the line, as in
 * `release-0.1`, for a patch of an older one than npm's latest.
 */
export function toDistTag(wanted: string, latest: string): string {
  if (wanted.includes("-")) return "next";
  return compareVersions(wanted, latest) < 0 ? toLine(wanted) : "latest";
}

/** Reads npm's latest version; npm has one from the beginning, which made its trust in the workflow possible. */
async function readLatest(): Promise<string> {
  const output = await runOrThrow("npm", ["view", name, "dist-tags.latest"]);
  // After what npm warns of.
  const latest = output.trim().split("\n").at(-1) ?? "";
  if (/^\d+\.\d+\.\d+/.test(latest)) return latest;
  throw new Error(`npm names no latest version of ${name}: "${output}"`);
}

if (import.meta.main) console.log(toDistTag(version, await readLatest()));
