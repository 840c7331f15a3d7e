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
import { NOON, rejections } from "../session/session_testkit.ts";

// A burst meets no time limit, however slow the machine is.
beforeEach(() =>
  mock.timers.enable({ apis: ["Date", "setTimeout"], now: NOON })
);
afterEach(() => {
  mock.timers.reset();
  assert.deepEqual(rejections, []);
});

const TEN_MINUTES = 600;

describe("an owner with a new browser", () => {
  it("the owner waits 5 seconds for each attacking address, and at most 10 minutes for twenty", async () => {
    for (const count of [1, 4, 8, 20]) {
      for (const kind of ["credentials", "code", "email"] as const) {
        const delay = await findLongestDelay({ from: addresses(count), kind });
        assert.ok(delay <= 5 * count, `${count}, ${kind}: ${delay} s`);
      }
    }
  });

  it("an owner who mistypes twice is also in after 10 minutes", async () => {
    for (const kind of ["credentials", "code"] as const) {
      for (const count of [1, 4, 8, 20]) {
        const delay = await findLongestDelay({
          from: addresses(count),
          mistakes: 2,
          kind,
        });
        assert.ok(delay <= TEN_MINUTES, `${count}, ${kind}: ${delay} s`);
      }
    }
  });

  it("the owner gets a second mail within 5 minutes", async () => {
    const from = addresses(20);
    const delay = await findLongestDelay({ from, mistakes: 1, kind: "email" });
    assert.ok(delay <= TEN_MINUTES / 2, `${delay} s`);
  });

  it("an owner who mistypes three times waits longest, and is in within three quarters of an hour", async () => {
    const delay = await findLongestDelay({ from: addresses(20), mistakes: 3 });
    assert.ok(delay > TEN_MINUTES && delay <= 2700, `${delay} s`);
  });

  it("the owner is in that soon whenever the attack began", async () => {
    for (const arrival of [0, 7, 99, 601, 3600, 4 * 3600, 12 * 3600]) {
      for (const saves of [true, false]) {
        const attack = { from: addresses(20), arrival, saves, mistakes: 2 };
        const { delay } = await simulate(attack);
        assert.ok(delay <= TEN_MINUTES, `${arrival}, ${saves}: ${delay} s`);
      }
    }
  });

  it("the owner waits no longer if attackers try every second, whatever they are told", async () => {
    for (const count of [4, 20]) {
      const from = addresses(count);
      const attack = { from, arrival: 60, polls: true, mistakes: 2 };
      const { delay } = await simulate(attack);
      assert.ok(delay <= 30 * count, `${count}: ${delay} s`);
    }
  });

  it("the owner waits no longer if one attacker uses all networks of an IPv6 line", async () => {
    const from = Array.from(
      { length: 400 },
      (_, i) => `2001:db8:7:${i.toString(16)}::1`,
    );
    assert.ok(await findLongestDelay({ from }) <= 5);
    assert.ok(await findLongestDelay({ from, mistakes: 2 }) <= 30);
  });

  it("the owner of each of ten accounts is in that soon if the same twenty addresses attack all ten", async () => {
    for (const saves of [true, false]) {
      const attack = { from: addresses(20), arrival: 60, saves, accounts: 10 };
      const { delay } = await simulate({ ...attack, mistakes: 2 });
      assert.ok(delay <= TEN_MINUTES, `${saves}: ${delay} s`);
    }
  });

  it("the owner is in that soon with other limits too", async () => {
    const cases = [
      { account: 1 },
      { account: 5, pause: 15 },
      { account: 50, pause: 60 },
      { pause: 1 },
    ];
    for (const credentials of cases) {
      const delay = await findLongestDelay({
        from: addresses(20),
        mistakes: 2,
        config: { limits: { credentials } },
      });
      const text = JSON.stringify(credentials);
      // The pauses between the owner's own three attempts are added.
      assert.ok(delay <= TEN_MINUTES + 30, `${text}: ${delay} s`);
    }
  });

  it("the owner goes before attackers whose address is unknown", async () => {
    const attack = { from: [null], arrival: 3600, polls: true };
    assert.equal((await simulate(attack)).delay, 0);
  });

  it("an owner whose address is unknown is certain of a turn only in a known browser", async () => {
    const attack = { from: [null], arrival: 60, home: null, seconds: 7200 };
    assert.equal((await simulate(attack)).delay, Infinity);
    const site = createSite();
    const ada = { account: "ada@example.com" };
    const device = await succeed(site.from(null), ada);
    while (await attempt(site.from(null), ada) === 0);
    assert.equal(await attempt(site.from(null, device), ada), 0);
  });

  it("the owner has turns left after a burst from all addresses at once, however slow the store is", async () => {
    const site = createSite({ store: slowDown() });
    const ada = { account: "ada@example.com" };
    const burst = addresses(200).flatMap((address) =>
      [1, 2, 3].map(() => attempt(site.from(address), ada))
    );
    const waits = await Promise.all(burst);
    assert.equal(waits.filter((wait) => wait === 0).length, 10);
    mock.timers.tick(5000);
    assert.equal(await attempt(site.from("203.0.113.7"), ada), 0);
  });

  it("the owner has turns left after bursts in several processes, which let as many through as one", async () => {
    const store = createMemoryStore();
    const secret = "a secret that several processes share";
    const ada = { account: "ada@example.com" };
    const sites = [0, 1, 2, 3].map(() =>
      createSite({ store: slowDown(store), secret })
    );
    const passed: number[] = [];
    for (const second of [0, 5, 10, 15]) {
      const waits = await Promise.all(
        addresses(40).map((address, i) => {
          const site = sites[i % 4] ?? assert.fail();
          return attempt(site.from(address), ada);
        }),
      );
      passed.push(waits.filter((wait) => wait === 0).length);
      mock.timers.setTime(NOON + (second + 5) * 1000);
    }
    assert.deepEqual(passed, [10, 1, 1, 1]);
  });
});

describe("guesses at one account", () => {
  it("an account takes at most 3,000 guesses a day, from twenty addresses or a new one every five seconds", async () => {
    const { guesses } = await simulate({ from: addresses(20) });
    assert.ok(guesses > 1000 && guesses <= 3000, `${guesses}`);
    const site = createSite();
    let passed = 0;
    // A turn comes every 28.8 seconds.
    const all = addresses(86_400 / 5);
    for (const [i, address] of all.entries()) {
      mock.timers.setTime(NOON + 5 * i * 1000);
      const wait = await attempt(site.from(address), { account: "ada" });
      if (wait === 0) passed++;
    }
    assert.ok(passed > 2900 && passed <= 3000, `${passed}`);
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
