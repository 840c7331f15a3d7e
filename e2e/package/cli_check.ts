/**
 * Runs the packed command line as users do: with `npx`, on each Node, and on
 * Deno.
 *
 * @module
 */

import assert from "node:assert/strict";
import { it } from "node:test";
import {
  authExpress,
  withApplication,
} from "../../cli/check/fixtures_testkit.ts";
import manifest from "../../cli/deno.json" with { type: "json" };
import { findCliTarball } from "../../scripts/build_cli.ts";
import { listFiles, root, run } from "../../scripts/command.ts";
import {
  findSupportedNodes,
  install,
  makeEmpty,
  npm,
} from "../../scripts/node.ts";

const { name } = manifest;
const dir = `${root}.cache/cli`;
await makeEmpty(dir);
await install(dir, await findCliTarball());

/** Asserts that the installed command finds that an application maps. */
async function assertChecks(command: string, args: string[]): Promise<void> {
  await withApplication(authExpress, async (application) => {
    const all = [...args, "migrate", "check", application];
    const { code, output } = await run(command, all, { cwd: dir });
    assert.equal(code, 0, output);
    assert.match(output, /^ {2}same {3}github: /m);
    assert.match(output, /^Everything maps\./m);
  });
}

it("the command line needs no other package", async () => {
  const paths = await listFiles("node_modules", dir);
  const files = paths.filter((path) => !path.includes("/."));
  assert.deepEqual(
    files.map((path) => path.replace(`node_modules/${name}/`, "")),
    ["LICENSE", "README.md", "main.js", "package.json"],
  );
});

for (const { path, version } of await findSupportedNodes()) {
  it(`node ${version} runs the command`, () =>
    assertChecks(path, ["node_modules/.bin/latchkey"]));
}

it("npx finds the command by the package's name", () =>
  assertChecks(npm, ["exec", "--no", "--", name]));

it("deno runs the command with permission to read, and no other", async () => {
  const args = ["run", "-R", "--no-prompt"];
  await assertChecks(Deno.execPath(), [...args, `npm:${name}`]);
  const source = `${root}cli/main.ts`;
  await assertChecks(Deno.execPath(), [...args, "--no-config", source]);
});
