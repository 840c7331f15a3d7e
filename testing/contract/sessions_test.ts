import { describe, it } from "node:test";
import type {
  Adapter,
  AdapterSession,
} from "@latchkey/auth/testing/adapter-contract";
import { type Good, listTests, toSecond } from "./mutations_testkit.ts";

function changeSession(
  good: Good,
  change: (session: AdapterSession) => AdapterSession,
): Adapter {
  return {
    getSessionAndUser: async (token) => {
      const found = await good.getSessionAndUser(token);
      return found && { ...found, session: change(found.session) };
    },
  };
}

/**
 * Keeps sessions without a start time when sessions are removed by time, if
 * `isMeant` says so.
 */
function keepAgeless(
  good: Good,
  isMeant: (userId: string | null) => boolean,
): Adapter {
  const ageless: AdapterSession[] = [];
  return {
    createSession: async (session) => {
      if (session.createdAt === undefined) ageless.push(session);
      return await good.createSession(session);
    },
    deleteSessionsByUserId: async (userId, which) => {
      await good.deleteSessionsByUserId(userId, which);
      if (which?.before === undefined || !isMeant(userId)) return;
      for (const session of ageless) {
        const { sessionToken } = session;
        if (await good.getSessionAndUser(sessionToken) !== null) continue;
        await good.createSession(session);
      }
    },
  };
}

const tests = listTests("sessions", {
  "a session's end loses its milliseconds": {
    breaks: "a session comes back with its owner",
    mutate: (good) =>
      changeSession(good, (session) => ({
        ...session,
        expires: toSecond(session.expires) ?? session.expires,
      })),
  },
  "no session is undefined": {
    breaks: "an unknown session gives null",
    mutate: (good) => ({
      getSessionAndUser: async (token) =>
        await good.getSessionAndUser(token) ?? undefined as never,
    }),
  },
  "a user has one session": {
    breaks: "a user can have several sessions",
    mutate: (good) => ({
      createSession: async (session) => {
        await good.deleteSessionsByUserId(session.userId);
        return await good.createSession(session);
      },
    }),
  },
  "an expired session is renewed by reading it": {
    breaks: "an expired session comes back unchanged, or not at all",
    mutate: (good) => ({
      createSession: (session) =>
        good.createSession({
          ...session,
          expires: new Date(Math.max(+session.expires, Date.now() + 60_000)),
        }),
    }),
  },
  "tokens are compared in lower case": {
    breaks: "a session token is compared exactly",
    mutate: (good) => ({
      createSession: async (session) => {
        const sessionToken = session.sessionToken.toLowerCase();
        await good.createSession({ ...session, sessionToken });
        return session;
      },
      getSessionAndUser: (token) => good.getSessionAndUser(token.toLowerCase()),
    }),
  },
  "updateSession does nothing": {
    breaks: "updateSession changes the end of one session",
    mutate: () => ({ updateSession: () => null }),
  },
  "deleteSession ends all sessions": {
    breaks: "deleteSession ends one session and no other",
    mutate: (good) => ({
      deleteSession: () => good.deleteSessionsByUserId(null),
    }),
  },
  "updateSession is an upsert": {
    breaks: "updateSession does not restore a deleted session",
    mutate: (good) => {
      const kept = new Map<string, AdapterSession>();
      return {
        createSession: (session) => {
          kept.set(session.sessionToken, session);
          return good.createSession(session);
        },
        updateSession: async (changes) => {
          const session = kept.get(changes.sessionToken);
          await good.deleteSession(changes.sessionToken);
          if (session) {
            await good.createSession({ ...session, ...changes as object });
          }
        },
      };
    },
  },
  "updateSession reads, then writes": {
    breaks: "a deletion wins over an update at the same time",
    mutate: (good) => ({
      updateSession: async ({ sessionToken, expires }) => {
        const found = await good.getSessionAndUser(sessionToken);
        if (!found) return;
        await good.deleteSession(sessionToken);
        const session = { ...found.session, ...(expires && { expires }) };
        await Promise.resolve(good.createSession(session)).catch(() => {});
      },
    }),
  },
  "ending a session twice is an error": {
    breaks: "deleteSession of a missing session is no error",
    mutate: () => ({
      deleteSession: () => {
        throw new Error("gone");
      },
    }),
  },
  "a taken token is written over": {
    breaks: "a taken session token is refused",
    mutate: (good) => ({
      createSession: async (session) => {
        await good.deleteSession(session.sessionToken);
        return await good.createSession(session);
      },
    }),
  },
  "details are lost": {
    breaks: "a session keeps its details",
    mutate: (good) =>
      changeSession(good, (session) => ({ ...session, userAgent: null })),
  },
  "updateSession always moves the end": {
    breaks: "updateSession changes only the given fields",
    mutate: (good) => ({
      updateSession: (changes) =>
        good.updateSession({ expires: new Date(), ...changes }),
    }),
  },
  "deleteSessionsByUserId ends everybody's": {
    breaks: "deleteSessionsByUserId ends all sessions of one user",
    mutate: (good) => ({
      deleteSessionsByUserId: () => good.deleteSessionsByUserId(null),
    }),
  },
  "null ends nobody's sessions": {
    breaks: "deleteSessionsByUserId of null ends the sessions of all users",
    mutate: (good) => ({
      deleteSessionsByUserId: (id, which) =>
        good.deleteSessionsByUserId(id ?? "", which),
    }),
  },
  "having no sessions is an error": {
    breaks: "deleteSessionsByUserId of a user without sessions is no error",
    mutate: (good) => ({
      deleteSessionsByUserId: async (id, which) => {
        const list = await good.listSessionsByUserId(id ?? "");
        if (id !== null && list.length === 0) throw new Error("none");
        await good.deleteSessionsByUserId(id, which);
      },
    }),
  },
  "the moment itself counts as before": {
    breaks:
      "deleteSessionsByUserId ends only sessions that began before the given time",
    mutate: (good) => ({
      deleteSessionsByUserId: (id, which) =>
        good.deleteSessionsByUserId(
          id,
          which?.before && { before: new Date(+which.before + 1) },
        ),
    }),
  },
  "a session of unknown age counts as young": {
    breaks: "a session of unknown age ends like an old one",
    mutate: (good) => keepAgeless(good, () => true),
  },
  "a session of unknown age ends with its owner's only": {
    breaks: "a session of unknown age ends like an old one",
    mutate: (good) => keepAgeless(good, (userId) => userId === null),
  },
  "the list holds expired sessions": {
    breaks: "listSessionsByUserId returns a user's live sessions",
    mutate: (good) => {
      const all: AdapterSession[] = [];
      return {
        createSession: (session) => {
          all.push(session);
          return good.createSession(session);
        },
        listSessionsByUserId: (id) => all.filter((one) => one.userId === id),
      };
    },
  },
  "the list of nobody is null": {
    breaks: "a user without sessions has an empty list",
    mutate: (good) => ({
      listSessionsByUserId: async (id) => {
        const list = await good.listSessionsByUserId(id);
        return list.length > 0 ? list : null as never;
      },
    }),
  },
  "the list is stale": {
    breaks: "the list follows updates and deletions",
    mutate: (good) => {
      const all: AdapterSession[] = [];
      return {
        createSession: (session) => {
          all.push(session);
          return good.createSession(session);
        },
        listSessionsByUserId: (id) =>
          all.filter((one) => one.userId === id && +one.expires > Date.now()),
      };
    },
  },
  "a page ends within a moment": {
    breaks: "listSessionPage gives every live session once, newest first",
    mutate: (good) => ({
      listSessionPage: async (id, after, limit) => {
        const all = await good.listSessionPage(id, null, 1000);
        const start = Number(after?.createdAt ?? Infinity);
        return all.filter((one) => Number(one.createdAt) < start)
          .slice(0, limit);
      },
    }),
  },
  "a page begins at the session's place in the list": {
    breaks: "listSessionPage goes on behind a session that is gone",
    mutate: (good) => ({
      listSessionPage: async (id, after, limit) => {
        const all = await good.listSessionPage(id, null, 1000);
        const place = all.findIndex((one) =>
          one.sessionToken === after?.sessionToken
        );
        return all.slice(place + 1, place + 1 + limit);
      },
    }),
  },
});

describe("the adapter contract about sessions", () => {
  for (const { title, run } of tests) it(title, run);
});
