/**
 * Sessions, mail links and a store in Redis (6.2 or later) or Valkey, with a
 * connected client of `redis` or `ioredis`. A Redis Cluster works as well.
 *
 * @module
 */

import type { Store } from "../core/model/store.ts";
import { type RedisClient, toConnection } from "./redis/connection.ts";
import { createSessionMethods } from "./redis/sessions.ts";
import { createStoreMethods } from "./redis/store.ts";
import { createTokenMethods } from "./redis/tokens.ts";
import type { SessionStorage } from "./split.ts";

export type {
  IoRedisClient,
  NodeRedisClient,
  NodeRedisCluster,
  RedisClient,
} from "./redis/connection.ts";

/** Options of {@link createRedisSessions} and {@link createRedisStore}. */
export interface RedisOptions {
  /** The prefix of every key. Default: `latchkey:`. */
  prefix?: string | undefined;
}

/**
 * Keeps sessions and the tokens of mail links in Redis, for
 * `createSplitAdapter`. Redis expires them itself, so set its
 * `maxmemory-policy` to `noeviction`: a policy that evicts keys signs users
 * out.
 *
 * Ending all sessions scans all keys of the database; ending one user's does
 * not.
 *
 * @throws {TypeError} for an unknown client, or one with a `keyPrefix`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createRedisSessions } from "@latchkey/auth/adapters/redis";
 * import { createSplitAdapter } from "@latchkey/auth/adapters/split";
 *
 * // In your application: const client = await createClient({ url }).connect();
 * const client = { sendCommand: () => Promise.resolve(null) };
 * const adapter = createSplitAdapter({
 *   users: { getUser: () => null },
 *   sessions: createRedisSessions(client),
 * });
 * assert.equal(await adapter.getSessionAndUser?.("unknown"), null);
 * ```
 */
export function createRedisSessions(
  client: RedisClient,
  options: RedisOptions = {},
): Required<Omit<SessionStorage, "deleteExpired" | "listSessionPage">> {
  const connection = toConnection(client);
  const { prefix = "latchkey:" } = options;
  return {
    hashedTokens: true,
    sessionDetails: true,
    ...createSessionMethods(connection, prefix),
    ...createTokenMethods(connection, prefix),
  };
}

/**
 * Creates a {@link Store} in Redis, which several processes can share. Set
 * Redis's `maxmemory-policy` to `noeviction`: a policy that evicts keys loses
 * revocations.
 *
 * @throws {TypeError} for an unknown client, or one with a `keyPrefix`
 *
 * @example
 * ```ts
 * import assert from "node:assert/strict";
 * import { createRedisStore } from "@latchkey/auth/adapters/redis";
 *
 * // In your application: const client = await createClient({ url }).connect();
 * const client = { sendCommand: () => Promise.resolve([null]) };
 * const store = createRedisStore(client);
 * assert.deepEqual(await store.get(["key"]), [null]);
 * ```
 */
export function createRedisStore(
  client: RedisClient,
  options: RedisOptions = {},
): Store {
  return createStoreMethods(
    toConnection(client),
    options.prefix ?? "latchkey:",
  );
}
