// deno-lint-ignore-file no-console -- a command line tool talks to the terminal
/**
 * `deno task make:compat [version or tarball]`: makes the corpus of a version
 * with its own package, by default with the package of these sources. The
 * corpus of a released version never changes.
 *
 * @module
 */

import { findTarball } from "../scripts/build_npm.ts";
import { root } from "../scripts/command.ts";
import { describeMissing, withServers } from "../scripts/servers.ts";
import { installVersion, makeWith } from "./installed.ts";
import released from "./released.json" with { type: "json" };

/** Makes the corpus, and returns its path. */
async function make(version: string): Promise<string> {
  const folder = await installVersion("make", version);
  const manifest = `${folder}/node_modules/@latchkey/auth/package.json`;
  const name: string = JSON.parse(await Deno.readTextFile(manifest)).version;
  if (Object.hasOwn(released, name)) {
    throw new Error(
      `${name} is released: its users have what its corpus has, so the corpus never changes.`,
    );
  }
  const file = `compat/${name}/corpus.json`;
  await Deno.mkdir(`${root}compat/${name}`, { recursive: true });
  await makeWith({ folder, file: `${root}${file}` });
  return file;
}

const version = Deno.args[0] ?? await findTarball();
const file = await withServers(() => make(version), ["PostgreSQL"]);
const missing = describeMissing();
if (missing !== null) throw new Error(missing);
const { size } = await Deno.stat(`${root}${file}`);
console.log(`${file}: ${(size / 1000).toFixed(1)} kB`);
