import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  dependencies,
  optionalPeers,
  peers,
  toLinks,
  toPublishedReadme,
} from "./build_npm.ts";
import { optional, packages } from "./layer_rules.ts";

const repository = "https://github.com/owner/name";
const text =
  "![The page](docs/page.png) See [users](docs/users.md#a), [npm](https://a.example/b) and [below](#more).";

describe("toPublishedReadme()", () => {
  it("links and pictures lead to files in the repository", () => {
    assert.equal(
      toPublishedReadme(text, repository),
      `![The page](${repository}/raw/main/docs/page.png) See [users](${repository}/blob/main/docs/users.md#a), [npm](https://a.example/b) and [below](#more).`,
    );
  });

  it("no broken link is left if there is no repository", () => {
    assert.equal(
      toPublishedReadme(text, null),
      " See users, [npm](https://a.example/b) and [below](#more).",
    );
  });
});

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
