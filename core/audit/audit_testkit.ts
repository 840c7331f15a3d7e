/**
 * For tests only: a sink of the audit trail that a test can break, and a site
 * whose users sign in by each method.
 *
 * @module
 */

import "../runtime/test_mode_testkit.ts";
import type { AuditRecord, AuditSink } from "@latchkey/auth";

/** A sink, what it has, and what happens to its calls. */
export interface TestSink {
  readonly write: AuditSink;
  readonly records: AuditRecord[];
  /** The number of records in each call. */
  readonly calls: number[];
  /** What it does from now on. */
  does: "store" | "throw" | "hang";
}

/** Creates a sink that works. */
export function createSink(): TestSink {
  const sink: TestSink = {
    records: [],
    calls: [],
    does: "store",
    write: (records) => {
      sink.calls.push(records.length);
      if (sink.does === "throw") throw new Error("the sink is down");
      if (sink.does === "hang") return new Promise<void>(() => {});
      sink.records.push(...records);
    },
  };
  return sink;
}

/** Removes the records that a sink has, and returns their events, results and codes. */
export function take({ records }: TestSink): string[] {
  return records.splice(0).map(({ event, result, code }) =>
    [event, result, code].filter((one) => one !== null).join(" ")
  );
}
