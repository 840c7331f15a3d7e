import {
  assertFields,
  assertNull,
  assertThrows,
  race,
  recommendCases,
  requireCases,
} from "./case.ts";
import {
  addSession,
  addUser,
  HOUR,
  toMoment,
  toName,
  toSession,
} from "./records.ts";

const reading = requireCases(
  ["createUser", "createSession", "getSessionAndUser"],
  {
    "a session comes back with its owner": async (a) => {
      const user = await addUser(a);
      await addSession(a, (await addUser(a)).id);
      const session = toSession(a, { userId: user.id });
      const made = await a.createSession(session);
      assertFields(made, session, "createSession");
      const found = await a.getSessionAndUser(session.sessionToken);
      assertFields(found?.session, session, "the session");
      assertFields(found?.user, user, "the user");
    },
    "an unknown session gives null": async (a) => {
      await addSession(a, (await addUser(a)).id);
      const found = await a.getSessionAndUser(toName("unknown"));
      assertNull(found, "getSessionAndUser");
    },
    "a user can have several sessions": async (a) => {
      const { id } = await addUser(a);
      const sessions = [
        await addSession(a, id),
        await addSession(a, id, { expires: toMoment(2 * HOUR) }),
      ];
      for (const session of sessions) {
        const found = await a.getSessionAndUser(session.sessionToken);
        assertFields(found?.session, session, "the session");
      }
    },
    "an expired session comes back unchanged, or not at all": async (a) => {
      const { id } = await addUser(a);
      const session = await addSession(a, id, { expires: toMoment(-HOUR) });
      const found = await a.getSessionAndUser(session.sessionToken);
      if (found === null) return;
      assertFields(found?.session, session, "getSessionAndUser");
    },
    "a session token is compared exactly": async (a) => {
      const { id } = await addUser(a);
      const { sessionToken } = await addSession(a, id, {
        sessionToken: toName("Ab+/_-.=%'\""),
      });
      const found = await a.getSessionAndUser(sessionToken);
      assertFields(found?.session, { sessionToken }, "the session");
      const lower = await a.getSessionAndUser(sessionToken.toLowerCase());
      assertNull(lower, "in lower case");
    },
  },
);

const updating = requireCases(
  ["createUser", "createSession", "getSessionAndUser", "updateSession"],
  {
    "updateSession changes the end of one session": async (a) => {
      const { id } = await addUser(a);
      const [session, other] = [
        await addSession(a, id),
        await addSession(a, id),
      ];
      const expires = toMoment(5 * HOUR);
      const { sessionToken } = session;
      await a.updateSession({ sessionToken, expires });
      const found = await a.getSessionAndUser(sessionToken);
      assertFields(found?.session, { ...session, expires }, "the session");
      const unchanged = await a.getSessionAndUser(other.sessionToken);
      assertFields(unchanged?.session, other, "another session");
    },
  },
);

const deleting = requireCases(
  ["createUser", "createSession", "getSessionAndUser", "deleteSession"],
  {
    "deleteSession ends one session and no other": async (a) => {
      const { id } = await addUser(a);
      const [session, other] = [
        await addSession(a, id),
        await addSession(a, id),
      ];
      await a.deleteSession(session.sessionToken);
      const found = await a.getSessionAndUser(session.sessionToken);
      assertNull(found, "getSessionAndUser");
      const unchanged = await a.getSessionAndUser(other.sessionToken);
      assertFields(unchanged?.session, other, "another session");
    },
  },
);

const reviving = requireCases(
  [
    "createUser",
    "createSession",
    "getSessionAndUser",
    "updateSession",
    "deleteSession",
  ],
  {
    "updateSession does not restore a deleted session": async (a) => {
      const { id } = await addUser(a);
      const { sessionToken } = await addSession(a, id);
      await a.deleteSession(sessionToken);
      try {
        await a.updateSession({ sessionToken, expires: toMoment(HOUR) });
      } catch {
        // An error is fine, too.
      }
      const found = await a.getSessionAndUser(sessionToken);
      assertNull(found, "getSessionAndUser");
    },
  },
);

const careful = [
  ...recommendCases(
    "a renewal in flight would undo a sign-out",
    [
      "createUser",
      "createSession",
      "getSessionAndUser",
      "updateSession",
      "deleteSession",
    ],
    {
      "a deletion wins over an update at the same time": async (
        a,
      ) => {
        const { id } = await addUser(a);
        for (let round = 0; round < 10; round++) {
          const { sessionToken } = await addSession(a, id);
          const expires = toMoment(2 * HOUR);
          await race(
            5,
            (i) =>
              i === 2
                ? a.deleteSession(sessionToken)
                : a.updateSession({ sessionToken, expires }),
          );
          const found = await a.getSessionAndUser(sessionToken);
          assertNull(found, "getSessionAndUser");
        }
      },
    },
  ),
  ...recommendCases(
    "the library has to forgive an error when a session ends twice",
    ["deleteSession"],
    {
      "deleteSession of a missing session is no error": async (a) => {
        await a.deleteSession(toName("gone"));
      },
    },
  ),
  ...recommendCases(
    "a token that comes up twice would be two people's session",
    ["createUser", "createSession", "getSessionAndUser"],
    {
      "a taken session token is refused": async (a) => {
        const [user, other] = [await addUser(a), await addUser(a)];
        const { sessionToken } = await addSession(a, user.id);
        const again = toSession(a, { userId: other.id, sessionToken });
        await assertThrows(() => a.createSession(again), "createSession");
        const found = await a.getSessionAndUser(sessionToken);
        assertFields(found?.session, { userId: user.id }, "the session");
      },
    },
  ),
];

/** Cases about database sessions. */
export const sessionChecks = [
  ...reading,
  ...updating,
  ...deleting,
  ...reviving,
  ...careful,
];
