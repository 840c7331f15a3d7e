import { createMarks } from "./memory_marks.ts";
import { createShelf, type ShelfOptions, type Values } from "./memory_shelf.ts";
import type { Store } from "../model/store.ts";

/** The limit on kinds with a shelf of their own; any others share one. */
const MAX_KINDS = 16;

/** The options of a memory. */
export interface MemoryOptions extends Pick<ShelfOptions, "maxEntries"> {
  /** Called once for each message that the operator should see. */
  readonly warn: (message: string) => void;
}

/** Creates the entries of a memory store, with a limit for each kind. */
export function createMemory(options: MemoryOptions): Store {
  const common = createShelf(options);
  const marks = createMarks(options);
  const shelves = new Map<string, Values>([["revoked:", marks]]);
  // The latest kind is usually read again: session reads look for revocations.
  let latest = { kind: "revoked:", shelf: marks };
  const find = (key: string): Values => {
    if (key.startsWith(latest.kind)) return latest.shelf;
    const kind = key.slice(0, key.indexOf(":") + 1);
    if (kind === "" || kind === ":") return common;
    let shelf = shelves.get(kind);
    if (shelf === undefined) {
      if (shelves.size >= MAX_KINDS) return common;
      shelf = createShelf(options);
      shelves.set(kind, shelf);
    }
    latest = { kind, shelf };
    return shelf;
  };
  const read = (key: string): string | null =>
    find(key).find(key)?.value ?? null;
  return {
    get: (keys) => keys.map(read),
    set: (key, value, ttl) => find(key).set(key, value, ttl),
    compareAndSet: (key, expected, value, ttl) => {
      if (read(key) !== expected) return false;
      find(key).set(key, value, ttl);
      return true;
    },
    delete: (key) => find(key).remove(key),
  };
}
