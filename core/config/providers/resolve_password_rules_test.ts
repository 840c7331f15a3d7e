import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import * as argon2 from "@node-rs/argon2";
import {
  replaceCrypto,
  replaceKeyDerivation,
} from "../../methods/credentials/compute_once_testkit.ts";
import { customFetch } from "../../providers/definition/symbols.ts";
import type { PasswordRuleOptions } from "../../providers/password_rules.ts";
import { replaceUserAgent } from "../../runtime/user_agent_testkit.ts";
import { resolveRules } from "./resolve_password_rules.ts";

let restore = () => {};
let restoreName = () => {};

// As if the runtime had no `crypto.argon2`, which some versions of Node have.
beforeEach(() => {
  restore = replaceKeyDerivation({ argon2: undefined });
});

afterEach(() => {
  restore();
  restoreName();
  restoreName = () => {};
});

function resolve(options: object) {
  const problems: string[] = [];
  const rules = resolveRules(
    options as PasswordRuleOptions,
    (problem) => problems.push(problem),
  );
  return { rules, problems };
}

/** Runs on another runtime. */
function useRuntime(userAgent: string, nodeCrypto: object): void {
  restore();
  restore = replaceCrypto(nodeCrypto);
  restoreName = replaceUserAgent(userAgent);
}

const scrypt = () => {};

describe("the options of passwords", () => {
  it("without any, a password has 15 characters and is hashed with scrypt in 128 MiB", () => {
    const { rules, problems } = resolve({});
    assert.deepEqual(problems, []);
    assert.deepEqual(rules, {
      minLength: 15,
      breaches: null,
      onBreach: "warn",
      peppers: [],
      hash: { algorithm: "scrypt", memory: 128, iterations: undefined },
    });
  });

  it("values out of range are reported, each by its name", () => {
    for (
      const [options, problem] of [
        [{ minLength: 7 }, "`minLength` must be a whole number from 8 to 128."],
        [{ minLength: 129 }, "`minLength`"],
        [{ minLength: "15" }, "`minLength`"],
        [{ onBreach: "ignore" }, "`onBreach` must be"],
        [{ pepper: "short" }, "`pepper` needs at least 32 characters"],
        [{ pepper: ["x".repeat(32), 3] }, "`pepper`"],
        [{ breaches: "http://mirror.example/range/" }, "`breaches`"],
        [{ breaches: "https://mirror.example/range" }, "`breaches`"],
        [{ breaches: "mirror" }, "`breaches`"],
        [{ breaches: 1 }, "`breaches`"],
        [{ hash: { algorithm: "bcrypt" } }, "`hash.algorithm`"],
        [{ hash: { memory: 4 } }, "`hash.memory` must be a power of 2"],
        [{ hash: { memory: 100 } }, "`hash.memory`"],
        [
          { hash: { algorithm: "argon2id", argon2, memory: 6 } },
          "`hash.memory`",
        ],
        [{ hash: { iterations: 599_999 } }, "`hash.iterations`"],
        [{ hash: { algorithm: "argon2id" } }, "npm install @node-rs/argon2"],
        [{ hash: 5 }, "`hash` must be"],
      ] as const
    ) {
      const { problems: [first = "", ...others] } = resolve(options);
      assert.ok(first.includes(problem), `${first} of ${problem}`);
      assert.deepEqual(others, []);
    }
  });

  it("breached passwords are asked for with the provider's own fetch, at the URL of a mirror if there is one", () => {
    const own = () => Promise.resolve(new Response());
    const { rules } = resolve({ breaches: true, [customFetch]: own });
    assert.deepEqual(rules.breaches, {
      url: "https://api.pwnedpasswords.com/range/",
      fetch: own,
    });
    for (const url of ["https://mirror.example/x/", "http://localhost:8080/"]) {
      assert.equal(resolve({ breaches: url }).rules.breaches?.url, url);
    }
  });

  it("one pepper is a list of one", () => {
    const pepper = "x".repeat(32);
    assert.deepEqual(resolve({ pepper }).rules.peppers, [pepper]);
    const both = [pepper, "y".repeat(32)];
    assert.deepEqual(resolve({ pepper: both }).rules.peppers, both);
  });
});

describe("the algorithm of new hashes", () => {
  it("on Cloudflare Workers it is scrypt in 16 MiB, and without it the flag is named", () => {
    useRuntime("Cloudflare-Workers", { scrypt });
    const { rules, problems } = resolve({});
    assert.deepEqual(problems, []);
    assert.equal(rules.hash.algorithm, "scrypt");
    assert.equal(rules.hash.memory, 16);
    restore();
    restore = replaceCrypto({});
    assert.match(resolve({}).problems.join(), /`nodejs_compat`/);
  });

  it("it is PBKDF2 where the runtime has no scrypt", () => {
    useRuntime("Other/1.0", {});
    const { rules, problems } = resolve({});
    assert.deepEqual(problems, []);
    assert.equal(rules.hash.algorithm, "pbkdf2");
  });

  it("Argon2id takes 64 MiB, with a package or with the runtime's own", () => {
    const hash = { algorithm: "argon2id", argon2 };
    assert.deepEqual(resolve({ hash }).problems, []);
    useRuntime("Node.js/24", { scrypt, argon2: () => {} });
    assert.deepEqual(
      resolve({ hash: { algorithm: "argon2id" } }).problems,
      [],
    );
  });
});
