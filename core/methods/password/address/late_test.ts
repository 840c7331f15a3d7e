/** Changes of an address at which the adapter is slow, fails, or something else happens at the same time. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it, mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { createMemoryAdapter } from "@latchkey/auth/adapters/memory";
import { hashPassword } from "@latchkey/auth/password";
import type { Browser } from "@latchkey/auth/testing";
import { defer, endTest } from "../../../../testing/checks_testkit.ts";
import { readSession } from "../../../../testing/app_testkit.ts";
import { addBrowser } from "../../../accounts/factors/factors.ts";
import {
  changeFactors,
  readFactors,
} from "../../../accounts/factors/stored_factors.ts";
import { resolveSettings } from "../../../config/resolve_settings.ts";
import { createProviderContext } from "../../../request/context.ts";
import { address, openLink, password } from "../password_testkit.ts";
import {
  ask,
  canEnter,
  change,
  createAddressFlow,
  enter,
  listMails,
  next,
  press,
  readAddress,
} from "./address_testkit.ts";

beforeEach(() =>
  mock.timers.enable({ apis: ["Date"], now: 1_800_000_000_000 })
);
afterEach(endTest);

/** Makes the app, with an adapter whose `updateUser` can be replaced. */
async function createThis(strategy: "jwt" | "database") {
  const inner = createMemoryAdapter();
  type Update = typeof inner.updateUser;
  const own: { update: Update } = { update: inner.updateUser };
  const adapter = {
    ...inner,
    updateUser: (...args: Parameters<Update>) => own.update(...args),
  };
  const flow = await createAddressFlow(strategy, {}, adapter);
  /** Lets the next update take effect after its call timed out. */
  const delay = () => {
    const { promise: isBack, resolve: comeBack } = defer();
    const now = Date.now();
    mock.timers.reset();
    mock.timers.enable({ apis: ["Date", "setTimeout"], now });
    own.update = (...args) => {
      own.update = inner.updateUser;
      queueMicrotask(() => mock.timers.tick(5000));
      return isBack.then(() => inner.updateUser(...args));
    };
    return async () => {
      comeBack();
      await setImmediate();
    };
  };
  return { ...flow, inner, own, delay };
}

for (const strategy of ["jwt", "database"] as const) {
  describe(`a change of address (${strategy})`, () => {
    it("that takes effect after its call timed out signs out whoever came meanwhile, and the old address is told", async () => {
      const flow = await createThis(strategy);
      const browser = await enter(flow);
      const early = await enter(flow);
      await ask(browser, next);
      const { url = "" } = flow.mails.at(-1) ?? {};
      const finish = flow.delay();
      await press(browser, url);
      assert.deepEqual([await readAddress(flow), flow.told], [address, []]);
      assert.equal(await readSession(early), null);
      const thief = await enter(flow);
      assert.notEqual(await readSession(thief), null);
      await finish();
      assert.equal(await readAddress(flow), next);
      assert.equal(await readSession(thief), null);
      assert.equal(flow.told.length, 1);
      assert.equal(listMails(flow, address).length, 1);
      const undo = flow.mails.find(({ to }) => to === address)?.url ?? "";
      assert.match((await openLink(browser, undo)).text, /Restore/);
    });

    it("signs out whoever signs in while it is made", async () => {
      const flow = await createThis(strategy);
      const browser = await enter(flow);
      await ask(browser, next);
      const { url = "" } = flow.mails.at(-1) ?? {};
      const thieves: Browser[] = [];
      flow.own.update = async (...args) => {
        flow.own.update = flow.inner.updateUser;
        mock.timers.tick(1);
        const thief = await enter(flow);
        assert.notEqual(await readSession(thief), null);
        thieves.push(thief);
        mock.timers.tick(1);
        return await flow.inner.updateUser(...args);
      };
      await press(browser, url);
      assert.equal(await readAddress(flow), next);
      const [thief] = thieves;
      assert.ok(thief);
      assert.equal(await readSession(thief), null);
      assert.equal((await readSession(browser))?.user?.email, next);
    });

    it("forgets remembered browsers, and so does undoing it, for good", async () => {
      const flow = await createThis(strategy);
      const settings = resolveSettings(flow.config, () => undefined);
      const ctx = createProviderContext(settings, Date.now());
      const seen = { created: 0, lastSeen: 0, userAgent: null };
      const browser = { hash: "a browser", ...seen };
      const remember = () =>
        changeFactors(ctx, "u1", (factors) => addBrowser(factors, browser));
      const list = async () => (await readFactors(ctx, "u1")).browsers;
      await remember();
      const undo = await change(flow, await enter(flow));
      assert.deepEqual(await list(), []);
      await remember();
      await press(flow.createBrowser(), undo);
      assert.deepEqual(await list(), []);
    });

    it("that fails changes nothing, is not told, and can be made by the same link", async () => {
      const flow = await createThis(strategy);
      const browser = await enter(flow);
      await ask(browser, next);
      const { url = "" } = flow.mails.at(-1) ?? {};
      flow.own.update = () => {
        flow.own.update = flow.inner.updateUser;
        throw new Error("it is down");
      };
      await press(browser, url);
      assert.deepEqual([await readAddress(flow), flow.told], [address, []]);
      mock.timers.tick(1);
      await press(await enter(flow), url);
      assert.equal(await readAddress(flow), next);
      assert.equal(flow.told.length, 1);
    });
  });

  describe(`undoing a change of address (${strategy})`, () => {
    it("locks out whoever made it even if the address cannot be written, and can be done again", async () => {
      const flow = await createThis(strategy);
      const thief = await enter(flow);
      const undo = await change(flow, thief);
      mock.timers.tick(1);
      const owner = flow.createBrowser();
      flow.own.update = () => {
        flow.own.update = flow.inner.updateUser;
        throw new Error("it is down");
      };
      await press(owner, undo);
      assert.equal(await readAddress(flow), next);
      assert.equal(await readSession(thief), null);
      assert.equal(await canEnter(flow, next), false);
      const done = await press(owner, undo);
      assert.equal(new URL(done.url).pathname, "/auth/reset");
      assert.equal(await readAddress(flow), address);
    });

    it("that takes effect after its call timed out locks out whoever came meanwhile, and is told", async () => {
      const flow = await createThis(strategy);
      const thief = await enter(flow);
      const undo = await change(flow, thief);
      mock.timers.tick(1);
      const finish = flow.delay();
      await press(flow.createBrowser(), undo);
      assert.equal(await readAddress(flow), next);
      // As a reset by the new address does.
      const secret = { userId: "u1", kind: "password", before: null } as const;
      const after = await hashPassword(password, { cost: 14 });
      await flow.adapter.replaceSecret({ ...secret, after });
      const late = await enter(flow, next);
      assert.notEqual(await readSession(late), null);
      await finish();
      assert.equal(await readAddress(flow), address);
      assert.equal(await readSession(late), null);
      assert.equal(await canEnter(flow, address), false);
      assert.equal(flow.told.at(-1)?.how, "undo");
    });
  });
}
