/**
 * Tests a take-over while an attacker's session adds a sign-in method:
 * whichever call it coincides with, no method stays.
 */

import assert from "node:assert/strict";
import { afterEach, describe, it, mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import {
  type Adapter,
  Auth,
  type AuthConfig,
  createAuth,
  createMemoryStore,
  type Mail,
  type Store,
} from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { Passkey } from "@latchkey/auth/providers/passkey";
import { createBrowser } from "@latchkey/auth/testing";
import {
  approach,
  arrive,
  assertNoRejections,
  authorize,
  createFlow,
  endTest,
  type Flow,
  readSession,
  site,
  until,
} from "../../pipeline/flow_testkit.ts";
import { askForMail, openLink } from "../../methods/email/email_testkit.ts";
import {
  createAuthenticator,
  type CreationOptions,
} from "../../methods/passkey/authenticator_testkit.ts";
import { getOptions, send } from "../../methods/passkey/passkeys_testkit.ts";
import { post } from "../users_testkit.ts";
import { type Watch, watched } from "../watch_testkit.ts";

afterEach(endTest);

const email = "ada@example.com";
const takeOver = { button: "Remove them and sign in" };

type Strategy = "jwt" | "database";

/**
 * Creates a site in two processes, which share an adapter and a store, and a
 * signed-in attacker.
 */
async function createSite(
  strategy: Strategy,
  lack: readonly (keyof Adapter)[] = [],
) {
  const mails: Mail[] = [];
  const adapter: Adapter = createMemoryAdapter();
  for (const name of lack) delete adapter[name];
  const store: Store = createMemoryStore();
  const watch: Watch = { calls: [], at: -1, act: async () => {} };
  const flow: Flow = await createFlow({
    toProviders: (op) => [
      op.provider(),
      op.provider({ id: "more" }),
      Passkey(),
      {
        id: "email",
        type: "email",
        from: "Example <sign-in@app.example>",
        sendMail: ({ mail }) => void mails.push(mail),
      },
    ],
    config: {
      adapter: watched(watch, adapter),
      store: watched(watch, store),
      session: { strategy },
      experimental: { enableWebAuthn: true },
    },
  });
  // The other process has its own queues.
  const owned: Watch = { calls: [], at: -1, act: async () => {} };
  const makeElsewhere = (): AuthConfig => ({
    ...flow.makeConfig(),
    adapter: watched(owned, adapter),
    store: watched(owned, store),
    session: { strategy, updateAge: 77 },
  });
  const owner = createBrowser({
    [site]: (request: Request) => Auth(request, makeElsewhere()),
  });
  const { url } = await askForMail({ ...flow, mails, asked: [] }, owner, email);
  const openMail = async (url: string) => {
    const page = await openLink(owner, url);
    if (page.text.includes(takeOver.button)) await owner.submit(page, takeOver);
  };
  watch.act = async () => {
    await openMail(url);
    assert.equal((await readSession(owner))?.user?.email, email);
  };
  flow.op.user = { sub: "stranger", email };
  const stranger = flow.createBrowser();
  const own = { flow, adapter, watch, owned, owner, stranger, url, openMail };
  return { ...flow, ...own, mails, asked: [] };
}

/**
 * Creates the same site, where the attacker has registered the address of the
 * owner.
 */
async function createTaken(strategy: Strategy) {
  const own = await createSite(strategy);
  await arrive(own.stranger, await approach(own.stranger));
  assert.ok(await readSession(own.stranger));
  return own;
}

type Site = Awaited<ReturnType<typeof createSite>>;

/**
 * The ways in which a session adds a sign-in method: each returns the last
 * request, which is not sent yet.
 */
const roads: Readonly<
  Record<string, (site: Site) => Promise<() => Promise<Response | undefined>>>
> = {
  "an account at a provider": async ({ flow, stranger }) => {
    flow.op.user = { sub: "one more", email: "eve@example.com" };
    const left = await post(stranger, "link/more");
    const { url } = await left.json();
    const back = await authorize(stranger, url);
    return async () => void await arrive(stranger, back);
  },
  "a passkey": async ({ stranger }) => {
    const options = await getOptions<CreationOptions>(stranger, {
      action: "register",
    });
    const data = await createAuthenticator(site).create(options);
    return async () => void await send(stranger, "register", data);
  },
};

async function listWays({ adapter }: Site): Promise<string[]> {
  const user = await adapter.getUserByEmail?.(email);
  if (!user) return [];
  const accounts = await adapter.listAccountsByUserId?.(user.id) ?? [];
  const passkeys = await adapter.listAuthenticatorsByUserId?.(user.id) ?? [];
  return [
    ...accounts.map(({ provider }) => provider),
    ...passkeys.map(() => "authenticator"),
  ].sort();
}

for (const strategy of ["database", "jwt"] as const) {
  describe(`a take-over, with the strategy ${strategy}`, () => {
    for (const [what, prepare] of Object.entries(roads)) {
      it(`a take-over removes ${what} that is being added, at whichever adapter call the take-over runs`, async () => {
        const quiet = await createTaken(strategy);
        const go = await prepare(quiet);
        quiet.watch.calls = [];
        await go();
        const { calls } = quiet.watch;
        assert.ok((await listWays(quiet)).length > 1, "nothing was added");
        assert.ok(calls.length > 8, `${calls}`);
        for (let at = 0; at < calls.length; at++) {
          const where = `at call ${at}, ${calls[at]}`;
          const own = await createTaken(strategy);
          const { watch, owner, stranger, adapter } = own;
          const last = await prepare(own);
          watch.calls = [];
          watch.at = at;
          await last();
          watch.at = -1;
          assert.ok(watch.calls.length > at, where);
          assert.ok(await readSession(owner), where);
          assert.deepEqual(await listWays(own), [], where);
          assert.equal(await readSession(stranger), null, where);
          const user = await adapter.getUserByEmail?.(email);
          assert.ok(user?.emailVerified instanceof Date, where);
          await assertNoRejections();
        }
      });
    }

    for (const [what, prepare] of Object.entries(roads)) {
      it(`a take-over removes ${what} that is added during any of its own adapter calls`, async () => {
        const quiet = await createTaken(strategy);
        await quiet.watch.act();
        const { calls } = quiet.owned;
        assert.ok(calls.length > 8, `${calls}`);
        for (let at = 0; at < calls.length; at++) {
          const where = `at call ${at}, ${calls[at]}`;
          const own = await createTaken(strategy);
          const last = await prepare(own);
          own.owned.at = own.owned.calls.length + at;
          own.owned.act = async () => void await last();
          await own.watch.act();
          assert.ok(await readSession(own.owner), where);
          assert.deepEqual(await listWays(own), [], where);
          assert.equal(await readSession(own.stranger), null, where);
        }
      });
    }

    it("a take-over leaves no session of a sign-in in progress, at whichever adapter call it runs", async () => {
      const signIn = async ({ flow }: Site) => {
        const thief = flow.createBrowser();
        const back = await approach(thief);
        return { thief, go: () => arrive(thief, back) };
      };
      const quiet = await createTaken(strategy);
      const { go } = await signIn(quiet);
      quiet.watch.calls = [];
      await go();
      const { calls } = quiet.watch;
      for (let at = 0; at < calls.length; at++) {
        const where = `at call ${at}, ${calls[at]}`;
        const own = await createTaken(strategy);
        const { thief, go } = await signIn(own);
        own.watch.calls = [];
        own.watch.at = at;
        await go();
        own.watch.at = -1;
        assert.ok(await readSession(own.owner), where);
        assert.equal(await readSession(thief), null, where);
        assert.deepEqual(await listWays(own), [], where);
      }
    });

    it("a take-over leaves no account of a first sign-in in two steps, at whichever adapter call it runs", async () => {
      const lack = ["createUserWithAccount"] as const;
      const quiet = await createSite(strategy, lack);
      const back = await approach(quiet.stranger);
      quiet.watch.calls = [];
      await arrive(quiet.stranger, back);
      const { calls } = quiet.watch;
      assert.deepEqual(await listWays(quiet), ["op"]);
      for (let at = 0; at < calls.length; at++) {
        const where = `at call ${at}, ${calls[at]}`;
        const own = await createSite(strategy, lack);
        const back = await approach(own.stranger);
        own.watch.calls = [];
        own.watch.at = at;
        await arrive(own.stranger, back);
        own.watch.at = -1;
        assert.ok(await readSession(own.owner), where);
        assert.equal(await readSession(own.stranger), null, where);
        assert.deepEqual(await listWays(own), [], where);
      }
    });

    it("a take-over leaves no account that an adapter stores after the time limit", async () => {
      const own = await createTaken(strategy);
      const { watch, owner, stranger } = own;
      const last = await roads["an account at a provider"]?.(own);
      const { act } = watch;
      watch.at = "linkAccount";
      let isTaken = false;
      watch.act = async () => {
        mock.timers.enable({ apis: ["setTimeout"] });
        await setImmediate();
        mock.timers.tick(5001);
        mock.timers.reset();
        await act();
        isTaken = true;
      };
      watch.calls = [];
      await last?.();
      await until(() => isTaken && watch.calls.includes("unlinkAccount"));
      await assertNoRejections();
      assert.ok(await readSession(owner));
      assert.deepEqual(await listWays(own), []);
      assert.equal(await readSession(stranger), null);
    });

    it("a take-over repeats until the lists of sign-in methods are empty", async () => {
      const own = await createTaken(strategy);
      const { adapter, flow } = own;
      const user = await adapter.getUserByEmail?.(email);
      const { unlinkAccount } = adapter;
      let added = 0;
      adapter.unlinkAccount = async (key) => {
        await unlinkAccount?.(key);
        if (added++ === 4) return;
        await adapter.linkAccount?.({
          userId: user?.id ?? "",
          provider: `more ${added}`,
          providerAccountId: "of the stranger",
          type: "oidc",
        });
      };
      await own.watch.act();
      assert.deepEqual(await listWays(own), []);
      const lines = flow.log.map(({ text }) => text).join("\n");
      assert.match(lines, /take-over: .* "op", .* "more 1", .* "more 4"/);
    });

    it("a take-over that cannot remove a sign-in method transfers no user, says why, and can be repeated", async () => {
      const own = await createTaken(strategy);
      const { adapter, owner, flow, stranger } = own;
      const { unlinkAccount } = adapter;
      let removals = 0;
      adapter.unlinkAccount = () => void removals++;
      await assert.rejects(own.watch.act());
      assert.equal(removals, 5);
      assert.equal(await readSession(owner), null);
      const user = await adapter.getUserByEmail?.(email);
      assert.equal(user?.emailVerified, null);
      const lines = flow.log.map(({ text }) => text).join("\n");
      assert.match(lines, /not handed over .* an account at "op"/);
      assert.match(lines, /`unlinkAccount` .* of the adapter/);
      assert.doesNotMatch(lines, /take-over:/);
      assert.equal(await readSession(stranger), null);
      await assertNoRejections();
      if (unlinkAccount) adapter.unlinkAccount = unlinkAccount;
      const { url } = await askForMail(own, owner, email);
      await owner.submit(await openLink(owner, url), takeOver);
      assert.ok(await readSession(owner));
      assert.deepEqual(await listWays(own), []);
    });

    /**
     * Creates the attacker's user without its account, which the same identity
     * may finish within a day.
     */
    async function createUnfinished(): Promise<Site> {
      mock.timers.enable({ apis: ["Date"], now: Date.now() });
      const own = await createSite(strategy, ["createUserWithAccount"]);
      const { adapter, stranger } = own;
      const { linkAccount } = adapter;
      adapter.linkAccount = () => Promise.reject(new Error("down"));
      await arrive(stranger, await approach(stranger));
      if (linkAccount) adapter.linkAccount = linkAccount;
      assert.ok(await adapter.getUserByEmail?.(email));
      assert.equal(await readSession(stranger), null);
      return own;
    }

    async function assertOut(own: Site, where: string): Promise<void> {
      assert.ok(await readSession(own.owner), where);
      assert.equal(await readSession(own.stranger), null, where);
      assert.deepEqual(await listWays(own), [], where);
    }

    it("a take-over leaves no account of a sign-in that completes a user during any of its adapter calls", async () => {
      const quiet = await createUnfinished();
      const since = quiet.owned.calls.length;
      await quiet.watch.act();
      const calls = quiet.owned.calls.slice(since);
      mock.timers.reset();
      for (let at = 0; at < calls.length; at++) {
        const own = await createUnfinished();
        const { owned, stranger, flow } = own;
        const back = await approach(stranger);
        const again = flow.createBrowser();
        owned.at = owned.calls.length + at;
        owned.act = async () => {
          mock.timers.tick(10);
          await arrive(stranger, back);
          mock.timers.tick(10);
          // The added method is used before it is removed.
          owned.at = "unlinkAccount";
          owned.act = async () => {
            await arrive(again, await approach(again));
            mock.timers.tick(10);
          };
        };
        await own.openMail(own.url);
        // A change before the decision gets the owner refused, so the owner
        // tries once more.
        if (await readSession(own.owner) === null) {
          const { url } = await askForMail(own, own.owner, email);
          await own.openMail(url);
        }
        await assertOut(own, `at call ${at}, ${calls[at]}`);
        assert.equal(await readSession(again), null);
        mock.timers.reset();
      }
    });

    it("a take-over leaves no account of a sign-in that completes a user after it", async () => {
      const own = await createUnfinished();
      const { owned, watch, stranger } = own;
      const back = await approach(stranger);
      const takeOver = watch.act;
      let isDone = false;
      let isWaiting = false;
      let late: Promise<unknown> = Promise.resolve();
      owned.act = async () => {
        mock.timers.tick(10);
        watch.at = "linkAccount";
        watch.act = async () => {
          isWaiting = true;
          await until(() => isDone);
        };
        late = arrive(stranger, back);
        await until(() => isWaiting);
        mock.timers.tick(10);
      };
      owned.at = "updateUser";
      await takeOver();
      isDone = true;
      await late;
      await assertOut(own, "late");
    });

    it("a take-over that fails after verifying the address undoes the verification", async () => {
      const own = await createTaken(strategy);
      const { adapter, owner, owned } = own;
      const { listAccountsByUserId } = adapter;
      adapter.listAccountsByUserId = (id) => {
        if (!owned.calls.includes("updateUser")) {
          return listAccountsByUserId?.(id) ?? [];
        }
        throw new Error("down");
      };
      await assert.rejects(own.watch.act());
      assert.equal(await readSession(owner), null);
      const user = await adapter.getUserByEmail?.(email);
      assert.equal(user?.emailVerified, null);
      if (listAccountsByUserId) {
        adapter.listAccountsByUserId = listAccountsByUserId;
      }
      const { url } = await askForMail(own, owner, email);
      await openLink(owner, url);
      await assertOut(own, "again");
    });

    for (const [what, prepare] of Object.entries(roads)) {
      it(`a revocation at any adapter call also removes ${what} that is being added`, async () => {
        const quiet = await createTaken(strategy);
        const go = await prepare(quiet);
        const before = await listWays(quiet);
        quiet.watch.calls = [];
        await go();
        const { calls } = quiet.watch;
        const isWrite = (name: string) => /^(?:link|create)A/.test(name);
        const last = calls.findLastIndex(isWrite);
        assert.ok(last > 5, `${calls}`);
        for (let at = 0; at <= last + 1; at++) {
          const own = await createTaken(strategy);
          const go = await prepare(own);
          const user = await own.adapter.getUserByEmail?.(email);
          const auth = createAuth(own.flow.makeConfig());
          own.watch.calls = [];
          own.watch.act = () => auth.revoke({ user: user?.id ?? "" });
          own.watch.at = at;
          await go();
          const where = `at call ${at}, ${calls[at]}`;
          assert.deepEqual(await listWays(own), before, where);
          assert.equal(await readSession(own.stranger), null, where);
        }
      });
    }
  });
}
