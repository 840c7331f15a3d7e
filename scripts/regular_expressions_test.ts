/**
 * Every regular expression of the library does work in proportion to the text.
 * `recheck` decides that; `deno lint`'s parser finds the literals. Neither does
 * both.
 *
 * @module
 */

import assert from "node:assert/strict";
import { describe, it } from "node:test";
// Without the package's native and Java programs.
// @ts-types="recheck"
import recheck from "recheck/lib/browser.js";
import { SCRIPT } from "../core/pages/forms/webauthn_script.ts";
import { listFiles, root } from "./command.ts";
import { isTestFile, libraryFolders } from "./workspace.ts";

/**
 * No time limit, so that a slow machine gets the same verdict. The others make
 * the search for texts short; the tests below say that it still finds enough.
 */
const OPTIONS = {
  timeout: null,
  maxIteration: 2,
  maxDegree: 2,
  maxGeneStringSize: 500,
  maxInitialGenerationSize: 50,
};

/**
 * The expressions that `recheck` thinks about for longest, and has found to be
 * safe. With `TEST_ALL` it is asked again.
 */
const recorded: readonly string[] = JSON.parse(
  await Deno.readTextFile(`${root}scripts/regular_expressions.json`),
);

const safe = new Set(Deno.env.has("TEST_ALL") ? [] : recorded);

/** Says why an expression may be slow; null if it never is. */
function findGrowth(source: string, flags: string): string | null {
  if (safe.has(`/${source}/${flags}`)) return null;
  const verdict = recheck.checkSync(source, flags, OPTIONS);
  if (verdict.status === "safe") return null;
  return verdict.status === "vulnerable"
    ? verdict.complexity.summary
    : verdict.error.kind;
}

interface Literal {
  readonly pattern: string;
  readonly flags: string;
}

function findLiterals(code: string): Literal[] {
  const found: Literal[] = [];
  const create = () => ({
    Literal(node: Deno.lint.Node) {
      // Every literal has the field.
      if ("regex" in node && node.regex) found.push(node.regex);
    },
  });
  const plugin = { name: "find", rules: { literals: { create } } };
  Deno.lint.runPlugin(plugin, "file.ts", code);
  return found;
}

/**
 * Returns the library's sources by path, and the script that it sends to
 * browsers.
 */
async function readSources(): Promise<ReadonlyMap<string, string>> {
  const folders = await Promise.all(
    libraryFolders.map((folder) => listFiles(folder)),
  );
  const top = (await Array.fromAsync(Deno.readDir(root)))
    .filter(({ isFile }) => isFile).map(({ name }) => name);
  const paths = [...top, ...folders.flat()]
    .filter((path) => /\.tsx?$/.test(path) && !isTestFile(path));
  const texts = await Promise.all(
    paths.map(async (path) =>
      [path, await Deno.readTextFile(root + path)] as const
    ),
  );
  return new Map([...texts, ["the script of passkeys", SCRIPT]]);
}

/** Expressions that are never used on untrusted text, with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  "component/vite_entries.ts":
    "reads the application's own sources, when it is built",
};

const sources = await readSources();

describe("the regular expressions of the library", () => {
  for (const [path, code] of sources) {
    const literals = findLiterals(code);
    if (literals.length === 0 || path in EXCEPTIONS) continue;
    it(`the work of each expression in ${path} grows in proportion to the text`, () => {
      for (const { pattern, flags } of literals) {
        const growth = findGrowth(pattern, flags);
        assert.equal(growth, null, `/${pattern}/${flags}: ${growth}`);
      }
    });
  }

  it("every recorded expression is one of the library", () => {
    const all = [...sources.values()].flatMap(findLiterals);
    const known = new Set(all.map((one) => `/${one.pattern}/${one.flags}`));
    assert.deepEqual(recorded.filter((one) => !known.has(one)), []);
  });

  it("every exception is needed by an expression", () => {
    for (const path of Object.keys(EXCEPTIONS)) {
      const literals = findLiterals(sources.get(path) ?? "");
      const isNeeded = literals.some(({ pattern, flags }) =>
        findGrowth(pattern, flags)
      );
      assert.ok(isNeeded, path);
    }
  });

  it("expressions are literals, so that this test finds them", () => {
    const made = /\bRegExp\(|\.(?:match|matchAll|search)\(\s*["'`]/;
    for (const [path, code] of sources) {
      const lines = code.split("\n").filter((line) => made.test(line));
      assert.deepEqual(lines, [], path);
    }
  });

  it("every expression is found", () => {
    const all = [...sources.values()].flatMap(findLiterals);
    assert.ok(all.length > 150);
    assert.deepEqual(findLiterals("`${/a[/]b/u}`; // /no/\nc / d / e;"), [
      { pattern: "a[/]b", flags: "u" },
    ]);
  });
});

describe("the search for expressions whose work grows too fast", () => {
  const slow = [
    String.raw`\s*,\s*`,
    "=+$",
    String.raw`^[ \t]+|[ \t]+$`,
    String.raw`"[^"\\]*(?:\\.[^"\\]*)*"\s*:?`,
    String.raw`^\s*0+\s*[;,]\s*(.*)$`,
    String.raw`^[^\r\n]*@[^\r\n]+$`,
    String.raw`(a+)+$`,
    String.raw`^(?:[\w.]+)*$`,
    String.raw`<!--.*?-->`,
    String.raw`\d+\.\d+\.\d+`,
    String.raw`^.*foo.*bar$`,
    String.raw`\bfoo\b.*\bbar\b`,
    "<[^>]*>",
    String.raw`(?:%[0-9a-f]{2})+z`,
    String.raw`(?=.*x).`,
    String.raw`[\w-]{20,}x`,
  ];
  for (const source of slow) {
    it(`/${source}/ is reported`, () => {
      assert.notEqual(findGrowth(source, "g"), null);
    });
  }

  const fast = [
    String.raw`(?:^|,)\s*max-age=\s*\d+\s*$`,
    "a",
    "[ ,]+",
    String.raw`^\s*q=([\d.]{1,5})$`,
    String.raw`[\w+/-]{20,}`,
    String.raw`^([^=]*)=(.*)$`,
    String.raw`(?<![\w$])Name(?![\w$])`,
    String.raw`^(?=.{1,64}$)[a-z0-9]+(?:\.[a-z0-9]+)*$`,
    "={1,2}$",
  ];
  for (const source of fast) {
    it(`/${source}/ is accepted`, () => {
      assert.equal(findGrowth(source, "g"), null);
    });
  }
});
