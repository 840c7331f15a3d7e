import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createMemoryStore } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import {
  NotConnected,
  ReauthenticationRequired,
  SignInRequired,
} from "@latchkey/auth/errors";
import { createFaultProvider } from "@latchkey/auth/testing";
import { defer, endTest, until } from "../../testing/checks_testkit.ts";
import { NOON } from "../session/session_testkit.ts";
import { signOut } from "../../testing/app_testkit.ts";
import {
  assertNothingShows,
  assertRejected,
  createVault,
  expire,
  HOUR,
  places,
  type Vault,
} from "./vault_testkit.ts";

beforeEach(() => mock.timers.enable({ apis: ["Date"], now: NOON }));
afterEach(endTest);

/** A provider that ends all tokens if one is used twice. */
const strict = { refreshTokens: "revokes" } as const;
const short = (json: Record<string, unknown>) => ({ ...json, expires_in: 30 });

function assertAllUsedOnce({ used }: Vault, count: number): void {
  assert.equal(used().length, count);
  assert.equal(new Set(used()).size, count);
}

for (const place of places) {
  describe(`simultaneous requests, with tokens in ${place}`, () => {
    it("fifty requests of two processes send one refresh token once, and the next one its successor [RACE-08]", async () => {
      const vault = await createVault({ place, op: strict });
      const both = [vault.auth, vault.other()];
      for (const hours of [2, 4, 6]) {
        expire(hours);
        const all = await Promise.all(
          Array.from(
            { length: 50 },
            (_, i) => both[i % 2]?.getAccessToken(vault.request(), vault.id),
          ),
        );
        assert.equal(new Set(all.map((one) => one?.accessToken)).size, 1);
      }
      assertAllUsedOnce(vault, 3);
      assertNothingShows(vault);
    });

    it("a failure is for those who waited, and not for the next one", async () => {
      const vault = await createVault({ place });
      expire();
      vault.op.faults = { token: [{ error: "temporarily_unavailable" }] };
      const all = await Promise.allSettled([vault.get(), vault.get()]);
      assert.deepEqual(all.map(({ status }) => status), [
        "rejected",
        "rejected",
      ]);
      assert.equal(vault.op.count("token"), 1);
      mock.timers.setTime(NOON + 2 * HOUR + 2000);
      assert.match((await vault.get()).accessToken, /^at-/);
    });

    it("a sign-in during a refresh wins, and its refresh token is the next one", async () => {
      const vault = await createVault({ place, op: strict });
      const { op, get, used } = vault;
      expire();
      const release = vault.hold();
      const late = get();
      await until(() => op.count("token") === 1);
      await vault.signIn();
      const signedIn = await vault.read();
      release();
      assert.match((await late).accessToken, /^at-/);
      assert.deepEqual(await vault.read(), signedIn);
      expire(4);
      await get();
      assert.equal(used()[1], signedIn?.refreshToken);
      assertNothingShows(vault);
    });

    it("a refresh token that is refused because a sign-in has replaced it is no reason to sign in again", async () => {
      const vault = await createVault({ place });
      const { op, get } = vault;
      expire();
      const release = vault.hold();
      op.faults = { token: [{ error: "invalid_grant" }] };
      const late = get();
      await until(() => op.count("token") === 1);
      await vault.signIn();
      release();
      assert.match((await late).accessToken, /^at-/);
      assert.notEqual((await vault.read())?.refreshToken, null);
    });
  });
}

describe("a row that another program has changed", () => {
  /** An adapter that lists the accounts as they were before, as a replica may, as often as told. */
  function createReplica() {
    const adapter = createMemoryAdapter();
    const list = adapter.listAccountsByUserId;
    assert.ok(list !== undefined);
    const stale = { accounts: null as unknown, times: 0 };
    adapter.listAccountsByUserId = (id) =>
      stale.times-- > 0 ? structuredClone(stale.accounts) as never : list(id);
    const remember = async (userId: string) => {
      stale.accounts = structuredClone(await list(userId));
    };
    return { adapter, stale, remember };
  }

  it("a late read finds the tokens that replaced those that it has read [RACE-10]", async () => {
    const { adapter, stale, remember } = createReplica();
    const vault = await createVault({ op: strict, config: { adapter } });
    await remember(vault.userId);
    expire();
    const first = await vault.get();
    // Both the request and the renewal read an old row.
    stale.times = 2;
    const second = await vault.get();
    assert.equal(second.accessToken, first.accessToken);
    assertAllUsedOnce(vault, 1);
    expire(4);
    await vault.get();
    assertAllUsedOnce(vault, 2);
  });

  it("a refresh token that only the renewal has found is followed to its successor, although the write failed", async () => {
    const { adapter, stale, remember } = createReplica();
    const vault = await createVault({ op: strict, config: { adapter } });
    const { op, get, other, request, id } = vault;
    await remember(vault.userId);
    expire();
    op.faults = { tokenResponse: short };
    await get();
    // The request still reads the first row, the renewal the second one.
    mock.timers.setTime(NOON + 2 * HOUR + 31_000);
    stale.times = 1;
    const { updateAccount } = adapter;
    adapter.updateAccount = () => {
      throw new Error("the table is locked");
    };
    await get();
    adapter.updateAccount = updateAccount;
    mock.timers.setTime(NOON + 2 * HOUR + 62_000);
    await other().getAccessToken(request(), id);
    assertAllUsedOnce(vault, 3);
  });

  it("another refresh token in the row is tried once if the provider refuses the first", async () => {
    const { adapter, stale, remember } = createReplica();
    const vault = await createVault({ op: strict, config: { adapter } });
    await remember(vault.userId);
    await vault.signIn();
    expire();
    vault.op.clearRequests();
    vault.op.faults = { token: [{ error: "invalid_grant" }] };
    // The look for a valid token, that for all of them, and the renewal's own.
    stale.times = 3;
    assert.match((await vault.get()).accessToken, /^at-/);
    assertAllUsedOnce(vault, 2);
  });

  it("the second is not tried without end, and both refusals leave no token that would be sent again", async () => {
    const { adapter, stale, remember } = createReplica();
    const vault = await createVault({ op: strict, config: { adapter } });
    await remember(vault.userId);
    await vault.signIn();
    expire();
    vault.op.clearRequests();
    vault.op.faults = { token: { error: "invalid_grant" } };
    // One more for what the assertion reads.
    stale.times = 4;
    for (let i = 0; i < 3; i++) {
      await assertRejected(vault, vault.get(), ReauthenticationRequired);
    }
    assertAllUsedOnce(vault, 2);
  });
});

describe("a process that ends after the provider has answered", () => {
  it("the next request writes the tokens that it had only begun to write [RACE-10]", async () => {
    const adapter = createMemoryAdapter();
    const { updateAccount } = adapter;
    assert.ok(updateAccount !== undefined);
    const vault = await createVault({ op: strict, config: { adapter } });
    const before = await vault.read();
    expire();
    adapter.updateAccount = () => {
      throw new Error("the table is locked");
    };
    const first = await vault.get();
    assert.deepEqual(await vault.read(), before);
    adapter.updateAccount = updateAccount;
    // The table was locked for longer than a late request takes.
    mock.timers.setTime(NOON + 2 * HOUR + 600_000);
    const second = await vault.get();
    assert.equal(second.accessToken, first.accessToken);
    assert.notDeepEqual(await vault.read(), before);
    // The store has long forgotten the first refresh token.
    expire(40);
    await vault.get();
    assertAllUsedOnce(vault, 2);
  });

  it("others find the new tokens before they are written where they belong", async () => {
    const adapter = createMemoryAdapter();
    const { updateAccount } = adapter;
    assert.ok(updateAccount !== undefined);
    const vault = await createVault({
      op: strict,
      config: { adapter, providerTimeout: 1 },
    });
    expire();
    const { promise, resolve } = defer();
    const writing = defer();
    adapter.updateAccount = async (account) => {
      writing.resolve();
      await promise;
      await updateAccount(account);
    };
    const early = vault.get();
    await writing.promise;
    const { accessToken } = await vault.other()
      .getAccessToken(vault.request(), vault.id);
    resolve();
    assert.equal((await early).accessToken, accessToken);
    assertAllUsedOnce(vault, 1);
  });

  it("tokens that could be written nowhere are kept by the process, and written when they can be [RACE-10]", async () => {
    const store = createMemoryStore();
    const adapter = createMemoryAdapter();
    const vault = await createVault({ op: strict, config: { adapter, store } });
    const { set } = store;
    const { updateAccount } = adapter;
    const fail = () => {
      throw new Error("it is down");
    };
    mock.timers.reset();
    const now = NOON + 2 * HOUR;
    mock.timers.enable({ apis: ["Date", "setTimeout"], now });
    Object.assign(store, { set: fail });
    Object.assign(adapter, { updateAccount: fail });
    const { accessToken } = await vault.get();
    mock.timers.tick(5000);
    await setImmediate();
    assert.equal((await vault.get()).accessToken, accessToken);
    Object.assign(store, { set });
    Object.assign(adapter, { updateAccount });
    mock.timers.tick(1000);
    for (let turns = 0; turns < 20; turns++) await setImmediate();
    // Whoever comes next finds them in the store.
    mock.timers.setTime(now + HOUR);
    await vault.get();
    assertAllUsedOnce(vault, 2);
  });

  it("the time limit of the provider begins after the wait for the other process", async () => {
    const vault = await createVault({ config: { providerTimeout: 1 } });
    const { op, get, other, request, id } = vault;
    expire();
    op.faults = { token: [{ hang: true, ignoreSignal: true }] };
    const dead = get().catch(() => null);
    await until(() => op.count("token") === 1);
    const late = other().getAccessToken(request(), id);
    await until(() => vault.lines.length >= 0);
    // More than all answers of one request may take together.
    mock.timers.setTime(NOON + 2 * HOUR + 3100);
    assert.match((await late).accessToken, /^at-/);
    await dead;
  });
});

describe("work that requests share", () => {
  it("two users of one provider never get each other's token [A60]", async () => {
    const op = await createFaultProvider();
    const ada = await createVault({ op });
    op.user = { ...op.user, sub: "user-2", email: "bob@example.com" };
    const bob = await createVault({ op, config: ada.config });
    expire();
    const [one, two] = await Promise.all([ada.get(), bob.get()]);
    assert.notEqual(one.accessToken, two.accessToken);
    assert.deepEqual(await readSub(ada, one), "user-1");
    assert.deepEqual(await readSub(bob, two), "user-2");
  });

  it("two tenants with the same ids and the same secret never get each other's token [A60]", async () => {
    const secret = "a-secret-of-two-tenants-in-one-process";
    const op = { issuer: "https://tenants.example", clientId: "tenants" };
    const create = async () =>
      await createVault({ place: "the store", config: { secret }, op });
    const [one, two] = [await create(), await create()];
    assert.deepEqual([one.id, one.userId], [two.id, two.userId]);
    expire();
    const tokens = await Promise.all([one.get(), two.get()]);
    assert.deepEqual(await readSub(one, tokens[0]), "user-1");
    assert.deepEqual(await readSub(two, tokens[1]), "user-1");
    assert.deepEqual([one.used().length, two.used().length], [1, 1]);
  });

  it("two clients at one provider never get each other's token [A60]", async () => {
    const op = await createFaultProvider();
    const adapter = createMemoryAdapter();
    const secret = "a-secret-of-two-clients-in-one-process";
    const vault = await createVault({ op, config: { adapter, secret } });
    const second = op.provider({ id: "second" });
    const tokens = { providers: [vault.id, "second"] };
    const config = {
      ...vault.config,
      providers: [...vault.config.providers as [], second],
      tokens,
    };
    await adapter.linkAccount?.({
      userId: vault.userId,
      type: "oidc",
      provider: "second",
      providerAccountId: "user-1",
      access_token: "at-second",
      refresh_token: "rt-second",
      expires_at: NOON / 1000,
    });
    op.faults = {
      tokenResponse: (json) => ({ ...json, id_token: undefined }),
    };
    expire();
    const auth = vault.other(config);
    const [one, two] = await Promise.allSettled([
      auth.getAccessToken(vault.request(), vault.id),
      auth.getAccessToken(vault.request(), "second"),
    ]);
    assert.equal(one?.status, "fulfilled");
    // The provider does not know the second refresh token.
    assert.equal(two?.status, "rejected");
    assert.equal(vault.used().length, 2);
  });

  it("two sets of scopes of one user get a token each", async () => {
    const entry = { authorization: { params: { scope: "openid mail cal" } } };
    const vault = await createVault({ entry, op: strict });
    vault.op.faults = {
      tokenResponse: ({ scope: _, ...json }) => json,
    };
    expire();
    const [mail, cal] = await Promise.all([
      vault.get({ scope: ["mail"], resource: "https://mail.example" }),
      vault.get({ scope: ["cal"], resource: "https://cal.example" }),
    ]);
    assert.notEqual(mail.accessToken, cal.accessToken);
    assert.deepEqual([mail.scope, cal.scope], [["mail"], ["cal"]]);
    assertAllUsedOnce(vault, 2);
  });
});

/** Asks the provider whose access token it is. */
async function readSub(
  { op }: Vault,
  { accessToken }: { accessToken: string },
): Promise<unknown> {
  const headers = { authorization: `Bearer ${accessToken}` };
  const answer = await op.fetch(`${op.issuer}/userinfo`, { headers });
  return (await answer.json()).sub;
}

for (const keep of ["adapter", "store"] as const) {
  describe(`an account that is unlinked during a refresh, with tokens in the ${keep}`, () => {
    it("has no tokens afterwards [RACE-12]", async () => {
      const op = await createFaultProvider();
      // Unlinking needs a proof of the last ten minutes.
      op.faults.tokenResponse = (json) => ({ ...json, expires_in: 300 });
      const adapter = createMemoryAdapter();
      const tokens = { providers: ["op"], keep };
      const vault = await createVault({ op, config: { adapter, tokens } });
      const { auth, request, get, userId, id } = vault;
      // Another way in, without which the account could not be unlinked.
      const other = op.provider({ id: "other" });
      const providers = [...vault.config.providers as [], other];
      await adapter.linkAccount?.({
        userId,
        type: "oidc",
        provider: "other",
        providerAccountId: "user-1",
      });
      expire(0.1);
      const release = vault.hold();
      const late = get().catch(() => null);
      await until(() => op.count("token") === 1);
      await vault.other({ providers }).unlinkAccount(request(), {
        provider: id,
      });
      release();
      await late;
      assert.equal(await vault.read(), null);
      await assertRejected(
        vault,
        auth.getAccessTokenFor(userId, id),
        NotConnected,
      );
      const left = await adapter.listAccountsByUserId?.(userId) ?? [];
      assert.deepEqual(left.map(({ provider }) => provider), ["other"]);
    });
  });
}

for (const place of places) {
  describe(`a sign-out during a refresh, with tokens in ${place}`, () => {
    it("ends the session for good, and the tokens stay the user's [RACE-12]", async () => {
      const vault = await createVault({ place, op: strict });
      const { op, auth, request, get, userId, id } = vault;
      expire();
      const release = vault.hold();
      const old = request();
      const late = get();
      await until(() => op.count("token") === 1);
      await signOut(vault.browser);
      release();
      await late;
      assert.equal((await auth.session(old)).session, null);
      await assert.rejects(auth.getAccessToken(old, id), SignInRequired);
      await assert.rejects(get(), SignInRequired);
      const job = await auth.getAccessTokenFor(userId, id);
      assert.equal(job.accessToken, (await late).accessToken);
      assertAllUsedOnce(vault, 1);
    });
  });
}

describe("a secret that is replaced during a refresh", () => {
  it("two processes, with and without the new secret, refresh once between them", async () => {
    const vault = await createVault({ op: strict });
    const { op, get, userId, id } = vault;
    const secret = [
      "the-new-secret-of-a-test-of-rotation",
      String(vault.config.secret),
    ];
    const renewed = vault.other({ secret });
    expire();
    const release = vault.hold();
    const early = get();
    await until(() => op.count("token") === 1);
    const late = renewed.getAccessTokenFor(userId, id);
    release();
    assert.equal((await late).accessToken, (await early).accessToken);
    expire(4);
    await renewed.getAccessTokenFor(userId, id);
    assertAllUsedOnce(vault, 2);
    assertNothingShows(vault);
  });

  it("a process without the new secret waits for one that has it", async () => {
    const place = "the adapter, plain";
    const vault = await createVault({ op: strict, place });
    const { op, get, userId, id } = vault;
    const secret = [
      "the-new-secret-of-a-test-of-rotation",
      String(vault.config.secret),
    ];
    expire();
    const release = vault.hold();
    const early = vault.other({ secret }).getAccessTokenFor(userId, id);
    await until(() => op.count("token") === 1);
    const late = get();
    release();
    assert.equal((await late).accessToken, (await early).accessToken);
    assertAllUsedOnce(vault, 1);
  });

  it("the new process finds what the old one could not write", async () => {
    const adapter = createMemoryAdapter();
    const { updateAccount } = adapter;
    const vault = await createVault({ op: strict, config: { adapter } });
    const secret = [
      "the-new-secret-of-a-test-of-rotation",
      String(vault.config.secret),
    ];
    expire();
    Object.assign(adapter, {
      updateAccount: () => {
        throw new Error("the table is locked");
      },
    });
    const early = await vault.get();
    Object.assign(adapter, { updateAccount });
    const renewed = vault.other({ secret });
    const late = await renewed.getAccessTokenFor(vault.userId, vault.id);
    assert.equal(late.accessToken, early.accessToken);
    assertAllUsedOnce(vault, 1);
  });
});

describe("a refresh token that is refused", () => {
  it("those who waited for the refusal get its code, too", async () => {
    const vault = await createVault({ op: strict });
    expire();
    vault.op.faults = { token: [{ error: "invalid_grant" }] };
    const release = vault.hold();
    const own = [1, 2, 3].map((minValidity) =>
      assertRejected(
        vault,
        vault.get({ minValidity }),
        ReauthenticationRequired,
      )
    );
    await until(() => vault.op.count("token") === 1);
    release();
    for (const error of await Promise.all(own)) {
      assert.equal(error.code, "invalid_grant");
    }
    assertAllUsedOnce(vault, 1);
  });
});

describe("the wait for another process", () => {
  /** Lets time pass for those who wait, while the clock shows `now`. */
  async function wait(now: number, milliseconds: number): Promise<void> {
    for (let waited = 0; waited < milliseconds; waited += 50) {
      mock.timers.tick(50);
      mock.timers.setTime(now);
      for (let turns = 0; turns < 20; turns++) await setImmediate();
    }
  }

  async function createWaiting() {
    const vault = await createVault({ config: { providerTimeout: 1 } });
    const { op, other, request, id } = vault;
    const now = NOON + 2 * HOUR;
    expire();
    const release = vault.hold();
    const early = vault.get();
    await until(() => op.count("token") === 1);
    // The time limit of the first request goes by the real time.
    mock.timers.reset();
    mock.timers.enable({ apis: ["Date", "setTimeout"], now });
    const ask = () => other().getAccessToken(request(), id);
    return { vault, now, release, early, ask };
  }

  it("a process whose clock is a minute ahead waits as long as any other", async () => {
    const { vault, now, release, early, ask } = await createWaiting();
    mock.timers.setTime(now + 60_000);
    const late = ask();
    await wait(now + 60_000, 500);
    assert.equal(vault.op.count("token"), 1);
    release();
    await early;
    await wait(now + 60_000, 500);
    assert.equal((await late).accessToken, (await early).accessToken);
    assertAllUsedOnce(vault, 1);
  });

  it("the wait ends although the clock is set back meanwhile", async () => {
    const { vault, now, release, early, ask } = await createWaiting();
    const late = ask();
    await wait(now - 60_000, 3200);
    assert.equal(vault.op.count("token"), 2);
    release();
    await Promise.allSettled([early, late]);
  });
});
