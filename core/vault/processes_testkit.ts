/**
 * For tests only: the configuration that several processes share, with tokens in
 * PostgreSQL and leases in Redis, and a process that asks for a token. It may be
 * killed halfway.
 *
 * @module
 */

import process from "node:process";
import { type AuthConfig, createAuth } from "@latchkey/auth";
import { createPostgresAdapter } from "@latchkey/auth/adapters/postgres";
import { createRedisStore } from "@latchkey/auth/adapters/redis";
import { drivers } from "../../adapters/postgres_testkit.ts";
import { clients } from "../../adapters/redis_testkit.ts";

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

/** Instructions for another process. */
export interface ChildOrder extends Shared {
  readonly userId: string;
  /** The number of simultaneous requests. */
  readonly count: number;
  /** The call of the storage at which it dies: before it, or after it. */
  readonly dies: readonly [when: "before" | "after", call: string] | null;
}

/** The result of a process: a token or an error for each request. */
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

async function main(order: ChildOrder): Promise<void> {
  const { dies, userId, count } = order;
  const { config, close } = await openShared(order);
  const { adapter = {}, store } = config;
  const auth = createAuth({
    ...config,
    adapter: toDeadly(adapter, dies),
    ...(store ? { store: toDeadly(store, dies) } : {}),
  });
  process.stdout.write("ready\n");
  await new Promise((resolve) => process.stdin.once("data", resolve));
  const all = await Promise.allSettled(
    Array.from({ length: count }, () => auth.getAccessTokenFor(userId, "op")),
  );
  const result: ChildResult = all.map((one) =>
    one.status === "fulfilled" ? one.value.accessToken : `${one.reason}`
  );
  await close();
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit(0));
}

const [script = "", input] = process.argv.slice(1);
if (/processes_testkit\.[jt]s$/.test(script) && input !== undefined) {
  await main(JSON.parse(input));
}
