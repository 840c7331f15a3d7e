import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { dependencies, optionalPeers, peers, toLinks } from "./build_npm.ts";
import { optional, packages } from "./layer_rules.ts";

const repository = "https://github.com/owner/name";

describe("toLinks()", () => {
  it("every field is derived from the repository", () => {
    assert.deepEqual(toLinks(repository), {
      repository: { type: "git", url: `git+${repository}.git` },
      homepage: `${repository}#readme`,
      bugs: `${repository}/issues`,
    });
  });

  it("the fields are left out while there is no repository", () => {
    assert.deepEqual(toLinks(null), {});
  });
});

describe("the dependencies of the package", () => {
  it("are what the library may import", () => {
    const all = { ...peers, ...optionalPeers };
    const names = [...dependencies, ...Object.keys(all)];
    assert.deepEqual(names.sort(), Object.keys(packages).sort());
    assert.deepEqual(Object.keys(optionalPeers), optional);
  });
});
