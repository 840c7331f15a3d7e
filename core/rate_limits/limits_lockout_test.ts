/**
 * Runs lock-out attacks against the real limiter. The owner always uses a new
 * browser, and tries exactly when the limiter says.
 */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createMemoryStore } from "@latchkey/auth";
import { attempt, createSite, slowDown, succeed } from "./limits_testkit.ts";
import {
  addresses,
  findLongestDelay,
  simulate,
} from "./limits_simulation_testkit.ts";
import { NOON } from "../session/session_testkit.ts";
import { rejections } from "../../testing/checks_testkit.ts";

// A burst meets no time limit, however slow the machine is.
beforeEach(() =>
  mock.timers.enable({ apis: ["Date", "setTimeout"], now: NOON })
);
afterEach(() => {
  mock.timers.reset();
  assert.deepEqual(rejections, []);
});

describe("an owner with a new browser", () => {
  it("the owner does not wait while twenty addresses attack", async () => {
    for (const kind of ["credentials", "code", "email"] as const) {
      for (const count of [1, 4, 20]) {
        for (const mistakes of [0, kind === "email" ? 1 : 3]) {
          const from = addresses(count);
          const delay = await findLongestDelay({ from, mistakes, kind });
          assert.equal(delay, 0, `${count}, ${kind}, ${mistakes}`);
        }
      }
    }
  });

  it("an owner who mistypes four times waits for 12 minutes if attacked, and otherwise after ten times", async () => {
    const from = addresses(20);
    assert.equal(await findLongestDelay({ from, mistakes: 4 }), 720);
    assert.equal(await findLongestDelay({ from: [], mistakes: 9 }), 0);
    assert.equal(await findLongestDelay({ from: [], mistakes: 10 }), 720);
  });

  it("the owner does not wait whenever the attack began", async () => {
    for (const arrival of [0, 7, 99, 601, 3600, 4 * 3600, 23 * 3600]) {
      for (const saves of [true, false]) {
        const attack = { from: addresses(20), arrival, saves, mistakes: 2 };
        assert.equal((await simulate(attack)).delay, 0, `${arrival}, ${saves}`);
      }
    }
  });

  it("the owner does not wait if attackers try every second, whatever they are told", async () => {
    const attack = { arrival: 60, polls: true, mistakes: 2 };
    assert.equal((await simulate({ from: addresses(20), ...attack })).delay, 0);
  });

  it("the owner does not wait if one attacker uses all networks of an IPv6 line", async () => {
    const from = Array.from(
      { length: 400 },
      (_, i) => `2001:db8:7:${i.toString(16)}::1`,
    );
    assert.equal(await findLongestDelay({ from, mistakes: 2 }), 0);
  });

  it("the owner of none of ten accounts waits if the same twenty addresses attack all ten", async () => {
    for (const saves of [true, false]) {
      const attack = { from: addresses(20), arrival: 60, saves, accounts: 10 };
      const { delay } = await simulate({ ...attack, mistakes: 2 });
      assert.equal(delay, 0, `${saves}`);
    }
  });

  it("the owner does not wait with other limits either", async () => {
    const cases = [
      { account: 1 },
      { account: 5, pause: 15 },
      { account: 50, pause: 60 },
      { pause: 1 },
    ];
    for (const credentials of cases) {
      const delay = await findLongestDelay({
        from: addresses(20),
        mistakes: credentials.account === 1 ? 0 : 1,
        config: { limits: { credentials } },
      });
      assert.equal(delay, 0, JSON.stringify(credentials));
    }
  });

  it("the owner goes before attackers whose address is unknown", async () => {
    const attack = { from: [null], arrival: 3600, polls: true };
    assert.equal((await simulate(attack)).delay, 0);
  });

  it("an owner whose address is unknown is certain of an attempt only in a known browser", async () => {
    const attack = { from: [null], arrival: 60, home: null, seconds: 7200 };
    assert.equal((await simulate(attack)).delay, Infinity);
    const site = createSite();
    const ada = { account: "ada@example.com" };
    const device = await succeed(site.from(null), ada);
    while (await attempt(site.from(null), ada) === 0);
    assert.equal(await attempt(site.from(null, device), ada), 0);
  });

  it("an owner whose account fifty addresses attack gets in with a known browser, and soon after the attack", async () => {
    const attack = { from: addresses(50), arrival: 600, seconds: 7200 };
    assert.equal((await simulate(attack)).delay, Infinity);
    const site = createSite();
    const ada = { account: "ada@example.com" };
    const device = await succeed(site.from("203.0.113.7"), ada);
    const burst = addresses(300).map((one) => attempt(site.from(one), ada));
    assert.equal((await Promise.all(burst)).filter((n) => n === 0).length, 96);
    assert.equal(await attempt(site.from("203.0.113.8", device), ada), 0);
    assert.equal(await attempt(site.from("203.0.113.7"), ada), 30);
    mock.timers.tick(30_000);
    assert.equal(await attempt(site.from("203.0.113.7"), ada), 0);
  });

  it("the owner does not wait after bursts from twenty addresses in several processes, however slow the store is", async () => {
    const store = createMemoryStore();
    const secret = "a secret that several processes share";
    const ada = { account: "ada@example.com" };
    const sites = [0, 1, 2, 3].map(() =>
      createSite({ store: slowDown(store), secret })
    );
    const passed: number[] = [];
    for (let i = 0; i < 4; i++) {
      const site = sites[i] ?? assert.fail();
      const burst = addresses(20).flatMap((address) =>
        Array.from({ length: 2 }, () => attempt(site.from(address), ada))
      );
      const waits = await Promise.all(burst);
      passed.push(waits.filter((wait) => wait === 0).length);
    }
    assert.deepEqual(passed, [40, 40, 0, 0]);
    for (const site of sites) {
      assert.equal(await attempt(site.from("203.0.113.7"), ada), 0);
    }
  });
});

describe("guesses at one account", () => {
  it("an account takes at most 2,980 guesses a day, from twenty addresses or a new one every five seconds", async () => {
    const { guesses } = await simulate({ from: addresses(20) });
    assert.ok(guesses > 2000 && guesses <= 2980, `${guesses}`);
    const site = createSite();
    let passed = 0;
    const all = addresses(86_400 / 5);
    for (const [i, address] of all.entries()) {
      mock.timers.setTime(NOON + 5 * i * 1000);
      const wait = await attempt(site.from(address), { account: "ada" });
      if (wait === 0) passed++;
    }
    assert.ok(passed > 2900 && passed <= 2980, `${passed}`);
  });
});

describe("invisible characters in account names", () => {
  const spellings: Record<string, string> = {
    "a zero width space": "ada\u200b@example.com",
    "a zero width joiner": "ada\u200d@example.com",
    "a word joiner": "\u2060ada@example.com",
    "a byte order mark": "\ufeffada@example.com",
    "a soft hyphen": "a\u00adda@example.com",
    "a NUL": "ada@example.com\0",
    "another control character": "ada@example.com\u0007",
    "a variation selector": "ada\ufe0f@example.com",
    "another variation selector": "ada\u{e0100}@example.com",
    "a mark of direction": "\u202eada@example.com\u202c",
    "another mark of direction": "\u2066ada@example.com\u2069",
    "a Hangul filler": "ada\u3164@example.com",
    "a tag": "ada\u{e0061}@example.com",
    "a dot at the end": "ada@example.com.",
    "an ideographic dot at the end": "ada@example.com\u3002",
    "a space that does not break": "\u00a0ada@example.com",
    "an ideographic space": "ada@example.com\u3000",
    "a thin space inside": "ada\u2009@example.com",
    "a tab and a line break": "\tada@example.com\r\n",
    "capitals": "ADA@Example.com",
    "wide letters": "\uff41da@example.com",
    "accents": "\u00e1d\u0101@example.com",
    "accents of their own": "a\u0301da@example.com",
  };

  it("invisible characters do not make another account of a name", async () => {
    for (const [what, account] of Object.entries(spellings)) {
      const site = createSite({ limits: { credentials: { account: 1 } } });
      assert.equal(await attempt(site.from(null), { account }), 0);
      const wait = await attempt(site.from(null), {
        account: "ada@example.com",
      });
      assert.ok(wait > 0, what);
    }
  });

  it("invisible characters do not make two accounts one", async () => {
    const site = createSite({ limits: { credentials: { account: 1 } } });
    const names = [
      "ada@example.com",
      "ad@example.com",
      "ada@example.org",
      "阿达",
      "阿逹",
    ];
    for (const account of names) {
      assert.equal(await attempt(site.from(null), { account }), 0, account);
    }
  });
});
