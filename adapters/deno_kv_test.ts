import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import {
  createDenoKvAdapter,
  createDenoKvStore,
  type DenoKv,
  type DenoKvAdapter,
} from "@latchkey/auth/adapters/deno-kv";
import { adapterContract } from "@latchkey/auth/testing/adapter-contract";
import { storeContract } from "@latchkey/auth/testing/store-contract";
import { imitateKv } from "./deno_kv_testkit.ts";
import { addPerson, HOUR, type Person, toSession } from "./records_testkit.ts";

/**
 * Capabilities of other adapters only: Deno KV removes expired entries by
 * itself, has no order by time, and no audit trail.
 */
const foreign = ["deleteExpired", "listSessionPage", "addAuditRecords"];

/** Deno KV itself, if the runtime has it. */
const openKv = typeof Deno === "undefined" ? null : Deno.openKv;
const skip = openKv === null && "this run time has no Deno KV";
const opened: { close(): void }[] = [];

async function openReal(): Promise<DenoKv> {
  if (openKv === null) throw new Error("no Deno KV");
  const kv = await openKv(":memory:");
  opened.push(kv);
  return kv;
}

function addTo(adapter: DenoKvAdapter): Promise<Person> {
  return addPerson(adapter);
}

afterEach(() => {
  mock.timers.reset();
  for (const kv of opened.splice(0)) kv.close();
});

/** Adds both contracts, over a function that opens an empty database. */
function addContracts(open: () => DenoKv | Promise<DenoKv>): void {
  describe("adapter contract", () => {
    const create = async () => createDenoKvAdapter(await open());
    for (const one of adapterContract(create)) {
      if (foreign.some((name) => one.needs.includes(name))) continue;
      it(one.name, async () => assert.equal(await one.run(), null));
    }
  });
  describe("store contract", () => {
    const create = async () => {
      mock.timers.enable({ apis: ["Date"], now: Date.UTC(2030, 0) });
      return createDenoKvStore(await open());
    };
    const options = { advance: (ms: number) => mock.timers.tick(ms) };
    for (const one of storeContract(create, options)) {
      it(one.name, async () => assert.equal(await one.run(), null));
    }
  });
}

describe("Deno KV itself", { skip }, () => {
  addContracts(openReal);

  it("an account of the documented size is stored, and a clear error says what is too large", async () => {
    const adapter = createDenoKvAdapter(await openReal());
    const { account } = await addTo(adapter);
    const { provider, providerAccountId } = account;
    const key = { provider, providerAccountId };
    await adapter.updateAccount({ ...key, id_token: "x".repeat(60_000) });
    await assert.rejects(
      async () =>
        await adapter.updateAccount({ ...key, id_token: "x".repeat(70_000) }),
      /at most 64 KiB.*70000 of them in id_token/,
    );
  });

  it("1,500 sessions can be removed, of one user or of all", async () => {
    for (const userId of ["person", null]) {
      const adapter = createDenoKvAdapter(await openReal());
      for (let i = 0; i < 1500; i++) {
        await adapter.createSession(toSession("person"));
      }
      await adapter.deleteSessionsByUserId(userId);
      assert.deepEqual(await adapter.listSessionsByUserId("person"), []);
    }
  });
});

describe("Deno KV, imitated", () => {
  addContracts(imitateKv);
});

describe("the Deno KV adapter", () => {
  it("a write gives up if others keep writing in between", async () => {
    const kv = imitateKv();
    const adapter = createDenoKvAdapter(kv);
    const { user, account, session } = await addTo(adapter);
    const token = {
      identifier: "ada@example.com",
      token: "token",
      expires: new Date(Date.now() + HOUR),
    };
    await adapter.createVerificationToken(token);
    const { sessionToken } = session;
    kv.isBusy = true;
    const acts = [
      () => adapter.updateUser({ id: user.id, name: "Ada" }),
      () => adapter.deleteUser(user.id),
      () => adapter.unlinkAccount(account),
      () => adapter.updateAccount({ ...account, access_token: "a" }),
      () => adapter.linkAccount({ ...account, provider: "another" }),
      () => adapter.updateSession({ sessionToken, lastSeenAt: new Date() }),
      () => adapter.useVerificationToken(token),
    ];
    for (const act of acts) {
      kv.commits = 0;
      await assert.rejects(
        async () => await act(),
        /gave up after 64 conflicting writes/,
      );
      assert.ok(kv.commits >= 64 && kv.commits <= 66, `${kv.commits}`);
    }
    const store = createDenoKvStore(kv);
    await assert.rejects(
      async () => await store.compareAndSet("key", null, "value", 60),
      /gave up after 64 conflicting writes/,
    );
  });

  it("a user whose address was stored in capitals before addresses were folded is found and moved", async () => {
    const kv = imitateKv();
    const adapter = createDenoKvAdapter(kv);
    const old = { id: "1", email: "Ann@example.com", emailVerified: null };
    await kv.atomic().set(["latchkey", "user", "1"], old)
      .set(["latchkey", "email", old.email], "1").commit();
    assert.equal((await adapter.getUserByEmail(old.email))?.id, "1");
    await adapter.updateUser({ id: "1", email: "ann@Example.com" });
    assert.equal((await adapter.getUserByEmail("ANN@example.com"))?.id, "1");
    assert.equal((await kv.get(["latchkey", "email", old.email])).value, null);
  });

  it("deleting a user leaves nothing behind", async () => {
    const kv = imitateKv();
    const adapter = createDenoKvAdapter(kv);
    const { user } = await addTo(adapter);
    await adapter.createAuthenticator({
      userId: user.id,
      providerAccountId: "account",
      credentialID: "credential",
      credentialPublicKey: "key",
      counter: 0,
      credentialBackedUp: false,
      credentialDeviceType: "singleDevice",
    });
    assert.ok(kv.keys().length >= 8, "there is something to delete");
    await adapter.deleteUser(user.id);
    assert.deepEqual(kv.keys(), []);
  });

  it("an account is not linked to a user who is deleted in the meantime", async () => {
    const kv = imitateKv();
    const adapter = createDenoKvAdapter(kv);
    for (let round = 0; round < 10; round++) {
      const { user, account } = await addTo(adapter);
      await Promise.allSettled([
        adapter.linkAccount({ ...account, provider: "another" }),
        adapter.deleteUser(user.id),
        adapter.linkAccount({ ...account, provider: "a third" }),
      ]);
      assert.deepEqual(kv.keys().filter((key) => key.includes(user.id)), []);
      assert.deepEqual(kv.keys().filter((key) => key.includes("account")), []);
    }
  });

  const email = "ann@example.com";
  const racers: Readonly<
    Record<string, (adapter: DenoKvAdapter, id: string) => unknown>
  > = {
    updateUser: async (adapter, id) => await adapter.updateUser({ id, email }),
    "updateUser in capitals": async (adapter, id) =>
      await adapter.updateUser({ id, email: "Ann@example.com" }),
    createUser: async (adapter) =>
      await adapter.createUser({ id: "new", email, emailVerified: null }),
    createUserWithAccount: async (adapter) =>
      await adapter.createUserWithAccount({
        user: { id: "another", email, emailVerified: null },
        account: { provider: "a", providerAccountId: "b", type: "oidc" },
        session: null,
      }),
  };
  for (const [one, first] of Object.entries(racers)) {
    for (const [other, second] of Object.entries(racers)) {
      it(`of two users who race for one address, one gets it: ${one}, then ${other}`, async () => {
        const adapter = createDenoKvAdapter(imitateKv());
        const people = [await addTo(adapter), await addTo(adapter)] as const;
        const ended = await Promise.allSettled([
          first(adapter, people[0].user.id),
          second(adapter, people[1].user.id),
        ]);
        const won = ended.filter(({ status }) => status === "fulfilled");
        assert.equal(won.length, 1);
        const owner = await adapter.getUserByEmail(email);
        assert.ok(owner !== null);
        for (const { user } of people) {
          if (user.id === owner.id) continue;
          // The other one is as before.
          assert.deepEqual(await adapter.getUser(user.id), user);
          const found = await adapter.getUserByEmail(user.email ?? "");
          assert.deepEqual(found, user);
        }
      });
    }
  }

  it("the removal of a user keeps the address of another one, stored before addresses were folded", async () => {
    const kv = imitateKv();
    const adapter = createDenoKvAdapter(kv);
    for (
      const [id, email] of [["1", "Ann@example.com"], ["2", "ann@example.com"]]
    ) {
      const old = { id, email, emailVerified: null };
      await kv.atomic().set(["latchkey", "user", `${id}`], old)
        .set(["latchkey", "email", `${email}`], id).commit();
    }
    await adapter.deleteUser("1");
    assert.equal((await adapter.getUserByEmail("ann@example.com"))?.id, "2");
  });

  it("expired sessions and tokens are not returned, although Deno KV still has them", async () => {
    mock.timers.enable({ apis: ["Date"], now: Date.UTC(2030, 0) });
    const kv = imitateKv();
    const adapter = createDenoKvAdapter(kv);
    const { user, session } = await addTo(adapter);
    const expires = new Date(Date.now() + HOUR);
    const token = { identifier: "ada@example.com", token: "token", expires };
    await adapter.createVerificationToken(token);
    const { sessionToken } = session;
    mock.timers.tick(HOUR - 1);
    assert.notEqual(await adapter.getSession(sessionToken), null);
    mock.timers.tick(1);
    assert.equal(await adapter.getSession(sessionToken), null);
    assert.equal(await adapter.getSessionAndUser(sessionToken), null);
    assert.equal(await adapter.useVerificationToken(token), null);
    assert.deepEqual(await adapter.listSessionsByUserId(user.id), []);
    const later = { sessionToken, expires: new Date(Date.now() + HOUR) };
    await adapter.updateSession(later);
    assert.equal(await adapter.getSession(sessionToken), null, "not revived");
    assert.ok(kv.keys().some((key) => key.includes(sessionToken)));
  });

  it("applications are kept apart by prefix", async () => {
    const kv = imitateKv();
    const one = createDenoKvAdapter(kv, { prefix: ["one"] });
    const two = createDenoKvAdapter(kv, { prefix: ["two"] });
    const { user, session } = await addTo(one);
    assert.equal(await two.getUser(user.id), null);
    await two.deleteSessionsByUserId(null);
    assert.notEqual(await one.getSession(session.sessionToken), null);
    assert.ok(kv.keys().every((key) => key.startsWith('["one",')));
  });

  it("errors contain no user and no secret", async () => {
    const adapter = createDenoKvAdapter(imitateKv());
    const { user, account, session } = await addTo(adapter);
    const acts = [
      () => adapter.createUser(user),
      () => adapter.createUserWithAccount({ user, account, session }),
      () => adapter.linkAccount(account),
      () => adapter.createSession(session),
    ];
    for (const act of acts) {
      const error: unknown = await Promise.resolve().then(act).then(
        () => null,
        (reason) => reason,
      );
      assert.ok(error instanceof Error);
      const secrets = [user.id, user.email, session.sessionToken];
      for (const secret of [...secrets, account.providerAccountId]) {
        assert.ok(!error.message.includes(`${secret}`), error.message);
      }
    }
  });
});
