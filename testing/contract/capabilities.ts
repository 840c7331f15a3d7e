import type { AdapterSession, NewUserRecords } from "../../core/adapter.ts";
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
import type { Adapter } from "../../core/adapter.ts";

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
    "an account that is taken leaves no user and no session": async (a) => {
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
      "an address that is taken leaves no account": async (a) => {
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
      "a session token that is taken leaves no user": async (a) => {
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

const updatingAccount = requireCases(
  ["updateAccount", "createUser", "linkAccount", "getAccount"],
  {
    "updateAccount changes only the given tokens of one account": async (a) => {
      const { id } = await addUser(a);
      const [account, other] = [
        await addAccount(a, id),
        await addAccount(a, id),
      ];
      const { provider, providerAccountId } = account;
      const tokens = { access_token: "access-2", expires_at: 1_950_000_000 };
      const key = { provider, providerAccountId };
      await a.updateAccount({ ...key, ...tokens, refresh_token: undefined });
      const found = await a.getAccount(providerAccountId, provider);
      assertFields(found, { ...account, ...tokens }, "the account");
      const same = await a.getAccount(other.providerAccountId, provider);
      assertFields(same, other, "another account");
    },
    "updateAccount does not make an account": async (a) => {
      const key = { provider: "example", providerAccountId: toName("gone") };
      try {
        await a.updateAccount({ ...key, access_token: "access" });
      } catch {
        // An error is as good.
      }
      const found = await a.getAccount(key.providerAccountId, key.provider);
      assertNull(found, "getAccount");
    },
  },
);

const listing = requireCases(
  ["listAccountsByUserId", "createUser", "linkAccount"],
  {
    "listAccountsByUserId gives a user's accounts and no others": async (a) => {
      const [user, other] = [await addUser(a), await addUser(a)];
      const accounts = [
        await addAccount(a, user.id),
        await addAccount(a, user.id, { provider: "another", type: "oauth" }),
      ];
      await addAccount(a, other.id);
      const list = await a.listAccountsByUserId(user.id);
      assertSame(list.length, accounts.length, "accounts");
      for (const account of accounts) {
        const { providerAccountId } = account;
        const found = list.find((one) =>
          one.providerAccountId === providerAccountId
        );
        assertFields(found, account, "an account");
      }
    },
    "a user without accounts has an empty list": async (a) => {
      const { id } = await addUser(a);
      assertSame(await a.listAccountsByUserId(id), [], "the list");
    },
  },
);

const unlinking = requireCases(
  [
    "unlinkAccountUnlessLast",
    "createUser",
    "linkAccount",
    "getUserByAccount",
  ],
  {
    "the last account of a user cannot be removed": async (a) => {
      const { id: userId } = await addUser(a);
      const one = await addAccount(a, userId);
      const two = await addAccount(a, userId);
      const unlink = (account: typeof one) =>
        a.unlinkAccountUnlessLast(account);
      assertSame(await unlink(one), true, "one of two");
      assertNull(await a.getUserByAccount(one), "the removed account");
      assertSame(await unlink(two), false, "the last one");
      const owner = await a.getUserByAccount(two);
      assertFields(owner, { id: userId }, "the last account");
    },
    "another user's account cannot be removed": async (a) => {
      const [user, other] = [await addUser(a), await addUser(a)];
      await addAccount(a, user.id);
      await addAccount(a, user.id);
      const theirs = await addAccount(a, other.id);
      await addAccount(a, other.id);
      const key = { ...theirs, userId: user.id };
      const removed = await a.unlinkAccountUnlessLast(key);
      assertSame(removed, false, "unlinkAccountUnlessLast");
      const owner = await a.getUserByAccount(theirs);
      assertFields(owner, { id: other.id }, "the account");
    },
    "ten removals of two accounts at a time leave one": async (a) => {
      for (let round = 0; round < 5; round++) {
        const { id: userId } = await addUser(a);
        const accounts = [
          await addAccount(a, userId),
          await addAccount(a, userId),
        ] as const;
        await race(10, (i) => {
          const account = accounts[i % 2 === 0 ? 0 : 1];
          return a.unlinkAccountUnlessLast(account);
        });
        const owners = [
          await a.getUserByAccount(accounts[0]),
          await a.getUserByAccount(accounts[1]),
        ];
        assertSame(owners.filter(Boolean).length, 1, "accounts that are left");
      }
    },
  },
);

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
    "deleteExpired never removes what is live": async (a) => {
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

/** Cases about what an adapter need not be able to do. */
export const capabilityChecks = [
  ...creating,
  ...creatingUnique,
  ...updatingAccount,
  ...listing,
  ...unlinking,
  ...expiring,
];
