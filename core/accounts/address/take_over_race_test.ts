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
  copyCookies,
  createIdentity,
  type Identity,
  recorded,
  repeatCalls,
} from "../../pipeline/copies_testkit.ts";
import {
  type App,
  approach,
  arrive,
  authorize,
  createApp,
  post,
  readSession,
  site,
  start,
} from "../../../testing/app_testkit.ts";
import {
  assertNoRejections,
  endTest,
  until,
} from "../../../testing/checks_testkit.ts";
import {
  askForMail,
  openLink,
  toMailProvider,
} from "../../methods/email/email_testkit.ts";
import {
  createAuthenticator,
  type CreationOptions,
} from "../../methods/passkey/authenticator_testkit.ts";
import { getOptions, send } from "../../methods/passkey/passkeys_testkit.ts";
import { type Watch, watched } from "../users_testkit.ts";

afterEach(endTest);

const email = "ada@example.com";
const takeOver = { button: "Remove them and sign in" };

type Strategy = "jwt" | "database";

/** A site and its copies are made from the same plan. */
interface Plan {
  readonly strategy: Strategy;
  readonly lack: readonly (keyof Adapter)[];
  readonly identity: Identity;
}

/**
 * Creates a site in two processes, which share an adapter and a store, and the
 * browsers of the owner and of an attacker.
 */
async function build(plan: Plan) {
  const { strategy, identity } = plan;
  const mails: Mail[] = [];
  const memory: Adapter = createMemoryAdapter();
  for (const name of plan.lack) delete memory[name];
  const adapter = recorded(memory);
  const store: Store = recorded(createMemoryStore());
  const watch: Watch = { calls: [], at: -1, act: async () => {} };
  const flow: App = await createApp({
    op: identity.op,
    keepsConfig: true,
    toProviders: (op) => [
      op.provider(),
      op.provider({ id: "more" }),
      Passkey(),
      toMailProvider(mails),
    ],
    config: {
      secret: identity.secret,
      adapter: watched(watch, adapter),
      store: watched(watch, store),
      session: { strategy },
      origin: site,
      experimental: { enableWebAuthn: true },
    },
  });
  // The other process has its own queues.
  const owned: Watch = { calls: [], at: -1, act: async () => {} };
  const elsewhere: AuthConfig = {
    ...flow.makeConfig(),
    adapter: watched(owned, adapter),
    store: watched(owned, store),
    session: { strategy, updateAge: 77 },
  };
  const owner = createBrowser({
    [site]: (request: Request) => Auth(request, elsewhere),
  });
  flow.op.user = { sub: "stranger", email };
  const stranger = flow.createBrowser();
  const own = { flow, adapter, store, watch, owned, owner, stranger };
  return { ...flow, ...own, plan, mails };
}

/** Prepares the take-over by the owner, who has a mail with this link. */
function withLink(own: Awaited<ReturnType<typeof build>>, url: string) {
  const { owner, watch } = own;
  const openMail = async (url: string) => {
    const page = await openLink(owner, url);
    if (page.text.includes(takeOver.button)) await owner.submit(page, takeOver);
  };
  watch.act = async () => {
    await openMail(url);
    assert.equal((await readSession(owner))?.user?.email, email);
  };
  return { ...own, url, openMail };
}

type Site = ReturnType<typeof withLink>;

/** Creates a site whose owner has asked for a mail. */
async function createSite(
  strategy: Strategy,
  lack: readonly (keyof Adapter)[] = [],
): Promise<Site> {
  const own = await build({ strategy, lack, identity: createIdentity() });
  const { url } = await askForMail(own, own.owner, email);
  return withLink(own, url);
}

/** Creates the same site again, in its present state. */
async function copyOf(one: Site): Promise<Site> {
  const own = await build(one.plan);
  own.flow.op.user = { ...one.flow.op.user };
  await repeatCalls(one.adapter, own.adapter);
  await repeatCalls(one.store, own.store);
  copyCookies(one.owner, own.owner, site);
  copyCookies(one.stranger, own.stranger, site);
  return withLink(own, one.url);
}

/**
 * Creates the same site, where the attacker has registered the address of the
 * owner.
 */
async function createTaken(strategy: Strategy): Promise<Site> {
  const own = await createSite(strategy);
  await arrive(own.stranger, await approach(own.stranger));
  assert.ok(await readSession(own.stranger));
  return own;
}

/**
 * The ways in which a session adds a sign-in method: each returns the last
 * request, which can be sent on each copy of the site.
 */
const roads: Readonly<
  Record<string, (own: Site) => Promise<(copy: Site) => Promise<void>>>
> = {
  "an account at a provider": async ({ flow, stranger }) => {
    flow.op.user = { sub: "one more", email: "eve@example.com" };
    const left = await post(stranger, "link/more");
    const { url } = await left.json();
    return async ({ stranger }) =>
      void await arrive(stranger, await authorize(stranger, url));
  },
  "a passkey": async ({ stranger }) => {
    const options = await getOptions<CreationOptions>(stranger, {
      action: "register",
    });
    const data = await createAuthenticator(site).create(options);
    return async ({ stranger }) => void await send(stranger, "register", data);
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
        const first = await createTaken(strategy);
        const last = await prepare(first);
        const quiet = await copyOf(first);
        await last(quiet);
        const { calls } = quiet.watch;
        assert.ok((await listWays(quiet)).length > 1, "nothing was added");
        assert.ok(calls.length > 8, `${calls}`);
        for (let at = 0; at < calls.length; at++) {
          const where = `at call ${at}, ${calls[at]}`;
          const own = await copyOf(first);
          const { watch, owner, stranger, adapter } = own;
          watch.at = at;
          await last(own);
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
        const first = await createTaken(strategy);
        const last = await prepare(first);
        const quiet = await copyOf(first);
        await quiet.watch.act();
        const { calls } = quiet.owned;
        assert.ok(calls.length > 8, `${calls}`);
        for (let at = 0; at < calls.length; at++) {
          const where = `at call ${at}, ${calls[at]}`;
          const own = await copyOf(first);
          own.owned.at = at;
          own.owned.act = () => last(own);
          await own.watch.act();
          assert.ok(own.owned.calls.length > at, where);
          assert.ok(await readSession(own.owner), where);
          assert.deepEqual(await listWays(own), [], where);
          assert.equal(await readSession(own.stranger), null, where);
        }
      });
    }

    it("a take-over leaves no session of a sign-in in progress, at whichever adapter call it runs", async () => {
      const first = await createTaken(strategy);
      const begun = first.flow.createBrowser();
      const url = await start(begun);
      const signIn = async ({ flow }: Site) => {
        const thief = flow.createBrowser();
        copyCookies(begun, thief, site);
        await arrive(thief, await authorize(thief, url));
        return thief;
      };
      const quiet = await copyOf(first);
      await signIn(quiet);
      const { calls } = quiet.watch;
      for (let at = 0; at < calls.length; at++) {
        const where = `at call ${at}, ${calls[at]}`;
        const own = await copyOf(first);
        own.watch.at = at;
        const thief = await signIn(own);
        own.watch.at = -1;
        assert.ok(await readSession(own.owner), where);
        assert.equal(await readSession(thief), null, where);
        assert.deepEqual(await listWays(own), [], where);
      }
    });

    it("a take-over leaves no account of a first sign-in in two steps, at whichever adapter call it runs", async () => {
      const lack = ["createUserWithAccount"] as const;
      const first = await createSite(strategy, lack);
      const url = await start(first.stranger);
      const quiet = await copyOf(first);
      await arrive(quiet.stranger, await authorize(quiet.stranger, url));
      const { calls } = quiet.watch;
      assert.deepEqual(await listWays(quiet), ["op"]);
      for (let at = 0; at < calls.length; at++) {
        const where = `at call ${at}, ${calls[at]}`;
        const own = await copyOf(first);
        own.watch.at = at;
        await arrive(own.stranger, await authorize(own.stranger, url));
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
      await last?.(own);
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
    async function createUnfinished(now: number): Promise<Site> {
      mock.timers.enable({ apis: ["Date"], now });
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
      const now = Date.now();
      const first = await createUnfinished(now);
      const url = await start(first.stranger);
      const quiet = await copyOf(first);
      await quiet.watch.act();
      const { calls } = quiet.owned;
      for (let at = 0; at < calls.length; at++) {
        mock.timers.reset();
        mock.timers.enable({ apis: ["Date"], now });
        const own = await copyOf(first);
        const { owned, stranger, flow } = own;
        const back = await authorize(stranger, url);
        const again = flow.createBrowser();
        owned.at = at;
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
      }
    });

    it("a take-over leaves no account of a sign-in that completes a user after it", async () => {
      const own = await createUnfinished(Date.now());
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
        const first = await createTaken(strategy);
        const go = await prepare(first);
        const before = await listWays(first);
        const quiet = await copyOf(first);
        await go(quiet);
        const { calls } = quiet.watch;
        const isWrite = (name: string) => /^(?:link|create)A/.test(name);
        const last = calls.findLastIndex(isWrite);
        assert.ok(last > 5, `${calls}`);
        for (let at = 0; at <= last + 1; at++) {
          const own = await copyOf(first);
          const user = await own.adapter.getUserByEmail?.(email);
          const auth = createAuth(own.flow.makeConfig());
          own.watch.calls = [];
          own.watch.act = () => auth.revoke({ user: user?.id ?? "" });
          own.watch.at = at;
          await go(own);
          const where = `at call ${at}, ${calls[at]}`;
          assert.deepEqual(await listWays(own), before, where);
          assert.equal(await readSession(own.stranger), null, where);
        }
      });
    }
  });
}
