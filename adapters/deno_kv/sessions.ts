import type {
  Adapter,
  AdapterSession,
  AdapterSessionUpdate,
  AdapterUser,
  SessionSelection,
} from "../../core/model/adapter.ts";
import { readClock } from "../../core/runtime/clock.ts";
import type { SessionStorage } from "../split.ts";
import {
  type DenoKvAtomic,
  listNames,
  type Place,
  read,
  readMany,
  removeAll,
  retry,
  toLifetime,
} from "./place.ts";

/** The session methods. */
export type SessionMethods =
  & Required<
    Pick<
      Adapter,
      | "createSession"
      | "getSessionAndUser"
      | "updateSession"
      | "deleteSession"
      | "listSessionsByUserId"
      | "deleteSessionsByUserId"
    >
  >
  & Pick<SessionStorage, "getSession">;

/**
 * Sessions: `session`, token → the record; `user_session`, user id, token. Deno
 * KV removes both some time after they expire, so reads check the expiry as
 * well.
 */
export function createSessionMethods(place: Place): SessionMethods {
  const getSession = async (token: string): Promise<AdapterSession | null> => {
    const { value } = await read<AdapterSession>(
      place,
      place.at("session", token),
    );
    return value !== null && isLive(value) ? value : null;
  };
  return {
    getSession,
    createSession: async (session) => {
      const { ok } = await setSession(place, place.kv.atomic(), session)
        .commit();
      if (!ok) throw new Error("Deno KV: the session token already exists");
      return session;
    },
    getSessionAndUser: async (token) => {
      const session = await getSession(token);
      if (session === null) return null;
      const key = place.at("user", session.userId);
      const { value: user } = await read<AdapterUser>(place, key);
      return user === null ? null : { session, user };
    },
    updateSession: (changes) => updateSession(place, changes),
    deleteSession: async (token) => {
      const { key, value } = await read<AdapterSession>(
        place,
        place.at("session", token),
      );
      if (value === null) return null;
      await removeAll(place, [key, toListKey(place, value)]);
      return value;
    },
    listSessionsByUserId: async (userId) =>
      (await readSessions(place, userId)).filter(isLive),
    deleteSessionsByUserId: (userId, which) =>
      deleteSessions(place, userId, which),
  };
}

/** Adds the writes of a session that must not exist yet. */
export function setSession(
  place: Place,
  writes: DenoKvAtomic,
  session: AdapterSession,
): DenoKvAtomic {
  const key = place.at("session", session.sessionToken);
  const lifetime = toLifetime(session.expires.getTime());
  return writes.check({ key, versionstamp: null })
    .set(key, session, lifetime)
    .set(toListKey(place, session), true, lifetime);
}

function toListKey({ at }: Place, session: AdapterSession): readonly string[] {
  return at("user_session", session.userId, session.sessionToken);
}

/** Whether a session has not expired; an invalid date counts as expired. */
function isLive({ expires }: Pick<AdapterSession, "expires">): boolean {
  return expires.getTime() > readClock();
}

async function readSessions(
  place: Place,
  userId: string,
): Promise<AdapterSession[]> {
  const tokens = await listNames(place, place.at("user_session", userId));
  const sessions = await readMany<AdapterSession>(
    place,
    tokens.map((token) => place.at("session", token)),
  );
  return sessions.filter((session) => session !== null);
}

async function updateSession(
  place: Place,
  { sessionToken, expires, lastSeenAt }: AdapterSessionUpdate,
): Promise<AdapterSession | null> {
  const key = place.at("session", sessionToken);
  return await retry(async () => {
    const found = await read<AdapterSession>(place, key);
    if (found.value === null || !isLive(found.value)) return { value: null };
    const session: AdapterSession = {
      ...found.value,
      ...(expires && { expires }),
      ...(lastSeenAt && { lastSeenAt }),
    };
    const lifetime = toLifetime(session.expires.getTime());
    const writes = place.kv.atomic().check(found)
      .set(key, session, lifetime)
      .set(toListKey(place, session), true, lifetime);
    return (await writes.commit()).ok ? { value: session } : null;
  });
}

async function deleteSessions(
  place: Place,
  userId: string | null,
  { before }: SessionSelection = {},
): Promise<void> {
  const pages = userId === null
    ? readPages(place)
    : [await readSessions(place, userId)];
  for await (const sessions of pages) {
    // A session without a start time counts as old.
    const ended = sessions.filter(({ createdAt }) =>
      !before || !createdAt || createdAt < before
    );
    await removeAll(
      place,
      ended.flatMap((session) => [
        place.at("session", session.sessionToken),
        toListKey(place, session),
      ]),
    );
  }
}

/** Sessions in memory at a time. */
const PAGE = 250;

/** Reads all sessions in pages: they may be more than fit into memory. */
async function* readPages(place: Place): AsyncGenerator<AdapterSession[]> {
  let page: AdapterSession[] = [];
  for await (
    const { value } of place.kv.list({ prefix: place.at("session") })
  ) {
    page.push(value as AdapterSession);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  yield page;
}
