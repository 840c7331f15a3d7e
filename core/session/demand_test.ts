import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Authentication } from "../model/authentication.ts";
import { type Demand, isMet } from "./demand.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
const now = NOW / 1000;

const own = (at: number | null): Authentication => ({ provider: "email", at });
const issued = (
  at: number | null,
  more: Partial<Authentication> = {},
): Authentication => ({
  provider: "op",
  at,
  iss: "https://op.example",
  ...more,
});

describe("a demand on a proof", () => {
  const rows: readonly [
    string,
    Demand,
    Authentication | null,
    boolean,
  ][] = [
    [
      "a proof of this application is young enough",
      { maxAge: 300 },
      own(now - 299),
      true,
    ],
    [
      "a proof of this application is too old",
      { maxAge: 300 },
      own(now - 300),
      false,
    ],
    [
      "a minute of tolerance for the clock of a provider",
      { maxAge: 300 },
      issued(now - 359),
      true,
    ],
    ["no more than that", { maxAge: 300 }, issued(now - 360), false],
    [
      "a clock that is ahead by less than a minute",
      { maxAge: 300 },
      issued(now + 59),
      true,
    ],
    ["a time in the future", { maxAge: 300 }, issued(now + 60), false],
    [
      "a time in the future of this application",
      { maxAge: 300 },
      own(now + 60),
      false,
    ],
    ["a time that is no number", { maxAge: 300 }, own(NaN), false],
    ["an infinite time", { maxAge: 300 }, own(Infinity), false],
    ["no time", { maxAge: 300 }, issued(null), false],
    ["no proof", { maxAge: 300 }, null, false],
    [
      "no proof, where our own sign-in counts",
      { maxAge: 300, trustsSignIn: true },
      null,
      true,
    ],
    [
      "no time, where our own sign-in counts",
      { maxAge: 300, trustsSignIn: true },
      issued(null),
      true,
    ],
    [
      "an old time, where our own sign-in counts",
      { maxAge: 300, trustsSignIn: true },
      issued(now - 360),
      false,
    ],
    [
      "one of two classes",
      { acr: ["a", "b"] },
      issued(null, { acr: "b" }),
      true,
    ],
    ["another class", { acr: ["a", "b"] }, issued(null, { acr: "ab" }), false],
    ["no class", { acr: ["a"] }, issued(now), false],
    [
      "all methods",
      { amr: ["a", "b"] },
      issued(null, { amr: ["b", "c", "a"] }),
      true,
    ],
    [
      "one of two methods",
      { amr: ["a", "b"] },
      issued(null, { amr: ["b"] }),
      false,
    ],
    ["no methods", { amr: ["a"] }, issued(now), false],
    [
      "a class without a time",
      { acr: ["a"], maxAge: 300 },
      issued(null, { acr: "a" }),
      false,
    ],
    [
      "everything",
      { acr: ["a"], amr: ["b"], maxAge: 300 },
      issued(now, { acr: "a", amr: ["b"] }),
      true,
    ],
    ["nothing", {}, null, true],
  ];
  for (const [what, demand, authentication, expected] of rows) {
    it(`a demand is ${expected ? "met" : "not met"}: ${what}`, () => {
      const proved = { authentication, started: NOW - 1000 };
      assert.equal(isMet(demand, proved, NOW), expected);
    });
  }

  it("a demand for a fresh proof is not met by a clock of NaN", () => {
    const proved = { authentication: own(now), started: NOW };
    assert.ok(!isMet({ maxAge: 300 }, proved, NaN));
    assert.ok(!isMet({ maxAge: 300, trustsSignIn: true }, proved, NaN));
  });
});
