import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AuthConfig, createAuth } from "@latchkey/auth";
import { inspect } from "@latchkey/auth/doctor";
import { createFaultProvider, createTestSecret } from "@latchkey/auth/testing";

async function createConfig(changes: Partial<AuthConfig> = {}) {
  const op = await createFaultProvider();
  const config: AuthConfig = {
    secret: createTestSecret(),
    origin: "https://app.example",
    providers: [op.provider({ id: "work" })],
    ...changes,
  };
  return { op, config };
}

describe("inspect", () => {
  it("lists the mistakes of a configuration", async () => {
    const { config } = await createConfig({ secret: "short", basePath: "x" });
    const { problems, inspected } = await inspect(config);
    assert.equal(inspected, null);
    assert.equal(problems.length, 2);
    assert.match(problems[0] ?? "", /^Secret 1 is shorter than 32 characters/);
  });

  it("finds the configuration of an instance, and of a function", async () => {
    const { config } = await createConfig();
    for (const auth of [config, createAuth(config), () => config]) {
      const { inspected } = await inspect(auth);
      assert.equal(inspected?.origin, "https://app.example");
      assert.equal(inspected.basePath, "/auth");
      assert.deepEqual(inspected.secrets, [config.secret]);
      assert.deepEqual(inspected.providers.map(({ id }) => id), ["work"]);
    }
  });

  it("asks a function for the providers with the public origin", async () => {
    const asked: string[] = [];
    const { op, config } = await createConfig();
    const providers = ({ url }: Request) => {
      asked.push(url);
      return [op.provider({ id: "work" })];
    };
    await inspect({ ...config, providers }, { origin: "https://one.example" });
    assert.deepEqual(asked, ["https://one.example/"]);
  });

  it("reads the metadata of a provider", async () => {
    const { op, config } = await createConfig();
    const { inspected } = await inspect(config);
    const [provider] = inspected?.providers ?? [];
    const { issuer, token_endpoint } = await provider?.metadata() ?? {};
    assert.equal(issuer, op.issuer);
    assert.equal(token_endpoint, `${op.issuer}/token`);
  });

  it("throws errors in place of error answers, and tells no handler", async () => {
    const told: unknown[] = [];
    const tell = (...args: unknown[]) => void told.push(args);
    const { config } = await createConfig({
      logger: { error: tell, warn: tell },
      events: { signInFailed: tell },
    });
    const { inspected } = await inspect(config);
    const url = "https://app.example/auth/callback/work?code=1&state=2";
    await assert.rejects(
      async () => await inspected?.answer(new Request(url)),
      { type: "InvalidCheck" },
    );
    assert.deepEqual(told, []);
  });

  it("collects the warnings of the library", async () => {
    const { op, config } = await createConfig();
    const { warnings } = await inspect({
      ...config,
      providers: [op.provider({ id: "open", checks: ["none"] })],
    });
    assert.deepEqual(warnings.map(([code]) => code), ["checks"]);
  });
});
