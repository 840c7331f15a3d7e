/**
 * What outlives a request, found again by value and never by config object: a
 * host that builds an equal configuration for each request loses nothing.
 * Everything here is bounded. No other file has a module-level Map.
 *
 * @module
 */

import { createKeyring, type Keyring } from "./crypto/keys.ts";
import { createMemoryStore } from "./memory_store.ts";
import type { Store } from "./store.ts";

const MAX_SECRETS = 100;
const MAX_ISSUERS = 1000;
const MAX_WARNINGS = 1000;

const keyrings = new Map<string, Keyring>();
const stores = new Map<string, Store>();
const cells = new Map<string, Cell<unknown>>();
const warnings = new Set<string>();
const reads = new WeakMap<object, Work[]>();

/** A fetched value, its age, and the fetch under way. */
export interface Cell<T> {
  value: T | null;
  /** When it was fetched, in milliseconds since the epoch. */
  at: number;
  flight: Promise<T> | null;
  /** When it was fetched out of turn, in milliseconds since the epoch. */
  forced: number[];
}

/** The keys of a list of secrets. */
export function sharedKeyring(secrets: readonly string[]): Keyring {
  return find(
    keyrings,
    JSON.stringify(secrets),
    MAX_SECRETS,
    () => createKeyring(secrets),
  );
}

/** The default store of an application: one for all lists that share a secret. */
export function sharedStore(secrets: readonly string[]): Store {
  const known = secrets.map((secret) => stores.get(secret)).find((one) => one);
  const store = known ?? createMemoryStore();
  for (const secret of secrets) find(stores, secret, MAX_SECRETS, () => store);
  return store;
}

/**
 * What is known of an issuer. The caller names the type, and uses one name for
 * one type only.
 */
export function sharedCell<T>(
  name: "metadata" | "keys",
  issuer: string,
): Cell<T> {
  const empty: Cell<T> = { value: null, at: 0, flight: null, forced: [] };
  return find(cells, `${name} ${issuer}`, MAX_ISSUERS, () => empty) as Cell<T>;
}

/** Whether this is the first time that a warning is due in this process. */
export function isFirstWarning(key: string): boolean {
  if (warnings.has(key) || warnings.size >= MAX_WARNINGS) return false;
  warnings.add(key);
  return true;
}

/** What identifies a piece of work: the same in every part, and it is the same work. */
export type WorkKey = readonly unknown[];

interface Work {
  readonly key: WorkKey;
  readonly result: unknown;
}

/**
 * Does a piece of work once for a request object, so that a guard and a page
 * read a session once and write it once.
 */
export function oncePerRequest<T>(
  request: object,
  key: WorkKey,
  work: () => T,
): T {
  const list = toList(request);
  const known = list.find((one) => isSameKey(one.key, key));
  if (known !== undefined) return known.result as T;
  const result = work();
  list.push({ key, result });
  return result;
}

/** Forgets all work of a request whose key begins like this, so that it is done anew. */
export function forgetForRequest(request: object, start: WorkKey): void {
  const kept = toList(request)
    .filter(({ key }) => !isSameKey(key.slice(0, start.length), start));
  reads.set(request, kept);
}

function toList(request: object): Work[] {
  let list = reads.get(request);
  if (list === undefined) reads.set(request, list = []);
  return list;
}

function isSameKey(a: WorkKey, b: WorkKey): boolean {
  return a.length === b.length && a.every((part, i) => part === b[i]);
}

function find<V>(
  map: Map<string, V>,
  key: string,
  max: number,
  make: () => V,
): V {
  const known = map.get(key);
  const value = known ?? make();
  // Put back last: the first of the map is the one that was not used longest.
  map.delete(key);
  map.set(key, value);
  if (map.size > max) {
    for (const oldest of map.keys()) {
      map.delete(oldest);
      break;
    }
  }
  return value;
}
