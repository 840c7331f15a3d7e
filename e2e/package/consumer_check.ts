/**
 * Uses the installed package as applications do: from ES modules, CommonJS and
 * TypeScript. publint and attw read its manifest, but load nothing.
 *
 * @module
 */

import assert from "node:assert/strict";
import { it } from "node:test";
import { listFiles, root, run } from "../../scripts/command.ts";
import { findSupportedNodes } from "../../scripts/node.ts";
import { entries, name } from "../../scripts/workspace.ts";
import { installFresh, maxPackages } from "./sizes.ts";
import { findTarball } from "../../scripts/build_npm.ts";

/** The oldest supported TypeScript, and a newer one. */
const typescripts = ["5.2", "5.9"];

/**
 * Every entry but the one that only Vite can import: it depends on Qwik's
 * compilation of an application.
 */
/** Those that import a framework when they are loaded. */
const ofFrameworks = /^\.\/(?:component$|nest$|client\/(?:react|vue|solid))/;

const specifiers = Object.keys(entries).filter((one) => !ofFrameworks.test(one))
  .map((entry) => JSON.stringify(name + entry.slice(1)));

/**
 * Those that need no framework; `e2e/frameworks/` checks the types of the
 * others.
 */
const alone = Object.entries(entries)
  .filter(([entry, path]) =>
    !ofFrameworks.test(entry) && !path.startsWith("./frameworks/")
  )
  .map(([entry]) => JSON.stringify(name + entry.slice(1)));

const { dir, packages } = await installFresh(await findTarball());

async function assertRuns(command: string, args: string[]): Promise<void> {
  const { code, output } = await run(command, args, { cwd: dir });
  assert.equal(code, 0, output);
}

/**
 * Asserts that a mistake in the configuration, which nobody catches, is shown
 * after a line of the source, and with the names of functions.
 */
async function assertReadableMistake(command: string): Promise<void> {
  const { code, output } = await run(command, ["mistake.mjs"], { cwd: dir });
  assert.equal(code, 1, output);
  const shown = /^file:.*:\d+\n\s*(.+)\n\s*\^\n\n(.+)\n/.exec(output);
  const [, line = "", sentence = ""] = shown ?? [];
  const source = await Deno.readTextFile(
    `${root}core/errors/config_problems.ts`,
  );
  assert.ok(line !== "" && source.includes(`${line}\n`), output);
  assert.match(sentence, /^Configuration: `basePath` must begin with "\/"/);
  assert.match(output, /\n {4}at assertConfig /);
  assert.match(output, /\n {4}at createAuth /);
}

async function write(
  file: string,
  toLine: (one: string, i: number) => string,
  names: readonly string[] = specifiers,
) {
  const lines = names.map(toLine).join("\n");
  await Deno.writeTextFile(`${dir}/${file}`, lines);
}

/**
 * An application that uses `res.locals` of Express with its own session
 * callback type.
 */
const locals = `
import type { ServerLocals, Session } from "${name}/server";
interface Mine extends Session { team: string }
declare global {
  namespace Express {
    interface Locals { session?: Mine | null }
  }
}
const locals: Express.Locals = {};
const base: ServerLocals = locals;
export const team: string | undefined = locals.session?.team;
export const id: string | undefined = base.session?.user?.id;
// @ts-expect-error a session has no such property
export const other: unknown = locals.session?.other;
`;

/** The configuration of the contract of hosts, passed on as it is. */
const contract = `
import { createAuth } from "${name}";
import { ServerAuth } from "${name}/server";
import { createContractConfig } from "${name}/testing/host-contract";
const config = createContractConfig({});
const auth = createAuth(config);
ServerAuth(config);
const { session } = await auth.session(new Request("http://localhost"));
export const role: string | null | undefined = session?.user.role;
`;

const compilerOptions = {
  module: "NodeNext",
  target: "ES2022",
  lib: ["ES2023", "DOM", "DOM.Iterable"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: false,
  noEmit: true,
};

it(`an installation has at most ${maxPackages} packages`, () => {
  assert.ok(packages.length <= maxPackages, packages.join(", "));
});

it("the package holds no command, and no code of the command line", async () => {
  const base = `${dir}/node_modules/${name}`;
  const manifest = JSON.parse(await Deno.readTextFile(`${base}/package.json`));
  assert.equal(manifest.bin, undefined);
  for (const path of await listFiles("", base)) {
    assert.doesNotMatch(path, /\bcli\b|migrate\/check/);
    const text = await Deno.readTextFile(`${base}/${path}`);
    assert.doesNotMatch(text, /^\/\/ cli\//m, path);
  }
});

await write("esm.mjs", (one) => `await import(${one});`);
await write("cjs.cjs", (one) => `require(${one});`);
await Deno.writeTextFile(
  `${dir}/mistake.mjs`,
  `import { createAuth } from "${name}";
createAuth({ providers: [], basePath: "auth" });`,
);
for (const { path, version } of await findSupportedNodes()) {
  it(`node ${version} imports each entry`, () => assertRuns(path, ["esm.mjs"]));
  it(`node ${version} requires each entry`, () =>
    assertRuns(path, ["cjs.cjs"]));
  it(`node ${version} shows a readable line before a mistake in the configuration`, () =>
    assertReadableMistake(path));
}

await write(
  "consumer.cts",
  (one, i) => `import e${i} = require(${one});`,
  alone,
);
for (const module of ["NodeNext", "node20"]) {
  it(`a CommonJS project type-checks with TypeScript 5.9 and the module format ${module}`, () => {
    const flags = ["-A", "--quiet", "--no-lock", "--no-config"];
    const options = ["--noEmit", "--strict", "--target", "es2022"];
    return assertRuns(Deno.execPath(), [
      ...["run", ...flags, "npm:typescript@5.9/tsc", ...options],
      ...["--module", module, "consumer.cts"],
    ]);
  });
}

await write("consumer.ts", (one, i) => `export * as e${i} from ${one};`, alone);
await Deno.writeTextFile(`${dir}/consumer.ts`, locals, { append: true });
const config = { compilerOptions, files: ["consumer.ts"] };
await Deno.writeTextFile(`${dir}/tsconfig.json`, JSON.stringify(config));
for (const version of typescripts) {
  it(`a strict NodeNext project type-checks with TypeScript ${version}`, () => {
    const flags = ["-A", "--quiet", "--no-lock", "--no-config"];
    const tsc = `npm:typescript@${version}/tsc`;
    return assertRuns(Deno.execPath(), ["run", ...flags, tsc, "-p", "."]);
  });
}

await Deno.writeTextFile(`${dir}/contract.ts`, contract);
for (const exactOptionalPropertyTypes of [true, false]) {
  it(`the configuration of the contract of hosts type-checks with exactOptionalPropertyTypes ${exactOptionalPropertyTypes}`, async () => {
    const options = { ...compilerOptions, exactOptionalPropertyTypes };
    const project = { compilerOptions: options, files: ["contract.ts"] };
    const file = `${dir}/tsconfig.contract.json`;
    await Deno.writeTextFile(file, JSON.stringify(project));
    const flags = ["-A", "--quiet", "--no-lock", "--no-config"];
    const tsc = ["npm:typescript@5.9/tsc", "-p", file];
    await assertRuns(Deno.execPath(), ["run", ...flags, ...tsc]);
  });
}
