import { describe, it } from "node:test";
import { listTests } from "./mutations_testkit.ts";

const tests = listTests("fields", {
  "own fields are dropped": {
    breaks: "own fields of a user come back as they were stored",
    mutate: (good) => ({
      createUser: ({ id, name, email, emailVerified, image }) =>
        good.createUser({ id, name, email, emailVerified, image }),
    }),
  },
  "an update replaces all own fields": {
    breaks: "an update of own fields changes no others",
    mutate: (good) => ({
      updateUser: (change, fields) =>
        good.updateUser({
          ...Object.fromEntries(
            Object.keys(fields ?? {}).map((name) => [name, null]),
          ),
          ...change,
        }, fields),
    }),
  },
  "an update reads before it writes": {
    breaks: "updates of two own fields at once are both kept",
    mutate: (good) => ({
      updateUser: async (change, fields) => {
        const known = await good.getUser(change.id, fields);
        await Promise.resolve();
        return await good.updateUser({ ...known, ...change }, fields);
      },
    }),
  },
  "null is skipped": {
    breaks: "null removes the value of an own field",
    mutate: (good) => ({
      updateUser: (change, fields) => {
        const given = Object.entries(change)
          .filter(([, value]) => value !== null);
        const rest = Object.fromEntries(given);
        return good.updateUser({ ...rest, id: change.id }, fields);
      },
    }),
  },
  "a user without own fields never gets any": {
    breaks: "own fields are given to a user that was stored without",
    mutate: (good) => ({
      updateUser: async (change, fields) => {
        const known = await good.getUser(change.id) as
          | { role?: unknown }
          | null;
        const { id, name } = change;
        return await good.updateUser(
          known?.role === undefined ? { id, name } : change,
          fields,
        );
      },
    }),
  },
  "a session comes without own fields": {
    breaks: "own fields come with the account and the session",
    mutate: (good) => ({
      getSessionAndUser: async (token) => {
        const found = await good.getSessionAndUser(token);
        if (found === null) return null;
        const { id, emailVerified } = found.user;
        return { ...found, user: { id, emailVerified } };
      },
    }),
  },
});

describe("the adapter contract about own fields", () => {
  for (const { title, run } of tests) it(title, run);
});
