/**
 * For tests only: an imitation of Deno KV in memory, for runtimes that have none.
 *
 * @module
 */

import type {
  DenoKv,
  DenoKvAtomic,
  DenoKvEntry,
} from "@latchkey/auth/adapters/deno-kv";

/** A fake Deno KV for runtimes without it, with access to its contents. */
export interface KvImitation extends DenoKv {
  /** Lists the existing keys, as JSON texts. */
  keys(): string[];
  /** The number of commits. */
  commits: number;
  /** While true, every commit comes too late. */
  isBusy: boolean;
}

interface Kept {
  readonly value: unknown;
  readonly versionstamp: string;
}

type Write = (entries: Map<string, Kept>, versionstamp: string) => void;

/**
 * Creates an empty fake. It never expires entries: Deno KV may be late as well.
 */
export function imitateKv(): KvImitation {
  const entries = new Map<string, Kept>();
  const read = (key: readonly string[]): DenoKvEntry => {
    const { value = null, versionstamp = null } =
      entries.get(JSON.stringify(key)) ?? {};
    return { key, value: structuredClone(value), versionstamp };
  };
  const kv: KvImitation = {
    commits: 0,
    isBusy: false,
    keys: () => [...entries.keys()].sort(),
    get: async (key) => await Promise.resolve(read(key)),
    getMany: async (keys) => {
      if (keys.length > 10) throw new TypeError("Too many ranges (max 10)");
      return await Promise.resolve(keys.map(read));
    },
    list: async function* ({ prefix, start = prefix }) {
      const first = JSON.stringify(start);
      for (const text of kv.keys()) {
        if (start !== prefix && text < first) continue;
        const key: string[] = JSON.parse(text);
        const isBelow = prefix.every((part, i) => part === key[i]) &&
          key.length > prefix.length;
        if (isBelow) yield await Promise.resolve(read(key));
      }
    },
    atomic: () => begin(kv, entries),
  };
  return kv;
}

function begin(kv: KvImitation, entries: Map<string, Kept>): DenoKvAtomic {
  const checks: { key: readonly string[]; versionstamp: string | null }[] = [];
  const writes: Write[] = [];
  const atomic: DenoKvAtomic = {
    check: (check) => {
      checks.push(check);
      return atomic;
    },
    set: (key, value, options) => {
      const { expireIn = 0 } = options ?? {};
      if (!Number.isInteger(expireIn) || expireIn < 0) {
        throw new TypeError("expireIn must be a non-negative integer");
      }
      const kept = structuredClone(value);
      writes.push((all, versionstamp) =>
        all.set(JSON.stringify(key), { value: kept, versionstamp })
      );
      return atomic;
    },
    delete: (key) => {
      writes.push((all) => all.delete(JSON.stringify(key)));
      return atomic;
    },
    commit: async () => {
      await Promise.resolve();
      const versionstamp = String(++kv.commits).padStart(20, "0");
      if (writes.length > 1000) throw new TypeError("Too many mutations");
      const ok = !kv.isBusy &&
        checks.every((check) =>
          (entries.get(JSON.stringify(check.key))?.versionstamp ?? null) ===
            check.versionstamp
        );
      if (ok) { for (const write of writes) write(entries, versionstamp); }
      return { ok };
    },
  };
  return atomic;
}
