import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { runCommand } from "./run_command.ts";

/** Runs a command; returns its exit code and output. */
async function call(...args: string[]) {
  let out = "";
  let error = "";
  const code = await runCommand(args, {
    out: (text) => void (out += text),
    error: (text) => void (error += text),
    now: () => Date.UTC(2026, 10, 29),
    env: () => undefined,
  });
  return { code, out, error };
}

describe("the command secret", () => {
  it("prints another secret each time, alone on the standard output", async () => {
    const [one, other] = [await call("secret"), await call("secret")];
    for (const { code, out, error } of [one, other]) {
      assert.equal(code, 0);
      assert.match(out, /^[\w-]{43}\n$/);
      assert.match(error, /AUTH_SECRET_1=<the old one>/);
      assert.ok(!error.includes(out.trim()));
    }
    assert.notEqual(one.out, other.out);
  });

  it("takes no arguments, so that none looks as if it counted", async () => {
    const { code, out, error } = await call("secret", "--length=8");
    assert.deepEqual([code, out], [2, ""]);
    assert.match(error, /^It takes no arguments\.\n/);
  });
});

describe("the command migrate tables", () => {
  const tables = ["migrate", "tables"];

  it("needs a database, and the library where it is run", async () => {
    const without = await call(...tables);
    assert.equal(without.code, 2);
    assert.match(without.error, /^Name a database by --database\./);
    const wrong = await call(...tables, "--yes");
    assert.deepEqual([wrong.code, wrong.out], [2, ""]);
    const no = ["--database", "app.sqlite", "--tables", "no-such-map.ts"];
    const missing = await call(...tables, ...no);
    assert.deepEqual([missing.code, missing.out], [2, ""]);
    assert.match(missing.error, /no-such-map\.ts/);
  });
});
