import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decideUnlink } from "./decide_unlink.ts";

/**
 * The decisions by the number of other accounts: with an adapter that counts
 * while it removes, and without.
 */
const withoutMail = [
  [0, "refuse", "refuse"],
  [1, "remove unless last", "remove"],
  [2, "remove unless last", "remove"],
  // This adapter cannot list accounts.
  [null, "remove unless last", "refuse"],
] as const;

describe("a way in that is to be removed [LNK-12]", () => {
  for (const [others, atomic, plain] of withoutMail) {
    it(`with ${others ?? "nobody knows how many"} others`, () => {
      const facts = { others, hasMail: false };
      const found = [true, false]
        .map((isAtomic) => decideUnlink({ ...facts, isAtomic }));
      assert.deepEqual(found, [atomic, plain]);
    });
  }

  it("is never the last where a mail lets its owner in", () => {
    for (const [others] of withoutMail) {
      for (const isAtomic of [true, false]) {
        const verdict = decideUnlink({ others, hasMail: true, isAtomic });
        assert.equal(verdict, "remove");
      }
    }
  });
});
