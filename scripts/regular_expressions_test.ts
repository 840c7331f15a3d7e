import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { SCRIPT } from "../core/pages/webauthn_script.ts";
import { isTestFile, libraryFolders } from "./library.ts";
import { listFiles, root } from "./command.ts";
import { findGrowth } from "./regex_growth.ts";
import { findRegexLiterals } from "./regex_literals.ts";
import { createSearcher } from "./regex_steps.ts";

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
  "component/vite.ts": "reads the application's own sources, when it is built",
};

const sources = await readSources();

describe("the regular expressions of the library", () => {
  for (const [path, code] of sources) {
    const literals = findRegexLiterals(code);
    if (literals.length === 0 || path in EXCEPTIONS) continue;
    it(`the work of each expression in ${path} grows in proportion to the text`, () => {
      for (const { source, flags, line } of literals) {
        const growth = findGrowth(source, flags);
        assert.ok(
          growth === null,
          `line ${line}: /${source}/${flags} takes ${
            growth?.steps.join(" and then ")
          } steps for half and all of ${
            JSON.stringify(`${growth?.text.slice(0, 40)}…`)
          }`,
        );
      }
    });
  }

  it("every exception is needed by an expression", () => {
    for (const path of Object.keys(EXCEPTIONS)) {
      const literals = findRegexLiterals(sources.get(path) ?? "");
      assert.ok(
        literals.some(({ source, flags }) => findGrowth(source, flags)),
        path,
      );
    }
  });

  it("expressions are literals, so that this test finds them", () => {
    const made = /\bRegExp\(|\.(?:match|matchAll|search)\(\s*["'`]/;
    for (const [path, code] of sources) {
      const lines = code.split("\n").filter((line) => made.test(line));
      assert.deepEqual(lines, [], path);
    }
  });

  it("every line that uses an expression in place is found", () => {
    const used =
      /\/[a-z]*\.(?:test|exec)\(|\.(?:replace|split|match)\(\s*\/(?![/*])/;
    let lines = 0;
    for (const [path, code] of sources) {
      const found = new Set(findRegexLiterals(code).map(({ line }) => line));
      for (const [i, line] of code.split("\n").entries()) {
        // The passkey script is in a template, and separately among the
        // sources.
        if (!used.test(line) || path.endsWith("webauthn_script.ts")) continue;
        lines++;
        assert.ok(found.has(i + 1), `${path}:${i + 1}: ${line}`);
      }
    }
    assert.ok(lines > 60);
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

  it("the count is the same each time", () => {
    const search = createSearcher(String.raw`\s*,\s*`, "g");
    const text = `${" ".repeat(100)}x, y`;
    const first = search(text);
    assert.deepEqual(search(text), first);
    assert.deepEqual(first.matches, [[101, 103]]);
  });

  it("an unknown construct is reported", () => {
    assert.throws(() => findGrowth(String.raw`(a)\1`, ""), /no back reference/);
    assert.throws(() => findGrowth("(?<=aa)b", ""), /no look-behind/);
  });
});

describe("the reader of sources", () => {
  const cases: readonly [string, readonly string[]][] = [
    ["const a = b / c / d;", []],
    ["const a = /b/g.test(c) ? d / e : /f/;", ["b", "f"]],
    ["f(/a[/]b/, x => /c\\/d/u)", ["a[/]b", "c\\/d"]],
    ["// it's /no/\n/* `/no/` */ return /yes/;", ["yes"]],
    ["`/no/ ${a ? /yes/ : `${/too/}/no/`} /no/` / 2", ["yes", "too"]],
    ["if (a) /yes/.test(b); (a) / 2 / c", ["yes"]],
    ["const a = 'it\\'s /no/' + \"/no/\";", []],
    ["const o = { a: 1 }\n/yes/.exec(a[0] / 2)", ["yes"]],
  ];
  for (const [code, expected] of cases) {
    it(`${expected.length} expressions are found in ${code}`, () => {
      const found = findRegexLiterals(code).map(({ source }) => source);
      assert.deepEqual(found, expected);
    });
  }
});
