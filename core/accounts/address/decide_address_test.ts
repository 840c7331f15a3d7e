import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AddressFacts, decideAddress } from "./decide_address.ts";

/** Lists every combination of facts. */
function* listFacts(): Generator<AddressFacts> {
  const both = [true, false];
  const namesakes = [
    null,
    ...both.flatMap((isVerified) =>
      both.flatMap((canBeCleared) =>
        both.map((hasWays) => ({
          id: "u",
          isVerified,
          canBeCleared,
          hasWays,
        }))
      )
    ),
  ];
  const presents = [
    null,
    ...["u", "v"].flatMap((id) =>
      both.map((isVerified) => ({ id, isVerified }))
    ),
  ];
  for (const sameEmail of namesakes) {
    for (const present of presents) {
      for (const asker of [null, "u", "v"]) {
        for (const hasOtherWays of both) {
          for (const isSure of both) {
            yield { sameEmail, present, asker, hasOtherWays, isSure };
          }
        }
      }
    }
  }
}

/** There is no current user, and the mail is for signing in. */
const plain = { present: null, asker: null, isSure: false };

describe("decideAddress()", () => {
  const of = (
    isVerified: boolean,
    canBeCleared: boolean,
    hasWays: boolean,
  ): AddressFacts["sameEmail"] => ({
    id: "u",
    isVerified,
    canBeCleared,
    hasWays,
  });
  const rows: [
    sameEmail: AddressFacts["sameEmail"],
    hasOtherWays: boolean,
    verdict: string,
    ifSure: string,
  ][] = [
    [null, true, "create", "create"],
    [null, false, "create", "create"],
    [of(true, true, true), true, "known", "known"],
    [of(true, false, false), true, "known", "known"],
    [of(true, false, true), false, "known", "known"],
    [of(false, true, true), true, "ask", "take over"],
    [of(false, true, false), true, "take over", "take over"],
    [of(false, true, false), false, "take over", "take over"],
    [of(false, true, true), false, "ask", "take over"],
    [of(false, false, true), false, "refuse", "refuse"],
    [of(false, false, false), false, "take over", "take over"],
    [of(false, false, false), true, "refuse", "refuse"],
    [of(false, false, true), true, "refuse", "refuse"],
  ];
  for (const [sameEmail, hasOtherWays, verdict, ifSure] of rows) {
    const name = `${JSON.stringify(sameEmail)}, ${
      hasOtherWays ? "with" : "without"
    } other ways to sign in`;
    it(`the decision is ${verdict}, or ${ifSure} after the second button, for ${name}`, () => {
      const facts = { ...plain, sameEmail, hasOtherWays };
      assert.equal(decideAddress(facts).kind, verdict);
      assert.equal(decideAddress({ ...facts, isSure: true }).kind, ifSure);
    });
  }

  it("a mail requested while signed in only verifies the address, and only while that user is signed in", () => {
    for (const facts of listFacts()) {
      if (facts.asker === null) continue;
      const verdict = decideAddress(facts);
      const isThere = facts.present?.id === facts.asker;
      assert.equal(verdict.kind, isThere ? "verify" : "sign in");
      if ("userId" in verdict) assert.equal(verdict.userId, facts.asker);
    }
  });

  it("the current user keeps everything when their unverified address is proved", () => {
    for (const facts of listFacts()) {
      const { asker, present, sameEmail } = facts;
      if (asker !== null || present === null || present.isVerified) continue;
      const verdict = decideAddress(facts);
      const expected = sameEmail?.isVerified
        ? { kind: "known", userId: sameEmail.id }
        : { kind: "verify", userId: present.id };
      assert.deepEqual(verdict, expected);
    }
  });

  it("sign-in methods are removed only with consent, and only if all of them can be removed", () => {
    for (const facts of listFacts()) {
      const { sameEmail, hasOtherWays, isSure } = facts;
      if (decideAddress(facts).kind !== "take over") continue;
      assert.ok(sameEmail && !sameEmail.isVerified);
      const isBare = !hasOtherWays && !sameEmail.hasWays;
      assert.ok(sameEmail.canBeCleared || isBare);
      assert.ok(isSure || !sameEmail.hasWays);
    }
  });
});
