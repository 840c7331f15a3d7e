import assert from "node:assert/strict";
import { it } from "node:test";
import { readReport } from "./e2e.ts";
import { describeSkipped } from "./test_results.ts";

it("readReport() reads each test of each project, however deep", () => {
  const tests = [
    { projectName: "chromium", status: "expected" },
    { projectName: "no script", status: "unexpected" },
  ];
  const inner = { title: "page", specs: [{ title: "opens", tests }] };
  const flaky = [{ projectName: "", status: "flaky" }, {
    projectName: "",
    status: "skipped",
    annotations: [{ type: "skip", description: "needs a window" }],
  }];
  const suites = [{
    title: "a.spec.ts",
    specs: [{ title: "b", tests: flaky }],
    suites: [inner],
  }];
  assert.deepEqual(readReport(JSON.stringify({ suites })), [
    { name: "a.spec.ts > b", state: "passed" },
    { name: "a.spec.ts > b", state: "skipped", reason: "needs a window" },
    { name: "chromium > a.spec.ts > page > opens", state: "passed" },
    { name: "no script > a.spec.ts > page > opens", state: "failed" },
  ]);
});

it("describeSkipped() says how many tests were skipped for each reason", () => {
  const skipped = { name: "a", state: "skipped" } as const;
  assert.deepEqual(
    describeSkipped([
      { ...skipped, reason: "needs a window" },
      { name: "b", state: "passed" },
      { ...skipped, reason: "needs a window" },
      skipped,
    ]),
    ["2 skipped: needs a window", "1 skipped: no reason given"],
  );
});
