import { describe, it } from "node:test";
import { listTests } from "./mutations_testkit.ts";

type Key = { provider: string; providerAccountId: string };

function join({ provider, providerAccountId }: Key): Key {
  return {
    provider: "",
    providerAccountId: `${provider}:${providerAccountId}`,
  };
}

function lower({ provider, providerAccountId }: Key): Key {
  return { provider, providerAccountId: providerAccountId.toLowerCase() };
}

const tests = listTests("accounts", {
  "an account's provider is ignored": {
    breaks: "a user is found by an account's provider and id together",
    mutate: (good) => ({
      getUserByAccount: async ({ provider, providerAccountId }) => {
        for (const one of ["example", "another", provider]) {
          const key = { provider: one, providerAccountId };
          const user = await good.getUserByAccount(key);
          if (user) return user;
        }
        return null;
      },
    }),
  },
  "no account is undefined": {
    breaks: "an unknown account gives null",
    mutate: (good) => ({
      getUserByAccount: async (key) =>
        await good.getUserByAccount(key) ?? undefined as never,
    }),
  },
  "a user has one account": {
    breaks: "a user can have several accounts",
    mutate: (good) => ({
      linkAccount: async (account) => {
        for (const one of await good.listAccountsByUserId(account.userId)) {
          await good.unlinkAccount(one);
        }
        await good.linkAccount(account);
      },
    }),
  },
  "an account needs a token": {
    breaks: "an account without tokens is stored",
    mutate: (good) => ({
      linkAccount: (account) => {
        if (!account.access_token) throw new Error("no token");
        return good.linkAccount(account);
      },
    }),
  },
  "ids are cut": {
    breaks: "quotes, accents and long texts are kept in an account's key",
    mutate: (good) => ({
      linkAccount: ({ providerAccountId, ...rest }) =>
        good.linkAccount({
          ...rest,
          providerAccountId: providerAccountId.slice(0, 100),
        }),
    }),
  },
  "unlinkAccount removes all accounts": {
    breaks: "unlinkAccount removes one account and nothing else",
    mutate: (good) => ({
      unlinkAccount: async (key) => {
        const user = await good.getUserByAccount(key);
        const all = await good.listAccountsByUserId(user?.id ?? "");
        for (const account of all) await good.unlinkAccount(account);
      },
    }),
  },
  "a token is lost": {
    breaks: "getAccount returns the account with its tokens",
    mutate: (good) => ({
      linkAccount: ({ refresh_token: _, ...account }) =>
        good.linkAccount(account),
    }),
  },
  "no account is undefined for getAccount": {
    breaks: "getAccount of an unknown account gives null",
    mutate: (good) => ({
      getAccount: async (id, provider) =>
        await good.getAccount(id, provider) ?? undefined as never,
    }),
  },
  "an account is linked over another": {
    breaks: "a linked account cannot be linked again",
    mutate: (good) => ({
      linkAccount: async (account) => {
        await good.unlinkAccount(account);
        await good.linkAccount(account);
      },
    }),
  },
  "links are checked, then made": {
    breaks: "ten links of one account at a time make one",
    mutate: (good) => ({
      linkAccount: async (account) => {
        if (await good.getUserByAccount(account)) throw new Error("linked");
        await Promise.resolve(good.linkAccount(account)).catch(() => {});
      },
    }),
  },
  "account keys are joined": {
    breaks: "accounts are distinguished, whatever their keys contain",
    mutate: (good) => ({
      linkAccount: (account) =>
        good.linkAccount({ ...account, ...join(account) }),
      getUserByAccount: (key) => good.getUserByAccount(join(key)),
    }),
  },
  "case does not matter": {
    breaks: "upper and lower case make different accounts",
    mutate: (good) => ({
      linkAccount: (account) =>
        good.linkAccount({ ...account, ...lower(account) }),
      getUserByAccount: (key) => good.getUserByAccount(lower(key)),
    }),
  },
  "unlinking twice is an error": {
    breaks: "unlinkAccount of a missing account is no error",
    mutate: (good) => ({
      unlinkAccount: async (key) => {
        if (!await good.getUserByAccount(key)) throw new Error("gone");
        await good.unlinkAccount(key);
      },
    }),
  },
  "tokens are cut": {
    breaks: "ids of 1,000 characters and tokens of 20,000 are kept",
    mutate: (good) => ({
      linkAccount: (account) =>
        good.linkAccount({
          ...account,
          id_token: account.id_token?.slice(0, 16_000),
        }),
    }),
  },
  "updateAccount empties what it is not given": {
    breaks: "updateAccount changes only the given tokens of one account",
    mutate: (good) => ({
      updateAccount: ({ refresh_token = "", ...account }) =>
        good.updateAccount({ ...account, refresh_token }),
    }),
  },
  "updateAccount makes accounts": {
    breaks: "updateAccount does not make an account",
    mutate: (good) => ({
      updateAccount: async (account) => {
        if (await good.getUserByAccount(account)) {
          return await good.updateAccount(account);
        }
        const { id } = await good.createUser({
          id: crypto.randomUUID(),
          emailVerified: null,
        });
        await good.linkAccount({ ...account, type: "oidc", userId: id });
      },
    }),
  },
  "the list has one account": {
    breaks: "listAccountsByUserId returns a user's accounts and no others",
    mutate: (good) => ({
      listAccountsByUserId: async (id) =>
        (await good.listAccountsByUserId(id)).slice(0, 1),
    }),
  },
  "a list of all accounts leaves out some": {
    breaks: "listAccounts gives every account once, in slices",
    mutate: (good) => ({
      listAccounts: async (after, limit) =>
        (await good.listAccounts(after, limit)).slice(after === null ? 0 : 1),
    }),
  },
  "a list of all accounts ends at one that is gone": {
    breaks: "listAccounts goes on behind an account that is gone",
    mutate: (good) => ({
      listAccounts: async (after, limit) => {
        const { provider = "", providerAccountId = "" } = after ?? {};
        const isGone = after !== null &&
          await good.getAccount(providerAccountId, provider) === null;
        return isGone ? [] : await good.listAccounts(after, limit);
      },
    }),
  },
  "no accounts are null": {
    breaks: "a user without accounts has an empty list",
    mutate: (good) => ({
      listAccountsByUserId: async (id) => {
        const list = await good.listAccountsByUserId(id);
        return list.length > 0 ? list : null as never;
      },
    }),
  },
  "the last account is removed": {
    breaks: "the last account of a user cannot be removed",
    mutate: (good) => ({
      unlinkAccountUnlessLast: async (key) => {
        await good.unlinkAccount(key);
        return true;
      },
    }),
  },
  "anybody removes an account": {
    breaks: "another user's account cannot be removed",
    mutate: (good) => ({
      unlinkAccountUnlessLast: async (key) => {
        const owner = await good.getUserByAccount(key);
        const userId = owner?.id ?? "";
        return await good.unlinkAccountUnlessLast({ ...key, userId });
      },
    }),
  },
  "accounts are counted, then removed": {
    breaks: "ten removals of two accounts at a time leave one",
    mutate: (good) => ({
      unlinkAccountUnlessLast: async (key) => {
        const all = await good.listAccountsByUserId(key.userId);
        if (all.length < 2) return false;
        await good.unlinkAccount(key);
        return true;
      },
    }),
  },
});

describe("the adapter contract about accounts", () => {
  for (const { title, run } of tests) it(title, run);
});
