import { describe, it } from "node:test";
import type { Adapter } from "@latchkey/auth/testing/adapter-contract";
import { type Good, listTests } from "./mutations_testkit.ts";

/** Stores user, account and session in three steps. */
function createInSteps(good: Good): Adapter {
  return {
    createUserWithAccount: async ({ user, account, session }) => {
      const made = await good.createUser(user);
      await good.linkAccount({ ...account, userId: made.id });
      if (session) await good.createSession({ ...session, userId: made.id });
      return made;
    },
  };
}

const tests = listTests("capabilities", {
  "the first session is forgotten": {
    breaks: "createUserWithAccount stores user, account and session",
    mutate: (good) => ({
      createUserWithAccount: (records) =>
        good.createUserWithAccount({ ...records, session: null }),
    }),
  },
  "a first session is needed": {
    breaks: "createUserWithAccount works without a session",
    mutate: (good) => ({
      createUserWithAccount: (records) => {
        if (records.session === null) throw new Error("no session");
        return good.createUserWithAccount(records);
      },
    }),
  },
  "a first sign-in is done in steps": {
    breaks: "a taken account leaves no user and no session",
    mutate: createInSteps,
  },
  "several first sign-ins are done in steps": {
    breaks: "ten first sign-ins with one account make one user",
    mutate: createInSteps,
  },
  "the account comes before the user": {
    breaks: "a taken address leaves no account",
    mutate: (good) => ({
      createUserWithAccount: async (records) => {
        const { id } = await good.createUser({ ...records.user, email: null });
        await good.linkAccount({ ...records.account, userId: id });
        const { email } = records.user;
        return await good.updateUser({ id, email });
      },
    }),
  },
  "a first session is stored later": {
    breaks: "a taken session token leaves no user",
    mutate: createInSteps,
  },
  "the limit is ignored": {
    breaks: "deleteExpired removes a bounded number of expired rows",
    mutate: () => ({ deleteExpired: () => 5 }),
  },
  "live sessions are removed": {
    breaks: "deleteExpired never removes live rows",
    mutate: (good) => ({
      deleteExpired: async () => {
        await good.deleteSessionsByUserId(null);
        return 0;
      },
    }),
  },
});

describe("the adapter contract about capabilities", () => {
  for (const { title, run } of tests) it(title, run);
});
