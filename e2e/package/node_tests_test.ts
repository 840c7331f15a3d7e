import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { rewriteSpecifiers } from "./node_overlay.ts";
import { withScope } from "./node_groups.ts";
import { findDifference } from "./node_differences.ts";
import { findMissing } from "./node_tests.ts";
import type { TestResult } from "../../scripts/test_results.ts";

const passed = (...names: string[]): TestResult[] =>
  names.map((name) => ({ name, state: "passed" }));

describe("findMissing()", () => {
  it("findMissing names a test that ran on Deno and not on this runtime", () => {
    const run = { runtime: "node 20", results: passed("a") };
    assert.deepEqual(findMissing(run, passed("a", "b"), []), [
      "missing on node 20: b",
    ]);
    assert.deepEqual(findMissing(run, passed("a", "a"), []), [
      "missing on node 20: a",
    ]);
    assert.deepEqual(
      findMissing(run, [{ name: "b", state: "skipped" }], []),
      [],
    );
  });

  it("findMissing counts a skipped test as missing", () => {
    const run = {
      runtime: "node 20",
      results: [{ name: "a", state: "skipped" as const }],
    };
    assert.deepEqual(findMissing(run, passed("a"), []), [
      "missing on node 20: a",
    ]);
  });

  it("findMissing accepts listed exceptions, and reports those that no longer apply", () => {
    const exceptions = [{
      name: "sqlite >*",
      runtimes: ["node 20"],
      reason: "no node:sqlite",
    }];
    const run = { runtime: "node 20", results: passed("a") };
    assert.deepEqual(
      findMissing(run, passed("a", "sqlite > b"), exceptions),
      [],
    );
    assert.deepEqual(findMissing(run, passed("a"), exceptions), [
      "no longer missing on node 20: sqlite >*",
    ]);
    const other = { runtime: "node 22", results: passed("a") };
    assert.deepEqual(findMissing(other, passed("a"), exceptions), []);
  });
});

describe("rewriteSpecifiers()", () => {
  it("rewriteSpecifiers rewrites relative specifiers in every form of import", () => {
    const text = [
      'import { a } from "./a.ts";',
      "export * from '../b.ts';",
      'import "./c.ts";',
      'await import("./d/e.ts");',
      'import type { F } from "./f.ts";',
    ].join("\n");
    assert.equal(rewriteSpecifiers(text), text.replaceAll(".ts", ".js"));
  });

  it("rewriteSpecifiers leaves the text of a template unchanged", () => {
    const text = 'const file = `import { auth } from "./auth.ts";\n`;';
    assert.equal(rewriteSpecifiers(text), text);
  });

  it("rewriteSpecifiers leaves other texts unchanged", () => {
    const text = 'import x from "@latchkey/auth";\nconst file = "./a.ts";';
    assert.equal(rewriteSpecifiers(text), text);
  });
});

describe("withScope()", () => {
  it("withScope gives each file its own instance of the runner's stand-in", () => {
    const text = 'import { it } from "node:test";\nit("node:test", () => {});';
    const scope = "testing/file_scope_testkit.js";
    assert.equal(
      withScope("core/a/b_test.js", text),
      text.replace('"node:test"', `"../../${scope}?core/a/b_test.js"`),
    );
    assert.equal(
      withScope("c_test.js", text),
      text.replace('"node:test"', `"./${scope}?c_test.js"`),
    );
  });
});

describe("findDifference()", () => {
  const plain = 'import assert from "node:assert/strict";\n' +
    'import { Auth } from "@latchkey/auth";\nimport { a } from "./a.ts";\n';
  const page = "core/pages/pages_test.ts";

  it("a test of plain JavaScript is the same everywhere", () => {
    const turns = 'import { setImmediate } from "node:timers/promises";\n' +
      'mock.timers.enable({ apis: ["setTimeout"] });\n';
    assert.equal(findDifference(page, plain), null);
    assert.equal(findDifference(page, plain + turns), null);
  });

  it("a test runs on each Node if a part of Node is in its subject", () => {
    assert.equal(findDifference("core/http/a_test.ts", plain), "versions");
    for (
      const line of [
        'import { createServer } from "node:http";',
        "await crypto.subtle.digest(name, bytes);",
        "new ReadableStream();",
        'import { SignJWT } from "jose";',
      ]
    ) assert.equal(findDifference(page, plain + line), "versions");
  });

  it("a test runs on one Node if it reaches the library through a package for Node", () => {
    for (
      const path of [
        "server/a_test.ts",
        "server_test.ts",
        "adapters/a_test.ts",
      ]
    ) assert.equal(findDifference(path, plain), "run times");
  });

  it("a part of Node counts where another package is the subject, too", () => {
    for (
      const line of [
        'await import("node:sqlite");',
        'import { createServer } from "node:http";',
        'import { a } from "../adapters/sqlite_testkit.ts";',
        "await crypto.subtle.digest(name, bytes);",
      ]
    ) {
      const text = `${plain}import pg from "pg";\n${line}`;
      assert.equal(findDifference("migrate/a_test.ts", text), "versions", line);
    }
  });
});
