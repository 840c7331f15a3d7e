import { describe, it } from "node:test";
import { listTests } from "./mutations_testkit.ts";

const tests = listTests("authenticators", {
  "a passkey's key is decoded": {
    breaks: "a passkey comes back as it was stored",
    mutate: (good) => ({
      createAuthenticator: (key) =>
        good.createAuthenticator({
          ...key,
          credentialPublicKey: atob(key.credentialPublicKey),
        }),
    }),
  },
  "a counter is cut to 31 bits": {
    breaks: "a passkey's counter may have 32 bits",
    mutate: (good) => ({
      updateAuthenticatorCounter: (id, counter) =>
        good.updateAuthenticatorCounter(id, Math.min(counter, 2 ** 31 - 1)),
    }),
  },
  "no passkey is undefined": {
    breaks: "an unknown passkey gives null",
    mutate: (good) => ({
      getAuthenticator: async (id) =>
        await good.getAuthenticator(id) ?? undefined as never,
    }),
  },
  "the list has one passkey": {
    breaks: "the list of passkeys contains all of the user's and no others",
    mutate: (good) => ({
      listAuthenticatorsByUserId: async (id) =>
        (await good.listAuthenticatorsByUserId(id)).slice(0, 1),
    }),
  },
  "no passkeys are null": {
    breaks: "a user without passkeys has an empty list",
    mutate: (good) => ({
      listAuthenticatorsByUserId: async (id) => {
        const list = await good.listAuthenticatorsByUserId(id);
        return list.length > 0 ? list : null as never;
      },
    }),
  },
  "the counter is not kept": {
    breaks: "updateAuthenticatorCounter stores the counter, and nothing else",
    mutate: (good) => ({
      updateAuthenticatorCounter: async (id, counter) => {
        const key = await good.getAuthenticator(id);
        if (key === null) throw new Error("unknown");
        return { ...key, counter };
      },
    }),
  },
  "an unknown passkey counts": {
    breaks: "updateAuthenticatorCounter of an unknown passkey is an error",
    mutate: () => ({ updateAuthenticatorCounter: () => null as never }),
  },
  "an unknown passkey throws at once": {
    breaks:
      "updateAuthenticatorCounter rejects, and never throws synchronously",
    mutate: (good) => ({
      updateAuthenticatorCounter: (id, counter) => {
        if (id.includes("unknown")) throw new Error("unknown");
        return good.updateAuthenticatorCounter(id, counter);
      },
    }),
  },
  "passkeys have no times": {
    breaks: "a passkey keeps its name and its times",
    mutate: (good) => ({
      createAuthenticator: ({ createdAt: _, ...key }) =>
        good.createAuthenticator(key),
    }),
  },
  "a passkey that is used loses its name": {
    breaks: "updateAuthenticator changes only the given fields",
    mutate: (good) => ({
      updateAuthenticator: ({ name = null, ...changes }) =>
        good.updateAuthenticator({ ...changes, name }),
    }),
  },
  "anybody names a passkey": {
    breaks: "updateAuthenticator changes a passkey of its owner only",
    mutate: (good) => ({
      updateAuthenticator: async (changes) => {
        const key = await good.getAuthenticator(changes.credentialID);
        return key !== null &&
          await good.updateAuthenticator({ ...changes, userId: key.userId });
      },
    }),
  },
  "a passkey is stored over another": {
    breaks: "a stored passkey cannot be stored again",
    mutate: (good) => ({
      createAuthenticator: async (key) => {
        const old = await good.getAuthenticator(key.credentialID);
        if (old) await good.deleteAuthenticator(old);
        return await good.createAuthenticator(key);
      },
    }),
  },
  "anybody removes a passkey": {
    breaks: "deleteAuthenticator removes a passkey of its owner only",
    mutate: (good) => ({
      deleteAuthenticator: async ({ credentialID }) => {
        const key = await good.getAuthenticator(credentialID);
        return key !== null && await good.deleteAuthenticator(key);
      },
    }),
  },
});

describe("the adapter contract about authenticators", () => {
  for (const { title, run } of tests) it(title, run);
});
