/** Adapters that are broken in one place each, for the test of the contract. */

import type {
  Adapter,
  AdapterSession,
  AdapterUser,
} from "@latchkey/auth/testing/adapter-contract";

/** One mistake. */
export interface Mutation {
  /** The case that has to fail. */
  readonly breaks: string;
  /** Replaces methods of the good adapter. */
  readonly mutate: (good: Required<Adapter>) => Adapter;
}

type Good = Required<Adapter>;

/** Drops the milliseconds. */
function toSecond(date: Date | null): Date | null {
  return date && new Date(Math.floor(+date / 1000) * 1000);
}

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

function changeSession(
  good: Good,
  change: (session: AdapterSession) => AdapterSession,
): Adapter {
  return {
    getSessionAndUser: async (token) => {
      const found = await good.getSessionAndUser(token);
      return found && { ...found, session: change(found.session) };
    },
  };
}

/**
 * Keeps sessions without a start time when sessions are removed by time, if
 * `isMeant` says so.
 */
function keepAgeless(
  good: Good,
  isMeant: (userId: string | null) => boolean,
): Adapter {
  const ageless: AdapterSession[] = [];
  return {
    createSession: async (session) => {
      if (session.createdAt === undefined) ageless.push(session);
      return await good.createSession(session);
    },
    deleteSessionsByUserId: async (userId, which) => {
      await good.deleteSessionsByUserId(userId, which);
      if (which?.before === undefined || !isMeant(userId)) return;
      for (const session of ageless) {
        const { sessionToken } = session;
        if (await good.getSessionAndUser(sessionToken) !== null) continue;
        await good.createSession(session);
      }
    },
  };
}

const users: Readonly<Record<string, Mutation>> = {
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
};

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

const accounts: Readonly<Record<string, Mutation>> = {
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
};

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

const sessions: Readonly<Record<string, Mutation>> = {
  "a session's end loses its milliseconds": {
    breaks: "a session comes back with its owner",
    mutate: (good) =>
      changeSession(good, (session) => ({
        ...session,
        expires: toSecond(session.expires) ?? session.expires,
      })),
  },
  "no session is undefined": {
    breaks: "an unknown session gives null",
    mutate: (good) => ({
      getSessionAndUser: async (token) =>
        await good.getSessionAndUser(token) ?? undefined as never,
    }),
  },
  "a user has one session": {
    breaks: "a user can have several sessions",
    mutate: (good) => ({
      createSession: async (session) => {
        await good.deleteSessionsByUserId(session.userId);
        return await good.createSession(session);
      },
    }),
  },
  "an expired session is renewed by reading it": {
    breaks: "an expired session comes back unchanged, or not at all",
    mutate: (good) => ({
      createSession: (session) =>
        good.createSession({
          ...session,
          expires: new Date(Math.max(+session.expires, Date.now() + 60_000)),
        }),
    }),
  },
  "tokens are compared in lower case": {
    breaks: "a session token is compared exactly",
    mutate: (good) => ({
      createSession: async (session) => {
        const sessionToken = session.sessionToken.toLowerCase();
        await good.createSession({ ...session, sessionToken });
        return session;
      },
      getSessionAndUser: (token) => good.getSessionAndUser(token.toLowerCase()),
    }),
  },
  "updateSession does nothing": {
    breaks: "updateSession changes the end of one session",
    mutate: () => ({ updateSession: () => null }),
  },
  "deleteSession ends all sessions": {
    breaks: "deleteSession ends one session and no other",
    mutate: (good) => ({
      deleteSession: () => good.deleteSessionsByUserId(null),
    }),
  },
  "updateSession is an upsert": {
    breaks: "updateSession does not restore a deleted session",
    mutate: (good) => {
      const kept = new Map<string, AdapterSession>();
      return {
        createSession: (session) => {
          kept.set(session.sessionToken, session);
          return good.createSession(session);
        },
        updateSession: async (changes) => {
          const session = kept.get(changes.sessionToken);
          await good.deleteSession(changes.sessionToken);
          if (session) {
            await good.createSession({ ...session, ...changes as object });
          }
        },
      };
    },
  },
  "updateSession reads, then writes": {
    breaks: "a deletion wins over an update at the same time",
    mutate: (good) => ({
      updateSession: async ({ sessionToken, expires }) => {
        const found = await good.getSessionAndUser(sessionToken);
        if (!found) return;
        await good.deleteSession(sessionToken);
        const session = { ...found.session, ...(expires && { expires }) };
        await Promise.resolve(good.createSession(session)).catch(() => {});
      },
    }),
  },
  "ending a session twice is an error": {
    breaks: "deleteSession of a missing session is no error",
    mutate: () => ({
      deleteSession: () => {
        throw new Error("gone");
      },
    }),
  },
  "a taken token is written over": {
    breaks: "a taken session token is refused",
    mutate: (good) => ({
      createSession: async (session) => {
        await good.deleteSession(session.sessionToken);
        return await good.createSession(session);
      },
    }),
  },
  "details are lost": {
    breaks: "a session keeps its details",
    mutate: (good) =>
      changeSession(good, (session) => ({ ...session, userAgent: null })),
  },
  "updateSession always moves the end": {
    breaks: "updateSession changes only the given fields",
    mutate: (good) => ({
      updateSession: (changes) =>
        good.updateSession({ expires: new Date(), ...changes }),
    }),
  },
  "deleteSessionsByUserId ends everybody's": {
    breaks: "deleteSessionsByUserId ends all sessions of one user",
    mutate: (good) => ({
      deleteSessionsByUserId: () => good.deleteSessionsByUserId(null),
    }),
  },
  "null ends nobody's sessions": {
    breaks: "deleteSessionsByUserId of null ends the sessions of all users",
    mutate: (good) => ({
      deleteSessionsByUserId: (id, which) =>
        good.deleteSessionsByUserId(id ?? "", which),
    }),
  },
  "having no sessions is an error": {
    breaks: "deleteSessionsByUserId of a user without sessions is no error",
    mutate: (good) => ({
      deleteSessionsByUserId: async (id, which) => {
        const list = await good.listSessionsByUserId(id ?? "");
        if (id !== null && list.length === 0) throw new Error("none");
        await good.deleteSessionsByUserId(id, which);
      },
    }),
  },
  "the moment itself counts as before": {
    breaks:
      "deleteSessionsByUserId ends only sessions that began before the given time",
    mutate: (good) => ({
      deleteSessionsByUserId: (id, which) =>
        good.deleteSessionsByUserId(
          id,
          which?.before && { before: new Date(+which.before + 1) },
        ),
    }),
  },
  "a session of unknown age counts as young": {
    breaks: "a session of unknown age ends like an old one",
    mutate: (good) => keepAgeless(good, () => true),
  },
  "a session of unknown age ends with its owner's only": {
    breaks: "a session of unknown age ends like an old one",
    mutate: (good) => keepAgeless(good, (userId) => userId === null),
  },
  "the list holds expired sessions": {
    breaks: "listSessionsByUserId returns a user's live sessions",
    mutate: (good) => {
      const all: AdapterSession[] = [];
      return {
        createSession: (session) => {
          all.push(session);
          return good.createSession(session);
        },
        listSessionsByUserId: (id) => all.filter((one) => one.userId === id),
      };
    },
  },
  "the list of nobody is null": {
    breaks: "a user without sessions has an empty list",
    mutate: (good) => ({
      listSessionsByUserId: async (id) => {
        const list = await good.listSessionsByUserId(id);
        return list.length > 0 ? list : null as never;
      },
    }),
  },
  "the list is stale": {
    breaks: "the list follows updates and deletions",
    mutate: (good) => {
      const all: AdapterSession[] = [];
      return {
        createSession: (session) => {
          all.push(session);
          return good.createSession(session);
        },
        listSessionsByUserId: (id) =>
          all.filter((one) => one.userId === id && +one.expires > Date.now()),
      };
    },
  },
};

const pages: Readonly<Record<string, Mutation>> = {
  "a page ends within a moment": {
    breaks: "listSessionPage gives every live session once, newest first",
    mutate: (good) => ({
      listSessionPage: async (id, after, limit) => {
        const all = await good.listSessionPage(id, null, 1000);
        const start = Number(after?.createdAt ?? Infinity);
        return all.filter((one) => Number(one.createdAt) < start)
          .slice(0, limit);
      },
    }),
  },
  "a page begins at the session's place in the list": {
    breaks: "listSessionPage goes on behind a session that is gone",
    mutate: (good) => ({
      listSessionPage: async (id, after, limit) => {
        const all = await good.listSessionPage(id, null, 1000);
        const place = all.findIndex((one) =>
          one.sessionToken === after?.sessionToken
        );
        return all.slice(place + 1, place + 1 + limit);
      },
    }),
  },
};

const tokens: Readonly<Record<string, Mutation>> = {
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
};

const keys: Readonly<Record<string, Mutation>> = {
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
};

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

const capabilities: Readonly<Record<string, Mutation>> = {
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
};

/** All mistakes, by description. */
export const mutations: Readonly<Record<string, Mutation>> = {
  ...users,
  ...accounts,
  ...sessions,
  ...pages,
  ...tokens,
  ...keys,
  ...capabilities,
};
