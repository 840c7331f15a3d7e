import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import {
  type Adapter,
  type AuthConfig,
  createAuth,
  createMemoryStore,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { createFaultProvider } from "@latchkey/auth/testing";
import {
  assertHidden,
  createLogger,
  endTest,
  type LogLine,
} from "../../../testing/checks_testkit.ts";

afterEach(endTest);

const secret = "a secret of this test, of more than 32 characters";
const password = "the-password-of-the-database";

async function createStage(config: Partial<AuthConfig> = {}) {
  const lines: string[] = [];
  const log: LogLine[] = [];
  const op = await createFaultProvider();
  const auth = createAuth({
    secret,
    origin: "https://app.example",
    logger: createLogger(lines, log),
    providers: [op.provider()],
    adapter: createMemoryAdapter(),
    store: createMemoryStore(),
    audit: "adapter",
    ...config,
  });
  return { auth, lines };
}

type Checks = Awaited<
  ReturnType<Awaited<ReturnType<typeof createStage>>["auth"]["check"]>
>["checks"];

/** Returns the result of each check. */
const toResults = (checks: Checks) =>
  checks.map(({ name, ok, problem }) =>
    `${name} ${ok ? "works" : `is ${problem}`}`
  );

const fail = () => Promise.reject(new Error(`connect ${password}`));
const hang = () => new Promise<never>(() => {});

describe("check", () => {
  it("tries the settings, the adapter, the store and the sink of the audit trail", async () => {
    const { auth } = await createStage();
    const { ok, checks } = await auth.check();
    assert.equal(ok, true);
    assert.deepEqual(toResults(checks), [
      "settings works",
      "adapter works",
      "store works",
      "audit works",
    ]);
    for (const { milliseconds } of checks) assert.ok(milliseconds >= 0);
  });

  it("does not try what is not configured", async () => {
    const { auth } = await createStage({
      adapter: undefined,
      store: undefined,
      audit: undefined,
    });
    const { ok, checks } = await auth.check();
    assert.equal(ok, true);
    assert.deepEqual(toResults(checks), ["settings works"]);
  });

  for (const [does, act] of [["failed", fail], ["timeout", hang]] as const) {
    it(`says of each part that it is ${does}, and nothing else about it`, async () => {
      const adapter: Adapter = {
        ...createMemoryAdapter(),
        getUserByEmail: act,
        addAuditRecords: act,
      };
      const { auth } = await createStage({
        adapter,
        store: { ...createMemoryStore(), get: act },
        storeTimeout: 60,
        audit: { sink: "adapter", timeout: 60 },
      });
      const readiness = await auth.check({ timeout: 0.02 });
      assert.equal(readiness.ok, false);
      assert.deepEqual(toResults(readiness.checks), [
        "settings works",
        `adapter is ${does}`,
        `store is ${does}`,
        `audit is ${does}`,
      ]);
      assertHidden([JSON.stringify(readiness)], [secret, password, "connect"]);
    });
  }

  it("says that the settings are invalid, without the mistake", async () => {
    const { auth } = await createStage({ locale: "a language of nowhere" });
    const { ok, checks } = await auth.check();
    assert.equal(ok, false);
    assert.deepEqual(toResults(checks), ["settings is invalid"]);
  });

  it("needs a configuration that is not a function", async () => {
    const auth = createAuth(() => ({ secret, providers: [] }));
    await assert.rejects(auth.check(), { type: "Configuration" });
  });
});
