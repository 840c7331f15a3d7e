import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { createMemoryStore, type Store } from "@latchkey/auth";
import { InvalidCheck, StoreError } from "../errors/errors.ts";
import {
  limitAttempt,
  type LimitContext,
  limitFailures,
  recallAttempts,
  recordSuccess,
  type Try,
} from "./limits.ts";
import { attempt, createSite, slowDown, succeed } from "./limits_testkit.ts";
import { NOON } from "../session/session_testkit.ts";
import { rejections } from "../../testing/checks_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(() => {
  mock.timers.reset();
  assert.deepEqual(rejections, []);
});

const here = "203.0.113.7";
const ada = { account: "ada@example.com" };
/** Returns a different address for each number. */
const other = (i: number) => `198.51.${(i >> 8) & 255}.${i & 255}`;
const times = <T>(count: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, i) => work(i)));
const count = (waits: readonly number[]) =>
  waits.filter((one) => one === 0).length;
const seconds = (n: number) => mock.timers.tick(n * 1000);

describe("attempts from one address", () => {
  it("attempts are refused after a number of them, whatever accounts they name, and accepted again later", async () => {
    const site = createSite({
      limits: { credentials: { address: 5, window: 60 } },
    });
    for (let i = 0; i < 5; i++) {
      assert.equal(await attempt(site.from(here), { account: `${i}` }), 0);
      seconds(1);
    }
    assert.equal(await attempt(site.from(here), { account: "5" }), 55);
    assert.equal(await attempt(site.from(here), ada), 55);
    assert.equal(await attempt(site.from(other(1)), ada), 0);
    seconds(55);
    assert.equal(await attempt(site.from(here), ada), 0);
    assert.equal(await attempt(site.from(here), ada), 1);
  });

  it("attempts of a whole /64 network, and of every spelling of an IPv4 address, count together [A27]", async () => {
    const site = createSite({ limits: { credentials: { address: 20 } } });
    const waits = await times(
      30,
      (i) => attempt(site.from(`2001:db8:1:2::${(i + 1).toString(16)}`)),
    );
    assert.equal(count(waits), 20);
    assert.equal(await attempt(site.from("2001:db8:1:3::1")), 0);
  });

  it("attempts made at once with a slow store pass exactly as often as allowed", async () => {
    const limits = { credentials: { address: 10, account: 10 } };
    const site = createSite({ store: slowDown(), limits });
    const waits = await times(
      50,
      (i) => attempt(site.from(here), { account: `person ${i}` }),
    );
    assert.equal(count(waits), 10);
  });

  it("attempts made at once in several processes pass as often as allowed, and no more", async () => {
    const store = createMemoryStore();
    const secret = "a secret that several processes share";
    const limits = { credentials: { address: 10 } };
    // These processes run in parallel, whereas one process would queue the
    // attempts.
    const apart = (i: number): Store => {
      const slow = slowDown(store);
      return {
        ...slow,
        get: (keys) => slow.get(keys.map((key) => key)),
        compareAndSet: async (...args) => {
          for (let n = 0; n < i % 7; n++) await Promise.resolve();
          return await slow.compareAndSet(...args);
        },
      };
    };
    const sites = Array.from(
      { length: 4 },
      (_, i) => createSite({ store: apart(i), secret, limits }),
    );
    const waits = await times(
      48,
      (i) => attempt(sites[i % 4]?.from(here) ?? assert.fail()),
    );
    assert.equal(count(waits), 10);
  });

  it("attempts that succeed do not count", async () => {
    const site = createSite({ limits: { credentials: { address: 5 } } });
    for (let i = 0; i < 100; i++) {
      const ctx = site.from(here);
      const what = { kind: "credentials", account: `person ${i}` } as const;
      assert.equal(await attempt(ctx, what), 0);
      seconds(1);
      await recordSuccess(ctx, what);
    }
    assert.equal(count(await times(20, () => attempt(site.from(here)))), 5);
  });

  it("attempts keep counting while an attacker signs in to another account in between", async () => {
    const site = createSite({ limits: { credentials: { address: 10 } } });
    const own = { kind: "credentials", account: "mallory" } as const;
    let passed = 0;
    for (let i = 0; i < 40; i++) {
      const wait = await attempt(site.from(here), { account: `victim ${i}` });
      if (wait === 0) passed++;
      const ctx = site.from(here);
      if (await attempt(ctx, own) === 0) await recordSuccess(ctx, own);
    }
    assert.equal(passed, 10);
  });
});

describe("attempts at one account", () => {
  it("attempts from many addresses are slowed down, and the pause ends", async () => {
    const site = createSite({
      limits: { credentials: { account: 5, pause: 15 } },
    });
    const waits: number[] = [];
    for (let i = 0; i < 24 * 2; i++) {
      waits.push(await attempt(site.from(other(i)), ada));
    }
    assert.deepEqual(waits, Array(24 * 2).fill(0));
    const pauses = new Set<number>();
    for (let i = 200; i < 500; i++) {
      const wait = await attempt(site.from(other(i)), ada);
      pauses.add(wait);
      seconds(wait);
      assert.equal(await attempt(site.from(other(i)), ada), 0);
    }
    assert.deepEqual([...pauses], [15]);
    assert.equal(await attempt(site.from(other(999)), { account: "bob" }), 0);
  });

  it("an account takes 120 guesses an hour and a hundred more, however many addresses there are", async () => {
    const site = createSite();
    const [first, next] = [{ passed: 0 }, { passed: 0 }];
    for (let second = 0; second < 7200; second++) {
      const hour = second < 3600 ? first : next;
      for (let i = 0; i < 2; i++) {
        const ctx = site.from(other(second * 2 + i));
        if (await attempt(ctx, ada) === 0) hour.passed++;
      }
      seconds(1);
    }
    assert.ok(first.passed > 200 && first.passed <= 220, `${first.passed}`);
    assert.ok(next.passed > 110 && next.passed <= 121, `${next.passed}`);
  });

  it("attempts at one account at once with a slow store pass exactly as often as allowed", async () => {
    const limits = { credentials: { account: 10 } };
    const site = createSite({ store: slowDown(), limits });
    assert.equal(
      count(await times(50, () => attempt(site.from(here), ada))),
      10,
    );
    const waits = await times(500, (i) => attempt(site.from(other(i)), ada));
    assert.equal(count(waits), 96 - 10);
  });

  it("attempts count for one account in every spelling of its name", async () => {
    const site = createSite({ limits: { credentials: { account: 4 } } });
    const spellings = [
      "Ada@Example.com",
      " ada@example.com",
      "ａda@example.com",
    ];
    const from = async (address: (i: number) => string | null) => {
      const all = await times(200, (i) => {
        const account = spellings[i % 3] ?? "";
        return attempt(site.from(address(i)), { account });
      });
      return count(all);
    };
    assert.equal(await from(() => null), 4);
    // The account is slowed, but this address still has its share.
    assert.equal(await from(() => here), 2);
    assert.equal(await from(other), 24 * 2 - 6);
  });

  it("the owner in a new browser has a turn, however often a stranger tries", async () => {
    for (const kind of ["credentials", "email"] as const) {
      const site = createSite();
      const what = { kind, ...ada };
      const hammer = () => attempt(site.from(here), what);
      for (let i = 0; i < 900; i++) {
        await hammer();
        seconds(1);
      }
      let tries = 0;
      let wait = 0;
      do {
        for (let i = 0; i < wait; i++) {
          seconds(1);
          await hammer();
        }
        tries++;
        wait = await attempt(site.from(other(tries)), what);
      } while (wait > 0 && tries < 10);
      assert.ok(tries <= 2, `${kind}: ${tries} tries`);
    }
  });

  it("one address has only a few of an account's guesses", async () => {
    const site = createSite();
    let passed = 0;
    for (let second = 0; second < 3600; second += 5) {
      if (await attempt(site.from(here), ada) === 0) passed++;
      seconds(5);
    }
    // Ten pass at first, and then one in twelve minutes.
    assert.equal(passed, 14);
  });

  it("the owner is not slowed down in a browser that signed in before", async () => {
    const site = createSite();
    let device = await succeed(site.from(here), ada);
    for (let day = 0; day < 30; day++) {
      seconds(86_400);
      // An attacker hammers the account, from many addresses and from the
      // owner's.
      await times(300, (i) => attempt(site.from(other(i)), ada));
      assert.ok(await attempt(site.from("192.0.2.1"), ada) > 0);
      const from = [here, "192.0.2.1", null][day % 3] ?? null;
      device = await succeed(site.from(from, device), ada);
    }
  });

  it("the owner is not slowed down if neighbours have used up the address", async () => {
    const site = createSite({ limits: { credentials: { address: 20 } } });
    const device = await succeed(site.from(here), ada);
    await times(30, (i) => attempt(site.from(here), { account: `guess ${i}` }));
    assert.ok(await attempt(site.from(here, device), { account: "bob" }) > 0);
    assert.ok(await attempt(site.from(here), ada) > 0);
    assert.equal(await attempt(site.from(here, device), ada), 0);
  });

  it("attempts in a known browser are slowed down too", async () => {
    const site = createSite({ limits: { credentials: { account: 3 } } });
    const device = await succeed(site.from(here), ada);
    const guess = () => attempt(site.from(here, device), ada);
    // Those of the browser, and those of any browser at its address.
    assert.equal(count(await times(10, guess)), 3 + 3);
    assert.equal(await guess(), 30);
    seconds(30);
    assert.notEqual(await succeed(site.from(here, device), ada), "");
    assert.equal(count(await times(10, guess)), 1);
  });

  it("a browser that signed in under a name that only folds to the account's is not known for it", async () => {
    const site = createSite();
    const names = ["ADA@example.com", " ada@example.com", "ａda@example.com"];
    for (const account of names) {
      let device = await succeed(site.from(here), { account });
      let passed = 0;
      for (let i = 0; i < 100; i++) {
        if (await attempt(site.from(here, device), ada) === 0) passed++;
        device = await succeed(site.from(here, device), { account })
          .catch(() => device);
      }
      assert.ok(passed <= 10, `${account}: ${passed}`);
      seconds(86_400);
    }
  });

  it("attempts with many collected cookies of known browsers are few too", async () => {
    const site = createSite();
    const devices: string[] = [];
    for (let i = 0; i < 40; i++) {
      devices.push(await succeed(site.from(other(i)), ada));
    }
    const guesses = await times(
      400,
      (i) => attempt(site.from(other(i), devices[i % 40]), ada),
    );
    // Those of all known browsers, and those of any.
    assert.equal(count(guesses), 40 + 96);
  });

  it("attempts from all networks of one IPv6 line count for one address", async () => {
    const site = createSite();
    let passed = 0;
    for (let i = 0; i < 600; i++) {
      const address = `2001:db8:7:${i.toString(16)}::1`;
      if (await attempt(site.from(address), ada) === 0) passed++;
      seconds(6);
    }
    assert.ok(passed <= 26, `${passed}`);
  });

  it("attempts from a few addresses in bursts leave room for the owner", async () => {
    const site = createSite();
    const made = [0, 0, 0];
    let [turns, next] = [0, 0];
    for (let second = 0; second < 7200; second += 2) {
      for (let i = 0; i < made.length; i++) {
        const known = made[i] ?? 0;
        const isResting = known >= 15 && second % 1300 > 60;
        if (isResting) continue;
        if (await attempt(site.from(other(i)), ada) === 0) made[i] = known + 1;
      }
      if (second > 600 && second >= next) {
        const wait = await attempt(site.from(here), ada);
        if (wait === 0) turns++;
        next = second + Math.max(wait, 600) + 2;
      }
      seconds(2);
    }
    assert.ok(turns >= 5, `${turns} turns`);
  });

  it("refused attempts leave no trace in any log", async () => {
    const limits = { credentials: { address: 12, account: 10 } };
    const site = createSite({ store: slowDown(), limits });
    await times(40, () => attempt(site.from(here), ada));
    const rest = await times(
      10,
      (i) => attempt(site.from(here), { account: `person ${i}` }),
    );
    assert.equal(count(rest), 2);
  });

  it("a thousand attempts at once pass as often as allowed, however slow the store is", async () => {
    mock.timers.reset();
    mock.timers.enable({ apis: ["Date", "setTimeout"], now: NOON });
    for (const account of [ada.account, null]) {
      const limits = { credentials: { address: 1000 } };
      const site = createSite({ store: slowDown(), limits });
      const waits = times(1000, () => attempt(site.from(here), { account }));
      let isDone = false;
      waits.then(() => isDone = true);
      while (!isDone) {
        await new Promise((resolve) => setImmediate(resolve));
        // Each answer takes 15 ms, and no attempt waits for longer than 2 s.
        mock.timers.tick(5);
      }
      const passed = count(await waits);
      // The account's pauses elapse while they wait.
      assert.ok(passed > 0 && passed <= (account ? 15 : 150), `${passed}`);
      assert.deepEqual(site.lines, []);
    }
  });

  it("attempts of one known browser do not slow another one down", async () => {
    const site = createSite({ limits: { credentials: { account: 3 } } });
    const one = await succeed(site.from(here), ada);
    const two = await succeed(site.from(here), ada);
    await times(10, () => attempt(site.from(here, one), ada));
    assert.equal(await attempt(site.from(here, two), ada), 0);
  });

  it("the owner at a new address waits no longer than others", async () => {
    const site = createSite();
    await times(300, (i) => attempt(site.from(other(i)), ada));
    const wait = await attempt(site.from(here), ada);
    assert.ok(wait > 0 && wait <= 30);
    seconds(wait);
    assert.equal(await attempt(site.from(here), ada), 0);
  });

  it("the limits are the same for existing and unknown accounts", async () => {
    const site = createSite();
    await succeed(site.from("192.0.2.1"), { account: "known" });
    const waits = async (account: string) => {
      const all: number[] = [];
      for (let i = 0; i < 20; i++) {
        all.push(await attempt(site.from(other(i)), { account }));
      }
      return all;
    };
    assert.deepEqual(await waits("known"), await waits("nobody"));
  });
});

describe("attempts from an unknown address", () => {
  it("attempts are limited by account only", async () => {
    const site = createSite();
    const waits = await times(
      500,
      (i) => attempt(site.from(null), { account: `person ${i}` }),
    );
    assert.equal(count(waits), 500);
    assert.equal(
      count(await times(50, () => attempt(site.from(null), ada))),
      10,
    );
  });

  it("every user can sign in after a wait", async () => {
    const site = createSite();
    await times(50, () => attempt(site.from(null), ada));
    const wait = await attempt(site.from(null), ada);
    assert.ok(wait > 0 && wait <= 30);
    seconds(wait);
    assert.equal(await attempt(site.from(null), ada), 0);
  });

  it("attempts at no account are not limited, because nothing identifies them", async () => {
    const site = createSite({ store: createBrokenStore() });
    const waits = await times(500, () => attempt(site.from(null)));
    assert.equal(count(waits), 500);
    assert.deepEqual(site.lines, []);
  });
});

describe("answers to a challenge that this browser got", () => {
  const answer = (ctx: LimitContext, error?: Error) =>
    limitFailures(ctx, () => error ? Promise.reject(error) : Promise.resolve());
  const isRefused = (ctx: LimitContext, error?: Error) =>
    answer(ctx, error).then(() => null, ({ type }) => type);

  it("only wrong answers count", async () => {
    const site = createSite();
    const wrong = new InvalidCheck("wrong");
    for (let i = 0; i < 200; i++) {
      assert.equal(await isRefused(site.from(here)), null);
      const down = new StoreError("down");
      assert.equal(await isRefused(site.from(here), down), "StoreError");
      await isRefused(site.from(here), new TypeError("a mistake of ours"));
    }
    for (let i = 0; i < 30; i++) {
      assert.equal(await isRefused(site.from(here), wrong), "InvalidCheck");
      seconds(1);
    }
    const wait = await answer(site.from(here)).catch((error) => error);
    assert.deepEqual([wait.type, wait.retryAfter], ["RateLimited", 270]);
    assert.equal(await isRefused(site.from(other(1))), null);
    seconds(270);
    assert.equal(await isRefused(site.from(here)), null);
  });
});

describe("an attempt that an outage stops", () => {
  const down = () => Promise.reject(new StoreError("down"));
  const fail = (ctx: LimitContext, what: Try) =>
    limitAttempt(ctx, what, down).catch(({ type }) => type);
  const what = { kind: "credentials", ...ada } as const;

  it("the attempt counts neither for the address nor for the account", async () => {
    const site = createSite();
    for (let i = 0; i < 100; i++) {
      assert.equal(await fail(site.from(here), what), "StoreError");
    }
    assert.equal(
      count(await times(20, () => attempt(site.from(here), what))),
      10,
    );
  });

  it("other attempts keep counting", async () => {
    const site = createSite({ limits: { credentials: { account: 2 } } });
    for (const address of [here, null]) {
      await attempt(site.from(address), what);
      seconds(1);
      await fail(site.from(address), what);
      assert.equal(
        count(await times(5, () => attempt(site.from(address), what))),
        1,
      );
      seconds(3600);
    }
  });

  it("the attempt counts if it had an effect, or if the visitor caused the failure", async () => {
    const site = createSite({ limits: { credentials: { account: 4 } } });
    const wrong = () => Promise.reject(new InvalidCheck("wrong"));
    const mistake = () => Promise.reject(new TypeError("of the host's"));
    const tries = [
      () => limitAttempt(site.from(here), what, down, () => false),
      () => limitAttempt(site.from(here), what, mistake),
      () => limitAttempt(site.from(here), what, wrong),
    ];
    for (const run of tries) await assert.rejects(run);
    assert.equal(
      count(await times(5, () => attempt(site.from(here), what))),
      1,
    );
  });
});

describe("a requested mail", () => {
  it("the mail counts until its user signs in with it", async () => {
    const site = createSite({ limits: { email: { address: 3, account: 3 } } });
    const ask = (i: number) =>
      attempt(site.from(here), { kind: "email", account: `${i}@example.com` });
    assert.equal(count(await times(5, ask)), 3);
    seconds(60);
    const used = { kind: "email", account: "0@example.com" } as const;
    // If it is unknown when a mail was requested, nothing is given back.
    await recordSuccess(site.from(here), used, null);
    await recordSuccess(site.from(here), used, NOON - 1);
    assert.equal(count(await times(5, (i) => ask(i + 10))), 0);
    await recordSuccess(site.from(here), used, NOON);
    assert.equal(count(await times(5, (i) => ask(i + 10))), 1);
  });

  it("mails to one address wait for two minutes at most", async () => {
    const site = createSite();
    const mail = { kind: "email", ...ada } as const;
    let sent = 0;
    for (let i = 0; i < 3600; i++) {
      if (await attempt(site.from(other(i)), mail) === 0) sent++;
      seconds(1);
    }
    // 48 fit into the bucket, and then one each two minutes.
    assert.ok(sent > 70 && sent <= 78, `${sent}`);
  });
});

describe("limits", () => {
  it("one line turns the limits off", async () => {
    const site = createSite({ limits: false, store: createBrokenStore() });
    const what = { kind: "credentials", ...ada } as const;
    const waits = await times(200, () => attempt(site.from(here), what));
    assert.equal(count(waits), 200);
    await recordSuccess(site.from(here), what);
    await assert.rejects(
      limitAttempt(site.from(here), what, () => Promise.reject(new Error())),
    );
    assert.deepEqual(site.lines, []);
  });

  it("limits can be off for one kind, or one way of counting, and on for others", async () => {
    const site = createSite({
      limits: {
        email: false,
        code: { account: false },
        credentials: { address: false },
      },
    });
    const at = (
      kind: "email" | "code" | "credentials",
      account: string | null,
    ) => times(80, () => attempt(site.from(here), { kind, account }));
    assert.equal(count(await at("email", "a")), 80);
    assert.equal(count(await at("code", "a")), 50);
    assert.equal(count(await at("credentials", "a")), 10);
    assert.equal(count(await at("credentials", null)), 80);
  });

  it("the event rateLimited says what was refused, with an address only if it is known", async () => {
    const site = createSite({ limits: { credentials: { account: 1 } } });
    for (const address of [here, here, null]) {
      await attempt(site.from(address), ada);
    }
    const kind = "credentials";
    assert.deepEqual(site.told, [
      { kind, address: here, retryAfter: 720 },
      { kind, retryAfter: 30 },
    ]);
  });

  it("the number of counted attempts is kept for the event signInFailed", async () => {
    const site = createSite();
    for (const expected of [1, 2, 3]) {
      const ctx = site.from(here);
      assert.equal(recallAttempts(ctx), null);
      await attempt(ctx, ada);
      assert.equal(recallAttempts(ctx), expected);
    }
    const unknown = site.from(null);
    await attempt(unknown, ada);
    assert.equal(recallAttempts(unknown), 4);
  });

  it("the store contains neither addresses nor account names", async () => {
    const inner = createMemoryStore();
    const seen: string[] = [];
    const site = createSite({
      store: {
        ...inner,
        get: (keys) => (seen.push(...keys), inner.get(keys)),
        compareAndSet: (...args) => {
          seen.push(`${args}`);
          return inner.compareAndSet(...args);
        },
      },
    });
    const what = { kind: "credentials", ...ada } as const;
    const ctx = site.from(here);
    await attempt(ctx, what);
    await recordSuccess(ctx, what);
    assert.ok(seen.length > 5);
    for (const text of seen) {
      assert.doesNotMatch(text, /ada|example|203\.0|113\.7/i);
      assert.match(text, /^limit:[\w-]{22}(?:,|$)/);
    }
  });

  it("an attempt reads the store once, and writes once for each count", async () => {
    const inner = createMemoryStore();
    const calls: string[] = [];
    const site = createSite({
      store: {
        ...inner,
        get: (keys) => (calls.push(`get ${keys.length}`), inner.get(keys)),
        compareAndSet: (...args) => {
          calls.push("compareAndSet");
          return inner.compareAndSet(...args);
        },
      },
    });
    await attempt(site.from(here), ada);
    const writes = ["compareAndSet", "compareAndSet", "compareAndSet"];
    assert.deepEqual(calls, ["get 3", ...writes]);
  });
});

describe("a store", () => {
  const broken: Record<string, Partial<Store>> = {
    "that cannot be asked": { get: () => Promise.reject(new Error("down")) },
    "that cannot be written": {
      compareAndSet: () => {
        throw new Error("down");
      },
    },
    "that returns nothing": { get: () => undefined as never },
  };
  for (const [name, fault] of Object.entries(broken)) {
    it(`a store ${name} locks no visitor out, and each time is logged`, async () => {
      const site = createSite({ store: { ...createMemoryStore(), ...fault } });
      const what = { kind: "credentials", ...ada } as const;
      const waits = await times(10, () => attempt(site.from(here), what));
      assert.equal(count(waits), 10);
      assert.equal(site.lines.length, 10);
      assert.match(site.lines[0] ?? "", /StoreError.*was not limited/s);
      await recordSuccess(site.from(here), what);
    });
  }

  it("a store that hangs delays no visitor by more than two seconds, even in a queue", async () => {
    mock.timers.reset();
    mock.timers.enable({ apis: ["Date", "setTimeout"], now: NOON });
    const hang = () => new Promise<never>(() => {});
    for (const fault of [{ get: hang }, { compareAndSet: hang }]) {
      const site = createSite({ store: { ...createMemoryStore(), ...fault } });
      const waits = times(20, () => attempt(site.from(here), ada));
      for (let i = 0; i < 50; i++) await Promise.resolve();
      mock.timers.tick(2000);
      assert.equal(count(await waits), 20);
      assert.equal(site.lines.length, 20);
    }
  });

  it("a memory store keeps revocations, however many addresses attack", async () => {
    const store = createMemoryStore({ maxEntries: 100 });
    // This key expires before any attempt: by lifetime alone it would be
    // evicted first.
    await store.set("revoked:session:stolen", "1", 30);
    await store.set("attempt:used", "used", 30);
    const site = createSite({ store });
    for (let i = 0; i < 2000; i++) {
      await attempt(site.from(other(i)), { account: `person ${i}` });
    }
    const keys = ["revoked:session:stolen", "attempt:used"];
    assert.deepEqual(await store.get(keys), ["1", "used"]);
  });

  it("a malformed log in the store is deleted", async () => {
    const inner = createMemoryStore();
    const site = createSite({
      store: {
        ...inner,
        get: async (keys) =>
          (await inner.get(keys)).map((value) => value ?? "no log, -5"),
        compareAndSet: async (key, expected, value, ttl) =>
          await inner.compareAndSet(
            key,
            expected === "no log, -5" ? null : expected,
            value,
            ttl,
          ),
      },
      limits: { credentials: { address: 3 } },
    });
    assert.equal(count(await times(9, () => attempt(site.from(here)))), 3);
  });
});

function createBrokenStore(): Store {
  const fail = () => Promise.reject(new Error("nobody should have asked"));
  return { get: fail, set: fail, compareAndSet: fail, delete: fail };
}
