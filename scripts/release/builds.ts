/**
 * Whether a second build gives the same tarballs, so that anybody can check that
 * a package is what the sources say.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";
import { npmFolder } from "../build_npm.ts";
import { listFiles, root, runOrThrow } from "../command.ts";
import { findTarballs } from "../package_checks.ts";
import type { Finding } from "./finding.ts";

/** SHA-256 in hexadecimal, by the name of the file. */
export type Hashes = Readonly<Record<string, string>>;

/** Hashes files. */
export async function hashFiles(paths: readonly string[]): Promise<Hashes> {
  const all = paths.map(async (path) => [
    basename(path),
    createHash("sha256").update(await Deno.readFile(path)).digest("hex"),
  ]);
  return Object.fromEntries(await Promise.all(all));
}

/** Lists the files whose hashes differ, or that only one build has. */
export function findDifferent(first: Hashes, second: Hashes): string[] {
  return [...new Set([...Object.keys(first), ...Object.keys(second)])]
    .filter((name) => first[name] !== second[name]);
}

/** Writes hashes as `sha256sum --check` reads them. */
export function toSums(hashes: Hashes): string {
  return Object.entries(hashes)
    .map(([name, hash]) => `${hash}  ${name}\n`).join("");
}

/**
 * Builds the packages once more, and compares. The second build has another
 * folder, other times of files, another umask, time zone and language.
 */
export async function checkBuilds(): Promise<Finding> {
  const tarballs = await findTarballs();
  const first = await hashFiles(tarballs);
  const copy = await Deno.makeTempDir({ prefix: "release-" });
  await copySources(copy);
  await build(copy);
  const second = tarballs.map((path) => `${copy}/${path.slice(root.length)}`);
  const different = findDifferent(first, await hashFiles(second));
  if (different.length > 0) {
    throw new Error(
      `The second build differs: ${
        different.join(", ")
      }. Unpack both and compare them with \`diff -r\`; it is in ${copy}`,
    );
  }
  await Deno.remove(copy, { recursive: true });
  const sums = toSums(first);
  await Deno.writeTextFile(`${npmFolder}/SHA256SUMS`, sums);
  return {
    note: "one result, npm/SHA256SUMS",
    lines: sums.trimEnd().split("\n"),
  };
}

/** Copies what git knows or would add. */
async function copySources(target: string): Promise<void> {
  const flags = ["--cached", "--others", "--exclude-standard", "-z"];
  const known = (await runOrThrow("git", ["ls-files", ...flags])).split("\0");
  const there = new Set(await listFiles(""));
  for (const path of known.filter((path) => there.has(path))) {
    await Deno.mkdir(`${target}/${dirname(path)}`, { recursive: true });
    await Deno.copyFile(`${root}${path}`, `${target}/${path}`);
  }
}

async function build(folder: string): Promise<void> {
  // The variables name the tarballs of the first build.
  const script =
    `umask 077; unset PACKAGE_TARBALL CLI_TARBALL CREATE_TARBALL; exec "$@"`;
  const command = [Deno.execPath(), "task", "build:npm"];
  await runOrThrow("sh", ["-c", script, "sh", ...command], {
    cwd: folder,
    env: { TZ: "Pacific/Auckland", LC_ALL: "C" },
  });
}
