/**
 * For tests only: the configuration that several processes share, with tokens in
 * PostgreSQL and leases in Redis, and a process that asks for tokens. It may be
 * killed halfway.
 *
 * @module
 */

import process from "node:process";
import { createInterface } from "node:readline";
import { type AuthConfig, createAuth } from "@latchkey/auth";
import { createPostgresAdapter } from "@latchkey/auth/adapters/postgres";
import { createRedisStore } from "@latchkey/auth/adapters/redis";
import { clients, drivers } from "../../adapters/servers_testkit.ts";

/** What a process needs to know. */
export interface Shared {
  readonly postgres: string;
  readonly redis: string;
  readonly prefix: string;
  readonly secret: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Instructions for another process, which gets one after the other. */
export interface ChildOrder {
  readonly userId: string;
  /** The number of simultaneous requests. */
  readonly count: number;
  /** The call of the storage at which it dies: before it, or after it. */
  readonly dies: readonly [when: "before" | "after", call: string] | null;
  /** The number of writes of tokens that fail. Default 0. */
  readonly fails?: number | undefined;
}

/** The result of an order: a token or an error for each request. */
export type ChildResult = readonly string[];

/** Opens what the processes share. */
export async function openShared(
  { postgres, redis, prefix, secret, ...client }: Shared,
): Promise<{ config: AuthConfig; close: () => Promise<void> }> {
  const pool = drivers["pg"]?.(postgres, 3);
  const connection = await clients["ioredis"]?.(redis);
  if (pool === undefined || connection === undefined) throw new Error("none");
  const config: AuthConfig = {
    secret,
    trustHost: true,
    providers: [{ id: "op", name: "Test Provider", type: "oidc", ...client }],
    adapter: createPostgresAdapter(pool.client),
    store: createRedisStore(connection.client, { prefix }),
    tokens: { providers: ["op"] },
    // A process that has died is waited for three times as long.
    providerTimeout: 1,
  };
  const close = async () => {
    await pool.close();
    await connection.close();
  };
  return { config, close };
}

/** Wraps storage so that one of its calls is this process's last. */
function toDeadly<T extends object>(
  inner: T,
  dies: ChildOrder["dies"],
): T {
  return new Proxy(inner, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      const isLast = name === dies?.[1];
      if (!isLast || typeof value !== "function") return value;
      return async (...args: unknown[]) => {
        if (dies[0] === "after") await Reflect.apply(value, target, args);
        process.kill(process.pid, "SIGKILL");
      };
    },
  });
}

/** Wraps storage so that its first writes of tokens fail. */
function toFailing<T extends object>(inner: T, left: { fails: number }): T {
  return new Proxy(inner, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      const isWrite = name === "set" || name === "updateAccount";
      if (!isWrite || typeof value !== "function") return value;
      return (...args: unknown[]) => {
        if (left.fails-- > 0) throw new Error("the database is down");
        return Reflect.apply(value, target, args);
      };
    },
  });
}

async function carryOut(
  { adapter = {}, store, ...config }: AuthConfig,
  { dies, userId, count, fails = 0 }: ChildOrder,
): Promise<ChildResult> {
  const left = { fails };
  const wrap = <T extends object>(part: T) =>
    toFailing(toDeadly(part, dies), left);
  const auth = createAuth({
    ...config,
    logger: { error: () => {} },
    adapter: wrap(adapter),
    ...(store ? { store: wrap(store) } : {}),
  });
  const all = await Promise.allSettled(
    Array.from({ length: count }, () => auth.getAccessTokenFor(userId, "op")),
  );
  return all.map((one) =>
    one.status === "fulfilled" ? one.value.accessToken : `${one.reason}`
  );
}

async function main(shared: Shared): Promise<void> {
  const { config } = await openShared(shared);
  process.stdout.write("ready\n");
  for await (const line of createInterface({ input: process.stdin })) {
    const result = await carryOut(config, JSON.parse(line));
    process.stdout.write(`${JSON.stringify(result)}\n`);
  }
}

const [script = "", input] = process.argv.slice(1);
if (/processes_testkit\.[jt]s$/.test(script) && input !== undefined) {
  await main(JSON.parse(input));
}
