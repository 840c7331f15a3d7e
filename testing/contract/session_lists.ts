import {
  assertFields,
  assertNull,
  assertSame,
  assertTrue,
  type Having,
  requireCases,
} from "./case.ts";
import { addSession, addUser, HOUR, toMoment, toSession } from "./records.ts";

const details = requireCases(
  [
    "sessionDetails",
    "createUser",
    "createSession",
    "getSessionAndUser",
    "updateSession",
  ],
  {
    "a session keeps its details": async (a) => {
      const { id } = await addUser(a);
      const given = {
        createdAt: toMoment(-3 * HOUR),
        lastSeenAt: toMoment(-2 * HOUR),
        userAgent: `Browser "1'0" 日本 ${"x".repeat(490)}`,
        authentication: `{"provider":"example","amr":["${"日".repeat(900)}"]}`,
      };
      const sessions = [
        await addSession(a, id, given),
        await addSession(a, id, {
          ...given,
          userAgent: null,
          authentication: null,
        }),
      ];
      for (const session of sessions) {
        const found = await a.getSessionAndUser(session.sessionToken);
        assertFields(found?.session, session, "the session");
      }
    },
    "updateSession changes only the given fields": async (a) => {
      const { id } = await addUser(a);
      const session = await addSession(a, id);
      const { sessionToken } = session;
      const [lastSeenAt, expires] = [toMoment(0), toMoment(9 * HOUR)];
      await a.updateSession({ sessionToken, lastSeenAt });
      const seen = await a.getSessionAndUser(sessionToken);
      assertFields(seen?.session, { ...session, lastSeenAt }, "lastSeenAt");
      await a.updateSession({ sessionToken, expires, lastSeenAt: undefined });
      const renewed = await a.getSessionAndUser(sessionToken);
      const expected = { ...session, lastSeenAt, expires };
      assertFields(renewed?.session, expected, "expires");
    },
  },
);

const ending = requireCases(
  [
    "createUser",
    "createSession",
    "getSessionAndUser",
    "deleteSessionsByUserId",
  ],
  {
    "deleteSessionsByUserId ends all sessions of one user": async (a) => {
      const [user, other] = [await addUser(a), await addUser(a)];
      const mine = [await addSession(a, user.id), await addSession(a, user.id)];
      const theirs = await addSession(a, other.id);
      await a.deleteSessionsByUserId(user.id);
      for (const { sessionToken } of mine) {
        assertNull(await a.getSessionAndUser(sessionToken), "their session");
      }
      const found = await a.getSessionAndUser(theirs.sessionToken);
      assertFields(found?.session, theirs, "another user's session");
    },
    "deleteSessionsByUserId of null ends the sessions of all users": async (
      a,
    ) => {
      const users = [await addUser(a), await addUser(a)];
      for (const { id } of users) await addSession(a, id);
      const last = await addSession(a, users[0]?.id ?? "");
      await a.deleteSessionsByUserId(null);
      assertNull(await a.getSessionAndUser(last.sessionToken), "a session");
      const next = await addSession(a, users[0]?.id ?? "");
      const found = await a.getSessionAndUser(next.sessionToken);
      assertTrue(found !== null, "a session that began afterwards is gone");
    },
    "deleteSessionsByUserId of a user without sessions is no error": async (
      a,
    ) => {
      const { id } = await addUser(a);
      await a.deleteSessionsByUserId(id);
    },
  },
);

const endingOld = requireCases(
  [
    "sessionDetails",
    "createUser",
    "createSession",
    "getSessionAndUser",
    "deleteSessionsByUserId",
  ],
  {
    "deleteSessionsByUserId ends only sessions that began before the given time":
      async (a) => {
        const users = [await addUser(a), await addUser(a)];
        const before = toMoment(-HOUR);
        const isThere = async (token: string) =>
          await a.getSessionAndUser(token) !== null;
        const addThree = async ({ id }: { id: string }) => [
          (await addSession(a, id, { createdAt: toMoment(-2 * HOUR) }))
            .sessionToken,
          (await addSession(a, id, { createdAt: before })).sessionToken,
          (await addSession(a, id, { createdAt: toMoment(0) })).sessionToken,
        ];
        const [mine, theirs] = [
          await addThree(users[0] ?? { id: "" }),
          await addThree(users[1] ?? { id: "" }),
        ];
        const look = async () => [
          await Promise.all(mine.map(isThere)),
          await Promise.all(theirs.map(isThere)),
        ];
        await a.deleteSessionsByUserId(users[0]?.id ?? "", { before });
        const [kept, all] = [[false, true, true], [true, true, true]];
        assertSame(await look(), [kept, all], "one user's");
        await a.deleteSessionsByUserId(null, { before });
        assertSame(await look(), [kept, kept], "everybody's");
      },
    "a session of unknown age ends like an old one": async (
      a,
    ) => {
      const [user, other] = [await addUser(a), await addUser(a)];
      const before = toMoment(-HOUR);
      const mine = await addAgeless(a, user.id);
      const theirs = await addAgeless(a, other.id);
      const young = await addSession(a, user.id, { createdAt: toMoment(0) });
      const isThere = async (token: string | null) =>
        token !== null && await a.getSessionAndUser(token) !== null;
      await a.deleteSessionsByUserId(user.id, { before });
      assertTrue(!await isThere(mine), "the user's session is still there");
      const isSpared = theirs === null || await isThere(theirs);
      assertTrue(isSpared, "another user's session is gone");
      await a.deleteSessionsByUserId(null, { before });
      assertTrue(!await isThere(theirs), "a session is still there");
      assertTrue(await isThere(young.sessionToken), "a young session is gone");
    },
  },
);

/**
 * Stores a session as adapters did before they kept its start time. Returns
 * null if this adapter refuses it or adds a time, so that it has no sessions of
 * unknown age.
 */
async function addAgeless(
  a: Having<"createSession" | "getSessionAndUser">,
  userId: string,
): Promise<string | null> {
  const { createdAt: _, ...session } = toSession(a, { userId });
  try {
    await a.createSession(session);
  } catch {
    return null;
  }
  const found = await a.getSessionAndUser(session.sessionToken);
  assertTrue(found !== null, "the session was not stored");
  return found?.session.createdAt ? null : session.sessionToken;
}

const listing = requireCases(
  ["createUser", "createSession", "listSessionsByUserId"],
  {
    "listSessionsByUserId returns a user's live sessions": async (a) => {
      const [user, other] = [await addUser(a), await addUser(a)];
      const live = [await addSession(a, user.id), await addSession(a, user.id)];
      await addSession(a, user.id, { expires: toMoment(-HOUR) });
      await addSession(a, other.id);
      const list = await a.listSessionsByUserId(user.id);
      assertSame(list.length, live.length, "sessions");
      for (const session of live) {
        const found = list.find((one) =>
          one.sessionToken === session.sessionToken
        );
        assertFields(found, session, "a session");
      }
    },
    "a user without sessions has an empty list": async (a) => {
      const { id } = await addUser(a);
      assertSame(await a.listSessionsByUserId(id), [], "the list");
    },
  },
);

const listingAfter = requireCases(
  [
    "createUser",
    "createSession",
    "updateSession",
    "deleteSession",
    "listSessionsByUserId",
  ],
  {
    "the list follows updates and deletions": async (a) => {
      const { id } = await addUser(a);
      const [gone, kept] = [await addSession(a, id), await addSession(a, id)];
      const expires = toMoment(7 * HOUR);
      await a.updateSession({ sessionToken: kept.sessionToken, expires });
      await a.deleteSession(gone.sessionToken);
      const list = await a.listSessionsByUserId(id);
      assertSame(list.length, 1, "sessions");
      assertFields(list[0], { ...kept, expires }, "the session");
    },
  },
);

/** Cases about the details of sessions, and about all sessions of a user. */
export const sessionListChecks = [
  ...details,
  ...ending,
  ...endingOld,
  ...listing,
  ...listingAfter,
];
