import "../../runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { defer } from "../../../testing/checks_testkit.ts";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { type AuthConfig, createAuth } from "@latchkey/auth";
import { Keycloak } from "@latchkey/auth/providers/keycloak";
import { Nodemailer } from "@latchkey/auth/providers/nodemailer";
import {
  catchCleared,
  catchTimers,
  replaceTimers,
  restoreTimers,
} from "../../runtime/timers_testkit.ts";

/** Node 20 cannot be told from runtimes that end work with the answer. */
const skip = !("navigator" in globalThis);

const provider = {
  id: "op",
  name: "Op",
  type: "oidc",
  issuer: "https://op.example",
  clientId: "app",
} as const;

const config: AuthConfig = {
  secret: "a random text of at least 32 characters",
  providers: [provider],
};

beforeEach(() => {
  delete process.env.NODE_ENV;
});

afterEach(() => {
  restoreTimers();
  mock.restoreAll();
});

describe("a new instance", { skip }, () => {
  it("sets a timer, and none without a provider", () => {
    const timers = catchTimers();
    createAuth({ ...config, providers: [] });
    assert.equal(timers.length, 0);
    createAuth(config);
    assert.equal(timers.length, 1);
  });

  for (
    const [what, provider] of [
      ["not called", Keycloak],
      ["called with {}", Keycloak({})],
      ["a mail provider", Nodemailer],
    ] as const
  ) {
    it(`logs at the start what a provider lacks: ${what}`, async () => {
      const timers = catchTimers();
      const { promise, resolve } = defer<Error>();
      createAuth({
        ...config,
        providers: [provider],
        logger: { error: resolve },
      });
      for (const run of timers) run();
      assert.match((await promise).message, /AUTH_KEYCLOAK_ISSUER|`from`/);
    });
  }

  it("logs at the start a mistake in an option that only pages need", async () => {
    const timers = catchTimers();
    const { promise, resolve } = defer<Error>();
    createAuth({
      ...config,
      origin: "https://app.example",
      providers: [{ ...provider, clientSecret: "a secret" }],
      locale: "Klingon",
      logger: { error: resolve },
    });
    for (const run of timers) run();
    assert.match((await promise).message, /`locale` must be/);
  });

  it("clears one that would keep the process alive", () => {
    replaceTimers(() => 42);
    const cleared = catchCleared();
    createAuth(config);
    assert.deepEqual(cleared, [42]);
  });

  it("sets none in a test", () => {
    process.env.NODE_ENV = "test";
    const timers = catchTimers();
    createAuth(config);
    assert.equal(timers.length, 0);
  });

  it("sets none where work ends with the answer", () => {
    mock.getter(navigator, "userAgent", () => "Cloudflare-Workers");
    const timers = catchTimers();
    createAuth(config);
    assert.equal(timers.length, 0);
  });
});
