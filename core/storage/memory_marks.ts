/**
 * The revocation marks of a memory store. No mark is dropped before it expires:
 * beyond 50 of one user, the oldest is merged into one that ends all sessions
 * of this user up to a moment; and if there is no room, into one that ends the
 * sessions of all users up to a moment. As the oldest marks are merged first,
 * few live sessions are older.
 *
 * @module
 */

import { findUserKey } from "../model/provider_keys.ts";
import { readSessionId } from "../model/session_id.ts";
import {
  createExpiringMap,
  type Entry,
  type ExpiringMap,
} from "./expiring_map.ts";

/** The limit on marks of single sessions of one user. */
const MAX_OF_USER = 50;
/** The limit on all marks, as a multiple of `maxEntries`. */
const MARKS_PER_ENTRY = 6;

const SESSION = "revoked:session:";

const HINT =
  "A `store` of your own keeps them apart, for example `store: createSqliteStore(db)`.";
const MERGED = {
  "user":
    `A user has ended more sessions than the memory store keeps apart: older sessions of this user ended, too. ${HINT}`,
  "revoked:all":
    `Users have ended more sessions than the memory store keeps apart: older sessions of all users ended, too. ${HINT}`,
  "revoked:provider:":
    `Providers have ended more sessions than the memory store keeps apart: older sessions of all their users ended, too. ${HINT}`,
};

/** The options of a map of marks. */
export interface MarksOptions {
  readonly maxEntries: number;
  /** The beginning of the keys that the merged mark of all users stands for. */
  readonly all: "revoked:all" | "revoked:provider:";
  /** Called with what the operator should see whenever marks are merged. */
  readonly warn: (message: string) => void;
}

/** Creates a map of marks. */
export function createMarks(
  { maxEntries, all, warn }: MarksOptions,
): ExpiringMap {
  const mergedOfAll = createExpiringMap({ maxEntries: 1 });
  /** The keys of the marks of single sessions by user, the oldest first. */
  const keysByUser = new Map<string, Set<string>>();
  const marks = createExpiringMap({
    maxEntries: MARKS_PER_ENTRY * maxEntries,
    evicted: (key, mark) => {
      merge(mergedOfAll, all, toMerged(key, mark));
      warn(MERGED[all]);
    },
    gone: (key) => {
      const user = toUser(key);
      const keys = keysByUser.get(user);
      if (keys?.delete(key) && keys.size === 0) keysByUser.delete(user);
    },
  });
  return {
    find: (key) => {
      const own = marks.find(key);
      if (key.startsWith(all)) return toLater(own, mergedOfAll.find(all));
      return own ?? findMergedOfUser(marks, key);
    },
    set: (key, mark) => {
      marks.set(key, mark);
      const user = toUser(key);
      if (user === "") return;
      const keys = keysByUser.get(user) ?? new Set();
      keysByUser.set(user, keys.add(key));
      const [oldest = key] = keys;
      const old = keys.size > MAX_OF_USER ? marks.find(oldest) : null;
      if (old === null) return;
      marks.remove(oldest);
      merge(marks, user, toMerged(oldest, old));
      warn(MERGED.user);
    },
    remove: marks.remove,
  };
}

/**
 * Returns the key that marks of a single session are merged under, beyond the
 * limit of their user; empty for other marks, and if the session's id does not
 * name its user.
 */
function toUser(key: string): string {
  return readId(key)?.person ?? findUserKey(key) ?? "";
}

function readId(key: string) {
  return key.startsWith(SESSION)
    ? readSessionId(key.slice(SESSION.length))
    : null;
}

/** Returns the mark of a user that ends a session without a mark of its own. */
function findMergedOfUser(marks: ExpiringMap, key: string): Entry | null {
  const id = readId(key);
  const mark = marks.find(id?.person ?? "");
  return id !== null && id.given <= Number(mark?.value) ? mark : null;
}

/** Returns a mark with the moment as its value up to which it ends sessions. */
function toMerged(key: string, mark: Entry): Entry {
  const moment = key.startsWith(SESSION)
    ? readId(key)?.given
    : Number(mark.value);
  return { ...mark, value: String(moment || mark.written) };
}

/** Merges a mark into the existing one, and keeps the later moment and end. */
function merge(marks: ExpiringMap, key: string, mark: Entry): void {
  const known = marks.find(key) ?? mark;
  marks.set(key, {
    value: String(Math.max(Number(mark.value), Number(known.value))),
    written: mark.written,
    expires: Math.max(mark.expires, known.expires),
  });
}

/** Returns the mark that ends more; a mark that is not a number ends everything. */
function toLater(own: Entry | null, merged: Entry | null): Entry | null {
  const isLess = own === null ||
    Number(own.value || NaN) < Number(merged?.value);
  return isLess ? merged : own;
}
