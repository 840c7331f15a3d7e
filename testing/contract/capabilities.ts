import type {
  AdapterSession,
  NewUserRecords,
} from "../../core/model/adapter.ts";
import {
  assertFields,
  assertNull,
  assertSame,
  assertThrows,
  assertTrue,
  race,
  recommendCases,
  requireCases,
  toValues,
} from "./case.ts";
import {
  addAccount,
  addSession,
  addUser,
  HOUR,
  toAccount,
  toMoment,
  toName,
  toSession,
  toUser,
} from "./records.ts";
import type { Adapter } from "../../core/model/adapter.ts";

function toRecords(
  adapter: Adapter,
  fields: Partial<NewUserRecords> = {},
): NewUserRecords & { session: Omit<AdapterSession, "userId"> } {
  const { userId: _, ...session } = toSession(adapter, { userId: "" });
  return {
    user: toUser(),
    account: toAccount(),
    ...fields,
    session: fields.session ?? session,
  };
}

const creating = requireCases(
  [
    "createUserWithAccount",
    "createUser",
    "getUser",
    "getUserByEmail",
    "linkAccount",
    "getUserByAccount",
    "createSession",
    "getSessionAndUser",
  ],
  {
    "createUserWithAccount stores user, account and session": async (a) => {
      const records = toRecords(a);
      const { id: _, ...fields } = records.user;
      const user = await a.createUserWithAccount(records);
      const id = String(user.id);
      assertFields(user, fields, "createUserWithAccount");
      assertFields(await a.getUser(id), { ...fields, id }, "the user");
      assertFields(
        await a.getUserByAccount(records.account),
        { id },
        "account",
      );
      const found = await a.getSessionAndUser(records.session.sessionToken);
      const session = { ...records.session, userId: id };
      assertFields(found?.session, session, "the session");
    },
    "createUserWithAccount works without a session": async (a) => {
      const records = { ...toRecords(a), session: null };
      const { id } = await a.createUserWithAccount(records);
      assertFields(
        await a.getUserByAccount(records.account),
        { id },
        "account",
      );
    },
    "a taken account leaves no user and no session": async (a) => {
      const owner = await addUser(a);
      const account = await addAccount(a, owner.id);
      const records = toRecords(a, { account: toAccount(account) });
      await assertThrows(
        () => a.createUserWithAccount(records),
        "createUserWithAccount",
      );
      assertNull(await a.getUserByEmail(`${records.user.email}`), "the user");
      const { sessionToken } = records.session;
      assertNull(await a.getSessionAndUser(sessionToken), "the session");
      const { id } = owner;
      assertFields(await a.getUserByAccount(account), { id }, "the owner");
    },
    "ten first sign-ins with one account make one user": async (a) => {
      const account = toAccount();
      const all = Array.from({ length: 10 }, () => toRecords(a, { account }));
      const made = toValues(
        await race(
          all.length,
          (i) => a.createUserWithAccount(all[i] ?? toRecords(a)),
        ),
      );
      assertSame(made.length, 1, "users that were made");
      const owner = await a.getUserByAccount(account);
      assertFields(owner, { id: made[0]?.id }, "the owner");
      const users = await Promise.all(
        all.map(({ user }) => a.getUserByEmail(`${user.email}`)),
      );
      assertSame(users.filter(Boolean).length, 1, "users in the database");
      const sessions = await Promise.all(
        all.map(({ session }) => a.getSessionAndUser(session.sessionToken)),
      );
      assertSame(sessions.filter(Boolean).length, 1, "sessions");
    },
  },
);

const creatingUnique = [
  ...recommendCases(
    "two first sign-ins at a time would make two users of one address",
    ["createUserWithAccount", "createUser", "getUserByAccount"],
    {
      "a taken address leaves no account": async (a) => {
        const { email } = await addUser(a);
        const records = toRecords(a, { user: toUser({ email }) });
        await assertThrows(
          () => a.createUserWithAccount(records),
          "createUserWithAccount",
        );
        assertNull(await a.getUserByAccount(records.account), "the account");
      },
    },
  ),
  ...recommendCases(
    "an error at the last step would leave a user who never signed in",
    [
      "createUserWithAccount",
      "createUser",
      "createSession",
      "getUserByEmail",
      "getUserByAccount",
    ],
    {
      "a taken session token leaves no user": async (a) => {
        const { id } = await addUser(a);
        const { userId: _, ...session } = await addSession(a, id);
        const records = toRecords(a, { session });
        await assertThrows(
          () => a.createUserWithAccount(records),
          "createUserWithAccount",
        );
        assertNull(await a.getUserByEmail(`${records.user.email}`), "the user");
        assertNull(await a.getUserByAccount(records.account), "the account");
      },
    },
  ),
];

const expiring = requireCases(
  [
    "deleteExpired",
    "createUser",
    "createSession",
    "getSessionAndUser",
    "createVerificationToken",
    "useVerificationToken",
  ],
  {
    "deleteExpired removes a bounded number of expired rows": async (a) => {
      const { id } = await addUser(a);
      const expires = toMoment(-HOUR);
      const tokens: string[] = [];
      for (let i = 0; i < 5; i++) {
        tokens.push((await addSession(a, id, { expires })).sessionToken);
        const [identifier, token] = [toName("ada"), toName("token")];
        await a.createVerificationToken({ identifier, token, expires });
      }
      let rounds = 0;
      for (let removed = -1; removed !== 0 && rounds < 20; rounds++) {
        removed = await a.deleteExpired(new Date(), 2);
        assertTrue(removed <= 4, `more than the limit: ${removed}`);
      }
      assertTrue(rounds < 20, "it never came to an end");
      for (const token of tokens) {
        assertNull(await a.getSessionAndUser(token), "an expired session");
      }
    },
    "deleteExpired never removes live rows": async (a) => {
      const { id } = await addUser(a);
      const session = await addSession(a, id);
      const token = {
        identifier: toName("ada"),
        token: toName("token"),
        expires: toMoment(HOUR),
      };
      await a.createVerificationToken(token);
      assertSame(await a.deleteExpired(new Date(), 100), 0, "rows removed");
      const found = await a.getSessionAndUser(session.sessionToken);
      assertFields(found?.session, session, "the session");
      assertFields(await a.useVerificationToken(token), token, "the token");
    },
  },
);

/** Cases about optional capabilities of an adapter. */
export const capabilityChecks = [
  ...creating,
  ...creatingUnique,
  ...expiring,
];
