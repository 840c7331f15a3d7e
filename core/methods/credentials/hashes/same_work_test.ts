import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { Overloaded, UnknownPasswordHash } from "../../../errors/errors.ts";
import { sharedPasswordQueue } from "../../../runtime/serial_queue.ts";
import { verifyPassword } from "../password.ts";
import { replaceKeyDerivation } from "../compute_once_testkit.ts";
import { nodeVectors, PASSWORD, peerVectors } from "./vectors_testkit.ts";

const cheap = { cost: 14 };
/** The size in the queue of a hash of that cost. */
const OWN = 2 ** 24;

/** The sizes of the computations that went through the queue. */
let sizes: number[] = [];

let restore = () => {};

beforeEach(() => {
  restore = replaceKeyDerivation();
  sizes = [];
  const { run } = sharedPasswordQueue;
  mock.method(sharedPasswordQueue, "run", (...args: Parameters<typeof run>) => {
    sizes.push(args[0]);
    return run(...args);
  });
});

afterEach(() => {
  mock.restoreAll();
  restore();
});

// That each vector costs both is in verify_foreign_test.ts, which computes them.
describe("the work beside a hash of another library", () => {
  it("a hash that cannot be checked costs the work of no hash", async () => {
    const hashes = [
      null,
      "garbage",
      `$2b$17$${"a".repeat(53)}`,
      `$2x$10$${"a".repeat(53)}`,
      `${"0".repeat(32)}:${"0".repeat(128)}`,
      `scrypt:1048576:16:1$salt$${"0".repeat(128)}`,
      "pbkdf2:sha256:10000001$salt$" + "0".repeat(64),
    ];
    for (const hash of hashes) {
      sizes = [];
      const answer = await verifyPassword(PASSWORD, hash, cheap)
        .catch((error: unknown) => error);
      if (hash === null) assert.equal(answer, false);
      else assert.ok(answer instanceof UnknownPasswordHash);
      assert.deepEqual(sizes, [OWN]);
    }
  });

  for (const { name, hash } of peerVectors) {
    it(`a hash whose package was not passed is refused after the same work: ${name}`, async () => {
      restore();
      // Node has an Argon2 of its own.
      restore = replaceKeyDerivation({ argon2: undefined });
      const install = hash.includes("$argon2")
        ? /argon2 needs .* `npm install @node-rs\/argon2`.* hash, \{ argon2 \}/
        : /bcrypt needs .* `npm install bcryptjs`.* hash, \{ bcrypt \}/;
      for (const text of [PASSWORD, "another", ""]) {
        sizes = [];
        await assert.rejects(verifyPassword(text, hash, cheap), (error) => {
          assert.ok(error instanceof UnknownPasswordHash);
          assert.match(error.message, install);
          return true;
        });
        assert.deepEqual(sizes.slice(0, 1), [OWN]);
      }
    });
  }

  it("a refusal comes after the work, not before it", async () => {
    // A method that is mocked twice is not restored in every runtime.
    mock.restoreAll();
    const order: string[] = [];
    const { run } = sharedPasswordQueue;
    mock.method(
      sharedPasswordQueue,
      "run",
      async (...args: Parameters<typeof run>) => {
        const result = await run(...args);
        order.push("work");
        return result;
      },
    );
    await verifyPassword(PASSWORD, "garbage", cheap)
      .catch(() => order.push("refusal"));
    assert.deepEqual(order, ["work", "refusal"]);
  });

  it("a computation that fails is the operator's error, without its message", async () => {
    const bcrypt = {
      compare: (_text: string, hash: string) =>
        Promise.reject(new RangeError(hash)),
    };
    const [vector] = peerVectors;
    assert.ok(vector !== undefined);
    const options = { ...cheap, bcrypt };
    await assert.rejects(verifyPassword("x", vector.hash, options), (error) => {
      assert.ok(error instanceof UnknownPasswordHash);
      assert.match(error.message, /failed to compute it \(RangeError\)/);
      assert.ok(!error.message.includes(vector.hash));
      assert.equal(error.cause, undefined);
      return true;
    });
  });

  it("a text that is not normalised costs twice, with any hash and without one", async () => {
    const [, , werkzeug] = nodeVectors;
    const ours =
      "$scrypt$ln=14,r=8,p=1$yXlv7T0nhBACgHAupfReSw$Wh1EGoqT34Jg9pkZTT9GV22ZSClHwudw58iEfUNEs3E";
    for (const hash of [null, ours, werkzeug?.hash]) {
      sizes = [];
      await verifyPassword("cafe\u0301", hash, cheap);
      assert.equal(sizes.filter((size) => size === OWN).length, 2);
    }
  });

  it("Overloaded passes through, whichever computation it hits", async () => {
    mock.restoreAll();
    const { run } = sharedPasswordQueue;
    for (
      const isHit of [
        (size: number) => size === OWN,
        (size: number) => size !== OWN,
      ]
    ) {
      mock.method(
        sharedPasswordQueue,
        "run",
        (...args: Parameters<typeof run>) => {
          const [size, , refuse] = args;
          return isHit(size) ? Promise.reject(refuse()) : run(...args);
        },
      );
      const [bcrypt] = peerVectors;
      await assert.rejects(
        verifyPassword("x", bcrypt?.hash, cheap),
        Overloaded,
      );
      mock.restoreAll();
    }
  });
});
