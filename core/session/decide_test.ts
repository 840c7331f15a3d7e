import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decideSession, type Lifetimes } from "./decide.ts";

const HOUR = 3600;
/** The current time in every row, in seconds. */
const now = 1_800_000_000;
const lifetimes: Lifetimes = {
  maxAge: 10 * HOUR,
  updateAge: HOUR,
  absoluteMaxAge: 100 * HOUR,
};
const claims = {
  sub: "person",
  sid: "session",
  iat: now - 60,
  auth_time: now - 60,
  exp: now + 10 * HOUR,
};

type Row = readonly [
  name: string,
  changes: Record<string, unknown>,
  verdict: string,
  limits?: Partial<Lifetimes>,
];

/** Returns `live`, `live, due`, `expired` or `invalid`. */
function judge(
  changes: Record<string, unknown>,
  limits: Partial<Lifetimes> = {},
  clock = now * 1000,
  audience?: string,
): string {
  const verdict = decideSession(
    { ...claims, ...changes },
    audience,
    { ...lifetimes, ...limits },
    clock,
  );
  return verdict.kind === "live" && verdict.due ? "live, due" : verdict.kind;
}

const rows: readonly Row[] = [
  ["fresh", {}, "live"],
  ["at its end", { exp: now }, "expired"],
  ["a second before its end", { exp: now + 1 }, "live"],
  ["long after its end", { exp: now - 1e6 }, "expired"],
  ["unused for maxAge", { iat: now - 10 * HOUR, exp: now + 1 }, "expired"],
  ["unused for just under maxAge", { iat: now - 10 * HOUR + 1 }, "live, due"],
  ["unused for a maxAge that was lowered", {}, "expired", { maxAge: 60 }],
  ["signed in absoluteMaxAge ago", { auth_time: now - 100 * HOUR }, "expired"],
  [
    "signed in just under absoluteMaxAge ago",
    { auth_time: now - 100 * HOUR + 1 },
    "live",
  ],
  [
    "signed in long ago, without an absolute end",
    { auth_time: 1 },
    "live",
    { absoluteMaxAge: Infinity },
  ],
  ["with an end beyond maxAge", { exp: 1e15, iat: now - 10 * HOUR }, "expired"],
  ["due at the edge", { iat: now - HOUR }, "live, due"],
  ["not due a second before the edge", { iat: now - HOUR + 1 }, "live"],
  ["always due with updateAge 0", {}, "live, due", { updateAge: 0 }],
  [
    "due with updateAge 0 in the second of its sealing",
    { iat: now },
    "live, due",
    { updateAge: 0 },
  ],
  [
    "never due with an updateAge over maxAge",
    { iat: now - 9 * HOUR },
    "live",
    { updateAge: 99 * HOUR },
  ],
  ["sealed within the tolerance ahead [SEAL-13]", { iat: now + 60 }, "live"],
  ["sealed beyond the tolerance [SEAL-13]", { iat: now + 61 }, "invalid"],
  ["signed in within the tolerance [SEAL-13]", { auth_time: now + 60 }, "live"],
  ["signed in beyond it [SEAL-13]", { auth_time: now + 60.5 }, "invalid"],
  ["without exp [SEAL-06]", { exp: undefined }, "invalid"],
  ["without iat [SEAL-06]", { iat: undefined }, "invalid"],
  ["without auth_time [SEAL-06]", { auth_time: undefined }, "invalid"],
  ["exp as text [SEAL-06]", { exp: String(now + 99) }, "invalid"],
  ["exp null [SEAL-06]", { exp: null }, "invalid"],
  ["exp NaN [SEAL-06]", { exp: NaN }, "invalid"],
  ["exp infinite [SEAL-06]", { exp: Infinity }, "invalid"],
  ["iat far back [SEAL-06]", { iat: -Infinity }, "invalid"],
  ["nbf ahead [SEAL-06]", { nbf: now + 61 }, "invalid"],
  ["nbf that is no number [SEAL-06]", { nbf: "soon" }, "invalid"],
  ["nbf that has come [SEAL-06]", { nbf: now }, "live"],
  ["without sub", { sub: undefined }, "invalid"],
  ["with an empty sub", { sub: "" }, "invalid"],
  ["with a sub that is no text", { sub: 7 }, "invalid"],
  ["without sid", { sid: undefined }, "invalid"],
  ["with an empty sid", { sid: "" }, "invalid"],
  ["for an audience where none is configured", { aud: "x" }, "invalid"],
];

describe("decideSession()", () => {
  for (const [name, changes, verdict, limits] of rows) {
    it(`a session ${name} is ${verdict}`, () => {
      assert.equal(judge(changes, limits), verdict);
    });
  }

  it("a session of another application is invalid", () => {
    const own = "https://app.example/auth";
    const clock = now * 1000;
    assert.equal(judge({ aud: own }, {}, clock, own), "live");
    const others = [undefined, null, "", `${own}/`, "https://app.example", [
      own,
    ]];
    for (const aud of others) {
      assert.equal(judge({ aud }, {}, clock, own), "invalid");
    }
  });

  it("the decision follows the clock: tolerance, days, 2038, leap day [SEAL-13]", () => {
    const verdicts: [number, string][] = [
      [-300, "invalid"],
      [-121.001, "invalid"],
      [-120, "live"],
      [-61, "live"],
      [10, "live"],
      [300, "live"],
      [HOUR, "live, due"],
      [24 * HOUR, "expired"],
      [2 ** 31 - now, "expired"],
    ];
    for (const [seconds, verdict] of verdicts) {
      assert.equal(judge({}, {}, (now + seconds) * 1000), verdict);
    }
    for (const date of ["2038-01-19T03:14:08Z", "2028-02-29T23:59:59Z"]) {
      const clock = Date.parse(date);
      const iat = clock / 1000;
      const fresh = { iat, auth_time: iat, exp: iat + HOUR };
      assert.equal(judge(fresh, {}, clock), "live");
    }
  });

  it("a session is never live if the clock returns NaN [SEAL-14]", () => {
    assert.equal(judge({}, {}, NaN), "invalid");
    assert.equal(judge({}, {}, Infinity), "expired");
    assert.equal(judge({}, {}, -Infinity), "invalid");
  });
});
