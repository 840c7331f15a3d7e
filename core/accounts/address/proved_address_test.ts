/**
 * Tests in which the application changes the address of a user while another
 * one is being proved.
 */

import assert from "node:assert/strict";
import { afterEach, describe, it } from "node:test";
import type { Adapter, AdapterUser, Mail } from "@latchkey/auth";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import type { Browser } from "@latchkey/auth/testing";
import {
  type App,
  approach,
  arrive,
  authorize,
  createApp,
  post,
  readSession,
  site,
} from "../../../testing/app_testkit.ts";
import {
  assertNoRejections,
  endTest,
} from "../../../testing/checks_testkit.ts";
import {
  askForMail,
  openLink,
  toMailProvider,
} from "../../methods/email/email_testkit.ts";
import { type Watch, watched } from "../users_testkit.ts";

afterEach(endTest);

const email = "ada@example.com";
const other = "grace@example.com";

interface Site extends App {
  readonly adapter: Adapter;
  readonly watch: Watch;
  readonly mails: Mail[];
  readonly find: () => Promise<AdapterUser>;
}

/**
 * Creates a site with a user, and a provider with the given statement about the
 * address.
 */
async function createSite(strategy: "jwt" | "database"): Promise<Site> {
  const mails: Mail[] = [];
  const adapter: Adapter = createMemoryAdapter();
  const watch: Watch = { calls: [], at: -1, act: async () => {} };
  const flow = await createApp({
    toProviders: (op) => [
      op.provider({ allowDangerousEmailAccountLinking: true }),
      op.provider({ id: "more" }),
      toMailProvider(mails),
    ],
    config: { adapter: watched(watch, adapter), session: { strategy } },
  });
  const made = await adapter.createUser?.({
    id: crypto.randomUUID(),
    name: "Ada",
    email,
    emailVerified: null,
  });
  const id = made?.id ?? "";
  await adapter.linkAccount?.({
    userId: id,
    provider: "more",
    providerAccountId: "ada",
    type: "oidc",
  });
  watch.act = async () => {
    await adapter.updateUser?.({ id, email: other, emailVerified: null });
  };
  const find = async () => {
    const user = await adapter.getUser?.(id);
    assert.ok(user);
    return user;
  };
  return { ...flow, adapter, watch, mails, find };
}

/** Signs in at the provider that says nothing about the address. */
async function enter(flow: Site): Promise<Browser> {
  flow.op.user = { sub: "ada", email };
  const browser = flow.createBrowser();
  await arrive(browser, await approach(browser, { id: "more" }));
  assert.ok(await readSession(browser));
  assert.equal((await flow.find()).emailVerified, null);
  return browser;
}

/**
 * The ways to prove an address: each returns its last request, which is not
 * sent yet.
 */
const roads: Readonly<
  Record<string, (flow: Site) => Promise<() => Promise<unknown>>>
> = {
  "a mail that verifies": async (flow) => {
    const browser = await enter(flow);
    await post(browser, "verify-email");
    const { url = "" } = flow.mails.at(-1) ?? {};
    return () => openLink(browser, url);
  },
  "a mail to a verified address": async (flow) => {
    const { adapter } = flow;
    const { id } = await flow.find();
    await adapter.updateUser?.({ id, emailVerified: new Date() });
    const browser = flow.createBrowser();
    const { url } = await askForMail(flow, browser, email);
    return () => openLink(browser, url);
  },
  "a mail that takes over": async (flow) => {
    const browser = flow.createBrowser();
    const { url } = await askForMail(flow, browser, email);
    const page = await openLink(browser, url);
    return () => browser.submit(page, { button: "Remove them and sign in" });
  },
  "a mail that waits for its user": async (flow) => {
    const browser = flow.createBrowser();
    const { url } = await askForMail(flow, browser, email);
    await openLink(browser, url);
    flow.op.user = { sub: "ada", email };
    const back = await approach(browser, { id: "more" });
    return () => arrive(browser, back);
  },
  "a sign-in at a provider that vouches": async (flow) => {
    flow.op.user = { sub: "ada", email, email_verified: true };
    const browser = flow.createBrowser();
    const back = await approach(browser, { id: "more" });
    return () => arrive(browser, back);
  },
  "a provider that takes over": async (flow) => {
    flow.op.user = { sub: "the owner", email, email_verified: true };
    const browser = flow.createBrowser();
    const back = await approach(browser);
    return () => arrive(browser, back);
  },
  "linking a provider that vouches": async (flow) => {
    const browser = await enter(flow);
    const left = await post(browser, "link/op");
    flow.op.user = { sub: "the owner", email, email_verified: true };
    const { url } = await left.json();
    const back = await authorize(browser, url);
    return () => arrive(browser, back);
  },
};

for (const strategy of ["database", "jwt"] as const) {
  describe(`an address that changes during the proof, with the strategy ${strategy}`, () => {
    for (const [road, prepare] of Object.entries(roads)) {
      it(`an address that is set during any adapter call of ${road} is not verified by it`, async () => {
        const quiet = await createSite(strategy);
        const go = await prepare(quiet);
        quiet.watch.calls = [];
        await go();
        assert.ok((await quiet.find()).emailVerified, "nothing was verified");
        const { calls } = quiet.watch;
        for (let at = 0; at < calls.length; at++) {
          const own = await createSite(strategy);
          const last = await prepare(own);
          own.watch.calls = [];
          own.watch.at = at;
          await last();
          const user = await own.find();
          const where = `${user.email} at call ${at}, ${calls[at]}`;
          assert.ok(user.emailVerified === null || user.email === email, where);
          await assertNoRejections();
        }
      });
    }

    it("a proof does not sign in a user whose address has changed since the mail was sent", async () => {
      const flow = await createSite(strategy);
      const { adapter } = flow;
      const { id } = await flow.find();
      await adapter.updateUser?.({ id, emailVerified: new Date() });
      const browser = flow.createBrowser();
      const { url } = await askForMail(flow, browser, email);
      const { getUser, updateUser } = adapter;
      // The change comes right before the last check of the address.
      adapter.getUser = async (id) => {
        await updateUser?.({ id, email: other, emailVerified: null });
        return await getUser?.(id) ?? null;
      };
      const page = await openLink(browser, url);
      assert.equal(new URL(page.url).searchParams.get("error"), "AccessDenied");
      assert.equal(await readSession(browser), null);
      const answer = await browser.fetch(`${site}/auth/session`);
      assert.match(answer.headers.get("cache-control") ?? "", /no-store/);
      const sessions = await adapter.listSessionsByUserId?.(id);
      assert.deepEqual(sessions, []);
      assert.equal((await flow.find()).email, other);
      assert.equal((await flow.find()).emailVerified, null);
    });
  });
}
