/**
 * Goes back to the versions before: what the package of these sources leaves
 * behind opens with them, so a deployment that goes wrong can be undone.
 *
 * @module
 */

import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { findBuild, findCommit } from "../bench/against/builds.ts";
import { findTarball } from "../scripts/build_npm.ts";
import { root } from "../scripts/command.ts";
import { version } from "../scripts/workspace.ts";
import {
  cache,
  installVersion,
  makeWith,
  openWith,
  packInstalled,
} from "./installed.ts";
import released from "./released.json" with { type: "json" };

/**
 * Installs the versions that a deployment may go back to: the last two. The
 * sources' own is recorded before npm has it.
 */
async function installEarlier(): Promise<Record<string, string>> {
  const versions = Object.keys(released)
    .filter((one) => one !== version).slice(-2);
  if (versions.length === 0) return await installBaseline();
  const found = versions.map(async (one) =>
    [one, await installVersion(one, one)] as const
  );
  return Object.fromEntries(await Promise.all(found));
}

/** Before the first release, a commit stands for the version before. */
async function installBaseline(): Promise<Record<string, string>> {
  const name = (await Deno.readTextFile(`${root}compat/baseline`)).trim();
  const hash = await findCommit(name);
  // A copy of the repository may lack its history.
  if (hash === null) return {};
  const tarball = await packInstalled(await findBuild(hash));
  return { [name.slice(0, 10)]: await installVersion("earlier", tarball) };
}

const earlier = await installEarlier();

describe("going back", () => {
  const file = `${cache}/today.json`;
  before(async () => {
    const folder = await installVersion("today", await findTarball());
    await makeWith({ folder, file });
  });

  for (const [version, folder] of Object.entries(earlier)) {
    it(`${version} opens what this version leaves behind`, async () => {
      assert.deepEqual(await openWith({ folder, file }), {});
    });
  }
});
