import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { createDenoKvAdapter } from "@latchkey/auth/adapters/deno-kv";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  createSplitAdapter,
  type SessionStorage,
} from "@latchkey/auth/adapters/split";
import {
  type Adapter,
  adapterContract,
} from "@latchkey/auth/testing/adapter-contract";
import { imitateKv } from "./deno_kv_testkit.ts";
import { addPerson, toSession } from "./records_testkit.ts";

/**
 * Two databases have no common transaction; Deno KV removes expired entries by
 * itself.
 */
const inapplicable = [
  "a taken session token leaves no user",
  "deleteExpired removes a bounded number of expired rows",
  "deleteExpired never removes live rows",
  "listSessionPage gives every live session once, newest first",
  "listSessionPage goes on behind a session that is gone",
];

function createParts() {
  const { addAuditRecords, listAuditRecords, removeAuditRecords } =
    createMemoryAdapter();
  const audit = { addAuditRecords, listAuditRecords, removeAuditRecords };
  return {
    users: { ...createDenoKvAdapter(imitateKv()), ...audit },
    sessions: createDenoKvAdapter(imitateKv()),
  };
}

/** The smallest session storage. */
function createSessions(
  extra: Partial<SessionStorage> = {},
): SessionStorage {
  return {
    createSession: (session) => session,
    getSession: () => null,
    updateSession: () => null,
    deleteSession: () => null,
    listSessionsByUserId: () => [],
    deleteSessionsByUserId: () => null,
    ...extra,
  };
}

const getUser = () => null;

describe("the split adapter, over two databases", () => {
  const create = () => createSplitAdapter(createParts());
  for (const one of adapterContract(create)) {
    if (inapplicable.includes(one.name)) continue;
    it(one.name, async () => assert.equal(await one.run(), null));
  }
});

describe("the split adapter", () => {
  it("no session is stored with the users, and no user with the sessions", async () => {
    const [users, sessions] = [imitateKv(), imitateKv()];
    const adapter = createSplitAdapter({
      users: createDenoKvAdapter(users),
      sessions: createDenoKvAdapter(sessions),
    });
    const { session } = await addPerson(adapter as Required<Adapter>);
    const token = { identifier: "ada@example.com", token: "token" };
    await adapter.createVerificationToken?.({
      ...token,
      expires: session.expires,
    });
    const toKinds = (keys: string[]) =>
      [...new Set(keys.map((key) => JSON.parse(key)[1]))].sort();
    assert.deepEqual(toKinds(users.keys()), [
      "account",
      "accounts",
      "email",
      "user",
    ]);
    assert.deepEqual(toKinds(sessions.keys()), [
      "session",
      "user_session",
      "verification",
    ]);
  });

  it("a session whose owner is gone is removed, and null is returned", async () => {
    const parts = createParts();
    const adapter = createSplitAdapter(parts);
    const { user, session } = await addPerson(adapter as Required<Adapter>);
    await parts.users.deleteUser(user.id);
    const { sessionToken } = session;
    assert.notEqual(await parts.sessions.getSession(sessionToken), null);
    assert.equal(await adapter.getSessionAndUser?.(sessionToken), null);
    assert.equal(await parts.sessions.getSession(sessionToken), null);
  });

  it("a deleted user has no session left, even if the sessions fail at first", async () => {
    const done: string[] = [];
    let isDown = true;
    const adapter = createSplitAdapter({
      users: { getUser, deleteUser: (id) => void done.push(`user ${id}`) },
      sessions: createSessions({
        deleteSessionsByUserId: (id) => {
          if (isDown) throw new Error("down");
          done.push(`sessions of ${id}`);
        },
      }),
    });
    await assert.rejects(async () => await adapter.deleteUser?.("1"), /down/);
    assert.deepEqual(done, ["user 1"]);
    isDown = false;
    await adapter.deleteUser?.("1");
    assert.deepEqual(done, ["user 1", "user 1", "sessions of 1"]);
  });

  it("a session is kept if the users cannot be read", async () => {
    const deleted: string[] = [];
    const adapter = createSplitAdapter({
      users: { getUser: () => Promise.reject(new Error("down")) },
      sessions: createSessions({
        getSession: () => toSession("ada"),
        deleteSession: (token) => void deleted.push(token),
      }),
    });
    await assert.rejects(
      async () => await adapter.getSessionAndUser?.("token"),
      /down/,
    );
    assert.deepEqual(deleted, []);
  });

  it("a new user whose first session could not be stored is kept, and can try again", async () => {
    const { users } = createParts();
    const adapter = createSplitAdapter({
      users,
      sessions: createSessions({
        createSession: () => Promise.reject(new Error("down")),
      }),
    });
    const id = crypto.randomUUID();
    const account = {
      provider: "example",
      providerAccountId: id,
      type: "oidc",
    } as const;
    const records = {
      user: { id, emailVerified: null },
      account,
      session: toSession(id),
    };
    await assert.rejects(
      async () => await adapter.createUserWithAccount?.(records),
      /down/,
    );
    assert.equal((await adapter.getUserByAccount?.(account))?.id, id);
  });

  it("the owner's id becomes a text, whatever the users' database has", async () => {
    const made: unknown[] = [];
    const adapter = createSplitAdapter({
      users: {
        getUser,
        createUserWithAccount: ({ user }) => ({ ...user, id: 7 as never }),
      },
      sessions: createSessions({
        createSession: (session) => {
          made.push(session.userId);
          return session;
        },
      }),
    });
    await adapter.createUserWithAccount?.({
      user: { id: "given", emailVerified: null },
      account: { provider: "p", providerAccountId: "a", type: "oidc" },
      session: toSession("given"),
    });
    assert.deepEqual(made, ["7"]);
  });

  it("the adapter's flags are those of the sessions only", () => {
    const users: Adapter = {
      getUser,
      hashedTokens: true,
      sessionDetails: true,
    };
    const plain = createSplitAdapter({ users, sessions: createSessions() });
    assert.equal(plain.hashedTokens, undefined);
    assert.equal(plain.sessionDetails, undefined);
    const full = createSplitAdapter({
      users: { getUser },
      sessions: createSessions({ hashedTokens: true, sessionDetails: true }),
    });
    assert.equal(full.hashedTokens, true);
    assert.equal(full.sessionDetails, true);
  });

  it("the adapter has no method that its parts lack", () => {
    const adapter = createSplitAdapter({
      users: { getUser },
      sessions: createSessions(),
    });
    assert.deepEqual(Object.keys(adapter).sort(), [
      "createSession",
      "deleteSession",
      "deleteSessionsByUserId",
      "getSessionAndUser",
      "getUser",
      "listSessionsByUserId",
      "updateSession",
    ]);
  });

  it("mail links are stored with the users if the sessions cannot store them", async () => {
    const { users } = createParts();
    const adapter = createSplitAdapter({ users, sessions: createSessions() });
    const token = {
      identifier: "ada@example.com",
      token: "token",
      expires: new Date(Date.now() + 60_000),
    };
    await adapter.createVerificationToken?.(token);
    assert.deepEqual(await users.useVerificationToken(token), token);
  });

  it("the numbers of rows that both parts removed are added", async () => {
    const adapter = createSplitAdapter({
      users: { getUser, deleteExpired: () => 2 },
      sessions: createSessions({ deleteExpired: () => Promise.resolve(3) }),
    });
    assert.equal(await adapter.deleteExpired?.(new Date(), 10), 5);
  });

  it("the parts may be instances of classes", async () => {
    class Users {
      readonly #name = "Ada";
      getUser(id: string) {
        return { id, name: this.#name, emailVerified: null };
      }
    }
    const adapter = createSplitAdapter({
      users: new Users(),
      sessions: createSessions({ getSession: () => toSession("ada") }),
    });
    const { getSessionAndUser, getUser } = adapter;
    assert.equal((await getSessionAndUser?.("token"))?.user.name, "Ada");
    assert.equal((await getUser?.("ada"))?.name, "Ada");
  });

  it("getUser is required", () => {
    assert.throws(
      () => createSplitAdapter({ users: {}, sessions: createSessions() }),
      /users has no getUser/,
    );
  });
});
