/**
 * Session reads that check a store for revocation: in memory, and in Redis.
 *
 * @module
 */

import process from "node:process";
import type { Store } from "@latchkey/auth";
import { createRedisStore } from "@latchkey/auth/adapters/redis";
import { getSession, type ServerAuthConfig } from "@latchkey/auth/server";
import { load } from "../load.ts";
import { createLatchkey, toProviders, toRequest } from "./latchkey.ts";
import { origin, secret, type Subject, toPerson } from "./subject.ts";

interface Redis {
  createClient(options: { url: string }): {
    connect(): Promise<{ sendCommand(args: string[]): Promise<unknown> }>;
  };
}

/**
 * This library with revocations in Redis, checked at each read or after that
 * many seconds.
 */
export async function createRedisMarks(
  revocationCheck: number,
): Promise<Subject> {
  const { createClient } = await load<Redis>("redis");
  const url = process.env.TEST_REDIS_URL ?? "";
  const client = await createClient({ url }).connect();
  return createMarked(createRedisStore(client), revocationCheck);
}

function createMarked(store: Store, revocationCheck: number): Subject {
  const config = {
    origin,
    secret,
    store,
    session: { revocationCheck },
    providers: toProviders(1),
  } satisfies ServerAuthConfig;
  return {
    cookies: createLatchkey().cookies,
    read: async (cookie) =>
      toPerson((await getSession(toRequest(cookie), config))?.user),
    mount: () => {
      throw new TypeError("measured in process only");
    },
  };
}
