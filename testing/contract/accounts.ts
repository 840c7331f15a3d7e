import {
  assertFields,
  assertNull,
  assertSame,
  assertThrows,
  race,
  recommendCases,
  requireCases,
  toValues,
} from "./case.ts";
import { addAccount, addUser, toAccount, toName } from "./records.ts";

const linking = requireCases(
  ["createUser", "linkAccount", "getUserByAccount"],
  {
    "a user is found by an account's provider and id together": async (a) => {
      const [user, other] = [await addUser(a), await addUser(a)];
      const account = await addAccount(a, user.id);
      const sameEmail = await addAccount(a, other.id, {
        provider: "another",
        providerAccountId: account.providerAccountId,
      });
      const owner = await a.getUserByAccount(account);
      assertFields(owner, user, "getUserByAccount");
      const { id } = other;
      assertFields(
        await a.getUserByAccount(sameEmail),
        { id },
        "the sameEmail",
      );
    },
    "an unknown account gives null": async (a) => {
      const user = await addUser(a);
      const { provider, providerAccountId } = await addAccount(a, user.id);
      const unknown = [
        { provider, providerAccountId: toName("nobody") },
        { provider: "unknown", providerAccountId },
      ];
      for (const key of unknown) {
        assertNull(await a.getUserByAccount(key), "getUserByAccount");
      }
    },
    "a user can have several accounts": async (a) => {
      const { id } = await addUser(a);
      const accounts = [
        await addAccount(a, id),
        await addAccount(a, id, { provider: "another", type: "oauth" }),
      ];
      for (const account of accounts) {
        const owner = await a.getUserByAccount(account);
        assertFields(owner, { id }, "getUserByAccount");
      }
    },
    "an account without tokens is stored": async (a) => {
      const { id: userId } = await addUser(a);
      const key = { provider: "mail", providerAccountId: toName("subject") };
      await a.linkAccount({ userId, type: "email", ...key });
      const owner = await a.getUserByAccount(key);
      assertFields(owner, { id: userId }, "getUserByAccount");
    },
    "quotes, accents and long texts are kept in an account's key": async (
      a,
    ) => {
      const { id } = await addUser(a);
      const account = await addAccount(a, id, {
        provider: "it's",
        providerAccountId: `"日本'%_\\ 👩‍👩‍👧 ${"x".repeat(150)}`,
      });
      assertFields(await a.getUserByAccount(account), { id }, "the account");
    },
  },
);

const unlinking = requireCases(
  ["createUser", "getUser", "linkAccount", "getUserByAccount", "unlinkAccount"],
  {
    "unlinkAccount removes one account and nothing else": async (a) => {
      const { id } = await addUser(a);
      const [account, other] = [
        await addAccount(a, id),
        await addAccount(a, id),
      ];
      const { provider, providerAccountId } = account;
      await a.unlinkAccount({ provider, providerAccountId });
      assertNull(await a.getUserByAccount(account), "the account");
      assertFields(await a.getUserByAccount(other), { id }, "another account");
      assertFields(await a.getUser(id), { id }, "the user");
    },
  },
);

const reading = requireCases(["createUser", "linkAccount", "getAccount"], {
  "getAccount returns the account with its tokens": async (a) => {
    const { id } = await addUser(a);
    const account = await addAccount(a, id);
    const { provider, providerAccountId } = account;
    const found = await a.getAccount(providerAccountId, provider);
    assertFields(found, account, "getAccount");
  },
  "getAccount of an unknown account gives null": async (a) => {
    const { id } = await addUser(a);
    const { provider, providerAccountId } = await addAccount(a, id);
    assertNull(await a.getAccount(toName("nobody"), provider), "the id");
    assertNull(
      await a.getAccount(providerAccountId, "unknown"),
      "the provider",
    );
  },
});

const careful = [
  ...recommendCases(
    "two first sign-ins at a time would make two users of one account",
    ["createUser", "linkAccount", "getUserByAccount"],
    {
      "a linked account cannot be linked again": async (a) => {
        const [user, other] = [await addUser(a), await addUser(a)];
        const account = await addAccount(a, user.id);
        for (const { id } of [other, user]) {
          const again = { ...account, userId: id };
          await assertThrows(() => a.linkAccount(again), "linkAccount");
        }
        const { id } = user;
        assertFields(await a.getUserByAccount(account), { id }, "the owner");
      },
      "ten links of one account at a time make one": async (a) => {
        const users = await Promise.all(
          Array.from({ length: 10 }, () => addUser(a)),
        );
        const account = toAccount();
        const links = await race(users.length, async (i) => {
          const userId = users[i]?.id ?? "";
          await a.linkAccount({ ...account, userId });
          return userId;
        });
        const linked = toValues(links);
        assertSame(linked.length, 1, "links that were made");
        const owner = await a.getUserByAccount(account);
        assertFields(owner, { id: linked[0] }, "getUserByAccount");
      },
    },
  ),
  ...recommendCases(
    "somebody who chooses their id at a provider could become somebody else",
    ["createUser", "linkAccount", "getUserByAccount"],
    {
      "accounts are distinguished, whatever their keys contain": async (a) => {
        const [user, other] = [await addUser(a), await addUser(a)];
        const end = toName("c");
        const account = { provider: "a", providerAccountId: `b:${end}` };
        const lookalike = { provider: "a:b", providerAccountId: end };
        await addAccount(a, user.id, account);
        assertNull(await a.getUserByAccount(lookalike), "the look-alike");
        await addAccount(a, other.id, lookalike);
        assertFields(await a.getUserByAccount(account), { id: user.id }, "one");
        const second = await a.getUserByAccount(lookalike);
        assertFields(second, { id: other.id }, "the other");
      },
      "upper and lower case make different accounts": async (a) => {
        const { id } = await addUser(a);
        const end = toName("subject");
        const account = { provider: "example", providerAccountId: `aB${end}` };
        await addAccount(a, id, account);
        const shouted = { ...account, providerAccountId: `AB${end}` };
        assertNull(await a.getUserByAccount(shouted), "getUserByAccount");
      },
    },
  ),
  ...recommendCases(
    "removing an account twice would be an error",
    ["unlinkAccount"],
    {
      "unlinkAccount of a missing account is no error": async (a) => {
        const key = { provider: "example", providerAccountId: toName("gone") };
        await a.unlinkAccount(key);
      },
    },
  ),
  ...recommendCases(
    "providers with long ids or large tokens could not be used",
    ["createUser", "linkAccount", "getAccount"],
    {
      "ids of 1,000 characters and tokens of 20,000 are kept": async (a) => {
        const { id } = await addUser(a);
        const account = await addAccount(a, id, {
          providerAccountId: toName("x".repeat(960)),
          access_token: "a".repeat(20_000),
          id_token: "i".repeat(20_000),
        });
        const { providerAccountId, provider } = account;
        const found = await a.getAccount(providerAccountId, provider);
        assertFields(found, account, "getAccount");
      },
    },
  ),
];

/** Cases about accounts. */
export const accountChecks = [
  ...linking,
  ...unlinking,
  ...reading,
  ...careful,
];
