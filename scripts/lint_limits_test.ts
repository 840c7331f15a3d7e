import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exists, root } from "./command.ts";
import allowed from "./lint_limits.json" with { type: "json" };
import plugin from "./lint_limits.ts";

/** The messages of the plugin for a source. */
function lint(path: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, root + path, source)
    .map(({ message }) => message);
}

const body = Array.from({ length: 40 }, () => "  work();").join("\n");

describe("the limits of library code", () => {
  it("the limits are 40 lines and 3 parameters for a function, and 250 lines for a file", () => {
    assert.deepEqual(
      lint("core/x.ts", `export function long() {\n${body}\n}\n`),
      ["long: lines: 42, more than 40"],
    );
    assert.deepEqual(
      lint("core/x.ts", "const f = (a, b, c, d) => [a, b, c, d];\n"),
      ["f: parameters: 4, more than 3"],
    );
    assert.deepEqual(
      lint("core/x.ts", "work();\n".repeat(251)),
      ["lines of a file: 251, more than 250"],
    );
    assert.deepEqual(lint("core/x.ts", "work();\n".repeat(250)), []);
  });

  it("the limits do not apply to tests and scripts", () => {
    const source = `function long() {\n${body}\n}\n`;
    assert.deepEqual(lint("core/x_test.ts", source), []);
    assert.deepEqual(lint("scripts/x.ts", source), []);
  });

  it("an exception that is not needed is reported", async () => {
    const [[path, counts] = ["", {}]] = Object.entries(allowed);
    const messages = lint(path, "work();\n");
    assert.equal(messages.length, Object.keys(counts).length);
    for (const message of messages) assert.match(message, /may say 0 for/);
    for (const path of Object.keys(allowed)) {
      assert.ok(await exists(root + path), `${path} is gone: remove its entry`);
    }
  });
});
