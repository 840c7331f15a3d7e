/**
 * Sessions, mail links and a store in Redis (6.2 or later) or Valkey, with a
 * client of `redis` or `ioredis` that you hand in connected. A Redis Cluster
 * works as well.
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
  /** The beginning of every key. Default: `latchkey:`. */
  prefix?: string | undefined;
}

/**
 * Keeps sessions and the tokens of mail links in Redis, for
 * `createSplitAdapter`. Redis itself lets them expire, so set its
 * `maxmemory-policy` to `noeviction`: one that evicts signs people out.
 *
 * Ending everybody's sessions walks through all keys of the database; ending one
 * person's does not.
 *
 * @throws {TypeError} for a client that is not known, or has a `keyPrefix`
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
): Required<Omit<SessionStorage, "deleteExpired">> {
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
 * Makes a {@link Store} in Redis: what several processes share. Set Redis's
 * `maxmemory-policy` to `noeviction`: one that evicts forgets revocations.
 *
 * @throws {TypeError} for a client that is not known, or has a `keyPrefix`
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
