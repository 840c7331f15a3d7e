import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { version } from "../workspace.ts";
import {
  compareVersions,
  findLast,
  findVersionFaults,
  readPlaces,
} from "./versions.ts";

describe("the version of a release", () => {
  it("is the same in all places that name it", async () => {
    assert.deepEqual(findVersionFaults(version, await readPlaces(), []), []);
  });

  it("is refused if one place names another", () => {
    const places = { "cli/deno.json": "0.2.0", "CHANGELOG.md": "0.1.0" };
    assert.deepEqual(findVersionFaults("0.2.0", places, ["0.1.0"]), [
      "CHANGELOG.md has 0.1.0, and deno.json 0.2.0",
    ]);
  });

  it("is refused if a later one is released, and may be the last one", () => {
    const released = ["0.9.0", "0.10.0", "0.2.0"];
    assert.deepEqual(findVersionFaults("0.9.1", {}, released), [
      "0.9.1 is below 0.10.0, which is released",
    ]);
    assert.deepEqual(findVersionFaults("0.10.0", {}, released), []);
  });
});

describe("compareVersions()", () => {
  it("orders versions as section 11 of semver.org does", () => {
    const ordered = [
      ...["0.9.0", "0.10.0", "1.0.0-alpha", "1.0.0-alpha.1"],
      ...["1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11"],
      ...["1.0.0-rc.1", "1.0.0", "2.0.0", "2.1.0", "2.1.1"],
    ];
    for (const [i, one] of ordered.entries()) {
      for (const [j, other] of ordered.entries()) {
        const actual = Math.sign(compareVersions(one, other));
        assert.equal(actual, Math.sign(i - j), `${one} and ${other}`);
      }
    }
  });
});

describe("findLast()", () => {
  const released = ["0.10.0", "0.2.0", "0.9.0"];

  it("finds the highest version, and the highest below another", () => {
    assert.equal(findLast(released), "0.10.0");
    assert.equal(findLast(released, "0.10.0"), "0.9.0");
  });

  it("finds none before the first", () => {
    assert.equal(findLast(released, "0.2.0"), null);
    assert.equal(findLast([]), null);
  });
});
