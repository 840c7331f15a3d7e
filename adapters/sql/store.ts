import { readClock } from "../../core/runtime/clock.ts";
import type { Awaitable } from "../../core/model/model.ts";
import type { Store } from "../../core/model/store.ts";
import { removeExpired } from "./expired.ts";
import type { Sql } from "./sql.ts";

/**
 * The number of writes between removals of expired rows; the first write
 * removes, too.
 */
const SWEEP_EVERY = 20;

/**
 * The rows removed each time: more than were written since, so that the table
 * shrinks.
 */
const SWEEP_LIMIT = 200;

/**
 * Creates a {@link Store} in a table. Expired entries count as absent, even if
 * their row still exists.
 */
export function createSqlStore(sql: Sql): Store {
  const store = sql.tables.store.name;
  let writes = 0;
  const sweepAfter = async <T>(write: Awaitable<T>): Promise<T> => {
    const result = await write;
    if (writes++ % SWEEP_EVERY === 0) await sweep(sql);
    return result;
  };
  const insert = `INSERT INTO ${store} ("key", "value", "expires") ` +
    `VALUES ($1, $2, $3) ON CONFLICT ("key") DO UPDATE SET ` +
    `"value" = excluded."value", "expires" = excluded."expires"`;
  // Replaces an expired row, or inserts a new one.
  const insertNew = `${insert} WHERE ${store}."expires" <= $4 RETURNING "key"`;
  const replace = `UPDATE ${store} SET "value" = $2, "expires" = $3 ` +
    `WHERE "key" = $1 AND "expires" > $4 AND "value" = $5 RETURNING "key"`;
  return {
    get: (keys) => readValues(sql, keys),
    set: (key, value, ttl) =>
      sweepAfter(sql.write(insert, [key, value, fromNow(ttl)])),
    compareAndSet: (key, expected, value, ttl) => {
      const params = [key, value, fromNow(ttl), fromNow(0)];
      return sweepAfter(sql.read(
        expected === null ? insertNew : replace,
        expected === null ? params : [...params, expected],
        (rows) => rows.length > 0,
      ));
    },
    delete: (key) => sql.write(`DELETE FROM ${store} WHERE "key" = $1`, [key]),
  };
}

function readValues(
  sql: Sql,
  keys: readonly string[],
): Awaitable<(string | null)[]> {
  if (keys.length === 0) return [];
  const { length } = keys;
  const asked = Array.from({ length: toRoom(length) }, (_, i) => keys[i] ?? "");
  const places = asked.map((_, index) => `$${index + 2}`).join(", ");
  return sql.read(
    `SELECT "key", "value" FROM ${sql.tables.store.name} ` +
      `WHERE "expires" > $1 AND "key" IN (${places})`,
    [fromNow(0), ...asked],
    (rows) => {
      const found = new Map(rows.map(({ key, value }) => [key, String(value)]));
      return keys.map((key) => found.get(key) ?? null);
    },
  );
}

/**
 * Returns the keys that a statement has room for: drivers and servers keep each
 * statement that they have prepared, and a list of sessions asks for any number.
 */
function toRoom(count: number): number {
  return count <= 8 ? count : 2 ** Math.ceil(Math.log2(count));
}

/**
 * Removes expired rows. Errors are ignored because the write has succeeded.
 */
async function sweep(sql: Sql): Promise<void> {
  try {
    await removeExpired(sql, {
      table: sql.tables.store,
      key: ["key"],
      now: fromNow(0),
      limit: SWEEP_LIMIT,
    });
  } catch {
    // A later removal tries again.
  }
}

function fromNow(seconds: number): Date {
  return new Date(readClock() + seconds * 1000);
}
