import { Redis } from "ioredis";
import { createClient } from "redis";
import type { RedisClient } from "@latchkey/auth/adapters/redis";

/** An open client of a package. */
export interface RedisConnection {
  readonly client: RedisClient;
  /** Sends a command directly, without the adapter. */
  send(...args: string[]): Promise<unknown>;
  close(): Promise<void>;
}

/** The packages by name. */
export const clients: Readonly<
  Record<string, (url: string) => Promise<RedisConnection>>
> = {
  redis: async (url) => {
    const client = createClient({ url });
    await client.connect();
    return {
      client,
      send: (...args) => client.sendCommand(args),
      close: async () => await client.close(),
    };
  },
  ioredis: async (url) => {
    const client = new Redis(url, { lazyConnect: true });
    await client.connect();
    return {
      client,
      send: (command = "", ...args) => client.call(command, ...args),
      close: async () => void await client.quit(),
    };
  },
};

/** Lists the keys below a prefix. */
export async function listKeys(
  { send }: RedisConnection,
  prefix: string,
): Promise<string[]> {
  const keys = await send("KEYS", `${prefix}*`);
  return Array.isArray(keys) ? keys.map(String).sort() : [];
}

/**
 * Makes time pass for the keys below a prefix, without waiting, by shortening
 * their lifetimes.
 */
export async function age(
  connection: RedisConnection,
  prefix: string,
  ms: number,
): Promise<void> {
  for (const key of await listKeys(connection, prefix)) {
    const rest = Number(await connection.send("PTTL", key)) - ms;
    // The test itself takes less time than this.
    if (rest <= 0) await connection.send("DEL", key);
    else await connection.send("PEXPIRE", key, `${rest}`);
  }
}
