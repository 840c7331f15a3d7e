import { describe, it } from "node:test";
import type {
  Adapter,
  AdapterUser,
} from "@latchkey/auth/testing/adapter-contract";
import { type Good, listTests, toSecond } from "./mutations_testkit.ts";

function changeUser(
  good: Good,
  change: (user: AdapterUser) => AdapterUser,
): Adapter {
  return {
    getUser: async (id) => {
      const user = await good.getUser(id);
      return user && change(user);
    },
    getUserByEmail: async (email) => {
      const user = await good.getUserByEmail(email);
      return user && change(user);
    },
  };
}

/** Stores an account again after its owner was deleted. */
async function keepAccount(
  good: Good,
  account: Parameters<Good["linkAccount"]>[0],
): Promise<void> {
  const { id } = await good.createUser({
    id: crypto.randomUUID(),
    emailVerified: null,
  });
  await good.linkAccount({ ...account, userId: id });
}

const tests = listTests("users", {
  "another user comes back": {
    breaks: "a user is found by the returned id, and by address",
    mutate: (good) => changeUser(good, (user) => ({ ...user, image: null })),
  },
  "a date loses its milliseconds": {
    breaks: "a user's date comes back as a Date with its milliseconds",
    mutate: (good) =>
      changeUser(good, (user) => ({
        ...user,
        emailVerified: toSecond(user.emailVerified),
      })),
  },
  "a date comes back as a text": {
    breaks: "a user's date comes back as a Date with its milliseconds",
    mutate: (good) =>
      changeUser(
        good,
        (user) => ({
          ...user,
          emailVerified: user.emailVerified?.toISOString() as never,
        }),
      ),
  },
  "nobody is undefined": {
    breaks: "an unknown address gives null",
    mutate: (good) => ({
      getUserByEmail: async (email) =>
        await good.getUserByEmail(email) ?? undefined as never,
    }),
  },
  "quotes are doubled": {
    breaks: "quotes, accents, emoji and long texts are kept in a user",
    mutate: (good) =>
      changeUser(good, (user) => ({
        ...user,
        name: `${user.name}`.replaceAll("'", "''"),
      })),
  },
  "updateUser empties what it is not given": {
    breaks: "updateUser changes only the given fields, of one user",
    mutate: (good) => ({
      updateUser: (user) => good.updateUser({ name: null, ...user }),
    }),
  },
  "updateUser skips what is empty": {
    breaks: "updateUser can empty a field",
    mutate: (good) => ({
      updateUser: ({ id, ...fields }) =>
        good.updateUser({
          ...Object.fromEntries(
            Object.entries(fields).filter(([, value]) => value !== null),
          ),
          id,
        }),
    }),
  },
  "the index of addresses is stale": {
    breaks:
      "a user is found by a changed address, and no longer by the old one",
    mutate: (good) => {
      const first = new Map<string, string>();
      return {
        createUser: async (user) => {
          const made = await good.createUser(user);
          first.set(`${made.email}`, made.id);
          return made;
        },
        getUserByEmail: async (email) =>
          await good.getUserByEmail(email) ??
            await good.getUser(first.get(email) ?? ""),
      };
    },
  },
  "deleteUser does nothing": {
    breaks: "deleteUser removes the user, their accounts and sessions",
    mutate: () => ({ deleteUser: () => null }),
  },
  "deleteUser ends everybody's sessions": {
    breaks: "deleteUser leaves other users unchanged",
    mutate: (good) => ({
      deleteUser: async (id) => {
        await good.deleteUser(id);
        await good.deleteSessionsByUserId(null);
      },
    }),
  },
  "deleteUser forgets a second account": {
    breaks: "deleteUser removes all accounts and sessions, however many",
    mutate: (good) => ({
      deleteUser: async (id) => {
        const [, account] = await good.listAccountsByUserId(id);
        await good.deleteUser(id);
        if (account) await keepAccount(good, account);
      },
    }),
  },
  "deleteUser needs an account": {
    breaks: "deleteUser of a user without account and session works",
    mutate: (good) => ({
      deleteUser: async (id) => {
        const [account] = await good.listAccountsByUserId(id);
        if (account === undefined) throw new Error("no account");
        await good.deleteUser(id);
      },
    }),
  },
  "deleteUser leaves passkeys": {
    breaks: "deleteUser removes the user's passkeys",
    mutate: (good) => {
      const kept = new Map<string, Awaited<ReturnType<typeof find>>>();
      const find = (id: string) => good.getAuthenticator(id);
      return {
        createAuthenticator: async (key) => {
          kept.set(key.credentialID, key);
          return await good.createAuthenticator(key);
        },
        getAuthenticator: async (id) => await find(id) ?? kept.get(id) ?? null,
      };
    },
  },
  "an odd id is an error": {
    breaks: "an unknown id of any form gives null",
    mutate: (good) => ({
      getUser: (id) => {
        if (id === "") throw new Error("not an id");
        return good.getUser(id);
      },
    }),
  },
  "deleting twice is an error": {
    breaks: "deleteUser of a missing user is no error",
    mutate: (good) => ({
      deleteUser: async (id) => {
        if (await good.getUser(id) === null) throw new Error("gone");
        await good.deleteUser(id);
      },
    }),
  },
  "updateUser is an upsert": {
    breaks: "updateUser does not restore a deleted user",
    mutate: (good) => ({
      updateUser: async (user) =>
        await good.getUser(user.id)
          ? await good.updateUser(user)
          : await good.createUser({ emailVerified: null, ...user }),
    }),
  },
  "addresses are not unique": {
    breaks: "a second user with the same address is refused",
    mutate: (good) => ({
      createUser: async (user) =>
        await good.getUserByEmail(`${user.email}`)
          ? await good.createUser({ ...user, email: null })
          : await good.createUser(user),
    }),
  },
  "addresses are compared exactly": {
    breaks: "a user is found by the address in another letter case",
    mutate: (good) => ({
      getUserByEmail: async (email) => {
        const user = await good.getUserByEmail(email);
        return user?.email === email ? user : null;
      },
    }),
  },
  "a taken address is moved": {
    breaks: "updateUser refuses an address of another user",
    mutate: (good) => ({
      updateUser: async (user) => {
        const other = await good.getUserByEmail(`${user.email}`);
        if (other) await good.updateUser({ id: other.id, email: null });
        return await good.updateUser(user);
      },
    }),
  },
  "no address is an address": {
    breaks: "several users may have no address",
    mutate: (good) => ({
      createUser: (user) =>
        good.createUser({ ...user, email: `${user.email}` }),
    }),
  },
  "unknown fields are an error": {
    breaks: "an unknown field causes no error",
    mutate: (good) => ({
      createUser: (user) => {
        if ("role" in user) throw new Error("no column role");
        return good.createUser(user);
      },
    }),
  },
});

describe("the adapter contract about users", () => {
  for (const { title, run } of tests) it(title, run);
});
