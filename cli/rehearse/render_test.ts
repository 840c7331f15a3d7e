import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { renderReport } from "./render.ts";
import { type Finding, locksOut, type Report, toVerdict } from "./report.ts";

const yes = { works: true, seen: "signed in" };
const no = { works: false, seen: "CallbackRouteError" };

const finding: Finding = {
  ...{ shape: "no address, op", way: "op", verdict: "works", users: 3 },
  ...{ old: yes.seen, new: yes.seen },
};
const report: Report = {
  ...{ old: "0.1.0", new: "0.2.0", users: 5, shapes: 2 },
  ...{ migration: [], findings: [finding] },
};

describe("the report of a rehearsal", () => {
  it("only what worked before locks out", () => {
    assert.equal(toVerdict(yes, yes), "works");
    assert.equal(toVerdict(yes, no), "fails");
    assert.equal(toVerdict(no, yes), "mended");
    assert.equal(toVerdict(no, no), "failsInBoth");
    for (const verdict of ["works", "mended", "failsInBoth"] as const) {
      const findings = [{ ...finding, verdict }];
      assert.ok(!locksOut({ ...report, findings }), verdict);
    }
    const findings = [{ ...finding, verdict: "fails" as const }];
    assert.ok(locksOut({ ...report, findings }));
    assert.ok(locksOut({ ...report, migration: ["UNIQUE failed"] }));
  });

  it("says who would be locked out, and why", () => {
    const lost = { ...finding, verdict: "fails", new: no.seen } as const;
    const text = renderReport({ ...report, findings: [lost, finding] });
    assert.equal(
      text,
      `Rehearsed 5 users of 2 shapes: 0.1.0, then 0.2.0

Would be locked out
  3 by op: no address, op
         old   signed in
         new   CallbackRouteError

1 way would be lost, 1 works with both.
`,
    );
    const named = { ...lost, ids: ["7", "8", "9"] };
    const withIds = renderReport({ ...report, findings: [named] });
    assert.match(withIds, /^ {9}ids {3}7, 8, 9$/m);
  });

  it("says that nobody is locked out, or why all are", () => {
    assert.match(renderReport(report), /^Nobody would be locked out: 1 way/m);
    const migration = ["UNIQUE constraint failed"];
    const text = renderReport({ ...report, migration, findings: [] });
    assert.match(text, /^ {2}UNIQUE constraint failed\n\nNobody could sign/m);
  });
});
