import type { Store } from "../../core/model/store.ts";
import { type Connection, readAll, replace } from "./connection.ts";

/** A store with one key per entry, expired by Redis itself. */
export function createStoreMethods(
  connection: Connection,
  prefix: string,
): Store {
  const { send } = connection;
  const toKey = (key: string) => `${prefix}store:${key}`;
  const remove = async (key: string): Promise<void> => {
    await send(toKey(key), ["DEL", toKey(key)]);
  };
  return {
    get: (keys) => readAll(connection, keys.map(toKey)),
    set: async (key, value, ttl) => {
      const life = toLife(ttl);
      if (life.length === 0) return await remove(key);
      await send(toKey(key), ["SET", toKey(key), value, ...life]);
    },
    compareAndSet: async (key, expected, value, ttl) => {
      const life = toLife(ttl);
      const full = toKey(key);
      if (expected !== null) {
        return await replace(connection, full, { expected, value, life });
      }
      // A value that expires immediately is still set if there was none.
      const [unit = "PX", time = "1"] = life;
      const args = ["SET", full, value, "NX", unit, time];
      return await send(full, args) !== null;
    },
    delete: remove,
    readClock: async () => {
      const [seconds, microseconds] = Object(await send(toKey(""), ["TIME"]));
      return Number(seconds) * 1000 + Number(microseconds) / 1000;
    },
  };
}

/**
 * Longer than any lifetime, and still an integer that Redis can add to the
 * time.
 */
const FOREVER = 1e15;

/**
 * Returns the lifetime: Redis counts in whole milliseconds, and refuses zero.
 */
function toLife(ttl: number): readonly [] | readonly ["PX", string] {
  const ms = Math.min(Math.ceil(ttl * 1000), FOREVER);
  return ms > 0 ? ["PX", String(ms)] : [];
}
