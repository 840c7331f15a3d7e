/**
 * For tests only: a process that reads sessions which another one began, and
 * shares its Redis.
 *
 * @module
 */

import process from "node:process";
import { mock } from "node:test";
import { createInterface } from "node:readline";
import { type AuthConfig, createAuth } from "@latchkey/auth";
import { createRedisStore } from "@latchkey/auth/adapters/redis";
import { clients } from "../../../adapters/servers_testkit.ts";

/** The settings of both processes. */
export interface Shared {
  readonly redis: string;
  readonly prefix: string;
  readonly secret: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly revocationCheck: number;
}

/** One read of a session. */
export interface ReadOrder {
  readonly url: string;
  readonly cookie: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Opens the configuration of both processes. */
export async function openShared(
  { redis, prefix, secret, revocationCheck, ...client }: Shared,
): Promise<{ config: AuthConfig; close: () => Promise<void> }> {
  const connection = await clients["ioredis"]?.(redis);
  if (connection === undefined) throw new Error("none");
  const config: AuthConfig = {
    secret,
    trustHost: true,
    providers: [{ id: "op", name: "Test Provider", type: "oidc", ...client }],
    store: createRedisStore(connection.client, { prefix }),
    session: { revocationCheck },
  };
  return { config, close: () => connection.close() };
}

/** Answers each line, the order of a read, with the id of the user or `null`. */
async function main(shared: Shared): Promise<void> {
  const { config, close } = await openShared(shared);
  const auth = createAuth(config);
  mock.timers.enable({ apis: ["Date"], now: Date.now() });
  process.stdout.write("ready\n");
  for await (const line of createInterface(process.stdin)) {
    const { url, cookie, now }: ReadOrder = JSON.parse(line);
    mock.timers.setTime(now);
    const request = new Request(url, { headers: { cookie } });
    const { session } = await auth.session(request);
    process.stdout.write(`${JSON.stringify(session?.user?.id ?? null)}\n`);
  }
  await close();
}

const [script = "", input] = process.argv.slice(1);
if (/logout_processes_testkit\.[jt]s$/.test(script) && input !== undefined) {
  await main(JSON.parse(input));
}
