/** Tests that the operator is warned if no client address is reported. */

import "../runtime/own_env_testkit.ts";
import assert from "node:assert/strict";
import process from "node:process";
import { afterEach, beforeEach, describe, it } from "node:test";
import { type AuthConfig, createAuth } from "@latchkey/auth";
import { toIncoming } from "../../server/incoming.ts";
import type { ServerRequest } from "../../server/types.ts";
import { readRequest } from "./request.ts";
import type { Incoming } from "./request_head.ts";
import { app } from "../../testing/app_testkit.ts";
import { createLogger } from "../../testing/checks_testkit.ts";
import { resolveSettings } from "../config/resolve_settings.ts";

const saved = process.env.NODE_ENV;
beforeEach(() => process.env.NODE_ENV = "production");
afterEach(() => {
  if (saved === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = saved;
});

/** Creates an application and a list of its log lines about addresses. */
function createConfig(changes: Partial<AuthConfig> = {}) {
  const lines: string[] = [];
  const config: AuthConfig = {
    secret: `a secret of its own ${crypto.randomUUID()}`,
    trustHost: true,
    providers: [],
    logger: createLogger(lines),
    ...changes,
  };
  const told = () => lines.filter((line) => line.includes("client-address"));
  return { config, told };
}

/**
 * Returns the log lines of requests to an application with Request and
 * Response.
 */
async function ask(
  changes: Partial<AuthConfig>,
  headers: Record<string, string> = {},
  origin = app,
): Promise<string[]> {
  const { config, told } = createConfig(changes);
  const auth = createAuth(config);
  for (const path of ["providers", "csrf", "signin"]) {
    await auth.handler(new Request(`${origin}/auth/${path}`, { headers }));
  }
  return told();
}

/** Returns the log lines of a framework's requests. */
async function read(incoming: Incoming): Promise<string[]> {
  const { config, told } = createConfig();
  const settings = resolveSettings(config, () => undefined);
  for (let i = 0; i < 3; i++) await readRequest(incoming, settings);
  return told();
}

describe("the warning about an unknown client address", () => {
  it("the warning is logged once in production, with the option to set", async () => {
    const told = await ask({});
    assert.equal(told.length, 1);
    assert.match(told[0] ?? "", /Set `clientAddress`/);
    assert.match(told[0] ?? "", /one machine can keep the owner/);
  });

  it("the warning is logged if the option returns nothing because the platform's value was not passed on", async () => {
    const clientAddress = (_: Request, info?: { address: string }) =>
      info?.address;
    assert.equal((await ask({ clientAddress })).length, 1);
  });

  it("the warning is not logged if the address is known, or if the application says that it is not", async () => {
    assert.deepEqual(await ask({ clientAddress: () => "203.0.113.7" }), []);
    assert.deepEqual(await ask({ clientAddress: () => null }), []);
  });

  it("the warning is not logged if nothing is limited, nor during development", async () => {
    assert.deepEqual(await ask({ limits: false }), []);
    process.env.NODE_ENV = "development";
    assert.deepEqual(await ask({}), []);
    delete process.env.NODE_ENV;
    assert.deepEqual(await ask({}, {}, "http://localhost:3000"), []);
    assert.equal((await ask({})).length, 1);
    process.env.NODE_ENV = "development";
    // The header shows that there is a proxy, whatever the environment.
    const headers = { "x-forwarded-for": "203.0.113.7" };
    assert.equal((await ask({}, headers)).length, 1);
  });

  it("the warning is not logged on Node for a health check from inside, which comes without a proxy", async () => {
    for (const remoteAddress of ["10.0.0.1", "::1", "203.0.113.7"]) {
      const request = {
        headers: { host: "app.example" },
        url: "/auth/signin",
        on: () => {},
        socket: { remoteAddress },
      } as unknown as ServerRequest;
      assert.deepEqual(await read(toIncoming(request)), []);
      const trusting = {
        ...request,
        ip: remoteAddress,
        app: { get: () => () => true },
      } as unknown as ServerRequest;
      assert.deepEqual(await read(toIncoming(trusting)), []);
    }
  });
});
