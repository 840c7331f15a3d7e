import {
  assertFields,
  assertNull,
  assertSame,
  race,
  requireCases,
} from "./case.ts";
import type {
  AccountKey,
  Adapter,
  AdapterAccount,
} from "../../core/model/adapter.ts";
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

const listingAll = requireCases(
  ["listAccounts", "createUser", "linkAccount", "unlinkAccount"],
  {
    "listAccounts gives every account once, in slices": async (a) => {
      const users = [await addUser(a), await addUser(a)];
      const added: AdapterAccount[] = [];
      for (const { id } of [...users, ...users]) {
        added.push(await addAccount(a, id));
        added.push(await addAccount(a, id, { provider: "another" }));
      }
      const all = await listAll(a, 3);
      for (const account of added) {
        const found = all.filter((one) => isSame(one, account));
        assertSame(found.length, 1, "times that an account was listed");
        for (const one of found) assertFields(one, account, "an account");
      }
    },
    "listAccounts goes on behind an account that is gone": async (a) => {
      const { id } = await addUser(a);
      const own = [await addAccount(a, id), await addAccount(a, id)];
      const all = await listAll(a, 100);
      const index = all.findIndex((one) => own.some((o) => isSame(o, one)));
      const gone = all[index];
      if (gone === undefined) throw new Error("no account was listed");
      await a.unlinkAccount(gone);
      const [next] = await a.listAccounts(gone, 1);
      assertFields(next, all[index + 1] ?? {}, "the account behind it");
    },
  },
);

async function listAll(
  a: Pick<Required<Adapter>, "listAccounts">,
  limit: number,
): Promise<AdapterAccount[]> {
  const all: AdapterAccount[] = [];
  for (;;) {
    const slice = await a.listAccounts(all.at(-1) ?? null, limit);
    if (slice.length === 0) return all;
    assertSame(slice.length <= limit, true, "the limit is kept");
    if (slice.some((one) => all.some((known) => isSame(known, one)))) {
      throw new Error("listAccounts gave an account twice");
    }
    all.push(...slice);
  }
}

function isSame(one: AccountKey, other: AccountKey): boolean {
  return one.provider === other.provider &&
    one.providerAccountId === other.providerAccountId;
}

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
  ...listingAll,
  ...unlinking,
];
