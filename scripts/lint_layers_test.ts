import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { listFiles, root } from "./command.ts";
import plugin from "./lint_layers.ts";
import { imports, libraryFolders } from "./workspace.ts";

/** The messages of the plugin for a source. */
function lint(path: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, root + path, source)
    .map(({ message }) => message);
}

describe("the linter's layers", () => {
  it("tell code, types, re-exports and dynamic imports apart", () => {
    const source = `import type { A } from "./core/model/a.ts";
import { b } from "./core/model/b.ts";
export {
  c,
} from "./core/model/c.ts";
export type { D } from "./core/model/d.ts";
type E = typeof import("./core/model/e.ts");
const load = () => import("./core/model/f.ts");
`;
    const found = lint("server.ts", source).map((one) => one.slice(0, 29));
    assert.deepEqual(found, [
      "uses core/model/b.ts as code:",
      "uses core/model/f.ts as code:",
    ]);
  });

  it("know packages, also by their parts, and the package's own name", () => {
    const source = `import "jose/webapi";
import "npm:@scope/name@1/part";
import "@latchkey/auth/testing";
import "jsr:@std/http";
import "node:fs";
`;
    assert.deepEqual(lint("core/session/x.ts", source), [
      "may not import the package jose",
      "may not import the package @scope/name",
      "imports testing/mod.ts: testing is for tests",
      "has a jsr: dependency",
      "imports node:fs: no node: here",
    ]);
  });

  it("look at code, not at comments", () => {
    const text = [
      "/**\n * Deno.serve(handler) with new Response\n */",
      "// Date.now is read once",
      "const x = 1; // Deno.env",
    ].join("\n");
    assert.deepEqual(lint("core/pipeline/load_pipeline.ts", text), []);
    assert.equal(
      lint("core/pipeline/load_pipeline.ts", "Date.now();").length,
      1,
    );
  });

  it("do not hold for tests and scripts", () => {
    for (const path of ["core/x_test.ts", "scripts/x.ts"]) {
      assert.deepEqual(lint(path, 'import "express";'), []);
    }
  });
});

it("no dependency is from JSR, which npm does not have", () => {
  const targets = Object.values(imports);
  assert.deepEqual(targets.filter((one) => one.startsWith("jsr:")), []);
});

it("no file of the library ignores the layers", async () => {
  const ignoring = /deno-lint-ignore(?:-file)?(?: *$|.*architecture)/m;
  const found: string[] = [];
  for (const folder of libraryFolders) {
    for (const path of await listFiles(folder)) {
      if (!/\.tsx?$/.test(path)) continue;
      if (ignoring.test(await Deno.readTextFile(root + path))) found.push(path);
    }
  }
  assert.deepEqual(found, []);
});
