/**
 * The bill of materials (SBOM): what an installation of the library brings, as a
 * file in the CycloneDX format. The packages of the command line bring nothing.
 *
 * @module
 */

import { dependencies, findTarball, npmFolder } from "../build_npm.ts";
import { root, runOrThrow } from "../command.ts";
import { makeEmpty, npm } from "../node.ts";
import { findTarballs } from "../package_checks.ts";
import { name, version } from "../workspace.ts";
import type { Finding } from "./finding.ts";
import { readPacked } from "./packages.ts";

/** A part of the file that is about one package. */
export interface Component {
  readonly name?: string;
  readonly version?: string;
  readonly purl?: string;
  readonly licenses?: readonly {
    readonly license?: { readonly id?: string; readonly name?: string };
    readonly expression?: string;
  }[];
}

/** The parts of a CycloneDX file that are checked. */
export interface Sbom {
  readonly bomFormat?: string;
  readonly specVersion?: string;
  readonly metadata?: { readonly component?: Component };
  readonly components?: readonly Component[];
  readonly dependencies?: readonly {
    readonly ref: string;
    readonly dependsOn?: readonly string[];
  }[];
}

/** Lists what is wrong with a file that has to name some packages. */
export function findSbomFaults(sbom: Sbom, wanted: readonly string[]) {
  const { components = [], metadata = {} } = sbom;
  const faults: string[] = [];
  if (sbom.bomFormat !== "CycloneDX") faults.push("it is not CycloneDX");
  if (!/^1\.[56]$/.test(sbom.specVersion ?? "")) {
    faults.push(`its version is ${sbom.specVersion}, not 1.5 or 1.6`);
  }
  const about = metadata.component;
  if (about?.name !== name || about.version !== version) {
    faults.push(`it is about ${about?.name}, not ${name} ${version}`);
  }
  for (const one of wanted) {
    if (components.some((component) => component.name === one)) continue;
    faults.push(`${one} is missing`);
  }
  for (const one of components) {
    if (one.version && one.purl && toLicense(one) !== "") continue;
    faults.push(`${one.name} lacks its version, its purl or its licence`);
  }
  const graph = new Set(sbom.dependencies?.map(({ ref }) => ref));
  if (graph.size !== components.length + 1) {
    faults.push("its graph does not have each package once");
  }
  return faults;
}

function toLicense({ licenses = [] }: Component): string {
  return licenses
    .map(({ license, expression }) =>
      license?.id ?? license?.name ?? expression
    )
    .filter((one) => one !== undefined).join(", ");
}

/** Writes a line for each package of a file. */
export function toLines({ components = [] }: Sbom): string[] {
  return components.map((one) =>
    `${one.name} ${one.version}, ${toLicense(one)}`
  );
}

/** Writes the file beside the tarball, and checks it. */
export async function checkSbom(): Promise<Finding> {
  await assertAlone();
  const text = await makeSbom(await findTarball());
  const sbom: Sbom = JSON.parse(text);
  const faults = findSbomFaults(sbom, dependencies);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  const file = `latchkey-auth-${version}.cdx.json`;
  await Deno.writeTextFile(`${npmFolder}/${file}`, text);
  return {
    note: `npm/${file}, CycloneDX ${sbom.specVersion}`,
    lines: toLines(sbom),
  };
}

/** Throws if a package of the command line has a dependency, which the file would lack. */
async function assertAlone(): Promise<void> {
  const [, ...others] = await findTarballs();
  for (const tarball of others) {
    const manifest = JSON.parse(await readPacked(tarball, "package.json"));
    if (manifest.dependencies === undefined) continue;
    throw new Error(`${manifest.name} has dependencies: it needs a file, too`);
  }
}

/** Installs what the library depends on, as an application would, and lists it. */
async function makeSbom(tarball: string): Promise<string> {
  // npm names the package in the file after its folder.
  const cwd = `${root}.cache/release/${name}`;
  await makeEmpty(cwd);
  await runOrThrow("tar", ["-xzf", tarball, "--strip-components=1", "-C", cwd]);
  const without = ["dev", "peer", "optional"].map((kind) => `--omit=${kind}`);
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund"];
  await runOrThrow(npm, ["install", ...flags, ...without], { cwd });
  const format = ["--sbom-format=cyclonedx", "--sbom-type=library"];
  const quiet = "--loglevel=error";
  const args = ["sbom", ...format, ...without, quiet];
  return await runOrThrow(npm, args, { cwd });
}
