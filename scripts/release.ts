// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * `deno task release [--dry-run]`: checks whether the version can be published,
 * and records it. It publishes nothing: a tag does, with
 * `.github/workflows/publish.yml`. CONTRIBUTING.md has the way.
 *
 * `--dry-run` writes nothing that is committed. What only publishing needs, such
 * as the address of the repository, is a notice there, and an error otherwise.
 *
 * @module
 */

import {
  checkDocumentation,
  checkJsr,
  checkNpmPackages,
} from "./package_checks.ts";
import { checkBuilds } from "./release/builds.ts";
import { showChanges } from "./release/changelog.ts";
import { type Finding, toStep } from "./release/finding.ts";
import { checkPackages } from "./release/packages.ts";
import { record } from "./release/record.ts";
import { checkSbom } from "./release/sbom.ts";
import { checkChangedSurface } from "./release/surface.ts";
import { checkVersion } from "./release/versions.ts";
import { runStep } from "./steps.ts";

/** The steps in their order, up to the record. */
const steps: Readonly<Record<string, () => Promise<Finding>>> = {
  version: checkVersion,
  changes: showChanges,
  JSR: async () => {
    await checkJsr();
    await checkDocumentation();
    return {
      note: "no slow types, and each public name is documented",
      lines: [
        "Not checked, because it needs the network: that JSR knows the",
        "packages and this repository, and does not have the version yet.",
      ],
    };
  },
  "npm packages": checkPackages,
  "types for npm": async () => {
    await checkNpmPackages();
    return { note: "publint and attw find nothing" };
  },
  "public surface": checkChangedSurface,
  "two builds": checkBuilds,
  SBOM: checkSbom,
};

async function main(args: readonly string[]): Promise<number> {
  const isDryRun = args.includes("--dry-run");
  const other = args.find((arg) => arg !== "--dry-run");
  if (other !== undefined) {
    console.error(`Unknown option: ${other} (there is only --dry-run)`);
    return 1;
  }
  let failures = 0;
  for (const [name, find] of Object.entries(steps)) {
    const passed = await runStep(toStep(name, find, { isDryRun }));
    if (!passed) failures++;
  }
  if (failures > 0) {
    console.error(`${failures} of ${Object.keys(steps).length} steps failed`);
    return 1;
  }
  const last = () => record({ isDryRun });
  return await runStep(toStep("record", last, { isDryRun })) ? 0 : 1;
}

Deno.exit(await main(Deno.args));
