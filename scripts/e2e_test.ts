import assert from "node:assert/strict";
import { it } from "node:test";
import { readReport } from "./e2e.ts";

it("readReport() reads each test of each project, however deep", () => {
  const tests = [
    { projectName: "chromium", status: "expected" },
    { projectName: "no script", status: "unexpected" },
  ];
  const inner = { title: "page", specs: [{ title: "opens", tests }] };
  const flaky = [{ projectName: "", status: "flaky" }, {
    projectName: "",
    status: "skipped",
  }];
  const suites = [{
    title: "a.spec.ts",
    specs: [{ title: "b", tests: flaky }],
    suites: [inner],
  }];
  assert.deepEqual(readReport(JSON.stringify({ suites })), [
    { name: "a.spec.ts > b", state: "passed" },
    { name: "a.spec.ts > b", state: "skipped" },
    { name: "chromium > a.spec.ts > page > opens", state: "passed" },
    { name: "no script > a.spec.ts > page > opens", state: "failed" },
  ]);
});
