import { describe, it } from "node:test";
import { type Good, listTests } from "./mutations_testkit.ts";

const tests = listTests("tokens", {
  "a token stays after use": {
    breaks: "a verification token works once",
    mutate: (good) => ({
      useVerificationToken: async (key) => {
        const token = await good.useVerificationToken(key);
        if (token) await good.createVerificationToken(token);
        return token;
      },
    }),
  },
  "a wrong token burns the right one": {
    breaks: "a wrong token gives null and leaves the right one usable",
    mutate: (good) => {
      const last = new Map<string, string>();
      return {
        createVerificationToken: (token) => {
          last.set(token.identifier, token.token);
          return good.createVerificationToken(token);
        },
        useVerificationToken: async ({ identifier, token }) => {
          const right = last.get(identifier) ?? "";
          const found = await good.useVerificationToken({
            identifier,
            token: right,
          });
          return right === token ? found : null;
        },
      };
    },
  },
  "the address is not looked at": {
    breaks: "a token works only for the address it was sent to",
    mutate: (good) => {
      const owners = new Map<string, string>();
      return {
        createVerificationToken: (token) => {
          owners.set(token.token, token.identifier);
          return good.createVerificationToken(token);
        },
        useVerificationToken: ({ identifier, token }) =>
          good.useVerificationToken({
            identifier: owners.get(token) ?? identifier,
            token,
          }),
      };
    },
  },
  "an address has one token": {
    breaks: "several tokens of one address work once each",
    mutate: (good) => {
      const last = new Map<string, string>();
      return {
        createVerificationToken: async (record) => {
          const { identifier, token } = record;
          const before = last.get(identifier) ?? "";
          await good.useVerificationToken({ identifier, token: before });
          last.set(identifier, token);
          return await good.createVerificationToken(record);
        },
      };
    },
  },
  "an expired token is given a new life": {
    breaks: "an expired token comes back unchanged, or not at all",
    mutate: (good) => ({
      createVerificationToken: (token) =>
        good.createVerificationToken({
          ...token,
          expires: new Date(Math.max(+token.expires, Date.now() + 60_000)),
        }),
    }),
  },
  "addresses are cleaned": {
    breaks: "unusual addresses are kept in a token",
    mutate: (good) => ({
      createVerificationToken: (token) =>
        good.createVerificationToken({
          ...token,
          identifier: token.identifier.replaceAll('"', ""),
        }),
    }),
  },
  "a token is read, then removed": {
    breaks: "20 uses of a token at a time get it once",
    mutate: (good) => {
      const all = new Map<
        string,
        Parameters<Good["createVerificationToken"]>[0]
      >();
      return {
        createVerificationToken: (token) => {
          all.set(token.identifier + token.token, token);
          return good.createVerificationToken(token);
        },
        useVerificationToken: async ({ identifier, token }) => {
          const found = all.get(identifier + token) ?? null;
          await Promise.resolve();
          all.delete(identifier + token);
          return found;
        },
      };
    },
  },
  "address and token are joined": {
    breaks: "addresses and tokens are distinguished, whatever they contain",
    mutate: (good) => {
      const tie = (one: { identifier: string; token: string }) => ({
        identifier: "",
        token: `${one.identifier}:${one.token}`,
      });
      return {
        createVerificationToken: (token) =>
          good.createVerificationToken({ ...token, ...tie(token) }),
        useVerificationToken: async (key) => {
          const found = await good.useVerificationToken(tie(key));
          return found && { ...found, ...key };
        },
      };
    },
  },
});

describe("the adapter contract about tokens", () => {
  for (const { title, run } of tests) it(title, run);
});
