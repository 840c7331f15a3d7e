import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { scryptSync } from "node:crypto";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { Overloaded, UnknownPasswordHash } from "@latchkey/auth/errors";
import {
  hashPassword,
  needsRehash,
  verifyPassword,
} from "@latchkey/auth/password";
import {
  replaceCrypto,
  replaceKeyDerivation,
  scryptOnce,
} from "./compute_once_testkit.ts";

let restore = () => {};

beforeEach(() => {
  restore = replaceKeyDerivation();
});

afterEach(() => {
  mock.timers.reset();
  restore();
});

/** The lowest cost. */
const cheap = { cost: 14 };

/** Uses the real scrypt at its lowest cost, whatever cost is requested; each result waits until it is released. */
function gateScrypt() {
  const held: (() => void)[] = [];
  let begun = 0;
  const restore = replaceCrypto({
    scrypt: (...args: Parameters<typeof scryptOnce>) => {
      const [password, salt, bytes, options, done] = args;
      begun++;
      const cheapest = { ...options, N: 2 ** 14 };
      scryptOnce(password, salt, bytes, cheapest, (...result) => {
        held.push(() => done(...result));
      });
    },
  });
  /** Waits until this many are held; no more must have started. */
  const until = async (count: number) => {
    do await setImmediate(); while (held.length < begun);
    assert.equal(begun, count);
  };
  const release = async (count: number) => {
    await until(count);
    begun = 0;
    for (const go of held.splice(0)) go();
    // The queue hands their places on before anything else is asked.
    await setImmediate();
  };
  return { until, release, restore };
}

const made = new Map<string, string>();

/** Makes a hash as another library would, and the same one again next time. */
function makeHash(
  password: string,
  { ln = 14, r = 8, p = 1, salt = "0123456789abcdef", bytes = 32 } = {},
): string {
  const name = JSON.stringify([password, ln, r, p, salt, bytes]);
  const known = made.get(name);
  if (known !== undefined) return known;
  const cost = { N: 2 ** ln, r, p, maxmem: 2 ** 30 };
  const key = scryptSync(password, salt, bytes, cost);
  const [one, two] = [Buffer.from(salt), key].map((part) =>
    part.toString("base64").replace(/=+$/, "")
  );
  const hash = `$scrypt$ln=${ln},r=${r},p=${p}$${one}$${two}`;
  made.set(name, hash);
  return hash;
}

describe("hashPassword", () => {
  it("a hash contains its parameters, and differs each time", async () => {
    const hash = await hashPassword("a password");
    assert.match(
      hash,
      /^\$scrypt\$ln=17,r=8,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    );
    assert.ok(!hash.includes("password"));
    assert.equal(await verifyPassword("a password", hash), true);
    const [first, second] = await Promise.all([
      hashPassword("a password", cheap),
      hashPassword("a password", cheap),
    ]);
    assert.notEqual(first, second);
    assert.equal(await verifyPassword("a passworD", hash), false);
  });

  it("a hash is scrypt, to the byte", async () => {
    const [, , , salt = "", key] = (await hashPassword("a password", cheap))
      .split("$");
    const raw = Buffer.from(salt, "base64");
    const same = scryptSync("a password", raw, 32, { N: 2 ** 14, r: 8, p: 1 });
    assert.equal(key, same.toString("base64").replace(/=+$/, ""));
  });

  it("an empty or overlong password and an invalid cost are refused", async () => {
    for (const password of ["", "x".repeat(1025)]) {
      await assert.rejects(hashPassword(password, cheap), RangeError);
    }
    await assert.rejects(hashPassword(undefined as never, cheap), RangeError);
    for (const cost of [13, 21, 14.5, NaN, Infinity, "17" as never]) {
      await assert.rejects(hashPassword("x", { cost }), /14 to 20/);
      await assert.rejects(verifyPassword("x", null, { cost }), /14 to 20/);
    }
    assert.ok(await hashPassword("x".repeat(1024), cheap));
  });

  it("hashPassword says so if the runtime has no scrypt", async () => {
    const restore = replaceCrypto({});
    try {
      await assert.rejects(hashPassword("x", cheap), /no scrypt/);
    } finally {
      restore();
    }
  });
});

describe("verifyPassword", () => {
  it("a password matches in every Unicode spelling of the same letters", async () => {
    const hash = await hashPassword("Ame\u0301lie \uFB01", cheap);
    assert.ok(await verifyPassword("Am\u00e9lie fi", hash));
    assert.ok(!await verifyPassword("Amelie fi", hash));
  });

  it("the parameters of a hash are read by their names, each once", async () => {
    const hash = await hashPassword("correct horse", { cost: 14 });
    const swap = (costs: string) => hash.replace("ln=14,r=8,p=1", costs);
    assert.ok(await verifyPassword("correct horse", swap("p=1,ln=14,r=8")));
    for (const costs of ["ln=14,r=8,p=1,p=1", "ln=14,r=8,r=8", "ln=14,r=8"]) {
      await assert.rejects(
        verifyPassword("correct horse", swap(costs)),
        UnknownPasswordHash,
      );
    }
  });

  it("hashes with other parameters are accepted", async () => {
    for (
      const changes of [
        { ln: 10, r: 1, p: 1 },
        { ln: 12, r: 16, p: 3 },
        { salt: "8 bytes!" },
        { bytes: 64 },
      ]
    ) {
      const hash = makeHash("a password", changes);
      assert.ok(await verifyPassword("a password", hash, cheap), hash);
      assert.ok(!await verifyPassword("another", hash, cheap), hash);
    }
  });

  const good = makeHash("a password");
  for (
    const [what, hash] of [["null", null], ["undefined", undefined], [
      "an empty text",
      "",
    ]] as const
  ) {
    it(`${what} in place of a hash matches no password`, async () => {
      assert.equal(await verifyPassword("a password", hash, cheap), false);
    });
  }

  const bad: Readonly<Record<string, unknown>> = {
    "the password itself": "a password",
    "a number": 7,
    "an object": { toString: () => good },
    "a hash without its key": good.slice(0, good.lastIndexOf("$") + 1),
    "a hash and more": `${good}=`,
    "a hash and a line": `${good}\n`,
    "another algorithm": good.replace("scrypt", "argon2id"),
    "too much memory": good.replace("ln=14,r=8", "ln=20,r=16"),
    "too much work": good.replace("p=1$", "p=99$"),
    "no work": good.replace("ln=14", "ln=0"),
    "a second spelling": good.slice(0, -1) +
      String.fromCharCode(good.charCodeAt(good.length - 1) + 1),
  };
  for (const [what, hash] of Object.entries(bad)) {
    it(`${what} in place of a hash throws an error that does not repeat it`, async () => {
      for (const password of ["a password", "another", ""]) {
        await assert.rejects(
          verifyPassword(password, hash as string, cheap),
          (error: Error) =>
            error instanceof UnknownPasswordHash &&
            /^A stored password hash /.test(error.message) &&
            !error.message.includes(String(hash)),
        );
      }
    });
  }

  it("an invalid password matches no hash", async () => {
    const hash = makeHash("x");
    for (
      const password of [
        null,
        undefined,
        "",
        "x".repeat(1025),
        7 as never,
        ["x"] as never,
      ]
    ) {
      assert.equal(await verifyPassword(password, hash, cheap), false);
      assert.equal(await verifyPassword(password, null, cheap), false);
    }
  });

  it("the work is the same with and without a hash, and for usable and unusable passwords", async () => {
    const asked: unknown[] = [];
    const counting = (...args: Parameters<typeof scryptOnce>) => {
      const [, salt, bytes, options] = args;
      asked.push([(salt as Uint8Array).length, bytes, options]);
      scryptOnce(...args);
    };
    const restore = replaceCrypto({ scrypt: counting });
    try {
      const hash = await hashPassword("a password", cheap);
      await verifyPassword("a password", hash, cheap);
      await verifyPassword("a wrong one", hash, cheap);
      await verifyPassword("a password", null, cheap);
      await assert.rejects(verifyPassword("a password", "garbage", cheap));
      await verifyPassword("", hash, cheap);
      await verifyPassword("x".repeat(100_000), hash, cheap);
    } finally {
      restore();
    }
    assert.equal(asked.length, 7);
    for (const one of asked) assert.deepEqual(one, asked[0]);
  });

  it("the event loop stays free", async () => {
    let turns = 0;
    restore();
    const timer = setInterval(() => turns++, 1);
    await verifyPassword("a password", null);
    clearInterval(timer);
    assert.ok(turns > 5, `${turns} turns`);
  });
});

describe("many passwords at once", () => {
  it("passwords are hashed three at a time, in order of arrival", async () => {
    const gate = gateScrypt();
    try {
      const hash = makeHash("right");
      const done: number[] = [];
      const all = Array.from({ length: 7 }, async (_, i) => {
        const password = i === 5 ? "right" : "wrong";
        const isRight = await verifyPassword(password, hash, cheap);
        done.push(i);
        return isRight;
      });
      await gate.release(3);
      await gate.until(3);
      assert.deepEqual(done.toSorted(), [0, 1, 2]);
      await gate.release(3);
      await gate.until(1);
      assert.deepEqual(done.toSorted(), [0, 1, 2, 3, 4, 5]);
      await gate.release(1);
      const answers = await Promise.all(all);
      assert.deepEqual(answers.map(Number), [0, 0, 0, 0, 0, 1, 0]);
    } finally {
      gate.restore();
    }
  });

  // Each entry: how many hashes of that cost fit into 512 MiB, round by round.
  const rounds = { 17: [3], 18: [2, 1], 19: [1, 1, 1], 20: [1, 1, 1] };
  for (const [cost, counts] of Object.entries(rounds)) {
    it(`passwords of the cost ${cost} are hashed ${counts[0]} at a time`, async () => {
      const gate = gateScrypt();
      try {
        const all = [Number(cost), Number(cost), 14]
          .map((cost) => verifyPassword("x", null, { cost }));
        for (const count of counts) await gate.release(count);
        assert.deepEqual(await Promise.all(all), [false, false, false]);
      } finally {
        gate.restore();
      }
    });
  }

  it("passwords are refused at once, with any hash, while too many wait", async () => {
    const gate = gateScrypt();
    try {
      const hash = makeHash("right", { ln: 14 });
      const waiting = Array.from(
        { length: 19 },
        () => verifyPassword("wrong", null),
      );
      await gate.until(3);
      const asked = [
        () => verifyPassword("wrong", null),
        () => hashPassword("a new one"),
        () => verifyPassword("right", hash),
      ];
      for (const ask of asked) {
        await assert.rejects(ask(), (error) => {
          assert.ok(error instanceof Overloaded);
          assert.deepEqual([error.status, error.retryAfter], [503, 5]);
          assert.match(error.message, /Too many passwords .* in 5 seconds/);
          return true;
        });
      }
      await gate.release(3);
      waiting.push(verifyPassword("right", hash));
      for (let i = 0; i < 5; i++) await gate.release(3);
      await gate.release(2);
      assert.deepEqual(
        (await Promise.all(waiting)).map(Number),
        [...Array(19).fill(0), 1],
      );
    } finally {
      gate.restore();
    }
  });

  it("passwords are not hashed after their callers have given up", async () => {
    mock.timers.enable({ apis: ["Date"], now: 1.7e12 });
    const gate = gateScrypt();
    try {
      const all = Array.from(
        { length: 5 },
        () => verifyPassword("wrong", null, cheap),
      );
      await gate.until(3);
      mock.timers.tick(8_001);
      const late = Promise.allSettled(all.slice(3));
      await gate.release(3);
      const reasons = (await late).map((one) =>
        one.status === "rejected" && one.reason instanceof Overloaded
      );
      assert.deepEqual(reasons, [true, true]);
      await gate.until(0);
    } finally {
      gate.restore();
    }
  });
});

describe("needsRehash", () => {
  it("needsRehash is true for other parameters and for texts that are no hash", async () => {
    assert.equal(needsRehash(await hashPassword("x", cheap), cheap), false);
    const hash = makeHash("a password");
    assert.equal(needsRehash(hash, cheap), false);
    assert.equal(needsRehash(hash), true);
    assert.equal(needsRehash(hash.replace("p=1", "p=2"), cheap), true);
    const long = makeHash("a password", { bytes: 64 });
    assert.equal(needsRehash(long, cheap), true);
    assert.equal(needsRehash("garbage", cheap), true);
  });
});
