import assert from "node:assert/strict";
import { relative } from "node:path";
import { it } from "node:test";
import { root, run } from "./command.ts";
import { ofProcess, writeDenoGroups } from "./test_groups.ts";

const begin = `import process from "node:process";
import { it } from "node:test";
`;

it("a variable that one file of a group sets is not set in the next one, and no module of Node is replaced", async () => {
  const dir = await Deno.makeTempDir();
  try {
    const texts = {
      a_test: `it("sets it", () => {
        process.env.LEFT_OVER = "1";
        process.getBuiltinModule = () => undefined;
      });`,
      b_test: `it("lacks it", () => {
        if (process.env.LEFT_OVER) throw 1;
        if (!process.getBuiltinModule("node:crypto")) throw 2;
      });`,
    };
    for (const [name, text] of Object.entries(texts)) {
      await Deno.writeTextFile(`${dir}/${name}.ts`, begin + text);
    }
    const paths = Object.keys(texts)
      .map((name) => relative(root, `${dir}/${name}.ts`));
    const { files, importMap } = await writeDenoGroups(dir, paths);
    assert.equal(files.length, 1);
    const flags = ["-A", "--quiet", "--no-check", `--config=${root}deno.json`];
    const args = ["test", ...flags, `--import-map=${importMap}`, ...files];
    const { code, output } = await run(Deno.execPath(), args);
    assert.equal(code, 0, output);
    assert.match(output, /2 passed/);
  } finally {
    await Deno.remove(dir, { recursive: true });
  }
});

it("every file that runs alone exists, so that a moved one is not grouped unnoticed", async () => {
  for (const file of ofProcess) {
    const { isFile } = await Deno.stat(`${root}${file}.ts`);
    assert.ok(isFile, file);
  }
});
