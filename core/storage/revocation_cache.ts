/** Sessions that were found not to be revoked, and when. Bounded: who was asked about longest ago goes first. */
export interface LiveMemo {
  /**
   * When a session was found not to be revoked last, in milliseconds since the
   * epoch; null if nobody remembers.
   *
   * @param owner the configuration: equal text for equal ones
   */
  find(owner: string, session: string): number | null;
  /** How often something was revoked in this process: an answer from before is no answer any more. */
  version(): number;
  /** Remembers an answer, unless something was revoked while it was on its way. */
  keep(owner: string, session: string, answer: LiveAnswer): void;
  /** Something was revoked: a session, or all of a person, or everything. */
  forget(what: Whose): void;
}

/** Whose answers are forgotten; everybody's, if nobody is named. */
interface Whose {
  readonly session?: string | undefined;
  readonly user?: string | undefined;
}

/** "Not revoked", as a store said. */
export interface LiveAnswer {
  /** Whose session it is. */
  readonly user: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  /** That of the memo when the store was asked. */
  readonly version: number;
}

/** Makes an empty memo for so many sessions of each of so many configurations. */
export function createLiveMemo(
  maxSessions: number,
  maxOwners: number,
): LiveMemo {
  // In two steps: the text of a configuration is long, and hashed once.
  const owners = new Map<string, Map<string, LiveAnswer>>();
  let version = 0;
  return {
    find: (owner, session) => owners.get(owner)?.get(session)?.at ?? null,
    version: () => version,
    keep: (owner, session, answer) => {
      if (answer.version !== version) return;
      const answers = owners.get(owner) ?? new Map<string, LiveAnswer>();
      owners.delete(owner);
      owners.set(owner, answers);
      dropOldest(owners, maxOwners);
      answers.delete(session);
      answers.set(session, answer);
      dropOldest(answers, maxSessions);
    },
    forget: ({ session, user }) => {
      version++;
      if (session === undefined && user === undefined) return owners.clear();
      for (const answers of owners.values()) {
        if (session !== undefined) answers.delete(session);
        else {
          for (const [id, answer] of answers) {
            if (answer.user === user) answers.delete(id);
          }
        }
      }
    },
  };
}

function dropOldest(map: Map<string, unknown>, max: number): void {
  if (map.size <= max) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}

/**
 * The mark of a session that is about to get another id begins with this; the
 * time and the sealed new id follow. It ends nothing yet.
 */
export const CLAIMED = "claimed:";
