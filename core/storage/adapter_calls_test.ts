import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import {
  type Adapter,
  type AdapterUser,
  type AuthConfig,
  createAuth,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { ConfigurationError } from "@latchkey/auth/errors";
import {
  createPlainAdapter,
  createUserFlow,
} from "../accounts/users_testkit.ts";
import { AdapterCalls, AdapterTimeout } from "./adapter_calls.ts";
import { AdapterError } from "../errors/errors.ts";
import { assertSignedIn } from "../../testing/app_testkit.ts";
import { endTest } from "../../testing/checks_testkit.ts";

afterEach(endTest);

const user: AdapterUser = {
  id: "1",
  email: "ada@example.com",
  emailVerified: null,
};

describe("an adapter", () => {
  it("an adapter may be an instance of a class with private state, and its methods are called on it", async () => {
    class Base {
      readonly #inner = createMemoryAdapter();
      createUser(...args: Parameters<typeof this.inner.createUser>) {
        return this.inner.createUser(...args);
      }
      get inner() {
        return this.#inner;
      }
    }
    class Own extends Base {}
    const names = [
      "getUser",
      "getUserByEmail",
      "getUserByAccount",
      "updateUser",
      "linkAccount",
      "createSession",
      "getSessionAndUser",
      "updateSession",
      "deleteSession",
    ];
    for (const name of names) {
      Object.defineProperty(Own.prototype, name, {
        value(this: Own, ...args: unknown[]) {
          return Reflect.apply(
            Reflect.get(this.inner, name) as () => unknown,
            this.inner,
            args,
          );
        },
      });
    }
    const flow = await createUserFlow({ adapter: new Own() as Adapter });
    const session = await assertSignedIn(flow);
    assert.equal(session.user?.email, "ada@example.com");
  });

  it("an adapter that answers synchronously is not waited for", () => {
    const calls = new AdapterCalls({ getUser: () => user });
    assert.equal(calls.getUser("1"), user);
  });

  it("an adapter's ids become texts, whatever the database has", async () => {
    for (const id of ["1", 1, 1n]) {
      const calls = new AdapterCalls({
        getUser: async () =>
          await Promise.resolve({ ...user, id: id as string }),
      });
      assert.equal((await calls.getUser("1"))?.id, "1");
    }
    for (const id of ["", null, undefined, {}, 2 ** 60, NaN, 1.5, true]) {
      const calls = new AdapterCalls({
        getUser: () => ({ ...user, id: id as string }),
      });
      assert.throws(() => calls.getUser("1"), AdapterError);
    }
  });

  it("an adapter's dates become dates", () => {
    const when = new Date(1_700_000_000_000);
    const given = [
      when,
      when.toISOString(),
      when.getTime(),
      BigInt(when.getTime()),
    ];
    for (const emailVerified of given) {
      const calls = new AdapterCalls({
        getUser: () => ({ ...user, emailVerified: emailVerified as Date }),
      });
      assert.deepEqual((calls.getUser("1") as AdapterUser).emailVerified, when);
    }
    const none = new AdapterCalls({
      getUser: () => ({ id: "1" }) as AdapterUser,
    });
    assert.equal((none.getUser("1") as AdapterUser).emailVerified, null);
  });

  it("an adapter's empty answer becomes null, in whatever form", () => {
    for (const nothing of [null, undefined]) {
      const calls = new AdapterCalls({ getUser: () => nothing as null });
      assert.equal(calls.getUser("1"), null);
    }
  });

  it("an adapter's record may be frozen, a proxy or an instance of a class", () => {
    class Row {
      id = "1";
      emailVerified = null;
      get email() {
        return "ada@example.com";
      }
    }
    const rows = [
      Object.freeze({ ...user }),
      new Proxy({ ...user }, {}),
      new Row(),
    ];
    for (const row of rows) {
      const calls = new AdapterCalls({ getUser: () => row as AdapterUser });
      const found = calls.getUser("1") as AdapterUser;
      assert.equal(found.email, "ada@example.com");
    }
  });

  it("an adapter that throws, rejects or returns an invalid value causes an AdapterError with the cause", async () => {
    const cause = new Error("of the driver");
    const bad: Adapter[] = [
      {
        getUser: () => {
          throw cause;
        },
      },
      { getUser: () => Promise.reject(cause) },
      { getUser: () => 7 as never },
      { getUser: async () => await Promise.resolve("x" as never) },
    ];
    for (const [i, adapter] of bad.entries()) {
      const calls = new AdapterCalls(adapter);
      await assert.rejects(
        async () => await calls.getUser("1"),
        (error: unknown) =>
          error instanceof AdapterError && error.status === 503 &&
          /getUser/.test(error.message) &&
          (i > 1 || error.cause?.err === cause),
      );
    }
  });

  it("an adapter that never answers is given up after five seconds, and the error says so", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const calls = new AdapterCalls({ getUser: () => new Promise(() => {}) });
    const asked = Promise.resolve(calls.getUser("1"));
    mock.timers.tick(5000);
    await assert.rejects(
      asked,
      (error: unknown) =>
        error instanceof AdapterError && error instanceof AdapterTimeout,
    );
  });
});

describe("the end of all sessions", () => {
  it("the removal of all sessions may take ten minutes, and that of one user's five seconds", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    const settled: string[] = [];
    const calls = new AdapterCalls({
      deleteSessionsByUserId: () => new Promise(() => {}),
    });
    for (const userId of ["1", null]) {
      Promise.resolve(calls.deleteSessionsByUserId(userId)).catch((error) =>
        settled.push(`${userId}: ${error.cause.err.message}`)
      );
    }
    const late = (ms: number) =>
      `Its deleteSessionsByUserId took longer than ${ms} ms.`;
    mock.timers.tick(599_999);
    await turn();
    assert.deepEqual(settled, [`1: ${late(5000)}`]);
    mock.timers.tick(1);
    await turn();
    assert.deepEqual(settled[1], `null: ${late(600_000)}`);
  });
});

describe("the check of the adapter at start-up", () => {
  const secret = "a secret that is as long as it has to be";
  const read = (config: Partial<AuthConfig>): readonly string[] => {
    try {
      createAuth({ secret, providers: [], ...config });
      return [];
    } catch (error) {
      assert.ok(error instanceof ConfigurationError);
      return error.problems;
    }
  };

  it("an adapter with the needed methods is accepted", () => {
    assert.deepEqual(read({ adapter: createMemoryAdapter() }), []);
    assert.deepEqual(read({ adapter: createPlainAdapter() }), []);
    const {
      createUser,
      getUser,
      getUserByEmail,
      getUserByAccount,
      linkAccount,
    } = createMemoryAdapter();
    const adapter = {
      createUser,
      getUser,
      getUserByEmail,
      getUserByAccount,
      linkAccount,
    };
    assert.deepEqual(read({ adapter, session: { strategy: "jwt" } }), []);
  });

  it("missing methods are named, together with all other mistakes", () => {
    const { getUser: _, deleteSession: __, ...adapter } = createMemoryAdapter();
    const problems = read({
      adapter: { ...adapter, updateSession: "x" as never },
      session: { maxAge: -1 },
    });
    assert.equal(problems.length, 2);
    const missing = problems.find((one) => /adapter/.test(one)) ?? "";
    for (const name of ["getUser", "deleteSession", "updateSession"]) {
      assert.ok(missing.includes(`\`${name}\``), missing);
    }
    assert.ok(!missing.includes("`createUser`"));
  });

  it("a value that is not an adapter is reported, for example a promise", () => {
    const bad = [null, "x", 7, Promise.resolve(createMemoryAdapter())];
    for (const adapter of bad) {
      const [problem = ""] = read({ adapter: adapter as Adapter });
      assert.match(problem, /`adapter` must be an object/);
    }
  });

  it("the strategy database needs an adapter, and unknown strategies are reported", () => {
    assert.match(
      read({ session: { strategy: "database" } })[0] ?? "",
      /needs an `adapter`/,
    );
    assert.match(
      read({ session: { strategy: "cookie" as "jwt" } })[0] ?? "",
      /must be "jwt" or "database"/,
    );
  });

  it("options of the wrong type are reported", () => {
    const generateSessionToken = "x" as never;
    const adapter = createMemoryAdapter();
    assert.match(
      read({ adapter, session: { generateSessionToken } })[0] ?? "",
      /generateSessionToken/,
    );
    const problems = read({
      providers: [{
        id: "op",
        name: "OP",
        type: "oidc",
        issuer: "https://op.example",
        clientId: "x",
        allowDangerousEmailAccountLinking: "yes" as "verified",
        account: 7 as never,
      }],
    });
    assert.equal(problems.length, 2);
    assert.match(problems.join(), /allowDangerousEmailAccountLinking/);
    assert.match(problems.join(), /`account` must be a function/);
  });
});
