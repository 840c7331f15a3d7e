import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findChanges, parseSection } from "./changelog.ts";
import { compareSurfaces, findUnexplained, toLines } from "./surface.ts";

const before = {
  "signIn in .": [{ params: ["string"] }],
  "signOut in ., ./client": [{ params: [] }],
  "Session in ., ./types": [{ name: "Session" }],
};
const after = {
  "signIn in .": [{ params: ["number"] }],
  "signOut in .": [{ params: [] }],
  "Session in ., ./types": [{ name: "Session" }],
  "User in ./types": [{ name: "User" }],
};
const changes = compareSurfaces(before, after);

/** Returns what a changelog with these lines leaves unexplained. */
function findLeft(lines: string): string[] {
  const section = parseSection(`## 0.2.0 (unreleased)\n\n${lines}\n`);
  return toLines(findUnexplained(changes, findChanges(section)));
}

describe("a change of the public surface", () => {
  it("is found in each entry", () => {
    assert.deepEqual(toLines(changes), [
      "added User in ./types",
      "changed signIn in .",
      "removed signOut in ./client",
    ]);
    assert.deepEqual(compareSurfaces(before, before), []);
  });

  it("is refused without a line in the changelog, unless it adds a name", () => {
    const left = ["changed signIn in .", "removed signOut in ./client"];
    assert.deepEqual(findLeft("Nothing to see."), left);
  });

  it("is refused if it is named elsewhere, or only as a word", () => {
    const left = ["changed signIn in .", "removed signOut in ./client"];
    assert.deepEqual(findLeft("- `signIn()` and `signOut()` are fast."), left);
    const prose = "### Breaking\n\n- signIn and signOut, signInAll.";
    assert.deepEqual(findLeft(prose), left);
  });

  it("passes if its name is there", () => {
    const line = "- `signIn(id)` takes a number.";
    assert.deepEqual(findLeft(`### Breaking\n\n${line}`), [
      "removed signOut in ./client",
    ]);
  });

  it("passes if its entry is there", () => {
    assert.deepEqual(findLeft("### Changed\n\n- `./client` is smaller."), [
      "changed signIn in .",
    ]);
  });
});
