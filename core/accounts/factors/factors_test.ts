import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decideFactor, type FactorFacts } from "./decide_factor.ts";
import {
  addApp,
  addBrowser,
  countLeft,
  type Factors,
  forgetBrowsers,
  hasFactor,
  MAX_APPS,
  NO_FACTORS,
  removeApp,
  replaceRecovery,
  touchBrowser,
  useRecovery,
  useStep,
} from "./factors.ts";

const app = { id: "a", name: null, secret: "s", lastStep: 4, created: 0 };
const browser = { hash: "b", created: 1, lastSeen: 1, userAgent: null };
const recovery = {
  key: "k",
  created: 0,
  codes: [{ hash: "x", used: null }, { hash: "y", used: null }],
};
const all: Factors = { apps: [app], recovery, browsers: [browser] };

describe("the second factors of a user", () => {
  it("a change of apps and codes forgets the remembered browsers, and a use does not", () => {
    const other = { ...app, id: "c" };
    assert.deepEqual(addApp(all, other)?.browsers, []);
    assert.deepEqual(replaceRecovery(all, recovery).browsers, []);
    const two = { ...all, apps: [app, other] };
    assert.deepEqual(removeApp(two, "a")?.browsers, []);
    assert.deepEqual(useStep(all, "a", 5)?.browsers, [browser]);
    assert.deepEqual(useRecovery(all, "x", 9)?.browsers, [browser]);
  });

  it("removing the last app removes everything, and one that is not there changes nothing", () => {
    assert.equal(removeApp(all, "a"), NO_FACTORS);
    assert.equal(removeApp(all, "b"), null);
    assert.ok(hasFactor(all));
    assert.ok(!hasFactor(NO_FACTORS));
  });

  it("a user has five apps at most", () => {
    const apps = Array.from({ length: MAX_APPS }, (_, i) => ({
      ...app,
      id: `${i}`,
    }));
    assert.equal(addApp({ ...all, apps }, app), null);
    assert.notEqual(addApp({ ...all, apps: apps.slice(1) }, app), null);
  });

  it("a step is used once, and uses up the earlier ones", () => {
    const used = useStep(all, "a", 6);
    assert.equal(used?.apps[0]?.lastStep, 6);
    for (const step of [5, 6]) {
      assert.equal(used && useStep(used, "a", step), null);
    }
    assert.equal(useStep(all, "other", 9), null);
    assert.equal(useStep(all, "a", NaN), null);
  });

  it("a recovery code is used once", () => {
    assert.deepEqual([all, NO_FACTORS].map(countLeft), [2, 0]);
    const used = useRecovery(all, "x", 9);
    assert.equal(used && countLeft(used), 1);
    assert.equal(used && useRecovery(used, "x", 10), null);
    assert.equal(useRecovery(all, "z", 9), null);
    assert.equal(useRecovery(NO_FACTORS, "x", 9), null);
  });

  it("twenty browsers are remembered, those that were seen last", () => {
    let factors = all;
    for (let i = 2; i < 30; i++) {
      const next = { ...browser, hash: `b${i}`, lastSeen: i };
      factors = addBrowser(factors, next);
    }
    assert.equal(factors.browsers.length, 20);
    assert.equal(factors.browsers.at(-1)?.hash, "b10");
    assert.equal(forgetBrowsers(factors, "b10").browsers.length, 19);
    assert.deepEqual(forgetBrowsers(factors, null).browsers, []);
  });

  it("a browser that was seen by a process with a slow clock is not seen earlier", () => {
    assert.equal(touchBrowser(all, "b", 0)?.browsers[0]?.lastSeen, 1);
    assert.equal(touchBrowser(all, "b", 5)?.browsers[0]?.lastSeen, 5);
    assert.equal(touchBrowser(all, "c", 5), null);
  });
});

describe("what a sign-in lacks", () => {
  const facts: FactorFacts = {
    isStrong: false,
    hasFactor: false,
    hasPasskey: false,
    isRemembered: false,
    isDemanded: false,
    rule: "optional",
  };
  const rows: readonly [string, Partial<FactorFacts>, unknown][] = [
    ["nothing, without a factor", {}, null],
    ["the factor that the user has", { hasFactor: true }, "factor"],
    [
      "nothing in a remembered browser",
      { hasFactor: true, isRemembered: true },
      null,
    ],
    [
      "the factor even there, if the page asks for it",
      { hasFactor: true, isRemembered: true, isDemanded: true },
      "factor",
    ],
    ["a factor, where everybody has one", { rule: "required" }, "enrolment"],
    [
      "a factor, although the browser claims to be remembered",
      { rule: "required", isRemembered: true },
      "enrolment",
    ],
    [
      "the passkey of a user who has one, who may not set up another factor",
      { rule: "required", hasPasskey: true },
      "passkey",
    ],
    [
      "nothing, after a proof of several factors",
      { isStrong: true, hasFactor: true, isDemanded: true, rule: "required" },
      null,
    ],
  ];
  for (const [what, more, missing] of rows) {
    it(`it lacks ${what}`, () => {
      assert.equal(decideFactor({ ...facts, ...more }), missing);
    });
  }
});
