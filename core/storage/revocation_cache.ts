import { setLatest } from "../runtime/lru.ts";

/**
 * A bounded cache of sessions that were found not to be revoked, and when. The
 * least recently checked session is dropped first.
 */
export interface RevocationCache {
  /**
   * Returns when a session was last found not to be revoked, in milliseconds
   * since the epoch; null if it is not cached.
   *
   * @param owner the configuration: equal text for equal ones
   */
  find(owner: string, session: string): number | null;
  /** The number of revocations in this process. An answer from before the latest one is outdated. */
  version(): number;
  /** Caches an answer, unless a revocation happened while it was on its way. */
  keep(owner: string, session: string, answer: LiveAnswer): void;
  /** Drops answers after a revocation: that of a session, or all that a mark is about. */
  forget(what: Whose): void;
}

/** The answers to drop. */
type Whose = { readonly session: string } | {
  /** The key of the mark. */
  readonly mark: string;
};

/** A store's answer that a session is not revoked. */
export interface LiveAnswer {
  /** The keys of the marks that the store was asked for. */
  readonly marks: readonly string[];
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** The version of the cache when the store was called. */
  readonly version: number;
}

/** Creates an empty cache with limits on configurations and on sessions of each. */
export function createRevocationCache(
  maxSessions: number,
  maxOwners: number,
): RevocationCache {
  // Two levels, because the text of a configuration is long: it is hashed once.
  const owners = new Map<string, Map<string, LiveAnswer>>();
  let version = 0;
  return {
    find: (owner, session) => owners.get(owner)?.get(session)?.at ?? null,
    version: () => version,
    keep: (owner, session, answer) => {
      if (answer.version !== version) return;
      const answers = owners.get(owner) ?? new Map<string, LiveAnswer>();
      setLatest(owners, maxOwners, [owner, answers]);
      setLatest(answers, maxSessions, [session, answer]);
    },
    forget: (what) => {
      version++;
      for (const answers of owners.values()) {
        if ("session" in what) answers.delete(what.session);
        else {
          for (const [id, { marks }] of answers) {
            if (marks.includes(what.mark)) answers.delete(id);
          }
        }
      }
    },
  };
}

/**
 * The prefix of the mark of a session that is about to get another id; the time
 * and the sealed new id follow. It ends nothing yet.
 */
export const CLAIMED = "claimed:";
