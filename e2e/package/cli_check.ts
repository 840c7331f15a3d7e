/**
 * Runs the packed command line as users do: with `npx`, on each Node, and on
 * Deno.
 *
 * @module
 */

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { dirname } from "node:path";
import { it } from "node:test";
import {
  authExpress,
  withApplication,
} from "../../cli/check/fixtures_testkit.ts";
import manifest from "../../cli/deno.json" with { type: "json" };
import { listen } from "../../cli/probe/listen.ts";
import { withServer } from "../../cli/probe/probe_testkit.ts";
import { SCOPE, SITE } from "../../cli/probe/server_testkit.ts";
import { createTestSecret } from "@latchkey/auth/testing";
import { findCliTarball, findCreateTarball } from "../../scripts/build_cli.ts";
import { findTarball } from "../../scripts/build_npm.ts";
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

/** Asserts that the installed command finds no fault in a right server. */
async function assertProbes(command: string, args: string[]): Promise<void> {
  const { port, close } = await listen(createServer(), 0);
  await close();
  await withServer({ mcp: true }, async ({ url, trust }) => {
    trust(`http://127.0.0.1:${port}`);
    const options = ["--serve", `${port}`, "--scope", SCOPE, "--origin", SITE];
    const all = [...args, "probe", url, ...options];
    const { code, output } = await run(command, all, { cwd: dir });
    assert.equal(code, 0, output);
    assert.match(output, /^0 checks fail, 0 warn, \d+ hold, 0 could not /m);
  });
}

/** An application that has the library, and a configuration. */
const application = `${root}.cache/cli-application`;
await makeEmpty(application);
await install(application, await findTarball());
await Deno.writeTextFile(
  `${application}/auth.mjs`,
  `import { createAuth } from "@latchkey/auth";
setInterval(() => {}, 1000);
export const auth = createAuth({
  secret: "${createTestSecret()}",
  origin: "http://localhost:3000",
  clientAddress: () => null,
  providers: [],
});
`,
);

/** Asserts that the installed command finds nothing wrong with that. */
async function assertHealthy(command: string, args: string[]): Promise<void> {
  const all = [...args, "doctor", "--config", `${application}/auth.mjs`];
  const { code, output } = await run(command, all, { cwd: dir });
  assert.equal(code, 0, output);
  assert.match(output, /^Nothing to mend\.$/m);
}

await Deno.writeTextFile(
  `${application}/users.mjs`,
  `import { createAuth } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
const adapter = createMemoryAdapter();
await adapter.createUser({
  id: "7", name: "Ada", email: "ada@example.com", emailVerified: null,
});
export const auth = createAuth({
  secret: "${createTestSecret()}",
  session: { strategy: "database" },
  providers: [],
  adapter,
});
`,
);

/** Asserts that the installed command finds a user of an application. */
async function assertFinds(command: string, args: string[]): Promise<void> {
  const file = `${application}/users.mjs`;
  const all = [...args, "users", "find", "ada@example.com", "--config", file];
  const { code, output } = await run(command, all, { cwd: dir });
  assert.equal(code, 0, output);
  assert.match(output, /^user {6}7$/m);
}

it("the command line needs no other package", async () => {
  const paths = await listFiles("node_modules", dir);
  const files = paths.filter((path) => !path.includes("/."));
  const own = files.map((path) => path.replace(`node_modules/${name}/`, ""));
  assert.deepEqual(
    own.filter((path) => !path.startsWith("chunks/")),
    ["LICENSE", "README.md", "main.js", "package.json"],
  );
});

for (const { path, version } of await findSupportedNodes()) {
  it(`node ${version} runs the commands`, async () => {
    const args = ["node_modules/.bin/latchkey"];
    await assertChecks(path, args);
    await assertProbes(path, args);
    await assertHealthy(path, args);
    await assertFinds(path, args);
  });
}

it("`npm create @latchkey` would run a command that needs no other package", async () => {
  const folder = `${root}.cache/create`;
  await makeEmpty(folder);
  await install(folder, await findCreateTarball());
  const paths = await listFiles("node_modules", folder);
  const files = paths.filter((path) => !path.includes("/."));
  assert.deepEqual(
    files.map((path) => path.replace("node_modules/@latchkey/create/", "")),
    ["LICENSE", "README.md", "main.js", "package.json"],
  );
  for (const { path, version } of await findSupportedNodes()) {
    const args = ["exec", "--no", "--", "@latchkey/create", `app-${version}`];
    const env = { PATH: `${dirname(path)}:${Deno.env.get("PATH")}` };
    const { code, output } = await run(
      npm,
      [...args, "--yes", "--no-install"],
      { cwd: folder, env },
    );
    assert.equal(code, 0, output);
    assert.match(output, /npm run dev/);
  }
});

it("npx finds the command by the package's name", () =>
  assertChecks(npm, ["exec", "--no", "--", name]));

it("deno runs the command with permission to read, and no other", async () => {
  const args = ["run", "-R", "--no-prompt"];
  await assertChecks(Deno.execPath(), [...args, `npm:${name}`]);
  const source = `${root}cli/main.ts`;
  await assertChecks(Deno.execPath(), [...args, "--no-config", source]);
});

it("deno examines a configuration, and finds a user", async () => {
  const args = ["run", "-A", `npm:${name}`];
  await assertHealthy(Deno.execPath(), args);
  await assertFinds(Deno.execPath(), args);
});

it("deno probes a server with permission to use the network, and no other", async () => {
  const args = ["run", "-N", "--no-prompt"];
  await assertProbes(Deno.execPath(), [...args, `npm:${name}`]);
  const source = `${root}cli/main.ts`;
  await assertProbes(Deno.execPath(), [...args, "--no-config", source]);
});
