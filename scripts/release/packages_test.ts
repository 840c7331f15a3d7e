import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { publishConfig, toLinks } from "../build_npm.ts";
import { license, version } from "../workspace.ts";
import { findFileFaults, findManifestFaults } from "./packages.ts";

const repository = "https://github.com/owner/name";
const manifest = { version, license, publishConfig, ...toLinks(repository) };

describe("a package.json", () => {
  it("publishes for everybody, with provenance, from the repository", () => {
    assert.deepEqual(publishConfig, { access: "public", provenance: true });
    assert.deepEqual(findManifestFaults(manifest, repository), []);
  });

  it("is refused if its version, its access or its repository differs", () => {
    const other = {
      ...manifest,
      version: "0.0.0",
      publishConfig: { access: "restricted" },
      repository: { type: "git", url: "git+https://example.com/other.git" },
    };
    const keys = findManifestFaults(other, repository)
      .map((fault) => /`(\w+)`/.exec(fault)?.[1]);
    assert.deepEqual(keys, ["version", "publishConfig", "repository"]);
  });
});

describe("the files of a package", () => {
  const needed = ["LICENSE", "README.md", "package.json"];

  it("are what users need", () => {
    const paths = ["mod.js", "mod.d.ts", "docs/start.md", "testing/testing.js"];
    assert.deepEqual(findFileFaults([...needed, ...paths]), []);
  });

  it("are refused if a licence is missing, or a test or a source is there", () => {
    const unwanted = [
      ...["core/a_test.js", "core/b_testkit.d.ts", "mod.ts", "mod.js.map"],
      ...["pack.tgz", ".env", "docs/.cache/x.md"],
    ];
    const paths = [...needed.slice(1), ...unwanted];
    assert.deepEqual(findFileFaults(paths), [
      "no LICENSE",
      ...unwanted.map((path) => `${path} is not for users`),
    ]);
  });
});
