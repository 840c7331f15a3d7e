import { describe, it } from "node:test";
import { listTests } from "./mutations_testkit.ts";

const tests = listTests("secrets", {
  "a secret is trimmed": {
    breaks: "a secret comes back as it was stored",
    mutate: (good) => ({
      getSecret: async (...key) => {
        const text = await good.getSecret(...key);
        return text && text.slice(0, 50_000);
      },
    }),
  },
  "no secret is undefined": {
    breaks: "a user without a secret gives null",
    mutate: (good) => ({
      getSecret: async (...key) =>
        await good.getSecret(...key) ?? undefined as never,
    }),
  },
  "the kind does not matter": {
    breaks: "secrets belong to one user and one kind",
    mutate: (good) => ({
      getSecret: (id) => good.getSecret(id, "password"),
      replaceSecret: (change) =>
        good.replaceSecret({ ...change, kind: "password" }),
    }),
  },
  "a secret stays when it is removed": {
    breaks: "a secret is replaced, and removed",
    mutate: (good) => ({
      replaceSecret: (change) =>
        change.after === null ? true : good.replaceSecret(change),
    }),
  },
  "the secret before does not matter": {
    breaks: "replaceSecret changes nothing unless the secret is the one before",
    mutate: (good) => ({
      replaceSecret: async (change) => {
        const { userId, kind } = change;
        const before = await good.getSecret(userId, kind);
        return good.replaceSecret({ ...change, before });
      },
    }),
  },
  "a missing secret is created": {
    breaks: "a secret that is missing is replaced by nothing but a new one",
    mutate: (good) => ({
      replaceSecret: async (change) =>
        await good.getSecret(change.userId, change.kind) === null
          ? good.replaceSecret({ ...change, before: null })
          : good.replaceSecret(change),
    }),
  },
  "a change reads first and writes later": {
    breaks: "20 changes of a secret at a time succeed once",
    mutate: (good) => ({
      replaceSecret: async (change) => {
        const { userId, kind, before } = change;
        if (await good.getSecret(userId, kind) !== before) return false;
        await good.replaceSecret(change);
        return true;
      },
    }),
  },
  "an unknown user gets a secret": {
    breaks: "a user who does not exist gets no secret",
    mutate: (good) => ({
      replaceSecret: async (change) =>
        await good.getUser(change.userId) === null ||
        good.replaceSecret(change),
    }),
  },
  "the database refuses an id of another form": {
    breaks: "an id that no user can have gives null",
    mutate: (good) => ({
      getSecret: async (id, kind) => {
        if (id.length < 36) throw new Error("invalid input syntax for uuid");
        return await good.getSecret(id, kind);
      },
    }),
  },
  "a deleted user keeps a secret": {
    breaks: "deleteUser removes the secrets",
    mutate: (good) => ({ deleteUser: () => good }),
  },
  "a deleted user keeps personal tokens": {
    breaks: "deleteUser removes the secrets",
    mutate: (good) => {
      const kept = new Map<string, string | null>();
      return {
        deleteUser: async (id) => {
          kept.set(id, await good.getSecret(id, "tokens"));
          return await good.deleteUser(id);
        },
        getSecret: async (id, kind) =>
          kind === "tokens" && kept.has(id)
            ? kept.get(id) ?? null
            : await good.getSecret(id, kind),
      };
    },
  },
});

describe("the contract of secrets", () => {
  for (const { title, run } of tests) it(title, run);
});
