/**
 * The revocation marks of a memory store. No mark is dropped before it expires:
 * if there is no room for the mark of a session, it is merged into one mark of
 * its user, which ends all sessions whose ids are not newer; and if there is no
 * room for that, into the mark for all users. The oldest mark is merged first,
 * so that few live sessions are older.
 *
 * Marks of providers are merged into one that ends all sessions which began at
 * a provider, by the time at which their ID tokens were issued.
 *
 * The mark of a session in a row ends nothing, because its row is gone. If
 * there is no room for it, it is dropped, and no other mark changes.
 *
 * @module
 */

import type { MemoryOptions } from "./memory.ts";
import {
  createShelf,
  type Kept,
  type Shelf,
  type Values,
} from "./memory_shelf.ts";
import { CLAIMED } from "./revocation_cache.ts";
import { readSessionId } from "../model/session_id.ts";

/** Ended sessions of one user that have a mark each. */
const MAX_OF_PERSON = 50;
/** Ended sessions that have a mark each, for each user who may have a merged one. */
const MAX_FOR_EACH = 5;

const SESSION = "revoked:session:";
const ROW = "revoked:row:";
const PROVIDER = "revoked:provider:";
const ALL = "revoked:all";

/** Creates the shelf of the marks. `maxEntries` is the number of users who may have a merged mark. */
export function createMarks(options: MemoryOptions): Values {
  const { told, warnOnce } = createWarnings(options);
  const all = createShelf({ maxEntries: 1 });
  const merged = createShelf({ maxEntries: 2 });
  const people = createShelf({
    ...options,
    evicted: (_, mark) => {
      const moment = Number(mark.value || NaN);
      const began = Number.isFinite(moment) ? moment : toStart(mark);
      merge(mark, merged, ALL, began);
      warnOnce(ALL_MERGED);
    },
  });
  const logouts = createLogoutMarks(options, (mark) => {
    merge(mark, merged, PROVIDER, Number(mark.value));
    warnOnce(LOGOUTS_MERGED);
  });
  const rows = withClaims(options, createShelf(options));
  const sessions = createSessionMarks(options, (key, mark) => {
    // If the id does not name its user, the session counts as a user of its own.
    const id = toId(key);
    merge(mark, people, id?.person ?? key, id?.given ?? toStart(mark));
    warnOnce(PERSON_MERGED);
  });
  const toShelf = (key: string): Values => {
    if (key.startsWith(SESSION)) return sessions;
    if (key.startsWith(PROVIDER)) return logouts;
    if (key.startsWith(ROW)) return rows;
    return key === ALL ? all : people;
  };
  const findMerged = (key: string, own: Kept | null): Kept | null => {
    if (key === ALL) return toLater(own, merged.find(ALL));
    if (key.startsWith(PROVIDER)) return toLater(own, merged.find(PROVIDER));
    if (own !== null || !key.startsWith(SESSION)) return own;
    const id = toId(key);
    const mark = people.find(id?.person ?? key);
    return mark && !(id && id.given > Number(mark.value)) ? mark : null;
  };
  return {
    find: (key) => {
      const own = toShelf(key).find(key);
      return told.size === 0 ? own : findMerged(key, own);
    },
    set: (key, value, ttl) => toShelf(key).set(key, value, ttl),
    remove: (key) => toShelf(key).remove(key),
  };
}

function createWarnings({ warn }: MemoryOptions) {
  /** The warnings given so far; empty as long as nothing was merged. */
  const told = new Set<string>();
  const warnOnce = (message: string): void => {
    if (told.has(message)) return;
    told.add(message);
    warn(message);
  };
  return { told, warnOnce };
}

/** Creates the shelf of the marks of providers. */
function createLogoutMarks(
  { maxEntries }: MemoryOptions,
  evicted: (mark: Kept) => void,
): Values {
  return createShelf({
    maxEntries: MAX_FOR_EACH * maxEntries,
    evicted: (_, mark) => evicted(mark),
  });
}

/** Creates the shelf of the marks of single sessions, with a limit for each user. */
function createSessionMarks(
  options: MemoryOptions,
  evicted: (key: string, mark: Kept) => void,
): Values {
  const { maxEntries } = options;
  /** Keys by user, the oldest first. */
  const lists = new Map<string, string[]>();
  const sessions = createShelf({
    maxEntries: MAX_FOR_EACH * maxEntries,
    evicted,
    gone: (key) => {
      const { person = key } = toId(key) ?? {};
      const left = lists.get(person)?.filter((one) => one !== key) ?? [];
      if (left.length > 0) lists.set(person, left);
      else lists.delete(person);
    },
  });
  return withClaims(options, {
    ...sessions,
    set: (key, value, ttl) => {
      sessions.set(key, value, ttl);
      const id = toId(key);
      if (id === null) return;
      const list = [...lists.get(id.person) ?? [], key];
      lists.set(id.person, list);
      const [oldest = key] = list;
      if (list.length > MAX_OF_PERSON) sessions.evict(oldest);
    },
  });
}

/** Keeps claims apart from marks: they end nothing, and a claim that is lost cannot be confirmed. */
function withClaims(
  { maxEntries }: MemoryOptions,
  marks: Values,
): Values {
  const claims = createShelf({ maxEntries });
  return {
    find: (key) => marks.find(key) ?? claims.find(key),
    remove: (key) => {
      marks.remove(key);
      claims.remove(key);
    },
    set: (key, value, ttl) => {
      const [own, other] = value.startsWith(CLAIMED)
        ? [claims, marks]
        : [marks, claims];
      other.remove(key);
      own.set(key, value, ttl);
    },
  };
}

function toId(key: string) {
  return readSessionId(key.slice(SESSION.length));
}

/** Merges a mark into one that ends more, and keeps the latest moment and the longest lifetime. */
function merge(
  { ttl }: Kept,
  shelf: Shelf,
  key: string,
  moment: number,
): void {
  const known = shelf.find(key);
  const latest = Math.max(moment, Number(known?.value ?? 0));
  shelf.set(key, String(latest), Math.max(ttl, known?.ttl ?? 0));
}

/** Returns the mark that ends more; a mark that is not a number ends everything. */
function toLater(own: Kept | null, merged: Kept | null): Kept | null {
  const isLess = own === null ||
    Number(own.value || NaN) < Number(merged?.value);
  return isLess ? merged : own;
}

/** Returns when a mark was written, in milliseconds since the epoch. */
function toStart({ expires, ttl }: Kept): number {
  return expires - ttl * 1000;
}

const HINT =
  "A `store` of your own keeps them apart, for example `store: createSqliteStore(db)`.";
const PERSON_MERGED =
  `A user has ended more sessions than the memory store keeps apart: older sessions of this user ended, too. ${HINT}`;
const LOGOUTS_MERGED =
  `Providers have ended more sessions than the memory store keeps apart: older sessions of all their users ended, too. ${HINT}`;
const ALL_MERGED =
  `Users have ended more sessions than the memory store keeps apart: older sessions of all users ended, too. ${HINT}`;
