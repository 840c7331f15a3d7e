import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toDistTag } from "./dist_tag.ts";

describe("the tag of a version at npm", () => {
  it("is latest for the highest version, again if a run goes on", () => {
    assert.equal(toDistTag("0.1.0", "0.0.0"), "latest");
    assert.equal(toDistTag("0.10.0", "0.9.3"), "latest");
    assert.equal(toDistTag("0.2.0", "0.2.0"), "latest");
    assert.equal(toDistTag("0.2.0", "0.2.0-rc.1"), "latest");
  });

  it("is the line for a patch of an older one", () => {
    assert.equal(toDistTag("0.1.5", "0.2.0"), "release-0.1");
    assert.equal(toDistTag("1.9.12", "1.10.0"), "release-1.9");
  });

  it("is next for what comes before a release", () => {
    assert.equal(toDistTag("0.3.0-rc.1", "0.2.0"), "next");
    assert.equal(toDistTag("0.1.0-rc.1", "0.2.0"), "next");
  });
});
