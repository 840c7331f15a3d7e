import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { toStep } from "./finding.ts";

const found = () =>
  Promise.resolve({ note: "0.1.0", missing: ["`site` is not set"] });

describe("what only publishing needs", () => {
  it("is a notice in a dry run", async () => {
    const { run } = toStep("version", found, { isDryRun: true });
    assert.match(await run() ?? "", /^0\.1\.0\n +notice: `site` is not set$/);
  });

  it("is an error in a release", async () => {
    const { run } = toStep("version", found, { isDryRun: false });
    await assert.rejects(run(), /`site` is not set/);
  });
});
