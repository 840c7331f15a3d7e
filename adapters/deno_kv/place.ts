/** What the parts of the Deno KV adapter share: keys, expiry, and writes that try again. */

import { readClock } from "../../core/runtime/clock.ts";

/** One entry, as Deno KV reads it. */
export interface DenoKvEntry {
  /** Where it is. */
  readonly key: readonly unknown[];
  /** What it holds; null: it is not there. */
  readonly value: unknown;
  /** Changes with every write; null: it is not there. */
  readonly versionstamp: string | null;
}

/** Several writes that are made together or not at all. */
export interface DenoKvAtomic {
  /** Nothing is written unless the entry still has this version. */
  check(
    check: { key: readonly string[]; versionstamp: string | null },
  ): DenoKvAtomic;
  /** Writes an entry, for so many milliseconds. */
  set(
    key: readonly string[],
    value: unknown,
    options?: { expireIn?: number },
  ): DenoKvAtomic;
  /** Removes an entry. */
  delete(key: readonly string[]): DenoKvAtomic;
  /** Makes the writes; not ok: a check failed. */
  commit(): Promise<{ readonly ok: boolean }>;
}

/** What is used of a database that `Deno.openKv()` opens. */
export interface DenoKv {
  /** Reads an entry. */
  get(key: readonly string[]): Promise<DenoKvEntry>;
  /** Reads up to ten entries. */
  getMany(keys: readonly (readonly string[])[]): Promise<DenoKvEntry[]>;
  /** The entries below a key. */
  list(selector: { prefix: readonly string[] }): AsyncIterable<DenoKvEntry>;
  /** Begins several writes. */
  atomic(): DenoKvAtomic;
}

/** A database, and where in it our entries are. */
export interface Place {
  readonly kv: DenoKv;
  /** The full key of an entry. */
  readonly at: (...parts: readonly string[]) => readonly string[];
}

/** An entry that is read as a record of ours. */
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

/** The most that Deno KV reads at a time. */
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

/** The last parts of the keys below a key. */
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

/** Writes per commit: Deno KV takes 1,000. */
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

/** Each round somebody's write succeeds, so this many at a time are served. */
const ROUNDS = 64;

/**
 * Reads, decides and writes until no one else wrote in between.
 *
 * @param act gives null when its write came too late
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
    `Deno KV: gave up after ${ROUNDS} writes that came too late`,
  );
}

/** More than anybody's lifetime, in milliseconds, and still an integer. */
const FOREVER = 1e15;

/** How long an entry may stay: Deno KV removes it some time after. */
export function toLifetime(expires: number): { expireIn: number } {
  const rest = Math.ceil(expires - readClock());
  return { expireIn: Math.min(Math.max(rest, 1), FOREVER) };
}

/** What Deno KV keeps in one value, in bytes. */
const MAX_BYTES = 65_536;

/**
 * Deno KV refuses large values with an error that does not say which one: this
 * one does. It is no exact measure; what it lets through, Deno KV still checks.
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

/** Deno KV writes a text that is not Latin-1 with two bytes a character. */
function toSize(value: unknown): number {
  if (typeof value !== "string") return 8;
  // deno-lint-ignore no-control-regex -- the range of Latin-1
  return /^[\x00-\xff]*$/.test(value) ? value.length : value.length * 2;
}
