import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readRows } from "../providers/catalogue/facts_testkit.ts";
import aliases from "../providers/aliases.json" with { type: "json" };
import { listFiles, root } from "./command.ts";
import { isTestFile } from "./workspace.ts";

const MAX_LINES = 40;
const MAX_MEDIAN = 14;

/** The start of each kind of block that is no code, and its end. */
const BLOCKS: readonly (readonly [RegExp, RegExp])[] = [
  [/^\s*\/\*\*/, /\*\/$/],
  [/^\s*\/\//, /$/],
  [/^import\b/, /;$/],
  [/^(?:export )?interface\b/, /^\}$/],
  [/^(?:export )?type \w+ = \{$/, /^\};$/],
];

/** Counts the lines of code: no blank lines, comments, imports or types of objects. */
function countCode(source: string): number {
  let end: RegExp | null = null;
  let count = 0;
  for (const line of source.split("\n")) {
    end ??= BLOCKS.find(([start]) => start.test(line))?.[1] ?? null;
    if (end === null && line !== "") count++;
    if (end?.test(line)) end = null;
  }
  return count;
}

const rows = await readRows();

const counts = await Promise.all(rows.map(async ({ id }) => ({
  id,
  count: countCode(await Deno.readTextFile(`${root}providers/${id}.ts`)),
})));

describe("the file of a provider", () => {
  for (const { id, count } of counts) {
    it(`${id}.ts has at most ${MAX_LINES} lines of code`, () => {
      assert.ok(count <= MAX_LINES, `${count} lines`);
    });
  }

  it(`half of the files have at most ${MAX_MEDIAN} lines of code`, () => {
    const sorted = counts.map(({ count }) => count).toSorted((a, b) => a - b);
    const median = sorted[sorted.length >> 1] ?? 0;
    assert.ok(median <= MAX_MEDIAN, `the median is ${median}`);
  });
});

describe("the page of a provider", () => {
  for (const { id, subject } of rows) {
    if (subject?.passes === undefined) continue;
    it(`${id} says what to do, because its ids can name another person`, async () => {
      const source = await Deno.readTextFile(`${root}providers/${id}.ts`);
      assert.match(source.replace(/\s+(?:\* )?/g, " "), /another person/);
    });
  }
});

/** The modules that a file of a provider loads, as they are written. */
async function readImports(id: string): Promise<string[]> {
  const source = await Deno.readTextFile(`${root}providers/${id}.ts`);
  return [...source.matchAll(/(?:\bfrom|\bimport\(?)\s*"([^"]+)"/g)]
    // Examples in comments load the entries that users load.
    .map(([, path = ""]) => path).filter((path) => path.startsWith("."));
}

describe("what an application loads with a provider", () => {
  for (const { id } of rows) {
    it(`${id}.ts loads no other provider, and only its own mark`, async () => {
      for (const path of await readImports(id)) {
        const isShared = path.startsWith("../core/");
        assert.ok(isShared || path === `./logos/${id}.ts`, path);
      }
    });
  }

  it("a mark has at most 1500 bytes, and its file names its source", async () => {
    for (const path of await listFiles("providers/logos")) {
      const text = await Deno.readTextFile(root + path);
      assert.match(
        text,
        /^\/\*\* The mark of .+: (?:(?:simple|bootstrap)-icons [\d.]+, [\w.-]+|Google's branding guidelines)\. \*\//,
        path,
      );
      const { logo } = await import(`../${path}`);
      assert.ok(logo.length <= 1500, `${path}: ${logo.length}`);
    }
  });
});

/** Words that are ids by chance: a type of provider, a letter, a CSS class, a value. */
const WORDS = ["oidc", "x", "box", "buffer"];

describe("the core", () => {
  it("no source of the core names a provider", async () => {
    const ids = [...rows.map(({ id }) => id), ...Object.keys(aliases)]
      .filter((id) => !WORDS.includes(id));
    for (const path of await listFiles("core")) {
      if (!path.endsWith(".ts") || isTestFile(path)) continue;
      const text = await Deno.readTextFile(root + path);
      const quoted = text.match(/(?<=(["'`]))[\w-]+(?=\1)/g) ?? [];
      const named = quoted.filter((word) => ids.includes(word));
      assert.deepEqual(named, [], path);
    }
  });
});

describe("the count of lines", () => {
  it("the count leaves out blank lines, comments, imports and types of objects", () => {
    const lines = [
      "import {",
      "  one,",
      '} from "one";',
      "",
      "/**",
      " * A comment.",
      " */",
      "export interface Two {",
      "  three: { four: string };",
      "}",
      "export type Seven = {",
      "  eight: 8;",
      "};",
      "/** Code follows. */",
      "export const five = {",
      "  // A remark.",
      "  six: 6,",
      "};",
    ];
    assert.equal(countCode(lines.join("\n")), 3);
  });
});
