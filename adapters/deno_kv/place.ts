/**
 * Shared parts of the Deno KV adapter: keys, expiry, and writes with retries.
 */

import { readClock } from "../../core/runtime/clock.ts";

/** One entry, as read by Deno KV. */
export interface DenoKvEntry {
  /** The key. */
  readonly key: readonly unknown[];
  /** The value; null if the entry does not exist. */
  readonly value: unknown;
  /** Changes with every write; null if the entry does not exist. */
  readonly versionstamp: string | null;
}

/** An atomic operation. */
export interface DenoKvAtomic {
  /** Makes the operation fail unless the entry still has this version. */
  check(
    check: { key: readonly string[]; versionstamp: string | null },
  ): DenoKvAtomic;
  /** Writes an entry that expires after the given milliseconds. */
  set(
    key: readonly string[],
    value: unknown,
    options?: { expireIn?: number },
  ): DenoKvAtomic;
  /** Removes an entry. */
  delete(key: readonly string[]): DenoKvAtomic;
  /** Executes the operation; not ok if a check failed. */
  commit(): Promise<{ readonly ok: boolean }>;
}

/** The parts of a database opened by `Deno.openKv()` that are used. */
export interface DenoKv {
  /** Reads an entry. */
  get(key: readonly string[]): Promise<DenoKvEntry>;
  /** Reads up to ten entries. */
  getMany(keys: readonly (readonly string[])[]): Promise<DenoKvEntry[]>;
  /** Lists the entries below a key. */
  list(
    selector: {
      readonly prefix: readonly string[];
      /** The first key. Default: the first one below the prefix. */
      readonly start?: readonly string[];
    },
  ): AsyncIterable<DenoKvEntry>;
  /** Begins an atomic operation. */
  atomic(): DenoKvAtomic;
}

/** A database, and the prefix of the library's entries. */
export interface Place {
  readonly kv: DenoKv;
  /** The full key of an entry. */
  readonly at: (...parts: readonly string[]) => readonly string[];
}

/** An entry whose value is one of the library's records. */
export interface Found<T> {
  readonly key: readonly string[];
  readonly value: T | null;
  readonly versionstamp: string | null;
}

/** Reads an entry. Only this library writes below its prefix, so the type holds. */
export async function read<T>(
  { kv }: Place,
  key: readonly string[],
): Promise<Found<T>> {
  const { value, versionstamp } = await kv.get(key);
  return { key, value: value as T | null, versionstamp };
}

/** The maximum number of entries that Deno KV reads at once. */
const PAGE = 10;

/** Reads entries in the order of their keys, absent ones as null. */
export async function readMany<T>(
  { kv }: Place,
  keys: readonly (readonly string[])[],
): Promise<(T | null)[]> {
  const pages: Promise<DenoKvEntry[]>[] = [];
  for (let i = 0; i < keys.length; i += PAGE) {
    pages.push(kv.getMany(keys.slice(i, i + PAGE)));
  }
  return (await Promise.all(pages)).flat()
    .map((entry) => entry.value as T | null);
}

/** Lists the last parts of the keys below a key. */
export async function listNames(
  { kv }: Place,
  prefix: readonly string[],
): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of kv.list({ prefix })) {
    names.push(String(key[prefix.length]));
  }
  return names;
}

/** Writes per commit: Deno KV allows 1,000. */
const BATCH = 500;

/** Removes entries, however many. */
export async function removeAll(
  { kv }: Place,
  keys: readonly (readonly string[])[],
): Promise<void> {
  for (let i = 0; i < keys.length; i += BATCH) {
    let writes = kv.atomic();
    for (const key of keys.slice(i, i + BATCH)) writes = writes.delete(key);
    await writes.commit();
  }
}

/**
 * In each round one concurrent write succeeds, so this many at a time are
 * served.
 */
const ROUNDS = 64;

/**
 * Repeats a read and conditional write until no other write came in between.
 *
 * @param act returns null if its write came too late
 * @throws {Error} after 64 rounds
 */
export async function retry<T>(
  act: () => Promise<{ readonly value: T } | null>,
): Promise<T> {
  for (let round = 0; round < ROUNDS; round++) {
    const done = await act();
    if (done !== null) return done.value;
  }
  throw new Error(
    `Deno KV: gave up after ${ROUNDS} conflicting writes to the same record`,
  );
}

/** Longer than any lifetime, in milliseconds, and still an integer. */
const FOREVER = 1e15;

/** Returns how long an entry may stay: Deno KV removes it some time after. */
export function toLifetime(expires: number): { expireIn: number } {
  const rest = Math.ceil(expires - readClock());
  return { expireIn: Math.min(Math.max(rest, 1), FOREVER) };
}

/** The maximum size of a value in Deno KV, in bytes. */
const MAX_BYTES = 65_536;

/**
 * Throws an error that names the record if it is too large; Deno KV's own error
 * does not. The measure is not exact; Deno KV still checks the values that
 * pass.
 *
 * @throws {Error} for a record that is too large
 */
export function assertFits(what: string, record: object): void {
  const sizes = Object.entries(record)
    .map(([name, value]) => ({ name, size: toSize(value) }))
    .sort((a, b) => b.size - a.size);
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  const [largest] = sizes;
  if (total <= MAX_BYTES || largest === undefined) return;
  throw new Error(
    `Deno KV keeps at most 64 KiB in a value, and this ${what} has ${total} bytes, ` +
      `${largest.size} of them in ${largest.name}. Keep less of it, or use a SQL database.`,
  );
}

/**
 * Returns the approximate size: Deno KV writes a text that is not Latin-1 with
 * two bytes per character.
 */
function toSize(value: unknown): number {
  if (typeof value !== "string") return 8;
  // deno-lint-ignore no-control-regex -- the range of Latin-1
  return /^[\x00-\xff]*$/.test(value) ? value.length : value.length * 2;
}
