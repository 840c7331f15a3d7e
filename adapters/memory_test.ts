import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AdapterUser } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { adapterContract } from "@latchkey/auth/testing/adapter-contract";

const ada: AdapterUser = {
  id: "1",
  name: "Ada",
  email: "ada@example.com",
  emailVerified: new Date(0),
};
const key = { provider: "op", providerAccountId: "a" };
const account = { ...key, type: "oidc", userId: "1" } as const;

describe("the memory adapter", () => {
  it("records are copied in both directions, dates included", async () => {
    const adapter = createMemoryAdapter();
    const given = structuredClone(ada);
    const created = await adapter.createUser(given);
    given.name = "Eve";
    created.emailVerified?.setFullYear(1);
    const found = await adapter.getUser("1");
    assert.deepEqual(found, ada);
    assert.notEqual(found, await adapter.getUser("1"));
  });

  it("a taken key, or a missing owner, throws", () => {
    const adapter = createMemoryAdapter();
    adapter.createUser(ada);
    assert.throws(() => adapter.createUser(ada));
    assert.throws(() => adapter.createUser({ ...ada, id: "2" }));
    adapter.linkAccount(account);
    assert.throws(() => adapter.linkAccount(account));
    assert.throws(() => adapter.linkAccount({ ...account, userId: "9" }));
    const session = {
      sessionToken: "t",
      userId: "1",
      expires: new Date(1),
    };
    adapter.createSession(session);
    assert.throws(() => adapter.createSession(session));
    assert.throws(() =>
      adapter.createSession({ ...session, sessionToken: "u", userId: "9" })
    );
  });

  it("a user, an account and a session are created together, or none of them", () => {
    const adapter = createMemoryAdapter();
    const { userId: _, ...own } = account;
    const session = { sessionToken: "t", expires: new Date(1) };
    adapter.createUserWithAccount({ user: ada, account: own, session });
    assert.deepEqual(adapter.getUserByAccount(key), ada);
    const other = { ...ada, id: "2", email: "b@example.com" };
    assert.throws(() =>
      adapter.createUserWithAccount({
        user: other,
        account: { ...own, providerAccountId: "b" },
        session,
      })
    );
    assert.equal(adapter.getUser("2"), null);
    assert.throws(() =>
      adapter.createUserWithAccount({
        user: other,
        account: own,
        session: null,
      })
    );
    assert.equal(adapter.getUserByEmail("b@example.com"), null);
  });

  it("a verification token is returned once, and for its address only", () => {
    const adapter = createMemoryAdapter();
    const token = { identifier: "a", token: "t", expires: new Date(5) };
    adapter.createVerificationToken(token);
    assert.equal(
      adapter.useVerificationToken({ identifier: "b", token: "t" }),
      null,
    );
    assert.deepEqual(adapter.useVerificationToken(token), token);
    assert.equal(adapter.useVerificationToken(token), null);
  });

  it("a missing session is not updated, and can be removed twice", () => {
    const adapter = createMemoryAdapter();
    adapter.updateSession({ sessionToken: "t", expires: new Date(1) });
    assert.equal(adapter.getSessionAndUser("t"), null);
    adapter.deleteSession("t");
  });

  it("deleting a user removes everything that belongs to the user", async () => {
    const adapter = createMemoryAdapter();
    adapter.createUser(ada);
    adapter.linkAccount(account);
    const expires = new Date(1);
    adapter.createSession({ sessionToken: "t", userId: "1", expires });
    adapter.deleteUser("1");
    assert.equal(adapter.getSessionAndUser("t"), null);
    assert.equal(adapter.getUserByAccount(key), null);
    assert.equal(adapter.getAccount("a", "op"), null);
    await adapter.createUser(ada);
  });

  it("expired entries are removed, a limited number at a time", () => {
    const adapter = createMemoryAdapter();
    adapter.createUser(ada);
    for (let i = 0; i < 5; i++) {
      const expires = new Date(i);
      adapter.createSession({ sessionToken: `${i}`, userId: "1", expires });
    }
    assert.equal(adapter.deleteExpired(new Date(3), 2), 2);
    assert.equal(adapter.deleteExpired(new Date(3), 9), 2);
    assert.equal(adapter.deleteExpired(new Date(3), 9), 0);
    assert.ok(adapter.getSessionAndUser("4"));
  });

  it("a changed address frees the old one", () => {
    const adapter = createMemoryAdapter();
    adapter.createUser(ada);
    adapter.updateUser({ id: "1", email: "new@example.com" });
    assert.equal(adapter.getUserByEmail("ada@example.com"), null);
    assert.ok(adapter.getUserByEmail("new@example.com"));
    adapter.createUser({ ...ada, id: "2" });
    assert.throws(() => adapter.updateUser({ id: "1", email: ada.email }));
  });
});

describe("the memory adapter against the contract", () => {
  for (const one of adapterContract(createMemoryAdapter)) {
    it(one.name, async () => assert.equal(await one.run(), null));
  }
});
