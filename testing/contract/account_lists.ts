import {
  assertFields,
  assertNull,
  assertSame,
  race,
  requireCases,
} from "./case.ts";
import { addAccount, addUser, toName } from "./records.ts";

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
        // An error is fine, too.
      }
      const found = await a.getAccount(key.providerAccountId, key.provider);
      assertNull(found, "getAccount");
    },
  },
);

const listing = requireCases(
  ["listAccountsByUserId", "createUser", "linkAccount"],
  {
    "listAccountsByUserId returns a user's accounts and no others": async (
      a,
    ) => {
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

/** Cases about the accounts of a user. */
export const accountListChecks = [
  ...updatingAccount,
  ...listing,
  ...unlinking,
];
