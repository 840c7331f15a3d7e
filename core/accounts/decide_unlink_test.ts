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

describe("decideUnlink() [LNK-12]", () => {
  for (const [others, atomic, plain] of withoutMail) {
    it(`an account with ${others ?? "an unknown number of"} other sign-in methods is removed only if one of them remains`, () => {
      const facts = { others, hasMail: false, hasPassword: false };
      const found = [true, false]
        .map((isAtomic) => decideUnlink({ ...facts, isAtomic }));
      assert.deepEqual(found, [atomic, plain]);
    });
  }

  it("an account is never the last one if a mail or a password signs its owner in", () => {
    for (const [others] of withoutMail) {
      for (const isAtomic of [true, false]) {
        for (const hasMail of [true, false]) {
          const way = { hasMail, hasPassword: !hasMail };
          const verdict = decideUnlink({ others, ...way, isAtomic });
          assert.equal(verdict, "remove");
        }
      }
    }
  });
});
