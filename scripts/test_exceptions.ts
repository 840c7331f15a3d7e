/** A test that runs on Deno but not on another runtime. */
export interface TestException {
  /** The full name of the test, or its beginning followed by `*`. */
  name: string;
  /** For example `node 20`. */
  runtimes: readonly string[];
  reason: string;
}

/**
 * Tests that are allowed to be missing on a runtime. The test run fails for a
 * missing test that is not on this list, and for an entry that no longer
 * applies.
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
