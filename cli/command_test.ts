import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parseArguments, WrongCall } from "./command.ts";

function parse(...args: string[]) {
  return parseArguments({
    args,
    allowPositionals: true,
    options: {
      session: { type: "string" },
      yes: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
}

describe("parseArguments()", () => {
  it("the value of an option may begin with a dash, as ids do", () => {
    for (const id of ["-x_1", "--x", "-", "x"]) {
      for (const args of [["--session", id], [`--session=${id}`]]) {
        const { values, positionals } = parse("end", ...args, "--yes");
        assert.deepEqual({ ...values }, { session: id, yes: true });
        assert.deepEqual(positionals, ["end"]);
      }
    }
  });

  it("an option without its value is refused, and so is an unknown one", () => {
    for (
      const args of [
        ["--session"],
        ["--session", "--yes"],
        ["--session", "-h"],
        ["--yes", "-x_1"],
        ["--toString", "-x_1"],
      ]
    ) assert.throws(() => parse(...args), WrongCall, args.join(" "));
  });

  it("what follows two dashes is taken as it is", () => {
    const { values, positionals } = parse("--", "--session", "-x_1");
    assert.deepEqual({ ...values }, {});
    assert.deepEqual(positionals, ["--session", "-x_1"]);
  });
});
