/**
 * Caches that outlive a request, keyed by value and not by config object: an
 * application that builds an equal configuration for each request loses
 * nothing. They are bounded. What is kept with an object of the application
 * (a request, a list of providers) is collected with it.
 *
 * @module
 */

import { createKeyring, type Keyring } from "../crypto/keys.ts";
import {
  createRevocationCache,
  type RevocationCache,
} from "./revocation_cache.ts";
import { setLatest } from "../runtime/lru.ts";
import { createMemoryStore } from "./memory_store.ts";
import type { Store } from "../model/store.ts";

const MAX_SECRETS = 100;
const MAX_ISSUERS = 1000;
const MAX_WARNINGS = 1000;
const MAX_ORIGINS = 1000;
const MAX_RENEWALS = 10_000;
const MAX_LIVE = 50_000;
const MAX_LIVE_OWNERS = 20;

const keyrings = new Map<string, Keyring>();
const stores = new Map<string, Store>();
const cells = new Map<string, Cell<unknown>>();
const origins = new Map<string, string | null>();
const warnings = new Set<string>();
const renewals = new Map<string, number>();

/** Lists of providers that a function of the application returned: the next request may get others. */
export const sharedGiven: WeakSet<object> = new WeakSet();

/** Sessions that were recently found not to be revoked; see `session.revocationCheck`. */
export const revocationCache: RevocationCache = createRevocationCache(
  MAX_LIVE,
  MAX_LIVE_OWNERS,
);

/** A fetched value, its age, and the fetch in progress. */
export interface Cell<T> {
  value: T | null;
  /** When it was fetched, in milliseconds since the epoch. */
  at: number;
  flight: { readonly began: number; readonly end: Promise<T> } | null;
  /** When one in place of an older value was last begun, in milliseconds since the epoch. */
  tried: number;
  /** The moments of fetches outside the schedule, in milliseconds since the epoch. */
  forced: number[];
}

/** Returns the keyring of a list of secrets. */
export function sharedKeyring(secrets: readonly string[]): Keyring {
  return find(
    keyrings,
    JSON.stringify(secrets),
    MAX_SECRETS,
    () => createKeyring(secrets),
  );
}

/** Returns the default store of an application: one for all lists that share a secret. */
export function sharedStore(secrets: readonly string[]): Store {
  const known = secrets.map((secret) => stores.get(secret)).find((one) => one);
  const store = known ?? createMemoryStore();
  for (const secret of secrets) find(stores, secret, MAX_SECRETS, () => store);
  return store;
}

/**
 * Returns the cache cell of an issuer, or of an origin that gives nonces. The caller names the type, and uses one
 * name for one type only.
 */
export function sharedCell<T>(
  name: "metadata" | "keys" | "nonce" | "prepared" | "checked",
  issuer: string,
): Cell<T> {
  const empty: Cell<T> = {
    value: null,
    at: 0,
    flight: null,
    tried: -Infinity,
    forced: [],
  };
  return find(cells, `${name} ${issuer}`, MAX_ISSUERS, () => empty) as Cell<T>;
}

/** Returns the canonical form of an origin: parsing a URL costs as much as opening a session. */
export function sharedOrigin(
  text: string,
  parse: (text: string) => string | null,
): string | null {
  return find(origins, text, MAX_ORIGINS, () => parse(text));
}

/** Whether a warning is due for the first time in this process. */
export function isFirstWarning(key: string): boolean {
  if (warnings.has(key) || warnings.size >= MAX_WARNINGS) return false;
  warnings.add(key);
  return true;
}

/**
 * Whether a renewal of a session to this end is the first in this process: tabs
 * that read at the same time write once.
 *
 * @param expires the new end, in milliseconds since the epoch
 * @param tolerance milliseconds by which a later end still counts as the same
 * renewal
 */
export function isFirstRenewal(
  session: string,
  expires: number,
  tolerance: number,
): boolean {
  const known = renewals.get(session) ?? -Infinity;
  if (known + tolerance > expires) return false;
  setLatest(renewals, MAX_RENEWALS, [session, expires]);
  return true;
}

/** Forgets a renewal that failed, so that the next read tries again. */
export function forgetRenewal(session: string): void {
  renewals.delete(session);
}

/** The owner of work: equal if all parts are identical. */
export type WorkOwner = readonly unknown[];

interface KeptWork {
  readonly name: string;
  readonly owner: WorkOwner;
  readonly result: unknown;
}

/** The work done for a request, which is collected with the request. */
const works = new WeakMap<object, readonly KeptWork[]>();

/**
 * Does a piece of work once per request object, so that a guard and a page read
 * a session once and write it once.
 *
 * @param owner compared part by part, so that equal configurations share the
 * result
 */
export function oncePerRequest<T>(
  request: object,
  name: string,
  owner: WorkOwner,
  work: () => T,
): T {
  const known = findWork(request, name, owner);
  if (known !== undefined) return known.result as T;
  const result = work();
  works.set(request, [...listWorks(request), { name, owner, result }]);
  return result;
}

/** Returns the result of work done for a request, if there is one. */
export function recallForRequest<T>(
  request: object,
  name: string,
  owner: WorkOwner,
): T | undefined {
  return findWork(request, name, owner)?.result as T | undefined;
}

/** Forgets work done for a request, so that it is done again. */
export function forgetForRequest(
  request: object,
  names: readonly string[],
): void {
  const left = listWorks(request).filter(({ name }) => !names.includes(name));
  works.set(request, left);
}

function listWorks(request: object): readonly KeptWork[] {
  return works.get(request) ?? [];
}

function findWork(
  request: object,
  name: string,
  owner: WorkOwner,
): KeptWork | undefined {
  for (const one of listWorks(request)) {
    if (one.name === name && isSameOwner(one.owner, owner)) return one;
  }
  return undefined;
}

function isSameOwner(a: WorkOwner, b: WorkOwner): boolean {
  return a === b ||
    a.length === b.length && a.every((part, i) => part === b[i]);
}

function find<K, V>(
  map: Map<K, V>,
  key: K,
  max: number,
  make: () => V,
): V {
  const known = map.get(key);
  // With enough room left, the order of last use does not matter.
  if (known !== undefined && map.size < max / 2) return known;
  const value = known ?? make();
  setLatest(map, max, [key, value]);
  return value;
}
