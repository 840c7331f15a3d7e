import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type AddressProof,
  decideLink,
  type LinkFacts,
  type UserWithSameEmail,
} from "./decide.ts";

const proofs: readonly AddressProof[] = ["verified", "unverified", "unknown"];
const options = [false, true, "verified"] as const;
const verified: UserWithSameEmail = {
  id: "sameEmail",
  isVerified: true,
  isUnfinished: false,
  canBeCleared: true,
};
const unverified: UserWithSameEmail = { ...verified, isVerified: false };
const nobody: LinkFacts = {
  linkTo: null,
  owner: null,
  sameEmail: null,
  proof: "verified",
  linksByAddress: true,
};

/**
 * The decisions about an account without an owner, while there is a user with
 * its address.
 */
const byAddress: Record<
  string,
  readonly [sameEmail: UserWithSameEmail, verdicts: readonly string[]]
> = {
  // Columns are the options (false, true, "verified"), rows the proofs.
  "a verified address [LNK-01]": [verified, [
    ...["refuse", "link", "link"],
    ...["refuse", "refuse", "refuse"],
    ...["refuse", "link", "refuse"],
  ]],
  "an address that nobody proved [LNK-03, A29]": [unverified, [
    ...["refuse", "take over", "refuse"],
    ...["refuse", "refuse", "refuse"],
    ...["refuse", "take over", "refuse"],
  ]],
  "one that nobody proved, of somebody who cannot be put out [LNK-04, A37]": [
    { ...unverified, canBeCleared: false },
    Array(9).fill("refuse"),
  ],
  "what this identity began itself [LNK-14]": [
    { ...unverified, isUnfinished: true },
    Array(9).fill("finish"),
  ],
};

describe("an account that nobody has yet", () => {
  for (const [what, [sameEmail, verdicts]] of Object.entries(byAddress)) {
    it(`with ${what}, is decided by the option and the provider's word`, () => {
      const found = proofs.flatMap((proof) =>
        options.map((linksByAddress) =>
          decideLink({ ...nobody, sameEmail, proof, linksByAddress })
        )
      );
      assert.deepEqual(found.map(({ kind }) => kind), verdicts);
      for (const one of found) {
        if (one.kind === "refuse") assert.equal(one.reason, "address");
        else assert.deepEqual(one, { kind: one.kind, userId: "sameEmail" });
      }
    });
  }

  it("and an address that nobody has, creates a user, whatever the rest says", () => {
    for (const proof of proofs) {
      for (const linksByAddress of options) {
        const facts = { ...nobody, proof, linksByAddress };
        assert.deepEqual(decideLink(facts), { kind: "create" });
      }
    }
  });

  it("becomes a way in of who asked for it, whoever has the address", () => {
    for (const sameEmail of [null, verified, unverified]) {
      for (const proof of proofs) {
        const facts = { ...nobody, linkTo: "me", sameEmail, proof };
        assert.deepEqual(decideLink(facts), { kind: "link", userId: "me" });
      }
    }
  });
});

describe("an account that somebody has", () => {
  it("signs its owner in, whoever has the address and whatever the option says", () => {
    for (const sameEmail of [null, verified, unverified]) {
      for (const linksByAddress of options) {
        const facts = { ...nobody, owner: "owner", sameEmail, linksByAddress };
        assert.deepEqual(decideLink(facts), { kind: "known", userId: "owner" });
      }
    }
  });

  it("is linked already if its owner asks to link it", () => {
    const facts = { ...nobody, owner: "me", linkTo: "me" };
    assert.deepEqual(decideLink(facts), { kind: "known", userId: "me" });
  });

  it("is refused to everybody else who asks to link it [LNK-11]", () => {
    const facts = { ...nobody, owner: "owner", linkTo: "me" };
    assert.deepEqual(decideLink(facts), { kind: "refuse", reason: "in use" });
  });
});
