/** A test that Deno runs and another run time does not. */
export interface TestException {
  /** The full name of the test, or the start of it when `*` ends it. */
  name: string;
  /** For example `node 20`. */
  runtimes: readonly string[];
  reason: string;
}

/**
 * Tests that are allowed to be missing on a run time. The test run fails for a missing test that
 * is not on this list, and for an entry that no longer applies.
 */
export const testExceptions: readonly TestException[] = [
  {
    name: "SQLite >*",
    runtimes: ["node 20"],
    reason: "node:sqlite came with Node 22.5",
  },
  {
    name: "Deno KV itself >*",
    runtimes: ["node 20", "node 22", "node 24"],
    reason: "only Deno has Deno KV; an imitation is tested everywhere",
  },
];
