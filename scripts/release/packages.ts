/**
 * What is in the tarballs for npm.
 *
 * @module
 */

import { publishConfig, toLinks } from "../build_npm.ts";
import { repository } from "../../core/errors/docs.ts";
import { runOrThrow } from "../command.ts";
import { npm } from "../node.ts";
import { findTarballs } from "../package_checks.ts";
import { isTestFile, license, version } from "../workspace.ts";
import type { Finding } from "./finding.ts";

/** A tarball as `npm pack --json` describes it. */
interface Packed {
  readonly name: string;
  readonly size: number;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string; readonly mode: number }[];
}

/** The package.json in a tarball. */
export type Manifest = Readonly<Record<string, unknown>>;

/** Lists what is wrong with the files of a package. */
export function findFileFaults(paths: readonly string[]): string[] {
  const needed = ["LICENSE", "README.md", "package.json"]
    .filter((path) => !paths.includes(path)).map((path) => `no ${path}`);
  const unwanted = paths.filter((path) =>
    isTestFile(path.replace(/(?:\.d\.ts|\.js)$/, ".ts")) ||
    /\.tgz$|\.map$|(?<!\.d)\.tsx?$|(?:^|\/)\./.test(path)
  );
  return [...needed, ...unwanted.map((path) => `${path} is not for users`)];
}

/** Lists what is wrong with a package.json. */
export function findManifestFaults(
  manifest: Manifest,
  repository: string | null,
): string[] {
  const wanted = { version, license, publishConfig, ...toLinks(repository) };
  return Object.entries(wanted)
    .filter(([key, value]) =>
      JSON.stringify(manifest[key]) !== JSON.stringify(value)
    )
    .map(([key, value]) =>
      `package.json: \`${key}\` has to be ${JSON.stringify(value)}`
    );
}

/** Returns a file of a tarball. */
export async function readPacked(
  tarball: string,
  path: string,
): Promise<string> {
  return await runOrThrow("tar", ["-xzOf", tarball, `package/${path}`]);
}

/** Checks the contents and the package.json of each tarball. */
export async function checkPackages(): Promise<Finding> {
  const packed: Packed[] = [];
  const faults: string[] = [];
  for (const tarball of await findTarballs()) {
    const one = await readContents(tarball);
    const manifest = JSON.parse(await readPacked(tarball, "package.json"));
    faults.push(
      ...[
        ...findFileFaults(one.files.map(({ path }) => path)),
        ...findManifestFaults(manifest, repository),
      ].map((fault) => `${one.name}: ${fault}`),
    );
    packed.push(one);
  }
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return {
    note: `${packed.length}, for everybody, with provenance`,
    lines: packed.map(({ name, size, unpackedSize, files }) =>
      `${name}: ${files.length} files, ${kB(size)}, ${
        kB(unpackedSize)
      } unpacked`
    ),
    missing: repository === null
      ? ["without `repository`, npm attests no provenance"]
      : [],
  };
}

async function readContents(tarball: string): Promise<Packed> {
  const flags = ["--dry-run", "--json", "--ignore-scripts", "--loglevel=error"];
  const [packed] = JSON.parse(
    await runOrThrow(npm, ["pack", tarball, ...flags]),
  );
  return packed;
}

function kB(bytes: number): string {
  return `${Math.round(bytes / 1000)} kB`;
}
