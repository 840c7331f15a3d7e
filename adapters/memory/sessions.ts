import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from "../../core/model/adapter.ts";
import { readClock } from "../../core/runtime/clock.ts";
import { add, copy, find, withoutUndefined } from "./rows.ts";

/** The records of a memory adapter. */
export interface Tables {
  readonly users: Map<string, AdapterUser>;
  /** User ids by e-mail address. */
  readonly addresses: Map<string, string>;
  readonly accounts: Map<string, AdapterAccount>;
  readonly sessions: Map<string, AdapterSession>;
  readonly tokens: Map<string, VerificationToken>;
  readonly passkeys: Map<string, AdapterAuthenticator>;
  /** Secrets of users, by user and kind. */
  readonly secrets: Map<string, { readonly userId: string; text: string }>;
}

type Methods<K extends keyof Adapter> = Pick<Required<Adapter>, K>;

/** The methods for one session, and those for all sessions of a user. */
export function createSessionMethods(tables: Tables) {
  return { ...createOneMethods(tables), ...createListMethods(tables) };
}

function createOneMethods(
  { users, sessions }: Tables,
): Methods<
  "createSession" | "getSessionAndUser" | "updateSession" | "deleteSession"
> {
  return {
    createSession: (session) => {
      find(users, session.userId);
      return copy(add(sessions, session.sessionToken, session));
    },
    getSessionAndUser: (sessionToken) => {
      const session = sessions.get(sessionToken);
      const user = users.get(session?.userId ?? "");
      return session === undefined || user === undefined
        ? null
        : { session: copy(session), user: copy(user) };
    },
    updateSession: ({ sessionToken, ...changes }) => {
      const known = sessions.get(sessionToken);
      if (known === undefined) return null;
      const session = {
        ...known,
        ...withoutUndefined(changes),
      } as AdapterSession;
      sessions.set(sessionToken, copy(session));
      return copy(session);
    },
    deleteSession: (sessionToken) => void sessions.delete(sessionToken),
  };
}

function createListMethods(
  { sessions }: Tables,
): Methods<
  "listSessionsByUserId" | "listSessionPage" | "deleteSessionsByUserId"
> {
  const list = (userId: string) =>
    [...sessions.values()].filter((one) =>
      one.userId === userId && one.expires.getTime() > readClock()
    );
  return {
    listSessionsByUserId: (userId) => list(userId).map(copy),
    listSessionPage: (userId, after, limit) =>
      list(userId)
        .filter((one) => after === null || compare(after, one) < 0)
        .sort(compare).slice(0, limit).map(copy),
    deleteSessionsByUserId: (userId, { before } = {}) => {
      for (const [key, session] of sessions) {
        const isMeant = (userId === null || session.userId === userId) &&
          (before === undefined || toStart(session) < before.getTime());
        if (isMeant) sessions.delete(key);
      }
    },
  };
}

type Position = Pick<AdapterSession, "sessionToken" | "createdAt">;

function toStart({ createdAt }: Position): number {
  return createdAt?.getTime() ?? -Infinity;
}

/** Orders sessions, newest first; those of the same moment by their tokens. */
function compare(one: Position, other: Position): number {
  const [start, next] = [toStart(one), toStart(other)];
  if (start !== next) return next > start ? 1 : -1;
  if (one.sessionToken === other.sessionToken) return 0;
  return other.sessionToken > one.sessionToken ? 1 : -1;
}
