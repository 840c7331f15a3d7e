import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { root } from "./command.ts";
import { readModuleGraph } from "./module_graph.ts";

const folder = ".cache/module-graph";

const source = `import type { A } from "./a.ts";
import { b } from "./b.ts";
import { base64url } from "jose";
export {
  c,
} from "./c.ts";
export function load(): Promise<unknown> {
  return import("./d.ts");
}
`;

describe("readModuleGraph()", () => {
  before(async () => {
    await Deno.mkdir(`${root}${folder}`, { recursive: true });
    await Deno.writeTextFile(`${root}${folder}/mod.ts`, source);
    for (const name of ["a", "b", "c", "d"]) {
      await Deno.writeTextFile(`${root}${folder}/${name}.ts`, "export {};");
    }
  });

  after(() => Deno.remove(`${root}${folder}`, { recursive: true }));

  it("readModuleGraph tells code, types, re-exports and dynamic imports apart", async () => {
    const modules = await readModuleGraph([`${folder}/mod.ts`]);
    const found = modules.find(({ path }) => path === `${folder}/mod.ts`);
    const rows = found?.imports.map((
      { target, kind, reExport },
    ) => [target, kind, reExport]);
    assert.deepEqual(rows, [
      [`${folder}/a.ts`, "type", false],
      [`${folder}/b.ts`, "code", false],
      ["jose", "code", false],
      [`${folder}/c.ts`, "code", true],
      [`${folder}/d.ts`, "dynamic", false],
    ]);
    assert.equal(modules.length, 5);
  });
});
