/**
 * Uses the library on Deno as an application does: with its own configuration,
 * and an empty cache.
 *
 * @module
 */

import assert from "node:assert/strict";
import { it } from "node:test";
import config from "../../deno.json" with { type: "json" };
import example from "../../examples/deno-app/deno.json" with { type: "json" };
import { dependencies, optionalPeers, peers } from "../../scripts/build_npm.ts";
import { listFiles, root, run } from "../../scripts/command.ts";
import { makeEmpty } from "../../scripts/node.ts";
import { entries, name } from "../../scripts/workspace.ts";

const dir = `${root}.cache/deno-app`;
await makeEmpty(dir);

/** The package as a registry would resolve it. */
const imports = {
  ...Object.fromEntries(
    Object.entries(entries).map(([entry, path]) => [
      name + entry.slice(1),
      new URL(path, `file://${root}`).href,
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(config.imports).filter(([one]) =>
      dependencies.includes(one) || one in { ...optionalPeers, ...peers } ||
      one.startsWith("@types/")
    ),
  ),
};

/** Runs Deno with the application's configuration, and none of ours. */
async function runDeno(
  args: readonly string[],
  own: object,
  env: Record<string, string> = {},
): Promise<void> {
  await Deno.writeTextFile(`${dir}/deno.json`, JSON.stringify(own));
  const { code, output } = await run(Deno.execPath(), args, { cwd: dir, env });
  assert.equal(code, 0, output);
}

/** Reads the configuration that the documentation shows, for this clone. */
async function readShown(): Promise<object> {
  const page = await Deno.readTextFile(`${root}docs/web.md`);
  const [, text = ""] = /^```json\n([^]*?)^```$/m.exec(page) ?? [];
  return { ...JSON.parse(text), links: [root] };
}

it("an application with the deno.json of the documentation downloads the library's two packages, and no other", async () => {
  const main = `
import { createAuth } from "${name}";
import { Oidc } from "${name}/providers/oidc";
const auth = createAuth({
  secret: "a random text of at least 32 characters",
  origin: "https://app.example",
  providers: [Oidc({ issuer: "https://id.example", clientId: "a", clientSecret: "b" })],
});
const answer = await auth.handler(new Request("https://app.example/auth/signin"));
if (answer.status !== 200) throw new Error(await answer.text());
`;
  await Deno.writeTextFile(`${dir}/main.ts`, main);
  const cache = `${dir}/cache`;
  await runDeno(["run", "-A", "main.ts"], await readShown(), {
    DENO_DIR: cache,
  });
  const found = (await listFiles("", cache)).flatMap((path) =>
    /^npm\/[^/]+\/((?:@[^/]+\/)?[^/]+)\/\d[^/]*\/package\.json$/
      .exec(path)?.[1] ?? []
  );
  assert.deepEqual(found.sort(), [...dependencies].sort());
});

it("the example's types are right under its own options", async () => {
  await Deno.copyFile(`${root}examples/deno-app/main.ts`, `${dir}/main.ts`);
  const { compilerOptions } = example;
  await runDeno(["check", "main.ts"], { imports, compilerOptions });
});

for (const path of ["deno-app/main.ts", "express-app/src/main.ts"]) {
  it(`an example's types are right in a clone, by its own deno.json: ${path}`, async () => {
    const [folder] = path.split("/");
    const config = `${root}examples/${folder}/deno.json`;
    const main = `${root}examples/${path}`;
    const args = ["check", "--no-lock", "--config", config, main];
    const { code, output } = await run(Deno.execPath(), args);
    assert.equal(code, 0, output);
  });
}

it("every entry's types are right under Deno's own options", async () => {
  const lines = Object.keys(entries).map((entry) =>
    `import "${name + entry.slice(1)}";`
  );
  await Deno.writeTextFile(`${dir}/main.ts`, lines.join("\n"));
  await runDeno(["check", "main.ts"], { imports });
});
