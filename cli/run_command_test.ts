import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import {
  authCore,
  authExpress,
  type Files,
  withApplication,
} from "./check/fixtures_testkit.ts";
import { runCommand } from "./run_command.ts";

/** Runs the command; returns its exit code and output. */
async function call(...args: string[]) {
  let out = "";
  let error = "";
  const code = await runCommand(args, {
    out: (text) => void (out += text),
    error: (text) => void (error += text),
    now: () => Date.UTC(2026, 10, 22),
    env: () => undefined,
  });
  return { code, out, error };
}

function check(files: Files, ...args: string[]) {
  return withApplication(
    files,
    (dir) => call("migrate", "check", dir, ...args),
  );
}

describe("the command line", () => {
  it("help lists the commands", async () => {
    for (const option of ["--help", "-h"]) {
      const { code, out, error } = await call(option);
      assert.equal(code, 0);
      assert.equal(error, "");
      assert.match(out, /^Usage: npx @latchkey\/cli <command>\n/);
      assert.match(out, /^ {2}migrate check /m);
    }
  });

  it("a call without a known command gets the list of commands and the exit code 2", async () => {
    for (const args of [[], ["migrate"], ["check"], ["check", "migrate"]]) {
      const { code, out, error } = await call(...args);
      assert.equal(code, 2, args.join(" "));
      assert.equal(out, "");
      assert.match(error, /^There is no such command\.\n\nUsage: /);
      assert.match(error, /^ {2}migrate check /m);
    }
  });
});

describe("the command migrate check", () => {
  it("the exit code is 0 if everything maps, and 1 if a person is needed", async () => {
    const maps = await check(authExpress);
    assert.equal(maps.code, 0);
    assert.match(maps.out, /^Everything maps\./m);
    const open = await check(authCore);
    assert.equal(open.code, 1);
    assert.match(open.out, /^3 points need you/m);
    const none = await check({ "package.json": "{}" });
    assert.equal(none.code, 1);
    for (const { error } of [maps, open, none]) assert.equal(error, "");
  });

  it("a wrong call gets the reason, the usage and the exit code 2", async () => {
    const calls: [string[], RegExp][] = [
      [["migrate", "check", "a", "b"], /^There is one folder at most\./],
      [["migrate", "check", "--yes"], /^There is no option --yes\./],
      [
        ["migrate", "check", "--json", "--diff"],
        /^There is one option at most/,
      ],
    ];
    for (const [args, reason] of calls) {
      const { code, out, error } = await call(...args);
      assert.equal(code, 2, args.join(" "));
      assert.equal(out, "");
      assert.match(error, reason);
      assert.match(error, /Usage: npx @latchkey\/cli migrate check/);
    }
  });

  it("a folder that cannot be read is a wrong call", async () => {
    const { code, out, error } = await call("migrate", "check", "/no/such");
    assert.equal(code, 2);
    assert.equal(out, "");
    assert.equal(error, "/no/such does not exist.\n");
    const file = await withApplication(authExpress, (dir) => {
      const path = join(dir, "package.json");
      return call("migrate", "check", path);
    });
    assert.match(file.error, /is not a folder\.\n$/);
  });

  it("help goes to the standard output", async () => {
    for (const option of ["--help", "-h"]) {
      const { code, out, error } = await call("migrate", "check", option);
      assert.equal(code, 0);
      assert.equal(error, "");
      assert.match(out, /Exit code: 0 if everything maps/);
    }
  });

  it("--json prints the findings, which say the same", async () => {
    const { code, out } = await check(authExpress, "--json");
    assert.equal(code, 0);
    const { libraries, findings, notes, diff, maps } = JSON.parse(out);
    assert.equal(libraries[0].id, "auth-express");
    assert.deepEqual(libraries[0].packages, { "@auth/express": "^0.12.3" });
    assert.equal(findings[0].kind, "session");
    assert.deepEqual(notes, []);
    assert.match(diff, /^--- a\/package\.json\n/);
    assert.equal(maps, true);
  });

  it("--diff prints the diff alone", async () => {
    const json = await check(authExpress, "--json");
    const diff = await check(authExpress, "--diff");
    assert.equal(diff.code, 0);
    assert.equal(diff.out, JSON.parse(json.out).diff);
  });

  it("code of the application does not run", async () => {
    await withApplication(authExpress, async (dir) => {
      const mark = "globalThis.latchkeyRan = true;";
      await writeFile(join(dir, "src/auth.ts"), mark);
      await writeFile(join(dir, "index.js"), mark);
      await call("migrate", "check", dir);
      assert.ok(!("latchkeyRan" in globalThis));
    });
  });
});
