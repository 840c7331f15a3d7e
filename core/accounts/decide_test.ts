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
  "an unproved address [LNK-03, A29]": [unverified, [
    ...["refuse", "take over", "refuse"],
    ...["refuse", "refuse", "refuse"],
    ...["refuse", "take over", "refuse"],
  ]],
  "an unproved address of a user who cannot be removed from it [LNK-04, A37]": [
    { ...unverified, canBeCleared: false },
    Array(9).fill("refuse"),
  ],
  "a user that this identity began to create [LNK-14]": [
    { ...unverified, isUnfinished: true },
    Array(9).fill("finish"),
  ],
};

describe("a decision about an account that is not stored", () => {
  for (const [what, [sameEmail, verdicts]] of Object.entries(byAddress)) {
    it(`for ${what}, the option and the provider's claim decide`, () => {
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

  it("an unknown account with an unknown address creates a user in every case", () => {
    for (const proof of proofs) {
      for (const linksByAddress of options) {
        const facts = { ...nobody, proof, linksByAddress };
        assert.deepEqual(decideLink(facts), { kind: "create" });
      }
    }
  });

  it("an unknown account is linked to the user who asks to link it, even if its address belongs to another user", () => {
    for (const sameEmail of [null, verified, unverified]) {
      for (const proof of proofs) {
        const facts = { ...nobody, linkTo: "me", sameEmail, proof };
        assert.deepEqual(decideLink(facts), { kind: "link", userId: "me" });
      }
    }
  });
});

describe("a decision about an account that is stored", () => {
  it("a stored account signs its owner in, whatever its address and the option are", () => {
    for (const sameEmail of [null, verified, unverified]) {
      for (const linksByAddress of options) {
        const facts = { ...nobody, owner: "owner", sameEmail, linksByAddress };
        assert.deepEqual(decideLink(facts), { kind: "known", userId: "owner" });
      }
    }
  });

  it("a stored account counts as linked if its owner asks to link it", () => {
    const facts = { ...nobody, owner: "me", linkTo: "me" };
    assert.deepEqual(decideLink(facts), { kind: "known", userId: "me" });
  });

  it("a stored account is refused to every other user who asks to link it [LNK-11]", () => {
    const facts = { ...nobody, owner: "owner", linkTo: "me" };
    assert.deepEqual(decideLink(facts), { kind: "refuse", reason: "in use" });
  });
});
